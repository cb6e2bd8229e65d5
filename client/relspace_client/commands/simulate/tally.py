"""What is counted over all games of a line-up."""

from collections import Counter
from typing import Any, Final

from relspace.rules.cards import CARDS, NUMBERS, Card
from relspace_client.commands.simulate.lineup import Lineup
from relspace_client.commands.simulate.play import Outcome
from relspace_client.commands.simulate.share import Share, quantile

DIGITS: Final = 4
"""Decimals of figures in JSON."""


class Tally:
    """The outcomes of a line-up's games, added up."""

    def __init__(self, lineup: Lineup) -> None:
        self.lineup: Final = lineup
        self.games = 0
        self.jams = 0
        self.plies: Final[Counter[int]] = Counter()
        """How many games had so many plies."""
        self.played: Final[Counter[Card]] = Counter()
        self.jammed: Final[Counter[Card]] = Counter()
        self.last_cards: Final[Counter[Card]] = Counter()
        self._seats: Final[Counter[int]] = Counter()
        self._turns: Final[Counter[int]] = Counter()

    def add(self, outcome: Outcome) -> None:
        """Counts one game."""
        self.games += 1
        self.jams += outcome.jams
        self.plies[outcome.plies] += 1
        self.played.update(outcome.played)
        self.jammed.update(outcome.jammed)
        if outcome.winner is not None:
            self._seats[outcome.winner] += 1
            self._turns[(outcome.winner - outcome.first) % len(self.lineup.levels) + 1] += 1
        if outcome.last_card is not None:
            self.last_cards[outcome.last_card] += 1

    @property
    def even(self) -> float:
        """The share that each seat would win if all were equal."""
        return 1 / len(self.lineup.levels)

    @property
    def by_seat(self) -> list[Share]:
        """Games won by each seat."""
        return [Share(self._seats[seat], self.games) for seat in range(1, len(self.lineup.levels) + 1)]

    @property
    def by_turn(self) -> list[Share]:
        """Games won by the seat that played first, by the one after it in the first round, and so on."""
        return [Share(self._turns[turn], self.games) for turn in range(1, len(self.lineup.levels) + 1)]

    @property
    def by_level(self) -> dict[str, Share]:
        """Games won by each level, whichever of its seats it was."""
        levels = self.lineup.levels
        return {
            level: Share(sum(self._seats[seat] for seat, one in enumerate(levels, 1) if one == level), self.games)
            for level in dict.fromkeys(levels)
        }

    @property
    def exploded(self) -> Share:
        """Games that nobody won."""
        return Share(self.games - self._seats.total(), self.games)

    @property
    def with_a_special(self) -> Share:
        """Games won by playing a special as the last card."""
        specials = sum(count for card, count in self.last_cards.items() if card not in NUMBERS)
        return Share(specials, self.last_cards.total())

    def won_with(self, card: Card) -> Share:
        """Of the games that were won, those in which this was the last card."""
        return Share(self.last_cards[card], self.last_cards.total())

    def length(self, share: float) -> int:
        """The plies within which so large a share of the games ended."""
        return quantile(self.plies, share)

    def to_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        levels = self.lineup.levels
        return {
            "seats": list(levels),
            "games": self.games,
            "even": _rounded(self.even),
            "by_level": {
                level: {"even": _rounded(levels.count(level) * self.even), **_json(share)}
                for level, share in self.by_level.items()
            },
            "by_seat": [_json(share) for share in self.by_seat],
            "by_turn": [_json(share) for share in self.by_turn],
            "plies": {
                "least": min(self.plies),
                "p10": self.length(0.1),
                "median": self.length(0.5),
                "p90": self.length(0.9),
                "most": max(self.plies),
            },
            "exploded": _json(self.exploded),
            "jams_per_game": _rounded(self.jams / self.games),
            "won_with_a_special": _json(self.with_a_special),
            "cards": {
                card: {
                    "played_per_game": _rounded(self.played[card] / self.games),
                    "jammed_per_game": _rounded(self.jammed[card] / self.games),
                    "last_card": _json(self.won_with(card)),
                }
                for card in CARDS
            },
        }


def _json(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {"games": share.part, "rate": _rounded(share.rate), "low": _rounded(low), "high": _rounded(high)}


def _rounded(value: float) -> float:
    return round(value, DIGITS)
