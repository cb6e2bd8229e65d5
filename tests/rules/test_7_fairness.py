"""docs/rules.md 7: every random choice can be checked afterwards, by anybody with HMAC-SHA256."""

import hashlib
import hmac
from collections import Counter

import pytest

from relspace.errors import Illegal, Unreadable
from relspace.rules.cards import DECK
from relspace.rules.deal import deal
from relspace.rules.events import Jammed
from relspace.rules.fairness import below, commitment, derive, next_below, seed_from_hex, shuffle, words
from relspace.rules.layout import LAYOUTS, LayoutName
from relspace.rules.position import Options
from relspace.testing.positions import position

from .play import play

SEED = bytes(range(32))


def stream_of_words(label: str, seed: bytes, blocks: int = 20) -> list[int]:
    """The first words under a label, written down a second time, straight from the page."""
    text = b"".join(hmac.new(seed, f"{label}/{i}".encode(), hashlib.sha256).digest() for i in range(blocks))
    return [int.from_bytes(text[i : i + 4], "big") for i in range(0, len(text), 4)]


def shuffled(items: list[str], label: str, seed: bytes) -> list[str]:
    """The same for a shuffle."""
    stream = iter(stream_of_words(label, seed, blocks=40))
    items = list(items)
    for i in range(len(items) - 1, 0, -1):
        n = i + 1
        word = next(word for word in stream if word < (2**32 // n) * n)
        items[i], items[word % n] = items[word % n], items[i]
    return items


def test_the_commitment_is_the_seeds_hash() -> None:
    """7 Commitment: SHA-256 of the seed, in hex."""
    assert commitment(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


@pytest.mark.parametrize("size", [0, 16, 31, 33, 64])
def test_a_seed_has_32_bytes(size: int) -> None:
    """7 Seed: anything else is not a seed."""
    for use in (commitment, lambda seed: words("deal", seed), lambda seed: shuffle("abc", "deal", seed)):
        with pytest.raises(Unreadable, match="bad-seed"):
            use(bytes(size))
    with pytest.raises(Unreadable, match="bad-seed"):
        below(3, "first", bytes(size))
    with pytest.raises(Unreadable, match="bad-seed"):
        derive(bytes(size), "bot:1")
    with pytest.raises(Unreadable, match="bad-seed"):
        deal(2, Options(), bytes(size))


@pytest.mark.parametrize("text", ["", "00" * 31, "00" * 33, "zz" * 32, "00 " * 32])
def test_a_seed_in_hex_has_64_digits(text: str) -> None:
    """7 Seed: 64 hexadecimal digits, and nothing else."""
    assert seed_from_hex(SEED.hex()) == SEED
    with pytest.raises(Unreadable, match="bad-seed"):
        seed_from_hex(text)


def test_words_come_from_blocks() -> None:
    """7 Blocks: HMAC-SHA256 of "label/i", eight 32-bit big-endian words each, in order."""
    stream = words("jam:12", SEED)
    assert [next(stream) for _ in range(40)] == stream_of_words("jam:12", SEED)[:40]


def test_below_passes_over_words_that_would_favour_low_numbers() -> None:
    """7 below(n): words are taken until one is less than floor(2^32 / n) * n; the answer is that word modulo n."""
    limit = (2**32 // 10) * 10
    assert next_below(10, iter([limit, limit + 3, limit - 1])) == 9
    assert next_below(10, iter([limit + 5, 7])) == 7
    assert next_below(1, iter([2**32 - 1])) == 0
    assert next_below(2, iter([2**32 - 1])) == 1
    assert next_below(3, iter([2**32 - 1, 4])) == 1


@pytest.mark.parametrize("size", [0, 1, 2, 9, 136])
def test_shuffle(size: int) -> None:
    """7 shuffle: for i from the last down to 1, j = below(i + 1), swap; a fresh stream for each label."""
    items = [str(i) for i in range(size)]
    assert shuffle(items, "deal", SEED) == shuffled(items, "deal", SEED)
    assert items == [str(i) for i in range(size)], "the list that was given stays as it is"
    assert Counter(shuffle(items, "jam:1", SEED)) == Counter(items)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_deal(layout: LayoutName) -> None:
    """7 deal: seat k gets cards 12k to 12k+11 of the shuffled deck, filling A, then B, then C."""
    deck = shuffled(list(DECK), "deal", SEED)
    for k, stash in enumerate(deal(10, Options(layout), SEED).seats):
        assert [card.removeprefix("~") for card in stash.spaces if card] == deck[12 * k : 12 * k + 12]


@pytest.mark.parametrize("players", [2, 3, 7, 10])
def test_the_first_seat(players: int) -> None:
    """7 first: below(players) + 1 plays first."""
    word = next(word for word in stream_of_words("first", SEED) if word < (2**32 // players) * players)
    assert deal(players, Options(), SEED).turn == word % players + 1


def test_the_first_seat_of_a_rematch() -> None:
    """7 first: in a rematch it is given instead, and nothing else changes."""
    dealt = deal(3, Options(), SEED)
    assert deal(3, Options(), SEED, first=2) == dealt._replace(turn=2)
    for seat in (0, 4):
        with pytest.raises(Illegal, match="no-such-seat"):
            deal(3, Options(), SEED, first=seat)


@pytest.mark.parametrize("ply", [0, 7, 498])
def test_a_jam(ply: int) -> None:
    """7 jam: the label names the move that jammed; cards are taken from the front of the list."""
    start = position(["2 9 9 9 / 9 9 9 9 / 9 9 9 .", "5 5 5 5"], {1: "3 4 6 8"}, ply=ply)
    events = play(start, "A1>P1", seed=SEED).events
    pile = shuffled(["3", "4", "6", "8", "2"], f"jam:{ply + 1}", SEED)
    assert isinstance(events[0], Jammed)
    assert events[0].refilled == (("C4", pile[0]), ("A1", pile[1]))
    assert list(events[0].gone) == pile[2:]


def test_derived_bytes() -> None:
    """7 Labels: what is drawn for other purposes is the first block under its own label."""
    assert derive(SEED, "bot:12") == hmac.new(SEED, b"bot:12/0", hashlib.sha256).digest()
    assert derive(SEED, "bot:12") != derive(SEED, "bot:13")
