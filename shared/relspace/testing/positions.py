"""Positions made up in a line or two, for tests that need a certain situation.

A stash is written as its rows from top to bottom with `/` between them, `.` for an empty space: `"7 . KEY 2 / 10 1 OXY
4 / ~9 ~3 8 ~BRB"`. A row that is left empty, or left out, holds no card. Row X comes fourth.
"""

from collections.abc import Mapping, Sequence

from relspace.rules.cards import Space
from relspace.rules.layout import LAYOUTS, LayoutName
from relspace.rules.notation import position_from_json, position_to_json
from relspace.rules.position import Direction, Options, Phase, Pod, Position, Stash

EMPTY = "."
"""An empty space."""


def stash(text: str, layout: LayoutName = "grid", *, peeked: str = "") -> Stash:
    """A stash from its rows; `peeked` lists spaces with blanks between them. Without any card it is one that is out."""
    rows = [row.split() for row in text.split("/")]
    rows += [[]] * (4 - len(rows))
    spaces: list[Space] = []
    for row, size in zip(rows[:3], LAYOUTS[layout].sizes, strict=True):
        assert len(row) in (0, size), f"{row} has not {size} spaces"
        spaces += [_space(word) for word in row or [EMPTY] * size]
    extra = tuple(_space(word) for word in rows[3])
    return Stash(tuple(spaces), extra, tuple(peeked.split()), out=not any(spaces) and not any(extra))


def _space(word: str) -> Space:
    return None if word == EMPTY else word


def position(
    seats: Sequence[str | Stash],
    pods: Mapping[int, str] | None = None,
    *,
    turn: int = 1,
    direction: Direction = 1,
    phase: Phase = "play",
    load_pod: int | None = None,
    away: tuple[int, str] | None = None,
    ply: int = 0,
    layout: LayoutName = "grid",
    strict: bool = False,
) -> Position:
    """A position, checked as strictly as one that was read.

    Args:
        seats: each stash, as `stash` takes it or made by it.
        pods: the cards of each pod from the bottom up, by its id; one empty pod if left out.
        turn: the seat to move.
        direction: the order of play.
        phase: what that seat owes.
        load_pod: the pod that it is owed to.
        away: id and cards of the pod that a Wormhole took.
        ply: moves made so far.
        layout: how the stashes lie.
        strict: whether specials jam on gates.

    Raises:
        Unreadable: `bad-position`, if no game can come to it.
    """
    out = tuple(Pod(pod, tuple(cards.split())) for pod, cards in sorted((pods or {1: ""}).items()))
    gone = None if away is None else Pod(away[0], tuple(away[1].split()))
    next_pod = max([pod.id for pod in out] + ([gone.id] if gone else [])) + 1
    stashes = tuple(stash(seat, layout) if isinstance(seat, str) else seat for seat in seats)
    made = Position(ply, turn, direction, phase, load_pod, out, gone, next_pod, stashes, None, Options(layout, strict))
    return position_from_json(position_to_json(made))


def stash_text(stash: Stash, layout: LayoutName) -> str:
    """A stash as `stash` reads it, row X only where it holds something."""
    rows = [stash.spaces[row.start : row.stop] for row in LAYOUTS[layout].rows]
    shown = [*rows, stash.extra] if stash.extra else rows
    return " / ".join(" ".join(card or EMPTY for card in row) for row in shown)
