"""Moves and keys at a given pace, and when they are seen."""

import asyncio
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Final

from .crowd import Crowd
from .games import Chosen, rooms_of
from .terminals import Terminal, Wait

TYPING: Final = 0.06
"""Seconds between the keys of one move."""

MISSED_AFTER: Final = 2.0
"""Seconds after which what a key should have changed is missed."""

ARROWS: Final = (b"\x1b[C", b"\x1b[D")


@dataclass
class Driven:
    """What was seen."""

    moves: int = 0
    updates: int = 0
    """Moves, counted once for everybody who was to see one."""
    pictures: int = 0
    """Pictures that everybody was sent; a jam takes two, one that says so and one of the table after it."""
    missed: int = 0
    """Moves that were not seen by everybody in time."""
    keys: int = 0
    """Keys pressed, of moves and arrows."""
    bytes: int = 0
    """What everybody was sent, all of it."""
    cpu: float = 0.0
    """Seconds of the server's processor time."""
    moved: list[float] = field(default_factory=list)
    """Seconds from the key of a move until another person's terminal was sent something, for each of them."""
    spread: list[float] = field(default_factory=list)
    """Seconds from that key until the last of them was."""
    seen_bytes: list[int] = field(default_factory=list)
    """Bytes of what another person was sent for a move."""
    pressed: list[float] = field(default_factory=list)
    """Seconds from an arrow key until the same terminal was sent something."""
    own_bytes: list[int] = field(default_factory=list)
    """Bytes of that."""
    silent: int = 0
    """Arrow keys of which nothing was seen until the next move: most were pressed at the last card of a row."""
    lags: list[float] = field(default_factory=list)
    """How late the server's loop was, in seconds."""


class Driver:
    """Makes moves in all rooms of a crowd.

    Args:
        crowd: the people.
        every: seconds between two moves of one room.
        keys: whether moves are made by all the keys that they take; else the rooms are asked for them as apps ask.
        seed: of the choices.
    """

    def __init__(self, crowd: Crowd, every: float = 1.0, *, keys: bool = True, seed: int = 1) -> None:
        self._crowd = crowd
        self._keys = keys
        self._every = every
        self._random = Random(seed)
        self._busy: set[int] = set()
        self._driven = Driven()

    async def run(self, seconds: float, *, arrows: float = 0.0, lag: bool = False) -> Driven:
        """Drives for so many seconds, the rooms evenly spread over the time between two moves.

        Args:
            seconds: how long.
            arrows: arrow keys a second, each on some terminal of somebody with a seat.
            lag: whether the server watches its loop meanwhile.
        """
        self._driven = driven = Driven()
        crowd = self._crowd
        if lag:
            await crowd.served.ask("lag")
        sent, cpu = sum(one.bytes for one in crowd.everybody), crowd.served.cpu
        pictures = sum(one.frames for one in crowd.everybody)
        end = perf_counter() + seconds
        work = [self._play(number, end) for number in range(len(crowd.rooms))]
        await asyncio.gather(*work, *([self._press_arrows(1 / arrows, end)] if arrows else []))
        driven.cpu = crowd.served.cpu - cpu
        driven.bytes = sum(one.bytes for one in crowd.everybody) - sent
        driven.pictures = sum(one.frames for one in crowd.everybody) - pictures
        if lag:
            driven.lags = await crowd.served.ask("lags")
        return driven

    # ── moves ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _play(self, number: int, end: float) -> None:
        turn = perf_counter() + self._every * (number + 1) / len(self._crowd.rooms)
        while turn < end:
            chosen = self._crowd.rooms[number].choose()
            if chosen is None:
                return
            await _until(turn - TYPING * len(chosen.before))
            self._busy.add(number)
            for one in self._crowd.viewers(number):
                one.waits = None  # what comes now may be for this move, and not for an arrow key
            await self._move(number, chosen, turn)
            self._busy.discard(number)
            turn += self._every

    async def _move(self, number: int, chosen: Chosen, turn: float) -> None:
        crowd = self._crowd
        mover = crowd.seats[number][chosen.seat - 1] if self._keys or not crowd.players else None
        if mover is not None and self._keys:
            for key in chosen.before:
                mover.press(key)
                await asyncio.sleep(TYPING)
        await _until(turn)
        others = [one for one in crowd.viewers(number) if one is not mover] or crowd.viewers(number)
        wait = Wait(perf_counter())
        for one in others:
            one.waits = wait
        if mover is not None:
            mover.press(chosen.key)
            self._driven.keys += 1 + len(chosen.before) * self._keys
        else:
            player = crowd.players[number][chosen.seat - 1]
            room = crowd.rooms[number].code
            crowd.served.tell("move", room=room, move=chosen.move, ply=chosen.ply, player=player)
        if await self._seen(wait, others):
            crowd.rooms[number].made()
            self._note(number, wait, by_key=mover is not None and mover not in others)
        else:
            self._driven.missed += 1
            crowd.rooms[number] = rooms_of(await crowd.served.ask("rooms"), [crowd.rooms[number].code])[0]

    def _note(self, number: int, wait: Wait, *, by_key: bool) -> None:
        driven = self._driven
        driven.moves += 1
        driven.updates += len(self._crowd.viewers(number))
        driven.seen_bytes += wait.bytes
        if by_key:
            driven.moved += wait.seen
            driven.spread.append(max(wait.seen))

    async def _seen(self, wait: Wait, terminals: list[Terminal]) -> bool:
        """Whether all of them were sent something in time."""
        end = wait.since + MISSED_AFTER
        while len(wait.seen) < len(terminals):
            if perf_counter() > end:
                for one in terminals:
                    one.waits = None
                return False
            await asyncio.sleep(0.01)
        return True

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _press_arrows(self, every: float, end: float) -> None:
        """Presses arrows, where nothing else is on its way."""
        ways: dict[Terminal, int] = {}
        waits: list[tuple[Terminal, Wait]] = []
        while perf_counter() < end:
            await asyncio.sleep(self._random.uniform(0, 2 * every))
            number = self._random.randrange(len(self._crowd.rooms))
            terminal = self._random.choice(self._crowd.seats[number])
            if number in self._busy or terminal is None or terminal.waits is not None:
                continue
            ways[terminal] = 1 - ways.get(terminal, 1)
            wait = terminal.waits = Wait(perf_counter())
            terminal.press(ARROWS[ways[terminal]])
            self._driven.keys += 1
            waits.append((terminal, wait))
        await asyncio.sleep(self._every)
        for terminal, wait in waits:
            if terminal.waits is wait:
                terminal.waits = None
            self._driven.silent += not wait.seen
            self._driven.pressed += wait.seen
            self._driven.own_bytes += wait.bytes


async def _until(when: float) -> None:
    await asyncio.sleep(max(0.0, when - perf_counter()))
