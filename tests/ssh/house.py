"""A server whose game is a toy, and clients of it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import asyncssh
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from relspace.errors import Fault, Illegal, NotNow, Refused
from relspace.wire.messages import Lobby, Person
from relspace_client.around.parts import Reader
from relspace_client.compat import HostedApp
from relspace_client.locale.words import words
from relspace_client.look.glyphs import ASCII
from relspace_client.plain.session import PlainSession
from relspace_client.start import JoinRoom, Start
from relspace_client.terminal import Place, Terminal
from relspace_server.config import Settings
from relspace_server.ssh.door import Answer, Visitor
from relspace_server.ssh.line import Line
from relspace_server.ssh.listener import Listener

from ..client.fakes import FakeLink
from .watched import PATIENCE, Watched


async def until(wanted: Callable[[], object], patience: float = PATIENCE) -> None:
    """Lets the loop run until something is so."""
    loop = asyncio.get_running_loop()
    end = loop.time() + patience
    while not wanted():
        assert loop.time() < end, "it does not happen"
        await asyncio.sleep(0.005)


class Ask(ModalScreen[None]):
    """A dialog of stock widgets."""

    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar = [("escape", "dismiss", "Close")]

    def compose(self) -> ComposeResult:
        yield Input(placeholder="name")
        yield Button("Fine")


class Toy(HostedApp):
    """Shows whom it is for, and the keys that were pressed."""

    CSS = "#toy { color: #ff8800; background: #203040; }"
    BINDINGS: ClassVar = [
        ("q", "quit", "Quit"),
        ("ctrl+d", "ask", "Ask"),
        ("ctrl+x", "crash", "Crash"),
        ("ctrl+r", "refused", "Refused"),
        ("ctrl+f", "flood", "Flood"),
    ]

    def __init__(self, visitor: Visitor, start: Start, terminal: Terminal) -> None:
        super().__init__(terminal)
        self.visitor = visitor
        self.start = start
        self.keys: list[str] = []
        self.where: Place = "lobby"

    @property
    def place(self) -> Place:
        return self.where

    def compose(self) -> ComposeResult:
        yield Static(f"welcome {self.visitor.suggested_name}", id="toy", markup=False)

    def on_key(self, event: Any) -> None:
        self.keys.append(event.key)
        self.query_one("#toy", Static).update("keys: " + " ".join(self.keys[-6:]))

    def action_ask(self) -> None:
        self.push_screen(Ask())

    def action_crash(self) -> None:
        raise RuntimeError("Rigel's hand")

    def action_refused(self) -> None:
        self.leave("The room has been closed.", 3)

    def action_flood(self) -> None:
        assert self.terminal is not None
        for _ in range(3_000):
            self.terminal.write(b"\x1b[2;1H" + b"flood " * 170)


class ToyDoor:
    """What is behind the door in these tests."""

    def __init__(self) -> None:
        self.apps: list[Toy] = []
        self.ended: list[str] = []
        self.failure: Exception | None = None
        self.frozen = False
        self.links: list[FakeLink] = []
        """The rooms behind each plain session."""
        self.plain_starts: list[Start] = []
        self.lobby = Lobby("Vega", "play.example.net", (), (Person("Vega", you=True),))
        """What every plain session hears first."""

    async def open_session(self, visitor: Visitor, start: Start, terminal: Terminal) -> Toy:
        if self.failure is not None:
            raise self.failure
        if isinstance(start, JoinRoom) and start.code == "AAAAA":
            raise Illegal("no-such-room", room=start.code)
        if isinstance(start, JoinRoom) and start.code == "FULL1":
            raise NotNow("room-full", room=start.code)
        self.apps.append(Toy(visitor, start, terminal))
        return self.apps[-1]

    async def open_plain(
        self,
        visitor: Visitor,
        start: Start,
        write: Callable[[str], None],
        fail: Callable[[Exception], None],
        on_terminal: bool,
    ) -> PlainSession:
        if self.failure is not None:
            raise self.failure
        if isinstance(start, JoinRoom) and start.code == "FULL1":
            raise NotNow("room-full", room=start.code)
        self.links.append(FakeLink(self.lobby))
        self.plain_starts.append(start)
        return PlainSession(self.links[-1], Reader(words(), ASCII), start, write, fail)

    async def freeze(self) -> None:
        self.frozen = True

    def session_ended(self, visitor: Visitor) -> None:
        self.ended.append(visitor.session)

    async def rooms(self, visitor: Visitor) -> Answer:
        if self.failure is not None:
            raise self.failure
        return Answer("VEGA1  open\nRIGEL  playing\n", [{"code": "VEGA1"}, {"code": "RIGEL"}])

    async def record(self, visitor: Visitor, game: str) -> Answer:
        raise Refused("no-such-record", id=game)

    async def recognise(self, visitor: Visitor) -> Visitor:
        return visitor

    async def keep_out(self, visitor: Visitor) -> None:
        """Nobody is kept out."""

    @property
    def accounts(self) -> "ToyDoor":
        return self

    async def whoami(self, visitor: Visitor) -> Answer:
        return Answer(visitor.suggested_name, {"account": visitor.account, "guest": visitor.guest})


def still_line() -> Line:
    """A line in which whoever comes first begins, and nobody after them until it goes by another rate."""
    return Line(1e-6)


UNREACHABLE = Fault("the store does not answer")


def settings(folder: Path, **changes: Any) -> Settings:
    """Settings for tests: many people at one address."""
    usual = {
        "host": "127.0.0.1",
        "port": 0,
        "data_dir": folder / "data",
        "public_address": "play.example.net:22",
        "connections_per_minute": 10_000,
        "sessions_per_minute": 10_000,
        "max_logins_per_address": 64,
        "max_sessions_per_address": 100,
        "app_starts_per_second": 10_000,
    }
    return Settings(**{**usual, **changes})


class Guest(asyncssh.SSHClient):
    """Somebody who has no key, or would rather not show it; answers questions, of which there are none."""

    def __init__(self, tries: int = 1) -> None:
        self.tries = tries
        self.banners: list[str] = []
        self.questions: list[Any] = []

    def auth_banner_received(self, msg: str, lang: str) -> None:
        self.banners.append(msg)

    def kbdint_auth_requested(self) -> str | None:
        self.tries -= 1
        return "" if self.tries >= 0 else None

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str]:
        self.questions += prompts
        return []


class Player(Watched, asyncssh.SSHClientSession[bytes]):
    """One session of a client, and what its terminal shows."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__(*size)
        self.status: int | None = None
        self.closed = False

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self.channel = chan

    def data_received(self, data: bytes, datatype: Any) -> None:
        if datatype is None:
            self.received += data
        else:
            self.errors += data
        self._stream.feed(data)
        self._news.set()

    def exit_status_received(self, status: int) -> None:
        self.status = status
        self._news.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        self._news.set()

    async def ended(self) -> int | None:
        """Waits for the end; returns the exit status."""
        await self.until(lambda: self.closed)
        return self.status

    def press(self, data: bytes) -> None:
        """Sends bytes."""
        self.channel.write(data)


