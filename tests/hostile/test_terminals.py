"""Terminals of odd sizes and kinds, on every page and while cards are dealt."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from textual.geometry import Region

from relspace.room.commands import MakeMove, SetReady
from relspace.room.due import Pace

from ..ssh.house import Player, until
from .game import PAGES, PLAY, YOUR_TURN, Game, at_page, drawn_whole, resize

Begin = Callable[..., Awaitable[Game]]

SGR_COLOUR = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")


@pytest.mark.parametrize("page", PAGES)
async def test_a_change_of_size_is_drawn_whole_on_every_page(game: Game, page: str) -> None:
    vega = await at_page(game, page)
    app = game.desk.apps[0]
    for columns, rows in ((100, 30), (60, 20), (30, 5), (1, 1), (240, 80), (90, 27)):
        resize(vega, columns, rows)
    await until(lambda: app.size == (90, 27))
    await drawn_whole(game, vega)
    assert re.search(r"\w", vega.text)


@pytest.mark.parametrize("size", [(40, 20), (52, 18), (80, 24), (240, 80)])
async def test_the_table_and_its_dialogs_fit(game: Game, size: tuple[int, int]) -> None:
    vega = await game.play(command=PLAY, size=size)
    await vega.shows(YOUR_TURN)
    vega.press(b"\x1b")
    await vega.shows("Menu")
    for corner in "╭╮╰╯":
        assert corner in vega.text
    for choice in ("Play on", "Keys and rules", "Leave the table", "Resign"):
        assert choice in vega.text


async def test_in_the_middle_of_a_resize_more_is_asked_for_than_there_is(game: Game) -> None:
    await at_page(game, "menu")
    base = game.desk.apps[0].screen_stack[0]
    for region in (Region(0, 0, 100, 30), Region(10, 5, 120, 40), Region(0, 0, 20, 10)):
        lines = base.render_lines(region)
        assert [line.cell_length for line in lines] == [region.width] * region.height


@pytest.mark.parametrize("page", ["menu", "new room", "options", "talk"])
async def test_page_keys_in_a_dialog_that_has_no_room(game: Game, page: str) -> None:
    vega = await at_page(game, page)
    for size in ((1, 1), (40, 4), (2, 24), (80, 24)):
        resize(vega, *size)
        await until(lambda size=size: game.desk.apps[0].size == size)
        vega.press(b"\x1b[5~\x1b[6~\x1b[H\x1b[F\x1b[A\x1b[B")
    vega.press(b"\x03\x03")
    assert await vega.ended() == 0


@pytest.mark.parametrize(
    ("size", "taken"),
    [((0, 0), (80, 24)), ((1, 1), (1, 1)), ((10, 3), (10, 3)), ((4_294_967_295, 4_294_967_295), (240, 80))],
)
async def test_a_size_that_cannot_be(game: Game, size: tuple[int, int], taken: tuple[int, int]) -> None:
    vega = await game.play(size=size)
    await vega.until(lambda: b"\x1b[?1049h" in vega.received)
    app = game.desk.apps[0]
    assert app.size == taken
    if taken == (10, 3):
        await vega.shows("Too small")
    vega.press(b"\x03\x03")
    assert await vega.ended() == 0


async def test_two_thousand_changes_of_size_while_cards_are_dealt(begin_game: Begin) -> None:
    game = await begin_game(pace=Pace(2, 2, 2))
    code, people = await game.room("Vega", "Rigel", bots=2)
    looker = await game.play(command=f"watch {code}")
    await looker.shows("Let a friend watch")
    for person in people:
        await game.hub.change(code, SetReady(code, ready=True), person)
    await looker.shows("Pod ")
    room = game.hub.room(code)
    first, number = room.state.game.position.ply, 0
    while number < 2_000 or room.state.phase == "playing":
        if number == 100:  # from now on the bots play
            for person in people:
                await game.hub.change(code, MakeMove(code, "resign", None), person)
        looker.channel.change_terminal_size(40 + number % 60, 18 + number % 7)
        await asyncio.sleep(0)
        number += 1
    resize(looker, 100, 30)
    await until(lambda: game.desk.apps[0].size == (100, 30))
    assert room.state.game.position.ply > first + 5
    await looker.shows("Any key goes on")
    await drawn_whole(game, looker)


async def test_four_kinds_of_terminals_at_one_time(game: Game) -> None:
    truecolor = {"COLORTERM": "truecolor"}
    asked: dict[str, dict[str, Any]] = {
        "dumb": {"term": "dumb"},
        "16": {"term": "linux"},
        "256": {},
        "truecolor": {"env": truecolor},
        "none": {"env": {**truecolor, "NO_COLOR": "1"}},
    }
    kinds = {name: await game.play(await game.connect(), command=PLAY, **more) for name, more in asked.items()}
    for name, player in kinds.items():
        await player.until(partial(_says_whose_turn_it_is, player))
        if name != "dumb":
            player.press(b"a1\x1b")
            await player.shows("Menu")
    assert b"38;2;" in kinds["truecolor"].received
    assert b"38;5;" not in kinds["truecolor"].received
    assert b"38;5;" in kinds["256"].received
    for name in ("256", "16", "dumb", "none"):
        assert not re.search(rb"[34]8;2;", kinds[name].received), name
    for name in ("16", "dumb", "none"):
        assert not re.search(rb"[34]8;5;", kinds[name].received), name
    for name in ("dumb", "none"):
        assert not SGR_COLOUR.search(kinds[name].received), name


def _says_whose_turn_it_is(player: Player) -> bool:
    return "your turn" in player.text.lower()


@pytest.mark.parametrize("term", ["", "foo", "linux", "vt100", "xterm\x1b[2J", pytest.param("x" * 5_000, id="5 kB")])
async def test_any_terminal_shows_the_table(game: Game, term: str) -> None:
    vega = await game.play(command=PLAY, term=term, request_pty="force")
    await vega.shows(YOUR_TURN)
    sent = vega.received.decode()
    if term in ("linux", "vt100"):
        assert sent.isascii()
    assert "38;2;" not in sent
    assert "38;5;" not in sent
    vega.press(b"\x03\x03")
    assert await vega.ended() == 0
