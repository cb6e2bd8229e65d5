"""Lines that are typed: a name, a room's code. What cannot be had stays there, to be corrected."""

import pytest
from textual.widgets import Input

from relspace.errors import Fault, NotNow, Refused
from relspace.room.commands import Say
from relspace.room.create import CODE_LENGTH, CODE_LETTERS
from relspace.room.state import TalkLine
from relspace.wire.commands import Join, Rename, Watch
from relspace.wire.messages import Me, Talk
from relspace.wire.settings import PlayerSettings
from relspace_client.app import RelspaceApp
from relspace_client.codes import EXAMPLE, code_in

from ..around.rooms import GATHERING, LOBBY, OVER
from ..fakes import FakeLink, drawn

VEGA = Me("Guest1", settings=PlayerSettings(welcomed=True))


def in_lobby(**answers):
    """An app in the lobby; what is answered to commands, by their names."""
    link = FakeLink(VEGA, LOBBY)
    link.answers.update({kind: answers[kind.__name__.lower()] for kind in (Rename, Join) if answers})
    return RelspaceApp(link, None), link


async def paste(pilot, text):
    pilot.app.screen.query_one(Input).insert_text_at_cursor(text)
    await pilot.pause()


# ── a name ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("keys", "name"),
    [([*"Vega"], "Vega"), (["backspace", *"Vega"], "Vega"), (["right", "backspace", *"2"], "Guest2")],
    ids=["typed", "cleared and typed", "corrected"],
)
async def test_what_is_typed_replaces_the_old_name_unless_one_goes_into_it(keys, name):
    app, link = in_lobby()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s", "n", *keys, "enter")
        await pilot.pause()
        assert link.sent == [Rename(name)]
        assert len(app.screen_stack) == 1


async def test_a_name_that_was_refused_stays_to_be_corrected_with_the_reason():
    app, link = in_lobby(rename=Refused("name-taken"), join=Refused("no-such-room"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s", "n", *"Rigel", "enter")
        await pilot.pause()
        assert "Somebody has that name" in drawn(app)
        del link.answers[Rename]
        await pilot.press("7", "enter")
        await pilot.pause()
        assert link.sent == [Rename("Rigel"), Rename("Rigel7")]
        assert len(app.screen_stack) == 1


async def test_while_a_name_is_asked_for_no_key_goes_to_the_page_below():
    app, link = in_lobby(rename=Refused("name-taken"), join=Refused("no-such-room"))
    async with app.run_test(size=(80, 24)) as pilot:
        link.gate.clear()
        await pilot.press("s", "n", *"Rigel", "enter", "n", "o")
        link.gate.set()
        await pilot.pause()
        assert app.screen.query_one(Input).value == "Rigelno"


async def test_the_name_that_one_has_closes_without_asking():
    app, link = in_lobby()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s", "n", "enter")
        await pilot.pause()
        assert link.sent == []
        assert len(app.screen_stack) == 1


async def test_a_terminal_that_was_too_small_for_a_moment_does_not_mark_what_was_typed():
    app, link = in_lobby()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s", "n", *"Ve")
        await pilot.resize_terminal(30, 10)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        await pilot.press(*"ga", "enter")
        await pilot.pause()
        assert link.sent == [Rename("Vega")]


# ── a code ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("PPCRT", "PPCRT"),
        ("ppcrt", "PPCRT"),
        ("ssh -t -p 2222 localhost join PPCRT", "PPCRT"),
        ("  ssh -t play.example.net join ppcrt.  ", "PPCRT"),
        ("Code: PPCRT, hello", "PPCRT"),
        ("ＰＰＣＲＴ", "PPCRT"),
        ("M2WQ7", "M2WQ7"),
        ("PPC\u200bRT", "PPCRT"),
        ("join PPC\u00adRT", "PPCRT"),
        ("K7-QX2", "K7QX2"),
        (" pp crt\t", "PPCRT"),
        ("PPC\u2011RT", "PPCRT"),
        ("join HCDEF, TEACH me", "HCDEF"),
        ("ssh -t play.example.net watch hcdef (teach me)", "HCDEF"),
        ("TEACH me, HCDEF", "HCDEF"),
        ("join TABLE HCDEF", "HCDEF"),
        ("HCDEF, watch me", "HCDEF"),
        ("watch", "WATCH"),
        ("watch WATCH", "WATCH"),
        ("PPCR", ""),
        ("PPCRTX", ""),
        ("?!", ""),
        ("", ""),
    ],
)
def test_a_code_is_found_in_what_people_paste(text, code):
    assert code_in(text) == code


