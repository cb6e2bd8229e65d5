"""People who play on whatever happens to the servers, and note what they were promised."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from time import monotonic
from typing import Any, Final

import asyncssh

from relspace.rules.record import Record, read_record

from ..api.program import Program
from .servers import enters, on_turn, ply, snapshots

APART: Final = 0.15
"""Seconds between two moves of somebody."""


@dataclass
class Player:
    """One of them. When the connection ends they come back to another server, into their seat."""

    name: str
    key: asyncssh.SSHKey
    ports: Sequence[int]
    room: str = ""
    seat: int = 0
    program: Program | None = None
    comes: int = 0
    """How often they came in."""
    answered: dict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))
    """The moves that they were told are made, by game and ply."""
    errors: list[str] = field(default_factory=list)
    """The codes of what they were refused."""
    at: list[float] = field(default_factory=list)
    """When each of those was told, in seconds of the monotonic clock."""
    _shown: dict[str, int] = field(default_factory=dict)
    """The highest ply that they saw, by game."""
    _looked: int = 0

    async def comes_in(self) -> None:
        """Comes in through the first server that lets them in, and back into the seat."""
        for port in cycle(self.ports):
            try:
                async with asyncio.timeout(10):
                    program = await enters(port, self.name, self.key)
                    if self.room:
                        await program.ask("join", room=self.room, take_over=True)
            except (OSError, asyncssh.Error, AssertionError, TimeoutError):
                await asyncio.sleep(0.1)
                continue
            self.program, self.comes, self._looked = program, self.comes + 1, 0
            return

    async def plays(self, stop: asyncio.Event) -> None:
        """Plays until it is to stop: one game after the other."""
        while not stop.is_set():
            if self.program is None or self.program.closed:
                await self.comes_in()
            assert self.program is not None
            self.looks()
            with suppress(AssertionError):  # the connection ended in between
                await self._acts(self.program)
            await asyncio.sleep(0.01)

    async def _acts(self, program: Program) -> None:
        seen = snapshots(program)
        if seen and seen[-1]["phase"] == "over":
            await program.asks("rematch")
            await asyncio.sleep(0.2)
        elif on_turn(program):
            move, at, game = seen[-1]["legal"][0]["move"], ply(program), seen[-1]["game"]
            answer = await program.asks("move", move=move, ply=at)
            if "ok" in answer:
                self.answered[game][at] = move
                self.at.append(monotonic())
            else:
                self.errors.append(answer["error"]["code"])
            await asyncio.sleep(APART)

    def looks(self) -> None:
        """Looks at what came: nothing that was shown is taken back, and the seat stays theirs."""
        assert self.program is not None
        messages, self._looked = self.program.messages[self._looked :], len(self.program.messages)
        for one in messages:
            assert (one.get("type"), one.get("code")) != ("notice", "removed"), one
            if one.get("type") == "snapshot":
                assert one["you"] == self.seat, one
                if one.get("view"):
                    seen = one["view"].get("ply", 0)
                    assert seen >= self._shown.get(one["game"], 0), f"{self.name} was shown more than {seen} plies"
                    self._shown[one["game"]] = seen

    def kept(self, game: str, record: Record) -> int:
        """Looks whether all that was told and shown of a game is in its record; returns how many moves were."""
        assert len(record.moves) >= self._shown.get(game, 0)
        for at, move in self.answered[game].items():
            line = record.moves[at]
            assert (line.seat, str(line.move)) == (self.seat, move), f"{game} {at + 1}: {move} became {line}"
        return len(self.answered[game])

    def longest_pause(self, since: float) -> float:
        """Seconds between two moves of theirs, at most, from a time on."""
        times = [one for one in self.at if one > since]
        return max(after - before for before, after in zip([since, *times], times, strict=False))


async def two_players(ports: Sequence[int], keys: Mapping[str, asyncssh.SSHKey], clock: int = 60) -> list[Player]:
    """Vega and Rigel, whose game has begun; each first tries another server."""
    vega = Player("vega", keys["vega"], ports)
    rigel = Player("rigel", keys["rigel"], [*ports[1:], ports[0]])
    await vega.comes_in()
    assert vega.program is not None
    made = await vega.program.ask("create", options={"seats": 2, "clock": clock})
    vega.room = rigel.room = made["room"]
    vega.seat, rigel.seat = 1, 2
    await rigel.comes_in()
    assert rigel.program is not None
    for one in (vega.program, rigel.program):
        await one.ask("ready")
    return [vega, rigel]


class Match:
    """Two players who play while something happens."""

    def __init__(self, players: list[Player]) -> None:
        self.players = players
        self._stop = asyncio.Event()
        self._playing = [asyncio.create_task(one.plays(self._stop)) for one in players]

    async def goes_on(self, moves: int = 4, seconds: float = 40.0) -> None:
        """Waits until each has made so many more moves."""
        wanted = [len(one.at) + moves for one in self.players]
        async with asyncio.timeout(seconds):
            while any(len(one.at) < number for one, number in zip(self.players, wanted, strict=True)):
                self.look()
                await asyncio.sleep(0.05)

    async def during(self, seconds: float) -> None:
        """Lets them play for a while."""
        await asyncio.sleep(seconds)
        self.look()

    def look(self) -> None:
        """Raises what either of them has found wrong."""
        for task in self._playing:
            if task.done():
                task.result()

    async def ends(self) -> int:
        """Ends the last game, and looks whether all that was told is in the records; returns how many moves that is."""
        self._stop.set()
        async with asyncio.timeout(30):
            await asyncio.gather(*self._playing)
        for one in self.players:
            one.looks()
        vega = self.players[0].program
        assert vega is not None
        if snapshots(vega)[-1]["phase"] == "playing":
            await vega.ask("resign", ply=ply(vega))
        games = {game for one in self.players for game in one.answered}
        records = {game: await _record(vega, game) for game in games}
        return sum(one.kept(game, records[game]) for one in self.players for game in games)


async def _record(program: Program, game: str) -> Record:
    """The record of a game, once it is entered."""
    async with asyncio.timeout(20):
        while "ok" not in (answer := await program.asks("record", game=game)):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    found: dict[str, Any] = answer["ok"]
    return read_record(found["text"].splitlines())
