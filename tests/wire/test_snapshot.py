"""A player's snapshot is a spectator's, but for what is the player's own."""

from dataclasses import fields, replace

from relspace.room.commands import Depart, HandOver, LoseSession, MakeMove, SetReady, Sit
from relspace.room.update import update
from relspace.wire.messages import Snapshot
from relspace.wire.snapshot import Snapshots

from ..room.rooms import RIGEL, SEED, START, VEGA, Table

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


def test_who_is_away_can_be_relieved_after_a_minute_where_no_clock_runs() -> None:
    table = Table.opened()
    table.ask(RIGEL, Sit("n/rigel"))
    for player in (VEGA, RIGEL):
        table.ask(player, SetReady(table.code, ready=True))
    table.state = replace(table.state, options=replace(table.state.options, clock=0))
    table.serve(LoseSession("n/rigel"))
    gone = table.now

    def waits(now: int) -> list[int | None]:
        return [seat.hand_over_in for seat in Snapshots(table.state, 7, now, 0).public.seats]

    assert waits(gone + 20_000)[:2] == [None, 40_000]
    assert waits(gone + 70_000)[:2] == [None, 0]
    table.now = gone + 70_000
    handed = update(table.state, HandOver(table.code, 2), VEGA, table.now, SEED)
    assert Snapshots(handed, 8, table.now, 0).public.seats[1].hand_over_in is None
    table.state = replace(table.state, options=replace(table.state.options, clock=30))
    assert waits(gone + 70_000)[:2] == [None, None]


def test_everybody_is_told_when_the_game_began() -> None:
    table = Table.opened()
    assert Snapshots(table.state, 1, table.now, 0).of(VEGA.id).started == 0
    table.ask(RIGEL, Sit("n/rigel"))
    for player in (VEGA, RIGEL):
        table.ask(player, SetReady(table.code, ready=True))
    assert table.state.game is not None
    began = table.state.game.started
    assert began > 0
    assert Snapshots(table.state, 7, table.now, 0).of(VEGA.id).started == began


def test_at_the_end_of_a_game_everybody_has_the_name_that_they_have_now() -> None:
    table = Table.opened()
    table.ask(RIGEL, Sit("n/rigel"))
    for player in (VEGA, RIGEL):
        table.ask(player, SetReady(table.code, ready=True))
    table.ask(replace(RIGEL, name="Polaris"), Sit("n/rigel"))
    assert table.state.game is not None
    table.ask(RIGEL, MakeMove(table.code, "resign", table.state.game.position.ply))

    def names() -> dict[int, str]:
        result = Snapshots(table.state, 7, table.now, 0).of(VEGA.id).result
        assert result is not None
        return {one.seat: one.name for one in result.standings}

    assert names() == {1: "Vega", 2: "Polaris"}
    table.ask(RIGEL, Depart("n/rigel"))
    assert names() == {1: "Vega", 2: "Rigel"}
