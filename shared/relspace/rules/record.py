"""The record of a game (docs/rules.md 8): JSON lines, readable and appendable while the game goes on.

A first line about the game, one line a move, and a last line once the game is over. Reading checks the form of every
line and how the lines follow one another; `relspace.rules.replay` checks the game itself.
"""

import json
import re
from collections.abc import Iterable
from typing import Any, Final, Literal, NamedTuple, NoReturn, TypeAlias, cast

from relspace.errors import Unreadable
from relspace.rules.deal import FEWEST_PLAYERS, MOST_PLAYERS
from relspace.rules.draft import LAST_PLY
from relspace.rules.moves import Move, parse_move
from relspace.rules.notation import options_from_json, options_to_json
from relspace.rules.position import Options

FORMAT: Final = 1
"""The format that is written; a newer one is refused."""

Reason: TypeAlias = Literal["escaped", "last_left", "exploded", "abandoned"]
"""How a game ended. In the last two nobody has won."""

REASONS: Final[tuple[Reason, ...]] = ("escaped", "last_left", "exploded", "abandoned")
WITHOUT_WINNER: Final = ("exploded", "abandoned")

MOST_TEXT: Final = 200
"""Characters that an id, a time or a name may have when it is read."""

_HEX: Final = re.compile(r"[0-9a-f]{64}")


class GameLine(NamedTuple):
    """The first line: what game it is."""

    id: str
    started: str
    """Wall-clock time, as `2026-11-29T20:00:00Z`."""
    options: Options
    seats: tuple[str, ...]
    """The players' names."""
    commitment: str
    """SHA-256 of the seed, in hex."""
    first: int | None = None
    """The seat that played first, in a rematch; None if the seed chose it."""


class MoveLine(NamedTuple):
    """One move."""

    ply: int
    """From 1."""
    seat: int
    move: Move
    ms: int
    """Milliseconds since the start."""
    auto: bool = False
    """Whether the server made the move for an absent player."""


class EndLine(NamedTuple):
    """The last line: how it ended, and the seed."""

    ply: int
    """Moves made."""
    winner: int | None
    reason: Reason
    seed: str
    """In hex."""


Line: TypeAlias = GameLine | MoveLine | EndLine


class Record(NamedTuple):
    """A whole record; without an end, that of a game which still goes on."""

    game: GameLine
    moves: tuple[MoveLine, ...]
    end: EndLine | None


def write_line(line: Line) -> str:
    """One line of a record, its newline included."""
    return json.dumps(_to_json(line), ensure_ascii=False) + "\n"


def write_record(record: Record) -> str:
    """A whole record."""
    end = () if record.end is None else (record.end,)
    return "".join(write_line(line) for line in (record.game, *record.moves, *end))


def _to_json(line: Line) -> dict[str, Any]:
    match line:
        case GameLine():
            data = {"type": "game", "format": FORMAT, "id": line.id, "started": line.started}
            data |= {"options": options_to_json(line.options), "seats": list(line.seats), "commitment": line.commitment}
            return data if line.first is None else {**data, "first": line.first}
        case MoveLine():
            data = {"type": "move", "ply": line.ply, "seat": line.seat, "move": str(line.move), "ms": line.ms}
            return {**data, "auto": True} if line.auto else data
        case EndLine():
            return {"type": "end", **line._asdict()}


def read_record(lines: Iterable[str]) -> Record:
    """Reads a record.

    Args:
        lines: its lines, with or without their newlines; a file opened as text will do.

    Raises:
        Unreadable: `bad-record`, with `line` (from 1) and `reason`; `bad-version` for a newer format.
    """
    game: GameLine | None = None
    moves: list[MoveLine] = []
    end: EndLine | None = None
    number = 0
    for number, text in enumerate(lines, 1):
        data = _parse(text, number)
        if game is None:
            game = _read_game(data)
        elif end is not None:
            data.refuse("nothing may follow the end")
        elif data.kind == "move":
            moves.append(_read_move(data, game, moves))
        else:
            end = _read_end(data, game, moves)
    if game is None:
        raise Unreadable("bad-record", line=number + 1, reason="the first line is missing")
    return Record(game, tuple(moves), end)


