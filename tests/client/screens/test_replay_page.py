"""The replay in the app: from the end of a game, from a profile, or at once."""

from dataclasses import replace

import pytest

from relspace.errors import Refused
from relspace.rules.record import write_record
from relspace.wire.questions import AskRecord, RecordText
from relspace_client.app import RelspaceApp
from relspace_client.screens.replay import show_record
from relspace_client.start import Replay

from ...cli.records import NAMES, at_random, record
from ..around.rooms import LOBBY, OVER
from ..fakes import FakeLink, drawn

GAME = "K7QX2-19a-1"
MADE = record(at_random)
TEXT = write_record(MADE)
PLIES = len(MADE.moves)


class RecordLink(FakeLink):
    """Rooms that have one record."""

    async def ask(self, question):
        self.asked = question
        if question != AskRecord(GAME):
            raise Refused("no-such-record")
        return RecordText(GAME, TEXT)


def new_app(*messages, start=None):
    link = RecordLink(LOBBY, *messages)
    return RelspaceApp(link, None, start, seconds=lambda: 0.0), link


@pytest.fixture
def app():
    return new_app(start=Replay(GAME))[0]


async def settled(pilot):
    """What was looked up has come."""
    for _ in range(3):
        await pilot.pause()


async def test_it_is_there_at_once_if_it_was_asked_for(app):
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert app.session.page.name == "replay"
        assert f"move 0 of {PLIES}" in drawn(app)
        assert "plays first." in drawn(app)
        assert drawn(app) == app.picture(80, 24).text()


async def test_keys_step_jump_and_look_through_eyes(app):
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("right", "right", "2")
        assert f"move 2 of {PLIES}" in drawn(app)
        assert f"This is what {NAMES[1]} saw." in drawn(app)
        await pilot.press("g", "1", "2", "enter", "a")
        assert f"move 12 of {PLIES}" in drawn(app)
        assert "All cards are open." in drawn(app)
        await pilot.press("left", "o")
        assert f"move 11 of {PLIES}" in drawn(app)
        await pilot.click(offset=(1, 23))
        assert f"move 10 of {PLIES}" in drawn(app)


async def test_only_the_persons_own_seat_is_called_you(app):
    own, other = (NAMES.index(name) + 1 for name in (LOBBY.you, "Rigel"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("right", str(own))
        assert "This is what you saw." in drawn(app)
        assert "You" in drawn(app).splitlines()[1]
        await pilot.press(str(other))
        assert "This is what Rigel saw." in drawn(app)
        assert "You" not in drawn(app)


async def test_its_keys_are_explained_and_escape_leads_back(app):
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert drawn(app).splitlines()[23].endswith("? keys  Esc back")
        await pilot.press("?")
        assert "through the eyes of that seat" in drawn(app)
        await pilot.press("escape", "escape")
        assert app.session.page.name == "lobby"


async def test_after_the_last_ply_comes_how_the_game_ended(app):
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("end", "right")
        shown = drawn(app)
        winner, own = NAMES[MADE.end.winner - 1], LOBBY.you
        assert ("YOU ESCAPED" if winner == own else f"{winner} ESCAPED") in shown
        assert "MATCHES" in shown
        assert all(name in shown for name in MADE.game.seats if name != own)
        await pilot.press("left")
        assert f"move {PLIES} of {PLIES}" in drawn(app)


@pytest.mark.parametrize("size", [(40, 18), (40, 20), (80, 24), (120, 40)])
async def test_it_is_drawn_at_every_size(app, size):
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("right", "right", "right")
        assert f"3 {'of' if size[0] >= 80 else '/'} {PLIES}" in drawn(app)
        await pilot.press("end", "right")
        assert "MATCHES" in drawn(app)


async def test_it_plays_by_itself_until_it_is_paused(app):
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        waits = []
        app.after = lambda seconds, then: waits.append((seconds, then))
        await pilot.press("space")
        ((seconds, then),) = waits
        assert seconds == 1
        then()
        await pilot.pause()
        assert f"move 1 of {PLIES}" in drawn(app)
        page = app.session.page
        await pilot.press("+")
        assert [wait for wait, _ in waits].count(0.5) == 1
        at = page.reel.at
        waits[1][1]()  # timers of the slower run find nothing to do
        next(then for wait, then in waits[1:] if wait == 1)()
        assert page.reel.at == at
        await pilot.press("space")
        for _, then in waits:
            then()
        assert page.reel.at == at


async def test_a_step_shows_what_the_move_did(app):
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        page = app.session.page
        await pilot.press("right")
        assert page._film.still is not None
        await pilot.press("left")
        assert page._film.still is None
        await pilot.press("end")
        assert page._film.still is None


async def test_the_end_of_a_game_leads_to_its_replay_and_back():
    app, link = new_app(replace(OVER, game=GAME))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "v replay" in drawn(app)
        await pilot.press("v")
        await settled(pilot)
        assert link.asked == AskRecord(GAME)
        assert app.session.page.name == "replay"
        await pilot.press("escape")
        assert app.session.page.name == "end"
        await pilot.press("v")
        await settled(pilot)
        await pilot.press("q")
        assert app.session.page.name == "end"


async def test_a_game_that_is_not_there_is_told():
    app, _ = new_app(start=Replay("none"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert app.session.page.name == "lobby"
        assert "No game has this id." in drawn(app)


@pytest.mark.parametrize(
    "text",
    ["", "{}", TEXT.rsplit("\n", 2)[0] + "\n", TEXT.replace("A2>P1", "A2>P9", 1)],
    ids=["nothing", "no record", "not over", "a wrong move"],
)
async def test_a_record_that_cannot_be_shown_is_told_of(text):
    app, _ = new_app()
    async with app.run_test(size=(80, 24)) as pilot:
        show_record(app.session, text)
        await pilot.pause()
        assert app.session.page.name == "lobby"
        assert "cannot be shown again" in drawn(app)


async def test_help_lies_over_it(app):
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("?")
        assert "through the eyes of that seat" in drawn(app)
        await pilot.press("escape")
        assert app.session.page.name == "replay"


@pytest.mark.parametrize(("own", "said"), [(2, "This is what you saw."), (1, f"This is what {NAMES[1]} saw.")])
async def test_whose_game_it_is_is_known_by_the_seat_and_not_by_the_name(own, said):
    over = replace(OVER, game=GAME, result=replace(OVER.result, you=own))
    app, _ = new_app(over)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("v")
        await settled(pilot)
        await pilot.press("2")
        assert said in drawn(app)
