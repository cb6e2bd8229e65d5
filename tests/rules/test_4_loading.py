"""docs/rules.md 4: what a pod accepts depends on its top card alone."""

import pytest

from relspace.rules.cards import CARDS, NUMBERS
from relspace.rules.loading import Takes, loads, takes, takes_everything
from relspace.testing.positions import position

from .play import kinds, play

GATES = {"MINI": {1, 2, 3}, "ODD": {1, 3, 5, 7, 9}, "EVEN": {2, 4, 6, 8, 10}}
SPECIALS = [code for code in CARDS if code not in NUMBERS]
OTHER_SPECIALS = [code for code in SPECIALS if code not in GATES]


def numbers_that_load(*cards: str, strict: bool = False) -> set[int]:
    return {number for code, number in NUMBERS.items() if loads(code, cards, strict)}


@pytest.mark.parametrize("strict", [False, True])
def test_an_empty_pod_takes_everything(strict: bool) -> None:
    """4 Loading: on a pod without a card everything loads."""
    assert all(loads(code, (), strict) for code in CARDS)
    assert takes_everything((), strict)


@pytest.mark.parametrize("top", NUMBERS)
def test_a_number_takes_its_equals_and_higher(top: str) -> None:
    """4 Loading: on a number a number loads if it is equal or higher."""
    assert numbers_that_load(top) == set(range(NUMBERS[top], 11))
    assert takes((top,)) == Takes("least", NUMBERS[top])


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("gate", GATES)
def test_a_gate_limits_numbers(gate: str, strict: bool) -> None:
    """4 Loading: on MINI, ODD and EVEN a number loads if it is 3 or less, odd, even."""
    assert numbers_that_load("7", gate, strict=strict) == GATES[gate]


def test_what_a_pod_says_it_takes() -> None:
    """4 Loading: any, at most 3, odd or even."""
    assert takes(()) == Takes("any")
    assert takes(("MINI",)) == Takes("most", 3)
    assert takes(("8", "ODD")) == Takes("odd")
    assert takes(("8", "EVEN")) == Takes("even")
    assert takes(("8", "OXY")) == Takes("any")


def test_a_number_on_a_gate_is_the_new_top() -> None:
    """4 Loading: the number then is the new top, whatever lies under the gate."""
    start = position(["3 1 . .", "2 1 . ."], {1: "9 ODD"})
    after = play(start, "A1>P1").position
    assert kinds(play(after, "A1>P1").events) == ["Jammed"]
    assert numbers_that_load("9", "ODD", "3") == set(range(3, 11))


@pytest.mark.parametrize("top", OTHER_SPECIALS)
def test_any_other_special_takes_every_number(top: str) -> None:
    """4 Loading: on any other special everything loads."""
    assert all(loads(code, ("9", top), strict=False) for code in CARDS)
    assert takes_everything(("9", top), strict=True)


@pytest.mark.parametrize("card", SPECIALS)
def test_a_special_always_loads(card: str) -> None:
    """4 Loading: a special loads on whatever is on top."""
    assert all(loads(card, (top,), strict=False) for top in CARDS)


@pytest.mark.parametrize("card", SPECIALS)
def test_strict_specials_jam_on_gates(card: str) -> None:
    """4 Loading: with strict a special on MINI, ODD or EVEN jams instead, and on nothing else."""
    assert {top for top in CARDS if not loads(card, (top,), strict=True)} == GATES.keys()


def test_only_the_top_card_counts() -> None:
    """4 Loading: Oxygen under a number changes nothing; Oxygen alone takes everything."""
    assert numbers_that_load("9", "OXY", "4") == set(range(4, 11))
    assert numbers_that_load("OXY") == set(range(1, 11))


def test_takes_everything_is_rare() -> None:
    """4 Loading: numbers above 1, and gates, can jam something."""
    assert takes_everything(("1",), strict=False)
    assert not takes_everything(("2",), strict=False)
    assert not takes_everything(("MINI",), strict=False)
