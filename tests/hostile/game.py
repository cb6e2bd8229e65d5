"""The real game on a real port, in this process, and ways to every page of it."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import pyte

from relspace.room.commands import Sit
from relspace.room.due import Pace
from relspace.room.options import RoomOptions
from relspace.room.state import Player as Person
from relspace.wire.commands import SaveSettings
from relspace.wire.settings import PlayerSettings
from relspace_client.app import RelspaceApp
from relspace_client.start import Start
from relspace_client.terminal import Terminal as Seam
from relspace_server.accounts.accounts import Accounts
from relspace_server.desk import Desk
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.surroundings import Surroundings
from relspace_server.ssh.door import Visitor
from relspace_server.ssh.listener import Listener
from relspace_server.store.memory import MemoryStore

from ..ssh.house import House, Player, settings, until
from ..ssh.openssh import Terminal

AT_ONCE: Final = Pace(0, 0, 0)
"""Bots that need no time."""


def wall_clock() -> int:
    return time.time_ns() // 1_000_000


class OpenDesk(Desk):
    """The desk, which tells what apps it has made."""

    def __init__(self, hub: Hub, accounts: Accounts) -> None:
        super().__init__(hub, accounts)
        self.apps: list[RelspaceApp] = []

    async def open_session(self, visitor: Visitor, start: Start, terminal: Seam) -> RelspaceApp:
        app = await super().open_session(visitor, start, terminal)
        await app.session.link.send(SaveSettings(PlayerSettings(welcomed=True)))  # the welcome has tests of its own
        self.apps.append(app)
        return app


class Game(House):
    """A running server, and the rooms in it."""

    def __init__(self, listener: Listener, desk: OpenDesk, hub: Hub, store: MemoryStore) -> None:
        super().__init__(listener, desk)  # type: ignore[arg-type]
        self.desk = desk
        self.hub = hub
        self._store = store

    @classmethod
    async def begins(cls, folder: Path, pace: Pace = AT_ONCE, **changes: Any) -> "Game":
        """Starts it, with settings for tests."""
        store = MemoryStore()
        around = Surroundings(
            wall_clock, lambda: secrets.token_bytes(32), secrets.token_hex(4), "play.example.net", pace
        )
        hub = Hub(store, around)
        await hub.start()
        desk = OpenDesk(hub, Accounts(store, wall_clock))
        listener = Listener(settings(folder, **changes), desk)
        await listener.start()
        return cls(listener, desk, hub, store)

    async def ends(self) -> None:
        """Stops it."""
        for client in self.clients:
            client.close()
            await client.wait_closed()
        await self.listener.drain()
        await self.hub.close()
        await self._store.close()

    def app_of(self, name: str) -> RelspaceApp:
        """The newest app of the person with a name."""
        return next(app for app in reversed(self.desk.apps) if app.session.link.player.name == name)  # type: ignore[attr-defined]

    async def room(self, *names: str, bots: int = 0, clock: int = 0) -> tuple[str, list[Person]]:
        """Opens a room in which these people have seats, without being there; returns its code and them."""
        people = [Person(f"SHA256:{name}", name) for name in names]
        options = RoomOptions(seats=len(names) + bots, clock=clock)
        code = await self.hub.open(people[0], "", "", options, bots, "easy")
        for person in people[1:]:
            await self.hub.change(code, Sit(session=""), person)
        return code, people

    @property
    def counts(self) -> tuple[int, int, int]:
        """Sessions, connections and apps' visits that there are."""
        house = self.listener._house
        return house.sessions.count, len(house.parties), len(self.desk._visits)


Way = Callable[[Player], Awaitable[None]]


def by_keys(*steps: tuple[bytes, str]) -> Way:
    """A way that presses keys, and waits for a text after each."""

    async def go(player: Player) -> None:
        for keys, text in steps:
            player.press(keys)
            await player.shows(text)

    return go


END: Final = b"\x1b[F"
ESC: Final = b"\x1b"
PLAY: Final = "play --bots 2"
DUEL: Final = "play --bots 1"
YOUR_TURN: Final = "YOUR TURN"
CHOSEN: Final = "┏A1"
"""The upper edge of the card in A1 while it is the chosen one."""
GIVEN_UP: Final = (
    (b"", YOUR_TURN),
    (ESC, "Menu"),
    (END + b"\r", "Resign?"),
    (END + b"\r", "Any key goes on"),
)

