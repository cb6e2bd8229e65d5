"""A practice room as the lobby lists it."""

from relspace.room.state import RoomState
from relspace.rules.stash import cards_left
from relspace.wire.messages import Clock, RoomSummary


def summary(state: RoomState, you: str, now: int) -> RoomSummary:
    """One room, with the game that is played there.

    Args:
        state: the room.
        you: the player's id.
        now: wall-clock milliseconds.
    """
    game, seat = state.game, state.seat_of(you)
    taken = sum(one.player is not None for one in state.seats)
    plays = game is None or seat is None or not game.position.seats[seat - 1].out
    base = RoomSummary(state.code, state.title, state.phase, state.options, taken, yours=seat is not None and plays)
    if game is None or seat is None or state.phase != "playing":
        return base
    position, turn = game.position, 1000 * state.options.clock
    left = {number: cards_left(stash) for number, stash in enumerate(position.seats, 1) if not stash.out}
    rival = min((number for number in left if number != seat), key=left.__getitem__, default=0)
    return RoomSummary(
        code=base.code,
        title=base.title,
        phase=base.phase,
        options=base.options,
        taken=taken,
        yours=base.yours,
        turn=game.players[position.turn - 1].name,
        your_turn=position.turn == seat,
        clock=Clock(max(0, min(turn, game.deadline - now)), turn) if game.deadline else None,
        left=left.get(seat, 0),
        rival=game.players[rival - 1].name if rival else "",
        rival_left=left.get(rival, 0),
    )
