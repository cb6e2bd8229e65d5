"""The bar on top: the room, which way the order runs, and the clock."""

from functools import lru_cache
from typing import Literal, NamedTuple

from relspace.room.options import RoomOptions
from relspace.rules.position import Direction
from relspace_client.locale.titles import Title, title_in
from relspace_client.look import styles
from relspace_client.picture.row import clip, width_of
from relspace_client.table.drawn import Drawn, drawn, sheet_of
from relspace_client.table.form import Form
from relspace_client.table.measures import Pane, SizeName, inset

CLOCK_CELLS = 10
"""Cells of the clock bar."""

_HOUR = 3600


class Time(NamedTuple):
    """What the clock shows."""

    left: int
    """Seconds left."""
    turn: int
    """Seconds that a whole turn has."""


class Bar(NamedTuple):
    """What stands in the bar."""

    title: Title
    code: str
    options: RoomOptions
    direction: Direction
    rated: bool
    time: Time | None = None
    """None without a clock."""
    order: Literal["", "turning", "turned"] = ""
    """Whether the order is just turning round."""


@lru_cache(maxsize=256)
def draw_bar(bar: Bar, size: SizeName, pane: Pane, form: Form) -> Drawn:
    """Draws the bar; once for all whose clock shows the same."""
    canvas = sheet_of(pane, styles.PANEL)
    glyphs, words = form.glyphs, form.words
    arrow = glyphs.order_right if bar.direction == 1 else glyphs.order_left
    order = f"{words.say('order')} {glyphs.both if bar.order == 'turning' else arrow}"
    left = inset(size, pane.width)
    right = pane.width - left
    end = right - 19 if bar.time is not None else right - 1
    at = end - width_of(order)
    if size == "small":
        title = clip(glyphs.plain(title_in(words, bar.title) or bar.code), at - 4, glyphs.ellipsis)
        at = canvas.put(1, 0, title, styles.PANEL_BRIGHT) + 2
    else:
        facts = [*([bar.code] if bar.code else []), *([_options(bar, form)] if size == "large" else [])]
        told = "  ".join(facts)
        title = clip(glyphs.plain(title_in(words, bar.title)), at - left - 5 - width_of(told), glyphs.ellipsis)
        x = canvas.put(left + 1, 0, title, styles.PANEL_BRIGHT) + 2 if title else left + 1
        canvas.put(x, 0, told, styles.PANEL_DIM)
    canvas.put(at, 0, order, styles.FILL_ACCENT if bar.order else styles.PANEL_DIM)
    if bar.time is not None:
        shown = time_text(bar.time.left, form)
        canvas.put(right - 12 - width_of(shown), 0, shown, styles.PANEL_ACCENT)
        lit = min(CLOCK_CELLS, -(-bar.time.left * CLOCK_CELLS // max(1, bar.time.turn)))
        x = canvas.put(right - CLOCK_CELLS - 1, 0, glyphs.full * lit, styles.PANEL_BAR)
        canvas.put(x, 0, glyphs.spent * (CLOCK_CELLS - lit), styles.PANEL_BAR)
    return drawn(canvas, pane)


def time_text(seconds: int, form: Form) -> str:
    """Time left: `0:18`, or in whole hours if it is more than one."""
    if seconds >= _HOUR:
        return form.words.say("{n} h", n=seconds // _HOUR)
    return f"{seconds // 60}:{seconds % 60:02}"


def _options(bar: Bar, form: Form) -> str:
    """The room's options in a few words."""
    words, options = form.words, bar.options
    told = [words.say("rated")] if bar.rated else []
    if options.clock >= _HOUR:
        told.append(words.say("clock {n} h", n=options.clock // _HOUR))
    elif options.clock:
        told.append(words.say("clock {n} s", n=options.clock))
    told.append(words.say("open stashes") if options.stashes == "open" else words.say("private stashes"))
    if options.layout == "pyramid":
        told.append(words.say("pyramid"))
    if options.strict:
        told.append(words.say("strict"))
    return f" {form.glyphs.separator} ".join(told)
