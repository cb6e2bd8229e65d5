"""A server that is killed while people play, again and again; and what was shown, beside what is there afterwards.

People play through the machine API as fast as they can, at tables of people alone and of people with a bot. Whatever
their programs were sent before a `kill -9` is compared with the records of the games, the rooms and the talk after
the restart: nothing of it may be undone.
"""

import asyncio
import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, Self

import asyncssh

from ..api.program import FormName, Program, best
from ..e2e.server import Server
from ..hostile.fuzz import log_in

FLAGS: Final = (
    *("--bot-pace", "0", "--connections-per-minute", "1000000", "--max-sessions-per-address", "100"),
    *("--max-rooms-per-address", "1000"),
    *("--sessions-per-minute", "1000000"),
    *("--max-logins-per-address", "64", "--api-requests-per-second", "10000"),
)
"""Flags of the server: nothing is to wait for anything but the disk."""

TABLES: Final = (0, 1, 0)
"""How many bots play at each table, besides two people."""

OPTIONS: Final = {"clock": 15}

LONGEST: Final = 0.8
"""Seconds of play before a kill, at most."""


@dataclass
class Ledger:
    """What players were shown, and what was acknowledged to them."""

    plies: dict[str, int] = field(default_factory=dict)
    """By the game's id: how many plies were shown."""
    shown: dict[str, dict[int, int]] = field(default_factory=dict)
    """By the game's id: which seat was shown to have made each ply."""
    moves: dict[str, dict[int, str]] = field(default_factory=dict)
    """By the game's id: the players' own moves that were acknowledged, by the ply that they were."""
    over: set[str] = field(default_factory=set)
    """Games that were shown to be over."""
    revisions: dict[str, int] = field(default_factory=dict)
    """By the room's code: the newest revision that was shown."""
    said: set[str] = field(default_factory=set)
    """Lines that were acknowledged, or heard."""

    @property
    def number(self) -> int:
        """How many moves were shown."""
        return sum(self.plies.values())

    def take(self, program: "Playing") -> None:
        """Takes what a program was sent, up to the last whole message."""
        for message in program.messages:
            if message.get("type") == "snapshot":
                self._snapshot(message)
            elif message.get("type") == "talk":
                self.said.update(line["text"] for line in message["lines"])
            elif "ok" in message and (asked := program.asked.get(message["id"])):
                self._acknowledged(asked)

    def _snapshot(self, snapshot: dict[str, Any]) -> None:
        room = snapshot["room"]
        self.revisions[room] = max(self.revisions.get(room, 0), snapshot["rev"])
        if "view" not in snapshot:
            return
        game = snapshot["game"]
        self.plies[game] = max(self.plies.get(game, 0), snapshot["view"]["ply"])
        self.shown.setdefault(game, {}).update((entry["ply"], entry["seat"]) for entry in snapshot.get("log", ()))
        if snapshot["phase"] == "over":
            self.over.add(game)

    def _acknowledged(self, asked: dict[str, Any]) -> None:
        if asked["type"] == "chat":
            self.said.add(asked["text"])
        elif asked["type"] == "move":
            self.moves.setdefault(asked["game"], {})[asked["ply"] + 1] = asked["move"]

    def faults(self, records: dict[str, list[dict[str, Any]]]) -> list[str]:
        """What was shown, and is not in the records of the games that are there now."""
        found = []
        for game, plies in self.plies.items():
            made = {line["ply"]: line for line in records[game] if line["type"] == "move"}
            if len(made) < plies:
                found.append(f"{game}: {plies} moves were shown, {len(made)} are there")
            told = [(ply, "seat", seat) for ply, seat in self.shown.get(game, {}).items()]
            told += [(ply, "move", move) for ply, move in self.moves.get(game, {}).items()]
            for ply, what, value in told:
                if ply in made and made[ply][what] != value:
                    found.append(f"{game}: {what} {value} was shown as ply {ply}, which is {made[ply]}")
            if game in self.over and records[game][-1]["type"] != "end":
                found.append(f"{game} was shown to be over, and is not")
        return found


