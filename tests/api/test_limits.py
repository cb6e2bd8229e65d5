"""What a program may take of the server, and how it ends."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from relspace.errors import CODES, Fault
from relspace_server.ssh import wayout
from relspace_server.ssh.api.pipe import WAITING, Pipe

from ..hostile.game import Game
from ..ssh.house import until
from .program import DUEL, FormName, Program, at_the_table, both, plays_to_the_end

Begin = Callable[..., Awaitable[Game]]


def _pipe(game: Game) -> Pipe:
    """What stands for the terminal of the program that came first."""
    house = game.listener._house
    first = next(iter(house.live))
    sessions = (each for party in house.parties for each in party.open)  # type: ignore[attr-defined]
    return next(each for each in sessions if each._id == first)._running.terminal


@both
async def test_ten_thousand_requests_at_once_are_all_answered_in_order(game: Game, form: FormName) -> None:
    vega, rigel = await Program.begins(game, form), await Program.begins(game, username="rigel")
    await vega.ask("hello")
    vega.send(*({"id": number, "type": "subscribe", "on": False} for number in range(10_000)))
    assert await rigel.ask("rooms")  # others have their turn meanwhile
    seen = len(vega.answers())
    await vega.until(lambda: vega.messages[-1].get("id") == 9_999)
    assert seen < 10_000
    assert [each["id"] for each in vega.answers()[1:]] == list(range(10_000))


async def test_whoever_asks_faster_waits(begin_game: Begin) -> None:
    game = await begin_game(api_requests_per_second=1)
    vega = await Program.begins(game)
    vega.send(*({"id": number, "type": "hello"} for number in range(1 + WAITING * 3)))
    await vega.until(lambda: vega.answer(1))
    assert vega.answer(1 + WAITING) is None  # that is a minute later
    assert len(_pipe(game)._in) < 3 * WAITING


async def test_input_that_comes_faster_is_not_lost(begin_game: Begin) -> None:
    game = await begin_game(input_bytes_per_second=20_000)
    vega = await Program.begins(game)
    await vega.ask("hello")
    vega.send(*({"id": number, "type": "hello", "padding": "x" * 2_000} for number in range(13)))
    await vega.until(lambda: vega.answer(12))
    assert [each["id"] for each in vega.answers()[1:]] == list(range(13))


async def test_what_is_sent_before_the_session_runs_is_not_lost(begin_game: Begin) -> None:
    game = await begin_game(app_starts_per_second=10)
    for _ in range(3):
        await Program.begins(game)
    vega = await Program.begins(game)
    vega.send(*({"id": number, "type": "hello", "padding": "x" * 10_000} for number in range(20)))
    await vega.until(lambda: vega.answer(19))
    assert vega.messages[0]["type"] == "me"
    assert [each["id"] for each in vega.answers()] == list(range(20))


async def takes_nothing(game: Game, form: FormName) -> tuple[Program, Program]:
    """A program that asks for much and takes no answer, and one that plays in the room that the other watches."""
    vega, rigel = await Program.on(await game.connect(), form, window=4_096), await Program.begins(game)
    code = (await rigel.ask("create", **DUEL, bots=1))["room"]
    await vega.ask("watch", room=code)
    pipe = _pipe(game)
    vega.channel.pause_reading()
    vega.send(*({"id": number, "type": "rooms"} for number in range(2_000)))
    await until(lambda: pipe._blocked)
    return vega, rigel


@both
async def test_whoever_takes_no_output_is_told_the_newest_alone(game: Game, form: FormName) -> None:
    vega, rigel = await takes_nothing(game, form)
    waiting = len(_pipe(game)._in)
    await rigel.ask("ready")
    await plays_to_the_end(rigel)
    assert len(_pipe(game)._in) == waiting
    assert len(_pipe(game)._out) == 1
    seen = len(vega.pushed("snapshot"))
    vega.channel.resume_reading()
    await vega.until(lambda: vega.answer(1_999))
    assert len(vega.pushed("snapshot")) <= seen + 3
    assert vega.room["phase"] == "over"


@both
async def test_whoever_takes_no_output_for_long_ends(begin_game: Begin, form: FormName) -> None:
    game = await begin_game(stalled_seconds=0.1)
    _, rigel = await takes_nothing(game, form)
    await until(lambda: game.counts[0] == 1)
    assert await rigel.ask("hello")


@pytest.mark.parametrize(
    ("limit", "ending"),
    [
        ({"max_sessions": 1}, wayout.SERVER_FULL),
        ({"max_sessions_per_address": 1}, wayout.ADDRESS_FULL),
    ],
)
async def test_programs_count_as_sessions(begin_game: Begin, limit: dict[str, int], ending: wayout.Ending) -> None:
    game = await begin_game(**limit)
    vega = await Program.begins(game)
    await vega.ask("hello")
    for form in ("json", "frames"):
        rigel = await Program.begins(game, form)  # type: ignore[arg-type]
        assert await rigel.ended() == 3
        assert rigel.messages == [{"type": "bye", "exit": 3, "message": ending.why}]


async def test_one_connection_plays_once(game: Game) -> None:
    client = await game.connect()
    vega = await Program.on(client)
    await vega.ask("hello")
    second = await Program.on(client, "frames")
    assert await second.ended() == 3
    assert second.messages[-1]["message"] == wayout.PLAYING_ALREADY.why
    assert await vega.ask("hello")


async def test_a_silent_program_ends_in_the_end(begin_game: Begin) -> None:
    game = await begin_game(idle_lobby_seconds=0.2)
    vega = await Program.begins(game)
    assert await vega.ended() == 0
    assert vega.messages[-1] == {"type": "bye", "exit": 0, "message": wayout.IDLE.of_guest}


async def test_a_server_that_stops_says_so(begin_game: Begin) -> None:
    game = await begin_game()
    vega = await at_the_table(game)
    rigel = await Program.begins(game, "frames")
    await rigel.ask("hello")
    draining = asyncio.ensure_future(game.listener.drain())
    for program in (vega, rigel):
        assert await program.ended() == 0
        assert program.messages[-1] == {"type": "bye", "exit": 0, "message": wayout.DRAINED.of_guest}
    for client in game.clients:
        client.close()
    await draining


async def test_a_store_that_does_not_answer_costs_one_answer(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    vega = await Program.begins(game)
    await vega.ask("hello")

    async def fail(*_: object) -> None:
        raise Fault("the store does not answer")

    with monkeypatch.context() as broken:
        broken.setattr(game.hub, "open", fail)
        answer = await vega.asks("create")
    assert answer["error"] == {"code": "unavailable", "message": CODES["unavailable"]}
    assert await vega.ask("create")


async def test_a_program_that_vanishes_leaves_nothing(game: Game) -> None:
    for form in ("json", "frames"):
        vega = await at_the_table(game, form)  # type: ignore[arg-type]
        vega.raw(b'{"type": "hel')
        game.clients[-1].abort()
        await game.clients[-1].wait_closed()
    await until(lambda: game.counts == (0, 0, 0))
    await until(lambda: not [task for task in asyncio.all_tasks() if task.get_name().startswith("what runs")])
