"""What a lesson is made of."""

from typing import NamedTuple

from relspace.rules.cards import Card
from relspace.rules.layout import ROWS
from relspace.rules.notation import position_from_json
from relspace.rules.position import Position


class Reply(NamedTuple):
    """What another player does."""

    seat: int
    move: str


class Step(NamedTuple):
    """One thing to do."""

    say: str
    """What is explained, to be translated."""
    brief: str
    """The same for a terminal of 40 columns, to be translated."""
    task: str
    """What to press, to be translated."""
    moves: tuple[str, ...] = ()
    """Each of these moves will do."""
    chooses: bool = False
    """Whether it is enough to choose a card."""
    replies: tuple[Reply, ...] = ()
    """What the others play then."""


class Lesson(NamedTuple):
    """One lesson."""

    name: str
    """A word for programs and tests."""
    title: str
    """To be translated, as the name of a card is if it is about one."""
    card: Card | None
    """The card that it is about; None for none."""
    about: str
    """What is learnt, to be translated."""
    names: tuple[str, ...]
    """Who plays: the learner first, whose name is not shown."""
    start: Position
    steps: tuple[Step, ...]
    done: str
    """What is said at the end, to be translated."""


def position(pods: tuple[str, ...], *stashes: str) -> Position:
    """A position of the game, checked as every position that is read.

    Args:
        pods: the cards of each pod from the bottom up, with spaces between them: `4 ODD 7`; pod 1 first.
        stashes: the rows of each seat from A to C with a slash between them; `-` is an empty space: `3 KEY - -`.
            A row with fewer than four cards has empty spaces behind them.
    """
    return position_from_json(
        {
            "ply": 0,
            "turn": 1,
            "direction": 1,
            "phase": "play",
            "load_pod": None,
            "pods": [{"id": number, "cards": cards.split()} for number, cards in enumerate(pods, 1)],
            "away": None,
            "next_pod": len(pods) + 1,
            "seats": [_stash(stash) for stash in stashes],
            "winner": None,
            "options": {"layout": "grid", "strict": False},
        }
    )


def _stash(text: str) -> dict[str, object]:
    rows = [[None if face == "-" else face for face in row.split()] for row in text.split("/")]
    spaces = {name: (row + [None] * 4)[:4] for name, row in zip(ROWS, rows, strict=True)}
    return {**spaces, "X": [], "peeked": [], "out": False}