PAGES: Final[dict[str, tuple[str | None, Way]]] = {
    "lobby": (None, by_keys((b"", "Play now"))),
    "keys of the lobby": (None, by_keys((b"?", "Esc back"))),
    "cards": (None, by_keys((b"?", "Esc back"), (b"\t", "Tab keys"))),
    "new room": (None, by_keys((b"n", "New room"))),
    "code": (None, by_keys((b"j", "Join by code"))),
    "talk": (None, by_keys((b"t", "To everybody here"))),
    "room": (None, by_keys((b"n", "New room"), (END + b"\r", "Bring a friend"))),
    "options": (None, by_keys((b"n", "New room"), (END + b"\r", "Bring a friend"), (b"o", "stashes   "))),
    "table": (PLAY, by_keys((b"", YOUR_TURN))),
    "chosen card": (PLAY, by_keys((b"", YOUR_TURN), (b"a1", CHOSEN))),
    "menu": (PLAY, by_keys((b"", YOUR_TURN), (ESC, "Menu"))),
    "question": (PLAY, by_keys((b"", YOUR_TURN), (ESC, "Menu"), (END + b"\r", "Resign?"))),
    "keys of the table": (PLAY, by_keys((b"", YOUR_TURN), (b"?", "Esc back"))),
    "talk at the table": (PLAY, by_keys((b"", YOUR_TURN), (b"t", "Enter says it"))),
    "last move": (DUEL, by_keys(*GIVEN_UP)),
    "end": (DUEL, by_keys(*GIVEN_UP, (b" ", "Was it fair?"))),
}
"""How one comes to each page: the command, and the keys from there."""


async def at_page(game: Game, page: str, **options: Any) -> Player:
    """Somebody who has gone to a page."""
    command, go = PAGES[page]
    player = await game.play(await game.connect(), command=command, **options)
    await player.until(lambda: player.received)
    await player.shows("Play now" if command is None else "Pod ")
    await go(player)
    return player


async def settled(player: Player) -> str:
    """What is on the screen once Ctrl-C has asked whether to leave, and that was denied: all before has been read."""
    player.press(b"\x03")
    await player.shows("Leave Relative Space?")
    player.press(b"\r")  # to stay comes first; of Escape it takes a while to be sure that nothing follows it
    await player.until(lambda: "Leave Relative Space?" not in player.text)
    await still(player)  # a dialog that it lay over comes back after it
    return player.text


async def film_over(game: Game) -> None:
    """Waits until no table shows any more what has just happened."""
    films = [getattr(app.session.page, "_film", None) for app in game.desk.apps]
    await until(lambda: all(film is None or film.still is None for film in films))


async def still(player: Player | Terminal) -> None:
    """Waits until nothing more is sent for a while."""
    passes, seen = 0, -1
    while passes < 20:
        passes = passes + 1 if len(player.received) == seen else 0
        seen = len(player.received)
        await asyncio.sleep(0.005)


async def drawn_whole(game: Game, player: Player) -> None:
    """Looks whether the screen is what a second emulator shows that was sent nothing but one full picture."""
    await film_over(game)
    await still(player)
    shown, before = cells(player.screen), len(player.received)
    game.desk.apps[-1].repaint()
    await player.until(lambda: len(player.received) > before)
    await still(player)
    screen = solid(pyte.Screen(player.screen.columns, player.screen.lines))
    pyte.ByteStream(screen).feed(bytes(player.received[before:]))
    assert shown == cells(screen)


def resize(player: Player, columns: int, rows: int) -> None:
    """Makes somebody's window another size."""
    player.channel.change_terminal_size(columns, rows)
    player.screen.resize(min(rows, 80), min(columns, 240))
    solid(player.screen)


def solid(screen: pyte.Screen) -> pyte.Screen:
    """A screen all of whose cells are there: this emulator does not erase those that never were written."""
    for y in range(screen.lines):
        for x in range(screen.columns):
            screen.buffer[y][x] = screen.buffer[y][x]
    return screen


def cells(screen: pyte.Screen) -> list[list[tuple[object, ...]]]:
    """What is seen in every cell: its character, colours and attributes."""
    return [[_seen(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)]


def _seen(cell: pyte.screens.Char) -> tuple[object, ...]:
    """A cell; of an empty one it cannot be seen in which colour and how it would be written in."""
    empty = cell.data == " " and not (cell.underscore or cell.strikethrough or cell.reverse)
    return (cell.data, cell.bg) if empty else tuple(cell)
