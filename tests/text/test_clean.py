"""Chat and titles, with the dangerous characters taken out."""

import sys
import unicodedata

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import get_character_cell_size

from relspace.text import clean, width

ESC = "\x1b"
BEL = "\x07"

HOSTILE = [
    (f"{ESC}]0;X{BEL}", "]0;X"),
    (f"{ESC}[2J", "[2J"),
    ("\x9b31m", "31m"),
    (f"{ESC}]52;c;QQ=={BEL}", "]52;c;QQ=="),
    (BEL, ""),
    ("a\x00b", "ab"),
    ("\u202eagev", "agev"),
    ("Ve\u200bga", "Vega"),
    ("\u2066Vega\u2069", "Vega"),
    ("\u200fVega", "Vega"),
    ("\u200b" * 15, ""),
    ("\ufeffVega\u00ad", "Vega"),
    ("a" + "\N{COMBINING DIAERESIS}" * 40, "ä\N{COMBINING DIAERESIS}\N{COMBINING DIAERESIS}"),
    ("\N{COMBINING DIAERESIS}Vega", "Vega"),
    ("Vega \N{COMBINING ENCLOSING CIRCLE}\N{COMBINING GRAVE ACCENT}", "Vega"),
    ("\udcff\udc9b", ""),
    ("\ue0b0 \U000f0000", "□ □"),
    ("\u0378\uffff", "□"),
]

HARMLESS = [
    "[/]",
    "[/b]",
    "[@click=app.exit]x[/]",
    "%s {0} $HOME",
    "<b>&amp;</b>",
    "¡Mañana, 8 €!",
    "脱出ポッド、発射。",
    "ｶｰﾄﾞ",
    "안녕하세요",
    "Привет, Вега",
    "Γειά σου",
    "שלום",
    "مرحبا",
    "♥♠♦♣ → ★ │ ☺",
    "👍 🎉 🚀 ⏰ 🥳",
]

UNSURE = [
    ("\U0001f441\ufe0f", "□"),
    ("\U0001faea", "□"),
    ("🪐🫠", "□"),
    ("👨\u200d👩\u200d👧", "👨👩👧"),
    ("👩🏽\u200d🚀", "👩🚀"),
    ("🇪🇸 🇯🇵", "□ □"),
    ("1\ufe0f\u20e3", "1"),
    ("❤\ufe0f", "❤"),
    ("\u2630\u4dc0", "□"),
    ("\U000e0041\U000e0100x", "x"),
    ("कि", "क□"),
    ("\u1112\u1161\u11ab", "한"),
    ("\u11ab\u3164\uffa0", "□"),
]


@pytest.mark.parametrize(("text", "shown"), HOSTILE + UNSURE)
def test_what_is_taken_out(text: str, shown: str) -> None:
    assert clean(text, 40, 160) == shown


@pytest.mark.parametrize("text", HARMLESS)
def test_what_stays(text: str) -> None:
    assert clean(text, 40, 160) == text


def test_spaces_collapse_to_one_line() -> None:
    assert clean("\tVega \n\r\n  and\u3000\u2028 Rigel \u2800", 40, 160) == "Vega and Rigel"


def test_nfc() -> None:
    assert clean("Lyra e\N{COMBINING ACUTE ACCENT}", 40, 160) == "Lyra \N{LATIN SMALL LETTER E WITH ACUTE}"
    assert clean("e\u200d\N{COMBINING ACUTE ACCENT}", 40, 160) == "\N{LATIN SMALL LETTER E WITH ACUTE}"


def test_cut_to_columns_and_bytes() -> None:
    assert clean("脱出ポッド", 5, 160) == "脱出"
    assert clean("脱出ポッド", 40, 8) == "脱出"
    assert clean("Vega Rigel", 5, 160) == "Vega"
    assert clean("Vega", 0, 160) == clean("Vega", 40, 0) == ""


def test_a_huge_text_is_not_worked_through() -> None:
    marks = "\N{COMBINING DIAERESIS}\N{COMBINING DOT BELOW}" * 500_000
    assert width(clean("a" + marks + "b", 300, 512)) == 1


CHARACTERS = (
    *range(0x3400),
    *range(0x3400, 0xF900, 61),  # Chinese characters, Hangul, surrogates, private use: all alike
    *range(0xF900, 0x20000),
    *range(0x20000, sys.maxunicode + 1, 997),
)


def widths(char: str) -> set[int]:
    """The widths that tables give a character: the newest, those of 2019 but for letters, and the rule of its class."""
    kind = unicodedata.category(char)
    by_class = 0 if kind == "Mn" else 2 if unicodedata.east_asian_width(char) in "WF" else 1
    newest = get_character_cell_size(char, "latest")
    older = newest if kind[0] in "LM" else get_character_cell_size(char, "12.0.0")
    return {width(char), by_class, newest, older}


def test_every_character_that_stays_has_one_width_everywhere() -> None:
    stay = [char for char in map(chr, CHARACTERS) if clean("x" + char, 3, 8) == "x" + char]
    assert len(stay) > 20_000
    assert [f"U+{ord(char):04X}" for char in stay if len(widths(char)) > 1] == []


@pytest.mark.parametrize("text", [shown for _, shown in HOSTILE + UNSURE] + HARMLESS)
def test_the_border_stays_straight_in_a_terminal(text: str) -> None:
    screen = pyte.Screen(60, 1)
    pyte.Stream(screen).feed(clean(text, 40, 160) + "│")
    assert screen.buffer[0][width(text)].data == "│"


_ANY = st.text(st.characters(exclude_categories=()), max_size=60)


@given(_ANY, st.integers(0, 40), st.integers(0, 160))
def test_what_comes_out_keeps_to_the_limits_and_is_clean(text: str, columns: int, size: int) -> None:
    shown = clean(text, columns, size)
    assert width(shown) <= columns
    assert len(shown.encode()) <= size
    assert clean(shown, columns, size) == shown
    assert unicodedata.is_normalized("NFC", shown)
    assert not {unicodedata.category(char) for char in shown} & {"Cc", "Cf", "Cs", "Co", "Cn", "Me", "Zl", "Zp"}
