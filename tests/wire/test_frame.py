"""A frame is encoded or decoded once, and only if somebody asks."""

from relspace.wire.codec import encode
from relspace.wire.frame import Frame
from relspace.wire.messages import Notice

NOTICE = Notice("draining")


def test_a_frame_of_bytes_is_decoded_once() -> None:
    frame = Frame.received(encode(NOTICE))
    assert frame.message == NOTICE
    assert frame.message is frame.message


def test_a_frame_of_a_message_is_encoded_when_somebody_asks() -> None:
    packed: list[str] = []

    def pack() -> bytes:
        packed.append("packed")
        return encode(NOTICE)

    frame = Frame.of(NOTICE, pack)
    assert frame.message is NOTICE
    assert packed == []
    assert frame.encoded == frame.encoded == encode(NOTICE)
    assert packed == ["packed"]
    assert Frame.of(NOTICE).encoded == encode(NOTICE)
