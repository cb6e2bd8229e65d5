"""The rules and the encoding: plies a second, and what the views of ten seats cost."""

import statistics
from functools import partial

from relspace.room.commands import MakeMove, SeatBot, SetReady
from relspace.room.create import create
from relspace.room.options import RoomOptions
from relspace.room.state import Player, RoomState
from relspace.room.stored import decode_room, encode_room
from relspace.room.update import update
from relspace.rules.legal import legal_moves
from relspace.rules.view import view, view_of_seat
from relspace.wire.codec import encode
from relspace.wire.frames import Frames
from relspace.wire.packed import PackedViews
from relspace.wire.snapshot import snapshot
from relspace_client.commands.bench import measure_engine

from .measure import Figure, cpu_seconds

FROM = range(10, 60, 10)
"""The plies from which ten positions each are looked at."""

VEGA = Player("SHA256:vega", "Vega")


def long_game(seats: int, plies: int) -> list[RoomState]:
    """A room after each of so many moves."""
    state = create(VEGA, "n/1", "Orion", RoomOptions(seats=seats, clock=30), 0, bytes(range(32)))
    for number in range(2, seats + 1):
        state = update(state, SeatBot(Player(f"bot:{number}", f"Bot {number}", "bot", "easy")), VEGA, 0, bytes(32))
    state = update(state, SetReady(state.code, ready=True), VEGA, 0, bytes(range(32)))
    states = [state]
    for _ in range(plies):
        assert state.game is not None
        position = state.game.position
        player = state.game.players[position.turn - 1]
        moves = legal_moves(position)
        move = MakeMove(state.code, str(moves[position.ply % len(moves)]), position.ply)
        state = update(state, move, player, 1000 * position.ply, bytes(32))
        states.append(state)
    return states


def all_frames(room: RoomState, ids: list[str]) -> list[bytes]:
    """The encoded snapshots of one new revision for all its players."""
    frames = Frames(room, 1, 0, 0)
    return [frames.of(one).encoded for one in ids]


def views_of(rooms: list[RoomState]) -> None:
    """What each seat sees of each position, encoded."""
    for room in rooms:
        assert room.game is not None
        position = room.game.position
        public = view(position, None, room.options.stashes)
        packed = PackedViews(public)
        for seat in range(1, len(position.seats) + 1):
            packed.pack(view_of_seat(position, seat, public))


def figures() -> list[Figure]:
    """Measures all of it."""
    speed = measure_engine()
    game = long_game(10, 60)
    room = game[-1]
    ids = [player.id for player in room.game.players] if room.game else []
    views = cpu_seconds(lambda: [all_frames(room, ids) for _ in range(20)]) / 20
    # Each position once, as in a game: what is seen a second time is found in caches.
    alone = statistics.median(cpu_seconds(partial(views_of, game[at : at + 10]), 1) for at in FROM)
    sizes = [len(encode(snapshot(room, 1, one, 0, 0))) for one in ids]
    stored = encode_room(room)
    return [
        Figure("engine: legal_moves + apply, random games", speed.plies_per_second, "plies/s", 40_000, "high"),
        Figure("engine: a ply, in shuffles of 136 cards (the floor)", speed.shuffles_per_ply, "shuffles"),
        Figure("wire: the views of 10 seats, built and encoded", 1e5 * alone, "µs", 150),
        Figure("wire: the snapshots of 10 seats, built and encoded", 1e6 * views, "µs"),
        Figure("wire: the largest snapshot of 10 seats", max(sizes), "bytes", 3_000),
        Figure("room: a move of 10 seats, stored form, encoded", 1e6 * cpu_seconds(lambda: encode_room(room)), "µs"),
        Figure("room: decoded", 1e6 * cpu_seconds(lambda: decode_room(stored)), "µs"),
        Figure("room: its size", len(stored), "bytes", 60_000),
    ]