def test_the_code_that_sentences_show_can_be_one():
    assert (len(EXAMPLE), set(EXAMPLE) - set(CODE_LETTERS)) == (CODE_LENGTH, set())


async def test_the_whole_line_of_a_friend_can_be_pasted():
    app, link = in_lobby()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await paste(pilot, "ssh -t -p 2222 a-rather-long-name.of.some.machine.example.net join ppcrt")
        await pilot.press("enter")
        await pilot.pause()
        assert link.sent == [Join("PPCRT")]
        link.push(GATHERING)
        await pilot.pause()
        assert len(app.screen_stack) == 1


async def test_what_is_no_code_stays_and_is_said_to_be_none():
    app, link = in_lobby()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j", *"ppcr", "enter")
        await pilot.pause()
        assert "That is no code" in drawn(app)
        await pilot.press("t", "enter")
        await pilot.pause()
        assert link.sent == [Join("PPCRT")]
        assert "That is no code" not in drawn(app)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (Refused("no-such-room"), "No room has this code: it has closed"),
        (NotNow("sent-out"), "The host sent you away."),
    ],
)
async def test_a_code_that_leads_nowhere_keeps_the_line_and_takes_the_keys(error, said):
    app, link = in_lobby(rename=error, join=error)
    async with app.run_test(size=(80, 24)) as pilot:
        link.gate.clear()
        await pilot.press("j", *"ppcrt", "enter", "n", "p")
        link.gate.set()
        await pilot.pause()
        assert said in drawn(app)
        assert app.screen.query_one(Input).value == "ppcrtnp"
        assert link.sent == [Join("PPCRT")]


async def test_a_code_of_a_full_room_offers_to_watch_and_goes_back_to_the_line():
    app, link = in_lobby(rename=NotNow("room-full"), join=NotNow("room-full"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j", *"ppcrt", "enter")
        await pilot.pause()
        assert "You can watch." in drawn(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen.query_one(Input).value == "ppcrt"
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("y")
        link.push(GATHERING)
        await pilot.pause()
        assert link.sent[-1] == Watch("PPCRT")
        assert len(app.screen_stack) == 1


async def test_what_is_refused_after_the_line_was_closed_is_said_on_the_page():
    app, link = in_lobby(rename=Refused("no-such-room"), join=Refused("no-such-room"))
    async with app.run_test(size=(80, 24)) as pilot:
        link.gate.clear()
        await pilot.press("j", *"ppcrt", "enter", "escape")
        link.gate.set()
        await pilot.pause()
        assert "No room has this code: it has closed, or has another one." in app.session.notice
        assert len(app.screen_stack) == 1


async def test_a_server_that_does_not_answer_keeps_the_line():
    app, _ = in_lobby(rename=Fault("unavailable"), join=Fault("unavailable"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j", *"ppcrt", "enter")
        await pilot.pause()
        assert "The server is busy." in app.session.notice
        assert app.screen.query_one(Input).value == "ppcrt"


async def test_what_is_said_to_all_closes_the_line_at_once():
    app, link = in_lobby()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", *"hello", "enter")
        await pilot.pause()
        assert link.sent == [Say("", "hello")]
        assert len(app.screen_stack) == 1


@pytest.mark.parametrize("size", [(40, 18), (80, 24)])
async def test_where_one_says_something_the_last_lines_stand_in_full(size):
    long = " ".join(["What a game, and that Keycard at the end!"] * 7)
    lines = (TalkLine("Mira", "the first line of all", 1), TalkLine("Rigel", long, 2), TalkLine("Lyra", "again?", 3))
    app = RelspaceApp(FakeLink(LOBBY, OVER, Talk(OVER.room, lines)), None)
    async with app.run_test(size=size) as pilot:
        await pilot.press("t")
        await pilot.pause()
        box = app.screen.query_one("#box").region
        rows = [row[box.x + 1 : box.right - 1].strip() for row in drawn(app).splitlines()[box.y : box.bottom]]
        assert f"Mira: the first line of all Rigel: {long} Lyra: again?" in " ".join(rows)
        assert "Enter says it, Esc goes back" in rows
