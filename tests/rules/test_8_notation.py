"""docs/rules.md 8: moves, positions and records, as text."""

import json
from typing import Any

import pytest

from relspace.errors import Unreadable
from relspace.rules.deal import deal
from relspace.rules.moves import Give, Move, Peek, Play, Resign, Use, parse_move
from relspace.rules.notation import position_from_json, position_to_json, view_from_json, view_to_json
from relspace.rules.position import Options, Pod, Position, Stash
from relspace.rules.record import EndLine, GameLine, MoveLine, Record, read_record, write_line, write_record
from relspace.rules.replay import replay, verify
from relspace.rules.view import view

from .play import legal, play, resign

MOVES: dict[str, Move] = {
    "A1>P2": Play("A1", 2),
    "X10>P137": Play("X10", 137),
    "A2+": Use("A2"),
    "X1+": Use("X1"),
    "peek C3": Peek("C3"),
    "give S2": Give(2),
    "give S10": Give(10),
    "resign": Resign(),
}


@pytest.mark.parametrize("text", MOVES)
def test_moves(text: str) -> None:
    """8 Moves: `A1>P2`, `A2+`, `peek C3`, `give S2`, `resign`."""
    assert parse_move(text) == MOVES[text]
    assert type(parse_move(text)) is type(MOVES[text])
    assert str(MOVES[text]) == text


@pytest.mark.parametrize(
    "text",
    ["", "A1", "a1>P2", "A1>p2", "A1>P0", "A1>P02", "A0>P1", "D1>P1", "A1 >P2", "A1>P2\n", " resign", "Resign", "A1+ ",
     "peek A9", "peek X1", "peek  C3", "give 2", "give S0", "give S1x", "pass", "A1>P２", "A١>P1", "A1>P99999"],
)  # fmt: skip
def test_what_is_not_a_move(text: str) -> None:
    """8 Moves: nothing else is one."""
    with pytest.raises(Unreadable, match="bad-move"):
        parse_move(text)


EXAMPLE = {
    "ply": 12, "turn": 1, "direction": 1, "phase": "play", "load_pod": None,
    "pods": [{"id": 1, "cards": ["3", "ODD", "7"]}], "away": None, "next_pod": 2,
    "seats": [
        {"A": ["7", None, "KEY", "2"], "B": ["10", "1", "OXY", "4"], "C": ["~9", "~3", "8", "~BRB"], "X": [],
         "peeked": ["C2"], "out": False},
        {"A": [None, None, None, None], "B": ["1", None, None, None], "C": [None, "~3", "8", "~WIN"],
         "X": ["5", "6"], "peeked": [], "out": False},
    ],
    "winner": None, "options": {"layout": "grid", "strict": False},
}  # fmt: skip


def example() -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(EXAMPLE))
    return copy


def test_position_as_json() -> None:
    """8 Position: the fields and their order are those of the page, and reading gives back what was written."""
    made = position_from_json(EXAMPLE)
    assert made.pods == (Pod(1, ("3", "ODD", "7")),)
    assert made.seats[0] == Stash(
        ("7", None, "KEY", "2", "10", "1", "OXY", "4", "~9", "~3", "8", "~BRB"), (), ("C2",), False
    )
    assert made.options == Options("grid", False)
    assert json.dumps(position_to_json(made)) == json.dumps(EXAMPLE)


def test_position_in_the_middle_of_a_turn() -> None:
    """8 Position: phases load, peek and give name the pod that is owed; the pod in away has its Wormhole on top."""
    data = example() | {"phase": "load", "load_pod": 2, "away": {"id": 3, "cards": ["7", "WORM"]}, "next_pod": 4}
    data["pods"].append({"id": 2, "cards": []})
    data["seats"][0]["X"] = [None, "9"]
    assert position_to_json(position_from_json(data)) == data


def changed(**fields: Any) -> dict[str, Any]:
    return example() | fields


def with_stash(**fields: Any) -> dict[str, Any]:
    data = example()
    data["seats"][0] |= fields
    return data


def without(name: str) -> dict[str, Any]:
    data = example()
    del data[name]
    return data


ONE = {"id": 1, "cards": ["3"]}
OUT = {"A": [None] * 4, "B": [None] * 4, "C": [None] * 4, "X": [], "peeked": [], "out": True}

