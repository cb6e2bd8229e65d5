"""The table: what drawing it costs by itself, and one move that ten players and two hundred spectators see."""

import asyncio
import os
import statistics
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Final

from relspace.room.commands import MakeMove, SetReady, Sit
from relspace.room.create import create
from relspace.room.options import RoomOptions
from relspace.room.state import Player, RoomState
from relspace.room.update import update
from relspace.rules.legal import legal_moves
from relspace.wire.frames import Frames as Snapshots
from relspace.wire.messages import Snapshot
from relspace_client.locale.words import words
from relspace_client.look.glyphs import BOX
from relspace_client.look.palette import Palette, palette
from relspace_client.picture.view import View
from relspace_client.table.form import Form
from relspace_client.table.frame import Frames
from relspace_client.table.state import TableState, follow
from relspace_client.table.table import Table

from .crowd import sit_at_floor, sit_down
from .driving import Driven, Driver
from .measure import Figure, at, two_cores
from .served import Served

SIZES: Final = ((120, 40), (80, 24))
DEPTHS: Final = ("256", "truecolor")

MOVES: Final = 40
SEATS: Final = 5
GAMES: Final = 7
"""Each is drawn once in each form: what is drawn a second time is found in caches, as no new move is."""

PLAYERS, WATCHERS = 10, 200
PACE: Final = 2.0
"""Seconds between two moves that all of them see."""

ARROWS: Final = 20.0
"""Arrow keys that the players press each second, all together."""


def game(seats: int, moves: int, seed: int = 0) -> list[RoomState]:
    """A room after each of so many random moves, or until its game is over."""
    players = [Player(f"SHA256:{number}", f"Vega{number}") for number in range(seats)]
    state = create(players[0], "n/1", "Orion", RoomOptions(seats=seats, clock=0), 0, bytes(range(32)))
    for number, player in enumerate(players[1:], 2):
        state = update(state, Sit(f"n/{number}"), player, 0, bytes(32))
    for player in players:
        state = update(state, SetReady(state.code, ready=True), player, 0, seed.to_bytes(32))
    random = Random(seed)
    states = [state]
    while len(states) <= moves:
        assert state.game is not None
        position = state.game.position
        move = random.choice(legal_moves(position))
        player = state.game.players[position.turn - 1]
        state = update(state, MakeMove(state.code, str(move), position.ply), player, 0, bytes(32))
        if state.phase != "playing":
            break
        states.append(state)
    return states


class Watcher:
    """One viewer, whose terminal only counts."""

    def __init__(self, player: str, frames: Frames, form: Form, colours: Palette) -> None:
        self.player = player
        self.bytes = 0
        self._table = Table(frames)
        self._state = TableState()
        self._form = form
        self._view = View(self._take, colours)

    def see(self, snapshot: Snapshot) -> None:
        self._state = follow(self._state, snapshot)
        self._view.show(self._table.picture(snapshot, self._state, self._form))

    def _take(self, data: bytes) -> None:
        self.bytes += len(data)


def drawn(states: list[RoomState], size: tuple[int, int], depth: str) -> tuple[float, float]:
    """Milliseconds of processor time and bytes for one viewer and one move, all seats looking on."""
    form = Form(*size, BOX, words("en"))
    frames = Frames()
    assert states[0].game is not None
    colours = palette("dark", depth)
    watchers = [Watcher(player.id, frames, form, colours) for player in states[0].game.players]
    spent = 0.0
    for rev, state in enumerate(states, 1):
        start = time.process_time()
        made = Snapshots(state, rev, 0, 0)
        for watcher in watchers:
            message = made.of(watcher.player).message
            assert isinstance(message, Snapshot)
            watcher.see(message)
        spent += time.process_time() - start
        if rev == 1:
            spent = 0.0  # the first picture is another matter
            for watcher in watchers:
                watcher.bytes = 0
    updates = (len(states) - 1) * len(watchers)
    return 1e3 * spent / updates, sum(watcher.bytes for watcher in watchers) / updates


async def fanned_out(folder: Path, seconds: float) -> list[tuple[Driven, Driven]]:
    """Moves that everybody at one table sees, of game and floor: first without keys, then with arrows meanwhile."""
    people = PLAYERS + WATCHERS
    async with Served("game", folder / "game") as real, Served("floor", folder / "floor") as bare:
        crowd = await sit_down(real, PLAYERS, seats=PLAYERS, watching=WATCHERS)
        warm = await Driver(crowd, PACE).run(2 * PACE)
        sizes = {"first": 3000, "update": int(statistics.mean(warm.seen_bytes)), "own": 400}
        at_floor = await sit_at_floor(bare, people, sizes, seats=people)
        calm = [await Driver(some, PACE, keys=False).run(seconds) for some in (crowd, at_floor)]
        busy = [await Driver(some, PACE).run(seconds, arrows=ARROWS, lag=True) for some in (crowd, at_floor)]
        await crowd.leave()
        await at_floor.leave()
    return [(calm[0], calm[1]), (busy[0], busy[1])]


def figures() -> list[Figure]:
    """Measures all of it."""
    found = _drawing()
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, two_cores()[1])
    try:
        with tempfile.TemporaryDirectory(prefix="relspace-bench-") as folder:
            calm, busy = asyncio.run(fanned_out(Path(folder), 6 * PACE))
    finally:
        os.sched_setaffinity(0, mine)
    return found + _fan_out(calm, busy)


def _drawing() -> list[Figure]:
    games = [game(SEATS, MOVES, seed) for seed in range(GAMES)]
    found = []
    for size in SIZES:
        for depth in DEPTHS:
            runs = [drawn(states, size, depth) for states in games]
            name = f"table: a move of {SEATS} seats drawn for one viewer, {size[0]}×{size[1]}, {depth}"
            found.append(Figure(f"{name}, CPU", statistics.median(run[0] for run in runs), "ms"))
            found.append(Figure(f"{name}, bytes", statistics.mean(run[1] for run in runs), "bytes"))
    return found


def _fan_out(calm: tuple[Driven, Driven], busy: tuple[Driven, Driven]) -> list[Figure]:
    name = f"table: {PLAYERS} players, {WATCHERS} spectators,"
    each, each_floor = (1e3 * one.cpu / max(1, one.updates) for one in calm)
    seen, floor = busy
    pairs = (
        ("a move to half of their screens", at(seen.moved, 0.5), at(floor.moved, 0.5)),
        ("a move to the last of their screens, p50", at(seen.spread, 0.5), at(floor.spread, 0.5)),
        ("key to paint meanwhile, p50", at(seen.pressed, 0.5), at(floor.pressed, 0.5)),
        ("key to paint meanwhile, p99", at(seen.pressed, 0.99), at(floor.pressed, 0.99)),
        ("loop lag, p99", at(seen.lags, 0.99), at(floor.lags, 0.99)),
    )
    missed = calm[0].missed + seen.missed
    note = f"{calm[0].moves + seen.moves} moves, {missed} missed"
    return [
        Figure(f"{name} an update, CPU", each, "ms", note=note, floor=each_floor),
        *(Figure(f"{name} {title}", 1e3 * value, "ms", floor=1e3 * bare) for title, value, bare in pairs),
    ]
