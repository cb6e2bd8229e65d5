"""docs/scale.md says what its own figures amount to."""

from .scale import BEGIN, NODES, PAGE, calculated, carried, costs, table

COSTS = costs(PAGE.read_text("utf-8"))


def test_the_page_has_the_sums_of_its_costs() -> None:
    page = PAGE.read_text("utf-8")
    assert BEGIN in page
    assert calculated(page) == page, "run `python -m tests.cluster.scale`"


def test_more_nodes_carry_more_and_each_of_them_less() -> None:
    found = [carried(COSTS, nodes) for nodes in NODES]
    assert [one.people for one in found] == sorted(one.people for one in found)
    each = [one.people / one.nodes for one in found]
    assert each == sorted(each, reverse=True)
    assert found[0].listening == found[0].nats == 0


def test_a_cheaper_move_carries_more() -> None:
    name = "a move, for each who sees it"
    assert carried({**COSTS, name: COSTS[name] / 2}, 10).people > carried(COSTS, 10).people
    assert table({**COSTS, name: COSTS[name] / 2}) != table(COSTS)
