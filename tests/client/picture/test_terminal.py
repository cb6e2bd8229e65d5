"""Bytes fed to a terminal emulator give exactly the new picture: wide and combining characters, any palette."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from relspace_client.look.palette import DEPTHS, palette
from relspace_client.look.styles import STYLES
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Grid, Picture, Sheet, Slot, page
from relspace_client.picture.view import View

from .terminal import Terminal, expected

WIDTH, HEIGHT = 23, 5
TEXTS = st.text(
    st.sampled_from("abc  12│─╭░►≥é漢字すばる한글👁🫪\u0301\u0308\u200d\ufe0f\x1b\x07\u202e"), min_size=1, max_size=12
)
PUTS = st.tuples(st.integers(-3, WIDTH), st.integers(0, HEIGHT - 1), TEXTS, st.integers(0, len(STYLES) - 1))
DRAWINGS = st.lists(PUTS, max_size=12)
PALETTES = [palette("dark", depth, erases=erases) for depth in DEPTHS for erases in (True, False)]


def draw(canvas, puts):
    for x, y, text, style in puts:
        canvas.put(x, y, text, style)
    return canvas


@pytest.mark.parametrize("colours", PALETTES, ids=lambda p: f"{p.depth}{'' if p.erase[0] else '-no-erase'}")
@given(drawings=st.lists(DRAWINGS, min_size=1, max_size=5))
@settings(max_examples=40, deadline=None)
def test_a_sequence_of_pictures(colours, drawings):
    terminal = Terminal(WIDTH, HEIGHT)
    terminal.feed(b"\x1b[31mleft over from something else\x1b[3;4H")
    view = View(terminal.feed, colours)
    canvas = Canvas(WIDTH, HEIGHT)
    for puts in drawings:
        picture = page(draw(canvas, puts).rows())
        view.show(picture)
        assert terminal.cells() == expected(picture, colours)


PANES = Grid(WIDTH, HEIGHT, [Slot(0, 0, WIDTH), Slot(1, 1, 9), Slot(10, 1, 13), Slot(2, 3, 4), Slot(6, 3, 5)])


def sheet(puts, key):
    return Sheet(PANES, pane_rows(puts), key=key)


def pane_rows(puts):
    drawn = draw(Canvas(WIDTH, HEIGHT), puts)
    rows = []
    for slot in PANES.slots:
        part = Canvas(slot.width, 1)
        for x, y, text, style in puts:
            if y == slot.y:
                part.put(x - slot.x, 0, text, style)
        rows += part.rows()
    assert drawn.height == HEIGHT
    return rows


@given(
    sheets=st.lists(DRAWINGS, min_size=2, max_size=3),
    steps=st.lists(
        st.tuples(st.integers(0, 1), st.integers(0, 2), st.sets(st.integers(0, 4)), DRAWINGS, st.booleans()),
        min_size=2,
        max_size=8,
    ),
    depth=st.sampled_from(DEPTHS),
)
@settings(max_examples=80, deadline=None)
def test_sheets_shared_by_two_viewers_with_rows_of_their_own(sheets, steps, depth):
    colours = palette("dark", depth)
    shared = [sheet(puts, number) for number, puts in enumerate(sheets)]
    terminals = [Terminal(WIDTH, HEIGHT) for _ in range(2)]
    views = [View(terminal.feed, colours) for terminal in terminals]
    kept = {}
    for who, which, slots, puts, keeps in steps:
        rows = pane_rows(puts)
        mine = kept.setdefault(who, {}) if keeps else {number: rows[number] for number in slots}
        kept[who] = mine
        picture = Picture(shared[which % len(shared)], mine)
        views[who].show(picture)
        assert terminals[who].cells() == expected(picture, colours)


@given(first=DRAWINGS, second=DRAWINGS, place=st.sampled_from([(1, 1, 22), (2, 3, 9)]), text=TEXTS, x=st.integers(0, 9))
@settings(max_examples=80, deadline=None)
def test_a_row_laid_over_two_slots_and_taken_away_again(first, second, place, text, x):
    colours = palette("dark", "256")
    terminal = Terminal(WIDTH, HEIGHT)
    view = View(terminal.feed, colours)
    left, y, width = place
    canvas = Canvas(width, 1)
    canvas.put(x, 0, text, 1)
    below = Picture(sheet(first, 1), dict(enumerate(pane_rows(second))))
    over = below.over(left, y, canvas.rows())
    assert over.part(left, y, width) is canvas.rows()[0]
    for picture in (below, over, below):
        view.show(picture)
        assert terminal.cells() == expected(picture, colours)


@given(first=DRAWINGS, second=DRAWINGS)
@settings(max_examples=60, deadline=None)
def test_from_panes_to_whole_lines_and_back(first, second):
    colours = palette("dark", "256")
    terminal = Terminal(WIDTH, HEIGHT)
    view = View(terminal.feed, colours)
    for picture in (
        Picture(sheet(first, 1)),
        page(draw(Canvas(WIDTH, HEIGHT), second).rows()),
        Picture(sheet(first, 1)),
    ):
        view.show(picture)
        assert terminal.cells() == expected(picture, colours)
