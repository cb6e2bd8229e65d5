"""What was worked out for an object is remembered, by which object it is."""

from dataclasses import dataclass

from relspace.codec.once import once


@dataclass(frozen=True)
class Card:
    name: str


def test_the_work_is_done_once_for_each_object_and_again_for_one_that_is_only_equal():
    worked: list[Card] = []
    named = once(lambda card: worked.append(card) or [card.name], 4)
    one, other = Card("BRB"), Card("BRB")
    assert named(one) is named(one)
    assert named(other) is not named(one)
    assert [card is one for card in worked] == [True, False]


def test_no_more_are_kept_than_was_said():
    worked: list[int] = []
    cards = [Card(str(number)) for number in range(3)]
    named = once(lambda card: worked.append(card.name) or card.name, 2)
    assert [named(card) for card in (*cards, cards[2], cards[0])] == ["0", "1", "2", "2", "0"]
    assert worked == ["0", "1", "2", "0"]
