"""Words: what each leads to, wherever it is said."""

from dataclasses import replace

import pytest

from relspace.errors import Fault, NotNow
from relspace.room.commands import (
    CallVote,
    CastVote,
    ComeBack,
    GiveHost,
    HandOver,
    MakeMove,
    MuteSeat,
    RemoveSeat,
    Say,
    SetOptions,
    SetReady,
)
from relspace.room.commands import Start as StartGame
from relspace.room.options import RoomOptions
from relspace.rules.forecast import forecast
from relspace.rules.moves import parse_move
from relspace.wire.commands import AddBot, Create, Ignore, Join, Leave, QuickPlay, Watch
from relspace.wire.messages import Me, Snapshot
from relspace_client.plain.words.options import SWITCHES, read_options
from relspace_client.plain.words.vocabulary import WORDS, meant
from relspace_client.start import PlayBots, WatchRoom

from ..around.rooms import GATHERING, LOBBY
from ..table.situations import orion
from .scenes import ENDED
from .transcript import Transcript

PLACES: dict[str, Snapshot | None] = {"lobby": None, "room": GATHERING, "table": orion(), "end": ENDED}

HOSTED = replace(GATHERING, host=2)
"""The room, as its host sees it."""

NO_CLOCK = orion(clock=False)


CARDS = ("keycard", "brb", "wormhole", "oxygen", "winston", "albert", "mini", "grav", "odd", "even", "7")


@pytest.mark.parametrize("card", CARDS)
async def test_help_says_more_of_one_card_than_of_all(card):
    told = await at("table")
    every = await told.types("help cards")
    of_one = await told.types(f"help {card}")
    assert of_one[0] in every
    assert not {*of_one[1:]} & {*every}
    assert len(of_one) > 1


async def at(place: str | Snapshot) -> Transcript:
    """Somebody who is in a place."""
    told = await Transcript.begun(LOBBY)
    snapshot = PLACES[place] if isinstance(place, str) else place
    if snapshot is not None:
        told.hears(snapshot)
    return told


@pytest.mark.parametrize(
    ("place", "line", "command"),
    [
        ("lobby", "quick", QuickPlay()),
        ("lobby", "new", Create()),
        ("lobby", "NEW seats 3 clock off bots 2 level hard", Create("", RoomOptions(3, 0), 2, "hard")),
        ("lobby", "new private called Tea for two", Create("Tea for two", RoomOptions(public=False))),
        ("lobby", "join k7qx2", Join("K7QX2")),
        ("lobby", "j k7qx2", Join("K7QX2")),
        ("lobby", "watch K7QX2", Watch("K7QX2")),
        ("lobby", "say  hello  there ", Say("", "hello  there")),
        ("room", "ready", SetReady("M2WQ7", ready=True)),
        ("room", "start", StartGame("M2WQ7")),
        ("room", "bot", AddBot("M2WQ7")),
        ("room", "bot Hard", AddBot("M2WQ7", "hard")),
        (HOSTED, "remove mira", RemoveSeat("M2WQ7", 3)),
        ("room", "options pyramid open", SetOptions("M2WQ7", RoomOptions(layout="pyramid", stashes="open"))),
        ("room", "leave", Leave("M2WQ7")),
        ("table", "play a1 1", MakeMove("K7QX2", "A1>P1", 28)),
        ("table", "PLAY A1 onto pod 2", MakeMove("K7QX2", "A1>P2", 28)),
        ("table", "play a1 p4", MakeMove("K7QX2", "A1>P4", 28)),
        ("table", "b2 2", MakeMove("K7QX2", "B2>P2", 28)),
        ("table", "play c4 1", MakeMove("K7QX2", "C4>P1", 28)),
        ("table", "open a3", MakeMove("K7QX2", "A3+", 28)),
        ("table", "open", MakeMove("K7QX2", "A3+", 28)),
        ("table", "play a3", MakeMove("K7QX2", "A3+", 28)),
        (NO_CLOCK, "hand den", HandOver("K7QX2", 4)),
        ("table", "say good luck", Say("K7QX2", "good luck")),
        ("table", "vote yes", CastVote("K7QX2", yes=True)),
        ("table", "vote N", CastVote("K7QX2", yes=False)),
        ("table", "mute rigel", MuteSeat("K7QX2", 2)),
        ("table", "mute 2 Rigel", MuteSeat("K7QX2", 2)),
        (HOSTED, "unmute 1.", MuteSeat("M2WQ7", 1, on=False)),
        ("lobby", "ignore Rigel", Ignore("Rigel")),
        ("lobby", "unignore Rigel", Ignore("Rigel", on=False)),
        ("end", "rematch", SetReady("K7QX2", ready=True)),
        ("end", "leave", Leave("K7QX2")),
    ],
)  # fmt: skip
async def test_a_word_asks_the_rooms_for_something(place, line, command):
    told = await at(place)
    await told.types(line)
    assert told.link.sent == [command]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("word", [*WORDS, "help"])
