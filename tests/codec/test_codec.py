"""The codec is strict about types, sizes and depth: it faces strangers."""

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from relspace.codec.codec import MAX_BYTES, MAX_ITEMS, Codec
from relspace.codec.kinds import Limit
from relspace.codec.writing import MOST_KEPT
from relspace.errors import Unreadable
from relspace.room.secret import Secret


class Place(NamedTuple):
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Card:
    name: Annotated[str, Limit(8)]
    up: bool = True


@dataclass(frozen=True, slots=True)
class Slot:
    x: int


@dataclass(frozen=True, slots=True)
class Pile:
    cards: tuple[Card, ...]
    owner: str | None = None
    place: Place = Place(0, 0)
    kind: Literal["pod", "stash"] = "pod"
    pair: tuple[str, int] = ("", 0)
    top: Card | Slot | None = None


CODEC = Codec()

PILES = st.builds(
    Pile,
    cards=st.lists(st.builds(Card, name=st.text(max_size=8), up=st.booleans()), max_size=4).map(tuple),
    owner=st.none() | st.text(max_size=5),
    place=st.builds(Place, st.integers(0, 9), st.integers(0, 9)),
    kind=st.sampled_from(["pod", "stash"]),
    pair=st.tuples(st.text(max_size=3), st.integers(-5, 5)),
    top=st.none() | st.builds(Card, name=st.just("KEY")) | st.builds(Slot, x=st.integers(0, 3)),
)


@given(PILES)
def test_what_was_written_is_read(pile: Pile) -> None:
    assert CODEC.unpack(Pile, CODEC.pack(Pile, pile)) == pile


def test_defaults_are_left_out_and_alternatives_are_named() -> None:
    assert CODEC.plain(Pile, Pile(())) == {"cards": []}
    assert CODEC.plain(Pile, Pile((), top=Slot(3)))["top"] == {"type": "slot", "x": 3}


@given(st.lists(PILES, max_size=6))
def test_what_is_written_again_and_again_is_written_as_it_was_the_first_time(piles: list[Pile]) -> None:
    keeping = Codec(kept=(Card, Pile))
    for pile in [*piles, *piles]:
        assert keeping.pack(Pile, pile) == CODEC.pack(Pile, pile)


def test_what_takes_the_place_of_something_forgotten_is_not_taken_for_it() -> None:
    keeping = Codec(kept=(Card,))
    for number in range(2 * MOST_KEPT + 1):
        assert keeping.plain(Card, Card(str(number))) == {"name": str(number)}


@given(PILES)
def test_plain_data_is_read_as_bytes_are(pile: Pile) -> None:
    assert CODEC.read(Pile, CODEC.plain(Pile, pile)) == pile


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({}, "cards"),
        ({"cards": {}}, "cards"),
        ({"cards": [{"name": 7}]}, "cards.0.name"),
        ({"cards": [{"name": "123456789"}]}, "cards.0.name"),
        ({"cards": [{"name": "7", "up": 1}]}, "cards.0.up"),
        ({"cards": [], "kind": "boat"}, "kind"),
        ({"cards": [], "kind": ["pod"]}, "kind"),
        ({"cards": [], "place": [1]}, "place"),
        ({"cards": [], "place": [1, 2**60]}, "place.1"),
        ({"cards": [], "place": [1, True]}, "place.1"),
        ({"cards": [], "owner": b"x"}, "owner"),
        ({"cards": [], "pair": ["a", 1, 2]}, "pair"),
    ],
)
def test_what_is_wrong_is_named_by_its_path(data: object, path: str) -> None:
    with pytest.raises(Unreadable) as caught:
        CODEC.read(Pile, data)
    assert (caught.value.code, caught.value.details["path"]) == ("bad-field", path)


@pytest.mark.parametrize("data", [{"cards": [], "top": {"type": "boat"}}, {"cards": [], "top": {"type": ["card"]}}])
def test_an_unknown_alternative_is_refused(data: object) -> None:
    with pytest.raises(Unreadable, match="unknown-type"):
        CODEC.read(Pile, data)


@given(st.binary(max_size=200))
def test_noise_is_refused(noise: bytes) -> None:
    with pytest.raises(Unreadable):
        CODEC.unpack(Pile, noise)


@pytest.mark.parametrize(
    "packed",
    [
        b"\x91" * 5_000,
        msgpack.packb({"cards": [{"name": "7"}] * (MAX_ITEMS + 1)}),
        b"\xdd\xff\xff\xff\xff",
        msgpack.packb({1: 2}),
        msgpack.packb({"cards": [], "owner": "x" * MAX_BYTES}),
    ],
)
def test_what_is_too_deep_or_too_large_is_refused(packed: bytes) -> None:
    with pytest.raises(Unreadable):
        CODEC.unpack(Pile, packed)


def test_a_secret_is_unknown_unless_told() -> None:
    with pytest.raises(TypeError):
        CODEC.pack(Secret, Secret(b"seed"))
