"""A player's snapshot is a spectator's, but for what is the player's own."""

from dataclasses import fields, replace

from relspace.room.commands import SetReady, Sit
from relspace.wire.messages import Snapshot
from relspace.wire.snapshot import Snapshots

from ..room.rooms import RIGEL, START, VEGA, Table

OWN = {"you", "view", "legal", "ahead", "log", "result", "vote", "away"}
"""What may be different for each viewer."""


def test_a_player_is_told_all_that_a_spectator_is() -> None:
    table = Table.opened()
    table.ask(RIGEL, Sit("n/rigel"))
    for player in (VEGA, RIGEL):
        table.ask(player, SetReady(table.code, ready=True))
    made = Snapshots(table.state, 7, START, 3)
    shared = [field.name for field in fields(Snapshot) if field.name not in OWN]
    made.public = replace(made.public, **{name: f"the {name}" for name in shared})  # type: ignore[arg-type]
    seen = made.of(VEGA.id)
    assert seen.you == 1
    assert {name: getattr(seen, name) for name in shared} == {name: f"the {name}" for name in shared}
