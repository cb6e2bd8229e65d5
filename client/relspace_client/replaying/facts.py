"""How a game that is replayed ended: the facts of the end page, without what only the players were asked."""

from collections.abc import Sequence
from typing import Final

from relspace.rules.events import Jammed, KeycardSpent, Loaded
from relspace.rules.fairness import commitment, seed_from_hex
from relspace.rules.layout import LAYOUTS
from relspace.rules.stash import cards_left, left_by_row
from relspace.text import clean
from relspace.wire.messages import Result, Standing
from relspace_client.around.end import fair_word
from relspace_client.around.escape import draw_escape, draw_verdict, verdict
from relspace_client.around.parts import (
    ALWAYS,
    Key,
    Reader,
    bar,
    footer,
    heading,
    key,
    paragraph,
    rows_of,
    two_columns,
)
from relspace_client.around.standings import draw_standings
from relspace_client.around.times import minutes
from relspace_client.look.styles import DIM, TEXT
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Picture
from relspace_client.picture.row import width_of
from relspace_client.replaying.checked import Checked

LEFT: Final = 20
"""The column where words stand beside the picture of the escape."""

NAME_COLUMNS: Final = 40
"""Columns of a game's id."""

FEW: Final = 4
"""Players up to which there is air around the standings."""


def result_of(checked: Checked, names: Sequence[str], you: int | None) -> Result:
    """How a game ended.

    Args:
        checked: the game.
        names: who played, by seat, safe to show.
        you: the seat of the viewer; None if they did not play.
    """
    last, end = checked.steps[-1].position, checked.record.end
    assert end is not None
    layout = LAYOUTS[last.options.layout]
    standings = [
        Standing(seat, name, cards_left(stash), left_by_row(stash, layout), _jams(checked, seat), stash.out)
        for seat, (name, stash) in enumerate(zip(names, last.seats, strict=True), 1)
    ]
    standings.sort(key=lambda one: (one.seat != last.winner, one.out, one.left, one.seat))
    moves = checked.record.moves
    card, pod = _last_card(checked) if end.reason == "escaped" else ("", 0)
    return Result(
        end.reason,
        last.winner,
        end.ply,
        moves[-1].ms if moves else 0,
        tuple(standings),
        next_first="",
        you=you,
        last_card=card,
        last_pod=pod,
    )


def _jams(checked: Checked, seat: int) -> int:
    return sum(
        isinstance(event, Jammed)
        for step in checked.steps
        if step.made is not None and step.made.seat == seat
        for event in step.events
    )


def _last_card(checked: Checked) -> tuple[str, int]:
    """The card that the winner escaped with, and the pod that it went onto; 0 for a Keycard, which left the game."""
    for event in checked.steps[-1].events:
        if isinstance(event, Loaded):
            return event.card, event.pod
        if isinstance(event, KeycardSpent):
            return "KEY", 0
    return "", 0


def facts_picture(
    checked: Checked,
    names: Sequence[str],
    you: int | None,
    reader: Reader,
    width: int,
    height: int,
    *,
    is_page: bool = False,
) -> Picture:
    """The facts on a terminal of at least 40 × 18 cells; `is_page` tells whether they are a page among others."""
    canvas = Canvas(width, height)
    result = result_of(checked, names, you)
    moves = reader.count("{n} move in {time}", "{n} moves in {time}", result.plies, time=minutes(result.ms // 1000))
    bar(canvas, reader, clean(checked.record.game.id, NAME_COLUMNS, 4 * NAME_COLUMNS), right=[moves])
    said = verdict(reader, result)
    if two_columns(width, height):
        few = len(result.standings) <= FEW
        draw_escape(canvas, reader, 4, 2, result)
        draw_verdict(canvas, LEFT, 3 if few else 2, said)
        canvas.put(LEFT, 5 if few else 4, said.how, TEXT)
        after = draw_standings(canvas, reader, result, LEFT, 8 if few else 6)
        _fair(canvas, reader, checked, max(14, after + 1))
    else:
        draw_verdict(canvas, 1, 1, said)
        y = paragraph(canvas, 1, 2, width - 2, said.how, TEXT)
        y = draw_standings(canvas, reader, result, 1, y)
        _fair(canvas, reader, checked, min(y + 1, height - 4))
    footer(canvas, _keys(reader, is_page=is_page))
    return rows_of(canvas)


def _fair(canvas: Canvas, reader: Reader, checked: Checked, y: int) -> None:
    """The promise and the seed, which belong together: else there would be no replay."""
    end = checked.record.end
    assert end is not None
    assert commitment(seed_from_hex(end.seed)) == checked.record.game.commitment
    heading(canvas, 1, y, reader.say("Was it fair?"))
    said = reader.say("SHA-256 of the seed is what was promised")
    x = fair_word(canvas, reader, 1, y + 1, "matches") + 2
    if canvas.width >= x + width_of(said):
        canvas.put(x, y + 1, said, DIM)
    seed = reader.say("seed {seed}", seed=end.seed)
    canvas.put(1, y + 2, reader.clip(seed, canvas.width - 2), DIM)


def _keys(reader: Reader, *, is_page: bool) -> Sequence[Key]:
    return (
        key(reader.glyphs.left, "left", reader.say("back to the table")),
        key(reader.say("Home"), "home", reader.say("from the start"), 1),
        *([key("?", "?", reader.say("keys"), ALWAYS)] if is_page else []),
        key(reader.say("Esc"), "escape", reader.say("back") if is_page else reader.say("leave"), ALWAYS),
    )
