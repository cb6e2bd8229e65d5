"""Does what admins ask for."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from relspace.errors import Refused
from relspace.room.commands import Close
from relspace.room.state import RoomState
from relspace.room.update import SERVER
from relspace_server.config import CannotStart
from relspace_server.ops.admin.people import People, Somebody, as_data, banned_by, called
from relspace_server.ops.admin.request import AdminRequest, Unable, read_words, seconds_of, usage
from relspace_server.ops.admin.tables import table
from relspace_server.ops.audit import KEPT, Audit
from relspace_server.ops.bans import KINDS, Ban, Bans, Kind, checked_who, moment, of_ban, safe_reason
from relspace_server.ops.drain import Drain
from relspace_server.ops.motd import MessageOfTheDay
from relspace_server.ops.reload import Reload
from relspace_server.rooms.hub import Hub
from relspace_server.ssh import wayout
from relspace_server.ssh.commands import UsageError
from relspace_server.ssh.door import Answer
from relspace_server.ssh.house import House
from relspace_server.ssh.sentences import refusal_sentence

LOG: Final = logging.getLogger(__name__)

USUAL_LAST: Final = 20
USUAL_DRAIN: Final = 600
"""Seconds that games have to end when the server drains."""


@dataclass(frozen=True, slots=True)
class Admin:
    """Who asks."""

    who: str
    address: str


Do = Callable[[AdminRequest, Admin], Awaitable[Answer]]


class AdminOffice:
    """Implements `relspace_server.ssh.house.Office`.

    Args:
        house: who is in.
        hub: the games.
        bans: who may not come in.
        audit: where it is written down.
        motd: the message of the day.
        drain: stops the server.
        reload: reads the settings again.
        owner: finds the id of the account that has a name or is called by its id; None if there is none.
    """

    def __init__(
        self,
        house: House,
        hub: Hub,
        bans: Bans,
        audit: Audit,
        motd: MessageOfTheDay,
        drain: Drain,
        reload: Reload,
        owner: Callable[[str], Awaitable[str | None]],
    ) -> None:
        self._house = house
        self._hub = hub
        self._people = People(house, hub)
        self._bans = bans
        bans.came = self._enforce
        self._audit = audit
        self._motd = motd
        self._drain = drain
        self._reload = reload
        self._owner = owner
        self._commands: Final[Mapping[str, Do]] = {
            "rooms": self._rooms,
            "sessions": self._sessions,
            "kick": self._kick,
            "ban": self._ban,
            "bans": self._list_bans,
            "unban": self._unban,
            "motd": self._message,
            "close": self._close,
            "drain": self._drain_server,
            "reload": self._read_again,
            "audit": self._log,
            "help": self._help,
        }

    async def answer(self, who: str, address: str, words: Sequence[str]) -> tuple[Answer, bool]:
        """Does what an admin asks for; what changes something is written to the audit log first.

        Raises:
            UsageError: there is no such command, or not with these words.
            Unable: it cannot be done.
            Fault: the store does not answer; nothing was done.
        """
        request = read_words(words)
        if request.changes:
            await self._audit.write(who, address, " ".join(words))
            LOG.info("admin %s from %s asks for %s", who, address, request.name)
        try:
            return await self._commands[request.name](request, Admin(who, address)), request.json
        except Refused as refused:
            raise Unable(refusal_sentence(refused)) from None

    # ── looking ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def _rooms(self, _request: AdminRequest, _admin: Admin) -> Answer:
        rooms = [_room(room.state, room.watching) for room in self._hub.rooms]
        rows = [
            (room["code"], room["title"], room["phase"], " ".join(room["players"]) or "-", str(room["watching"]))
            for room in rooms
        ]
        return Answer(table(("code", "title", "phase", "players", "watching"), rows, "There are no rooms."), rooms)

    async def _sessions(self, _request: AdminRequest, _admin: Admin) -> Answer:
        people = self._people.all()
        rows = [
            (one.session, one.name, one.address, one.place, one.room or "-", _span(one.seconds), one.key or "guest")
            for one in people
        ]
        head = ("session", "name", "address", "place", "room", "for", "key")
        return Answer(table(head, rows, "Nobody is here."), as_data(people))

    async def _list_bans(self, _request: AdminRequest, _admin: Admin) -> Answer:
        bans = await self._bans.all()
        rows = [(ban.id, ban.kind, ban.who, _end(ban), ban.reason) for ban in bans]
        text = table(("id", "kind", "who", "until", "reason"), rows, "Nobody is banned.")
        return Answer(text, [asdict(ban) for ban in bans])

    async def _log(self, request: AdminRequest, _admin: Admin) -> Answer:
        last = request.options.get("last", str(USUAL_LAST))
        if not (last.isascii() and last.isdecimal() and len(last) <= len(str(KEPT)) and 1 <= int(last) <= KEPT):
            raise UsageError(f"--last needs a number from 1 to {KEPT}.")
        entries = await self._audit.last(int(last))
        rows = [(moment(entry.at), entry.who, entry.address, entry.words) for entry in entries]
        text = table(("when", "who", "from", "words"), rows, "No admin has done anything yet.")
        return Answer(text, [asdict(entry) for entry in entries])

    async def _help(self, _request: AdminRequest, _admin: Admin) -> Answer:
        return Answer(usage(), usage().splitlines())

    # ── people ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def _kick(self, request: AdminRequest, _admin: Admin) -> Answer:
        (who,) = request.args
        reason = safe_reason(request.options.get("reason", ""))
        ended = self._people.end(called(who), wayout.sent_away(reason))
        if not ended:
            raise Unable(f"Nobody here is called {safe_reason(who)!r}.")
        return Answer(_ended(len(ended)), {"ended": as_data(ended)})

    async def _ban(self, request: AdminRequest, admin: Admin) -> Answer:
        kind, word = _kind(request.args[0]), request.args[1]
        try:
            who = checked_who(kind, word)
        except ValueError as error:
            raise UsageError(str(error)) from None
        if kind == "account":
            who = await self._account_called(word)
        if _shuts_out(kind, who, admin):
            raise Unable(f"That would keep yourself out: you are here with this {kind}. The server's own machine can.")
        seconds = seconds_of(request.options["for"]) if "for" in request.options else 0
        until = self._hub.around.now() + 1000 * seconds if seconds else 0
        ban = await self._bans.add(kind, who, until, safe_reason(request.options.get("reason", "")), admin.who)
        ended = self._enforce(ban)
        text = f"Ban {ban.id} of {kind} {who}, until {_end(ban)}. {_ended(len(ended))}"
        return Answer(text, {**asdict(ban), "ended": as_data(ended)})

    async def _account_called(self, word: str) -> str:
        """The id of an account, by its name or by the id itself.

        Raises:
            Unable: there is none.
        """
        account = await self._owner(word)
        if account is None:
            raise Unable(f"There is no account {safe_reason(word)!r}. To keep a name from guests too: ban name.")
        return account

    def _enforce(self, ban: Ban) -> list[Somebody]:
        """Ends what somebody has here who is banned; returns whose sessions these were."""
        ended = self._people.end(banned_by(ban, of_ban(ban)), wayout.banned(ban))
        self._hang_up(ban)
        return ended

    def _hang_up(self, ban: Ban) -> None:
        """Closes the connections from a banned address that have no session yet; the others close with theirs."""
        holds = of_ban(ban)
        for party in list(self._house.parties):
            if holds(party.address) and not party.end_sessions(wayout.banned(ban)):
                party.dismiss(ban.sentence)

    async def _unban(self, request: AdminRequest, _admin: Admin) -> Answer:
        ban = await self._bans.lift(request.args[0])
        if ban is None:
            raise Unable(f"There is no ban {safe_reason(request.args[0])!r}.")
        return Answer(f"Ban {ban.id} of {ban.kind} {ban.who} is lifted.", asdict(ban))

    # ── rooms, and the server ────────────────────────────────────────────────────────────────────────────────────

    async def _message(self, request: AdminRequest, _admin: Admin) -> Answer:
        if "clear" in request.flags and request.args:
            raise UsageError("admin motd: either a text or --clear.")
        if not request.changes:
            text = self._house.standing.motd
            return Answer(text or "There is no message of the day.", {"motd": text})
        text = await self._motd.set(" ".join(request.args))
        return Answer(text or "There is no message of the day any more.", {"motd": text})

    async def _close(self, request: AdminRequest, _admin: Admin) -> Answer:
        state = await self._hub.change(request.args[0], Close(), SERVER)
        return Answer(f"Room {state.code} is closed.", {"closed": state.code})

    async def _drain_server(self, request: AdminRequest, _admin: Admin) -> Answer:
        if request.flags and request.options:
            raise UsageError("admin drain: either --within or --now.")
        seconds = 0 if request.flags else seconds_of(request.options.get("within", f"{USUAL_DRAIN}s"))
        running = self._drain.running
        self._drain.begin(seconds)
        games = "1 game runs" if running == 1 else f"{running} games run"
        text = f"Nothing new is begun. {games}; the server stops when none does, in {_span(seconds)} at the latest."
        stops_now = not seconds or not running
        return Answer("The server stops." if stops_now else text, {"running": running, "seconds": seconds})

    async def _read_again(self, _request: AdminRequest, _admin: Admin) -> Answer:
        try:
            done = await self._reload.again()
        except CannotStart as error:
            raise Unable(f"{error} Nothing has changed.") from None
        lines = [f"Changed: {', '.join(done.changed) or 'no setting'}."]
        if done.waiting:
            lines.append(f"Changed, but only after a restart: {', '.join(done.waiting)}.")
        allowed = "every key may come in" if done.allowed is None else f"keys that may come in: {done.allowed}"
        lines.append(f"Keys of admins: {done.admins}; {allowed}.")
        return Answer("\n".join(lines), done._asdict())


def _room(state: RoomState, watching: int) -> dict[str, Any]:
    """A room, without anything that its players do not all know."""
    return {
        "code": state.code,
        "title": state.title,
        "phase": state.phase,
        "public": state.options.public,
        "players": [seat.player.name for seat in state.seats if seat.player is not None],
        "connected": sum(bool(seat.session) for seat in state.seats),
        "watching": watching,
        "game": state.game_id if state.game is not None else "",
        "moves": len(state.game.moves) if state.game is not None else 0,
    }


def _shuts_out(kind: Kind, who: str, admin: Admin) -> bool:
    """Whether a ban is of the key or the address with which an admin asks for it."""
    return who == admin.who if kind == "key" else of_ban(Ban("", kind, who, 0))(admin.address)


def _kind(word: str) -> Kind:
    for kind in KINDS:
        if kind == word:
            return kind
    raise UsageError(f"A ban is of an {', '.join(KINDS[:-1])} or {KINDS[-1]}, not {safe_reason(word)!r}.")


def _end(ban: Ban) -> str:
    return moment(ban.until) if ban.until else "it is lifted"


def _ended(number: int) -> str:
    return "1 session is ended." if number == 1 else f"{number} sessions are ended."


def _span(seconds: int) -> str:
    """`45 s`, `12 min`, `3 h` or `5 d`."""
    for unit, size in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"
