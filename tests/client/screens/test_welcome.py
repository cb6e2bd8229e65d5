"""The welcome: once, prefilled, and Enter goes on where the person wanted to go."""

from dataclasses import replace

import pytest

from relspace.errors import Refused, Unreadable
from relspace.room.commands import SetReady
from relspace.wire.commands import Create, Done, Join, QuickPlay, Rename, SaveSettings, Watch
from relspace.wire.messages import Me
from relspace.wire.settings import PlayerSettings
from relspace_client.app import RelspaceApp
from relspace_client.start import InLobby, JoinRoom, PlayBots, WatchRoom

from ..around.rooms import GATHERING, LOBBY
from ..fakes import FakeLink, FakeTerminal, drawn, hosted
from .people import GUEST, NEW, me

WELCOMED = SaveSettings(PlayerSettings(welcomed=True))


def comes(*messages, start=None):
    """Somebody comes in."""
    link = FakeLink(*messages)
    return RelspaceApp(link, None, start), link


@pytest.mark.parametrize(
    ("start", "sent"),
    [
        (InLobby(), [QuickPlay()]),
        (JoinRoom("M2WQ7"), [Join("M2WQ7")]),
        (WatchRoom("M2WQ7"), [Watch("M2WQ7")]),
        (PlayBots(1), [Create(options=replace(PlayBots().options, seats=2), bots=1), SetReady("", ready=True)]),
    ],
)
async def test_enter_goes_on_where_the_person_wanted_to_go_and_the_welcome_is_not_shown_again(start, sent):
    app, link = comes(NEW, LOBBY, start=start)
    async with app.run_test(size=(80, 24)) as pilot:
        assert app.session.page.name == "welcome"
        assert link.sent == []
        await pilot.press("enter")
        await pilot.pause()
        assert app.session.page.name == "lobby"
        assert [command for command in link.sent if command != WELCOMED] == sent
        assert WELCOMED in link.sent


async def test_from_the_welcome_to_the_first_card_it_takes_three_keys():
    from ..table.situations import orion

    app, link = comes(NEW, LOBBY)
    link.answers[QuickPlay] = Done("K7QX2")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        link.push(orion())
        await pilot.press("right", "4")
        await pilot.pause()
        assert type(link.sent[-1]).__name__ == "MakeMove"


async def test_escape_leads_to_the_lobby_and_nowhere_else():
    app, link = comes(NEW, LOBBY, start=JoinRoom("M2WQ7"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape")
        await pilot.pause()
        assert app.session.page.name == "lobby"
        assert link.sent == [WELCOMED]


@pytest.mark.parametrize("messages", [(me(), LOBBY), (LOBBY,), (NEW, replace(LOBBY, address=""))])
async def test_who_was_welcomed_before_or_plays_alone_goes_straight_on(messages):
    app, link = comes(*messages, start=JoinRoom("M2WQ7"))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert app.session.page.name == "lobby"
        assert link.sent == [Join("M2WQ7")]


async def test_the_name_that_the_server_gave_is_proposed_and_can_be_changed():
    app, link = comes(Me("Vega2"), LOBBY)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Vega2" in drawn(app)
        await pilot.press("n", "right", "backspace", "backspace", *"ga-X", "enter")
        await pilot.pause()
        assert link.sent == [Rename("Vegga-X")]
        link.push(Me("Vegga-X"))
        await pilot.pause()
        assert "Vegga-X" in drawn(app)
        assert app.session.page.name == "welcome"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (Refused("name-taken"), "Somebody has that name"),
        (Unreadable("bad-name", reason="short"), "A name has 2 columns at least."),
    ],
)
async def test_why_a_name_cannot_be_had_is_said_where_it_is_typed(error, said):
    app, link = comes(Me("Vega2"), LOBBY)
    link.answers[Rename] = error
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", *"Rigel", "enter")
        await pilot.pause()
        assert said in drawn(app)
        assert "Your name" in drawn(app)
        await pilot.press("escape", "enter")
        await pilot.pause()
        assert link.sent[1:] == [WELCOMED, QuickPlay()] or link.sent[1:] == [QuickPlay(), WELCOMED]


async def test_what_is_changed_applies_at_once_and_is_kept_with_the_rest():
    terminal = FakeTerminal(colours="256")
    link = FakeLink(NEW, LOBBY)
    app = RelspaceApp(link, terminal)
    async with hosted(app, terminal) as pilot:
        await pilot.press("down", "down", "right")  # cards: lines and blocks by a guess, ASCII
        await pilot.pause()
        assert terminal.text.isascii()
        assert link.sent == []
        await pilot.press("escape")
        await pilot.pause()
        assert link.sent == [SaveSettings(PlayerSettings(glyphs="ascii", welcomed=True))]


async def test_a_guest_reads_that_they_cannot_come_back_and_how_to_make_a_key():
    app, _ = comes(GUEST, LOBBY)
    async with app.run_test(size=(80, 24)):
        assert "you cannot come back as the same person" in drawn(app)
        assert "ssh-keygen" in drawn(app)
    app, _ = comes(NEW, LOBBY)
    async with app.run_test(size=(80, 24)):
        assert "ssh-keygen" not in drawn(app)


async def test_rows_arrows_and_the_badge_can_be_clicked():
    app, link = comes(NEW, LOBBY)
    async with app.run_test(size=(80, 24)) as pilot:
        lines = drawn(app).splitlines()
        row = next(y for y, line in enumerate(lines) if "colours" in line)
        await pilot.click(offset=(lines[row].rindex("→"), row))
        await pilot.pause()
        assert app.session.settings.colours == "256"
        row = next(y for y, line in enumerate(lines) if " ENTER " in line)
        await pilot.click(offset=(3, row))
        await pilot.pause()
        assert QuickPlay() in link.sent


async def test_a_room_that_comes_by_itself_lies_under_the_welcome():
    app, link = comes(NEW, LOBBY)
    async with app.run_test(size=(80, 24)):
        link.push(GATHERING)
        assert app.session.page.name == "welcome"
