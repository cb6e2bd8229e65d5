"""Keys become lines."""

import pytest

from relspace_server.ssh.terminal.input import InputFilter
from relspace_server.ssh.terminal.lines import LONGEST_LINE, Line, LineEditor, Mark

ALT_X = b"\x1bx"


def typed(*pieces: bytes) -> tuple[list[object], str, LineEditor]:
    """What came of bytes that arrived in pieces, and what was echoed."""
    keys, editor = InputFilter(), LineEditor()
    entries: list[object] = []
    for piece in pieces:
        for token in keys.feed(piece):
            entries += editor.press(token)
    for token in keys.timeout():
        entries += editor.press(token)
    return entries, editor.take_echo(), editor


@pytest.mark.parametrize("enter", [b"\r", b"\n", b"\r\n", b"\x1b[13u"])
def test_enter_ends_a_line(enter: bytes) -> None:
    entries, echo, _ = typed(b"rooms" + enter + b"quit" + enter)
    assert entries == [Line("rooms"), Line("quit")]
    assert echo == "rooms\r\nquit\r\n"


@pytest.mark.parametrize("back", [b"\x08", b"\x7f"])
def test_backspace_rubs_out_what_was_typed_and_no_more(back: bytes) -> None:
    entries, echo, _ = typed(b"ab" + back * 5 + b"c\r")
    assert entries == [Line("c")]
    assert echo == "ab\b \b\b \bc\r\n"


def test_backspace_takes_a_wide_letter_and_its_marks_at_once() -> None:
    entries, echo, _ = typed("手e\u0301".encode(), b"\x7f", b"\x7f\r")
    assert entries == [Line("")]
    assert echo == "手e\u0301\b \b\b \b\b \b\r\n"


def test_ctrl_u_forgets_the_line() -> None:
    entries, echo, _ = typed(b"abc\x15de\r")
    assert entries == [Line("de")]
    assert echo == "abc" + "\b \b" * 3 + "de\r\n"


def test_ctrl_c_forgets_it_too_and_says_so() -> None:
    assert typed(b"abc\x03")[0] == [Mark.INTERRUPT]
    assert typed(b"abc\x03d\r")[0] == [Mark.INTERRUPT, Line("d")]


def test_ctrl_d_ends_only_on_an_empty_line() -> None:
    assert typed(b"\x04")[0] == [Mark.END]
    assert typed(b"a\x04\x7f\x04")[0] == [Mark.END]


@pytest.mark.parametrize(
    "answer",
    [b"\x1b[?1u", b"\x1b[?62;22c", b"\x1b]11;rgb:1414/1919/1f1f\x07", b"\x1bP>|kitty(0.36)\x1b\\", b"\x1b[24;80R",
     b"\x1b_Gi=31;OK\x1b\\", b"\x1b[A", b"\x1bOA", b"\x1b[[A", b"\x1b[15~", b"\x1b[<0;5;5M", ALT_X, b"\x00", b"\x07",
     b"\x0e", b"\xc2\x9b", b"\xe2\x80\xae", b"\xff\xfe", b"\x9b"],
)  # fmt: skip
def test_what_is_no_text_is_dropped_whole(answer: bytes) -> None:
    entries, echo, _ = typed(b"ro" + answer + b"oms\r")
    assert entries == [Line("rooms")]
    assert echo == "rooms\r\n"
    if answer != ALT_X:  # in two pieces it is Escape, and a letter
        one_by_one = typed(*(bytes((byte,)) for byte in b"ro" + answer + b"oms\r"))
        assert one_by_one[0] == entries


def test_a_paste_may_be_several_lines() -> None:
    entries, _, editor = typed(b"\x1b[200~turn\nmoves\r\npl\x1b[201~ay\r")
    assert entries == [Line("turn"), Line("moves"), Line("play")]
    assert editor.typed == ""


def test_letters_that_come_in_pieces() -> None:
    assert typed(b"say \xe4\xb8", b"\xad\r")[0] == [Line("say 中")]
    assert typed(b"say \xe4", b"a\r")[0] == [Line("say a")]


def test_a_line_that_is_too_long_is_not_taken_and_costs_no_memory() -> None:
    entries, echo, editor = typed(b"x" * 100_000)
    assert entries == []
    assert len(editor.typed) == len(echo) == LONGEST_LINE
    entries, _, _ = typed(b"x" * (LONGEST_LINE + 1) + b"\rturn\r")
    assert entries == [Mark.TOO_LONG, Line("turn")]
    assert typed("é".encode() * (LONGEST_LINE // 2) + b"\r")[0] == [Line("é" * (LONGEST_LINE // 2))]
    assert typed("é".encode() * (LONGEST_LINE // 2) + b"x\r")[0] == [Mark.TOO_LONG]


def test_a_line_without_its_end_is_a_line() -> None:
    entries, _, editor = typed(b"quit")
    assert entries == []
    assert editor.finish() == [Line("quit")]
    assert editor.finish() == []
