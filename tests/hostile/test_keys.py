"""On every page: what is no key does nothing, and a flood keeps nobody else waiting."""

import asyncio
import re

import pytest

from relspace_server.ssh.terminal import input  # noqa: A004 - the module

from ..ssh.house import Player, until
from .game import PAGES, PLAY, YOUR_TURN, Game, at_page, cells, film_over, settled, still

E = b"\x1b"

FORGED = E + b"[48;24;80;0;0t" + E + b"[48;60000;60000;1;1t"
NO_KEYS = (
    FORGED
    + E + b"[97;1:3u" + E + b"[1;1:3A"
    + E + b"[1114112;1u" + E + b"[99999999999;1u" + E + b"[55296;1u"
    + E + b"[?1u" + E + b"[?62;22c" + E + b"[>1;10;0c"
    + E + b"]11;rgb:1414/1919/1f1f\x07" + E + b"P>|kitty(0.36)" + E + b"\\" + E + b"_Gi=31;OK" + E + b"\\"
    + E + b"[24;80R" + E + b"[?2026;2$y" + E + b"[I" + E + b"[O"
    + E + b"[<0;99999999;99999999M" + E + b"[<35;5;5M" + E + b"]52;c;QQ==\x07"
    + b"\xff\xfe\xc2\x9b31m"[:4]
)  # fmt: skip
"""Terminals' answers, forged changes of size, keys let go and keys that cannot be."""


@pytest.mark.parametrize("page", PAGES)
async def test_what_is_no_key_changes_no_page_and_ctrl_c_twice_leaves_it(game: Game, page: str) -> None:
    vega = await at_page(game, page)
    await film_over(game)
    before = await settled(vega)
    vega.press(NO_KEYS)
    for start in range(0, len(NO_KEYS), 3):
        vega.press(NO_KEYS[start : start + 3])
    assert await settled(vega) == before
    assert game.desk.apps[0].size == (80, 24)
    vega.press(b"\x03\x03")
    assert await vega.ended() == 0
    assert "Until next time." in vega.text


async def test_no_answer_of_a_terminal_plays_a_card(game: Game) -> None:
    vega = await at_page(game, "chosen card")
    (room,) = game.hub.rooms
    ply = room.state.game.position.ply
    for _ in range(20):
        vega.press(NO_KEYS)
    await settled(vega)
    assert room.state.game.position.ply == ply
    assert room.state.phase == "playing"


