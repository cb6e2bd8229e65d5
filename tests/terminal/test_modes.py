"""Every mode that is turned on is turned off, however the session ends."""

import re

from relspace_server.ssh.terminal.modes import LEFTOVERS, Modes

MODE = re.compile(rb"\x1b\[\?(\d+)([hl])")
OFF_IS_SET = {b"25", b"7"}
"""Cursor and autowrap: an app turns them off, and leaving turns them on."""


def last_states(data: bytes) -> dict[bytes, bytes]:
    return dict(MODE.findall(data))


def test_leaving_undoes_all_that_entering_did() -> None:
    modes = Modes()
    entered = last_states(modes.enter())
    left = last_states(modes.leave())
    changed = {number for number, state in entered.items() if (state == b"h") != (number in OFF_IS_SET)}
    assert changed == {b"1049", b"25", b"7", b"2004", b"1000", b"1006"}
    for number in entered:
        assert left[number] == (b"h" if number in OFF_IS_SET else b"l"), number


def test_leaving_covers_what_others_may_have_left_on() -> None:
    modes = Modes()
    modes.enter()
    left = last_states(modes.leave())
    for number in (1000, 1002, 1003, 1015, 1006, 2004, 1004, 2026, 2048):
        assert left[b"%d" % number] == b"l"


def test_colours_are_reset_before_the_main_screen_comes_back() -> None:
    modes = Modes()
    modes.enter()
    left = modes.leave()
    assert left.index(b"\x1b[0m") < left.index(b"\x1b[?1049l")
    assert left.endswith(b"\x1b[?1049l")


def test_a_session_begins_with_a_reset() -> None:
    assert Modes().enter().startswith(LEFTOVERS)


def test_a_terminal_that_never_was_taken_is_left_alone() -> None:
    modes = Modes()
    assert modes.leave() == b""
    modes.enter()
    modes.leave()
    assert modes.leave() == b""
