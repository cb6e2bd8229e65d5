"""How a picture is to be drawn: its size, its glyphs and its language."""

from typing import NamedTuple

from relspace_client.locale.words import Words
from relspace_client.look.arrows import with_arrows
from relspace_client.look.glyphs import Glyphs


class Form(NamedTuple):
    """What pictures of the same content may differ in."""

    width: int
    """Cells across."""
    height: int
    """Lines."""
    glyphs: Glyphs
    words: Words

    def plain(self, text: str) -> str:
        """A sentence, or the names of keys, in the reader's characters."""
        return with_arrows(text, self.glyphs, self.words)
