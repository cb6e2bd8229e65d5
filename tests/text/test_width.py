"""How many columns text takes, and text of exactly so many columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relspace.text import cut, fit, width


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("Vega", 4),
        ("cápsula", 7),
        ("脱出ポッド", 10),
        ("가나다", 6),
        ("ｳｪﾝ", 3),
        ("e\N{COMBINING ACUTE ACCENT}", 1),
        ("►●│7▓", 5),
        ("👍", 2),
        ("\x1b[2J\x00\x9b", 3),
        ("\u200b\u202e", 0),
    ],
)
def test_columns(text: str, columns: int) -> None:
    assert width(text) == columns


def test_the_environment_does_not_change_a_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNICODE_VERSION", "4.1.0")
    assert width("🥳") == 2


@pytest.mark.parametrize(
    ("text", "columns", "shown"),
    [
        ("Vega", 6, "Vega  "),
        ("Vega", 4, "Vega"),
        ("Vega", 3, "Ve…"),
        ("Vega", 1, "…"),
        ("Vega", 0, ""),
        ("Vega", -2, ""),
        ("脱出ポッド", 10, "脱出ポッド"),
        ("脱出ポッド", 9, "脱出ポッ…"),
        ("脱出ポッド", 8, "脱出ポ… "),
        ("脱出", 2, "… "),
        ("e\N{COMBINING ACUTE ACCENT}e", 2, "e\N{COMBINING ACUTE ACCENT}e"),
    ],
)
def test_fit_cuts_with_a_mark_and_fills_up(text: str, columns: int, shown: str) -> None:
    assert fit(text, columns) == shown


def test_fit_aligns() -> None:
    assert fit("脱出", 7, align="right") == "   脱出"
    assert fit("脱出", 7, align="center") == " 脱出  "
    assert fit("Vega", 7, align="left") == "Vega   "


def test_fit_with_a_mark_of_ascii_or_none() -> None:
    assert fit("Orion's belt", 8, mark="...") == "Orion..."
    assert fit("脱出ポッド", 5, mark="") == "脱出 "
    assert fit("Vega", 2, mark="...") == ".."


@given(st.text(max_size=40), st.integers(0, 30), st.sampled_from(["left", "right", "center"]))
def test_fit_has_exactly_so_many_columns(text: str, columns: int, align: str) -> None:
    assert width(fit(text, columns, align=align)) == columns  # type: ignore[arg-type]


@given(st.text(max_size=40), st.integers(0, 30))
def test_cut_is_the_longest_beginning_that_fits(text: str, columns: int) -> None:
    beginning = cut(text, columns)
    assert text.startswith(beginning)
    assert width(beginning) <= columns
    assert beginning == text or width(text[: len(beginning) + 1]) > columns
