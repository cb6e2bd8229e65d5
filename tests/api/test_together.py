"""Bots in processes of their own and people at their screens share rooms, and finish their games."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from relspace.wire.messages import Snapshot
from relspace_client.app import RelspaceApp
from relspace_client.table.podkeys import PodKeys, key_of

from ..hostile.game import Game
from ..ssh.house import Player, until
from ..ssh.openssh import command, needs_ssh, run, written_key
from .program import Program, plays_to_the_end

pytestmark = [*needs_ssh, pytest.mark.timeout(300)]

BOT = Path(__file__).parents[2] / "examples" / "bot.py"

BOTS = 5
"""Bots in a room, beside one person."""

Start = Callable[..., Awaitable[asyncio.subprocess.Process]]


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Starts bots, and ends them."""
    processes: list[asyncio.subprocess.Process] = []

    async def begin(game: Game, *words: str, key: Path | None = None) -> asyncio.subprocess.Process:
        ssh = " ".join(command(game.listener.port, key=key))
        line = (sys.executable, str(BOT), "vega-bot@127.0.0.1", "--ssh", ssh, *words)
        process = await asyncio.create_subprocess_exec(
            *line, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        processes.append(process)
        return process

    yield begin
    for process in processes:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def told(process: asyncio.subprocess.Process) -> str:
    """What a bot has printed when it has ended as it should."""
    out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    return out.decode()


def keys_for(snapshot: Snapshot, pods: PodKeys) -> bytes:
    """What a person presses to make a move that loads, if there is one; `pods` tells the digits of pods over 9."""
    assert snapshot.view is not None
    order = ("opens", "loads", "choice", "unknown", "jams")
    move = min(snapshot.legal, key=lambda each: order.index(each.verdict)).move
    if move.startswith("give"):
        return move.removeprefix("give S").encode()
    if move.startswith("peek"):
        return move.removeprefix("peek ").lower().encode() + b"\r"
    space, _, pod = move.partition(">P")
    return space.lower().encode() + b"%d" % key_of(int(pod), pods) if pod else space.lower().encode()[:2] + b"\r"


async def plays(player: Player, app: RelspaceApp) -> None:
    """Presses keys whenever it is this person's turn, until the game is over."""
    await player.shows("Pod ")
    pressed = -1
    while (snapshot := app.session.model.snapshot) is not None and snapshot.phase == "playing":
        assert snapshot.view is not None
        if snapshot.legal and not snapshot.ahead and snapshot.view.ply > pressed:
            pressed = snapshot.view.ply
            player.press(keys_for(snapshot, app.session.page._state.keys))  # type: ignore[attr-defined]
        if "any other key no" in player.text:
            player.press(b"y")
        await asyncio.sleep(0.01)
    await player.shows("Was it fair?")


async def at_a_screen(game: Game, name: str) -> tuple[Player, str]:
    """A person with a room of their own, who has said that they are ready."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    program = await Program.begins(game, key=key, username=name)
    code = (await program.ask("create", options={"seats": BOTS + 1, "clock": 0}))["room"]
    game.clients[-1].abort()
    await until(lambda: not game.hub.room(code).state.seats[0].session)
    player = await game.play(await game.connect(key, username=name), command=f"join {code}")
    await player.shows("Bring a friend")
    player.press(b"\r")
    await player.shows("ready")
    return player, code


async def test_ten_bots_and_two_people_share_rooms_and_finish_their_games(game: Game, start: Start) -> None:
    people = {name: await at_a_screen(game, name) for name in ("Vega", "Rigel")}
    bots = {name: [await start(game, "--room", code) for _ in range(BOTS)] for name, (_, code) in people.items()}
    async with asyncio.timeout(240):
        await asyncio.gather(*(plays(player, game.app_of(name)) for name, (player, _) in people.items()))
    for name, (player, code) in people.items():
        printed = [await told(bot) for bot in bots[name]]
        assert {line.split()[0].partition("-")[0] for line in printed} == {code}
        won = sum(line.endswith("won\n") for line in printed) + ("YOU ESCAPED" in player.text)
        assert won == (game.hub.room(code).state.game.reason != "exploded")  # type: ignore[union-attr]


async def test_a_bot_that_loses_its_connection_comes_back_to_its_game(game: Game, start: Start, tmp_path: Path) -> None:
    key = written_key(tmp_path, asyncssh.generate_private_key("ssh-ed25519"))
    rigel = await Program.begins(game, username="rigel")
    code = (await rigel.ask("create", options={"seats": 2, "clock": 0}))["room"]
    await rigel.ask("ready")
    bot = await start(game, "--room", code, key=key)
    await rigel.sees("playing")
    newest = list(game.listener._house.live)[-1]
    for party in list(game.listener._house.parties):
        if any(session._id == newest for session in party.open):  # type: ignore[attr-defined]
            party._connection.abort()  # type: ignore[attr-defined]
    await rigel.until(lambda: any(_is_away(room) for room in rigel.pushed("snapshot")))
    await plays_to_the_end(rigel)
    printed = await told(bot)
    assert printed.startswith(f"{code}-")
    assert ("won" in printed) == (rigel.room["result"]["winner"] == 2)


def _is_away(room: dict[str, Any]) -> bool:
    """Whether the second seat shows so; it does for a moment."""
    return bool(room["seats"][1].get("presence") == "away")


async def test_a_bot_says_why_it_cannot_play(game: Game, start: Start) -> None:
    bot = await start(game, "--room", "AAAAA")
    out, err = await bot.communicate()
    assert bot.returncode == 1
    assert out == b""
    assert b"no-such-room" in err
    assert b"Traceback" not in err


@pytest.mark.parametrize("words", [("vega@127.0.0.1", "api"), ("-s", "vega@127.0.0.1", "relspace")])
async def test_a_program_with_nothing_to_say(game: Game, words: tuple[str, ...]) -> None:
    status, out, err = await run(*command(game.listener.port, *words))
    assert (status, err) == (0, b"")
    assert out.index(b"vega") < out.index(b"bye")
    assert b"\x1b" not in out


def test_the_bot_is_short_and_needs_the_standard_library_alone() -> None:
    text = BOT.read_text("utf-8")
    assert len(text.splitlines()) < 60
    imported = {line.split()[1] for line in text.splitlines() if line.startswith(("import ", "from "))}
    assert imported <= sys.stdlib_module_names
