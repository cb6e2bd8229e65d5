"""Who is how good: an index in memory over all accounts, fed by the store's watch."""

import logging
from bisect import bisect_left, insort
from collections.abc import Callable, Sequence
from typing import NamedTuple

from relspace.errors import Refused
from relspace.room.outcome import CAUTION, Skill
from relspace.wire.questions import RANKS_SHOWN, Rank
from relspace.wire.questions import Rankings as Answer
from relspace_server.accounts.account import Account
from relspace_server.accounts.ratings import rated
from relspace_server.accounts.roll import Outline, Roll, read_outline, read_roll
from relspace_server.store.bucket import Change, Store, Value
from relspace_server.store.following import follow

log = logging.getLogger(__name__)


class _Row(NamedTuple):
    name: str
    skill: Skill
    games: int
    wins: int

    @property
    def key(self) -> int:
        """Smaller for the better."""
        return CAUTION * self.skill.doubt - self.skill.mean


class Rankings:
    """Implements `relspace.room.settling.Ratings`, and answers who is how good."""

    def __init__(self, store: Store) -> None:
        self._bucket = store.bucket("accounts")
        self._watch = self._bucket.watch(None)
        self._rows: dict[str, _Row] = {}
        """By account, of those who played rated games."""
        self._order: list[tuple[int, str]] = []
        """Their keys and accounts, the best first."""
        self._revisions: dict[str, int] = {}
        """At which each account was read."""
        self.told: Callable[[str, Value | None], None] = lambda _account_id, _value: None
        """Told what became of each account; None for one that there is no longer."""

    # ── the index ────────────────────────────────────────────────────────────────────────────────────────────────

    async def load(self) -> Roll:
        """Reads all accounts, and returns them for whoever must know them as well.

        Raises:
            Unavailable: the store does not answer.
        """
        roll = await read_roll(self._bucket)
        self._revisions = dict(roll.revisions)
        for account_id, outline in roll.outlines.items():
            self._put(account_id, _row(outline))
        return roll

    async def follow(self) -> None:
        """Takes every change of an account until `close` is called."""
        await follow(self._watch, self._changed, "accounts")

    def _changed(self, change: Change) -> None:
        self.take(change.key, change.value)
        self.told(change.key, change.value)

    def close(self) -> None:
        """Ends `follow`."""
        self._watch.close()

    def take(self, account_id: str, value: Value | None) -> None:
        """Takes what an account is now; nothing older than what is known."""
        if value is None:
            self._revisions.pop(account_id, None)
            self._put(account_id, None)
            return
        if value.revision <= self._revisions.get(account_id, 0):
            return
        self._revisions[account_id] = value.revision
        try:
            row = _row(read_outline(value.data))
        except Refused as error:
            log.error("the account %s cannot be read and is not ranked: %s", account_id, error)
            row = None
        self._put(account_id, row)

    def learn(self, account: Account) -> None:
        """Takes an account that was just changed here, before the watch tells of it; none that has gone meanwhile."""
        score = account.score
        if score.skill is not None and not account.gone and account.id in self._revisions:
            self._put(account.id, _Row(account.name, score.skill, score.rated, score.rated_wins))

    def _put(self, account_id: str, row: _Row | None) -> None:
        old = self._rows.get(account_id)
        if old is not None:
            del self._order[bisect_left(self._order, (old.key, account_id))]
            del self._rows[account_id]
        if row is not None:
            insort(self._order, (row.key, account_id))
            self._rows[account_id] = row

    # ── what rooms ask ───────────────────────────────────────────────────────────────────────────────────────────

    def skill(self, player_id: str) -> Skill | None:
        """What is believed of a player; None before their first rated game."""
        row = self._rows.get(player_id)
        return None if row is None else row.skill

    def after(self, skills: Sequence[Skill | None], places: Sequence[int]) -> tuple[Skill, ...]:
        """What is believed of each player after a game in which they took these places."""
        return rated(skills, places)

    # ── what people ask ──────────────────────────────────────────────────────────────────────────────────────────

    def rank(self, account_id: str) -> Rank | None:
        """A player's row; None before their first rated game. Players who are equally good share a place."""
        row = self._rows.get(account_id)
        if row is None:
            return None
        place = 1 + bisect_left(self._order, (row.key,))
        return Rank(place, row.name, row.skill.rating, row.skill.uncertainty, row.games, row.wins)

    def page(self, first: int, viewer: str) -> Answer:
        """A part of the rankings.

        Args:
            first: the place to begin with, from 1.
            viewer: whose own row is added, by account.
        """
        begin = max(0, first - 1)
        ranks = [self.rank(account_id) for _, account_id in self._order[begin : begin + RANKS_SHOWN]]
        return Answer(len(self._order), tuple(rank for rank in ranks if rank), self.rank(viewer))


def _row(outline: Outline) -> _Row | None:
    """The row of an account; None before its first rated game, and once it is given up."""
    score = outline.score
    if outline.gone or score.skill is None:
        return None
    return _Row(outline.name, score.skill, score.rated, score.rated_wins)
