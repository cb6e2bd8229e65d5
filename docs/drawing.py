"""Pictures of a terminal as SVG: still ones, and films.

Lines, blocks and shades are drawn as shapes, and text is stretched to its cells, so that a picture looks the same
whatever fonts the reader has.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from relspace_client.look.palette import Palette
from relspace_client.look.styles import BOLD, DIMMED, REVERSE, UNDERLINE
from relspace_client.picture.row import Row, width_of

WIDTH, HEIGHT, SIZE, BASE = 9, 18, 15, 13
"""Pixels of a cell, of the font, and from the top of a cell to the line that letters stand on."""

MARGIN: Final = 12
"""Pixels around the terminal."""

FONTS: Final = "DejaVu Sans Mono,Menlo,Consolas,Liberation Mono,Noto Sans Mono CJK JP,monospace"

PLAIN: Final = ("d0d0d0", "101010")
"""Ink and ground where there is no colour."""

PLAIN_BOLD, PLAIN_DIM = "ffffff", "8a8a8a"

SHADES: Final = {"░": 0.28, "▒": 0.5, "▓": 0.75, "█": 1.0}
"""How much of a cell a block covers."""

_MX, _MY = WIDTH / 2, HEIGHT / 2
_R: Final = 4

LINES: Final = {
    "─": f"M0 {_MY}H{WIDTH}",
    "│": f"M{_MX} 0V{HEIGHT}",
    "╭": f"M{_MX} {HEIGHT}V{_MY + _R}Q{_MX} {_MY} {_MX + _R} {_MY}H{WIDTH}",
    "╮": f"M{_MX} {HEIGHT}V{_MY + _R}Q{_MX} {_MY} {_MX - _R} {_MY}H0",
    "╰": f"M{_MX} 0V{_MY - _R}Q{_MX} {_MY} {_MX + _R} {_MY}H{WIDTH}",
    "╯": f"M{_MX} 0V{_MY - _R}Q{_MX} {_MY} {_MX - _R} {_MY}H0",
    "━": f"M0 {_MY}H{WIDTH}",
    "┃": f"M{_MX} 0V{HEIGHT}",
    "┏": f"M{_MX} {HEIGHT}V{_MY}H{WIDTH}",
    "┓": f"M{_MX} {HEIGHT}V{_MY}H0",
    "┗": f"M{_MX} 0V{_MY}H{WIDTH}",
    "┛": f"M{_MX} 0V{_MY}H0",
}
"""The path of each line, from the upper left corner of its cell."""

HEAVY: Final = frozenset("━┃┏┓┗┛")


class Shot(NamedTuple):
    """What a terminal shows for a while."""

    rows: tuple[Row, ...]
    seconds: float = 1.0


class _Part(NamedTuple):
    """Cells of a row that look alike."""

    x: int
    width: int
    text: str
    style: int


def still(rows: Sequence[Row], colours: Palette) -> str:
    """A picture.

    Args:
        rows: all lines of the terminal.
        colours: in which they are drawn.
    """
    body = [f'<g transform="translate(0 {y * HEIGHT})">{_row(row, colours)}</g>' for y, row in enumerate(rows)]
    return _document(rows[0].width, len(rows), colours, "", body)


def moving(shots: Sequence[Shot], colours: Palette) -> str:
    """A film that begins anew when it is over; it stands still for readers who want no motion.

    Args:
        shots: all of the same size.
        colours: in which they are drawn.
    """
    width, height = shots[0].rows[0].width, len(shots[0].rows)
    numbers: dict[str, int] = {}
    frames = []
    for number, shot in enumerate(shots):
        uses = []
        for y, row in enumerate(shot.rows):
            drawn = _row(row, colours)
            if drawn:
                known = numbers.setdefault(drawn, len(numbers))
                uses.append(f'<use href="#r{known}" y="{y * HEIGHT}"/>')
        frames.append(f'<g transform="translate({number * width * WIDTH} 0)">{"".join(uses)}</g>')
    defs = "".join(f'<g id="r{number}">{drawn}</g>' for drawn, number in numbers.items())
    whole = sum(shot.seconds for shot in shots)
    steps, at = [], 0.0
    for number, shot in enumerate(shots):
        steps.append(f"{100 * at / whole:.3f}%{{transform:translateX(-{number * width * WIDTH}px)}}")
        at += shot.seconds
    style = (
        f".f{{animation:f {whole:.2f}s step-end infinite}}@keyframes f{{{''.join(steps)}}}"
        "@media(prefers-reduced-motion:reduce){.f{animation-play-state:paused}}"
    )
    body = [f"<defs>{defs}</defs>", f'<g class="f">{"".join(frames)}</g>']
    return _document(width, height, colours, style, body)


def _document(width: int, height: int, colours: Palette, style: str, body: Sequence[str]) -> str:
    inner = width * WIDTH, height * HEIGHT
    outer = inner[0] + 2 * MARGIN, inner[1] + 2 * MARGIN
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {outer[0]} {outer[1]}" width="{outer[0]}" '
        f'height="{outer[1]}" font-family="{FONTS}" font-size="{SIZE}">'
    )
    looks = "".join(_css(number, colours) for number in range(len(colours.looks)))
    ground = _colours(0, colours)[1]
    return "".join(
        (
            head,
            f"<style>text{{white-space:pre}}path{{fill:none;stroke-width:1.2}}.h{{stroke-width:2.6}}{looks}{style}</style>",
            f'<rect width="100%" height="100%" rx="6" fill="#{ground}"/>',
            f'<svg x="{MARGIN}" y="{MARGIN}" width="{inner[0]}" height="{inner[1]}">',
            *body,
            "</svg></svg>\n",
        )
    )


def _css(number: int, colours: Palette) -> str:
    """What a style looks like: as text, and as a line."""
    ink = _colours(number, colours)[0]
    attributes = colours.looks[number].attributes
    bold = ";font-weight:bold" if attributes & BOLD else ""
    under = ";text-decoration:underline" if attributes & UNDERLINE else ""
    return f".a{number}{{fill:#{ink}{bold}{under}}}.l{number}{{stroke:#{ink}}}"


def _colours(number: int, colours: Palette) -> tuple[str, str]:
    """Ink and ground, as six digits."""
    look = colours.looks[number]
    if look.ink is not None and look.ground is not None:
        return look.ink.rgb, look.ground.rgb
    ink = PLAIN_BOLD if look.attributes & BOLD else PLAIN_DIM if look.attributes & DIMMED else PLAIN[0]
    return (PLAIN[1], ink) if look.attributes & REVERSE else (ink, PLAIN[1])


def _row(row: Row, colours: Palette) -> str:
    """A line: grounds first, then what stands on them."""
    usual = _colours(0, colours)[1]
    grounds = []
    for part in _parts(row, lambda style: _colours(style, colours)[1]):
        ground = _colours(part.style, colours)[1]
        if ground != usual:
            x, width = part.x * WIDTH, part.width * WIDTH
            grounds.append(f'<rect x="{x}" width="{width}" height="{HEIGHT}" fill="#{ground}"/>')
    marks = [mark for part in _parts(row, lambda style: style) for mark in _marks(part)]
    return "".join((*grounds, *marks))


def _parts(row: Row, alike) -> Iterator[_Part]:  # type: ignore[no-untyped-def]
    """Runs of cells that are alike."""
    start = 0
    cells, styles = row.cells, row.styles
    for x in range(1, len(cells) + 1):
        if x == len(cells) or alike(styles[x]) != alike(styles[start]):
            yield _Part(start, x - start, "".join(cells[start:x]), styles[start])
            start = x


def _marks(part: _Part) -> Iterator[str]:
    """Lines, blocks and words of a run."""
    x, word, at = part.x, "", part.x
    for char in part.text:
        if char in LINES or char in SHADES or char == "▌" or char == " ":
            yield from _word(word, at, part.style)
            word = ""
            yield from _shape(char, x, part.style)
        else:
            at = at if word else x
            word += char
        x += width_of(char)
    yield from _word(word, at, part.style)


def _shape(char: str, x: int, style: int) -> Iterator[str]:
    left = x * WIDTH
    if char in LINES:
        heavy = " h" if char in HEAVY else ""
        yield f'<path class="l{style}{heavy}" transform="translate({left})" d="{LINES[char]}"/>'
    elif char in SHADES:
        opacity = f' opacity="{SHADES[char]}"' if SHADES[char] < 1 else ""
        yield f'<rect class="a{style}" x="{left}" width="{WIDTH}" height="{HEIGHT}"{opacity}/>'
    elif char == "▌":
        yield f'<rect class="a{style}" x="{left}" width="{WIDTH / 2}" height="{HEIGHT}"/>'


def _word(word: str, x: int, style: int) -> Iterator[str]:
    if word:
        length = f' textLength="{width_of(word) * WIDTH}" lengthAdjust="spacingAndGlyphs"'
        yield f'<text class="a{style}" x="{x * WIDTH}" y="{BASE}"{length}>{escape(word)}</text>'
