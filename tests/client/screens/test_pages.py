"""What the keys and clicks of lobby, room and end ask for."""

from dataclasses import replace

import pytest

from relspace.room.commands import RemoveSeat, Say, SetOptions, SetReady, Start
from relspace.room.options import RoomOptions
from relspace.wire.commands import AddBot, Create, Join, Leave, QuickPlay, Watch
from relspace.wire.messages import Talk
from relspace.wire.questions import AskProfile, AskRankings, Rankings
from relspace_client.app import RelspaceApp
from relspace_client.codes import EXAMPLE

from ..around.rooms import EMPTY, GATHERING, LOBBY, LOBBY_TALK, OVER, PROFILE, RANKS, TEN, ended, ready
from ..fakes import FakeLink, drawn
from .people import GUEST, NEW, me

HOSTED = replace(GATHERING, host=2)
ALONE = replace(
    HOSTED, seats=tuple(replace(seat, kind="bot") if n != 2 else seat for n, seat in enumerate(HOSTED.seats, 1))
)
WATCHED = replace(GATHERING, you=None)


async def asked(keys, *messages, size=(80, 24)):
    """What is asked of the rooms when these keys are pressed."""
    link = FakeLink(LOBBY, Talk("", LOBBY_TALK))
    app = RelspaceApp(link, None)
    async with app.run_test(size=size) as pilot:
        link.push(*messages)
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        return link.sent


@pytest.mark.parametrize(
    ("keys", "sent"),
    [
        (["enter"], [Join("K7QX2")]),  # the game that waits is chosen first
        (["down", "enter"], [Join("P3MZ8")]),
        (["down", "down", "enter"], [Join("M2WQ7")]),
        (["end", "enter"], [Watch("H6RJ9")]),
        (["end", "up", "enter"], [Join("K7QX2")]),
        (["down", "down", "w"], [Watch("M2WQ7")]),
        (["p"], [QuickPlay()]),
        (["j", *"m2wq7", "enter"], [Join("M2WQ7")]),
        (["j", "escape"], []),
        (["j", "enter"], []),
        (["t", *"hi", "enter"], [Say("", "hi")]),
        (["escape"], []),
        (["n", "enter"], [Create("", RoomOptions(), 0)]),
        (["n", "escape"], []),
    ],
)
async def test_the_keys_of_the_lobby(keys, sent):
    assert await asked(keys) == sent


@pytest.mark.parametrize("key", ["enter", "w", "up", "down", "end"])
async def test_in_an_empty_lobby_no_key_does_harm(key):
    assert await asked([key], EMPTY) == []


@pytest.mark.parametrize(
    ("keys", "shown", "sent"),
    [
        (["enter"], GATHERING, [SetReady("M2WQ7", ready=True)]),
        (["enter"], ready(GATHERING, 2), [SetReady("M2WQ7", ready=False)]),
        (["enter"], WATCHED, [Join("M2WQ7")]),
        (["escape"], GATHERING, [Leave("M2WQ7")]),
        (["escape"], ALONE, []),
        (["escape", "enter"], ALONE, []),
        (["escape", "y"], ALONE, [Leave("M2WQ7")]),
        (["escape"], replace(ALONE, you=None), [Leave("M2WQ7")]),
        (["t", *"hi", "enter"], GATHERING, [Say("M2WQ7", "hi")]),
        (["b"], HOSTED, [AddBot("M2WQ7")]),
        (["s"], ready(HOSTED, 2), [Start("M2WQ7")]),
        (["s"], HOSTED, []),
        (["x", "3"], HOSTED, [RemoveSeat("M2WQ7", 3)]),
        (["x", "1", "y"], HOSTED, [RemoveSeat("M2WQ7", 1)]),
        (["x", "1", "enter"], HOSTED, []),
        (["x", "2"], HOSTED, []),
        (["x", "4"], HOSTED, []),
        (["x", "escape"], HOSTED, []),
        (["x", "0"], TEN, []),
        (["o", "up", "up", "right", "down", "enter"], HOSTED, [SetOptions("M2WQ7", RoomOptions(public=False))]),
        (["o", "up", "up", "right", "enter"], HOSTED, [SetOptions("M2WQ7", RoomOptions(public=False))]),
        (["o", "right", "enter"], HOSTED, [SetOptions("M2WQ7", RoomOptions(seats=5))]),
        (["b", "s", "o", "x", "3"], GATHERING, []),
    ],
)
async def test_the_keys_of_a_room(keys, shown, sent):
    assert await asked(keys, shown) == sent


