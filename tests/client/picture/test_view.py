"""What is sent: one write for each change, little of it, synchronized where it is more than a few cells."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relspace_client.look.palette import DEPTHS, palette
from relspace_client.look.styles import FILL_ACCENT, STYLES, TEXT
from relspace_client.picture.canvas import Area, Canvas
from relspace_client.picture.diff import spans
from relspace_client.picture.encode import Change, _kept, encode, encode_one
from relspace_client.picture.picture import Grid, Picture, Sheet, Slot, page
from relspace_client.picture.row import blank, row
from relspace_client.picture.view import View

PLAIN = palette("dark", "none")


def picture(*lines, style=TEXT):
    canvas = Canvas(40, len(lines))
    for y, line in enumerate(lines):
        canvas.put(0, y, line, style)
    return page(canvas.rows())


def shown_by(*pictures, colours=PLAIN):
    """What each of these pictures, shown one after another, makes a view send."""
    sent = []
    view = View(sent.append, colours)
    for each in pictures:
        view.show(each)
    return sent


def test_the_first_picture_is_sent_whole():
    (sent,) = shown_by(picture("Rigel", "Mira"))
    assert sent == b"\x1b[m\x1b[2J\x1b[m\x1b[1;1HRigel\x1b[2;1HMira"


def test_a_change_is_one_write_of_the_cells_that_changed():
    assert shown_by(picture("Rigel 11"), picture("Rigel 12"))[1:] == [b"\x1b[1;8H2"]


def test_nothing_is_sent_if_nothing_changed():
    same = picture("Rigel")
    assert len(shown_by(same, same, picture("Rigel"))) == 1


def test_cells_close_to_one_another_are_sent_together():
    assert shown_by(picture("abcdefgh"), picture("aXcdXfgh"))[1] == b"\x1b[1;2HXcdX"
    assert shown_by(picture("abcdefgh"), picture("aXcdefgX"))[1] == b"\x1b[1;2HX\x1b[5CX"


def test_the_rest_of_a_line_is_erased():
    assert shown_by(picture("Rigel has left the game"), picture("Rigel"))[1] == b"\x1b[1;7H\x1b[K"
    coloured = shown_by(picture("Rigel has left the game"), picture("Rigel"), colours=palette("dark", "256"))[1]
    assert coloured == b"\x1b[1;7H\x1b[38;5;252;48;5;233m\x1b[K\x1b[m"


def test_a_terminal_that_erases_with_its_own_ground_is_sent_spaces():
    colours = palette("dark", "256", erases=False)
    for sent in shown_by(picture("Rigel has left the game"), picture("Rigel"), colours=colours):
        assert b"\x1b[K" not in sent
        assert b"\x1b[2J" not in sent


def test_the_cursor_is_put_right_behind_what_terminals_disagree_about():
    assert shown_by(picture("a"), picture("すばる b"))[1] == "\x1b[1;1Hすばる\x1b[7G b".encode()


def test_another_size_another_palette_or_nothing_known_means_the_whole_picture():
    sent = []
    view = View(sent.append, PLAIN)
    view.show(picture("Rigel"))
    view.show(page(Canvas(20, 2).rows()))
    assert b"\x1b[2J" in sent[-1]
    view.shown = None
    view.show(page(Canvas(20, 2).rows()))
    assert b"\x1b[2J" in sent[-1]
    view.palette = palette("dark", "16")
    view.show(page(Canvas(20, 2).rows()))
    assert b"\x1b[37;40m\x1b[2J" in sent[-1]
    view.palette = palette("dark", "16")
    view.show(page(Canvas(20, 2).rows()))
    assert len(sent) == 4


def test_bytes_begin_and_end_with_no_style_set():
    before, after = blank(9), row("ab       ", bytes((FILL_ACCENT, FILL_ACCENT)) + bytes(7))
    for depth in DEPTHS:
        sent = encode([Change(0, 0, before, after, True)], palette("dark", depth))
        assert sent.endswith(b"\x1b[m")
        assert sent.index(b"\x1b[", 1) < sent.index(b"ab")


def every_style():
    canvas = Canvas(80, len(STYLES))
    for style in range(len(STYLES)):
        canvas.put(style % 7, style, f"style {style}", style)
        canvas.put(30, style, "and another", (style * 7 + 3) % len(STYLES))
    return page(canvas.rows())


SGR = re.compile(rb"\x1b\[([0-9;]*)m")


@pytest.mark.parametrize(
    ("depth", "allowed"),
    [
        ("none", r"|1|2|4|7|22|24|27"),
        ("16", r"|1|4|22|24|3[0-7]|4[0-7]|9[0-7]|10[0-7]"),
        ("256", r"|1|22|[34]8;5;\d+"),
        ("truecolor", r"|1|22|[34]8;2;\d+;\d+;\d+"),
    ],
)
def test_each_terminal_gets_its_own_kinds_of_colour_and_no_others(depth, allowed):
    sent = b"".join(shown_by(picture("x"), every_style(), colours=palette("dark", depth)))
    pattern = re.compile(f"(({allowed})(;|$))*")
    found = SGR.findall(sent)
    assert len(found) > len(STYLES)
    for codes in found:
        assert pattern.fullmatch(codes.decode()), codes


def test_slots_that_no_viewer_shares_are_sent_beside_those_that_all_do():
    grid = Grid(10, 2, [Slot(0, 0, 5), Slot(5, 0, 5), Slot(2, 1, 3)])
    rows = [blank(5), blank(5), blank(3)]
    first = Sheet(grid, rows, key=1)
    second = Sheet(grid, [row("abcde", bytes(5)), blank(5), blank(3)], key=2)
    own = row("vwxyz", bytes(5))
    assert shown_by(Picture(first), Picture(second, {1: own}))[1] == b"\x1b[1;1Habcde\x1b[1;6Hvwxyz"
    assert shown_by(Picture(second, {0: own}), Picture(second))[1] == b"\x1b[1;1Habcde"
    assert Picture(second, {1: own, 2: row("123", bytes(3))}).text() == "abcdevwxyz\n  123"


def test_shared_bytes_are_made_once():
    grid = Grid(5, 1, [Slot(0, 0, 5)])
    first, second = Sheet(grid, [blank(5)], key=1), Sheet(grid, [row("abcde", bytes(5))], key=2)
    made = second.encoded_from(first, frozenset(), PLAIN)
    assert second.encoded_from(Sheet(grid, [blank(5)], key=1), frozenset(), PLAIN) is made
    assert second.encoded_from(first, frozenset({0}), PLAIN) == b""
    assert second.encoded_from(first, frozenset(), palette("dark", "256")) is not made


def test_a_click_finds_the_viewers_own_areas_or_the_shared_ones():
    sheet = Sheet(Grid(5, 1, [Slot(0, 0, 5)]), [blank(5)], [Area(0, 0, 5, 1, "shared")])
    assert Picture(sheet).hit(0, 0) == "shared"
    assert Picture(sheet, {}, (Area(0, 0, 1, 1, "own"),)).hit(0, 0) == "own"
    assert Picture(sheet, {}, ()).hit(0, 0) is None


def test_what_changed_in_a_row():
    assert spans(row("abc", bytes(3)), row("abc", bytes(3))) == []
    assert spans(None, row("abc", bytes(3))) == [(0, 3)]
    assert spans(row("abc", bytes(3)), row("abc", b"\0\1\0")) == [(1, 2)]
    assert spans(row("abc", bytes(3)), row(("す", "", "c"), bytes(3))) == [(0, 2)]
    assert spans(row("a" * 50, bytes(50)), row("b" + "a" * 48 + "b", bytes(50))) == [(0, 1), (49, 50)]


@given(data=st.data(), width=st.integers(1, 12))
def test_a_cell_is_sent_if_its_text_or_its_style_differs(data, width):
    cells = st.sampled_from(("a", "b", " ", "─", "す", "e\u0301", "\U0001f680", "\ud800", "\xff"))
    old, new = (
        row("".join(texts) if all(len(text) == 1 for text in texts) else tuple(texts), bytes(looks))
        for texts, looks in (
            (
                data.draw(st.lists(cells, min_size=width, max_size=width)),
                data.draw(st.lists(st.integers(0, 2), min_size=width, max_size=width)),
            )
            for _ in range(2)
        )
    )
    differ = {x for x in range(width) if (old.cells[x], old.styles[x]) != (new.cells[x], new.styles[x])}
    sent = {x for start, end in spans(old, new) for x in range(start, end)}
    assert differ <= sent
    assert all(x in differ for start, end in spans(old, new) for x in (start, end - 1))


def test_a_run_of_each_style_is_found():
    shown = row("ab" * len(STYLES), bytes(style for style in range(len(STYLES)) for _ in "ab"))
    sent = re.sub(rb"\x1b\[[0-9;]*[mH]", b"", encode([Change(0, 0, None, shown, False)], palette("dark", "truecolor")))
    assert sent == b"ab" * len(STYLES)


def test_a_row_that_scrolls_is_encoded_once():
    grid = Grid(5, 2, [Slot(0, 0, 5), Slot(0, 1, 5)])
    one, two, three = (row(text, bytes(5)) for text in ("Vega ", "Rigel", "Lyra "))
    before = encode_one(grid.places[1], one, two, PLAIN)
    made = _kept.cache_info().misses
    assert encode_one(grid.places[0], one, two, PLAIN) == before.replace(b"\x1b[2;", b"\x1b[1;")
    assert _kept.cache_info().misses == made
    assert encode_one(grid.places[0], two, three, PLAIN) != encode_one(grid.places[0], one, two, PLAIN)


def test_changes_that_nobody_meets_again_do_not_drive_out_those_that_recur():
    grid = Grid(5, 2, [Slot(0, 0, 5), Slot(0, 1, 5, recurs=False)])
    one, two = row("Deneb", bytes(5)), row("Spica", bytes(5))
    asked = _kept.cache_info().misses
    alone = encode_one(grid.places[1], one, two, PLAIN)
    assert _kept.cache_info().misses == asked
    assert encode_one(grid.places[0], one, two, PLAIN) == alone.replace(b"\x1b[2;", b"\x1b[1;")
    assert _kept.cache_info().misses == asked + 1
