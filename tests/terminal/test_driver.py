"""An app on a channel: frames go out in one write each, and what comes in cannot hurt."""

import asyncio
from collections.abc import Callable

import pytest
from textual.events import Key

from relspace_client.compat import HostedApp, parse_key
from relspace_server.ssh.terminal.modes import SYNC
from relspace_server.ssh.terminal.pace import SLICE
from relspace_server.ssh.terminal.size import clamp
from relspace_server.ssh.terminal.terminal import FEW_CELLS

from .stage import Game, Notes, Stage

E = b"\x1b"
Put = Callable[..., Stage]


class Quick(Notes):
    """Uses every key that it is offered, and counts them."""

    used = 0

    def quick_key(self, key: str) -> bool:
        self.used += 1
        return True


async def test_each_frame_is_one_write_and_a_large_one_is_shown_at_once(stage: Put) -> None:
    vega = await stage().begin()
    opening, begun, picture = vega.sent[0].partition(SYNC.on)
    assert begun
    assert b"\x1b[?1049h" in opening
    assert b"Vega" in picture
    assert picture.endswith(SYNC.off)
    before = len(vega.sent)
    await vega.press(b"a")
    assert len(vega.sent) == before + 1


async def test_a_frame_of_a_few_cells_is_sent_as_it_is(stage: Put) -> None:
    vega = await stage(Game).begin()
    vega.sent.clear()
    vega.terminal.write(b"\x1b[3;5Hx")
    vega.terminal.write(b"x" * (FEW_CELLS + 1))
    assert vega.sent == [b"\x1b[3;5Hx", SYNC.on + b"x" * (FEW_CELLS + 1) + SYNC.off]


async def test_nothing_is_sent_while_nothing_happens(stage: Put) -> None:
    for kind in (Notes, Game):
        vega = await stage(kind).begin()
        vega.sent.clear()
        await asyncio.sleep(60)
        assert vega.sent == []


async def test_keys_arrive_in_order(stage: Put) -> None:
    vega = await stage().begin()
    await vega.press(b"ab" + E + b"[A" + E + b"OB\r\x7f" + E + b"[<0;3;2M" + E + b"[200~hi" + E + b"[201~")
    assert vega.app.keys == ["a", "b", "up", "down", "enter", "backspace"]
    assert vega.app.clicks == [(2, 1)]
    assert vega.app.pasted == ["hi"]


async def test_keys_before_the_first_picture_are_dropped(stage: Put) -> None:
    vega = stage()
    vega.terminal.feed(b"qqq\r\r\r")
    await vega.begin()
    await vega.press(b"a")
    assert vega.app.keys == ["a"]


async def test_a_lone_escape_is_escape_after_a_pause(stage: Put) -> None:
    vega = await stage().begin()
    vega.terminal.feed(E)
    await asyncio.sleep(0.15)
    assert vega.app.keys == []
    await vega.until(lambda: vega.app.keys == ["escape"])


async def test_an_arrow_in_pieces_is_an_arrow(stage: Put) -> None:
    vega = await stage().begin()
    vega.terminal.feed(E)
    await asyncio.sleep(0.15)
    await vega.press(b"[A")
    assert vega.app.keys == ["up"]


async def test_a_paste_without_an_end_is_closed_after_a_second(stage: Put) -> None:
    vega = await stage().begin()
    vega.terminal.feed(E + b"[200~abc")
    await asyncio.sleep(0.9)
    assert vega.app.pasted == []
    await vega.until(lambda: vega.app.pasted == ["abc"])
    await vega.press(b"k")
    assert vega.app.keys == ["k"]


async def test_ctrl_c_out_of_an_endless_paste(stage: Put) -> None:
    vega = await stage().begin()
    vega.terminal.feed(E + b"[200~abc")
    vega.terminal.feed(b"\x03")
    await vega.until(vega.task.done)
    assert vega.app.farewell is not None


@pytest.mark.parametrize("size", [10_000, 1_000_000])
async def test_a_flood_of_keys_leaves_room_for_others(stage: Put, size: int) -> None:
    vega, rigel = await stage().begin(), await stage().begin()
    for start in range(0, size, 16_384):
        vega.terminal.feed(b"q" * min(16_384, size - start))
    rigel.terminal.feed(b"r")
    passes = 0
    while "r" not in rigel.app.keys:
        await asyncio.sleep(0)
        passes += 1
    assert passes < 50
    await vega.quiet()
    assert len(vega.app.keys) <= 2_048
    await vega.press(b"w")
    assert vega.app.keys[-1] == "w"


async def test_of_a_flood_of_quick_keys_few_are_used_at_once(stage: Put) -> None:
    vega = await stage(Quick).begin()
    vega.terminal.feed(b"\x1b[A" * 10_000)
    assert vega.app.used <= 16
    await vega.quiet()
    assert len(vega.app.keys) <= 1_024


