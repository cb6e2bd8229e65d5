"""What holds in every game, whoever plays whatever: docs/rules.md as properties."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from relspace.rules.apply import apply
from relspace.rules.legal import legal_moves
from relspace.rules.position import Position
from relspace.rules.view import view
from relspace.testing.machine import GameMachine
from relspace.testing.strategies import positions, seeds

TestGames = GameMachine.TestCase
TestGames.settings = settings(
    max_examples=60, stateful_step_count=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(position=positions(), seed=seeds)
def test_nothing_but_a_jam_depends_on_the_seed(position: Position, seed: bytes) -> None:
    for move in legal_moves(position):
        one = apply(position, position.turn, move, bytes(32))
        other = apply(position, position.turn, move, seed)
        assert one == other or type(one.events[0]).__name__ == "Jammed"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(position=positions(), stashes=st.sampled_from(("private", "open")))
def test_the_seat_on_turn_reads_its_moves_off_its_view(position: Position, stashes: str) -> None:
    assert legal_moves(view(position, position.turn, stashes)) == legal_moves(position)  # type: ignore[arg-type]
