"""Messages become bytes and bytes messages, in both forms, wherever the bytes are cut and whatever they are."""

import json

import msgpack
import pytest

from relspace.errors import Unreadable
from relspace.wire.frame import Frame
from relspace.wire.messages import Lobby, Notice
from relspace_server.ssh.api.form import MOST, Broken, Form, Piece
from relspace_server.ssh.api.frames import Frames
from relspace_server.ssh.api.jsonlines import JsonLines

LINES = b'{"id": 1}\n\n  \r\n{"id": 2}\r\n{"id": 3}'
FRAMES = b"\0\0\0\5\x81\xa2id\1\0\0\0\0\0\0\0\5\x81\xa2id\2"


def fed(form: Form, data: bytes, size: int) -> list[Piece]:
    """All pieces of bytes that come so many at a time."""
    parts = (data[at : at + size] for at in range(0, len(data), size))
    return [piece for part in parts for piece in form.feed(part)] + form.finish()


def codes(pieces: list[Piece]) -> list[str]:
    """What stands in the place of messages that cannot be read."""
    errors = (piece.error if isinstance(piece, Broken) else piece for piece in pieces)
    return [error.code for error in errors if isinstance(error, Unreadable)]


@pytest.mark.parametrize("size", [1, 2, 7, 1_000])
def test_lines_are_found_wherever_they_are_cut_and_the_last_needs_no_end(size: int) -> None:
    assert fed(JsonLines(), LINES, size) == [b'{"id": 1}', b'{"id": 2}', b'{"id": 3}']


@pytest.mark.parametrize("size", [1, 2, 7, 1_000])
def test_frames_are_found_wherever_they_are_cut(size: int) -> None:
    assert fed(Frames(), FRAMES, size) == [b"\x81\xa2id\1", b"", b"\x81\xa2id\2"]


@pytest.mark.parametrize("size", [1_000, MOST * 3])
def test_a_line_that_is_too_long_costs_itself_alone(size: int) -> None:
    form = JsonLines()
    pieces = fed(form, b"[" * (MOST + 1) + b"\n" + b"1" * MOST + b"\n{}\n" + b"x" * (2 * MOST), size)
    assert codes(pieces) == ["too-large", "too-large"]
    assert [piece for piece in pieces if isinstance(piece, bytes)] == [b"1" * MOST, b"{}"]
    assert len(form._line) == 0


@pytest.mark.parametrize("head", [b"\xff\xff\xff\xff", b"\0\1\0\1"])
def test_a_frame_that_is_too_long_is_the_end(head: bytes) -> None:
    form = Frames()
    pieces = form.feed(FRAMES + head + FRAMES)
    assert pieces[:3] == [b"\x81\xa2id\1", b"", b"\x81\xa2id\2"]
    assert isinstance(pieces[3], Broken)
    assert codes(pieces) == ["too-large"]
    assert form.feed(FRAMES) == []
    assert form.finish() == []


@pytest.mark.parametrize("rest", [b"\0", b"\0\0\0\5", b"\0\0\0\5\x81\xa2i"])
def test_half_a_frame_is_the_end(rest: bytes) -> None:
    pieces = fed(Frames(), FRAMES + rest, 3)
    assert isinstance(pieces[-1], Broken)
    assert codes(pieces) == ["bad-message"]


def test_the_longest_frame_is_read() -> None:
    body = msgpack.packb({"text": "x" * (MOST - 10)})
    assert len(body) <= MOST
    assert fed(Frames(), len(body).to_bytes(4) + body, 10_000) == [body]


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"{",
        b"\xff\xfe",
        b'{"id": NaN}',
        b'{"id": -Infinity}',
        b'{"id": "\\ud800"}',
        b'{"\\udc00": 1}',
        b"[" * MOST,
        b'{"a":' * 10_000,
        b"1" * 5_000,
        b'"\x1b[2J"',
        b"{} {}",
    ],
)
def test_what_is_not_json_is_refused_with_a_reason(line: bytes) -> None:
    with pytest.raises(Unreadable, match="bad-message") as refused:
        JsonLines().read(line)
    assert 5 < len(str(refused.value.details["reason"])) <= 80


def test_a_number_of_too_many_digits_is_refused_in_words_of_our_own() -> None:
    for digits in (21, 5_000):
        with pytest.raises(Unreadable) as refused:
            JsonLines().read(b'{"id": ' + b"9" * digits + b"}")
        assert refused.value.details["reason"] == "a number of too many digits"
    assert JsonLines().read(b'{"id": -9007199254740992}') == {"id": -(2**53)}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xc1",
        b"\x81",
        b"\x91" * 5_000,
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xa1\xff",
        b"\x81\x01\x02",
        b"\x01\x02",
    ],
)
def test_what_is_not_msgpack_is_refused(body: bytes) -> None:
    with pytest.raises(Unreadable, match="bad-message"):
        Frames().read(body)


def test_what_is_sent_as_json_is_one_line_without_a_control_character() -> None:
    sent = JsonLines().write({"text": "\x1b[2J\n\x9b31m \u202e 札"})
    assert sent.endswith(b"\n")
    assert all(0x20 <= byte < 0x7F for byte in sent[:-1])
    assert json.loads(sent) == {"text": "\x1b[2J\n\x9b31m \u202e 札"}


def test_a_frame_from_the_rooms_is_written_as_it_is() -> None:
    def nobody() -> Notice:
        raise AssertionError("the frame was decoded")

    sent = Frames().frame(Frame(lambda: b"\x81\xa4type\xa1x", nobody))
    assert sent == b"\0\0\0\x08\x81\xa4type\xa1x"


def test_both_forms_say_the_same() -> None:
    frame = Frame.of(Lobby("Vega", "play.example.net", (), ()))
    line, packed = JsonLines().frame(frame), Frames().frame(frame)
    assert json.loads(line) == msgpack.unpackb(packed[4:])
    assert json.loads(line)["type"] == "lobby"
