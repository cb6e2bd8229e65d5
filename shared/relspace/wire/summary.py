"""A room as the lobby lists it."""

from dataclasses import replace

from relspace.room.state import Game, RoomState
from relspace.rules.stash import cards_left
from relspace.wire.messages import Clock, RoomSummary


def glance(state: RoomState, viewer: str, watching: int = 0) -> RoomSummary:
    """A room as somebody sees it in a list, without what goes on in its game.

    Args:
        state: the room.
        viewer: the player's id; of somebody without a seat, any other text.
        watching: spectators connected at the moment.
    """
    return RoomSummary(
        code=state.code,
        title=state.title,
        named=state.named,
        phase=state.phase,
        options=state.options,
        taken=sum(seat.player is not None for seat in state.seats),
        watching=watching,
        yours=_plays(state, viewer),
    )


def summary(state: RoomState, viewer: str, now: int, watching: int = 0) -> RoomSummary:
    """A room as somebody sees it in a list, with the game that is played there.

    Args:
        state: the room.
        viewer: the player's id.
        now: wall-clock milliseconds, for the clock.
        watching: spectators connected at the moment.
    """
    base = glance(state, viewer, watching)
    return base if state.game is None or state.phase != "playing" else _with_game(base, state, state.game, viewer, now)


def _plays(state: RoomState, viewer: str) -> bool:
    """Whether somebody has a seat, and has not resigned."""
    seat = state.seat_of(viewer)
    return seat is not None and not state.is_out(seat)


def _with_game(base: RoomSummary, state: RoomState, game: Game, viewer: str, now: int) -> RoomSummary:
    position = game.position
    on_turn = game.players[position.turn - 1]
    you = state.seat_of(viewer)
    left = {number: cards_left(stash) for number, stash in enumerate(position.seats, 1) if not stash.out}
    rival = min((number for number in left if number != you), key=left.__getitem__, default=None)
    turn = 1000 * state.options.clock
    return replace(
        base,
        turn=on_turn.name,
        your_turn=on_turn.id == viewer,
        clock=Clock(max(0, min(turn, game.deadline - now)), turn) if game.deadline else None,
        left=left.get(you or 0, 0),
        rival=game.players[rival - 1].name if rival else "",
        rival_left=left.get(rival or 0, 0),
    )
