"""Key sequences of many terminals, brought into one known form; whatever is not a key has no form and is dropped.

Sources: xterm's "Control Sequences", the kitty keyboard protocol (events, alternate keys and text are understood, or
left out), the Linux console's F1 to F5, and rxvt's arrows and Home.
"""

import re
from typing import Final, NamedTuple

from relspace_server.ssh.terminal.size import LARGEST


class KeyPress(NamedTuple):
    """One key."""

    sequence: str
    """A character, or an escape sequence in its known form; `ESC` alone is the Escape key."""
    alt: bool = False
    """Whether Alt was held, of a character."""


class MouseReport(NamedTuple):
    """A button went down or up, or the wheel turned."""

    button: int
    """xterm's number: bits 0-1 the button, 4 Shift, 8 Alt, 16 Ctrl, 64 the wheel."""
    x: int
    """Column, from 0."""
    y: int
    """Row, from 0."""
    down: bool


ESC: Final = "\x1b"
CTRL_C: Final = "\x03"

_RELEASED: Final = 3
_SHIFT: Final = 1
_CTRL: Final = 4
_LOCKS: Final = 64 | 128
_MOTION: Final = 32
_HIGHEST: Final = 0x10FFFF

_KITTY: Final = re.compile(
    r"(\d{1,7})(?::(\d{0,7}))?(?::\d{0,7})?(?:;(\d{0,3})(?::(\d))?(?:;(\d{1,7})?(?::\d{1,7}){0,8})?)?"
)
_TILDE: Final = re.compile(r"(\d{1,2})(?:;(\d{1,3})(?::(\d))?)?")
_LETTER: Final = re.compile(r"(?:1?;(\d{1,3})(?::(\d))?)?|1")
_MOUSE: Final = re.compile(r"<(\d{1,3});(\d{1,3});(\d{1,3})")
_OTHER_KEY: Final = re.compile(r"27;(\d{1,3});(\d{1,7})")

_TILDE_KEYS: Final = frozenset({*range(1, 9), *range(11, 16), *range(17, 22), *range(23, 27), 28, 29, *range(31, 35)})
_LETTER_KEYS: Final = frozenset("ABCDEFHPQS")
_RXVT_ARROWS: Final = frozenset("abcd")
_RXVT_KEYS: Final = frozenset("$^@")
_SS3_KEYS: Final = frozenset("ABCDEFHPQRSMIjklmnopqrstuvwxyX")
_NAMED_CODES: Final = frozenset({9, 13, 27, 127})
_FUNCTION_CODES: Final = range(57_358, 57_441)
"""Kitty's keys without a character, from Caps Lock to Mute; those beyond are the modifier keys themselves."""


def csi_key(parameters: str, final: str) -> KeyPress | None:
    """The key that a control sequence stands for, `CSI parameters final`; None if it is no key press."""
    if final == "u":
        return _kitty(parameters)
    if final == "~":
        return _tilde(parameters)
    if final in _LETTER_KEYS:
        return _letter(parameters, final)
    if final == "Z" and parameters in ("", "1;2"):
        return KeyPress("\x1b[Z")
    if final in _RXVT_ARROWS and not parameters:
        return KeyPress(f"\x1b[{final}")
    if final in _RXVT_KEYS and parameters.isdecimal() and int(parameters[:3]) in _TILDE_KEYS:
        return KeyPress(f"\x1b[{int(parameters[:3])}{final}")
    return None


def ss3_key(final: str) -> KeyPress | None:
    """The key that `ESC O final` stands for: arrows and keypad in application mode, F1 to F4."""
    return KeyPress(f"\x1bO{final}") if final in _SS3_KEYS else None


def mouse_report(parameters: str, final: str) -> MouseReport | None:
    """The button or wheel that `CSI < button ; column ; row M|m` stands for; None if it cannot be."""
    match = _MOUSE.fullmatch(parameters)
    if match is None:
        return None
    button, column, row = (int(group) for group in match.groups())
    if button & _MOTION or button > 127 or not 1 <= column <= LARGEST[0] or not 1 <= row <= LARGEST[1]:
        return None
    return MouseReport(button, column - 1, row - 1, final == "M")


def _modifiers(digits: str | None) -> int | None:
    """The bits of held modifiers, the locks left out; None if the number cannot be."""
    bits = int(digits or "1") - 1
    return bits & ~_LOCKS if 0 <= bits <= 255 else None


def _released(event: str | None) -> bool:
    return event is not None and int(event) == _RELEASED


def _tilde(parameters: str) -> KeyPress | None:
    if other := _OTHER_KEY.fullmatch(parameters):
        modifiers = _modifiers(other[1])
        return None if modifiers is None else _code_key(int(other[2]), None, modifiers, None)
    match = _TILDE.fullmatch(parameters)
    if match is None or int(match[1]) not in _TILDE_KEYS or _released(match[3]):
        return None
    modifiers = _modifiers(match[2])
    if modifiers is None:
        return None
    return KeyPress(f"\x1b[{int(match[1])};{modifiers + 1}~" if modifiers else f"\x1b[{int(match[1])}~")


def _letter(parameters: str, final: str) -> KeyPress | None:
    match = _LETTER.fullmatch(parameters)
    if match is None or _released(match[2]):
        return None
    modifiers = _modifiers(match[1])
    if modifiers is None:
        return None
    return KeyPress(f"\x1b[1;{modifiers + 1}{final}" if modifiers else f"\x1b[{final}")


def _kitty(parameters: str) -> KeyPress | None:
    match = _KITTY.fullmatch(parameters)
    if match is None or _released(match[4]):
        return None
    modifiers = _modifiers(match[3])
    if modifiers is None:
        return None
    shifted = int(match[2]) if match[2] else None
    return _code_key(int(match[1]), shifted, modifiers, int(match[5]) if match[5] else None)


def _character(code: int | None) -> str | None:
    """The character of a code point, if it is one that can be typed."""
    if code is None or code > _HIGHEST:
        return None
    character = chr(code)
    return character if character.isprintable() else None


def _code_key(code: int, shifted: int | None, modifiers: int, text: int | None) -> KeyPress | None:
    """The key with a code point, in the form that older terminals send wherever there is one."""
    typed = _character(text)
    if typed is not None and not modifiers & ~_SHIFT:
        return KeyPress(typed)
    character = _character(code)
    if character is not None and not modifiers & ~_SHIFT and code not in _FUNCTION_CODES:
        return KeyPress(_character(shifted) or character.upper() if modifiers else character)
    if code in _NAMED_CODES and not modifiers:
        return KeyPress(chr(code))
    if character is not None and modifiers == _CTRL and character.isascii() and character.isalpha():
        return KeyPress(chr(code & 0x1F))
    if character is not None or code in _NAMED_CODES or code in _FUNCTION_CODES:
        return KeyPress(f"\x1b[{code};{modifiers + 1}u" if modifiers else f"\x1b[{code}u")
    return None
