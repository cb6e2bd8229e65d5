"""What a client is told whose connection is closed before anything was agreed on.

A server may disconnect at any moment with a sentence (RFC 4253, 11.1), even before keys are exchanged; clients show it.
"""

from typing import Final

VERSION_LINE: Final = b"SSH-2.0-RelativeSpace\r\n"

_MSG_DISCONNECT: Final = 1
_HOST_NOT_ALLOWED: Final = 1
_BLOCK: Final = 8
"""Unencrypted packets come in multiples of so many bytes (RFC 4253, 6)."""
_LEAST_PADDING: Final = 4


def turning_away(sentence: str) -> bytes:
    """The whole conversation with a client that may not come in."""
    payload = bytes([_MSG_DISCONNECT]) + _number(_HOST_NOT_ALLOWED) + _text(sentence) + _text("en")
    padding = _BLOCK - (5 + len(payload)) % _BLOCK
    if padding < _LEAST_PADDING:
        padding += _BLOCK
    return VERSION_LINE + _number(1 + len(payload) + padding) + bytes([padding]) + payload + bytes(padding)


def _number(value: int) -> bytes:
    return value.to_bytes(4)


def _text(text: str) -> bytes:
    encoded = text.encode()
    return _number(len(encoded)) + encoded
