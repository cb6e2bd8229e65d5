"""The figures as Markdown tables, which are readable in a terminal too."""

from collections.abc import Iterator, Sequence

from relspace.rules.cards import CARDS
from relspace.text import width
from relspace_client.commands.simulate.share import Share
from relspace_client.commands.simulate.tally import Tally

ORDINALS = ("1st", "2nd", "3rd", *(f"{n}th" for n in range(4, 11)))


def overview(tallies: Sequence[Tally]) -> list[str]:
    """A line for each line-up."""
    head = ("seats", "first to play wins", "even", "plies: median", "9 of 10 within", "longest", "nobody escapes",
            "jams a game", "last card a special")  # fmt: skip
    rows = [
        (
            _seats(tally),
            _share(tally.by_turn[0]),
            _percent(tally.even),
            str(tally.length(0.5)),
            str(tally.length(0.9)),
            str(max(tally.plies)),
            _share(tally.exploded),
            f"{tally.jams / tally.games:.1f}",
            _share(tally.with_a_special),
        )
        for tally in tallies
    ]
    return table(head, rows)


def details(tally: Tally) -> list[str]:
    """Who won, and what each card did."""
    return [
        f"{tally.lineup.label}: {tally.games:,} games",
        "",
        *table(("", "games won", "even"), list(_winners(tally))),
        "",
        *table(("card", "played a game", "jammed a game", "last card of the winner"), list(_cards(tally))),
    ]


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table, its columns padded to the same width."""
    columns = [max(3, *map(width, column)) for column in zip(head, *rows, strict=True)]
    lines = [head, ["-" * column for column in columns], *rows]
    return [
        "| "
        + " | ".join(text + " " * (column - width(text)) for text, column in zip(line, columns, strict=True))
        + " |"
        for line in lines
    ]


def _winners(tally: Tally) -> Iterator[tuple[str, str, str]]:
    levels, even = tally.lineup.levels, tally.even
    if len(tally.by_level) > 1:
        for level, share in tally.by_level.items():
            yield level, _share(share), _percent(levels.count(level) * even)
    for seat, (level, share) in enumerate(zip(levels, tally.by_seat, strict=True), 1):
        yield f"seat {seat}, {level}", _share(share), _percent(even)
    for ordinal, share in zip(ORDINALS, tally.by_turn, strict=False):
        yield f"{ordinal} to play", _share(share), _percent(even)


def _cards(tally: Tally) -> Iterator[tuple[str, str, str, str]]:
    for card, kind in CARDS.items():
        yield (
            kind.name,
            f"{tally.played[card] / tally.games:.2f}",
            f"{tally.jammed[card] / tally.games:.2f}",
            _share(tally.won_with(card)),
        )


def _seats(tally: Tally) -> str:
    """`4 easy`, or the whole line-up where the levels differ."""
    levels = tally.lineup.levels
    return f"{len(levels)} {levels[0]}" if len(set(levels)) == 1 else tally.lineup.label


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _share(share: Share) -> str:
    """A share with its interval."""
    low, high = share.interval
    return f"{_percent(share.rate)} ({100 * low:.1f}–{100 * high:.1f})"
