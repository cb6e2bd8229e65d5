"""How the game looks for one person: what they set, and else what their terminal suggests."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from relspace.wire.settings import PlayerSettings
from relspace_client.locale.words import LANGUAGES
from relspace_client.look.glyphs import GLYPHS, GlyphsName
from relspace_client.look.palette import DEPTHS, Depth
from relspace_client.look.themes import THEMES, ThemeName

Word = TypeVar("Word", bound=str)


class Appearance(NamedTuple):
    """Everything that decides how pictures look."""

    language: str = "en"
    """One of `relspace_client.locale.words.LANGUAGES`."""
    theme: ThemeName = "dark"
    colours: Depth = "truecolor"
    glyphs: GlyphsName = "box"


PLAIN: Final = Appearance()
"""What is assumed of a terminal of which nothing is known."""


def appearance(settings: PlayerSettings, suggested: Appearance) -> Appearance:
    """How the game looks.

    Args:
        settings: what the person set; words that this program does not know count as not set.
        suggested: what their terminal suggests.
    """
    return Appearance(
        _one_of(settings.language, LANGUAGES, suggested.language),
        _one_of(settings.theme, tuple(THEMES), suggested.theme),
        _one_of(settings.colours, DEPTHS, suggested.colours),
        _one_of(settings.glyphs, tuple(GLYPHS), suggested.glyphs),
    )


def _one_of(word: str, known: Sequence[Word], otherwise: Word) -> Word:
    return next((one for one in known if one == word), otherwise)