async def test_keys_in_many_packets_at_once_are_given_as_slowly_as_in_one(stage: Put) -> None:
    vega = await stage().begin()
    for _ in range(60):
        vega.terminal.feed(b"q" * SLICE)
    for _ in range(50):
        await asyncio.sleep(0)
    assert 0 < len(vega.app.keys) <= SLICE
    await vega.quiet()
    assert len(vega.app.keys) == 60 * SLICE


async def test_of_quick_keys_in_many_packets_at_once_few_are_used_at_once(stage: Put) -> None:
    vega = await stage(Quick).begin()
    for _ in range(60):
        vega.terminal.feed(b"\x1b[A" * SLICE)
    assert 0 < vega.app.used <= SLICE


@pytest.mark.parametrize("kind", [Notes, Quick])
async def test_keys_wait_while_something_is_owed_for_those_before(stage: Put, kind: type[HostedApp]) -> None:
    owed = [0.0]
    vega = await stage(kind, book=lambda: owed[0]).begin()
    driver = vega.terminal._driver
    assert driver is not None
    driver._pause_over = 0.0
    owed[0] = 3600.0
    vega.terminal.feed(b"ab")
    vega.terminal.feed(b"c\x1b[A")
    await vega.quiet()
    assert vega.app.keys == []
    assert not getattr(vega.app, "used", 0)
    driver._pause_over = 0.0  # it was waited for
    driver._send_slice()
    await vega.until(lambda: vega.app.keys == ["a", "b", "c", "up"])


async def test_who_owes_may_leave_at_once_and_ask_for_it_no_more_than_twice(stage: Put) -> None:
    vega = await stage(book=lambda: 1.0).begin()
    vega.terminal.feed(b"a")
    vega.terminal.feed(b"\x03")
    vega.terminal.feed(b"\x03\x03")
    driver = vega.terminal._driver
    assert driver is not None
    assert [message.key for message in driver._queue if isinstance(message, Key)] == ["ctrl+c"]
    await vega.until(vega.task.done)


async def test_of_a_flood_few_keys_are_named(stage: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    vega = await stage().begin()
    named: list[str] = []
    driver = vega.terminal._driver
    monkeypatch.setattr(driver, "_parse_key", lambda sequence: named.append(sequence) or parse_key(sequence))
    vega.terminal.feed(b"q" * 32_000)
    assert len(named) <= 1_024
    vega.terminal.feed(b"\x03\x03")
    await vega.until(vega.task.done)


async def test_whoever_wants_out_need_not_wait_for_what_was_pasted(stage: Put) -> None:
    vega = await stage().begin()
    vega.terminal.feed(b"q" * 1_000)
    vega.terminal.feed(b"\x03")
    await vega.until(vega.task.done)
    assert len(vega.app.keys) < 100


@pytest.mark.parametrize("before", [b"", b"q" * 1_000, b"q" * 40_000])
async def test_ctrl_c_twice_at_once_is_twice_ctrl_c(stage: Put, before: bytes) -> None:
    class Asks(Notes):
        asked = 0

        def action_help_quit(self) -> None:
            self.asked += 1
            if self.asked == 2:
                self.leave()

    vega = await stage(Asks).begin()
    if before:
        vega.terminal.feed(before)
    vega.terminal.feed(b"\x03\x03")
    await vega.until(vega.task.done)
    assert vega.app.asked == 2
    assert len(vega.app.keys) < 100


async def test_a_flood_is_over_after_a_pause_and_tears_no_sequence(stage: Put) -> None:
    vega = await stage().begin()
    vega.terminal.feed(b"x" * 40_000 + E)
    vega.terminal.feed(b"[A" * 10)
    await asyncio.sleep(0.2)
    await vega.press(b"k")
    assert vega.app.keys == ["k"]


async def test_the_size_changes_and_the_last_one_is_drawn(stage: Put) -> None:
    vega = await stage().begin()
    for width in range(30, 61):
        vega.terminal.resize(clamp(width, 20))
    vega.screen.resize(20, 60)
    await vega.quiet()
    assert vega.app.size == (60, 20)
    assert vega.terminal.size == (60, 20)
    assert vega.text.startswith("Vega ♠")


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (240, 80)])
async def test_any_size_can_be_drawn(stage: Put, size: tuple[int, int]) -> None:
    vega = await stage(size=size).begin()
    await vega.press(b"a")
    assert vega.app.keys == ["a"]


async def test_what_is_not_utf_8_costs_nothing_but_itself(stage: Put) -> None:
    vega = await stage().begin()
    await vega.press(b"\xff\xfea\xe4\xb8")
    await vega.press(b"\xadb\xe4")
    assert vega.app.keys == ["a", "中", "b"]


async def test_only_what_a_person_presses_counts_as_a_key(stage: Put) -> None:
    vega = await stage().begin()
    await asyncio.sleep(100)
    vega.terminal.feed(E + b"[?62;22c")
    assert vega.terminal.idle >= 100
    vega.terminal.feed(b"k")
    assert vega.terminal.idle == 0
    await asyncio.sleep(30)
    assert 30 <= vega.terminal.idle < 40
