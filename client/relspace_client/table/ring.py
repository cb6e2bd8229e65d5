"""The ring of players: whose turn it is, which way the order runs, and what each has left, row by row."""

from functools import lru_cache
from typing import Literal, NamedTuple

from relspace.rules.position import Direction
from relspace_client.locale.words import Words
from relspace_client.look import styles
from relspace_client.look.glyphs import Glyphs
from relspace_client.picture.canvas import Area, Canvas
from relspace_client.picture.row import Row, clip, width_of
from relspace_client.table.chips import CHIP, CHIP_LINES, Chips, chips
from relspace_client.table.drawn import Drawn, drawn, sheet_of
from relspace_client.table.form import Form
from relspace_client.table.measures import Pane
from relspace_client.table.public import Held, Player


class Ring(NamedTuple):
    """What is shown of the players."""

    players: tuple[Player, ...]
    turn: int
    direction: Direction
    you: int | None = None
    """The viewer's seat."""
    numbered: bool = False
    """Whether each player's digit is shown, for a gift."""
    order: Literal["", "turning", "turned"] = ""
    """Whether the order is just turning round."""
    gift: int | None = None
    """The seat that has just been given a card."""


def draw_ring(ring: Ring, pane: Pane, form: Form) -> Drawn:
    """Draws all players: with all their cards where there is room, else with digits, else in a few rows.

    Chips come one after the other, as their slots do: a viewer's own chip is private, the others are everybody's.
    """
    stand = chips(pane.width, pane.height, len(ring.players))
    if stand is None:
        canvas = sheet_of(pane)
        _draw_rows(canvas, pane, ring, form)
        return drawn(canvas, pane)
    if ring.you is None:
        return _seen_by_all(ring, stand, pane, form)
    rows, areas = _seen_by_all(ring._replace(you=None), stand, pane, form)
    own, at = _chip(ring, ring.you, stand, form), CHIP_LINES * (ring.you - 1)
    return Drawn((*rows[:at], *own, *rows[at + CHIP_LINES :]), areas)


@lru_cache(maxsize=128)
def _seen_by_all(ring: Ring, stand: Chips, pane: Pane, form: Form) -> Drawn:
    """The chips as somebody sees them who is none of the players; drawn once for all who see the same."""
    rows: list[Row] = []
    areas: list[Area] = []
    for seat in range(1, len(ring.players) + 1):
        rows += _chip(ring, seat, stand, form)
        areas.append(Area(pane.x + stand.x + (seat - 1) * stand.pitch, pane.y, stand.pitch, CHIP_LINES, f"seat {seat}"))
    return Drawn(tuple(rows), tuple(areas))


def _chip(ring: Ring, seat: int, stand: Chips, form: Form) -> tuple[Row, Row]:
    """A player: the name, and below it the cards."""
    player, standing, glyphs = ring.players[seat - 1], _standing(ring, seat), form.glyphs
    marks = _marks(player, glyphs, form.words)
    if stand.bars:
        tag = marks[2] or ("" if player.rating is None else str(player.rating))
        return (
            _name_and_tag(player.name, tag, standing, stand.pitch, glyphs, form.words),
            _bars(player.rows, player.left, player.extra, standing.own, stand.pitch, glyphs),
        )
    return (
        _name(player.name, standing, stand.pitch, glyphs, form.words),
        _digits(player.rows, player.left, player.extra, marks, stand.pitch),
    )


