"""The list of words, and what one word or one card does."""

from collections.abc import Iterator, Mapping
from typing import Final

from relspace.rules.cards import CARDS, Card
from relspace.wire.messages import Snapshot
from relspace_client.around.parts import Reader
from relspace_client.locale.words import message
from relspace_client.look.faces import NAMES
from relspace_client.plain.room import can_join
from relspace_client.plain.voice import place_of, watches
from relspace_client.plain.words.vocabulary import HELP, WORDS, Written, meant
from relspace_client.table.about import SENTENCES

NUMBER: Final = message("A number loads on a number that is as high or lower.")

GATED: Final = message("On a Mini Gun a number must be 3 or less, on an Odd Space odd, on an Even Space even.")

SPECIAL: Final = message("A special loads on any pod; with strict rules not on a Mini Gun, Odd Space or Even Space.")

MORE: Final[Mapping[Card, str]] = {
    "KEY": message("It names no pod and leaves the game. Type open and where it lies, then play any free card."),
    "BRB": message("The pod and its cards leave the game. If no pod is left, a new one is put out."),
    "WORM": message("The pod comes back with the cards that it had, and both Wormholes leave the game."),
    "OXY": message("So the pod goes on taking what it took. On an empty pod Oxygen is the only card."),
    "WIN": message(
        "Type peek and its space; it may be covered. Only you see the card, the others see which one it was."
    ),
    "ALB": message(
        "Type give and a player. The card goes into their stash face-up. If none is below, nobody gets any."
    ),
    "MINI": message("A higher number jams. What loads after it counts as always."),
    "GRAV": message("It leaves the game at once. Between two players the order stays the same."),
    "ODD": message("An even number jams. What loads after it counts as always."),
    "EVEN": message("An odd number jams. What loads after it counts as always."),
}
"""What else there is to know of a special, to be translated (docs/rules.md 1, 5 and 6)."""

FOOT: Final = message("Words may be cut short while they stay clear. Type help and a word or a card for more.")


TALKING: Final = frozenset(("say", "talk", "ignore", "unignore"))
"""Words that are of no use where nobody else can be."""


def help_lines(reader: Reader, text: str, snapshot: Snapshot | None, *, alone: bool = False) -> list[str]:
    """What can be said here; or, of a word or a card, what it does.

    Args:
        reader: who reads it.
        text: what was typed after `help`.
        snapshot: the room that the person looks at; None in the lobby.
        alone: whether they play on their own machine, where nobody hears them.
    """
    if not text:
        place, watching = place_of(snapshot), watches(snapshot)
        full = snapshot is not None and not can_join(snapshot)
        left_out = {*(("join",) if full else ()), *(TALKING if alone else ())}
        known = [word for word in WORDS.values() if word.name not in left_out]
        listed = [word.written(place, watching=watching) for word in known]
        return [*(_line(reader, one) for one in listed if one), reader.say(FOOT)]
    if text.casefold() == "cards":
        return [reader.say(NUMBER), *(reader.say(sentence) for sentence in SENTENCES.values())]
    return _of_word(reader, text) or _of_card(reader, text) or [reader.say("No word and no card is called that.")]


def _line(reader: Reader, word: Written) -> str:
    return reader.say("{usage}: {does}.", usage=word.usage, does=reader.say(word.does))


def _of_word(reader: Reader, text: str) -> list[str]:
    names = meant(text)
    if names == [HELP]:
        return [_line(reader, Written("help [WORD]", message("what you can say here, or what a word or a card does")))]
    if len(names) != 1:
        return []
    word = WORDS[names[0]]
    lines = [_line(reader, Written(word.usage, word.does))]
    return [*lines, reader.say(word.more)] if word.more else lines


def _of_card(reader: Reader, text: str) -> list[str]:
    """A card by its name, by the beginning of it, or by its code."""
    wanted = text.casefold()
    if wanted in CARDS and CARDS[wanted].number is not None:
        return [reader.say(NUMBER), reader.say(GATED)]
    names = {code: (reader.say(name).casefold(), name.casefold(), code.casefold()) for code, name in NAMES.items()}
    found = [code for code, known in names.items() if any(name.startswith(wanted) for name in known)]
    return [*_about(reader, found), reader.say(SPECIAL)] if found else []


def _about(reader: Reader, cards: list[Card]) -> Iterator[str]:
    for card in cards:
        yield reader.say(SENTENCES[card])
        yield reader.say(MORE[card])
