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
from relspace_client.table.frame import PaneSheet
from relspace_client.table.measures import Pane, PaneName, prompt_line

_WIDE: Final = 80
"""Columns from which on a prompt without a badge stands a column further in."""


def below_prompt(picture: Picture, tries: Sequence[str], column: int, form: Form, *, yours: bool) -> Picture:
    """The picture with a sentence in place of the hint, or on the empty line there, or on the last one of the log.

    On the smallest terminals, which have none of them, it takes the place of the prompt's text, unless it is the
    viewer's turn.

    Args:
        picture: the table.
        tries: the sentence, and shorter ones for where it does not fit.
        column: where the prompt's text begins.
        form: the glyphs.
        yours: whether it is the viewer's turn.
    """
    frame = picture.sheet
    if not isinstance(frame, PaneSheet):
        return picture
    panes = frame.measures.panes
    name: PaneName = "prompt" if panes["prompt"].height > 1 or "log" not in panes else "log"
    pane = panes[name]
    if name == "prompt" and pane.height == 1 and yours:
        return picture
    y = pane.y + pane.height - 1
    left = column if name == "prompt" else _left(pane)
    beside = name == "prompt" and pane.height == 1
    edge = left if beside or pane.width >= _WIDE else min(1, left)
    text = next((text for text in tries if width_of(text) < pane.width - edge), tries[-1])
    canvas = Canvas(pane.width, 1)
    if beside:
        canvas.lay(0, 0, picture.part(pane.x, y, pane.width))
        canvas.fill(left, 0, pane.width - left, 1, ACCENT)
    else:
        left = max(min(1, left), min(left, pane.width - 1 - width_of(text)))
    canvas.put(left, 0, clip(text, pane.width - left, form.glyphs.ellipsis), ACCENT)
    return picture.over(pane.x, y, canvas.rows())


def over_log(picture: Picture, sentences: Sequence[str], column: int, form: Form, *, yours: bool) -> Picture:
    """The picture with news above the log, where nothing is said there and they fit; else they take its last lines too.

    Where there is no log they stand where answers do.

    Args:
        picture: the table.
        sentences: the news; if there is no room for all, the last ones are left out.
        column: where the prompt's text begins.
        form: the glyphs.
        yours: whether it is the viewer's turn.
    """
    frame = picture.sheet
    if not isinstance(frame, PaneSheet):
        return picture
    pane = frame.measures.panes.get("log")
    if pane is None:
        return below_prompt(picture, sentences[:1], column, form, yours=yours)
    left, empty = _left(pane), _empty_above(picture, frame, pane)
    first, height = pane.y - empty, pane.height + empty
    lines = _lines(sentences, pane.width - left - 1, height)
    if len(lines) <= empty:
        first += max(0, empty - len(lines) - 1)  # an empty row stays before the log, if there is one
        height = len(lines)
    top = height - len(lines)
    while top > 0 and _goes_on(picture.part(pane.x, first + top, pane.width), left):
        top -= 1  # a turn of which only a part is left would be read as the whole
    canvas = Canvas(pane.width, height - top)
    for y, line in enumerate(lines, canvas.height - len(lines)):
        canvas.put(left, y, line, ACCENT)
    return picture.over(pane.x, first + top, canvas.rows())


def for_prompt(picture: Picture, tries: Sequence[str], column: int, form: Form) -> Picture:
    """The picture with a sentence in place of the prompt's text; its badge stays.

    Where there is too little room beside the badge, the sentence takes the end of the log, or goes on below the badge.
    Where even that is too little, it begins further up, over the pods: a sentence is told to its end.

    Args:
        picture: the table.
        tries: the sentence, and shorter ones for where it does not fit.
        column: where the prompt's text begins; 0 for a sentence that stands without a badge.
        form: the glyphs.
    """
    frame = picture.sheet
    if not isinstance(frame, PaneSheet):
        return picture
    pane, log = frame.measures.panes["prompt"], frame.measures.panes.get("log")
    room = pane.height - prompt_line(pane)
    left = column or _edge(pane.width)
    for sentence in tries:
        beside = wrap(sentence, pane.width - left - 1)
        if len(beside) <= room:
            return _in_prompt(picture, frame, [(left, line) for line in beside], column)
        if column and log and len(wrap(sentence, log.width - _left(log) - 1)) <= log.height:
            return over_log(picture, (sentence,), column, form, yours=True)
        below = _run_in(sentence, left, pane.width)
        if len(below) <= room:
            return _in_prompt(picture, frame, below, column)
    lines, most = _run_in(tries[-1], left, pane.width), pane.height + _rows_above(frame)
    if len(lines) > most:
        start, text = lines[most - 1]
        lines[most - 1 :] = [(start, clip(f"{text} {lines[most][1]}", pane.width - start - 1, form.glyphs.ellipsis))]
    return _in_prompt(picture, frame, lines, column)


def _run_in(sentence: str, left: int, width: int) -> list[tuple[int, str]]:
    """The lines of a sentence that begins at a column and goes on at the edge, each after its own column."""
    edge = min(left, _edge(width))
    first, *_ = wrap(sentence, width - left - 1)
    rest = sentence[len(first) :].strip()
    return [(left, first), *((edge, line) for line in wrap(rest, width - edge - 1) if rest)]


def _in_prompt(picture: Picture, frame: PaneSheet, lines: Sequence[tuple[int, str]], column: int) -> Picture:
    """The picture with lines in place of the prompt, each at its column; what is left of `column` goes with them.

    They begin where the prompt does; if they take more than its pane, they end where it ends.
    """
    pane = frame.measures.panes["prompt"]
    own = prompt_line(pane)
    top = min(own, pane.height - len(lines))
    canvas = Canvas(pane.width, pane.height - min(0, top))
    if column:
        canvas.lay(0, max(0, top), picture.part(pane.x, pane.y + own, column))
    for y, (start, line) in enumerate(lines, max(0, top)):
        canvas.put(start, y, line, ACCENT)
    return picture.over(pane.x, pane.y + min(0, top), canvas.rows())


def _rows_above(frame: PaneSheet) -> int:
    """The rows just above the prompt's pane that a long sentence may take: those of the pods."""
    pods, pane = frame.measures.panes.get("pods"), frame.measures.panes["prompt"]
    adjoins = pods is not None and pods.y + pods.height == pane.y and pods.width == pane.width
    return pods.height if pods is not None and adjoins else 0


def _edge(width: int) -> int:
    """Where a line of the prompt begins that stands under no text of its own."""
    return 2 if width >= _WIDE else 1


def _left(pane: Pane) -> int:
    """Where the log's lines begin."""
    return 1 if pane.x == 0 else 0


def _empty_above(picture: Picture, frame: PaneSheet, log: Pane) -> int:
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
