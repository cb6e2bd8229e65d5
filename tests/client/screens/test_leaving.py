"""What is said to those who leave a table, and to those whom the others have left."""

from dataclasses import replace

import pytest

from relspace.wire.commands import Leave
from relspace.wire.messages import SeatInfo
from relspace_client.app import RelspaceApp
from relspace_client.plain.end import end_lines
from relspace_client.screens.dialogs.choose import Choose

from ..around.rooms import GATHERING, LOBBY, OVER, reader
from ..fakes import FakeLink, drawn
from ..table.situations import orion

ALONE = replace(OVER, seats=(OVER.seats[0], SeatInfo(), SeatInfo(), SeatInfo()))


@pytest.mark.parametrize("clock", [True, False])
@pytest.mark.parametrize("guest", [True, False])
async def test_a_guest_who_leaves_the_table_reads_for_how_long_the_seat_waits(guest, clock):
    link = FakeLink(replace(LOBBY, guest=guest), orion(clock=clock))
    app = RelspaceApp(link, None, seconds=lambda: 0.0)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape", "up", "up", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Choose)
        assert "Your seat waits for you" in app.screen.question
        assert ("As a guest you cannot come back as the same person" in app.screen.question) == guest
        assert app.screen.question.split()[-1] in drawn(app)
        await pilot.press("y")
        await pilot.pause()
        assert link.sent == [Leave(orion().room)]


async def test_who_is_out_of_the_game_leaves_without_a_question():
    shown = orion(clock=False)
    out = (shown.view.seats[0]._replace(out=True), *shown.view.seats[1:])
    link = FakeLink(LOBBY, replace(shown, view=shown.view._replace(seats=out), legal=()))
    app = RelspaceApp(link, None, seconds=lambda: 0.0)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape", "end", "enter")
        await pilot.pause()
        assert link.sent == [Leave(shown.room)]


@pytest.mark.parametrize("shown", [replace(GATHERING, you=None), replace(OVER, you=None)])
async def test_who_watches_is_not_offered_to_talk_and_is_told_why(shown):
    link = FakeLink(LOBBY, shown)
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "t talk" not in drawn(app)
        await pilot.press("t")
        await pilot.pause()
        assert "Those who watch do not talk at the table." in drawn(app)


@pytest.mark.parametrize("key", ["r", "enter"])
async def test_whoever_is_alone_at_the_end_is_offered_no_rematch(key):
    link = FakeLink(LOBBY, ALONE)
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "The others have left." in drawn(app)
        assert "r rematch" not in drawn(app)
        assert not [area for area in app.picture(80, 24).areas if area.action == "r"]
        await pilot.press(key)
        assert "The others have left. Esc leads to the lobby." in drawn(app)
        assert link.sent == []


def test_in_plain_mode_neither():
    assert "rematch" in end_lines(reader(), OVER)[-1]
    assert "rematch" not in end_lines(reader(), ALONE)[-1]


NO_GAMES = replace(LOBBY, rooms=tuple(room for room in LOBBY.rooms if not room.yours))


@pytest.mark.parametrize(
    ("messages", "guest", "said"),
    [
        ((LOBBY,), False, "Your seats in running games wait for you."),
        ((LOBBY,), True, "A guest cannot come back to a running game."),
        ((NO_GAMES, orion()), False, "Your seats in running games wait for you."),
        ((NO_GAMES, orion()), True, "A guest cannot come back to a running game."),
        ((NO_GAMES,), False, ""),
        ((NO_GAMES,), True, ""),
        ((NO_GAMES, GATHERING), False, ""),
        ((NO_GAMES, replace(orion(), you=None)), False, ""),
    ],
)
async def test_ctrl_c_speaks_of_running_games_only_where_there_are_some(messages, guest, said):
    lobby, *rest = messages
    app = RelspaceApp(FakeLink(replace(lobby, guest=guest), *rest), None, seconds=lambda: 0.0)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert isinstance(app.screen, Choose)
        assert app.screen.question == f"{said} Ctrl-C again leaves at once.".lstrip()
