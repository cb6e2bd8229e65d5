"""How far the news of a bucket on NATS are known without a gap, and what was removed."""

from relspace_server.store.nats_frontier import REMEMBERED, Frontier, Removed


def test_what_was_removed_is_not_brought_back_by_old_news() -> None:
    removed = Removed()
    assert removed.newer("VEGA1", 5, removed=False)
    assert removed.newer("VEGA1", 7, removed=True)
    assert not removed.newer("VEGA1", 6, removed=False)
    assert not removed.newer("VEGA1", 7, removed=True)
    assert removed.newer("VEGA1", 8, removed=False)
    for n in range(REMEMBERED * 2):
        removed.newer(f"key {n}", n + 10, removed=True)
    assert len(removed._at) == REMEMBERED


def test_the_frontier_goes_on_when_a_gap_is_closed() -> None:
    frontier = Frontier()
    for sequence in (1, 2, 5, 4, 7):
        frontier.heard(sequence)
    assert frontier.reached == 2
    frontier.heard(3)
    assert frontier.reached == 5
    frontier.reach(6)
    assert frontier.reached == 7
    frontier.heard(3)
    assert frontier.reached == 7
