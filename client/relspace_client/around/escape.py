"""How a game ended: the pod that took off with the last card, and the sentences beside it."""

from typing import NamedTuple

from relspace.rules.cards import CARDS
from relspace.wire.messages import Result
from relspace_client.around.parts import Reader
from relspace_client.look import styles
from relspace_client.look.faces import NAMES, face, inks, sign
from relspace_client.picture.canvas import Canvas


class Verdict(NamedTuple):
    """How a game ended, in words."""

    head: str
    yours: bool
    """Whether the viewer won."""
    how: str
    others: str


def verdict(reader: Reader, result: Result) -> Verdict:
    """How a game ended, as the viewer reads it."""
    if result.reason == "exploded":
        nobody = reader.say("Nobody escaped within {n} moves.", n=result.plies)
        return Verdict(reader.say("THE STATION BLEW UP"), False, nobody, _yours_left(reader, result))
    if result.winner is None:
        return Verdict(reader.say("GAME OVER"), False, reader.say("The game was abandoned. Nobody won."), "")
    yours = result.winner == result.you
    name = next(one.name for one in result.standings if one.seat == result.winner)
    if result.reason == "last_left":
        left = reader.say("Everybody else has given up.")
        if yours:
            return Verdict(reader.say("YOU ARE THE LAST ONE LEFT"), True, left, "")
        last = reader.say("{name} IS THE LAST ONE LEFT", name=name)
        return Verdict(last, False, left, _yours_left(reader, result))
    if yours:
        packing = reader.say("Everybody else is still packing.")
        return Verdict(reader.say("YOU ESCAPED"), True, _last_card(reader, result, None), packing)
    said = reader.say("{name} ESCAPED", name=name)
    return Verdict(said, False, _last_card(reader, result, name), _yours_left(reader, result))


def draw_verdict(canvas: Canvas, x: int, y: int, said: Verdict) -> None:
    """Who escaped, from column `x` on: in the accent's ink, for what is filled with it says what to press now."""
    canvas.put(x, y, said.head, styles.ACCENT if said.yours else styles.BRIGHT)


def _last_card(reader: Reader, result: Result, name: str | None) -> str:
    """How the winner, the viewer if `name` is None, got rid of the last card."""
    card = _card(reader, result.last_card)
    if not card:
        return ""
    if not result.last_pod:
        if name is None:
            return reader.say("Your last card was {card}.", card=card)
        return reader.say("{name}'s last card was {card}.", name=name, card=card)
    if name is None:
        return reader.say("Your last card, {card}, went onto pod {pod}.", card=card, pod=result.last_pod)
    return reader.say("{name}'s last card, {card}, went onto pod {pod}.", name=name, card=card, pod=result.last_pod)


def _card(reader: Reader, code: str) -> str:
    """A card within a sentence: `a 3`, `Oxygen`."""
    if code == "KEY":
        return reader.say("a Keycard")
    if code in NAMES:
        return reader.say(NAMES[code])
    if code not in CARDS:
        return ""
    return reader.say("an {n}", n=code) if code == "8" else reader.say("a {n}", n=code)


def _yours_left(reader: Reader, result: Result) -> str:
    left = next((one.left for one in result.standings if one.seat == result.you and not one.out), None)
    return "" if left is None else reader.count("You had {n} card left.", "You had {n} cards left.", left)


def draw_escape(canvas: Canvas, reader: Reader, x: int, y: int, result: Result) -> None:
    """A pod over its flame, 11 × 7 cells, with the last card in it; on the ground if nobody escaped.

    One without a card has an empty place, as an empty pod on the table has.
    """
    glyphs = reader.glyphs
    hull = glyphs.hull
    won = result.winner is not None
    line = styles.ACCENT_LINE if won else styles.DIM
    canvas.put(x, y, hull.top_left + hull.across * 9 + hull.top_right, line)
    for row in range(y + 1, y + 4):
        canvas.put(x, row, hull.down, line)
        canvas.put(x + 10, row, hull.down, line)
    canvas.put(x, y + 4, hull.bottom_left + hull.across * 9 + hull.bottom_right, line)
    if won:
        canvas.put(x + 2, y + 5, glyphs.flame[1] * 7, styles.ACCENT_LINE)
        canvas.put(x + 3, y + 6, glyphs.flame[2] * 5, styles.DIM)
    if result.last_card in CARDS:
        _draw_card(canvas, reader, x + 3, y + 1, result.last_card)
    else:
        edge = glyphs.card
        canvas.put(x + 3, y + 1, f"{edge.top_left}   {edge.top_right}", styles.DIM)
        canvas.put(x + 3, y + 3, f"{edge.bottom_left}   {edge.bottom_right}", styles.DIM)


def _draw_card(canvas: Canvas, reader: Reader, x: int, y: int, card: str) -> None:
    glyphs = reader.glyphs
    edge = glyphs.card
    canvas.put(x, y, edge.top_left + edge.across * 3 + edge.top_right, styles.PAPER_EDGE)
    canvas.put(x, y + 1, edge.down, styles.PAPER_EDGE)
    canvas.put(x + 1, y + 1, face(card, glyphs), inks(card).paper)
    canvas.put(x + 4, y + 1, edge.down, styles.PAPER_EDGE)
    canvas.put(x, y + 2, edge.bottom_left + edge.across * 3 + edge.bottom_right, styles.PAPER_EDGE)
    mark = sign(card, glyphs)
    if mark:
        canvas.put(x + 2, y + 2, mark, inks(card).paper)
