"""The ring of players: whose turn it is, which way the order runs, and what each has left, row by row."""

from functools import lru_cache
from typing import Literal, NamedTuple

from relspace.rules.position import Direction
from relspace_client.locale.words import Words
from relspace_client.look import styles
from relspace_client.look.glyphs import Glyphs
from relspace_client.picture.canvas import Area, Canvas
from relspace_client.picture.row import Row, clip, width_of
from relspace_client.table.chips import CHIP, CHIP_LINES, chips
from relspace_client.table.drawn import Drawn, drawn, sheet_of
from relspace_client.table.form import Form
from relspace_client.table.measures import Pane
from relspace_client.table.public import Player


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
    draw = _chip if stand.bars else _short
    rows: list[Row] = []
    areas: list[Area] = []
    for seat, player in enumerate(ring.players, 1):
        rows += draw(player, _standing(ring, seat), stand.pitch, form.glyphs, form.words)
        areas.append(Area(pane.x + stand.x + (seat - 1) * stand.pitch, pane.y, stand.pitch, CHIP_LINES, f"seat {seat}"))
    return Drawn(tuple(rows), tuple(areas))


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


def _standing(ring: Ring, seat: int) -> _Standing:
    return _Standing(
        seat, seat == ring.turn, ring.direction, seat == ring.you, ring.numbered, ring.order, seat == ring.gift
    )


def _draw_rows(canvas: Canvas, pane: Pane, ring: Ring, form: Form) -> None:
    """Names and numbers of cards, in as many rows as there are lines."""
    count = len(ring.players)
    each = -(-count // pane.height)
    pitch = pane.width // each
    for number, player in enumerate(ring.players):
        x, y = number % each * pitch, number // each
        _draw_name(canvas, x, y, 1, pitch - 4, player, _standing(ring, number + 1), form.glyphs, form.words)
        canvas.put(x + pitch - len(str(player.left)), y, str(player.left), styles.BRIGHT)
        canvas.area(x, y, pitch, 1, f"seat {number + 1}")


@lru_cache(maxsize=1024)
def _chip(player: Player, standing: _Standing, pitch: int, glyphs: Glyphs, words: Words) -> tuple[Row, ...]:
    """A player with each card; drawn once for all who see the same."""
    canvas = Canvas(pitch, 2)
    tag = _tag(player, glyphs, words)
    _draw_name(canvas, 0, 0, 2, pitch - 5 - width_of(tag), player, standing, glyphs, words)
    canvas.put(pitch - 2 - width_of(tag), 0, tag, styles.DIM)
    count = str(player.left)
    if player.extra:
        count += "+"
    canvas.put(4 - len(count), 1, count, styles.BRIGHT)
    x = 5
    for held in player.rows:
        x = canvas.put(x, 1, glyphs.bar * held.up, styles.BARS if standing.own else styles.BARS_OTHERS)
        x = canvas.put(x, 1, glyphs.back * held.down, styles.BACKS)
        x = 1 + canvas.put(x, 1, glyphs.dot * (held.size - held.left), styles.FAINT)
    return canvas.rows()


@lru_cache(maxsize=1024)
def _short(player: Player, standing: _Standing, pitch: int, glyphs: Glyphs, words: Words) -> tuple[Row, ...]:
    """A player with a digit for each row of cards; drawn once for all who see the same."""
    canvas = Canvas(pitch, 2)
    _draw_name(canvas, 0, 0, 1, pitch - 2, player, standing, glyphs, words)
    count = str(player.left)
    canvas.put(3 - len(count), 1, count, styles.BRIGHT)
    end = canvas.put(4, 1, "".join(str(held.left) for held in player.rows), styles.DIM)
    if player.extra:
        end = canvas.put(end, 1, "+", styles.BRIGHT)
    mark, short, long = _marks(player, glyphs, words)
    room = pitch - 1 - end
    if not mark:
        return canvas.rows()
    if width_of(long) < room:
        canvas.put(end + 1, 1, long, styles.DIM)
    elif width_of(short) <= room:
        canvas.put(end, 1, short, styles.DIM)
    else:
        canvas.put(3, 1, mark, styles.DIM)
    return canvas.rows()


def _draw_name(
    canvas: Canvas,
    x: int,
    y: int,
    offset: int,
    width: int,
    player: Player,
    standing: _Standing,
    glyphs: Glyphs,
    words: Words,
) -> None:
    """The arrow (or the turn sign, or the digit), and the name `offset` columns after it."""
    name = _you(width, words) if standing.own else glyphs.plain(player.name)
    away = player.out or player.presence != "here"
    style = styles.ACCENT if standing.on_turn else styles.DIM if away and not standing.own else styles.TEXT
    arrow = glyphs.right if standing.direction == 1 else glyphs.left
    if standing.order == "turning":
        arrow = glyphs.both
    if standing.given:
        style = styles.FILL_ACCENT
    if standing.on_turn:
        canvas.put(x, y, glyphs.turn, styles.ACCENT)
    elif standing.numbered and not player.out:
        canvas.put(x, y, str(standing.seat % 10), styles.ACCENT)
    elif not player.out:
        canvas.put(x, y, arrow, styles.ACCENT if standing.order else styles.DIM)
    canvas.put(x + offset, y, clip(name, width), style)


def _you(width: int, words: Words) -> str:
    """What the viewer is called, shortly where there is little room."""
    name = words.say("You")
    return name if width_of(name) <= width else words.term("narrow", "You")


def _tag(player: Player, glyphs: Glyphs, words: Words) -> str:
    """What is said of a player beside the name: out, away, a bot, or the rating."""
    long = _marks(player, glyphs, words)[2]
    return long or ("" if player.rating is None else str(player.rating))


def _marks(player: Player, glyphs: Glyphs, words: Words) -> tuple[str, str, str]:
    """That a player is out, away or a bot: as one sign, shortly and in a word."""
    if player.out:
        return "-", "-", words.say("out")
    if player.presence != "here":
        return "~", "zz", words.say("away")
    if player.kind == "bot":
        return glyphs.bot, "b", words.say("bot")
    return "", "", ""
