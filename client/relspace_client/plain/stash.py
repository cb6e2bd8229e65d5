"""A stash in sentences, row by row: what lies in each space, and what can be played from it."""

from typing import Final

from relspace.rules.cards import DOWN, HIDDEN, Space
from relspace.rules.layout import EXTRA_NAMES, LAYOUTS
from relspace.rules.stash import cards_left, free_spaces
from relspace.rules.view import StashView, View
from relspace_client.around.parts import Reader
from relspace_client.locale.words import message
from relspace_client.plain.voice import closed
from relspace_client.table.about import named
from relspace_client.table.card import card_of

ROW_NAMES: Final = (
    message("Top row: {cards}."),
    message("Middle row: {cards}."),
    message("Bottom row: {cards}."),
)
"""Rows A, B and C, to be translated."""


def stash_lines(reader: Reader, view: View, seat: int, name: str) -> list[str]:
    """Everything in one stash, as far as the viewer may see it.

    Args:
        reader: who reads it.
        view: what the viewer sees.
        seat: whose stash.
        name: whose it is; empty for the viewer's own.
    """
    stash, layout = view.seats[seat - 1], LAYOUTS[view.options.layout]
    if stash.out:
        return [reader.say("{name} has left the game.", name=name) if name else reader.say("You have left the game.")]
    lines = [_heading(reader, cards_left(stash), name)]
    free = frozenset(free_spaces(stash, layout))
    for text, row in zip(ROW_NAMES, layout.rows, strict=True):
        cards = [_space(reader, stash, layout.names[number], stash.spaces[number], free) for number in row]
        lines.append(closed(reader.say(text, cards=reader.say(", ").join(cards))))
    gifts = [_space(reader, stash, space, lies, free) for space, lies in zip(EXTRA_NAMES, stash.extra, strict=False)]
    if gifts:
        lines.append(closed(reader.say("Extra row: {cards}.", cards=reader.say(", ").join(gifts))))
    return lines


def _heading(reader: Reader, left: int, name: str) -> str:
    if name:
        return reader.count("{name}'s stash: {n} card.", "{name}'s stash: {n} cards.", left, name=name)
    return reader.count("Your stash: {n} card.", "Your stash: {n} cards.", left)


def _space(reader: Reader, stash: StashView, space: str, lies: Space, free: frozenset[str]) -> str:
    """One space within a list: `A1 7`, `B1 10 covered`, `C2 face-down`, `A2 empty`."""
    if lies is None:
        return reader.say("{space} empty", space=space)
    what = lying(reader, lies)
    if lies == DOWN and space in stash.peeked:
        what = reader.say("{card} looked at", card=what)
    if space in free:
        return f"{space} {what}"
    return reader.say("{space} {card} covered", space=space, card=what)


def lying(reader: Reader, lies: Space) -> str:
    """What lies in a space: `7`, `Keycard`, `face-down`, `9 face-down` for one that was looked at."""
    if lies == HIDDEN:
        return reader.say("face-up")
    card = card_of(lies)
    if card is None:
        return reader.say("face-down")
    name = named(card, reader.words)
    return reader.say("{card} face-down", card=name) if lies is not None and lies.startswith(DOWN) else name
