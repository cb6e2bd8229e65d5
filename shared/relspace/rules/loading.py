"""What a pod accepts (docs/rules.md 4). Whoever asks whether a card loads or jams asks here."""

from typing import Final, Literal, NamedTuple, TypeAlias

from relspace.rules.cards import CARDS, NUMBERS, Card

Rule: TypeAlias = Literal["any", "least", "most", "odd", "even"]
"""Which numbers a pod accepts: any, at least or at most `number`, odd ones, even ones."""


class Takes(NamedTuple):
    """Which numbers a pod accepts now. Specials are another matter: they load, except in a strict game on a gate."""

    rule: Rule
    number: int = 0
    """The bound of `least` and `most`; 0 otherwise."""


MINI_GUN_LIMIT: Final = 3
"""The highest number that a Mini Gun lets through."""

GATES: Final[dict[Card, Takes]] = {"MINI": Takes("most", MINI_GUN_LIMIT), "ODD": Takes("odd"), "EVEN": Takes("even")}
"""The cards that limit the next number; in a strict game no special loads on them."""

_ANY: Final = Takes("any")


def takes(cards: tuple[Card, ...]) -> Takes:
    """Which numbers a pod accepts, by its cards from the bottom up. Only the top one counts."""
    if not cards:
        return _ANY
    top = cards[-1]
    number = NUMBERS.get(top)
    return GATES.get(top, _ANY) if number is None else Takes("least", number)


def _lets_through(rule: Takes, number: int) -> bool:
    match rule.rule:
        case "least":
            return number >= rule.number
        case "most":
            return number <= rule.number
        case "odd":
            return number % 2 == 1
        case "even":
            return number % 2 == 0
        case "any":
            return True


def _loading(top: Card | None, strict: bool) -> frozenset[Card]:
    """The cards that load onto a pod with this top card, or with no card."""
    rule = takes((top,) if top else ())
    specials = not (strict and top in GATES)
    return frozenset(
        code for code, kind in CARDS.items() if (specials if kind.number is None else _lets_through(rule, kind.number))
    )


LOADING: Final[dict[bool, dict[Card | None, frozenset[Card]]]] = {
    strict: {top: _loading(top, strict) for top in (None, *CARDS)} for strict in (False, True)
}
"""By `strict`, then by the pod's top card (None for an empty pod): the cards that load."""


_EVERYTHING: Final = {
    strict: frozenset(top for top, cards in loading.items() if len(cards) == len(CARDS))
    for strict, loading in LOADING.items()
}
"""By `strict`: the top cards on which every card loads."""


def loading_on(cards: tuple[Card, ...], strict: bool) -> frozenset[Card]:
    """The cards that load onto a pod, by its cards from the bottom up."""
    return LOADING[strict][cards[-1] if cards else None]


def loads(card: Card, cards: tuple[Card, ...], strict: bool) -> bool:
    """Whether a card loads onto a pod; otherwise it jams.

    Args:
        card: the card played; one that was face-down counts as what it is.
        cards: the pod's cards, from the bottom up.
        strict: whether specials jam on a Mini Gun, an Odd Space and an Even Space.
    """
    return card in loading_on(cards, strict)


def takes_everything(cards: tuple[Card, ...], strict: bool) -> bool:
    """Whether nothing at all can jam on this pod."""
    return (cards[-1] if cards else None) in _EVERYTHING[strict]
