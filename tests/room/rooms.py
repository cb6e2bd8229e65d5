"""Rooms to test with: who is in them, and a short way to ask them for things."""

from dataclasses import dataclass, replace

from relspace.room.commands import RoomCommand
from relspace.room.create import create
from relspace.room.options import RoomOptions
from relspace.room.state import Player, RoomState
from relspace.room.update import SERVER, update

VEGA = Player("SHA256:vega", "Vega")
RIGEL = Player("SHA256:rigel", "Rigel")
LYRA = Player("guest:lyra", "Lyra", "guest")
MIRA = Player("bot:Mira", "Mira", "bot", "easy")

START = 1_800_000_000_000
SEED = bytes(range(32))


@dataclass
class Table:
    """A room whose clock the test moves by hand."""

    state: RoomState
    now: int = START

    @classmethod
    def opened(cls, **options: object) -> "Table":
        """Vega's room."""
        chosen = replace(RoomOptions(seats=2, clock=0), **options)  # type: ignore[arg-type]
        return cls(create(VEGA, "n/vega", "Orion", chosen, START, SEED))

    @property
    def code(self) -> str:
        return self.state.code

    def ask(self, actor: Player, command: RoomCommand) -> RoomState:
        """The room after a command; refusals pass through and leave it as it was."""
        self.state = update(self.state, command, actor, self.now, SEED)
        return self.state

    def serve(self, command: RoomCommand) -> RoomState:
        """The same, asked by the server."""
        return self.ask(SERVER, command)
