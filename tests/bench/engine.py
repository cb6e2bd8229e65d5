"""The rules and the encoding: plies a second, and what the views of ten seats cost."""

from relspace.room.commands import MakeMove, SeatBot, SetReady
from relspace.room.create import create
from relspace.room.options import RoomOptions
from relspace.room.state import Player, RoomState
from relspace.room.stored import decode_room, encode_room
from relspace.room.update import update
from relspace.rules.legal import legal_moves
from relspace.wire.codec import encode
from relspace.wire.frames import Frames
from relspace.wire.snapshot import snapshot
from relspace_client.commands.bench import measure_engine

from .measure import Figure, cpu_seconds

VEGA = Player("SHA256:vega", "Vega")


def late_room(seats: int, plies: int) -> RoomState:
    """A room in the middle of a game."""
    state = create(VEGA, "n/1", "Orion", RoomOptions(seats=seats, clock=30), 0, bytes(range(32)))
    for number in range(2, seats + 1):
        state = update(state, SeatBot(Player(f"bot:{number}", f"Bot {number}", "bot", "easy")), VEGA, 0, bytes(32))
    state = update(state, SetReady(state.code, ready=True), VEGA, 0, bytes(range(32)))
    for _ in range(plies):
        assert state.game is not None
        position = state.game.position
        player = state.game.players[position.turn - 1]
        moves = legal_moves(position)
        move = MakeMove(state.code, str(moves[position.ply % len(moves)]), position.ply)
        state = update(state, move, player, 1000 * position.ply, bytes(32))
    return state


def all_frames(room: RoomState, ids: list[str]) -> list[bytes]:
    """The encoded snapshots of one new revision for all its players."""
    frames = Frames(room, 1, 0, 0)
    return [frames.of(one).encoded for one in ids]


def figures() -> list[Figure]:
    """Measures all of it."""
    speed = measure_engine()
    room = late_room(10, 60)
    ids = [player.id for player in room.game.players] if room.game else []
    views = cpu_seconds(lambda: [all_frames(room, ids) for _ in range(20)]) / 20
    sizes = [len(encode(snapshot(room, 1, one, 0, 0))) for one in ids]
    stored = encode_room(room)
    return [
        Figure("engine: legal_moves + apply, random games", speed.plies_per_second, "plies/s", 40_000, "high"),
        Figure("engine: a ply, in shuffles of 136 cards (the floor)", speed.shuffles_per_ply, "shuffles"),
        Figure("wire: the snapshots of 10 seats, built and encoded", 1e6 * views, "µs"),
        Figure("wire: the largest snapshot of 10 seats", max(sizes), "bytes", 3_000),
        Figure("room: a move of 10 seats, stored form, encoded", 1e6 * cpu_seconds(lambda: encode_room(room)), "µs"),
        Figure("room: decoded", 1e6 * cpu_seconds(lambda: decode_room(stored)), "µs"),
        Figure("room: its size", len(stored), "bytes", 60_000),
    ]
