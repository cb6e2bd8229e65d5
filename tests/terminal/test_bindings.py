"""Every key that the game explains is the same key whichever way a terminal sends it."""

import pytest

from relspace_client.around.page_keys import KEYS
from relspace_client.compat import parse_key
from relspace_server.ssh.terminal.input import InputFilter
from relspace_server.ssh.terminal.keys import KeyPress

ARROWS = {"↑": "A", "↓": "B", "→": "C", "←": "D", "Home": "H", "End": "F"}
NAMED = {"Enter": ("\r", 13), "Esc": ("\x1b", 27), "Tab": ("\t", 9), "Space": (" ", 32)}


def bindings() -> list[str]:
    """Every single key that the pages of help name."""
    named = {
        part
        for groups in KEYS.values()
        for lines in groups
        for line in lines
        for part in line.keys.split()
        if part != "…"
    }
    single = {key for part in named for key in (part if part[1:].isdecimal() else [part])}
    return sorted(single | {"Tab", "0", "9"})


def forms(binding: str) -> list[bytes]:
    """How terminals send it: as they always have, and as kitty's protocol does."""
    if binding in ARROWS:
        return [f"\x1b{how}{ARROWS[binding]}".encode() for how in ("[", "O", "[1;1", "[1;1:1")]
    if binding in NAMED:
        byte, number = NAMED[binding]
        return [byte.encode(), f"\x1b[{number}u".encode(), f"\x1b[{number};1u".encode(), f"\x1b[{number};1:1u".encode()]
    if binding == "Ctrl-C":
        return [b"\x03", b"\x1b[99;5u", b"\x1b[99;5:1u"]
    return [binding.encode(), *(f"\x1b[{ord(binding)}{how}u".encode() for how in ("", ";1", ";1:1"))]


def keys_of(data: bytes) -> list[str]:
    """The keys that a page is told of, once no more bytes come."""
    reads = InputFilter()
    tokens = [*reads.feed(data), *reads.timeout()]
    keys = []
    for token in tokens:
        assert isinstance(token, KeyPress)
        if token.sequence == "\x1b":
            keys.append("escape")
        else:
            named = parse_key(token.sequence)
            keys += [key.character if key.is_printable and key.character else key.key for key in named]
    return keys


@pytest.mark.parametrize("binding", bindings())
def test_a_binding_is_the_same_key_in_every_form(binding: str) -> None:
    first, *others = map(keys_of, forms(binding))
    assert len(first) == 1
    for other in others:
        assert other == first