BROKEN: dict[str, Any] = {
    "not a map": [],
    "nothing": None,
    "a field too few": without("winner"),
    "a field too many": changed(seed="00"),
    "ply a text": changed(ply="12"),
    "ply true": changed(ply=True),
    "ply a fraction": changed(ply=12.0),
    "ply below 0": changed(ply=-1),
    "ply above 500": changed(ply=501, phase="over"),
    "ply 500 and not over": changed(ply=500),
    "turn 0": changed(turn=0),
    "turn of nobody": changed(turn=3),
    "direction 0": changed(direction=0),
    "direction true": changed(direction=True),
    "unknown phase": changed(phase="pass"),
    "phase a list": changed(phase=["play"]),
    "play with a load_pod": changed(load_pod=1),
    "load without a load_pod": changed(phase="load"),
    "load onto a pod with cards": changed(phase="load", load_pod=1),
    "load onto no pod": changed(phase="load", load_pod=2),
    "peek without Winston": changed(phase="peek", load_pod=1),
    "give without Albert": changed(phase="give", load_pod=1),
    "give with nothing under Albert": changed(phase="give", load_pod=1, pods=[{"id": 1, "cards": ["ALB"]}]),
    "no pod": changed(pods=[]),
    "pods in the wrong order": changed(pods=[{"id": 2, "cards": []}, ONE], next_pod=3),
    "a pod twice": changed(pods=[ONE, ONE]),
    "a pod as a list": changed(pods=[[1, ["3"]]]),
    "a pod with too much": changed(pods=[ONE | {"name": "Orion"}]),
    "pod 0": changed(pods=[{"id": 0, "cards": []}]),
    "an unknown card": changed(pods=[{"id": 1, "cards": ["11"]}]),
    "a number for a card": changed(pods=[{"id": 1, "cards": [3]}]),
    "a face-down card on a pod": changed(pods=[{"id": 1, "cards": ["~3"]}]),
    "away without a Wormhole": changed(away={"id": 2, "cards": ["3"]}, next_pod=3),
    "away and out": changed(away={"id": 1, "cards": ["WORM"]}),
    "a next_pod that is out": changed(next_pod=1),
    "a next_pod that is away": changed(away={"id": 2, "cards": ["WORM"]}, next_pod=2),
    "one seat": changed(seats=example()["seats"][:1]),
    "eleven seats": changed(seats=example()["seats"][:1] * 11),
    "seats as a map": changed(seats={"1": OUT, "2": OUT}),
    "a winner and not over": changed(winner=1),
    "a winner who is nobody": changed(winner=3, phase="over"),
    "unknown layout": changed(options={"layout": "heap", "strict": False}),
    "strict a number": changed(options={"layout": "grid", "strict": 0}),
    "an option too many": changed(options={"layout": "grid", "strict": False, "stashes": "open"}),
    "a short row": with_stash(A=["7", None, "KEY"]),
    "a row of the other layout": changed(options={"layout": "pyramid", "strict": False}),
    "a row as a text": with_stash(A="7777"),
    "an unknown face": with_stash(A=["7", None, "KEY", "0"]),
    "a hidden face": with_stash(A=["7", None, "KEY", "?"]),
    "a back without a face": with_stash(C=["~", "~3", "8", "~BRB"]),
    "face-down in row B": with_stash(B=["~1", None, None, None]),
    "face-down in row X": with_stash(X=["~1"]),
    "a hole in row X": with_stash(X=[None, "1"]),
    "peeked not sorted": with_stash(peeked=["C2", "C1"]),
    "peeked twice": with_stash(peeked=["C2", "C2"]),
    "peeked face-up": with_stash(peeked=["C3"]),
    "peeked elsewhere": with_stash(peeked=["D1"]),
    "peeked a number": with_stash(peeked=[2]),
    "out a text": with_stash(out="no"),
    "out with cards": with_stash(out=True),
    "in without cards": changed(seats=[example()["seats"][0], OUT | {"out": False}]),
    "the turn of one who is out": changed(seats=[OUT, example()["seats"][0]]),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_not_a_position(what: str) -> None:
    """8 Position: what no game can come to is refused, in one way, whatever it is."""
    with pytest.raises(Unreadable, match="bad-position"):
        position_from_json(BROKEN[what])
    with pytest.raises(Unreadable, match="bad-position"):
        view_from_json(BROKEN[what] if what not in ("a hidden face", "a back without a face") else None)


def test_view_as_json() -> None:
    """8 Position: a view has the same form, with `~` and `?` for what is hidden."""
    seen = view(position_from_json(EXAMPLE), 2, "private")
    data = view_to_json(seen)
    assert data["seats"][0] == {
        "A": ["?", None, "?", "?"], "B": ["?", "?", "?", "?"], "C": ["~", "~", "?", "~"], "X": [], "peeked": ["C2"],
        "out": False,
    }  # fmt: skip
    assert view_from_json(json.loads(json.dumps(data))) == seen


def test_every_move_is_a_ply() -> None:
    """8 Moves: a peek, a gift and a resignation included."""
    start = position_from_json(EXAMPLE)
    owed = start._replace(pods=(Pod(1, ("3", "WIN")),), phase="peek", load_pod=1)
    assert play(owed, "peek C1").position.ply == 13
    assert resign(start, 2).position.ply == 13


def test_legal_moves_leave_resigning_out() -> None:
    """8 Moves: the legal moves are those of the seat on turn, without `resign`."""
    assert legal(position_from_json(EXAMPLE)) == "A1>P1, A3+, A4>P1, B2>P1"


# ── records ──────────────────────────────────────────────────────────────────────────────────────────────────────────

SEED = bytes(range(32))
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
GAME = GameLine("K7QX2-1", "2026-11-29T20:00:00Z", Options(), ("Vega", "すばる"), COMMITMENT)


def played() -> Record:
    """A short game that ends with a resignation."""
    moves = []
    position = deal(2, Options(), SEED)
    for number in range(1, 7):
        move = parse_move(legal(position).split(", ")[0])
        moves.append(MoveLine(number, position.turn, move, 1000 * number, number == 3))
        position = play(position, str(move), seed=SEED).position
    moves.append(MoveLine(7, 1, Resign(), 9000))
    return Record(GAME, tuple(moves), EndLine(7, 2, "last_left", SEED.hex()))


def test_record_lines() -> None:
    """8 Record: JSON lines, with the fields of the page in its order."""
    assert write_line(GAME) == (
        '{"type": "game", "format": 1, "id": "K7QX2-1", "started": "2026-11-29T20:00:00Z", '
        '"options": {"layout": "grid", "strict": false}, "seats": ["Vega", "すばる"], '
        f'"commitment": "{COMMITMENT}"}}\n'
    )
    assert write_line(GAME._replace(first=2)).endswith(', "first": 2}\n')
    move = MoveLine(1, 2, Play("A1", 1), 5210)
    assert write_line(move) == '{"type": "move", "ply": 1, "seat": 2, "move": "A1>P1", "ms": 5210}\n'
    assert write_line(move._replace(auto=True)).endswith(', "ms": 5210, "auto": true}\n')
    assert write_line(EndLine(57, 2, "escaped", "00" * 32)) == (
        '{"type": "end", "ply": 57, "winner": 2, "reason": "escaped", "seed": "' + "00" * 32 + '"}\n'
    )


def test_record_reads_back() -> None:
    """8 Record: readable while the game goes on, line by line."""
    record = played()
    lines = write_record(record).splitlines()
    assert read_record(lines) == record
    for made in range(len(record.moves) + 1):
        assert read_record(lines[: made + 1]) == Record(GAME, record.moves[:made], None)


def test_record_of_a_rematch() -> None:
    """8 Record: the first line of a rematch says which seat was first."""
    record = Record(GAME._replace(first=2), (), None)
    assert read_record(write_record(record).splitlines()) == record


def broken_records() -> dict[str, tuple[int, list[str]]]:
    """What is wrong, the number of the line that is to be named, and the lines."""
    game, *moves, end = write_record(played()).splitlines()

    def line(text: str, **fields: Any) -> str:
        return json.dumps({name: value for name, value in (json.loads(text) | fields).items() if value != "DROP"})

    return {
        "empty": (1, []),
        "no first line": (1, moves),
        "not JSON": (1, ["{"]),
        "not an object": (2, [game, "[]"]),
        "an empty line": (2, [game, "", *moves]),
        "nested too deep": (1, ["[" * 100_000]),
        "two first lines": (2, [game, game]),
        "a field too few": (1, [line(game, started="DROP")]),
        "a field too many": (1, [line(game, winner=1)]),
        "one seat": (1, [line(game, seats=["Vega"])]),
        "a seat without a name": (1, [line(game, seats=["Vega", 7])]),
        "a name too long": (1, [line(game, seats=["Vega", "x" * 201])]),
        "a name with half a character": (1, [game.replace("Vega", "\\ud800")]),
        "an id with half a character": (1, [game.replace("K7QX2", "\\udfff")]),
        "unknown options": (1, [line(game, options={"layout": "heap", "strict": False})]),
        "first of nobody": (1, [line(game, first=3)]),
        "a short commitment": (1, [line(game, commitment="00")]),
        "an id that is no text": (1, [line(game, id=7)]),
        "format 0": (1, [line(game, format=0)]),
        "format true": (1, [line(game, format=True)]),
        "a ply left out": (3, [game, moves[0], moves[2]]),
        "a ply twice": (3, [game, moves[0], moves[0]]),
        "a seat of nobody": (2, [game, line(moves[0], seat=3)]),
        "not a move": (2, [game, line(moves[0], move="pass")]),
        "a move that is no text": (2, [game, line(moves[0], move=7)]),
        "earlier than the move before": (3, [game, moves[0], line(moves[1], ms=3)]),
        "before the start": (2, [game, line(moves[0], ms=-1)]),
        "auto a number": (2, [game, line(moves[0], auto=1)]),
        "an unknown line": (2, [game, line(moves[0], type="talk")]),
        "an end with another ply": (4, [game, *moves[:2], end]),
        "an unknown reason": (9, [game, *moves, line(end, reason="bored")]),
        "a winner of an explosion": (9, [game, *moves, line(end, reason="exploded")]),
        "an escape without a winner": (9, [game, *moves, line(end, winner=None)]),
        "a winner who is nobody": (9, [game, *moves, line(end, winner=3)]),
        "a short seed": (9, [game, *moves, line(end, seed="00")]),
        "something after the end": (10, [game, *moves, end, end]),
    }


@pytest.mark.parametrize("what", broken_records())
def test_what_is_not_a_record(what: str) -> None:
    """8 Record: what is wrong is refused, with the line and a reason."""
    number, lines = broken_records()[what]
    with pytest.raises(Unreadable, match="bad-record") as refused:
        read_record(lines)
    assert refused.value.details["line"] == number
    assert refused.value.details["reason"]


def test_record_of_a_newer_format() -> None:
    """8 Record: a newer format is refused as such."""
    with pytest.raises(Unreadable, match="bad-version"):
        read_record([write_line(GAME).replace('"format": 1', '"format": 2')])


def test_record_replays() -> None:
    """8 Record: with the seed, the whole game can be played again."""
    record = played()
    steps = list(replay(record))
    assert [step.made for step in steps] == [None, *record.moves]
    assert [step.position.ply for step in steps] == list(range(8))
    assert verify(record) == steps[-1].position
    assert steps[-1].position.winner == 2


def test_record_of_an_abandoned_game() -> None:
    """8 Record: a room that was closed leaves a game without a winner."""
    record = played()
    broken_off = Record(GAME, record.moves[:4], EndLine(4, None, "abandoned", SEED.hex()))
    over = verify(broken_off)
    assert (over.phase, over.ply, over.winner) == ("over", 4, None)


def test_record_that_is_not_honest() -> None:
    """8 Record: another seed, an illegal move, moves after the end or another result are found out, with their line."""
    record = played()
    end = record.end
    assert end is not None
    illegal = MoveLine(2, record.moves[1].seat, Play("C1", 9), 2000)
    stranger = record.moves[1]._replace(seat=3 - record.moves[1].seat)
    dishonest: list[tuple[int, Record]] = [
        (9, record._replace(end=None)),
        (9, record._replace(end=end._replace(seed="00" * 32))),
        (3, record._replace(moves=(record.moves[0], illegal, *record.moves[2:]))),
        (3, record._replace(moves=(record.moves[0], stranger, *record.moves[2:]))),
        (9, record._replace(end=end._replace(winner=1))),
        (9, record._replace(end=end._replace(reason="escaped"))),
        (9, record._replace(end=end._replace(reason="abandoned", winner=None))),
        (8, record._replace(moves=record.moves[:6], end=end._replace(ply=6))),
        (9, record._replace(moves=(*record.moves, record.moves[-1]._replace(ply=8)), end=end._replace(ply=8))),
    ]
    for line, doubtful in dishonest:
        with pytest.raises(Unreadable, match="bad-record") as refused:
            verify(doubtful)
        assert refused.value.details["line"] == line


def test_position_type_is_not_a_view() -> None:
    """8 Position: what is written for one cannot be mistaken for the other's type."""
    assert isinstance(position_from_json(EXAMPLE), Position)
    assert not isinstance(view(position_from_json(EXAMPLE), 1, "open"), Position)


def test_a_newer_record_says_so_whatever_else_it_holds() -> None:
    """8 Notation: a record of a newer format is refused as that."""
    with pytest.raises(Unreadable, match="bad-version"):
        read_record(['{"type": "game", "format": 2, "mood": "fine"}'])
