"""A server to be measured, as a process of its own. It is told what to do on a socket, as one JSON line each way.

`game` is the real server, put together by `relspace_server.bootstrap`; the socket opens rooms, moves for those who are
not there, and counts what is alive. `floor` is asyncssh as the server uses it, writing prepared bytes.
"""

import asyncio
import base64
import cProfile
import gc
import json
import os
import signal
import socket
import sys
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from relspace.errors import Refused
from relspace.room.commands import Close, MakeMove, SetReady, Sit
from relspace.room.options import RoomOptions
from relspace.room.state import Player
from relspace.room.stored import encode_room
from relspace.room.update import SERVER
from relspace_server.accounts.account import Account
from relspace_server.config import Settings
from relspace_server.ssh.terminal.environment import scrub_environment

LAG_EVERY = 0.02
"""Seconds between two looks at how late the loop is."""

Ask = Callable[[dict[str, Any]], Awaitable[Any]]


class Lag:
    """How late the loop calls what it was asked to call; seconds."""

    def __init__(self) -> None:
        self._late: list[float] = []
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Forgets what was seen, and looks from now on."""
        self._late = []
        self._again()

    def stop(self) -> list[float]:
        """What was seen."""
        if self._timer is not None:
            self._timer.cancel()
        return self._late

    def _again(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_at(loop.time() + LAG_EVERY, self._look, loop.time() + LAG_EVERY)

    def _look(self, wanted: float) -> None:
        self._late.append(asyncio.get_running_loop().time() - wanted)
        self._again()


class Control:
    """Answers what is asked on the socket.

    Args:
        more: what is asked of one kind of server alone, by name.
    """

    def __init__(self, more: dict[str, Ask]) -> None:
        self._lag = Lag()
        self._asking: set[asyncio.Task[None]] = set()
        self._profile = cProfile.Profile()
        self._asks: dict[str, Ask] = {
            "lag": self._start_lag,
            "lags": self._stop_lag,
            "alive": self._alive,
            "profile": self._start_profile,
            "profiled": self._stop_profile,
            **more,
        }

    async def serve(self, end: socket.socket) -> None:
        """Serves until the other end is closed."""
        reader, writer = await asyncio.open_connection(sock=end)
        while line := await reader.readline():
            asking = asyncio.ensure_future(self._answer(json.loads(line), writer))
            self._asking.add(asking)
            asking.add_done_callback(self._asking.discard)
        writer.close()

    async def _answer(self, what: dict[str, Any], writer: asyncio.StreamWriter) -> None:
        """Does what is asked; whoever gave no number wants no answer."""
        told: dict[str, Any] = {"number": what.pop("number", None)}
        try:
            told["answer"] = await self._asks[what.pop("do")](what)
        except Refused as refused:
            told["answer"] = str(refused)  # another move came first: whoever asked sees that theirs did not happen
        except Exception:  # noqa: BLE001 - whoever asked is told
            told["failed"] = traceback.format_exc()
        if told["number"] is not None:
            writer.write(json.dumps(told).encode() + b"\n")
        elif "failed" in told:
            sys.stderr.write(told["failed"])

    async def _start_lag(self, _what: dict[str, Any]) -> None:
        self._lag.start()

    async def _stop_lag(self, _what: dict[str, Any]) -> list[float]:
        return self._lag.stop()

    async def _start_profile(self, _what: dict[str, Any]) -> None:
        self._profile.enable()

    async def _stop_profile(self, what: dict[str, Any]) -> None:
        """Writes what was profiled since, for `python -m pstats`."""
        self._profile.disable()
        self._profile.dump_stats(what["file"])

    async def _alive(self, what: dict[str, Any]) -> dict[str, int]:
        """How many objects of each of these classes there are, and tasks of the loop."""
        gc.collect()
        alive = Counter(type(one).__name__ for one in gc.get_objects())
        return {**{name: alive[name] for name in what["of"]}, "tasks": len(asyncio.all_tasks())}


def people_control(accounts: Any) -> dict[str, Ask]:
    """What is asked of the real server about people."""

    async def know(what: dict[str, Any]) -> None:
        """Makes accounts for people, as if they had been here before."""

        def welcomed(account: Account) -> Account:
            return replace(account, settings=replace(account.settings, welcomed=True, motion=what["motion"]))

        for key, name in what["people"]:
            account = await accounts.enter(key, name)
            await accounts.change(account.id, welcomed)

    return {"know": know}


def rooms_control(hub: Any) -> dict[str, Ask]:
    """What is asked of the real server about rooms."""

    async def open_room(what: dict[str, Any]) -> str:
        """Opens a room in which these people have the seats, connected or not. They are not ready."""
        players = [Player(*one) for one in what["players"]]
        options = RoomOptions(seats=what["seats"], clock=what["clock"])
        code: str = await hub.open(players[0], "", "", options, 0, "")
        for player in players[1:]:
            await hub.change(code, Sit(session=""), player)
        return code

    async def ready(what: dict[str, Any]) -> None:
        for one in what["players"]:
            await hub.change(what["room"], SetReady(what["room"], ready=True), Player(*one))

    async def rooms(_what: dict[str, Any]) -> list[str]:
        """Every room as it is stored, secrets included: whoever measures follows the games."""
        return [base64.b64encode(encode_room(room.state)).decode() for room in hub.rooms]

    async def move(what: dict[str, Any]) -> None:
        await hub.change(what["room"], MakeMove(what["room"], what["move"], what["ply"]), Player(*what["player"]))

    async def close(_what: dict[str, Any]) -> int:
        """Closes all rooms, as if nobody had used them for long; returns how many there were."""
        codes = [room.state.code for room in hub.rooms]
        for code in codes:
            await hub.change(code, Close(), SERVER)
        return len(codes)

    return {"open": open_room, "ready": ready, "rooms": rooms, "move": move, "close": close}


def main() -> None:
    """`python -m tests.bench.host KIND SETTINGS FD`."""
    kind, settings, descriptor = sys.argv[1:]
    scrub_environment(os.environ)
    values = json.loads(settings)
    arguments = Settings(**{**values, "data_dir": Path(values["data_dir"])})
    end = socket.socket(fileno=int(descriptor))
    asyncio.run(_game(arguments, end) if kind == "game" else _floor(arguments, end))


def _stop(_task: object) -> None:
    """Whoever measures has gone: so does the server."""
    os.kill(os.getpid(), signal.SIGTERM)


async def _game(settings: Settings, end: socket.socket) -> None:
    from relspace_server import bootstrap

    serve = bootstrap.serve  # type: ignore[attr-defined]
    talking: list[asyncio.Task[None]] = []

    async def serve_and_answer(settings: Settings, desk: Any, **more: Any) -> None:
        asks = {**rooms_control(desk._hub), **people_control(desk._accounts)}

        def listening(_line: str) -> None:
            if not talking:
                talking.append(asyncio.ensure_future(Control(asks).serve(end)))
                talking[0].add_done_callback(
                    lambda _: os.kill(os.getpid(), signal.SIGTERM)
                )  # whoever measures has gone

        await serve(settings, desk, **{**more, "announce": listening})

    bootstrap.serve = serve_and_answer  # type: ignore[assignment, attr-defined]
    await bootstrap.run(settings)


async def _floor(settings: Settings, end: socket.socket) -> None:
    from .floor import Floor

    floor = Floor()
    await floor.listen(settings)
    await Control({"sizes": floor.resize}).serve(end)


if __name__ == "__main__":
    main()
