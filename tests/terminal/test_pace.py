"""How fast input may come."""

from relspace_server.ssh.terminal.pace import Allowance


def test_the_rate_may_be_used_up_at_once_and_comes_back_with_time() -> None:
    allowance = Allowance(1_000)
    assert allowance.admits(1_000, 10.0)
    assert not allowance.admits(1, 10.0)
    assert allowance.admits(500, 10.5)
    assert not allowance.admits(1, 10.5)


def test_no_more_than_the_rate_is_saved_up() -> None:
    allowance = Allowance(1_000)
    assert not allowance.admits(1_001, 1_000_000.0)
    assert allowance.admits(1_000, 1_000_000.0)


def test_what_is_not_admitted_costs_nothing() -> None:
    allowance = Allowance(1_000)
    assert not allowance.admits(5_000, 10.0)
    assert allowance.admits(1_000, 10.0)
