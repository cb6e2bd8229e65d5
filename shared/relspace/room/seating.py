"""Who sits where: taking a seat, leaving it, coming back, bots, the host."""

from dataclasses import replace

from relspace.errors import Illegal, NotNow
from relspace.room import absence
from relspace.room.clock import awakened, is_guests, recovered
from relspace.room.commands import Depart, LoseSession, Recover, RemoveSeat, SeatBot, SetOptions, SetReady, Sit
from relspace.room.options import LONG_CLOCK, MAX_SEATS, MIN_SEATS
from relspace.room.state import MUTES_KEPT, Player, RoomState, Seat


def with_seat(state: RoomState, number: int, seat: Seat) -> RoomState:
    """The state with another seat `number`, from 1."""
    return replace(state, seats=(*state.seats[: number - 1], seat, *state.seats[number:]))


def own_seat(state: RoomState, actor: Player) -> int:
    """The number of the actor's seat.

    Raises:
        Illegal: `not-seated`.
    """
    number = state.seat_of(actor.id)
    if number is None:
        raise Illegal("not-seated")
    return number


def require_host(state: RoomState, actor: Player) -> None:
    """Refuses everybody but the host.

    Raises:
        Illegal: `not-host`.
    """
    if state.host != actor.id:
        raise Illegal("not-host")


def require_no_game(state: RoomState) -> None:
    """Refuses while a game runs.

    Raises:
        NotNow: `game-running`.
    """
    if state.phase == "playing":
        raise NotNow("game-running")


SEAT_WAITS = 60_000
"""Milliseconds that a seat waits for somebody who is away, before a game and after it. In a game it always waits."""

SENT_OUT = 300_000
"""Milliseconds that somebody whose seat the host has freed cannot take one again."""

END_WAITS = 86_400_000
"""The same after a game of a day a move, whose end people come to see when they come."""


def waits_until(state: RoomState, seat: Seat) -> int:
    """When the seat of somebody who is away is freed, in wall-clock milliseconds; not while a game runs."""
    if state.phase != "over" or state.game is None:
        return seat.away_since + SEAT_WAITS
    waits = END_WAITS if state.options.clock >= LONG_CLOCK else SEAT_WAITS
    return max(seat.away_since, state.game.moved) + waits


def sit(state: RoomState, actor: Player, command: Sit, now: int) -> RoomState:
    """Takes a free seat, or comes back to the player's own.

    Raises:
        NotNow: `seat-in-use` by another connection of the player, `room-full`, `game-running`, or `sent-out`: the host
            has freed the player's seat a short while ago.
    """
    number = state.seat_of(actor.id)
    if number is not None:
        seat = state.seats[number - 1]
        if seat.session not in ("", command.session, command.instead_of):
            raise NotNow("seat-in-use")
        back = replace(seat, player=actor, session=command.session, away_since=0, missed=0, autopilot=False)
        return with_seat(awakened(state, now), number, absence.back(state, back, now))
    require_no_game(state)
    if any(one == actor.id and now < until for one, until in state.removed):
        raise NotNow("sent-out")
    seat = Seat(player=actor, session=command.session)
    free = _free_seat(state)
    if free is not None:
        return with_seat(state, free, seat)
    if len(state.seats) < state.options.seats:
        return replace(state, seats=(*state.seats, seat))
    raise NotNow("room-full")


def depart(state: RoomState, actor: Player, command: Depart, now: int) -> RoomState:
    """Frees the player's seat; while a game runs it waits instead. The last person to leave closes the room."""
    number = state.seat_of(actor.id)
    if number is None:
        return state
    if state.phase == "playing":
        seat = state.seats[number - 1]
        waits = seat.session == command.session
        left = absence.gone(state, replace(seat, session="", away_since=now), now, on_purpose=True)
        return with_seat(state, number, left) if waits else state
    return _freed(state, number)


def lose_session(state: RoomState, command: LoseSession, now: int) -> RoomState:
    """Marks the seat away that this connection held, if it still holds it.

    A guest cannot come back as the same player: the autopilot takes the seat at once, or it is free again.
    """
    for number, seat in enumerate(state.seats, 1):
        left_by_guest = guest_waits(state, seat) and seat.player is not None and seat.player.id == command.guest
        if seat.session == command.session or left_by_guest:
            return _lost(state, number, now)
    return state


def recover(state: RoomState, command: Recover, now: int) -> RoomState:
    """Marks every seat away whose connection belongs to none of the processes that live.

    Where only one lives, guests who had gone to the lobby were in one that is gone: they cannot come back either.
    """
    for number, seat in reversed(list(enumerate(state.seats, 1))):
        lost = seat.session and seat.session.partition("/")[0] not in command.nodes
        if lost or (len(command.nodes) == 1 and guest_waits(state, seat)):
            state = _lost(state, number, now)
    return recovered(state, now)


