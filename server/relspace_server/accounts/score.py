"""What an account has played: its skill, its sums, and its last games. Part of the account."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from relspace.room.outcome import NEWCOMER, Skill
from relspace.room.state import Game
from relspace.wire.questions import GAMES_SHOWN


class Played(NamedTuple):
    """A finished game, as an account remembers it."""

    game: str
    """Its record's id."""
    ended: int
    """Wall-clock milliseconds."""
    players: tuple[str, ...]
    """The names, by seat."""
    winner: int
    """The seat that won; 0 if nobody did."""
    place: int
    change: int | None
    """By how many points the rating changed; None if the game was not rated."""


@dataclass(frozen=True, slots=True)
class Score:
    """What an account has played."""

    skill: Skill | None = None
    """None before the first rated game."""
    rated: int = 0
    """Rated games."""
    rated_wins: int = 0
    games: int = 0
    """All finished games, rated or not, and so are the sums below."""
    wins: int = 0
    jams: int = 0
    fastest: int = 0
    """The fewest plies of its own with which it escaped; 0 if it never did."""
    last: tuple[Played, ...] = ()
    """The last games, newest first."""
    seats: tuple[int, ...] = ()
    """Where the player sat in each of them; it ends early where older games do not tell."""


def entered(score: Score, game_id: str, game: Game, seat: int) -> Score:
    """The score with one more finished game.

    A game that is among the last ones already changes nothing, so that it can be entered again.

    Args:
        score: what the account has played so far.
        game_id: what the game's record is called.
        game: a game with an outcome.
        seat: where the account's player sat in it.
    """
    outcome = game.outcome
    assert outcome is not None
    if any(one.game == game_id for one in score.last):
        return score
    winner = game.position.winner or 0
    won = seat == winner
    change = None
    if outcome.skills:
        before, after = game.players[seat - 1].skill or NEWCOMER, outcome.skills[seat - 1]
        change = after.rating - before.rating
        skill = (score.skill or NEWCOMER).moved(before, after)
        score = replace(score, skill=skill, rated=score.rated + 1, rated_wins=score.rated_wins + won)
    names = tuple(player.name for player in game.players)
    played = Played(game_id, game.moved, names, winner, outcome.places[seat - 1], change)
    return replace(
        score,
        games=score.games + 1,
        wins=score.wins + won,
        jams=score.jams + game.jams[seat - 1],
        fastest=_faster(score.fastest, game, seat) if won and game.reason == "escaped" else score.fastest,
        last=(played, *score.last)[:GAMES_SHOWN],
        seats=(seat, *score.seats)[:GAMES_SHOWN],
    )


def _faster(fastest: int, game: Game, seat: int) -> int:
    plies = sum(made.seat == seat for made in game.moves)
    return min(fastest, plies) if fastest else plies
