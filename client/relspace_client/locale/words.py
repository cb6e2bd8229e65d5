"""Sentences in one language.

English stands in the code: `words.say("{card} from {space}.", card="5", space="B2")`. A catalogue of another
language is a gettext file, `<language>/LC_MESSAGES/relspace.mo`, beside this module (docs/translating.md); what it
lacks, or has in a form that would fail, is said in English, and told to the log once.
"""

import logging
import struct
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from string import Formatter
from typing import Final

LOG: Final = logging.getLogger(__name__)

DOMAIN: Final = "relspace"
LOCALES: Final = Path(__file__).parent

LANGUAGES: Final = ("en", "es", "ja")
"""Every language that can be chosen."""

_UNREADABLE: Final = (OSError, ValueError, LookupError, struct.error)
"""What reading a catalogue fails with: no file, no catalogue, not its encoding, a part of one."""


def message(text: str) -> str:
    """Marks a message that is said elsewhere, so that catalogues are checked for it. Returns it as it is."""
    return text


def term(context: str, text: str) -> str:  # noqa: ARG001 - catalogues are looked through for it
    """Marks a word or two that `Words.term` says elsewhere, in this context. Returns the text as it is."""
    return text


def fields_of(text: str) -> frozenset[str]:
    """The names of the fields in a message.

    Raises:
        ValueError: its braces do not match, or a field is more than a name.
    """
    fields = set[str]()
    for _, name, form, conversion in Formatter().parse(text):
        if name is None:
            continue
        if not name.isidentifier() or form or conversion:
            raise ValueError(f"{{{name}}} is not a field")
        fields.add(name)
    return frozenset(fields)


def fault_of(said: str, *originals: str) -> str:
    """What is wrong with the fields of a translation.

    Args:
        said: the translation.
        *originals: the message; of one that depends on a number, both forms: one of them must be matched.

    Returns:
        A few words for the log; empty for a translation that may be used.
    """
    try:
        fields = fields_of(said)
        wanted = [fields_of(original) for original in originals]
    except ValueError as error:
        return str(error)
    if fields in wanted:
        return ""
    return f"its fields are {sorted(fields)} and not {sorted(wanted[-1])}"


class Words:
    """One language."""

    def __init__(self, language: str = "en", locales: Path = LOCALES) -> None:
        """Makes the words of a language; `words` keeps one object for each.

        Args:
            language: one of `LANGUAGES`.
            locales: the folder of the catalogues.
        """
        self.language: Final = language
        self._catalogue: NullTranslations | None = None
        self._trouble = ""
        """Why the catalogue could not be read, until that was told."""
        if language != "en":
            self._catalogue, self._trouble = _catalogue(language, locales)
        self._checked: Final[dict[tuple[str, str], str]] = {}
        """Translations that were looked at, by context and message, or by themselves and the message."""

    def say(self, message: str, /, **fields: object) -> str:
        """A message in this language.

        Args:
            message: the English sentence, with `{name}` for each field.
            **fields: what to put in; texts from people are taken as they are.
        """
        said = message if self._catalogue is None else self._checked.get(("", message)) or self._find("", message)
        return said.format(**fields) if fields else said

    def term(self, context: str, message: str) -> str:
        """A single word or two, told apart from the same English words elsewhere by their context."""
        if self._catalogue is None:
            return message
        return self._checked.get((context, message)) or self._find(context, message)

    def count(self, one: str, many: str, n: int, **fields: object) -> str:
        """A message that depends on a number, which it may show as `{n}`."""
        english = one if n == 1 else many
        said = english if self._catalogue is None else self._find_form(one, many, n, english)
        return said.format(n=n, **fields)

    def either(self, things: list[str]) -> str:
        """A list of choices: `1, 2 or 4`."""
        if len(things) < 2:
            return "".join(things)
        return self.say("{some} or {last}", some=self.say(", ").join(things[:-1]), last=things[-1])

    def every(self, things: list[str]) -> str:
        """A list of things that are all meant: `1, 2 and 4`."""
        if len(things) < 2:
            return "".join(things)
        return self.say("{some} and {last}", some=self.say(", ").join(things[:-1]), last=things[-1])

    def _find(self, context: str, message: str) -> str:
        """The translation of a message, looked at for the first time; the message if there is none that can be used."""
        catalogue = self._read()
        if not message:
            return message  # a catalogue keeps its own description under the empty message
        said = catalogue.pgettext(context, message) if context else catalogue.gettext(message)
        if said is message:
            return message
        return self._check((context, message), said, message, message)

    def _find_form(self, one: str, many: str, n: int, english: str) -> str:
        said = self._read().ngettext(one, many, n)
        return self._checked.get((said, english)) or self._check((said, english), said, english, one, many)

    def _read(self) -> NullTranslations:
        """The catalogue; that it could not be read is told once, when it is needed."""
        assert self._catalogue is not None
        if self._trouble:
            LOG.warning("%s", self._trouble)
            self._trouble = ""
        return self._catalogue

    def _check(self, key: tuple[str, str], said: str, english: str, *originals: str) -> str:
        """Looks at a translation, which is done once."""
        fault = "" if said in originals else fault_of(said, *originals)
        if fault:
            LOG.warning("the %s translation of %r is not used: %s", self.language, english, fault)
            said = english
        self._checked[key] = said
        return said


def _catalogue(language: str, locales: Path) -> tuple[NullTranslations, str]:
    """The catalogue of a language; an empty one, and what is wrong, if it cannot be read."""
    path = locales / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    try:
        with path.open("rb") as file:
            return GNUTranslations(file), ""
    except _UNREADABLE as error:
        return NullTranslations(), f"the catalogue {path} cannot be read, everything is said in English: {error}"


_WORDS: Final = {language: Words(language) for language in LANGUAGES}
"""All of them, read when the program starts: later, reading would keep everybody waiting."""

ENGLISH: Final = _WORDS["en"]
"""What the code itself is written in."""


def words(language: str = "en") -> Words:
    """The words of a language, one object for all who read it; English for a language that there is none of."""
    return _WORDS.get(language, ENGLISH)
