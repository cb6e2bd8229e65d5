"""Games of practice, played by keys: the same ones whenever they are played."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

from textual.pilot import Pilot

from relspace.bots.levels import choose
from relspace.room.due import Pace
from relspace.room.options import RoomOptions
from relspace.rules.fairness import derive
from relspace.wire.messages import Snapshot
from relspace.wire.settings import PlayerSettings
from relspace_client.app import RelspaceApp
from relspace_client.look.appearance import Appearance
from relspace_client.picture.row import Row
from relspace_client.practice.link import Practice
from relspace_client.start import PlayBots, Start

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.practice.typed import keys_of
from tests.practice.world import Keeps, World


class Game(NamedTuple):
    """A game that is known."""

    seed: bytes
    seats: int


SHORT: Final = Game(derive(bytes(31) + b"\1", "recording:204"), 3)
"""Nearly everything happens in it, and the player escapes after 33 plies."""

BUSY: Final = Game(derive(bytes(31) + b"\1", "gallery:479"), 4)
"""After 27 plies four pods are out, and one is in the wormhole."""

THINKING: Final = Pace(bot_least=900, bot_most=900)


class Player:
    """Somebody who plays the game as a normal bot would.

    Args:
        app: the app.
        pilot: presses its keys.
        world: what time it is.
        game: the game that is played.
    """

    def __init__(self, app: RelspaceApp, pilot: "Pilot[None]", world: World, game: Game) -> None:
        self.app, self.pilot, self.world, self.game = app, pilot, world, game

    @property
    def snapshot(self) -> Snapshot:
        """The room."""
        snapshot = self.app.session.model.snapshot
        assert snapshot is not None
        return snapshot

    @property
    def rows(self) -> tuple[Row, ...]:
        """What the terminal shows."""
        return self.app.picture(*self.app.size).rows()

    @property
    def on_turn(self) -> bool:
        """Whether it is the player's turn."""
        view = self.snapshot.view
        return self.snapshot.phase == "playing" and view is not None and view.turn == self.snapshot.you

    def next_keys(self) -> list[str]:
        """The keys of the next move."""
        view = self.snapshot.view
        assert view is not None
        move = choose(view, view.turn, "normal", derive(self.game.seed, f"me:{view.ply}"))
        return keys_of(move, self.snapshot)

    async def press(self, *keys: str) -> None:
        """Presses keys."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def until(self, ply: int) -> None:
        """Plays until so many plies were made."""
        while self.snapshot.view is not None and self.snapshot.view.ply < ply:
            if self.on_turn:
                await self.press(*self.next_keys())
            else:
                assert await self.world.tick()

    async def until_over(self) -> None:
        """Plays until somebody has escaped."""
        while self.snapshot.phase == "playing":
            if self.on_turn:
                await self.press(*self.next_keys())
            else:
                assert await self.world.tick()


@asynccontextmanager
async def playing(
    game: Game, size: tuple[int, int] = (80, 24), look: Appearance | None = None, start: Start | None = None
) -> AsyncIterator[Player]:
    """A game, from its first move on, on a terminal of this size.

    Args:
        game: which one.
        size: columns and lines.
        look: how it is drawn.
        start: where the player comes in; None for the game.
    """
    world = World(THINKING)
    settings = PlayerSettings(welcomed=True)
    link = Practice("Vega", settings, Keeps(), ("normal",), game.seed, world.around)
    start = start or PlayBots(game.seats - 1, game.seats, RoomOptions(clock=0))
    app = RelspaceApp(link, None, start, seconds=lambda: world.ms / 1000, look=look or Appearance())
    async with app.run_test(size=size) as pilot:
        for _ in range(3):
            await pilot.pause()
        yield Player(app, pilot, world, game)
