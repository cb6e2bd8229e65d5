"""Drawing on cells: what lies outside is clipped, and a wide character is never cut."""

from hypothesis import given
from hypothesis import strategies as st

from relspace_client.picture.canvas import Area, Canvas, hit
from relspace_client.picture.row import cells_of, row


def text_of(canvas, y=0):
    return canvas.rows()[y].text


def test_text_is_put_where_it_is_said_and_tells_where_it_ends():
    canvas = Canvas(8, 2, 3)
    assert canvas.put(2, 1, "abc", 7) == 5
    assert text_of(canvas, 1) == "  abc   "
    assert canvas.rows()[1].styles == bytes((3, 3, 7, 7, 7, 3, 3, 3))


def test_what_lies_outside_is_left_out():
    canvas = Canvas(4, 1)
    assert canvas.put(-2, 0, "abcd", 1) == 2
    assert canvas.put(3, 0, "xyz", 1) == 6
    assert canvas.put(0, 5, "never", 1) == 5
    assert canvas.put(0, -1, "never", 1) == 5
    assert canvas.put(9, 0, "never", 1) == 14
    assert text_of(canvas) == "cd x"


def test_half_a_wide_character_at_an_edge_is_a_space():
    canvas = Canvas(4, 1)
    canvas.put(3, 0, "す", 1)
    assert text_of(canvas) == "    "
    canvas.put(-1, 0, "すば", 1)
    assert canvas.rows()[0].cells == (" ", "ば", "", " ")
    assert canvas.rows()[0].styles == bytes((1, 1, 1, 1))


def test_writing_over_half_a_wide_character_blanks_the_other_half():
    canvas = Canvas(4, 1)
    canvas.put(0, 0, "すば", 1)
    canvas.put(1, 0, "xy", 2)
    assert text_of(canvas) == " xy "


def test_a_row_is_laid_over_another():
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "ばばば", 1)
    canvas.lay(1, 0, row("xyz", bytes((4, 5, 6))))
    assert text_of(canvas) == " xyzば"
    assert canvas.rows()[0].styles == bytes((1, 4, 5, 6, 1, 1))
    canvas.lay(4, 0, row("abc", bytes((4, 5, 6))))
    assert text_of(canvas) == " xyzab"


ROWS = st.lists(
    st.text("ab すe\u0301", min_size=1, max_size=6).map(lambda text: text + "    "), min_size=1, max_size=4
).map(lambda texts: [row(cells_of(text)[:4], bytes((4, 5, 6, 7))) for text in texts])


@given(below=ROWS, rows=ROWS, x=st.integers(-3, 7), y=st.integers(-2, 4))
def test_rows_are_laid_all_at_once_as_one_by_one(below, rows, x, y):
    at_once, one_by_one = Canvas(6, 4), Canvas(6, 4)
    for canvas in (at_once, one_by_one):
        for line, shown in enumerate(below):
            canvas.lay(1, line, shown)
    at_once.lay_all(x, y, rows)
    for line, shown in enumerate(rows, y):
        one_by_one.lay(x, line, shown)
    assert all(one is other for one, other in zip(at_once.rows(), one_by_one.rows(), strict=True))


def test_a_canvas_of_rows_shows_them_and_can_be_drawn_on():
    rows = (row("abcd", bytes((1, 2, 3, 4))), row(cells_of("すば"), bytes((5, 5, 6, 6))))
    canvas = Canvas.of(rows)
    assert all(one is other for one, other in zip(canvas.rows(), rows, strict=True))
    canvas.put(1, 1, "x", 7)
    canvas.put(3, 0, "xy", 7)
    assert [text_of(canvas, y) for y in (0, 1)] == ["abcx", " xば"]


def test_fill_and_restyle():
    canvas = Canvas(4, 3)
    canvas.fill(1, 1, 9, 9, 2, "░")
    canvas.restyle(-3, 2, 5, 5)
    assert [shown.text for shown in canvas.rows()] == ["    ", " ░░░", " ░░░"]
    assert canvas.rows()[2].styles == bytes((5, 5, 2, 2))


def test_the_area_drawn_last_lies_on_top():
    canvas = Canvas(10, 10)
    canvas.area(0, 0, 5, 5, "below")
    canvas.area(2, 2, 1, 2, "above")
    assert canvas.areas == (Area(0, 0, 5, 5, "below"), Area(2, 2, 1, 2, "above"))
    assert hit(canvas.areas, 2, 3) == "above"
    assert hit(canvas.areas, 2, 4) == "below"
    assert hit(canvas.areas, 5, 5) is None


@given(
    st.lists(
        st.tuples(
            st.integers(-4, 12), st.integers(-1, 2), st.text("ab すば한e\u0301\x1b│", max_size=8), st.integers(0, 9)
        )
    )
)
def test_every_row_is_whole_whatever_is_drawn(puts):
    canvas = Canvas(11, 2)
    for x, y, text, style in puts:
        canvas.put(x, y, text, style)
    for shown in canvas.rows():
        assert len(shown.cells) == len(shown.styles) == 11
        assert tuple(cells_of(shown.text)) == tuple(shown.cells)
        for x, cell in enumerate(shown.cells):
            if cell == "":
                assert shown.styles[x] == shown.styles[x - 1]
