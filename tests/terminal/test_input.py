"""One bad byte costs one key: what is not a key, a click or a paste is read to its end and dropped."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from relspace_client.compat import parse_key
from relspace_server.ssh.terminal.input import LONGEST_PASTE, MOST_TOKENS, InputFilter, Paste
from relspace_server.ssh.terminal.keys import KeyPress, MouseReport

E = b"\x1b"
CTRL_C = KeyPress("\x03")


def names(data: bytes) -> list[str]:
    """The keys that Textual makes of some bytes, after the pause that ends an unfinished sequence."""
    taken = InputFilter()
    tokens = taken.feed(data) + taken.timeout()
    found = []
    for token in tokens:
        assert isinstance(token, KeyPress), token
        if token.sequence == "\x1b":
            found.append("escape")
        else:
            found += [("alt+" if token.alt else "") + key.key for key in parse_key(token.sequence)]
    return found


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (E + b"[A", "up"),
        (E + b"OA", "up"),
        (E + b"[1;1A", "up"),
        (E + b"[1;1:1A", "up"),
        (E + b"[1;1:2A", "up"),
        (E + b"[1;2A", "shift+up"),
        (E + b"[1;5C", "ctrl+right"),
        (E + b"[a", "shift+up"),
        (E + b"OD", "left"),
        (E + b"[H", "home"),
        (E + b"[1~", "home"),
        (E + b"[7~", "home"),
        (E + b"[7$", "shift+home"),
        (E + b"OF", "end"),
        (E + b"[3~", "delete"),
        (E + b"[5;1:1~", "pageup"),
        (E + b"OP", "f1"),
        (E + b"[11~", "f1"),
        (E + b"[[A", "f1"),
        (E + b"[[E", "f5"),
        (E + b"[P", "f1"),
        (E + b"[24~", "f12"),
        (E + b"[Z", "shift+tab"),
        (b"\x08", "backspace"),
        (b"\x7f", "backspace"),
        (E + b"[127u", "backspace"),
        (b"\r", "enter"),
        (b"\n", "enter"),
        (b"\r\n", "enter"),
        (E + b"OM", "enter"),
        (E + b"[13u", "enter"),
        (E + b"[13;1:1u", "enter"),
        (E + b"[57414u", "enter"),
        (b"\t", "tab"),
        (E + b"[9u", "tab"),
        (E, "escape"),
        (E + b"[27u", "escape"),
        (E + b"[27;1:1u", "escape"),
        (b"a", "a"),
        (b"A", "A"),
        (b"?", "question_mark"),
        (E + b"[97u", "a"),
        (E + b"[97;1:1u", "a"),
        (E + b"[97;1:2u", "a"),
        (E + b"[97;129u", "a"),
        (E + b"[97:65;2;65u", "A"),
        (E + b"[97:65;2u", "A"),
        (E + b"[97;2u", "A"),
        (E + b"[97;;97u", "a"),
        (E + b"[99;5u", "ctrl+c"),
        (E + b"[27;5;99~", "ctrl+c"),
        (b"\x03", "ctrl+c"),
        (E + b"a", "alt+a"),
        (E + b"[97;3u", "alt+a"),
        ("ñ".encode(), "ñ"),
        ("手".encode(), "手"),
    ],
)
def test_keys_of_many_terminals_are_understood(data: bytes, key: str) -> None:
    assert names(data) == [key]


@pytest.mark.parametrize(
    "data",
    [
        E + b"[48;24;80;0;0t",
        E + b"[48;60000;60000;1;1t",
        E + b"[97;1:3u",
        E + b"[1;1:3A",
        E + b"[3;1:3~",
        E + b"[1114112;1u",
        E + b"[99999999999;1u",
        E + b"[55296;1u",
        E + b"[65535;1u",
        E + b"[57441u",
        E + b"[97;99999u",
        E + b"[97;1:9999999u",
        E + b"[;;;;;;;u",
        E + b"[" + b"1;" * 5_000 + b"u",
        E + b"[?1u",
        E + b"[?62;22c",
        E + b"[>1;10;0c",
        E + b"]11;rgb:1414/1919/1f1f\x07",
        E + b"]11;rgb:1414/1919/1f1f" + E + b"\\",
        E + b"P>|kitty(0.36)" + E + b"\\",
        E + b"_Gi=31;OK" + E + b"\\",
        E + b"^private" + E + b"\\",
        E + b"Xstring" + E + b"\\",
        E + b"]52;c;QQ==\x07",
        E + b"[24;80R",
        E + b"[1;5R",
        E + b"[?2026;2$y",
        E + b"[?997;1n",
        E + b"[0n",
        E + b"[I",
        E + b"[O",
        E + b"[201~",
        E + b"[<0;99999999;99999999M",
        E + b"[<0;0;5M",
        E + b"[<35;5;5M",
        E + b"[<999;5;5M",
        E + b"[<0;241;5M",
        E + b"[M !!",
        E + b"[M\xff\xff\xff",
        E + b"[99~",
        E + b"[5A",
        E + b"[!p",
        E + b"[[Z",
        b"\xff\xfe",
        b"\xc2\x9b",
        b"\xe4",
        E + b"[",
        E + b"[1;",
    ],
)
def test_what_is_no_key_is_dropped_whole(data: bytes) -> None:
    taken = InputFilter()
    assert taken.feed(data) + taken.timeout() == []
    assert taken.feed(b"q") == [KeyPress("q")]


def test_a_click_is_a_click_after_a_forged_resize() -> None:
    assert InputFilter().feed(E + b"[48;24;80;0;0t" + E + b"[<0;5;7M" + E + b"[<0;5;7m") == [
        MouseReport(0, 4, 6, True),
        MouseReport(0, 4, 6, False),
    ]


def test_a_character_may_come_in_pieces() -> None:
    taken = InputFilter()
    assert taken.feed(b"\xe4\xb8") == []
    assert taken.feed(b"\xad") == [KeyPress("中")]


def test_a_paste_is_text_and_never_keys() -> None:
    tokens = InputFilter().feed(E + b"[200~play A1>P2\r\nresign\x1b[A\x07" + E + b"[201~x")
    assert tokens == [Paste("play A1>P2\nresign[A"), KeyPress("x")]


def test_a_long_paste_is_cut_and_its_rest_is_dropped() -> None:
    tokens = InputFilter().feed(E + b"[200~" + b"q" * 100_000 + E + b"[201~x")
    assert tokens == [Paste("q" * LONGEST_PASTE), KeyPress("x")]


def test_the_mark_of_a_pastes_end_may_come_in_pieces() -> None:
    taken = InputFilter()
    whole = E + b"[200~" + b"hello" + E + b"[201~x"
    tokens = [token for byte in whole for token in taken.feed(bytes([byte]))]
    assert tokens == [Paste("hello"), KeyPress("x")]


def test_of_a_flood_few_keys_are_made_and_ctrl_c_is_one_of_them() -> None:
    tokens = InputFilter().feed(b"q" * 30_000 + b"\x03" + b"q" * 30_000 + b"\x03")
    assert tokens == [KeyPress("q")] * MOST_TOKENS + [CTRL_C, CTRL_C]


def test_a_paste_without_an_end_is_closed_by_a_pause() -> None:
    taken = InputFilter()
    assert taken.feed(E + b"[200~abc") == []
    assert taken.waiting == 1.0
    assert taken.feed(b"def") == []
    assert taken.timeout() == [Paste("abcdef")]
    assert taken.waiting is None
    assert taken.feed(b"q\x03") == [KeyPress("q"), CTRL_C]


@pytest.mark.parametrize(
    "opening", [E, E + b"[", E + b"[1;", E + b"O", E + b"]11;", E + b"P", E + b"[200~", E + b"[200~abc"]
)
def test_ctrl_c_works_whatever_is_unfinished(opening: bytes) -> None:
    taken = InputFilter()
    taken.feed(opening)
    assert taken.feed(b"\x03") == [CTRL_C]
    assert taken.feed(b"q") == [KeyPress("q")]


def test_an_arrow_that_the_line_holds_up_is_an_arrow() -> None:
    taken = InputFilter()
    assert taken.feed(E) == []
    assert taken.waiting == 0.2
    assert taken.feed(b"[A") == [KeyPress("\x1b[A")]


def test_an_arrow_that_the_line_holds_up_for_long_leaves_no_letters() -> None:
    taken = InputFilter()
    taken.feed(E)
    assert taken.timeout() == [KeyPress("\x1b")]
    assert taken.feed(b"[A") == []
    assert taken.feed(b"A") == [KeyPress("A")]


def test_a_letter_after_escape_is_a_letter() -> None:
    taken = InputFilter()
    taken.feed(E)
    taken.timeout()
    assert taken.feed(b"O") == [KeyPress("O")]


def test_escape_pressed_twice_is_twice_escape() -> None:
    taken = InputFilter()
    assert taken.feed(E + E) == [KeyPress("\x1b")]
    assert taken.timeout() == [KeyPress("\x1b")]


def test_megabytes_of_an_answer_without_an_end_are_not_kept() -> None:
    taken = InputFilter()
    for _ in range(100):
        assert taken.feed(E + b"]52;" + b"A" * 10_000) == []
    assert taken.timeout() == []
    assert taken.feed(b"q") == [KeyPress("q")]


hostile_bytes = st.lists(
    st.one_of(
        st.binary(max_size=8),
        st.sampled_from(
            [E, b"[", b"O", b"]", b"P", b";", b":", b"1", b"200~", b"201~", b"<", b"M", b"u", b"\x03", b"\xff"]
        ),
    )
).map(b"".join)


@given(hostile_bytes)
@example(E + b"[200~" + E + b"[200~")
def test_no_bytes_do_any_harm(data: bytes) -> None:
    taken = InputFilter()
    for token in taken.feed(data) + taken.timeout():
        if isinstance(token, KeyPress):
            parse_key(token.sequence)
    taken.timeout()
    assert taken.waiting is None
    assert taken.feed(b"q\x03") == [KeyPress("q"), CTRL_C]


@given(hostile_bytes, st.data())
def test_it_does_not_matter_how_the_line_cuts_the_bytes(data: bytes, draw: st.DataObject) -> None:
    whole = InputFilter()
    cut = draw.draw(st.integers(0, len(data)))
    assume(data[:cut][-1:] != E or data[cut:][:1] in b"[O]P_^X\x1b\x03")  # Escape, and a key after it
    pieces = InputFilter()
    assert pieces.feed(data[:cut]) + pieces.feed(data[cut:]) + pieces.timeout() == whole.feed(data) + whole.timeout()


@pytest.mark.parametrize("key", [b"a", b"1", b"\r", "ñ".encode()])
def test_escape_and_a_key_right_after_it_are_two_keys(key: bytes) -> None:
    taken = InputFilter()
    assert taken.feed(E) == []
    assert taken.feed(key + b"q") == [KeyPress("\x1b"), KeyPress(key.decode()), KeyPress("q")]
    assert taken.waiting is None
    assert taken.feed(E + b"a") == [KeyPress("a", alt=True)]


def test_escape_pressed_twice_and_a_key_are_three_keys_however_they_come() -> None:
    taken = InputFilter()
    assert taken.feed(E) + taken.feed(E) + taken.feed(b"a") == [KeyPress("\x1b")] * 2 + [KeyPress("a")]


@pytest.mark.parametrize("pieces", [(b"[24", b";80R"), (b"[", b"2", b"4;80R"), (b"[<0", b";5;5M")])
def test_what_a_slow_line_held_up_after_esc_is_no_key_in_pieces_either(pieces: tuple[bytes, ...]) -> None:
    taken = InputFilter()
    assert taken.feed(E) == []
    assert taken.timeout() == [KeyPress("\x1b")]
    for piece in pieces:
        assert taken.feed(piece) == []
    assert taken.feed(b"q") == [KeyPress("q")]


def test_keys_after_esc_that_are_no_sequence_are_keys() -> None:
    taken = InputFilter()
    taken.feed(E)
    taken.timeout()
    assert taken.feed(b"[1") == []
    assert taken.feed(b" ") == [KeyPress("["), KeyPress("1"), KeyPress(" ")]