async def test_every_word_can_be_said_everywhere(place, word):
    for rest in ("", "a1 1", "2", "mira", "x" * 300, "0", "-1", "²", "٣"):
        told = await at(place)
        said = await told.types(f"{word} {rest}")
        assert said or told.link.sent or told.session.ended
        assert all(line.isprintable() for line in said)


@pytest.mark.parametrize("name", WORDS)
def test_a_word_may_be_cut_short_while_it_is_clear(name):
    assert meant(name.upper()) == [name]
    for length in range(1, len(name)):
        found = meant(name[:length])
        assert name in found or found == [name[:length]]


async def test_an_unclear_word_and_an_unknown_one_get_one_line():
    told = await at("table")
    assert await told.types("s") == ["s could be start, stash, seed or say."]
    assert await told.types("stsh") == ["There is no word stsh. The nearest is stash."]
    assert await told.types("clear") == ["There is no word clear. Type help for the words."]
    assert await told.types("zzz" * 100) == [f"There is no word {'zzz' * 6}zz. Type help for the words."]
    assert await told.types("{0} %s $HOME") == ["There is no word {0}. Type help for the words."]
    assert await told.types("") == []


async def test_join_without_a_code_goes_to_the_game_that_waits():
    told = await at("lobby")
    await told.types("join")
    assert told.link.sent == [Join("K7QX2")]
    idle = replace(LOBBY, rooms=tuple(replace(room, your_turn=False) for room in LOBBY.rooms))
    told.hears(idle)
    assert await told.types("join") == ["Which of yours? K7QX2 Orion or P3MZ8 Slow boat. Type join and its code."]
    told.hears(replace(LOBBY, rooms=idle.rooms[1:]))
    await told.types("join")
    assert told.link.sent == [Join("K7QX2"), Join("P3MZ8")]
    told.hears(replace(LOBBY, rooms=LOBBY.rooms[2:]))
    assert await told.types("join") == ["Which room? A code is five letters and digits; type rooms for the list."]


async def test_the_lobby_says_how_to_go_on_with_a_game():
    told = await at("lobby")
    assert (await told.types("here"))[-1].startswith("Type join K7QX2 to go on. Type quick")
    told.hears(replace(LOBBY, rooms=LOBBY.rooms[2:]))
    assert (await told.types("here"))[-1].startswith("Type quick")


async def test_the_record_is_named_at_the_end_with_what_saves_it():
    for shown in (ENDED, replace(ENDED, you=None)):
        told = await at(shown)
        assert await told.types("record") == [
            "The record of this game is called K7QX2-1-9.",
            "This saves it: ssh play.example.net record K7QX2-1-9 > game.jsonl",
        ]
        assert "record to save the game" in (await told.types("here"))[-1]


async def test_who_does_not_know_the_game_is_told_how_it_goes():
    told = await at("lobby")
    said = await told.types("rules")
    assert said[0] == "Get rid of your whole stash: whoever does first escapes."
    assert said[-1] == "Type help cards for what each special card does."
    assert await told.types("?") == await told.types("help")


@pytest.mark.parametrize("name", WORDS)
async def test_help_knows_every_word(name):
    told = await at("lobby")
    assert (await told.types(f"help {name}"))[0].startswith(WORDS[name].usage)


# ── questions ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_jam_asks_first():
    told = await at("table")
    assert await told.types("play b2 1") == ["That jams pod 1 and brings back 4 cards. Type yes to do it."]
    assert told.link.sent == []
    await told.types("yes")
    assert told.link.sent == [MakeMove("K7QX2", "B2>P1", 28)]
    assert await told.types("yes") == ["Nothing was asked."]


@pytest.mark.parametrize(
    ("line", "question", "command"),
    [
        ("vote den", "The others vote on whether Deneb shall leave the game. Type yes to do it.", CallVote("K7QX2", 4)),
        ("host 2", "Rigel becomes the host. Type yes to do it.", GiveHost("K7QX2", 2)),
    ],
)
async def test_what_others_will_feel_asks_first(line, question, command):
    told = await at("table")
    assert await told.types(line) == [question]
    assert told.link.sent == []
    await told.types("yes")
    assert told.link.sent == [command]


@pytest.mark.parametrize("line", ["vote", "vote me", "vote 1", "vote 3", "vote 9", "mute 1", "host nobody"])
async def test_only_other_people_are_meant(line):
    told = await at("table")
    assert len(await told.types(line)) == 1
    assert told.link.sent == []


@pytest.mark.parametrize("answer", ["no", "n", "moves", "", "b2 2"])
async def test_only_a_yes_is_a_yes(answer):
    told = await at("table")
    await told.types("play b2 1", answer, "y")
    assert MakeMove("K7QX2", "B2>P1", 28) not in told.link.sent


async def test_a_late_yes_is_for_the_move_that_was_asked_about():
    told = await at("table")
    await told.types("play b2 1")
    now = orion()
    told.hears(replace(now, rev=120, view=now.view._replace(ply=33)))
    told.link.answers[MakeMove] = NotNow("stale-ply")
    assert await told.types("y") == ["The game has moved on. Please choose again."]
    assert told.link.sent == [MakeMove("K7QX2", "B2>P1", 28)]


