"""Games in a room: the start, moves, the clock, the end, the rematch."""

from dataclasses import replace

from relspace.errors import Illegal, NotNow
from relspace.room import absence
from relspace.room.clock import next_deadline
from relspace.room.commands import HandOver, MakeMove, PlayForSeat, Start
from relspace.room.seating import own_seat, ready_to_start, require_host, require_no_game, with_seat
from relspace.room.secret import Secret
from relspace.room.settling import unsettled
from relspace.room.state import (
    AUTOPILOT_AFTER,
    LOG_KEPT,
    EndReason,
    Game,
    LogEntry,
    MoveMade,
    Player,
    RoomState,
)
from relspace.rules.apply import abandon as broken_off
from relspace.rules.apply import apply
from relspace.rules.deal import deal
from relspace.rules.events import Event, Exploded, Jammed, Resigned, Won
from relspace.rules.fairness import commitment
from relspace.rules.moves import Move, Resign, parse_move

AWAY_BEFORE_HAND_OVER: int = 60_000
"""Milliseconds that a player must be away before their seat can be handed to the autopilot."""


def start(state: RoomState, actor: Player, command: Start, now: int, entropy: bytes) -> RoomState:  # noqa: ARG001
    """Starts the game with those who sit, as the host asks.

    Raises:
        Illegal: `not-host`.
        NotNow: `game-running`, `not-settled`, `too-few` or `not-ready`.
    """
    require_host(state, actor)
    require_no_game(state)
    if unsettled(state):
        raise NotNow("not-settled")
    if sum(seat.player is not None for seat in state.seats) < 2:
        raise NotNow("too-few")
    if not ready_to_start(state):
        raise NotNow("not-ready")
    return begin(state, now, entropy)


def begin(state: RoomState, now: int, entropy: bytes) -> RoomState:
    """Deals a new game to all who sit. Free seats go away; in a rematch the first seat moves on."""
    seats = tuple(
        replace(seat, ready=False, missed=0, autopilot=False, absence=None, called=0)
        for seat in state.seats
        if seat.player
    )
    first = _next_first(state) if state.game else None
    position = deal(len(seats), state.options.rules, entropy, first)
    game = Game(
        number=state.game.number + 1 if state.game else 1,
        first=position.turn,
        position=position,
        seed=Secret(entropy),
        commitment=commitment(entropy),
        started=now,
        moved=now,
        deadline=next_deadline(state, now),
        players=tuple(seat.player for seat in seats if seat.player),
        jams=(0,) * len(seats),
    )
    return replace(state, seats=seats, phase="playing", game=game, vote=None)


def running_game(state: RoomState) -> Game:
    """The game that is being played.

    Raises:
        NotNow: `no-game`.
    """
    if state.phase != "playing" or state.game is None:
        raise NotNow("no-game")
    return state.game


def make_move(state: RoomState, actor: Player, command: MakeMove, now: int) -> RoomState:
    """Makes a player's own move.

    Raises:
        Unreadable: `bad-move`.
        Illegal: `not-seated`, or against the rules.
        NotNow: `no-game`, `not-your-turn`, or `stale-ply`.
    """
    move = parse_move(command.move)
    game = running_game(state)
    number = own_seat(state, actor)
    if command.ply != game.position.ply and not isinstance(move, Resign):
        raise NotNow("stale-ply", meant=command.ply, ply=game.position.ply)
    seat = state.seats[number - 1]
    if seat.missed or seat.autopilot or seat.absence is not None:
        state = with_seat(state, number, replace(seat, missed=0, autopilot=False, absence=None))
    return _moved(state, game, number, move, now, auto=False)


def voted_out(state: RoomState, number: int, now: int) -> RoomState:
    """The state after a seat that is still in the game has left it, since the others wanted it so."""
    moved = _moved(state, running_game(state), number, Resign(), now, auto=False)
    game = moved.game
    assert game is not None
    entry = game.log[-1]
    events = tuple(Resigned(voted=True) if isinstance(event, Resigned) else event for event in entry.events)
    log = (*game.log[:-1], replace(entry, events=events))
    return replace(moved, game=replace(game, log=log, voted_out=(*game.voted_out, number)))


