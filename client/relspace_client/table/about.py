"""What the chosen card does, and what a jam would cost."""

from typing import Final, NamedTuple

from relspace.rules.cards import DOWN, NUMBERS, Card, Space
from relspace.rules.loading import MINI_GUN_LIMIT
from relspace_client.locale.words import Words, message, term
from relspace_client.look import styles
from relspace_client.look.faces import NAMES, face
from relspace_client.picture.row import width_of
from relspace_client.picture.wrap import wrap
from relspace_client.table.card import card_of
from relspace_client.table.drawn import Drawn, drawn, sheet_of
from relspace_client.table.form import Form
from relspace_client.table.measures import Pane, SizeName

SENTENCES: Final[dict[Card, str]] = {
    "KEY": message("Keycard: opens a new pod; then play one more card onto it."),
    "BRB": message("The B.R.B.: launches the pod, cards and all."),
    "WORM": message("Wormhole: the pod goes away; the next Wormhole brings it back."),
    "OXY": message("Oxygen: slips under the top card."),
    "WIN": message("Winston: look at a face-down card of yours; then launch."),
    "ALB": message("Albert: give away the card below; then launch."),
    "MINI": message("Mini Gun: the next number must be 3 or less."),
    "GRAV": message("Grav Gun: the order turns round."),
    "ODD": message("Odd Space: the next number must be odd."),
    "EVEN": message("Even Space: the next number must be even."),
}
"""What each special does."""

SHORT: Final[dict[Card, str]] = {
    "KEY": term("short", "opens a pod"),
    "BRB": term("short", "launch the pod"),
    "WORM": term("short", "pod goes away"),
    "OXY": term("short", "slips under"),
    "WIN": term("short", "look, then launch"),
    "ALB": term("short", "give, then launch"),
    "MINI": term("short", "next ≤ 3"),
    "GRAV": term("short", "order turns round"),
    "ODD": term("short", "next: odd"),
    "EVEN": term("short", "next: even"),
}
"""The same where there are six columns."""

_LONG: Final = (
    (
        message("Loads on {n} or lower, on even and on ≤ 3."),
        message("Loads on {n} or lower, and on even."),
    ),
    (
        message("Loads on {n} or lower, on odd and on ≤ 3."),
        message("Loads on {n} or lower, and on odd."),
    ),
)
"""What even and odd numbers load on, those that a Mini Gun lets through first."""

_MANY_COLUMNS: Final = 24
"""Columns from which on whole sentences are written."""


class Jam(NamedTuple):
    """What a jam on a pod would do."""

    pod: int
    back: int
    """Cards that come back."""
    pile: int
    """Cards of the pod and the one that jams."""


class About(NamedTuple):
    """What is said of a card."""

    space: Space
    jam: Jam | None = None
    """The jam that the viewer should be told of, if there is one."""
    jams: tuple[int, ...] = ()
    """The pods on which it jams, where they are several and none of them was chosen: the plates say what that costs."""


def draw_about(about: About | None, size: SizeName, pane: Pane, form: Form) -> Drawn:
    """Draws what is said of the chosen card; nothing if there is none."""
    canvas = sheet_of(pane)
    if about is None:
        return drawn(canvas, pane)
    glyphs, card = form.glyphs, card_of(about.space)
    shown = glyphs.back * 3 if card is None else face(card, glyphs).strip()
    if pane.width < _MANY_COLUMNS:
        canvas.put(0, 0, shown, styles.BRIGHT)
        text = glyphs.plain(_short(card, form))
        for y, line in enumerate(wrap(text, pane.width), 1):
            canvas.put(0, y, line, styles.DIM)
        return drawn(canvas, pane)
    top = 0 if size == "large" else 1
    canvas.put(0, top, shown, styles.BRIGHT)
    column = width_of(shown) + 2
    sentences = [(sentence(card, form, long=size == "large"), styles.TEXT)]
    if about.jam is not None:
        sentences.append((_jam(about.jam, form, long=size == "large"), styles.JAM_WORDS))
    elif about.jams:
        pods = form.words.every([str(pod) for pod in about.jams])
        sentences.append((form.words.say("It jams on pods {pods}.", pods=pods), styles.JAM_WORDS))
    y = top
    for text, style in sentences:
        for line in wrap(glyphs.plain(text), pane.width - column - 1):
            canvas.put(column, y, line, style)
            y += 1
    return drawn(canvas, pane)


def sentence(card: Card | None, form: Form, *, long: bool = False) -> str:
    """What a card does, in a sentence; None is a face-down card that nobody knows."""
    words = form.words
    if card is None:
        return words.say("Face-down: nobody knows what it is.")
    number = NUMBERS.get(card)
    if number is None:
        return words.say(SENTENCES[card])
    if not long:
        return words.say("Loads on {n} or lower.", n=number)
    low, high = _LONG[number % 2]
    return words.say(low if number <= MINI_GUN_LIMIT else high, n=number)


def _short(card: Card | None, form: Form) -> str:
    if card is None:
        return form.words.say("nobody knows")
    number = NUMBERS.get(card)
    return form.words.say("loads on {n} or lower", n=number) if number else form.words.term("short", SHORT[card])


def _jam(jam: Jam, form: Form, *, long: bool) -> str:
    words = form.words
    if long:
        return words.count(
            "On pod {pod} it jams: {n} of those {pile} cards comes back.",
            "On pod {pod} it jams: {n} of those {pile} cards come back.",
            jam.back,
            pod=jam.pod,
            pile=jam.pile,
        )
    return words.count(
        "On pod {pod} it jams: {n} card comes back.",
        "On pod {pod} it jams: {n} cards come back.",
        jam.back,
        pod=jam.pod,
    )


def card_name(space: Space, form: Form) -> str:
    """A card's name in a sentence: its number, or the special's name."""
    card = card_of(space)
    if card is None:
        return form.words.say("a face-down card") if space == DOWN else "?"
    return named(card, form.words)


def named(card: Card, words: Words) -> str:
    """The name of a card in the reader's language; a number's is the number."""
    return words.say(NAMES[card]) if card in NAMES else card
