"""Votes: in a game the others can vote a player out, one vote at a time."""

from dataclasses import replace
from typing import Final

from relspace.errors import Illegal, NotNow
from relspace.room.commands import CallVote, CastVote
from relspace.room.playing import running_game, voted_out
from relspace.room.seating import own_seat, with_seat
from relspace.room.state import Player, RoomState, Vote

VOTE_OPEN: Final = 60_000
"""Milliseconds that a vote stays open."""

CALL_AGAIN: Final = 180_000
"""Milliseconds after which somebody may call the next vote, so that nobody keeps the others from calling theirs."""

FEWEST: Final = 2
"""The least number of votes that takes a player out."""


def voters(state: RoomState, seat: int) -> tuple[int, ...]:
    """The seats that have a say about one: of people, away or not, who are still in."""
    if state.game is None:
        return ()
    out = [stash.out for stash in state.game.position.seats]
    return tuple(
        number
        for number, other in enumerate(state.seats, 1)
        if number != seat and other.is_person and not out[number - 1]
    )


def needed(state: RoomState, seat: int) -> int:
    """How many must vote for it: the majority of the voters, and at least `FEWEST`."""
    return max(FEWEST, len(voters(state, seat)) // 2 + 1)


def call_vote(state: RoomState, actor: Player, command: CallVote, now: int) -> RoomState:
    """Opens a vote, in which the caller has voted for it.

    Raises:
        Illegal: `not-seated`; `no-voter`, if the caller has left the game; `no-such-seat`, for a bot, the caller's own
            seat, and one that has left the game.
        NotNow: `no-game`, `vote-open`, `called-lately`, or `few-voters`: with so few people in the game no vote can
            succeed.
    """
    running_game(state)
    number = own_seat(state, actor)
    if state.vote is not None:
        raise NotNow("vote-open")
    who = voters(state, command.seat)
    still_in = voters(state, 0)
    if number not in still_in:
        raise Illegal("no-voter")
    if command.seat not in still_in or command.seat == number:
        raise Illegal("no-such-seat", seat=command.seat)
    if len(who) < FEWEST:
        raise NotNow("few-voters")
    caller = state.seats[number - 1]
    if caller.called and now - caller.called < CALL_AGAIN:
        raise NotNow("called-lately", minutes=CALL_AGAIN // 60_000)
    called = with_seat(state, number, replace(caller, called=now))
    return replace(called, vote=Vote(command.seat, now, now + VOTE_OPEN, yes=(number,)))


def cast_vote(state: RoomState, actor: Player, command: CastVote) -> RoomState:
    """Counts a vote; nobody votes twice.

    Raises:
        Illegal: `not-seated`; `no-voter`, if the vote is about the actor, or they have left the game.
        NotNow: `no-vote`, or `voted`.
    """
    vote = state.vote
    number = own_seat(state, actor)
    if vote is None:
        raise NotNow("no-vote")
    if number not in voters(state, vote.seat):
        raise Illegal("no-voter")
    if number in (*vote.yes, *vote.no):
        raise NotNow("voted")
    counted = replace(vote, yes=(*vote.yes, number)) if command.yes else replace(vote, no=(*vote.no, number))
    return replace(state, vote=counted)


def end_vote(state: RoomState) -> RoomState:
    """The state after a vote that was open for its time.

    Raises:
        NotNow: `not-due`, if none is open.
    """
    if state.vote is None:
        raise NotNow("not-due")
    return replace(state, vote=None)


def settled(state: RoomState, now: int) -> RoomState:
    """The state with a vote that is decided carried out: the seat leaves the game, as if its player had resigned.

    A vote also ends when it cannot succeed any more, when its seat has left, and with the game.
    """
    vote = state.vote
    if vote is None:
        return state
    who = voters(state, vote.seat)
    closed = replace(state, vote=None)
    if state.phase != "playing" or vote.seat not in voters(state, 0):
        return closed
    yes = sum(number in vote.yes for number in who)
    open_yet = sum(number not in (*vote.yes, *vote.no) for number in who)
    if yes >= needed(state, vote.seat):
        return voted_out(closed, vote.seat, now)
    return state if yes + open_yet >= needed(state, vote.seat) else closed
