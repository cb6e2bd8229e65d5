"""Text in cells: wide characters take two, marks join their base, and nothing can move a cursor."""

import gc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relspace_client.picture import row as rows
from relspace_client.picture.row import blank, cells_of, clip, join, row, segments, width_of


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("abc", ("a", "b", "c")),
        ("é≥", ("é", "≥")),
        ("すば", ("す", "", "ば", "")),
        ("e\u0301x", ("e\u0301", "x")),
        ("か\u3099x", ("か\u3099", "", "x")),
        ("\u0301x", ("x",)),
        ("한글", ("한", "", "글", "")),
    ],
)
def test_text_becomes_cells(text, cells):
    assert tuple(cells_of(text)) == cells
    assert width_of(text) == len(cells)


@pytest.mark.parametrize(
    "text", ["\x1b[2J", "\x9b31m", "a\x07b", "\u202eabc", "\u200babc", "\u2066x", "👁\ufe0f", "a\u200db", "\x00", "a\nb"]
)
def test_nothing_that_could_do_anything_to_a_terminal_is_left(text):
    shown = "".join(cells_of(text))
    assert shown.isprintable()
    assert "\ufe0f" not in shown


def test_a_heap_of_marks_is_cut():
    (cell,) = cells_of("a" + "\u0301" * 40)
    assert len(cell) == 1 + rows.MAX_MARKS


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("Rigel", 5, "Rigel"),
        ("Rigel", 4, "Rig…"),
        ("すばる", 5, "すば…"),
        ("すばる", 4, "す…"),
        ("Rigel", 0, ""),
        ("Rigel", 1, "…"),
    ],
)
def test_a_text_is_cut_by_cells(text, width, shown):
    assert clip(text, width, "…") == shown


@given(text=st.text(), width=st.integers(0, 20), ellipsis=st.sampled_from(("", "…", "...")))
def test_a_cut_text_is_never_wider(text, width, ellipsis):
    assert width_of(clip(text, width, ellipsis)) <= max(width, 0)


def test_equal_rows_are_the_same_object():
    assert row("abc", b"\0\0\1") is row("abc", bytes((0, 0, 1)))
    assert row("abc", b"\0\0\1") is not row("abc", b"\0\0\0")
    assert blank(3) is row("   ", bytes(3))


def test_rows_that_nobody_keeps_are_forgotten():
    gc.collect()
    before = len(rows._INTERNED)
    kept = [row(f"row {number}", bytes(6)) for number in range(10)]
    assert len(rows._INTERNED) == before + 10
    kept.clear()
    gc.collect()
    assert len(rows._INTERNED) == before


def test_a_row_as_runs_of_one_style():
    shown = row(tuple(cells_of("abすc")), bytes((1, 1, 2, 2, 1)))
    assert list(segments(shown)) == [("ab", 1), ("す", 2), ("c", 1)]
    assert shown.text == "abすc"
    assert shown.width == 5


def test_rows_side_by_side():
    left, right = row("ab", bytes((1, 1))), row(tuple(cells_of("す")), bytes((2, 2)))
    assert join((left, right)) is row(("a", "b", "す", ""), bytes((1, 1, 2, 2)))
    assert join((left, left)) is row("abab", bytes((1,)) * 4)
    assert join((left,)) is left
