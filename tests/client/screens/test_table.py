"""The table in the app: moves, refusals, the menu, the autopilot, the clock."""

from dataclasses import replace

import pytest

from relspace.errors import NotNow
from relspace.room.commands import ComeBack, HandOver, MakeMove, Say
from relspace.room.state import TalkLine
from relspace.rules.events import Loaded
from relspace.wire.commands import Leave
from relspace.wire.messages import Talk
from relspace_client.app import RelspaceApp

from ..around.rooms import LOBBY
from ..fakes import FakeLink, drawn
from ..table.situations import moved, orion

ROOM = orion().room
PLY = orion().view.ply


def app_at(*shown, **how):
    """An app that looks at a room."""
    link = FakeLink(LOBBY, *shown)
    return RelspaceApp(link, None, **how), link


def seat_is(shown, presence, number=1):
    """The room with a seat's player here, away or on autopilot."""
    seats = list(shown.seats)
    seats[number - 1] = replace(seats[number - 1], presence=presence)
    return replace(shown, seats=tuple(seats))


async def asked(keys, shown):
    app, link = app_at(shown)
    async with app.run_test(size=(80, 24)) as pilot:
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        return link.sent


@pytest.mark.parametrize(
    ("keys", "moves"),
    [
        (["b", "2", "2"], ["B2>P2"]),
        (["B", "2", "4"], ["B2>P4"]),
        (["right", "right", "4"], ["B2>P4"]),
        (["a", "3", "enter"], ["A3+"]),
        (["b", "2", "1"], []),  # it would jam: that is asked first
        (["b", "2", "1", "y"], ["B2>P1"]),
        (["b", "2", "1", "n"], []),
        (["b", "2", "1", "escape"], []),
        (["2"], []),
        (["h", "p", "escape", "l", "escape", "o", "2", "escape", "escape"], []),
    ],
)
async def test_moves(keys, moves):
    assert await asked(keys, orion()) == [MakeMove(ROOM, move, PLY) for move in moves]


async def test_nothing_is_played_on_somebody_elses_turn():
    assert await asked(["b", "2", "2", "enter"], orion(turn=2)) == []


async def test_a_seat_is_chosen_for_a_gift():
    shown = orion(phase="give", load_pod=2, pods={1: "1 3 3 6 7", 2: "2 8 4 ALB", 4: "OXY 4"})
    assert await asked(["3"], shown) == [MakeMove(ROOM, "give S3", PLY)]


async def test_a_face_down_card_is_chosen_to_be_looked_at():
    shown = orion(phase="peek", load_pod=2, pods={1: "1 3 3 6 7", 2: "2 8 8 WIN", 4: "OXY 4"})
    assert await asked(["c", "1", "enter"], shown) == [MakeMove(ROOM, "peek C1", PLY)]


@pytest.mark.parametrize(
    ("phase", "pods", "said"),
    [
        ("peek", "2 8 8 WIN", "Enter looks at the card that you choose. Choose one first."),
        ("give", "2 8 4 ALB", "A player's number gives the card."),
        ("play", "2 8 8", "Enter plays once a card and a pod are clear. Choose a card first."),
    ],
)
async def test_enter_before_anything_is_chosen_says_what_comes_first(phase, pods, said):
    load = None if phase == "play" else 2
    app, link = app_at(orion(phase=phase, load_pod=load, pods={1: "1 3 3 6 7", 2: pods, 4: "OXY 4"}))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("enter")
        assert said in drawn(app)
        assert link.sent == []


async def test_cards_pods_and_the_footer_can_be_clicked():
    app, link = app_at(orion())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.click(offset=(9, 18))  # B2
        await pilot.click(offset=(30, 7))  # pod 2
        await pilot.pause()
        assert link.sent == [MakeMove(ROOM, "B2>P2", PLY)]


async def test_why_a_move_was_refused_stands_in_the_prompt_until_the_next_key():
    app, link = app_at(orion())
    link.answers[MakeMove] = NotNow("stale-ply", meant=28, ply=29)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b", "2", "2")
        await pilot.pause()
        assert "The game has moved on. Please choose again." in drawn(app)
        assert "Press a pod's number" not in drawn(app)
        await pilot.press("right")
        assert "The game has moved on" not in drawn(app)
        assert "YOUR TURN" in drawn(app)