def seat_x(seat: int, count: int, pane: Pane) -> int:
    """The column, in the pane of the ring, where a player stands."""
    stand = chips(pane.width, pane.height, count)
    return (seat - 1) * (stand.pitch if stand else min(CHIP, pane.width // count)) + (stand.x if stand else 0)


class _Standing(NamedTuple):
    """What else matters of a player."""

    seat: int
    on_turn: bool
    direction: Direction
    own: bool
    numbered: bool
    order: Literal["", "turning", "turned"]
    given: bool
    out: bool
    away: bool
    arrow: bool = True
    """Whether the way that the order runs is shown even while it does not turn."""


def _standing(ring: Ring, seat: int) -> _Standing:
    player = ring.players[seat - 1]
    return _Standing(
        seat,
        seat == ring.turn,
        ring.direction,
        seat == ring.you,
        ring.numbered,
        ring.order,
        seat == ring.gift,
        player.out,
        player.presence != "here",
    )


def _draw_rows(canvas: Canvas, pane: Pane, ring: Ring, form: Form) -> None:
    """Names and numbers of cards, in as many rows as there are lines."""
    count = len(ring.players)
    each = -(-count // pane.height)
    pitch = pane.width // each
    for number, player in enumerate(ring.players):
        x, y = number % each * pitch, number // each
        standing = _standing(ring, number + 1)._replace(arrow=False)  # it would stand at the number before it
        _draw_name(canvas, x, y, 1, pitch - 4, player.name, standing, form.glyphs, form.words)
        canvas.put(x + pitch - len(str(player.left)), y, str(player.left), styles.BRIGHT)
        canvas.area(x, y, pitch, 1, f"seat {number + 1}")


@lru_cache(maxsize=1024)
def _name_and_tag(name: str, tag: str, standing: _Standing, pitch: int, glyphs: Glyphs, words: Words) -> Row:
    """The line with a player's name where each card is shown below it."""
    canvas = Canvas(pitch, 1)
    _draw_name(canvas, 0, 0, 2, pitch - 5 - width_of(tag), name, standing, glyphs, words)
    canvas.put(pitch - 2 - width_of(tag), 0, tag, styles.DIM)
    return canvas.rows()[0]


@lru_cache(maxsize=1024)
def _bars(held: tuple[Held, ...], left: int, extra: int, own: bool, pitch: int, glyphs: Glyphs) -> Row:
    """How many cards a player has, and a mark for each."""
    canvas = Canvas(pitch, 1)
    count = f"{left}{'+' if extra else ''}"
    canvas.put(4 - len(count), 0, count, styles.BRIGHT)
    x = 5
    for line in held:
        x = canvas.put(x, 0, glyphs.bar * line.up, styles.BARS if own else styles.BARS_OTHERS)
        x = canvas.put(x, 0, glyphs.back * line.down, styles.BACKS)
        x = 1 + canvas.put(x, 0, glyphs.dot * (line.size - line.left), styles.DIM)
    return canvas.rows()[0]


@lru_cache(maxsize=1024)
def _name(name: str, standing: _Standing, pitch: int, glyphs: Glyphs, words: Words) -> Row:
    """The line with a player's name where there is little room."""
    canvas = Canvas(pitch, 1)
    _draw_name(canvas, 0, 0, 1, pitch - 2, name, standing, glyphs, words)
    return canvas.rows()[0]


@lru_cache(maxsize=1024)
def _digits(held: tuple[Held, ...], left: int, extra: int, marks: tuple[str, str, str], pitch: int) -> Row:
    """How many cards a player has, a digit for each row of them, and that the player is out, away or a bot."""
    canvas = Canvas(pitch, 1)
    count = str(left)
    canvas.put(3 - len(count), 0, count, styles.BRIGHT)
    end = canvas.put(4, 0, "".join(str(line.left) for line in held), styles.DIM)
    if extra:
        end = canvas.put(end, 0, "+", styles.BRIGHT)
    mark, short, long = marks
    room = pitch - 1 - end
    if mark and width_of(long) < room:
        canvas.put(end + 1, 0, long, styles.DIM)
    elif mark and width_of(short) <= room:
        canvas.put(end, 0, short, styles.DIM)
    elif mark:
        canvas.put(3, 0, mark, styles.DIM)
    return canvas.rows()[0]


def _draw_name(
    canvas: Canvas,
    x: int,
    y: int,
    offset: int,
    width: int,
    name: str,
    standing: _Standing,
    glyphs: Glyphs,
    words: Words,
) -> None:
    """The arrow (or the turn sign, or the digit), and the name `offset` columns after it."""
    shown = _you(width, words) if standing.own else glyphs.plain(name)
    dim = (standing.out or standing.away) and not standing.own
    style = styles.ACCENT if standing.on_turn else styles.DIM if dim else styles.TEXT
    arrow = glyphs.right if standing.direction == 1 else glyphs.left
    if standing.order == "turning":
        arrow = glyphs.both
    if standing.given:
        style = styles.FILL_ACCENT
    if standing.on_turn:
        canvas.put(x, y, glyphs.turn, styles.ACCENT)
    elif standing.numbered and not standing.out:
        canvas.put(x, y, str(standing.seat % 10), styles.ACCENT)
    elif not standing.out and (standing.arrow or standing.order):
        canvas.put(x, y, arrow, styles.ACCENT if standing.order else styles.DIM)
    canvas.put(x + offset, y, clip(shown, width), style)


def _you(width: int, words: Words) -> str:
    """What the viewer is called, shortly where there is little room."""
    name = words.say("You")
    return name if width_of(name) <= width else words.term("narrow", "You")


def _marks(player: Player, glyphs: Glyphs, words: Words) -> tuple[str, str, str]:
    """That a player is out, away or a bot, or that the autopilot plays: as one sign, shortly and in a word."""
    if player.out:
        return "-", "-", words.say("out")
    if player.presence == "autopilot":
        return "~", "zz", words.term("a player", "auto")
    if player.presence == "away":
        return "~", "zz", words.say("away")
    if player.kind == "bot":
        return glyphs.bot, "b", words.say("bot")
    return "", "", ""
