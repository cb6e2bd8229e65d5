"""A terminal that is only printed on."""

import asyncio
from collections.abc import Callable

import pytest

from relspace_server.ssh.terminal.lines import Line, Mark
from relspace_server.ssh.terminal.printing import LINES_WAITING, PrintingTerminal
from relspace_server.ssh.terminal.size import Size


class Printer:
    """A printing terminal and what came of it."""

    def __init__(
        self, *, echo: bool = True, columns: int = 0, stalled_after: float = 30.0, input_rate: int = 32_768
    ) -> None:
        self.sent = bytearray()
        self.stalled = asyncio.Event()
        self.resumed = 0
        self.interrupts: list[bool] = []
        self.terminal = PrintingTerminal(
            self.sent.extend,
            self.stalled.set,
            self._resume,
            self.interrupts.append,
            echo=echo,
            columns=columns,
            broken=lambda line, columns: [f"{columns}: {line}" if columns else line],
            stalled_after=stalled_after,
            input_rate=input_rate,
        )

    def _resume(self) -> None:
        self.resumed += 1

    async def settled(self) -> bytes:
        """What was sent once the loop has gone round."""
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        sent = bytes(self.sent)
        self.sent.clear()
        return sent


@pytest.fixture
async def printer() -> Callable[..., Printer]:
    return Printer


async def test_lines_that_come_together_are_sent_together(printer: Callable[..., Printer]) -> None:
    one = printer()
    one.terminal.write("Pod 1.")
    one.terminal.write("Pod 2.")
    assert one.sent == b""
    assert await one.settled() == b"Pod 1.\r\nPod 2.\r\n"
    assert await one.settled() == b""


async def test_what_is_being_typed_comes_again_after_a_line(printer: Callable[..., Printer]) -> None:
    one = printer()
    one.terminal.feed(b"pla")
    assert await one.settled() == b"pla"
    one.terminal.write("Rigel: 8 on pod 2.")
    assert await one.settled() == b"\r\nRigel: 8 on pod 2.\r\npla"
    one.terminal.feed(b"y\r")
    assert await one.settled() == b"y\r\n"
    assert await one.terminal.next_entry() == Line("play")


async def test_what_was_said_stands_before_what_is_echoed(printer: Callable[..., Printer]) -> None:
    one = printer()
    one.terminal.write("Your turn.")
    one.terminal.feed(b"moves\r")
    assert await one.settled() == b"Your turn.\r\nmoves\r\n"


async def test_without_a_terminal_nothing_is_echoed(printer: Callable[..., Printer]) -> None:
    one = printer(echo=False)
    one.terminal.feed(b"rooms\n\x03\x04qu")
    one.terminal.write("No rooms.")
    assert await one.settled() == b"No rooms.\n"
    one.terminal.end_of_input()
    assert [await one.terminal.next_entry() for _ in range(3)] == [Line("rooms"), Line("qu"), None]
    assert one.interrupts == []


@pytest.mark.parametrize("echo", [True, False])
async def test_no_line_holds_a_control_character(printer: Callable[..., Printer], echo: bool) -> None:
    one = printer(echo=echo)
    one.terminal.write("a\x1b[2J\x9b31m\x07\x00\u202e\u200b\r\n\x08b")
    end = b"\r\n" if echo else b"\n"
    assert await one.settled() == b"a[2J31mb" + end


async def test_long_lines_are_broken_for_the_terminal_that_there_is_now(printer: Callable[..., Printer]) -> None:
    one = printer(columns=8)
    one.terminal.write("Pod 1. Pod 2.")
    one.terminal.resize(Size(20, 24))
    one.terminal.write("Pod 1. Pod 2.")
    assert await one.settled() == b"8: Pod 1. Pod 2.\r\n20: Pod 1. Pod 2.\r\n"


async def test_without_a_terminal_lines_are_whole(printer: Callable[..., Printer]) -> None:
    one = printer(echo=False)
    one.terminal.resize(Size(20, 24))
    one.terminal.write("Pod 1. Pod 2.")
    assert await one.settled() == b"Pod 1. Pod 2.\n"


async def test_two_ctrl_c_in_a_row_are_told_apart_from_two_alone(printer: Callable[..., Printer]) -> None:
    one = printer()
    one.terminal.feed(b"\x03x\x03\x03")
    assert one.interrupts == [False, False, True]


async def test_ctrl_c_forgets_the_lines_that_wait(printer: Callable[..., Printer]) -> None:
    one = printer()
    one.terminal.feed(b"a\rb\rc\r\x03d\r")
    assert await one.terminal.next_entry() == Line("d")


async def test_lines_beyond_the_queue_are_dropped_and_said_to_be(printer: Callable[..., Printer]) -> None:
    one = printer()
    one.terminal.feed(b"turn\r" * (LINES_WAITING + 50))
    one.terminal.end_of_input()
    entries = [await one.terminal.next_entry() for _ in range(LINES_WAITING)]
    assert entries == [Line("turn")] * (LINES_WAITING - 1) + [Mark.TOO_MANY]
    assert await one.terminal.next_entry() is None


async def test_a_flood_is_dropped_until_it_is_over(
    printer: Callable[..., Printer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("relspace_server.ssh.terminal.printing.QUIET", 0.0)
    one = printer(input_rate=100)
    one.terminal.feed(b"resig")
    one.terminal.feed(b"n\r" * 1_000)
    one.terminal.feed(b"yes\r")
    assert await one.terminal.next_entry() is Mark.TOO_MANY
    one.terminal.feed(b"\x03")
    assert one.interrupts == [False]
    for _ in range(5):
        await asyncio.sleep(0)
    one.terminal.feed(b"ok\r")
    assert await one.terminal.next_entry() == Line("ok")


async def test_a_lone_escape_swallows_nothing_later(printer: Callable[..., Printer]) -> None:
    one = printer()
    one.terminal.feed(b"\x1b]0;endless")
    one.terminal.end_of_input()
    assert await one.terminal.next_entry() is None


async def test_while_the_client_takes_no_output_lines_are_left_out_and_none_is_carried_out(
    printer: Callable[..., Printer],
) -> None:
    one = printer()
    one.terminal.block("channel")
    one.terminal.block("connection")
    for _ in range(1_000):
        one.terminal.write("x" * 100)
    one.terminal.feed(b"turn\r")
    waiting = asyncio.create_task(one.terminal.next_entry())
    assert await one.settled() == b""
    assert not waiting.done()
    one.terminal.unblock("channel")
    assert one.resumed == 0
    one.terminal.unblock("connection")
    assert one.resumed == 1
    assert await waiting == Line("turn")


async def test_a_short_stop_without_loss_is_not_told(printer: Callable[..., Printer]) -> None:
    one = printer()
    one.terminal.block("channel")
    one.terminal.unblock("channel")
    assert one.resumed == 0


async def test_a_client_that_stalls_is_told_of(printer: Callable[..., Printer]) -> None:
    one = printer(stalled_after=0.0)
    one.terminal.block("channel")
    await one.stalled.wait()


async def test_closing_sends_what_waits_from_the_left(printer: Callable[..., Printer]) -> None:
    one = printer()
    one.terminal.feed(b"hal")
    assert await one.settled() == b"hal"
    one.terminal.write("Farewell.")
    assert one.terminal.close() == b"\r\nFarewell.\r\n"
    one.terminal.write("too late")
    one.terminal.feed(b"x\r")
    assert await one.settled() == b""
    assert await one.terminal.next_entry() is None
    assert one.terminal.close() == b""