async def test_a_stray_no_opens_no_room():
    told = await at("lobby")
    assert await told.types("n") == ["Nothing was asked."]
    assert told.link.sent == []


@pytest.mark.parametrize(("line", "command"), [("resign", MakeMove("K7QX2", "resign", 28)), ("leave", Leave("K7QX2"))])
async def test_giving_up_asks_first(line, command):
    told = await at("table")
    await told.types(line)
    assert told.link.sent == []
    await told.types("yes")
    assert told.link.sent == [command]


async def test_quitting_asks_only_where_a_seat_waits():
    told = await at("table")
    await told.types("quit")
    assert not told.session.ended
    await told.types("yes")
    assert told.session.ended
    for place in ("lobby", "room", "end"):
        told = await at(place)
        await told.types("quit")
        assert told.session.ended


async def test_a_guest_who_quits_a_game_is_not_told_that_the_seat_waits():
    told = await at(orion())
    assert "Your seat waits for you" in (await told.types("quit"))[-1]
    told.hears(Me("Vega", guest=True))
    assert await told.types("no", "quit") == [
        "Nothing is done.",
        "A guest cannot come back to a running game. Type yes to do it.",
    ]
    await told.types("yes")
    assert told.session.ended


async def test_a_person_is_removed_only_after_a_yes():
    told = await at(HOSTED)
    await told.types("remove rigel", "y")
    assert told.link.sent == [RemoveSeat("M2WQ7", 1)]


async def test_ctrl_c_withdraws_the_question():
    told = await at("table")
    await told.types("play b2 1")
    told.session.warn_of_leaving()
    await told.types("yes")
    assert told.link.sent == []


# ── moves ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_winston_and_albert():
    looks = await at(orion(phase="peek", load_pod=2, pods={1: "1", 2: "2 WIN"}))
    await looks.types("peek c3", "open a3")
    assert looks.link.sent == [MakeMove("K7QX2", "peek C3", 28)]
    for who in ("2", "Rigel", "rig", "RIGEL"):
        gives = await at(orion(phase="give", load_pod=2, pods={1: "1", 2: "2 4 ALB"}))
        await gives.types("give 1", "give vega", f"give {who}")
        assert gives.link.sent == [MakeMove("K7QX2", "give S2", 28)]


async def test_a_new_pod_needs_no_number():
    told = await at(orion(phase="load", load_pod=5, pods={1: "1", 5: ""}))
    await told.types("play b2", "play a1 1")
    assert told.link.sent == [MakeMove("K7QX2", "B2>P5", 28)]


async def test_what_is_said_to_load_loads_and_what_jams_is_asked():
    shown = orion()
    for legal in shown.legal:
        told = await at(shown)
        move = parse_move(legal.move)
        line = legal.move.replace(">P", " ") if ">" in legal.move else f"open {legal.move[:-1]}"
        await told.types(line)
        assert (told.link.sent == []) == (forecast(shown.view, 1, move).verdict == "jams")


async def test_nobody_moves_out_of_turn_or_without_a_seat():
    for shown in (orion(turn=2), orion(you=None)):
        told = await at(shown)
        await told.types("play a1 1", "open a3", "peek c1", "give 2", "a1 1")
        assert told.link.sent == []


async def test_whoever_says_something_takes_the_seat_back_from_the_autopilot():
    shown = orion()
    told = await at(replace(shown, seats=(replace(shown.seats[0], presence="autopilot"), *shown.seats[1:])))
    await told.types("a1 1")
    assert told.link.sent == [ComeBack("K7QX2"), MakeMove("K7QX2", "A1>P1", 28)]


# ── coming in ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_coming_in_to_watch_or_to_play():
    told = await Transcript.begun(LOBBY, start=WatchRoom("K7QX2"))
    assert told.link.sent == [Watch("K7QX2")]
    told = await Transcript.begun(LOBBY, start=PlayBots(2, 0))
    assert told.link.sent == [Create(options=RoomOptions(seats=3, clock=0), bots=2), SetReady("", ready=True)]


@pytest.mark.parametrize("word", SWITCHES)
def test_every_switch_sets_its_option(word):
    wanted = read_options(word.upper(), RoomOptions(), new=False)
    assert wanted.wrong == []
    for name, value in SWITCHES[word].items():
        assert getattr(wanted.options, name) == value


@pytest.mark.parametrize(
    "text",
    [
        "seats",
        "seats 1",
        "seats 11",
        "seats ٣",
        "clock",
        "clock 17",
        "clock 99999999999",
        "bots 10",
        "level no",
        "bots",
    ],
)
def test_what_is_no_option_is_named(text):
    wanted = read_options(text, RoomOptions(), new=True)
    assert wanted.wrong[0] == text.split()[0]
    assert wanted.options == RoomOptions()


def test_a_clock_of_a_day():
    assert read_options("clock day", RoomOptions(), new=True).options.clock == 86_400


# ── our side fails ───────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_store_that_fails_costs_one_line():
    told = await at("table")
    told.link.answers[MakeMove] = Fault("the store does not answer")
    assert await told.types("a1 1") == ["The server is busy. Nothing is lost; try again."]
    assert await told.types("turn")
