"""How a picture is to be drawn: its size, its glyphs and its language."""

from typing import NamedTuple

from relspace_client.locale.words import Words
from relspace_client.look.glyphs import Glyphs


class Form(NamedTuple):
    """What pictures of the same content may differ in."""

    width: int
    """Cells across."""
    height: int
    """Lines."""
    glyphs: Glyphs
    words: Words
