"""What people may know of an account: its profile."""

from itertools import chain, repeat

from relspace.wire.questions import PlayedGame, Profile, Rank
from relspace_server.accounts.account import Account
from relspace_server.accounts.score import Played


def profile(account: Account, rank: Rank | None) -> Profile:
    """The profile of an account."""
    score = account.score
    return Profile(
        name=account.name,
        since=account.created,
        rank=rank,
        games=score.games,
        wins=score.wins,
        jams=score.jams,
        fastest=score.fastest,
        last=tuple(map(_game, score.last, chain(score.seats, repeat(0)))),
    )


def _game(one: Played, seat: int) -> PlayedGame:
    winner = one.players[one.winner - 1] if one.winner else ""
    return PlayedGame(one.game, one.ended, one.players, winner, one.place, one.change, seat)
