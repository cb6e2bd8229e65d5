"""What a pod takes, in a word: `≥ 7`, `odd`, `any`."""

from relspace.rules.cards import Card
from relspace.rules.loading import Takes, takes
from relspace_client.picture.row import width_of
from relspace_client.table.form import Form

_HIGHEST = 10


def takes_word(cards: tuple[Card, ...], form: Form, width: int) -> str:
    """What a pod takes.

    Args:
        cards: its cards from the bottom up.
        form: the language and the glyphs.
        width: columns there are; a word that does not fit gives way to a shorter one.
    """
    words = form.words
    match takes(cards):
        case Takes("least", number):
            said = str(number) if number == _HIGHEST else words.say("≥ {n}", n=number)
            short = said if number == _HIGHEST else f"≥ {number}"
        case Takes("most", number):
            said, short = words.say("≤ {n}", n=number), f"≤ {number}"
        case Takes("odd"):
            said, short = words.say("odd"), words.term("narrow", "odd")
        case Takes("even"):
            said, short = words.say("even"), words.term("narrow", "even")
        case _:
            said, short = words.say("any"), words.term("narrow", "any")
    said, short = form.glyphs.plain(said), form.glyphs.plain(short)
    return said if width_of(said) <= width else short
