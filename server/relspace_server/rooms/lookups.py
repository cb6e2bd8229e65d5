"""What people look up: rankings, profiles, the records of games."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NoReturn

from relspace.errors import Illegal, Refused
from relspace.room.state import Player, RoomState
from relspace.wire.questions import Answer, AskProfile, AskRankings, AskRecord, Profile, Question, Rankings, RecordText
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.profiles import profile
from relspace_server.accounts.rankings import Rankings as Index
from relspace_server.rooms.lobby import listed
from relspace_server.rooms.open_room import OpenRoom
from relspace_server.rooms.records import Records


class Lookups:
    """Answers questions.

    Args:
        accounts: where the accounts are.
        rankings: who is how good.
        records: where the records of finished games are.
        rooms: the rooms that are open.
        room: one of them by its code, as it is now; raises `Refused` if there is none.
    """

    def __init__(
        self,
        accounts: Accounts,
        rankings: Index,
        records: Records,
        rooms: Callable[[], Iterable[RoomState]],
        room: Callable[[str], OpenRoom],
    ) -> None:
        self._accounts = accounts
        self._rankings = rankings
        self._records = records
        self._rooms = rooms
        self._room = room

    async def answer(self, question: Question, player: Player) -> Answer:
        """Looks something up for somebody.

        Raises:
            Refused: `no-such-player`, `no-such-record`.
            Fault: the store does not answer.
        """
        match question:
            case AskRankings():
                return self.rankings(question.first, player.id)
            case AskProfile():
                return await self.profile(question.name, player)
            case AskRecord():
                return RecordText(question.game, await self.record(question.game, player.id))

    def rankings(self, first: int, viewer: str) -> Rankings:
        """A part of the rankings, and the viewer's own row."""
        return self._rankings.page(first, viewer)

    async def profile(self, name: str, player: Player) -> Profile:
        """A player's profile; one's own if no name is given. Of guests nothing is kept.

        The ids of games begin with the code of their room: those of a private room that is still open are told to
        nobody who could not find it otherwise.

        Raises:
            Illegal: `no-such-player`.
            Fault: the store does not answer.
        """
        if not name and player.kind == "guest":
            return Profile(player.name, guest=True)
        account_id = await self._accounts.names.owner(name) if name else player.id
        account = await self._accounts.get(account_id) if account_id else None
        if account is None or account.gone:
            _nobody(name or player.name)
        found = profile(account, self._rankings.rank(account.id))
        if account.id == player.id:
            return found
        hidden = tuple(f"{state.code}-" for state in self._rooms() if not listed(state, player.id))
        return replace(found, last=tuple(one for one in found.last if not one.game.startswith(hidden)))

    async def account_called(self, word: str) -> str | None:
        """The id of the account that has a name, or that has this id itself; None if there is none.

        Raises:
            Fault: the store does not answer.
        """
        for account_id in (await self._accounts.names.owner(word), word):
            account = await self._accounts.get(account_id) if account_id else None
            if account is not None and not account.gone:
                return account.id
        return None

    async def record(self, game: str, viewer: str) -> str:
        """The record of a game; of one that goes on, what may be known of it.

        Raises:
            Refused: `no-such-record`.
            Fault: the store does not answer.
        """
        try:
            running = [self._room(game.partition("-")[0]).state]
        except Refused:
            running = []
        return await self._records.text(game, running, viewer)


def _nobody(name: str) -> NoReturn:
    raise Illegal("no-such-player", name=name[:32])