async def test_what_a_key_was_answered_holds_until_somebody_moves():
    shown = orion(turn=2)
    app, link = app_at(shown)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert "It is Rigel's turn." in drawn(app)
        link.push(moved(shown, Loaded("A1", "8", 2), seat=2, turn=1))
        await pilot.pause()
        assert "It is Rigel's turn." not in drawn(app)


@pytest.mark.parametrize("size", [(40, 18), (40, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("keys", [("2",), ("b", "2", "2"), ("2", "2")])
async def test_a_pods_number_out_of_turn_says_whose_turn_it_is(size, keys):
    app, link = app_at(orion(turn=2))
    async with app.run_test(size=size) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        assert "It is Rigel's turn." in " ".join(drawn(app).split())
        await pilot.press("left")
        assert "It is Rigel's turn." not in " ".join(drawn(app).split())
        await pilot.press("b", "2")
        assert "It is Rigel's turn." not in " ".join(drawn(app).split()), "the digit ends the name of a card"
        assert link.sent == []


@pytest.mark.parametrize("size", [(40, 18), (40, 20), (120, 40)])
async def test_a_refusal_is_told_at_every_size(size):
    app, link = app_at(orion())
    link.answers[MakeMove] = NotNow("not-your-turn")
    async with app.run_test(size=size) as pilot:
        await pilot.press("b", "2", "2")
        await pilot.pause()
        assert "It is somebody else's turn." in " ".join(drawn(app).split())


async def test_one_move_is_made_once():
    app, link = app_at(orion())
    link.gate.clear()
    async with app.run_test() as pilot:
        await pilot.press("b", "2", "2", "2")
        assert len(link.sent) == 1


async def test_a_key_brings_somebody_back_from_the_autopilot_and_does_nothing_else():
    app, link = app_at(seat_is(orion(), "autopilot"))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "The autopilot plays for you. Any key takes your seat back." in drawn(app)
        await pilot.press("b")
        await pilot.pause()
        assert link.sent == [ComeBack(ROOM)]
        link.push(orion())
        await pilot.press("2")
        assert link.sent == [ComeBack(ROOM)]


@pytest.mark.parametrize(("auto", "told"), [(True, True), (False, False)])
async def test_who_let_the_time_run_out_reads_so_until_the_next_key(auto, told):
    before = orion()
    after = moved(before, Loaded("B2", "5", 1), seat=1)
    after = replace(after, log=(*after.log[:-1], replace(after.log[-1], auto=auto)))
    app, link = app_at(before)
    async with app.run_test(size=(80, 24)) as pilot:
        link.push(after)
        await pilot.pause()
        assert ("Your time was up: the autopilot played for you." in drawn(app)) == told
        link.push(moved(after, Loaded("A1", "9", 1), seat=2))
        await pilot.pause()
        assert ("Your time was up" in drawn(app)) == told, "whatever the others do meanwhile"
        await pilot.press("right")
        await pilot.press("z")
        assert "Your time was up" not in drawn(app)


@pytest.mark.parametrize("key", ["o", "p", "l"])
async def test_whose_turn_it_is_is_told_whatever_is_shown(key):
    app, link = app_at(orion(turn=2))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        assert "It is your turn" not in drawn(app)
        link.push(orion())
        await pilot.pause()
        assert "It is your turn: Esc goes back." in drawn(app)


@pytest.mark.parametrize("extra", [(), ("7",)])
async def test_row_x_is_asked_for_only_if_cards_lie_there(extra):
    seen = orion()
    seats = (seen.view.seats[0]._replace(extra=extra), *seen.view.seats[1:])
    app, _ = app_at(replace(seen, view=seen.view._replace(seats=seats)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        shown = bool(extra)
        assert ("X and the number of the card" in drawn(app)) == shown
        assert ("x does nothing here" in drawn(app)) != shown


@pytest.mark.parametrize(
    ("keys", "sent"),
    [
        (["enter"], []),
        (["escape"], []),
        (["end", "enter", "enter"], []),  # to resign is asked again, and "play on" comes first
        (["end", "enter", "n"], []),
        (["end", "enter", "y"], [MakeMove(ROOM, "resign", PLY)]),
        (["end", "up", "enter", "down", "enter"], [Leave(ROOM)]),
        (["end", "up", "enter", "escape"], []),
    ],
)
async def test_the_menu(keys, sent):
    assert await asked(["escape", *keys], orion()) == sent


async def test_without_a_clock_an_away_seat_can_be_handed_to_the_autopilot():
    shown = away_for(orion(clock=False), hand_over_in=0)
    assert await asked(["escape", "down", "down", "enter"], shown) == [HandOver(ROOM, 4)]
    app, _ = app_at(orion(clock=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape")
        await pilot.pause()
        assert "Let the autopilot play" not in drawn(app)


def away_for(shown, hand_over_in):
    """The room with Deneb away, for whom the autopilot may be let play in so many milliseconds."""
    return replace(shown, seats=(*shown.seats[:3], replace(shown.seats[3], hand_over_in=hand_over_in)))


async def test_who_waits_for_somebody_away_is_told_what_can_be_done_and_when():
    now = [100.0]
    app, _ = app_at(away_for(orion(turn=4, clock=False), hand_over_in=25_000), seconds=lambda: now[0])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Deneb is away. After a minute, Esc can let the autopilot play." in drawn(app)
        await pilot.press("escape")
        await pilot.pause()
        assert "Let the autopilot play" not in drawn(app)
        await pilot.press("escape")
        now[0] += 25.0
        app.paint()
        await pilot.pause()
        assert "Deneb is away. Esc: let the autopilot play." in drawn(app)
        await pilot.press("escape")
        await pilot.pause()
        assert "Let the autopilot play for Deneb" in drawn(app)


async def test_the_page_is_drawn_again_when_the_autopilot_may_play():
    app, link = app_at(orion(clock=False))
    waits = []
    async with app.run_test(size=(80, 24)) as pilot:
        app.after = lambda seconds, then: waits.append(seconds)
        link.push(replace(away_for(orion(turn=4, clock=False), hand_over_in=25_000), rev=101))
        await pilot.pause()
        assert waits == [25.0]


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (orion(turn=4), "Deneb is away. The autopilot plays once the time is up."),
        (orion(turn=4, you=None), "Deneb is away. You are watching."),
        (orion(turn=2), "Rigel's turn. Choose your next card meanwhile."),
    ],
)
async def test_the_prompt_names_who_is_away(shown, said):
    app, _ = app_at(shown)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert said in drawn(app)


async def test_a_spectator_leaves_without_a_question():
    assert await asked(["escape", "end", "enter"], orion(you=None)) == [Leave(ROOM)]


async def test_talk_at_the_table():
    assert await asked(["t", *"b22 1", "enter"], orion()) == [Say(ROOM, "b22 1")]


async def test_a_new_line_of_talk_makes_room_for_the_log_again():
    now = [100.0]
    app, link = app_at(orion(), Talk(ROOM, ()), seconds=lambda: now[0])
    waits = []
    async with app.run_test(size=(80, 24)) as pilot:
        app.after = lambda seconds, then: waits.append(seconds)
        link.push(Talk(ROOM, (TalkLine("Rigel", "not pod 1 again", 0),)))
        await pilot.pause()
        assert "not pod 1 again" in drawn(app)
        assert waits == [20.0]
        now[0] += 20.0
        app.paint()
        await pilot.pause()
        assert "not pod 1 again" not in drawn(app)


async def test_the_clock_runs_on_the_table_and_under_a_dialog():
    now = [100.0]
    app, link = app_at(orion(), seconds=lambda: now[0])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "0:18" in drawn(app)
        assert app._ticker is not None
        now[0] += 5.2
        app._tick()
        await pilot.pause()
        assert "0:13" in drawn(app)
        await pilot.press("escape")
        now[0] += 5.0
        app._tick()
        await pilot.pause()
        assert "0:08" in drawn(app)
        link.push(LOBBY)
        await pilot.pause()
        assert app._ticker is None


async def test_where_nothing_is_timed_nothing_ticks():
    app, _ = app_at(orion(clock=False))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert app._ticker is None