@dataclass
class House:
    """A running server."""

    listener: Listener
    door: ToyDoor
    clients: list[asyncssh.SSHClientConnection] = field(default_factory=list)

    async def connect(self, key: asyncssh.SSHKey | None = None, **options: Any) -> asyncssh.SSHClientConnection:
        """Logs in, by default as a guest."""
        usual: dict[str, Any] = {
            "known_hosts": None,
            "username": "vega",
            "client_keys": [key] if key else None,
            "agent_path": None,
            "client_factory": Guest,
            "config": None,
        }
        where = {"host": "127.0.0.1", "port": self.listener.port} if "sock" not in options else {}
        client = await asyncssh.connect(**{**where, **usual, **options})
        self.clients.append(client)
        return client

    async def play(
        self,
        client: asyncssh.SSHClientConnection | None = None,
        *,
        command: str | None = None,
        term: str | None = "xterm-256color",
        size: tuple[int, int] = (80, 24),
        **options: Any,
    ) -> Player:
        """Opens a session, by default the lobby on a terminal."""
        client = client or await self.connect()
        _, player = await client.create_session(
            lambda: Player((min(size[0], 240) or 80, min(size[1], 80) or 24)),
            command,
            term_type=term,
            term_size=size if term is not None else None,
            encoding=None,
            **options,
        )
        return player

    async def ask(self, command: str | None = None, **options: Any) -> Player:
        """Runs a command without a terminal, to its end."""
        player = await self.play(command=command, term=None, **options)
        await player.ended()
        return player
