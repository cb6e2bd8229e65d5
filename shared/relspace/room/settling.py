"""What a game leaves behind: ratings frozen at its start, an outcome at its end, and a mark once that is entered.

The outcome is written by the very update that ends the game, so there is no moment at which a game is over and its
outcome unknown; and as long as it is not settled no other game begins in the room. How skills change comes in as an
argument, like the time: a step of its own, after the end, would be one more place to stop at.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from relspace.errors import NotNow
from relspace.room.outcome import Outcome, Skill, places
from relspace.room.state import Game, Player, RoomState
from relspace.rules.moves import Resign, parse_move
from relspace.rules.stash import cards_left


class Ratings(Protocol):
    """What a room is told of its players' skills. Pure, as far as one update can tell."""

    def skill(self, player_id: str) -> Skill | None:
        """What is believed of a player; None before their first rated game."""
        ...

    def after(self, skills: Sequence[Skill | None], places: Sequence[int]) -> tuple[Skill, ...]:
        """What is believed of each player after a game in which they took these places."""
        ...


def followed(before: RoomState, after: RoomState, ratings: Ratings) -> RoomState:
    """The state `after` an update, with what a start or an end of a game adds.

    Args:
        before: the state that was changed.
        after: what became of it.
        ratings: what is known of the players at the moment.
    """
    if after is before:
        return after
    if after.phase != "playing":
        return _with_outcome(with_skills(after, ratings), ratings)
    return _frozen(after, ratings) if before.phase != "playing" else after


def with_skills(state: RoomState, ratings: Ratings) -> RoomState:
    """A room where no game runs, with what is known now of everybody who sits."""
    seats = tuple(
        replace(seat, player=_known(seat.player, ratings)) if seat.player is not None else seat for seat in state.seats
    )
    return state if seats == state.seats else replace(state, seats=seats)


def counts(state: RoomState) -> bool:
    """Whether a game of those who sit now is rated: in a public room, with a clock, among people with accounts."""
    players = [seat.player for seat in state.seats if seat.player]
    accounts = all(player.kind == "person" for player in players)
    return state.options.public and state.options.clock > 0 and len(players) > 1 and accounts


def unsettled(state: RoomState) -> bool:
    """Whether the last game's outcome is still to be entered."""
    return state.game is not None and state.game.outcome is not None and not state.game.outcome.settled


def settle(state: RoomState, game: int) -> RoomState:
    """Marks the outcome of a game as entered.

    Raises:
        NotNow: `not-due`, if there is no such outcome, or it is marked already.
    """
    last = state.game
    if last is None or last.number != game or last.outcome is None or last.outcome.settled:
        raise NotNow("not-due")
    return replace(state, game=replace(last, outcome=replace(last.outcome, settled=True)))


def _known(player: Player, ratings: Ratings) -> Player:
    skill = ratings.skill(player.id) if player.kind == "person" else None
    return player if skill == player.skill else replace(player, skill=skill)


def _frozen(state: RoomState, ratings: Ratings) -> RoomState:
    """A game that has just begun, with the skills that it will be rated by."""
    assert state.game is not None
    players = tuple(_known(player, ratings) for player in state.game.players)
    return replace(state, game=replace(state.game, players=players, rated=counts(state)))


def _with_outcome(state: RoomState, ratings: Ratings) -> RoomState:
    game = state.game
    if game is None or game.outcome is not None or state.phase != "over":
        return state
    return replace(state, game=replace(game, outcome=_outcome(game, ratings)))


def _outcome(game: Game, ratings: Ratings) -> Outcome:
    if game.reason == "abandoned":
        return Outcome()
    left = [cards_left(stash) for stash in game.position.seats]
    resigned = [made.seat for made in game.moves if isinstance(parse_move(made.move), Resign)]
    reached = places(game.position.winner, left, resigned)
    skills = ratings.after([player.skill for player in game.players], reached) if game.rated else ()
    return Outcome(reached, skills)
