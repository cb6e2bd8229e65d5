"""Nothing is left in the server of people who have come and gone."""

from pathlib import Path

import pytest

from .cycles import come_and_go


@pytest.mark.timeout(120)
@pytest.mark.parametrize("seed", [1, 2])
async def test_nothing_is_left_of_people_who_came_and_went(tmp_path: Path, seed: int) -> None:
    outcome = await come_and_go(tmp_path, 32, seed)
    assert outcome.left == {}, outcome.log
    assert outcome.incidents == 0, outcome.log
    assert outcome.failed == 0, outcome.log
