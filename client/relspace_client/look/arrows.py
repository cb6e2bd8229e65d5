"""Arrow keys where they are named: by their signs, and by words where ASCII would turn those into other keys.

`<`, `>`, `^` and `v` are keys of their own: whoever reads them beside what they do presses them.
"""

from typing import Final

from relspace_client.locale.words import Words, message
from relspace_client.look.glyphs import Glyphs

LEFT_RIGHT: Final = "← →"
UP_DOWN: Final = "↑ ↓"

_NAMES: Final = ((LEFT_RIGHT, message("Left Right")), (UP_DOWN, message("Up Down")))
"""What the keys are called, with a space between the two, to be translated."""

_LEFT: Final = message("Left")


def with_arrows(text: str, glyphs: Glyphs, words: Words) -> str:
    """A sentence, or the names of keys, as a set of glyphs can write it; its width may change."""
    if glyphs.name == "ascii":
        for signs, name in _NAMES:
            text = text.replace(signs, words.say(name))
    return glyphs.plain(text)


def left_arrow(glyphs: Glyphs, words: Words) -> str:
    """What the left arrow key is called where it stands alone."""
    return words.say(_LEFT) if glyphs.name == "ascii" else glyphs.left