def guest_waits(state: RoomState, seat: Seat) -> bool:
    """Whether the seat of a running game waits for a guest, who has gone to the lobby."""
    return is_guests(seat) and state.phase == "playing" and not (seat.session or seat.autopilot)


def _lost(state: RoomState, number: int, now: int) -> RoomState:
    """The state without the connection of this seat; before a game its player must say again that they are ready."""
    seat = state.seats[number - 1]
    gone = is_guests(seat)
    if state.phase == "playing":
        away = replace(seat, session="", away_since=now, autopilot=gone or seat.autopilot)
        return with_seat(state, number, absence.gone(state, away, now, on_purpose=False))
    return (
        _freed(state, number)
        if gone
        else with_seat(state, number, replace(seat, session="", away_since=now, ready=False))
    )


def free_away(state: RoomState, now: int) -> RoomState:
    """Frees the seats of those who have been away for too long, before a game or after it.

    Raises:
        NotNow: `game-running`.
    """
    require_no_game(state)
    for number, seat in enumerate(state.seats, 1):
        if seat.away_since and now >= waits_until(state, seat):
            state = _freed(state, number)
    return state


def come_back(state: RoomState, actor: Player) -> RoomState:
    """Takes the player's seat back from the autopilot.

    Raises:
        Illegal: `not-seated`.
    """
    number = own_seat(state, actor)
    return with_seat(state, number, replace(state.seats[number - 1], missed=0, autopilot=False))


def set_ready(state: RoomState, actor: Player, command: SetReady) -> RoomState:
    """Sets the player's mark: ready to start, or wanting a rematch.

    Raises:
        NotNow: `game-running`.
    """
    require_no_game(state)
    number = own_seat(state, actor)
    return with_seat(state, number, replace(state.seats[number - 1], ready=command.ready))


def seat_bot(state: RoomState, actor: Player, command: SeatBot, now: int) -> RoomState:
    """Gives a free seat to a bot.

    Raises:
        Illegal: `not-host`.
        NotNow: `game-running` or `room-full`.
    """
    require_host(state, actor)
    return sit(state, command.bot, Sit(session=""), now)


def remove_seat(state: RoomState, actor: Player, command: RemoveSeat, now: int) -> RoomState:
    """Frees the seat of a bot, or of a person whom the host does not want; they cannot take one for `SENT_OUT`.

    Raises:
        Illegal: `not-host`, or `no-such-seat`: out of range, free, or the host's own.
        NotNow: `game-running`.
    """
    require_host(state, actor)
    require_no_game(state)
    number = command.seat
    if not 1 <= number <= len(state.seats) or state.seats[number - 1].player is None or number == state.host_seat:
        raise Illegal("no-such-seat", seat=number)
    seat = state.seats[number - 1]
    if seat.player is not None and seat.is_person:
        kept = (one for one in state.removed if now < one[1])
        state = replace(state, removed=(*kept, (seat.player.id, now + SENT_OUT))[-MUTES_KEPT:])
    return _freed(state, number)


def set_options(state: RoomState, actor: Player, command: SetOptions) -> RoomState:
    """Changes the options before a game; everybody must say again that they are ready.

    Raises:
        Illegal: `not-host` or `bad-options`, also for fewer seats than are taken.
        NotNow: `game-running`.
    """
    require_host(state, actor)
    require_no_game(state)
    options = command.options.checked()
    taken = [replace(seat, ready=False) for seat in state.seats if seat.player is not None]
    if len(taken) > options.seats:
        raise Illegal("bad-options", field="seats", value=options.seats)
    seats = (*taken, *(Seat() for _ in range(options.seats - len(taken))))
    return replace(state, options=options, seats=seats)


def ready_to_start(state: RoomState) -> bool:
    """Whether everybody who sits is ready, and at least two sit. Bots always are."""
    taken = [seat for seat in state.seats if seat.player is not None]
    return MIN_SEATS <= len(taken) <= MAX_SEATS and all(seat.ready or seat.is_bot for seat in taken)


def _free_seat(state: RoomState) -> int | None:
    return next((number for number, seat in enumerate(state.seats, 1) if seat.player is None), None)


def _freed(state: RoomState, number: int) -> RoomState:
    """The state without the player of this seat; the host's place goes to the next person, connected ones first."""
    left = with_seat(state, number, Seat())
    people = [seat for seat in left.seats if seat.is_person]
    if not people:
        return replace(left, closed=True)
    if left.host_seat is None:
        heir = next((seat for seat in people if seat.session), people[0])
        assert heir.player is not None
        return replace(left, host=heir.player.id)
    return left
