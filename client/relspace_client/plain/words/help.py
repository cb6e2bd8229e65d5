"""The list of words, and what one word or one card does."""

from typing import Final

from relspace.rules.cards import CARDS
from relspace_client.around.parts import Reader
from relspace_client.locale.words import message
from relspace_client.look.faces import NAMES
from relspace_client.plain.voice import Here
from relspace_client.plain.words.vocabulary import HELP, WORDS, meant
from relspace_client.table.about import SENTENCES

NUMBER: Final = message("A number loads on a number that is as high or lower.")

FOOT: Final = message("Words may be cut short while they stay clear. Say help and a word or a card for more.")


def help_lines(reader: Reader, text: str, place: Here) -> list[str]:
    """What can be said here; or, of a word or a card, what it does.

    Args:
        reader: who reads it.
        text: what was typed after `help`.
        place: where the person is.
    """
    if not text:
        lines = [_line(reader, word.usage, word.does) for word in WORDS.values() if place in word.places]
        return [*lines, reader.say(FOOT)]
    if text.casefold() == "cards":
        return [reader.say(NUMBER), *(reader.say(sentence) for sentence in SENTENCES.values())]
    return _of_word(reader, text) or _of_card(reader, text) or [reader.say("No word and no card is called that.")]


def _line(reader: Reader, usage: str, does: str) -> str:
    return reader.say("{usage}: {does}.", usage=usage, does=reader.say(does))


def _of_word(reader: Reader, text: str) -> list[str]:
    names = meant(text)
    if names == [HELP]:
        return [_line(reader, "help [WORD]", reader.say("what you can say here, or what a word or a card does"))]
    if len(names) != 1:
        return []
    word = WORDS[names[0]]
    lines = [_line(reader, word.usage, word.does)]
    return [*lines, reader.say(word.more)] if word.more else lines


def _of_card(reader: Reader, text: str) -> list[str]:
    """A card by its name, by the beginning of it, or by its code."""
    wanted = text.casefold()
    if wanted in CARDS and CARDS[wanted].number is not None:
        return [reader.say(NUMBER)]
    names = {code: (reader.say(name).casefold(), name.casefold(), code.casefold()) for code, name in NAMES.items()}
    found = [code for code, known in names.items() if any(name.startswith(wanted) for name in known)]
    return [reader.say(SENTENCES[code]) for code in found]
