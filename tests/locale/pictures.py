"""Every picture that the tests know, in any language, and what was cut while it was drawn."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from unittest.mock import patch

from relspace_client.locale.words import words
from relspace_client.look.appearance import Appearance
from relspace_client.picture import row
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Picture
from relspace_client.picture.wrap import wrap as wrapping

from ..client.around import rooms
from ..client.around import scenes as around
from ..client.table import scenes as table
from ..client.table import situations
from ..learn import scenes as learn

SCENES: dict[str, Callable[[str], Picture]] = {
    **{f"around-{name}": lambda _, make=make: make() for name, make in around.SCENES.items()},
    **{f"table-{name}": lambda _, make=make: make() for name, make in table.SCENES.items()},
    **{
        f"{name}-{size}": lambda language, make=make, keys=keys, cells=cells: make(keys, cells, Appearance(language))
        for name, (make, keys) in learn.KEYS.items()
        for size, cells in learn.SIZES.items()
    },
}
"""Each with the language that it is drawn in."""

OWN = (row.__name__, "relspace_client.picture.wrap")
"""Where a text is cut that goes on elsewhere."""

MAY = {"outside": ("table-film-",), "dropped": ("around-keys-", "around-cards-", "learn-")}
"""Pictures in which it may be: frames of films, cut to where something happens; pages that scroll; and lessons, which
say less where there is less room.
"""

WORD = re.compile(r"[^\W\d_]{2,}|[^\W\d_a-zA-Z]")


@dataclass
class Cuts:
    """What was to be drawn, and was not drawn whole."""

    clipped: list[str] = field(default_factory=list)
    """Texts that were cut to a width on purpose."""
    outside: list[str] = field(default_factory=list)
    """Texts that went over the edge of what was drawn on."""
    covered: list[str] = field(default_factory=list)
    """Words over which others were drawn, with those."""
    touching: list[str] = field(default_factory=list)
    """Words with no space between them and others."""
    wrapped: list[str] = field(default_factory=list)
    """The lines that sentences were broken into."""
    drawn: set[str] = field(default_factory=set)
    """All texts that were drawn."""

    @property
    def dropped(self) -> list[str]:
        """Lines of sentences for which there was no room."""
        return [line for line in self.wrapped if WORD.search(line) and line not in self.drawn]


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """All scenes are drawn in a language."""
    with ExitStack() as stack:
        for module in (situations, rooms):
            stack.enter_context(patch.object(module, "words", lambda said="en": words(language)))
        yield


@cache
def picture(name: str, language: str) -> Picture:
    """One picture in one language."""
    with speaking(language):
        return SCENES[name](language)


@contextmanager
def watched() -> Iterator[Cuts]:
    """Notes what is cut while something is drawn."""
    cuts = Cuts()
    put = Canvas.put

    def wrap(text: str, width: int) -> list[str]:
        lines = wrapping(text, width)
        cuts.wrapped += lines
        return lines

    def clip(text: str, width: int, ellipsis: str = "") -> str:
        short = row.clip(text, width, ellipsis)
        if short != text and WORD.search(text):
            cuts.clipped.append(text)
        return short

    def noted(self: Canvas, x: int, y: int, text: str, style: int) -> int:
        end = x + row.width_of(text)
        cuts.drawn.add(text)
        if WORD.search(text) and (x < 0 or end > self.width):
            cuts.outside.append(text)
        if WORD.search(text) and 0 <= y < self.height:
            line = self._cells[y]
            below = "".join(line[max(0, x) : end])
            if WORD.search(below):
                cuts.covered.append(f"{below}<{text}")
            if (
                0 < x < self.width
                and text[:1].isalnum()
                and text != "zz"
                and "".join(line[max(0, x - 2) : x])[-1:].isalnum()
            ):
                cuts.touching.append(f"{''.join(line[:x]).strip()}|{text}")
        return put(self, x, y, text, style)

    with ExitStack() as stack:
        stack.enter_context(patch.object(Canvas, "put", noted))
        for name, module in list(sys.modules.items()):
            if name.startswith("relspace_client.") and getattr(module, "clip", None) is row.clip and name not in OWN:
                stack.enter_context(patch.object(module, "clip", clip))
            if name.startswith("relspace_client.") and getattr(module, "wrap", None) is wrapping:
                stack.enter_context(patch.object(module, "wrap", wrap))
            for kept in vars(module).values() if name.startswith("relspace_client.table.") else ():
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()
        yield cuts


@cache
def cuts_of(name: str, language: str) -> Cuts:
    """What is cut in one picture in one language."""
    with watched() as cuts, speaking(language):
        SCENES[name](language)
    return cuts


def more_cut(name: str, language: str) -> list[str]:
    """What is cut in a language that is not cut in English."""
    own, english = cuts_of(name, language), cuts_of(name, "en")
    more = []
    for way in ("clipped", "covered", "touching", "outside", "dropped"):
        ours, theirs = set(getattr(own, way)), set(getattr(english, way))
        if len(ours) > len(theirs) and not name.startswith(MAY.get(way, ("-",))):
            more += [f"{way}: {text}" for text in sorted(ours - theirs)]
    return more


def borders(shown: Picture) -> set[tuple[int, int, str]]:
    """Where the sides and corners of everything stand: column, row and character."""
    rows = enumerate(shown.rows())
    return {(x, y, char) for y, line in rows for x, char in enumerate(line.cells) if char in set("│┃╭╮╰╯┏┓┗┛")}
