"""What the teacher says stands alone: nothing of the table below it is left beside it."""

import pytest

from relspace_client.look.appearance import Appearance

from .scenes import learn


@pytest.mark.parametrize("width", [40, 45, 50, 55, 60, 70, 79])
@pytest.mark.parametrize("keys", ["", "right", "right a 1 1"])
def test_nothing_is_left_of_the_table_beside_the_words(width, keys):
    rows = learn(keys, (width, 20), Appearance()).text().splitlines()
    pods = next(y for y, row in enumerate(rows) if row.startswith(" 1 "))
    stash = next(y for y, row in enumerate(rows) if "A2" in row and y > pods)
    for row in rows[stash - 3 : stash]:
        assert row.ljust(width)[-1] == " "
        assert not row.rstrip().endswith("  .")
