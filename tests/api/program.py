"""A program at the other end, in either form: what it was sent, and waiting for it."""

import asyncio
import json
from collections.abc import Callable
from itertools import count
from typing import Any, Final, Literal

import asyncssh
import msgpack
import pytest

from ..hostile.game import Game
from ..ssh.house import PATIENCE

FormName = Literal["json", "frames"]

both = pytest.mark.parametrize("form", ["json", "frames"])

DUEL: Final[dict[str, Any]] = {"options": {"seats": 2, "clock": 0}}
"""A room of two, without a clock."""


class Program(asyncssh.SSHClientSession[bytes]):
    """One session of the machine API."""

    def __init__(self, form: FormName = "json") -> None:
        self.form = form
        self.received = bytearray()
        self.errors = bytearray()
        self.messages: list[dict[str, Any]] = []
        """Everything that it was told, oldest first."""
        self.status: int | None = None
        self.closed = False
        self._rest = bytearray()
        self._news = asyncio.Event()
        self._ids = count(1)

    @classmethod
    async def begins(
        cls, game: Game, form: FormName = "json", key: asyncssh.SSHKey | None = None, **options: Any
    ) -> "Program":
        """Logs in and opens a session."""
        client = await game.connect(key, **options)
        return await cls.on(client, form)

    @classmethod
    async def on(cls, client: asyncssh.SSHClientConnection, form: FormName = "json", **options: Any) -> "Program":
        """Opens a session on a connection."""
        what: dict[str, Any] = {"command": "api"} if form == "json" else {"subsystem": "relspace"}
        _, program = await client.create_session(lambda: cls(form), encoding=None, **what, **options)
        return program

    # ── what asyncssh calls ──────────────────────────────────────────────────────────────────────────────────────

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self.channel = chan

    def data_received(self, data: bytes, datatype: object) -> None:
        if datatype is not None:
            self.errors += data
            return
        self.received += data
        self._rest += data
        self.messages += self._lines() if self.form == "json" else self._frames()
        self._news.set()

    def exit_status_received(self, status: int) -> None:
        self.status = status

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        self._news.set()

    def _lines(self) -> list[dict[str, Any]]:
        *lines, rest = bytes(self._rest).split(b"\n")
        self._rest = bytearray(rest)
        return [json.loads(line) for line in lines]

    def _frames(self) -> list[dict[str, Any]]:
        found = []
        while len(self._rest) >= 4 and len(self._rest) >= 4 + (size := int.from_bytes(self._rest[:4])):
            found.append(msgpack.unpackb(bytes(self._rest[4 : 4 + size])))
            del self._rest[: 4 + size]
        return found

    # ── what a test does ─────────────────────────────────────────────────────────────────────────────────────────

    def send(self, *requests: dict[str, Any]) -> None:
        """Sends requests, as they are."""
        self.raw(b"".join(map(self.written, requests)))

    def written(self, request: dict[str, Any]) -> bytes:
        """A request as bytes."""
        if self.form == "json":
            return json.dumps(request).encode() + b"\n"
        packed = msgpack.packb(request)
        return len(packed).to_bytes(4) + packed

    def raw(self, data: bytes) -> None:
        """Sends bytes."""
        self.channel.write(data)

    async def ask(self, kind: str, **fields: Any) -> Any:
        """Sends a request; returns what it was answered with.

        Raises:
            AssertionError: it was refused.
        """
        answer = await self.asks(kind, **fields)
        assert "ok" in answer, answer
        return answer["ok"]

    async def refusal(self, kind: str, **fields: Any) -> str:
        """Sends a request that must be refused; returns the code."""
        answer = await self.asks(kind, **fields)
        assert "error" in answer, answer
        return answer["error"]["code"]

    async def asks(self, kind: str, **fields: Any) -> Any:
        """Sends a request; returns the whole answer."""
        number = next(self._ids)
        self.send({"id": number, "type": kind, **fields})
        await self.until(lambda: self.answer(number) is not None)
        return self.answer(number)

    def answer(self, number: object) -> Any:
        """The answer to a request, by its id."""
        return next((each for each in self.messages if "type" not in each and each["id"] == number), None)

    def answers(self) -> list[dict[str, Any]]:
        """All answers."""
        return [each for each in self.messages if "type" not in each]

    def pushed(self, kind: str) -> list[dict[str, Any]]:
        """The messages of a type."""
        return [each for each in self.messages if each.get("type") == kind]

    @property
    def room(self) -> dict[str, Any]:
        """The newest snapshot."""
        return self.pushed("snapshot")[-1]

    async def until(self, wanted: Callable[[], object]) -> None:
        """Waits for something that comes of what the server sends."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not wanted():
                    assert not self.closed, f"it has ended: {self.messages[-3:]}, {self.errors.decode()}"
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"it does not happen; the last messages are {self.messages[-3:]}") from None

    async def sees(self, phase: str) -> dict[str, Any]:
        """Waits until the room is in a phase; returns the snapshot."""
        await self.until(lambda: self.pushed("snapshot") and self.room["phase"] == phase)
        return self.room

    async def ended(self) -> int | None:
        """Waits for the end; returns the exit status."""
        async with asyncio.timeout(PATIENCE):
            while not self.closed:
                self._news.clear()
                await self._news.wait()
        return self.status


async def at_the_table(game: Game, form: FormName = "json") -> Program:
    """A program in a game with one bot, when it is its turn."""
    vega = await Program.begins(game, form)
    await vega.ask("create", **DUEL, bots=1)
    await vega.ask("ready")
    await vega.until(lambda: vega.room.get("legal") and not vega.room.get("ahead"))
    return vega


def best(snapshot: dict[str, Any]) -> dict[str, Any]:
    """A move that loads if there is one, as a request."""
    order = ("opens", "loads", "choice", "unknown", "jams")
    move = min(snapshot["legal"], key=lambda each: order.index(each.get("verdict", "loads")))["move"]
    return {"type": "move", "move": move, "ply": snapshot["view"]["ply"]}


async def plays_to_the_end(*programs: Program) -> None:
    """Lets programs play until each of them sees the end of the game."""
    await asyncio.gather(*(_plays(program) for program in programs))


async def _plays(program: Program) -> None:
    moved = -1
    while program.room["phase"] == "playing":
        seen = program.room
        ply = seen["view"]["ply"]
        if seen.get("legal") and not seen.get("ahead") and ply > moved:
            moved = ply
            program.send({"id": None, **best(seen)})
        await program.until(lambda seen=seen: program.room is not seen)
