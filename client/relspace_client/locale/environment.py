"""Which language somebody reads, from what their terminal says of it."""

from collections.abc import Mapping
from typing import Final

from relspace_client.locale.words import LANGUAGES

VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that name a locale; the first of them that says something counts (POSIX, 8.2)."""


def locale_in(environment: Mapping[str, str]) -> str:
    """The locale that an environment names; empty if it names none."""
    return next((environment[name] for name in VARIABLES if environment.get(name)), "")


def language_of(locale: str) -> str:
    """The language of a locale such as `es_ES.UTF-8`, `es-MX` or `ja`; English for one that there are no words in."""
    language = locale.strip().replace("-", "_").replace(".", "_").replace("@", "_").partition("_")[0].lower()
    return language if language in LANGUAGES else "en"
