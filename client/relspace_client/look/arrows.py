"""Arrow keys in sentences: by their signs, and by words where ASCII would turn those into other keys.

`<`, `>`, `^` and `v` are keys of their own, which type a letter into a name. The line of keys below a page has them
nevertheless: it is short of room, and there the app takes them for the arrows.
"""

from typing import Final

from relspace_client.locale.words import Words, message
from relspace_client.look.glyphs import Glyphs

LEFT_RIGHT: Final = "← →"
UP_DOWN: Final = "↑ ↓"

_NAMES: Final = ((LEFT_RIGHT, message("Left Right")), (UP_DOWN, message("Up Down")))
"""What the keys are called, with a space between the two, to be translated."""


def with_arrows(text: str, glyphs: Glyphs, words: Words) -> str:
    """A sentence, or the names of keys, as a set of glyphs can write it; its width may change."""
    if glyphs.name == "ascii":
        for signs, name in _NAMES:
            text = text.replace(signs, words.say(name))
    return glyphs.plain(text)
