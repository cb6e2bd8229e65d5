"""A plot of several line-ups as SVG: how long games last, and what playing first is worth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

from relspace_client.commands.simulate.tally import Tally

WIDTH: Final = 760
HEIGHT: Final = 300
INK: Final = "#333333"
BAR: Final = "#9db7d5"
MARK: Final = "#1f4e79"
TEXT: Final = 'font-family="sans-serif" font-size="12" fill="#333333"'


@dataclass(frozen=True, slots=True)
class Panel:
    """One of the two diagrams: where it stands, and which values it spans."""

    left: float
    title: str
    low: float
    high: float
    step: float
    """From one line of the scale to the next."""
    unit: str = ""

    width: float = 310
    top: float = 45
    height: float = 205

    def y(self, value: float) -> float:
        """The height at which a value stands."""
        return self.top + self.height * (self.high - value) / (self.high - self.low)

    def x(self, number: int, count: int) -> float:
        """The middle of a line-up's column."""
        return self.left + self.width * (number + 0.5) / count


def plot(tallies: Sequence[Tally]) -> str:
    """The plot of these line-ups, from left to right.

    Args:
        tallies: at least one, each with at least one game.
    """
    size = f'width="{WIDTH}" height="{HEIGHT}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {WIDTH} {HEIGHT}">',
            f'<rect {size} fill="#ffffff"/>',
            *_lengths(tallies),
            *_firsts(tallies),
            "</svg>\n",
        ]
    )


def _lengths(tallies: Sequence[Tally]) -> Iterator[str]:
    """The plies of the middle 8 of 10 games, and the median."""
    most = max(tally.length(0.9) for tally in tallies)
    step = _step(most)
    panel = Panel(50, "plies a game: median, and 8 of 10 games", 0, step * (most // step + 1), step)
    yield from _scale(panel, tallies)
    for number, tally in enumerate(tallies):
        x, low, high = panel.x(number, len(tallies)), panel.y(tally.length(0.1)), panel.y(tally.length(0.9))
        yield f'<rect x="{x - 7:.1f}" y="{high:.1f}" width="14" height="{low - high:.1f}" fill="{BAR}"/>'
        yield _dot(x, panel.y(tally.length(0.5)))


def _firsts(tallies: Sequence[Tally]) -> Iterator[str]:
    """How much more than an even share of the games the seat that plays first wins, with 95 % intervals."""
    found = []
    for tally in tallies:
        share, even = tally.by_turn[0], tally.even
        found.append([100 * (value - even) for value in (share.rate, *share.interval)])
    most = max(abs(value) for values in found for value in values)
    step = _step(most)
    bound = step * (most // step + 1)
    panel = Panel(430, "first to play: wins above an even share", -bound, bound, step, " %")
    yield from _scale(panel, tallies)
    yield f'<path d="M{panel.left} {panel.y(0):.1f}h{panel.width}" stroke="{INK}"/>'
    for number, (rate, low, high) in enumerate(found):
        x = panel.x(number, len(tallies))
        yield f'<path d="M{x:.1f} {panel.y(low):.1f}V{panel.y(high):.1f}" stroke="{BAR}" stroke-width="4"/>'
        yield _dot(x, panel.y(rate))


def _scale(panel: Panel, tallies: Sequence[Tally]) -> Iterator[str]:
    """Title, lines and numbers of the scale, and what stands below."""
    yield f'<text x="{panel.left}" y="25" {TEXT}>{panel.title}</text>'
    lines = round((panel.high - panel.low) / panel.step)
    for number in range(lines + 1):
        value = panel.low + number * panel.step
        y = panel.y(value)
        yield f'<path d="M{panel.left} {y:.1f}h{panel.width}" stroke="#dddddd"/>'
        yield f'<text x="{panel.left - 6}" y="{y + 4:.1f}" text-anchor="end" {TEXT}>{value:g}{panel.unit}</text>'
    seats = [str(len(tally.lineup.levels)) for tally in tallies]
    alike = len(set(seats)) == len(seats)
    for number, tally in enumerate(tallies):
        label = seats[number] if alike else escape(tally.lineup.label)
        x, y = panel.x(number, len(tallies)), panel.top + panel.height + 18
        yield f'<text x="{x:.1f}" y="{y}" text-anchor="middle" {TEXT}>{label}</text>'
    if alike:
        x = panel.left + panel.width / 2
        yield f'<text x="{x}" y="{HEIGHT - 12}" text-anchor="middle" {TEXT}>seats</text>'


def _dot(x: float, y: float) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{MARK}"/>'


def _step(most: float) -> float:
    """From one line of a scale to the next: four to ten lines up to the largest value."""
    step = 1.0
    while most / step > 8:
        step *= 2.5 if f"{step:.0e}".startswith("2") else 2
    return step
