"""Writes the games in golden/ anew, after a rule was changed on purpose: `python tests/rules/write_golden.py`.

Read the difference before it is kept: it is what the change does to whole games.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from relspace.bots import choose
from relspace.rules.apply import apply
from relspace.rules.deal import deal
from relspace.rules.forecast import forecast
from relspace.rules.legal import legal_moves
from relspace.rules.moves import Move, Resign, Use
from relspace.rules.position import Options, Position
from relspace.rules.view import view
from relspace.testing.playthrough import written

GOLDEN = Path(__file__).parent / "golden"


class Game(NamedTuple):
    """How one of the games is played."""

    name: str
    title: str
    players: int
    options: Options
    seed: int
    resigns: tuple[tuple[int, int], ...] = ()
    """After which ply which seat resigns."""
    keeps_keycards: bool = False
    """Whether Keycards are kept for last."""


GAMES = (
    Game("grid-2", "The grid, two seats: from the deal to an escape", 2, Options("grid", strict=False), 57),
    Game("grid-5", "The grid, five seats: nearly every card there is", 5, Options("grid", strict=False), 53),
    Game("grid-left", "The grid, three seats: two resign", 3, Options("grid", strict=False), 53, ((9, 1), (20, 3))),
    Game(
        "grid-strict",
        "The grid, strict: a Keycard jams, and is the last card",
        2,
        Options("grid", True),
        2511,
        (),
        True,
    ),
    Game("pyramid-6", "The pyramid, six seats: every card there is", 6, Options("pyramid", strict=False), 52),
    Game("pyramid-strict", "The pyramid, strict: specials jam on gates", 4, Options("pyramid", strict=True), 53),
)


def moves(game: Game, seed: bytes) -> Iterator[tuple[int, Move]]:
    """The moves of easy bots, and the resignations."""
    position = deal(game.players, game.options, seed)
    resigns = dict(game.resigns)
    while position.phase != "over":
        seat = resigns.get(position.ply, position.turn)
        move = Resign() if position.ply in resigns else chosen(game, position)
        yield seat, move
        position = apply(position, seat, move, seed).position


def chosen(game: Game, position: Position) -> Move:
    """The move of the easy bot on turn; one that keeps its Keycards plays the first other card that loads."""
    seen = view(position, position.turn, "private")
    others = [move for move in legal_moves(seen) if not isinstance(move, Use)]
    if game.keeps_keycards and others:
        loading = [move for move in others if forecast(seen, position.turn, move).verdict in ("loads", "choice")]
        return (loading or others)[0]
    return choose(seen, position.turn, "easy", position.ply.to_bytes(32, "big"))


def main() -> None:
    for game in GAMES:
        seed = game.seed.to_bytes(32, "big")
        text = written(game.title, game.players, game.options, seed, moves(game, seed))
        (GOLDEN / f"{game.name}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
