"""What people may call themselves.

A name is 2 to 16 columns wide and in NFKC; it has letters, digits, `-` and `_`; its letters are Latin, or of one other
script, or of both; it is no word that makes its bearer look like somebody else. Japanese counts as one script.
"""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Final, Literal, TypeAlias
from unicodedata import category, name, normalize

from relspace.errors import Unreadable
from relspace.text.lookalikes import looks_latin, name_key, reads_otherwise
from relspace.text.width import char_width, cut, width

MIN_COLUMNS: Final = 2
MAX_COLUMNS: Final = 16

_MAX_CHARS: Final = 64
"""Longer texts are too long in any form."""

_DIGITS: Final = "0123456789"

Reason: TypeAlias = Literal["short", "long", "character", "edge", "scripts", "lookalike", "reserved", "taken", "banned"]
"""Why a text is no name:

`short`, `long`: not 2 to 16 columns. `character`: something else than a letter, a digit, `-` or `_`, or a letter that
terminals do not show alike. `edge`: it begins with `-`, as options of commands do, or has neither letter nor digit.
`scripts`: letters of two scripts besides Latin. `lookalike`: letters of another script that would be taken for Latin
ones. `reserved`: a word of `RESERVED`, or one that looks like it. `taken`: somebody has it, or one that looks like it.
`banned`: the host of the server keeps those out who are called so.
"""

_WORDS: Final = """
    admin administrator root sysop operator moderator mod staff support owner official security
    system server host localhost service daemon sshd relspace relative-space
    anonymous nobody everybody everyone all none null undefined unknown guest player
    bot bots auto autopilot computer dealer spectator watcher away free winner
    you me tú tu yo あなた わたし 私 help info lobby room game seat pod
"""

RESERVED: Final = tuple(_WORDS.split())
"""Words that nobody may be called: people would take the bearer for the host, for the program, or for themselves."""

_ALONE: Final = """
    LATIN GREEK CYRILLIC ARMENIAN GEORGIAN HEBREW ARABIC ETHIOPIC THAANA DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA
    TAMIL TELUGU KANNADA MALAYALAM SINHALA THAI LAO TIBETAN MYANMAR KHMER
"""
"""The scripts in use today, by the first word of their letters' names in Unicode, but for those of East Asia."""

_SCRIPTS: Final = {script: script for script in _ALONE.split()} | {
    "CJK": "CJK",
    "IDEOGRAPHIC": "CJK",
    "HIRAGANA": "Japanese",
    "KATAKANA": "Japanese",
    "KATAKANA-HIRAGANA": "Japanese",
    "HANGUL": "Korean",
    "BOPOMOFO": "Bopomofo",
}

_TOGETHER: Final = ({"CJK", "Japanese"}, {"CJK", "Korean"}, {"CJK", "Bopomofo"})
"""Scripts that are written together."""


def checked_name(text: str, reserved: Iterable[str] = ()) -> str:
    """The name that a text is, in NFKC.

    Args:
        text: what somebody wants to be called.
        reserved: more words that cannot be had, such as the bots' names.

    Raises:
        Unreadable: `bad-name`, with a `reason` that is one of `Reason`.
    """
    found = normalize("NFKC", text[: _MAX_CHARS + 1])
    if len(text) > _MAX_CHARS or len(found) > _MAX_CHARS:
        raise _refused("long")
    for char in found:
        if not _is_allowed(char):
            raise _refused("character", character=f"U+{ord(char):04X}")
    if not MIN_COLUMNS <= width(found) <= MAX_COLUMNS:
        raise _refused("short" if width(found) < MIN_COLUMNS else "long")
    if found.startswith("-") or not any(map(str.isalnum, found)):
        raise _refused("edge")
    _check_scripts(found)
    if _bare_key(found) in _RESERVED_KEYS | {_bare_key(word) for word in reserved}:
        raise _refused("reserved")
    return found


def suggest_name(raw: str, taken: Callable[[str], bool], start: int = 1) -> str:
    """A free name that is as near as can be to what somebody's computer says they are called.

    Args:
        raw: anything, such as the user name of an SSH client.
        taken: whether a name cannot be had, though it is a name.
        start: where the numbers of guests begin; one drawn at random finds a free one soon.

    Raises:
        Unreadable: `bad-name` with the reason `taken`, if ten thousand guests' names from there on are taken.
    """
    base = _nearest(raw)
    nearest = [base, *(_numbered(base, number) for number in range(2, 100))] if base else []
    guests = (_numbered("Guest", number) for number in range(start, start + 10_000))
    for candidate in chain(nearest, guests):
        if not taken(candidate):
            return candidate
    raise _refused("taken")


def _check_scripts(found: str) -> None:
    letters = [char for char in found if char not in _DIGITS + "-_"]
    others = [char for char in letters if _script(char) != "LATIN"]
    scripts = {_script(char) for char in others}
    if len(scripts) > 1 and scripts not in _TOGETHER:
        raise _refused("scripts")
    mixed = len(others) < len(letters)
    if others and ((mixed and all(map(looks_latin, others))) or reads_otherwise(found)):
        raise _refused("lookalike")


def _is_allowed(char: str) -> bool:
    if char in "-_" or char in _DIGITS:
        return True
    return (
        category(char)[0] == "L" and _script(char) != "" and char_width(char) > 0 and not "\u1100" <= char <= "\u11ff"
    )


def _script(char: str) -> str:
    """The script of a letter, or nothing if names are not written in it."""
    return _SCRIPTS.get(name(char, "").partition(" ")[0], "")


def _bare_key(text: str) -> str:
    return name_key(text.replace("-", "").replace("_", ""))


def _nearest(raw: str) -> str:
    """The name that is left of a text without what names cannot have; nothing if none is."""
    spaced = "-".join(normalize("NFKC", raw[:_MAX_CHARS]).split())
    allowed = "".join(filter(_is_allowed, spaced)).strip("-_")
    try:
        return checked_name(cut(allowed, MAX_COLUMNS).rstrip("-_"))
    except Unreadable:
        return ""


def _numbered(base: str, number: int) -> str:
    return f"{cut(base, MAX_COLUMNS - len(str(number)))}{number}"


def _refused(reason: Reason, **details: object) -> Unreadable:
    return Unreadable("bad-name", reason=reason, **details)


_RESERVED_KEYS: Final = frozenset(map(_bare_key, RESERVED))
