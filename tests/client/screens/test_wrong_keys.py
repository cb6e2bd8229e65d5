"""What the table answers to keys that do nothing: right for whoever presses them, and as long as there is room for."""

import pytest

from relspace_client.app import RelspaceApp

from ..around.rooms import LOBBY
from ..fakes import FakeLink, drawn
from ..table.situations import orion

WATCHING = "You are watching: only those who play choose cards and pods."


async def answer(key, shown, size):
    """The row that says something else after a key, and what was asked of the rooms."""
    link = FakeLink(LOBBY, shown)
    app = RelspaceApp(link, None, seconds=lambda: 0.0)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        before = drawn(app).splitlines()
        await pilot.press(key)
        await pilot.pause()
        assert link.sent == []
        return " ".join(
            " ".join(now.split()) for was, now in zip(before, drawn(app).splitlines(), strict=True) if was != now
        )


@pytest.mark.parametrize("key", ["1", "5", "enter", "a", "x", "left", "down"])
async def test_a_spectator_reads_that_only_players_choose(key):
    assert await answer(key, orion(you=None), (80, 24)) == WATCHING
    assert await answer(key, orion(you=None), (40, 18)) == "Only players choose cards."


async def test_a_spectators_other_keys_do_what_they_do():
    assert WATCHING not in await answer("o", orion(you=None), (80, 24))
    assert WATCHING not in await answer("h", orion(you=None), (80, 24))
    assert await answer("z", orion(you=None), (80, 24)) == "z does nothing here. ? shows the keys."


@pytest.mark.parametrize("size", [(40, 20), (50, 20), (60, 18), (80, 24)])
@pytest.mark.parametrize("key", ["enter", "9", "z"])
@pytest.mark.parametrize("turn", [1, 2])
async def test_no_answer_is_cut(key, turn, size):
    said = await answer(key, orion(turn=turn), size)
    assert said == "" or said.endswith(".")
    assert "…" not in said
