"""The plate on a pod's lower edge: the digit to press, and what the chosen card would do there."""

from typing import Final, Literal, NamedTuple

from relspace.wire.messages import Verdict
from relspace_client.look import styles
from relspace_client.look.glyphs import Outline
from relspace_client.picture.row import width_of
from relspace_client.table.form import Form


class Mark(NamedTuple):
    """What the viewer's choice says of a pod."""

    verdict: Verdict | None = None
    """What the chosen card would do there; None if none is chosen, or if it cannot be played there."""
    back: int = 0
    """Cards that a jam would bring back."""
    first: bool = False
    """Whether this pod was chosen first."""
    ahead: bool = False
    """Whether it is somebody else's turn: then plates are plain words."""
    happens: str = ""
    """What is happening there, in a word; it takes the place of the verdict."""
    lit: Literal["", "accent", "jam"] = ""
    """The colour that what happens there gives to hull and plate."""


UNMARKED: Final = Mark()


def plate(key: int, mark: Mark, form: Form, width: int) -> str:
    """The text of a plate.

    A text that does not fit drops, in this order, its padding, its glyph, its word.

    Args:
        key: the digit to press.
        mark: what the viewer's choice says of the pod.
        form: the language and the glyphs.
        width: columns there are.
    """
    if mark.happens:
        tries = (f" {mark.happens} ", mark.happens, mark.happens.split(" ")[-1])
        return next((text for text in tries if width_of(text) <= width), str(key))
    glyph, word, rest = _verdict(mark, form)
    if not glyph:
        return f" {key} "
    whole = [str(key), glyph, word, rest]
    shorter = (whole, [str(key), word, rest], [str(key), glyph, rest])
    texts = [" ".join(part for part in parts if part) for parts in shorter]
    return next((text for text in (f" {texts[0]} ", *texts) if width_of(text) <= width), str(key))


def _verdict(mark: Mark, form: Form) -> tuple[str, str, str]:
    """Glyph, word and number."""
    words = form.words
    match mark.verdict:
        case "loads":
            return form.glyphs.down, words.say("loads"), ""
        case "jams":
            return "!", words.say("jam"), f"+{mark.back}"
        case "opens":
            return "+", words.say("opens"), ""
        case "unknown":
            return "?", "", ""
        case _:
            return "", "", ""


def plate_style(mark: Mark) -> int:
    """The style of a plate."""
    if mark.happens:
        return styles.FILL_JAM if mark.lit == "jam" else styles.FILL_ACCENT
    if mark.ahead and mark.verdict is not None:
        return styles.TEXT
    match mark.verdict:
        case "loads" | "opens":
            return styles.FILL_LOAD
        case "jams":
            return styles.FILL_JAM
        case _:
            return styles.ACCENT if mark.first else styles.BRIGHT


def hull_style(mark: Mark) -> int:
    """The style of a pod's hull."""
    if mark.lit == "jam":
        return styles.JAM_LINE
    if mark.first or mark.lit:
        return styles.ACCENT_LINE
    if mark.ahead:
        return styles.FAINT
    match mark.verdict:
        case "loads" | "opens":
            return styles.LOAD_LINE
        case "jams":
            return styles.JAM_LINE
        case _:
            return styles.FAINT


def hull_outline(form: Form, *, heavy: bool) -> Outline:
    """The outline of a pod's hull: heavy if the pod was chosen first."""
    return form.glyphs.heavy if heavy else form.glyphs.hull