async def test_an_arrow_that_comes_in_two_pieces_neither_quits_nor_resigns(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    vega = await at_page(game, "table")
    with monkeypatch.context() as slow:
        slow.setattr(input, "ESCAPE_WAIT", 60.0)  # however slow this machine is, the rest comes in time
        vega.press(E)
        await asyncio.sleep(0.15)
        vega.press(b"[A")
        await still(vega)
    await settled(vega)
    (room,) = game.hub.rooms
    assert room.state.phase == "playing"
    assert "Menu" not in vega.text


async def test_keys_pressed_before_anything_is_shown_play_no_card(game: Game) -> None:
    client = await game.connect()
    vega = await game.play(client, command=PLAY)
    vega.press(b"a1\r1\ry\r" * 20)
    await vega.shows(YOUR_TURN)
    await settled(vega)
    (room,) = game.hub.rooms
    assert not [move for move in room.state.game.moves if move.seat == 1]


async def test_a_paste_without_an_end_is_over_after_a_second(game: Game) -> None:
    vega = await at_page(game, "code")
    vega.press(E + b"[200~ab")
    await vega.shows("ab")
    vega.press(b"c")
    await vega.shows("abc")


@pytest.mark.parametrize("page", ["lobby", "talk", "new room", "table", "end"])
async def test_a_paste_is_cut_and_keys_work_again(game: Game, page: str) -> None:
    vega = await at_page(game, page)
    vega.press(E + b"[200~" + b"q1\r" * 10_000 + E + b"[201~")
    await settled(vega)
    assert len(game.desk.apps) == 1


@pytest.mark.parametrize(
    ("page", "size"),
    [("lobby", 10_000), ("talk", 10_000), ("new room", 10_000), ("menu", 10_000), ("table", 1_000_000)],
)
async def test_a_flood_of_keys_ends_nothing_and_others_play_meanwhile(game: Game, page: str, size: int) -> None:
    vega, rigel = await at_page(game, page), await at_page(game, "keys of the lobby")
    flood = asyncio.ensure_future(floods(vega, size))
    for text in ("Tab keys", "Tab rules"):
        rigel.press(b"\t")
        await rigel.shows(text)
    assert not flood.done()
    flood.cancel()
    await until(lambda: vega.channel.get_write_buffer_size() == 0)
    while not vega.closed:
        vega.press(b"\x03\x03")
        await asyncio.sleep(0.15)
    assert await vega.ended() == 0


async def floods(player: Player, size: int) -> None:
    """Presses keys without end: so many are always on their way."""
    while True:
        if player.channel.get_write_buffer_size() <= size:
            player.press(b"q" * size)
        await asyncio.sleep(0)


KINDS = {
    "up": (E + b"[A", E + b"OA", E + b"[1;1:1A"),
    "down": (E + b"[B", E + b"OB", E + b"[1;1:1B"),
    "enter": (b"\r", b"\n", b"\r\n", E + b"[13u", E + b"OM"),
    "backspace": (b"\x08", b"\x7f", E + b"[127u"),
}


@pytest.mark.parametrize("key", KINDS["enter"])
async def test_every_kind_of_enter_opens_the_room(game: Game, key: bytes) -> None:
    vega = await at_page(game, "new room")
    vega.press(E + b"[F" + key)
    await vega.shows("Bring a friend")


@pytest.mark.parametrize("key", KINDS["backspace"])
async def test_every_kind_of_backspace_deletes(game: Game, key: bytes) -> None:
    vega = await at_page(game, "code")
    vega.press(b"abc" + key)
    await vega.until(lambda: "ab" in vega.text and "abc" not in vega.text)


@pytest.mark.parametrize("number", range(3))
async def test_every_kind_of_arrow_moves_the_cursor(game: Game, number: int) -> None:
    vega = await at_page(game, "menu")
    await film_over(game)
    await still(vega)
    first = cells(vega.screen)
    vega.press(KINDS["down"][number])
    await vega.until(lambda: cells(vega.screen) != first)
    vega.press(KINDS["up"][number])
    await vega.until(lambda: cells(vega.screen) == first)


@pytest.mark.parametrize("data", [b"\xff\xfe", b"\xe4\xb8", b"\x80\x80\x80", b"\xf4\x90\x80\x80"])
async def test_what_is_not_utf_8_costs_nothing_but_itself(game: Game, data: bytes) -> None:
    vega = await at_page(game, "talk")
    vega.press(data)
    vega.press(b"k\r")
    await vega.until(lambda: re.search(r"vega +k\b", vega.text))


async def test_half_a_character_and_the_end_of_input(game: Game) -> None:
    vega = await at_page(game, "lobby")
    vega.press(b"\xe4")
    vega.channel.write_eof()
    vega.channel.change_terminal_size(100, 30)
    await until(lambda: game.desk.apps[0].size == (100, 30))
    assert not vega.closed


@pytest.mark.parametrize("page", ["question", "menu", "lobby"])
async def test_enter_and_a_letter_in_one_packet_are_taken_in_that_order(game: Game, page: str) -> None:
    vega = await at_page(game, page)
    if page == "lobby":
        vega.press(b"\x03")
        await vega.shows("Leave Relative Space?")
    vega.press(b"\ry")  # the first choice is the harmless one, and `y` the other one's key
    await still(vega)
    await settled(vega)
    assert [room.state.phase for room in game.hub.rooms] == ([] if page == "lobby" else ["playing"])
    assert game.counts[0] == 1


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (b"hello\rxyz", "hello"),
        (b"rox\x7fbot\r", "robot"),
        (b"root\x15Rig\r", "Rig"),
        (b"one two\x17three\r", "one three"),
        (b"ab\x1b[DX\r", "aXb"),
        (b"ab\x1b[HX\x1b[FY\r", "XabY"),
    ],
)
async def test_what_is_typed_in_one_packet_is_said_as_it_was_typed(game: Game, keys: bytes, said: str) -> None:
    vega = await at_page(game, "talk")
    vega.press(keys)
    await until(lambda: game.hub.hall.lines)
    assert [line.text for line in game.hub.hall.lines] == [said]


async def test_what_was_typed_before_a_dialog_was_there_is_not_typed_into_it(game: Game) -> None:
    vega = await at_page(game, "lobby")
    vega.press(b"thello")
    await vega.shows("To everybody here")
    await still(vega)
    vega.press(b"there\r")
    await until(lambda: game.hub.hall.lines)
    assert [line.text for line in game.hub.hall.lines] == ["there"]