class Playing(Program):
    """A program that plays as fast as it can, and knows what it has asked for."""

    def __init__(self, form: FormName = "json") -> None:
        super().__init__(form)
        self.asked: dict[object, dict[str, Any]] = {}
        """Its requests, by their ids."""
        self._looked = 0

    @classmethod
    async def of(cls, port: int, key: asyncssh.SSHKey, name: str) -> Self:
        """Logs in and opens a session."""
        client = await log_in(port, client_keys=[key], username=name)
        _, program = await client.create_session(cls, command="api", encoding=None)
        return program

    def request(self, kind: str, **fields: Any) -> None:
        """Sends a request, and remembers it under its id."""
        number = f"r{len(self.asked)}"
        self.asked[number] = {"type": kind, **fields}
        self.send({"id": number, "type": kind, **{name: value for name, value in fields.items() if name != "game"}})

    async def play(self) -> None:
        """Moves whenever it can, and wants a rematch at the end, until the connection is gone."""
        done: object = None
        while not self.closed:
            room = self.room
            if room["phase"] != "playing":
                if done != (wish := (room.get("game"), room["phase"], room["rev"])) and not self._ready(room):
                    done = wish
                    self.request("ready")
            elif room.get("legal") and not room.get("ahead") and done != (turn := (room["game"], room["view"]["ply"])):
                done = turn
                self.request("move", game=room["game"], move=best(room)["move"], ply=room["view"]["ply"])
            self._news.clear()
            await self._news.wait()

    @staticmethod
    def _ready(room: dict[str, Any]) -> bool:
        return bool(room["seats"][room["you"] - 1].get("ready"))


class Crashes:
    """A server that is killed, and those who play there.

    Args:
        folder: where the data folder is made.
        random: says when the server is killed.
    """

    def __init__(self, folder: Path, random: Random) -> None:
        self._folder = folder / "crashes"
        self._random = random
        self._server: Server | None = None
        self._keys = [(asyncssh.generate_private_key("ssh-ed25519"), f"player{n}") for n in range(2 * len(TABLES))]
        self._rooms: list[str] = []
        self.ledger = Ledger()
        self.kills = 0

    async def once(self) -> list[str]:
        """Plays, kills the server, starts it again; returns what was undone."""
        if self._server is None:
            self._server = await self._started()
            await self._open()
        programs = await self._come()
        playing = [asyncio.ensure_future(program.play()) for program in programs]
        await asyncio.sleep(self._random.uniform(0.0, LONGEST))
        self._server.kill()
        self.kills += 1
        await asyncio.gather(*playing)
        for program in programs:
            self.ledger.take(program)
        self._server = await self._started()
        return await self._undone()

    async def end(self) -> list[str]:
        """Stops the server in good order; returns what went wrong."""
        if self._server is None:
            return []
        status = await asyncio.to_thread(self._server.stop)
        log = self._server.log
        return [f"it ended with {status}"] * bool(status) + [line for line in log.splitlines() if "incident" in line]

    async def _started(self) -> Server:
        return await asyncio.to_thread(Server, self._folder, None, *FLAGS)

    async def _open(self) -> None:
        """Opens the rooms; the players take their seats when they come."""
        for table, bots in enumerate(TABLES):
            host, guest = await asyncio.gather(*(self._program(2 * table + n) for n in range(2)))
            done = await host.ask("create", options={**OPTIONS, "seats": 2 + bots}, bots=bots)
            await guest.ask("join", room=done["room"])
            self._rooms.append(done["room"])
            for program in (host, guest):
                await _drop(program)

    async def _come(self) -> list[Playing]:
        """Everybody takes their seat again, and says something."""
        programs = await asyncio.gather(*(self._program(number) for number in range(len(self._keys))))
        for number, program in enumerate(programs):
            await program.ask("join", room=self._rooms[number // 2], take_over=True)
            program.request("chat", text=f"{number} before kill {self.kills}")
        return programs

    async def _program(self, number: int) -> Playing:
        assert self._server is not None
        return await Playing.of(self._server.port, *self._keys[number])

    async def _undone(self) -> list[str]:
        """Asks the server for all that was shown, as a newcomer."""
        assert self._server is not None
        key, name = self._keys[0]
        client = await log_in(self._server.port, client_keys=[key], username=name)
        try:
            records = {}
            for game in self.ledger.plies:
                done = await client.run(f"record {game} --json")
                if done.exit_status != 0:
                    return [f"{game}: its record is not there: {done.stderr!s}"]
                records[game] = json.loads(str(done.stdout))
            found = self.ledger.faults(records)
            program = await Program.on(client)
            for room, revision in self.ledger.revisions.items():
                await program.ask("watch", room=room)
                if program.room["rev"] < revision:
                    found.append(f"{room}: revision {revision} was shown, {program.room['rev']} is there")
            heard = {line["text"] for talk in program.pushed("talk") for line in talk["lines"]}
            lost = sorted(line for line in self._lately_said() if line not in heard)
            return found + [f"nobody has said {line!r}" for line in lost]
        finally:
            client.abort()
            await client.wait_closed()

    def _lately_said(self) -> set[str]:
        """Lines of this round; a room keeps the last forty."""
        return {line for line in self.ledger.said if line.endswith(f"before kill {self.kills - 1}")}


async def _drop(program: Playing) -> None:
    program.channel.get_connection().abort()
    while not program.closed:
        await asyncio.sleep(0.01)
