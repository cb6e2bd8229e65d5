"""A game as lines of text: for pipes, and for terminals that are none."""

import json
from collections.abc import Iterator

from relspace.rules.notation import position_to_json
from relspace.rules.record import MoveLine
from relspace_client.commands.bad_input import shown
from relspace_client.commands.verify import ending
from relspace_client.locale.words import words
from relspace_client.picture.row import width_of
from relspace_client.replaying.checked import Checked
from relspace_client.replaying.told import sentence


def json_lines(checked: Checked) -> Iterator[str]:
    """Every position in full, as in docs/rules.md 8."""
    for step in checked.steps:
        yield json.dumps(position_to_json(step.position))


def move_lines(checked: Checked, own: int | None = None) -> Iterator[str]:
    """Who played what, and what came of it: a line a ply; the seat `own`, if it is known, is the reader's."""
    game = checked.record.game
    names = tuple("You" if seat == own else shown(name) for seat, name in enumerate(game.seats, 1))
    first = checked.steps[0].position.turn
    strict = ", strict" if game.options.strict else ""
    yield f"{shown(game.id)}, {shown(game.started)}: {', '.join(names)}; {game.options.layout}{strict}"
    yield "You play first." if first == own else f"{names[first - 1]} plays first."
    column = max(map(width_of, names))
    for step in checked.steps:
        if step.made is not None:
            name = names[step.made.seat - 1]
            padded = name + " " * (column - width_of(name))
            said = sentence(step, names, words(), own)
            yield f"{step.made.ply:4}  {_time(step.made)}  {padded}  {step.made.move!s:7}  {said}"
    yield f"After {len(checked.record.moves)} plies {ending(checked, own)}."


def _time(made: MoveLine) -> str:
    """Minutes and seconds since the start."""
    minutes, seconds = divmod(made.ms // 1000, 60)
    return f"{minutes:3}:{seconds:02}"
