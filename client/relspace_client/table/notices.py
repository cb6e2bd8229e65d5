"""Sentences laid over the picture of the table: answers to keys, votes, news, and what went wrong.

Whose turn it is stays to be seen beside them, wherever there is room for both.
"""

from collections.abc import Sequence
from typing import Final

from relspace_client.look.styles import ACCENT
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Picture
from relspace_client.picture.row import Row, clip, width_of
from relspace_client.picture.wrap import wrap
from relspace_client.table.form import Form
from relspace_client.table.frame import Frame
from relspace_client.table.measures import Pane, PaneName

_WIDE: Final = 80
"""Columns from which on a prompt without a badge stands a column further in."""


def below_prompt(picture: Picture, tries: Sequence[str], column: int, form: Form, *, yours: bool) -> Picture:
    """The picture with a sentence in place of the hint, or of the last line of the log.

    On the smallest terminals, which have neither, it takes the place of the prompt's text, unless it is the viewer's
    turn.

    Args:
        picture: the table.
        tries: the sentence, and shorter ones for where it does not fit.
        column: where the prompt's text begins.
        form: the glyphs.
        yours: whether it is the viewer's turn.
    """
    frame = picture.sheet
    if not isinstance(frame, Frame):
        return picture
    panes = frame.measures.panes
    name: PaneName = "prompt" if panes["prompt"].height > 1 or "log" not in panes else "log"
    pane = panes[name]
    if name == "prompt" and pane.height == 1 and yours:
        return picture
    y = pane.y + pane.height - 1
    left = column if name == "prompt" else _left(pane)
    text = next((text for text in tries if width_of(text) < pane.width - left), tries[-1])
    canvas = Canvas(pane.width, 1)
    if name == "prompt" and pane.height == 1:
        canvas.lay(0, 0, picture.part(pane.x, y, pane.width))
        canvas.fill(left, 0, pane.width - left, 1, ACCENT)
    else:
        left = max(min(1, left), min(left, pane.width - 1 - width_of(text)))
    canvas.put(left, 0, clip(text, pane.width - left, form.glyphs.ellipsis), ACCENT)
    return picture.over(pane.x, y, canvas.rows())


def over_log(picture: Picture, sentences: Sequence[str], column: int, form: Form, *, yours: bool) -> Picture:
    """The picture with news in place of the last lines of the log, or where answers stand if it has no log.

    What stands above the log gives way too, where nothing is said there.

    Args:
        picture: the table.
        sentences: the news; if there is no room for all, the last ones are left out.
        column: where the prompt's text begins.
        form: the glyphs.
        yours: whether it is the viewer's turn.
    """
    frame = picture.sheet
    if not isinstance(frame, Frame):
        return picture
    pane = frame.measures.panes.get("log")
    if pane is None:
        return below_prompt(picture, sentences[:1], column, form, yours=yours)
    left, height = _left(pane), pane.height + _empty_above(picture, frame, pane)
    first = pane.y + pane.height - height
    lines = _lines(sentences, pane.width - left - 1, height)
    top = height - len(lines)
    while top > 0 and _goes_on(picture.part(pane.x, first + top, pane.width), left):
        top -= 1  # a turn of which only a part is left would be read as the whole
    canvas = Canvas(pane.width, height - top)
    for y, line in enumerate(lines, canvas.height - len(lines)):
        canvas.put(left, y, line, ACCENT)
    return picture.over(pane.x, first + top, canvas.rows())


def for_prompt(picture: Picture, sentence: str, column: int, form: Form) -> Picture:
    """The picture with a sentence in place of the prompt's text; its badge stays.

    Where that leaves too little room, the sentence takes the end of the log, or else all of the prompt.

    Args:
        picture: the table.
        sentence: what is said.
        column: where the prompt's text begins; 0 for a sentence that stands without a badge.
        form: the glyphs.
    """
    frame = picture.sheet
    if not isinstance(frame, Frame):
        return picture
    pane = frame.measures.panes["prompt"]
    log = frame.measures.panes.get("log")
    canvas = Canvas(pane.width, pane.height)
    lines = wrap(sentence, pane.width - column - 1)
    if column and len(lines) <= pane.height:
        canvas.lay(0, 0, picture.part(pane.x, pane.y, pane.width))
        canvas.fill(column, 0, pane.width - column, 1, ACCENT)
    elif column and log and len(wrap(sentence, log.width - _left(log) - 1)) <= log.height:
        return over_log(picture, (sentence,), column, form, yours=True)
    else:
        column = 2 if pane.width >= _WIDE else 1
        lines = wrap(sentence, pane.width - 2)
    for y, line in enumerate(lines[: pane.height]):
        canvas.put(column, y, line, ACCENT)
    return picture.over(pane.x, pane.y, canvas.rows())


def _left(pane: Pane) -> int:
    """Where the log's lines begin."""
    return 1 if pane.x == 0 else 0


def _empty_above(picture: Picture, frame: Frame, log: Pane) -> int:
    """The rows just above the log that say nothing: those of the chosen card, while there is none."""
    card = frame.measures.panes["card"]
    if (card.x, card.y + card.height) != (log.x, log.y):
        return 0
    said = [line for line in range(card.height) if picture.part(card.x, card.y + line, card.width).text.strip()]
    return card.height - 1 - max(said, default=-1)


def _lines(sentences: Sequence[str], width: int, most: int) -> list[str]:
    """As many of the sentences as fit on so many lines; of the first one as much as does."""
    for count in range(len(sentences), 0, -1):
        lines = wrap(" ".join(sentences[:count]), width)
        if len(lines) <= most:
            return lines
    return wrap(sentences[0], width)[:most]


def _goes_on(row: Row, left: int) -> bool:
    """Whether a row of the log goes on with the turn above it: it has a text and no name."""
    return bool(row.text.strip()) and row.text[left] == " "