class _Data(NamedTuple):
    """One line as JSON, and its number for whoever has to complain about it."""

    fields: dict[str, Any]
    number: int

    @property
    def kind(self) -> object:
        """What sort of line it says it is."""
        return self.fields.get("type")

    def refuse(self, reason: str) -> NoReturn:
        """Refuses the line."""
        raise Unreadable("bad-record", line=self.number, reason=reason)

    def need(self, ok: bool, reason: str) -> None:
        """Refuses the line unless `ok`."""
        if not ok:
            self.refuse(reason)

    def only(self, needed: tuple[str, ...], may: tuple[str, ...] = ()) -> None:
        """The line has these fields and no others."""
        missing = [name for name in needed if name not in self.fields]
        self.need(not missing, f"without {', '.join(missing)}")
        unknown = [name for name in self.fields if name not in needed + may]
        self.need(not unknown, f"unknown field {', '.join(unknown)[:MOST_TEXT]}")

    def whole(self, name: str, lowest: int, highest: int) -> int:
        """A field that holds a whole number within bounds."""
        value = self.fields[name]
        self.need(type(value) is int and lowest <= value <= highest, f"{name} is not a number {lowest} to {highest}")
        number: int = value
        return number

    def text(self, name: str) -> str:
        """A field that holds a short text."""
        value = self.fields[name]
        self.need(_is_short_text(value), f"{name} is not a short text")
        text: str = value
        return text

    def hex(self, name: str) -> str:
        """A field that holds 32 bytes in hex."""
        value = self.text(name)
        self.need(_HEX.fullmatch(value) is not None, f"{name} is not 64 hexadecimal digits")
        return value


def _is_short_text(value: object) -> bool:
    """Whether this is a text that can be shown: short, and without half a surrogate pair, which JSON can smuggle."""
    return isinstance(value, str) and len(value) <= MOST_TEXT and not any("\ud800" <= c <= "\udfff" for c in value)


def _parse(text: str, number: int) -> _Data:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        fields = None
    data = _Data(fields if type(fields) is dict else {}, number)
    data.need(type(fields) is dict, "not a JSON object")
    return data


def _read_game(data: _Data) -> GameLine:
    data.need(data.kind == "game", "the first line is not about a game")
    data.need("format" in data.fields, "without format")
    if data.whole("format", 1, 2**31) > FORMAT:
        raise Unreadable("bad-version", version=data.fields["format"], newest=FORMAT)
    data.only(("type", "format", "id", "started", "options", "seats", "commitment"), ("first",))
    seats = data.fields["seats"]
    data.need(type(seats) is list and FEWEST_PLAYERS <= len(seats) <= MOST_PLAYERS, "not 2 to 10 seats")
    data.need(all(_is_short_text(name) for name in seats), "a seat is not a short name")
    try:
        options = options_from_json(data.fields["options"])
    except Unreadable as error:
        raise Unreadable("bad-record", line=data.number, reason=f"{error.details['path']} is wrong") from None
    first = data.whole("first", 1, len(seats)) if "first" in data.fields else None
    return GameLine(data.text("id"), data.text("started"), options, tuple(seats), data.hex("commitment"), first)


def _read_move(data: _Data, game: GameLine, before: list[MoveLine]) -> MoveLine:
    data.only(("type", "ply", "seat", "move", "ms"), ("auto",))
    expected = len(before) + 1
    data.need(expected <= LAST_PLY, f"more than {LAST_PLY} moves")
    data.need(data.whole("ply", 1, LAST_PLY) == expected, f"ply {expected} is missing")
    ms = data.whole("ms", 0, 2**53)
    data.need(not before or ms >= before[-1].ms, "earlier than the move before")
    auto = data.fields.get("auto", False)
    data.need(type(auto) is bool, "auto is not true or false")
    try:
        move = parse_move(data.text("move"))
    except Unreadable:
        raise Unreadable("bad-record", line=data.number, reason="not a move") from None
    return MoveLine(expected, data.whole("seat", 1, len(game.seats)), move, ms, auto)


def _read_end(data: _Data, game: GameLine, moves: list[MoveLine]) -> EndLine:
    data.need(data.kind == "end", "neither a move nor the end")
    data.only(("type", "ply", "winner", "reason", "seed"))
    data.need(data.whole("ply", 0, LAST_PLY) == len(moves), f"the record has {len(moves)} moves")
    reason = data.fields["reason"]
    data.need(type(reason) is str and reason in REASONS, "an unknown reason")
    winner = None if data.fields["winner"] is None else data.whole("winner", 1, len(game.seats))
    data.need((winner is None) == (reason in WITHOUT_WINNER), "reason and winner do not go together")
    return EndLine(len(moves), winner, cast("Reason", reason), data.hex("seed"))
