"""Does what admins ask for, on whichever node they ask: it holds on all of them."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from relspace.errors import Fault, Refused
from relspace.room.commands import Close
from relspace.room.state import RoomState
from relspace.room.update import SERVER
from relspace.text import clean
from relspace_server.accounts.bans import KINDS, Ban, Bans, Kind, checked_who, moment, of_ban, safe_reason
from relspace_server.ops.admin.everywhere import Everywhere, told_of_others
from relspace_server.ops.admin.page import span, status_page
from relspace_server.ops.admin.request import AdminRequest, read_words, seconds_of, usage
from relspace_server.ops.admin.tables import table
from relspace_server.ops.audit import KEPT, Audit, Entry
from relspace_server.ops.motd import MessageOfTheDay
from relspace_server.ops.orders import Replies, Row
from relspace_server.rooms.hub import Hub
from relspace_server.ssh.commands import UsageError
from relspace_server.ssh.door import Answer
from relspace_server.ssh.house import House, Unable
from relspace_server.ssh.sentences import refusal_sentence

LOG: Final = logging.getLogger(__name__)

USUAL_LAST: Final = 20
USUAL_DRAIN: Final = 600
"""Seconds that games have to end when the server drains."""

SAID_COLUMNS: Final = 120
"""Columns of what is told to everybody: it stands in one line of a screen."""

SAID_BYTES: Final = 480


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
        everywhere: does on all nodes what each must do by itself.
        owner: finds the id of the account that has a name or is called by its id; None if there is none.
    """

    def __init__(
        self,
        house: House,
        hub: Hub,
        bans: Bans,
        audit: Audit,
        motd: MessageOfTheDay,
        everywhere: Everywhere,
        owner: Callable[[str], Awaitable[str | None]],
    ) -> None:
        self._house = house
        self._hub = hub
        self._bans = bans
        self._audit = audit
        self._motd = motd
        self._everywhere = everywhere
        self._owner = owner
        self._commands: Final[Mapping[str, Do]] = {
            "status": self._status,
            "rooms": self._rooms,
            "sessions": self._sessions,
            "nodes": self._nodes,
            "kick": self._kick,
            "ban": self._ban,
            "bans": self._list_bans,
            "unban": self._unban,
            "motd": self._message,
            "say": self._say,
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
        request, admin = read_words(words), Admin(who, address)
        if not request.changes:
            return await self._done(request, admin), request.json
        written = await self._audit.write(who, address, " ".join(words))
        LOG.info("admin %s from %s asks for %s", who, address, request.name)
        try:
            answer = await self._done(request, admin)
        except (UsageError, Unable) as why:
            await self._audit.finish(written, str(why))
            raise
        except Fault:
            await self._audit.finish(written, "The store did not answer.")
            raise
        await self._audit.finish(written)
        return answer, request.json

    async def _done(self, request: AdminRequest, admin: Admin) -> Answer:
        try:
            return await self._commands[request.name](request, admin)
        except Refused as refused:
            raise Unable(refusal_sentence(refused)) from None

    # ── looking ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def _status(self, _request: AdminRequest, _admin: Admin) -> Answer:
        found = await self._everywhere.do("status")
        nodes = _in_order({**row, "this": row["node"] == self._everywhere.node} for row in found.rows)
        now = self._hub.around.now()
        pages = [status_page(row, now, alone=len(nodes) == 1) for row in nodes]
        text = _with_others("\n\n".join(pages), found)
        return Answer(text, [*nodes, *({"node": one} for one in found.silent)])

    async def _rooms(self, _request: AdminRequest, _admin: Admin) -> Answer:
        rooms = [_room(room.state, room.watching) for room in self._hub.rooms]
        rows = [
            (room["code"], room["title"], room["phase"], " ".join(room["players"]) or "-", str(room["watching"]))
            for room in rooms
        ]
        return Answer(table(("code", "title", "phase", "players", "watching"), rows, "There are no rooms."), rooms)

    async def _sessions(self, _request: AdminRequest, _admin: Admin) -> Answer:
        found = await self._everywhere.do("sessions")
        people = sorted(found.rows, key=lambda one: -int(one["seconds"]))
        head = ("session", "name", "address", "place", "room", "for", "key")
        rows = [
            (
                *(str(one[column]) for column in ("session", "name", "address", "place")),
                *(one["room"] or "-", span(one["seconds"]), one["key"] or "guest"),
            )
            for one in people
        ]
        if self._hub.nodes.shared:
            head = (*head, "node")  # type: ignore[assignment]
            rows = [(*row, one["node"]) for row, one in zip(rows, people, strict=True)]
        return Answer(_with_others(table(head, rows, "Nobody is here."), found), people)

    async def _nodes(self, _request: AdminRequest, _admin: Admin) -> Answer:
        found = await self._everywhere.do("node")
        nodes = _in_order(found.rows)
        rows = [
            (
                *(str(one[column]) for column in ("node", "host", "worker", "version", "sessions", "games")),
                _state(one, self._everywhere.node),
            )
            for one in nodes
        ]
        head = ("node", "host", "worker", "version", "sessions", "games", "state")
        return Answer(_with_others(table(head, rows, ""), found), [*nodes, *({"node": one} for one in found.silent)])

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
        rows = [(moment(entry.at), entry.who, entry.address, entry.words, _outcome(entry)) for entry in entries]
        text = table(("when", "who", "from", "words", "outcome"), rows, "No admin has done anything yet.")
        return Answer(text, [asdict(entry) for entry in entries])

    async def _help(self, request: AdminRequest, _admin: Admin) -> Answer:
        told = usage(*request.args)
        return Answer(told, told.splitlines())

    # ── people ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def _kick(self, request: AdminRequest, _admin: Admin) -> Answer:
        (who,) = request.args
        ended = await self._everywhere.do("kick", who, safe_reason(request.options.get("reason", "")))
        if not ended.rows:
            raise Unable(_with_others(f"Nobody here is called {safe_reason(who)!r}.", ended))
        return Answer(_ended(ended), {"ended": ended.rows, "silent": ended.silent})

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
        ended = await self._everywhere.do("enforce", ban.id)
        text = f"Ban {ban.id} of {kind} {who}, until {_end(ban)}. {_ended(ended)}"
        return Answer(text, {**asdict(ban), "ended": ended.rows, "silent": ended.silent})

    async def _account_called(self, word: str) -> str:
        """The id of an account, by its name or by the id itself.

        Raises:
            Unable: there is none.
        """
        account = await self._owner(word)
        if account is None:
            raise Unable(f"There is no account {safe_reason(word)!r}. To keep a name from guests too: ban name.")
        return account

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

    async def _say(self, request: AdminRequest, _admin: Admin) -> Answer:
        text = clean(" ".join(request.args), SAID_COLUMNS, SAID_BYTES)
        if not text.strip():
            raise UsageError("admin say: there is nothing to say.")
        told = await self._everywhere.do("say", text)
        people = sum(int(row["told"]) for row in told.rows)
        sessions = "1 session is told." if people == 1 else f"{people} sessions are told."
        return Answer(_with_others(sessions, told), {"said": text, "told": people, "silent": told.silent})

    async def _close(self, request: AdminRequest, _admin: Admin) -> Answer:
        await self._hub.find(request.args[0])
        state = await self._hub.change(request.args[0], Close(), SERVER)
        return Answer(f"Room {state.code} is closed.", {"closed": state.code})

    async def _drain_server(self, request: AdminRequest, _admin: Admin) -> Answer:
        if request.flags and request.options:
            raise UsageError("admin drain: either --within or --now.")
        seconds = 0 if request.flags else seconds_of(request.options.get("within", f"{USUAL_DRAIN}s"))
        name = request.args[0] if request.args else self._everywhere.node
        nodes = await self._everywhere.server_of(name)
        if not nodes:
            raise Unable(f"There is no node {safe_reason(name)!r}: `nodes` lists them.")
        done = await self._everywhere.do_on(nodes, "drain", str(seconds))
        running = sum(int(row["running"]) for row in done.rows)
        games = "1 game runs" if running == 1 else f"{running} games run"
        text = f"Nothing new is begun. {games}; the server stops when none does, in {span(seconds)} at the latest."
        stops_now = not seconds or not running
        data = {"running": running, "seconds": seconds, "nodes": nodes, "silent": done.silent}
        return Answer(_with_others("The server stops." if stops_now else text, done), data)

    async def _read_again(self, _request: AdminRequest, _admin: Admin) -> Answer:
        done = await self._everywhere.do("reload")
        texts = {str(row["node"]): _reloaded(row) for row in done.rows}
        alone = len(texts) + len(done.unable) == 1
        if len(set(texts.values())) > 1 or (texts and done.unable):
            lines = [f"Node {node}: {text}" for node, text in texts.items()]
        else:
            lines = list(texts.values())[:1]
        lines += [why if alone else f"Node {node}: {why}" for node, why in done.unable]
        text = _with_others("\n".join(lines), done)
        if done.unable:
            raise Unable(text)
        return Answer(text, done.rows[0] if alone else done.rows)


def _in_order(rows: Iterable[Row]) -> list[Row]:
    """Nodes of one machine beside each other, and of one server."""
    return sorted(rows, key=lambda one: (one["host"], one["server"], one["worker"]))


def _reloaded(row: Mapping[str, Any]) -> str:
    """What has become of the settings of a node."""
    lines = [f"Changed: {', '.join(row['changed']) or 'no setting'}."]
    if row["waiting"]:
        lines.append(f"Changed, but only after a restart: {', '.join(row['waiting'])}.")
    allowed = "every key may come in" if row["allowed"] is None else f"keys that may come in: {row['allowed']}"
    return "\n".join([*lines, f"Keys of admins: {row['admins']}; {allowed}."])


def _state(row: Mapping[str, Any], this: str) -> str:
    """Whether a node takes people in, and whether it is the one that was asked."""
    state = "draining" if row["draining"] else "open"
    return f"{state} (this one)" if row["node"] == this else state


def _outcome(entry: Entry) -> str:
    """What became of what an admin asked for."""
    if entry.done:
        return "done"
    return f"not done: {entry.failed}" if entry.failed else "not known"


def _with_others(text: str, replies: Replies) -> str:
    """An answer, and what is not in it."""
    return "\n".join([text, *told_of_others(replies)])


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


def _ended(ended: Replies) -> str:
    number = len(ended.rows)
    return _with_others("1 session is ended." if number == 1 else f"{number} sessions are ended.", ended)