@pytest.mark.parametrize(
    ("keys", "shown", "sent"),
    [
        (["r"], OVER, [SetReady("K7QX2", ready=True)]),
        (["r"], ready(OVER, 1), [SetReady("K7QX2", ready=False)]),
        (["escape"], OVER, [Leave("K7QX2")]),
        (["t", *"gg", "enter"], OVER, [Say("K7QX2", "gg")]),
        (["r", "enter"], replace(ended(you=None), you=None), []),
        (["enter"], replace(OVER, you=None, seats=OVER.seats[:3]), [Join("K7QX2")]),
    ],
)
async def test_the_keys_of_the_end(keys, shown, sent):
    assert await asked(keys, shown) == sent


async def test_a_click_on_leave_asks():
    app = RelspaceApp(FakeLink(EMPTY), None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.click(offset=(drawn(app).splitlines()[23].index("Ctrl-C leave"), 23))
        await pilot.pause()
        assert "Leave Relative Space?" in drawn(app)


async def test_the_line_for_a_code_shows_what_one_looks_like_but_none_that_is_typed():
    app = RelspaceApp(FakeLink(LOBBY), None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        assert f"the code, such as {EXAMPLE}" in drawn(app)


async def test_the_cursor_stays_on_its_room_while_others_come_and_go():
    link = FakeLink(LOBBY)
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "down", "down")
        link.push(replace(LOBBY, rooms=LOBBY.rooms[2:]))
        await pilot.pause()
        await pilot.press("enter")
        assert link.sent == [Join("T8VD4")]


async def test_rows_and_footer_can_be_clicked():
    link = FakeLink(LOBBY)
    app = RelspaceApp(link, None)
    async with app.run_test(size=(100, 24)) as pilot:
        await pilot.click(offset=(20, 8))
        await pilot.click(offset=(20, 8))
        await pilot.pause()
        assert link.sent == [Join("T8VD4")]
        await pilot.click(offset=(drawn(app).splitlines()[23].index("w watch"), 23))
        await pilot.pause()
        assert link.sent[-1] == Watch("T8VD4")


@pytest.mark.parametrize(
    "messages",
    [(LOBBY,), (EMPTY,), (GATHERING,), (HOSTED,), (ready(HOSTED, 2),), (WATCHED,), (OVER,), (replace(OVER, you=None),)],
)
@pytest.mark.parametrize("size", [(80, 24), (40, 18), (120, 40)])
async def test_every_word_of_the_footer_does_something(messages, size):
    """Each action below is a key that changes the page, opens something, or asks the rooms."""
    probe = RelspaceApp(FakeLink(LOBBY, *messages), None)
    async with probe.run_test(size=size):
        actions = {area.action for area in probe.picture(*size).areas if area.y == size[1] - 1}
    assert "?" in actions
    for action in actions - {"up", "down"}:
        link = FakeLink(LOBBY, *messages)
        app = RelspaceApp(link, None)
        copied = []
        async with app.run_test(size=size) as pilot:
            app.to_clipboard = copied.append
            before = app.picture(*size).text()
            app.press(action)
            await pilot.pause()
            dialog = len(app.screen_stack) > 1
            assert link.sent or dialog or copied or app.picture(*size).text() != before, action


RANKED = {AskRankings(1): Rankings(40, RANKS, RANKS[2]), AskProfile(""): PROFILE, AskProfile("Rigel"): PROFILE}


@pytest.mark.parametrize(
    ("messages", "keys"),
    [
        ((NEW, LOBBY), []),
        ((GUEST, LOBBY), []),
        ((me(), LOBBY), ["s", "down", "down"]),
        ((me(), LOBBY), ["r"]),
        ((me(), LOBBY), ["m"]),
        ((me(), LOBBY), ["?"]),
        ((me(), LOBBY), ["?", "tab"]),
    ],
)
@pytest.mark.parametrize("size", [(80, 24), (40, 18), (120, 40)])
async def test_every_word_below_an_opened_page_does_something(messages, keys, size):
    async def pressed(action, link):
        """What is shown before and after a click on an action, and whether a dialog is open."""
        link.known = RANKED
        app = RelspaceApp(link, None)
        async with app.run_test(size=size) as pilot:
            for key in keys:
                await pilot.press(key)
                await pilot.pause()
            actions = {area.action for area in app.picture(*size).areas if area.y == size[1] - 1}
            before = app.picture(*size).text()
            if action:
                app.press(action)
                await pilot.pause()
            return actions, app.picture(*size).text() != before or len(app.screen_stack) > 1

    actions, _ = await pressed("", FakeLink(*messages))
    assert actions
    for action in actions - {"up"}:
        link = FakeLink(*messages)
        _, changed = await pressed(action, link)
        assert changed or link.sent, action


async def test_the_invitation_is_copied_as_it_is_shown():
    link = FakeLink(LOBBY, GATHERING)
    app = RelspaceApp(link, None)
    async with app.run_test() as pilot:
        await pilot.press("c")
        assert app.clipboard == "ssh -t play.example.net join M2WQ7"
        assert "Copied" in drawn(app)


async def test_help_shows_the_keys_of_the_page_and_any_key_closes_it():
    link = FakeLink(LOBBY, GATHERING)
    app = RelspaceApp(link, None)
    async with app.run_test() as pilot:
        await pilot.press("?")
        assert "host: a bot takes a free seat" in drawn(app)
        await pilot.press("tab")
        assert "Even Space" in drawn(app)
        await pilot.press("b")
        assert app.session.page.name == "room"
        assert link.sent == []


async def test_the_end_says_what_saves_the_record():
    link = FakeLink(LOBBY, replace(OVER, game="K7QX2-1-1"))
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("s")
        await pilot.pause()
        assert "What you type on your own machine to save it:" in " ".join(drawn(app).replace("│", "").split())
        assert " ssh play.example.net record K7QX2-1-1 > game.jsonl " in drawn(app)
        assert app.clipboard == ""
        await pilot.press("c")
        await pilot.pause()
        assert app.clipboard == "ssh play.example.net record K7QX2-1-1 > game.jsonl"


async def test_on_ones_own_machine_it_says_what_shows_the_game_again(monkeypatch):
    monkeypatch.setattr("sys.argv", ["/home/vega/relative-space/.venv/bin/relspace"])
    monkeypatch.setenv("PATH", "")
    link = FakeLink(replace(LOBBY, address=""), replace(OVER, game="K7QX2-19accd1f2-1"))
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        assert " /home/vega/relative-space/.venv/bin/relspace replay K7QX2-19accd1f2-1 " in drawn(app)


@pytest.mark.parametrize("size", [(80, 24), (40, 18), (40, 20), (120, 40)])
async def test_what_saves_the_record_stays_until_it_has_been_read_and_can_be_seen_again(size):
    link = FakeLink(LOBBY, replace(OVER, game="K7QX2-1-1"))
    app = RelspaceApp(link, None)
    async with app.run_test(size=size) as pilot:
        for _ in range(2):
            await pilot.press("s", "f1")
            await pilot.pause()
            assert "> game.jsonl" in drawn(app)
            await pilot.press("escape")
            await pilot.pause()
            assert "> game.jsonl" not in drawn(app)
        assert not link.sent
        await pilot.press("escape")
        assert link.sent == [Leave(OVER.room)]
