"""The one way in which a room changes: a state, a command, the time and entropy in; a state out, or a refusal.

Pure: the same arguments give the same answer, so that the store may call it again when somebody else was first.
"""

from dataclasses import replace

from relspace.errors import NotNow
from relspace.room import clock, hosting, playing, seating, settling, talking, voting
from relspace.room.commands import (
    CallVote,
    CastVote,
    Close,
    ComeBack,
    Depart,
    EndVote,
    FreeAway,
    GiveHost,
    GiveTimeBack,
    HandOver,
    LoseSession,
    MakeMove,
    MuteSeat,
    PassHost,
    PlayForSeat,
    Recover,
    RemoveSeat,
    RoomCommand,
    Say,
    SeatBot,
    SetOptions,
    SetReady,
    Settle,
    Sit,
    Start,
)
from relspace.room.state import OPERATIONS_KEPT, Player, RoomState

SERVER = Player("server", "", "bot")
"""The actor of what nobody asked for."""


def update(state: RoomState, command: RoomCommand, actor: Player, now: int, entropy: bytes) -> RoomState:
    """The room after a command; the same object if that changes nothing.

    Args:
        state: the room.
        command: what is asked of it.
        actor: who asks; `SERVER` for what the clock asks.
        now: wall-clock milliseconds.
        entropy: 32 bytes drawn once for this operation, the same at each retry.

    Raises:
        Refused: it cannot be had; the state stays as it is.
    """
    if state.closed:
        raise NotNow("room-closed")
    changed = voting.settled(_changed(state, command, actor, now, entropy), now)
    may_start = changed.seats != state.seats or isinstance(command, Settle)
    if changed.phase != "playing" and may_start and _starts_by_itself(changed):
        changed = playing.begin(changed, now, entropy)
    return changed if actor is SERVER or changed is state else replace(changed, touched=now)


def with_operation(state: RoomState, op_id: str) -> RoomState:
    """The state that remembers this operation."""
    return replace(state, ops=(*state.ops, op_id)[-OPERATIONS_KEPT:])


def _starts_by_itself(state: RoomState) -> bool:
    """Whether all seats are taken and everybody is ready; after a game, whether all who stayed want a rematch.

    A rematch waits until what the last game leaves behind is entered.
    """
    if settling.unsettled(state):
        return False
    all_taken = all(seat.player for seat in state.seats) and len(state.seats) >= (
        state.options.seats if state.phase == "gathering" else 2
    )
    any_person_ready = any(seat.ready for seat in state.seats if seat.is_person)
    return any_person_ready and (all_taken or state.phase == "over") and seating.ready_to_start(state)


def _changed(state: RoomState, command: RoomCommand, actor: Player, now: int, entropy: bytes) -> RoomState:
    match command:
        case Sit():
            return seating.sit(state, actor, command, now)
        case Depart():
            return seating.depart(state, actor, command, now)
        case LoseSession():
            return seating.lose_session(state, command, now)
        case Recover():
            return seating.recover(state, command, now)
        case FreeAway():
            return seating.free_away(state, now)
        case GiveHost():
            return hosting.give_host(state, actor, command)
        case PassHost():
            return hosting.pass_host(state, now)
        case MuteSeat():
            return hosting.mute(state, actor, command)
        case GiveTimeBack():
            return clock.give_time_back(state, command, now)
        case CallVote():
            return voting.call_vote(state, actor, command, now)
        case CastVote():
            return voting.cast_vote(state, actor, command)
        case EndVote():
            return voting.end_vote(state)
        case SetReady():
            return seating.set_ready(state, actor, command)
        case SeatBot():
            return seating.seat_bot(state, actor, command, now)
        case RemoveSeat():
            return seating.remove_seat(state, actor, command, now)
        case SetOptions():
            return seating.set_options(state, actor, command)
        case Start():
            return playing.start(state, actor, command, now, entropy)
        case MakeMove():
            return playing.make_move(state, actor, command, now)
        case PlayForSeat():
            return playing.play_for_seat(state, command, now)
        case HandOver():
            return playing.hand_over(state, actor, command, now)
        case ComeBack():
            return seating.come_back(state, actor)
        case Settle():
            return settling.settle(state, command.game)
        case Say():
            return talking.say(state, actor, command, now)
        case Close():
            return replace(playing.abandon(state, now) if state.phase == "playing" else state, closed=True)
