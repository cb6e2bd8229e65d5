"""Entering what a game leaves behind: its record, and its place in each player's account.

The outcome stands in the room from the very write that ended the game. Entering it takes a write for each value, and
nothing spans two values; so each step can be repeated and changes nothing the second time:

    the record        is created, or there already
    each account      remembers `rate:<game>`, and the game among its last ones
    the room          is marked settled, or, if it was closed meanwhile, removed

Whoever stops between two of them, or does not get an answer, leaves the rest to the sweep, on this node or on another.
"""

import asyncio
import logging
from collections.abc import Iterable
from contextvars import Context
from dataclasses import replace
from functools import partial
from typing import Final

from relspace.errors import Fault, Refused
from relspace.room.commands import Settle
from relspace.room.settling import unsettled
from relspace.room.state import Player, RoomState
from relspace.room.update import SERVER, update
from relspace_server.accounts.account import Account
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.rankings import Rankings
from relspace_server.accounts.score import entered
from relspace_server.rooms.form import Apply
from relspace_server.rooms.records import Records
from relspace_server.rooms.surroundings import Surroundings
from relspace_server.store.bucket import Bucket, Conflict, StoreError
from relspace_server.tasks import Tasks

log = logging.getLogger(__name__)

SWEEP_EVERY: Final = 60.0
"""Seconds between two sweeps."""

RETRY: Final = 2.0
"""Seconds until a game is tried again when the store did not answer: a rematch waits for it."""


class Settling:
    """Settles the games of a node's rooms.

    Args:
        around: the time.
        bucket: where the rooms are.
        accounts: where the accounts are.
        records: where the records go.
        rankings: told of each account that has changed, before the store's watch does.
        apply: how a room is changed.
        tasks: where the work goes.
    """

    def __init__(
        self,
        around: Surroundings,
        bucket: Bucket,
        accounts: Accounts,
        records: Records,
        rankings: Rankings,
        apply: Apply,
        tasks: Tasks,
    ) -> None:
        self._around = around
        self._bucket = bucket
        self._accounts = accounts
        self._records = records
        self._rankings = rankings
        self._apply = apply
        self._tasks = tasks
        self._closed: dict[str, tuple[RoomState, int]] = {}
        """Rooms that are closed and still in the store, with their revisions."""
        self.removals = 0
        """How many rooms have gone; whoever waits for an answer about one sees by it whether it may be too old."""
        self._busy: set[str] = set()
        """Games that are being settled."""
        self._stopped = False

    # ── what is to be settled ────────────────────────────────────────────────────────────────────────────────────

    def ended(self, state: RoomState) -> None:
        """Settles the last game of a room, soon, if that was not done."""
        if unsettled(state) and state.game_id not in self._busy and not self._stopped:
            self._busy.add(state.game_id)
            self._tasks.spawn(self._settle_open(state), name=f"settle {state.game_id}")

    def closed(self, state: RoomState, revision: int) -> None:
        """Leaves a closed room to the next sweep, if whoever closed it does not remove it."""
        self._closed[state.code] = (state, revision)

    def closed_at(self, code: str) -> int:
        """The revision at which a room was closed that is still in the store; 0 if there is no such room."""
        return self._closed[code][1] if code in self._closed else 0

    async def remove(self, state: RoomState, revision: int) -> None:
        """Removes a closed room from the store, once its last game is settled; later if the store does not answer.

        Args:
            state: the room.
            revision: its revision.
        """
        self.closed(state, revision)
        await self._remove(state, revision)

    def removed(self, code: str) -> None:
        """A room is no longer in the store."""
        self.removals += 1
        self._closed.pop(code, None)

    def sweep(self, rooms: Iterable[RoomState]) -> None:
        """Settles what was left, of these rooms and of closed ones."""
        for state in rooms:
            self.ended(state)
        for state, revision in list(self._closed.values()):
            self._tasks.spawn(self._remove(state, revision), name=f"settle {state.game_id}")

    def stop(self) -> None:
        """Tries nothing again; what is under way goes on."""
        self._stopped = True

    # ── the steps ────────────────────────────────────────────────────────────────────────────────────────────────

    async def _settle_open(self, state: RoomState) -> None:
        assert state.game is not None
        now, entropy = self._around.now(), self._around.entropy()
        command = Settle(state.game.number)
        try:
            await self._enter(state)
            await self._apply(
                state.code, lambda room: update(room, command, SERVER, now, entropy), f"settled:{state.game_id}"
            )
        except Refused as error:
            log.debug("%s was settled elsewhere, or its room is closed: %s", state.game_id, error)
        except Fault as error:
            log.warning("%s is settled later: %s", state.game_id, error)
            self._try_again(state)
        finally:
            self._busy.discard(state.game_id)

    def _try_again(self, state: RoomState) -> None:
        asyncio.get_running_loop().call_later(RETRY, self.ended, state, context=Context())

    async def _remove(self, state: RoomState, revision: int) -> None:
        try:
            if unsettled(state):
                await self._enter(state)
            await self._bucket.delete(state.code, revision)
        except Conflict:
            log.debug("room %s was removed elsewhere", state.code)
        except Fault as error:
            log.warning("room %s is removed later: %s", state.code, error)
            return
        self.removed(state.code)

    async def _enter(self, state: RoomState) -> None:
        """Enters an outcome wherever it belongs, but for the room itself.

        Raises:
            Fault: the store does not answer; the rest is to be entered later.
        """
        await self._records.keep(state)
        assert state.game is not None
        if state.game.outcome is None or not state.game.outcome.places:
            return
        for seat, player in enumerate(state.game.players, 1):
            if player.kind == "person":
                await self._enter_score(state, seat, player)

    async def _enter_score(self, state: RoomState, seat: int, player: Player) -> None:
        assert state.game is not None
        add = partial(entered, game_id=state.game_id, game=state.game, seat=seat)

        def with_game(account: Account) -> Account:
            return replace(account, score=add(account.score))

        try:
            account = await self._accounts.change(player.id, with_game, f"rate:{state.game_id}")
        except Refused:
            log.info("%s is not entered for %s, whose account is gone", state.game_id, player.name)
        except StoreError:
            raise
        except Fault as error:
            log.error("%s is not entered for %s: %s", state.game_id, player.name, error)
        else:
            self._rankings.learn(account)
