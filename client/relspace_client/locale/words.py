"""Sentences in one language.

English stands in the code: `words.say("{card} from {space}.", card="5", space="B2")`. A catalogue of another
language is a gettext file, `<language>/LC_MESSAGES/relspace.mo`, beside this module; what it lacks is said in English.
"""

from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Final

DOMAIN: Final = "relspace"
LOCALES: Final = Path(__file__).parent

LANGUAGES: Final = ("en", "es", "ja")
"""Every language that can be chosen."""


def message(text: str) -> str:
    """Marks a message that is said elsewhere, so that catalogues are checked for it. Returns it as it is."""
    return text


class Words:
    """One language."""

    def __init__(self, language: str = "en") -> None:
        """Makes the words of a language; `words` keeps one object for each.

        Args:
            language: one of `LANGUAGES`.
        """
        self.language: Final = language
        self._catalogue: NullTranslations = (
            NullTranslations()
            if language == "en"
            else translation(DOMAIN, LOCALES, languages=[language], fallback=True)
        )

    def say(self, message: str, **fields: object) -> str:
        """A message in this language.

        Args:
            message: the English sentence, with `{name}` for each field.
            **fields: what to put in; texts from people are taken as they are.
        """
        said = self._catalogue.gettext(message)
        return said.format(**fields) if fields else said

    def term(self, context: str, message: str) -> str:
        """A single word or two, told apart from the same English words elsewhere by their context."""
        return self._catalogue.pgettext(context, message)

    def count(self, one: str, many: str, n: int, **fields: object) -> str:
        """A message that depends on a number, which it may show as `{n}`."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **fields)

    def either(self, things: list[str]) -> str:
        """A list of choices: `1, 2 or 4`."""
        if len(things) < 2:
            return "".join(things)
        return self.say("{some} or {last}", some=self.say(", ").join(things[:-1]), last=things[-1])


@cache
def words(language: str = "en") -> Words:
    """The words of a language, one object for all who read it."""
    return Words(language if language in LANGUAGES else "en")