def play_for_seat(state: RoomState, command: PlayForSeat, now: int) -> RoomState:
    """Makes a move for a bot, or for a player whose turn ran out.

    Raises:
        NotNow: `not-due`, if the game has moved on since.
    """
    game = running_game(state)
    if (command.game, command.ply) != (game.number, game.position.ply):
        raise NotNow("not-due")
    number = game.position.turn
    seat = state.seats[number - 1]
    if command.auto and not seat.autopilot and game.position.phase == "play":
        missed = seat.missed + 1
        state = with_seat(state, number, replace(seat, missed=missed, autopilot=missed >= AUTOPILOT_AFTER))
    return _moved(state, game, number, parse_move(command.move), now, auto=command.auto)


def hand_over(state: RoomState, actor: Player, command: HandOver, now: int) -> RoomState:
    """Hands an away player's seat to the autopilot, in a game without a clock.

    Raises:
        Illegal: `not-seated`, or `no-such-seat`.
        NotNow: `no-game`, or `not-away`: the player is here, left only just now, or has a clock that decides.
    """
    own_seat(state, actor)
    running_game(state)
    if not 1 <= command.seat <= len(state.seats):
        raise Illegal("no-such-seat", seat=command.seat)
    when = hand_over_from(state, command.seat)
    if when is None or now < when:
        raise NotNow("not-away")
    return with_seat(state, command.seat, replace(state.seats[command.seat - 1], autopilot=True))


def hand_over_from(state: RoomState, number: int) -> int | None:
    """When the others may hand a seat to the autopilot, in wall-clock milliseconds; None if they may not.

    They may only in a game without a clock, for a player who is away and in the game.
    """
    seat = state.seats[number - 1]
    if state.phase != "playing" or state.options.clock or not seat.is_person or not seat.away_since:
        return None
    if seat.autopilot or state.is_out(number):
        return None
    return seat.away_since + AWAY_BEFORE_HAND_OVER


def abandon(state: RoomState, now: int) -> RoomState:
    """Ends a running game without a winner."""
    game = running_game(state)
    ended = replace(game, position=broken_off(game.position), reason="abandoned", moved=now, deadline=0)
    return replace(state, phase="over", game=ended)


def _moved(state: RoomState, game: Game, number: int, move: Move, now: int, *, auto: bool) -> RoomState:
    """The state after one ply."""
    applied = apply(game.position, number, move, game.seed.reveal())
    after = applied.position
    on_turn = number == game.position.turn
    turn_passed = after.turn != game.position.turn or (on_turn and after.phase == "play")
    over = after.phase == "over"
    entry = LogEntry(after.ply, number, applied.events, auto)
    moved = replace(
        game,
        position=after,
        moved=now,
        deadline=0 if over else next_deadline(state, now) if turn_passed else game.deadline,
        moves=(*game.moves, MoveMade(number, str(move), now - game.started, auto)),
        log=(*game.log, entry)[-LOG_KEPT:],
        jams=_jams(game.jams, number, applied.events),
        reason=_reason(applied.events),
    )
    seats = absence.noted(state.seats, number, move, applied.events, auto=auto)
    return replace(state, seats=seats, phase="over" if over else "playing", game=moved)


def _jams(jams: tuple[int, ...], number: int, events: tuple[Event, ...]) -> tuple[int, ...]:
    if not any(isinstance(event, Jammed) for event in events):
        return jams
    return (*jams[: number - 1], jams[number - 1] + 1, *jams[number:])


def _reason(events: tuple[Event, ...]) -> EndReason | None:
    for event in events:
        if isinstance(event, Won):
            return event.reason
        if isinstance(event, Exploded):
            return "exploded"
    return None


def _next_first(state: RoomState) -> int:
    """The seat that plays first in a rematch: after the last game's first, among those who still sit."""
    assert state.game is not None
    taken = [number for number, seat in enumerate(state.seats, 1) if seat.player is not None]
    after = [number for number in taken if number > state.game.first]
    return taken.index(after[0] if after else taken[0]) + 1


def next_first(state: RoomState) -> int:
    """The number of the seat that would play first in a rematch with the seats as they are now."""
    taken = [number for number, seat in enumerate(state.seats, 1) if seat.player is not None]
    return taken[_next_first(state) - 1] if taken else 1
