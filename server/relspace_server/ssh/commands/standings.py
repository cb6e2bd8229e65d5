"""Commands about what people have played: the rankings, a profile, somebody's finished games.

What reads words raises `UsageError` where they are none of the command's.
"""

from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Final

from relspace.text.width import Align, fit
from relspace.wire.questions import AskProfile, AskRankings, PlayedGame, Profile, Rank, Rankings
from relspace_client.locale.words import ENGLISH, Words, message, term
from relspace_server.ssh.commands.request import Enquiry, Request, UsageError
from relspace_server.ssh.door import Answer, Door, Visitor

NAME_COLUMNS: Final = 16
"""As wide as a name can be."""

GUEST: Final = message(
    "You are a guest, and of guests nothing is kept: make a key with ssh-keygen, and you are somebody."
)

NOBODY: Final = message(
    "Nobody has played a rated game yet: one in a public room, with a clock, among people with keys."
)

_RANKS: Final[tuple[tuple[str, int, Align], ...]] = (
    (term("column", "place"), 5, "right"),
    (term("column", "name"), NAME_COLUMNS, "left"),
    (term("column", "rating"), 12, "right"),
    (term("column", "games"), 6, "right"),
    (term("column", "won"), 6, "right"),
)
"""The columns of the rankings."""

_GAMES: Final[tuple[tuple[str, int, Align], ...]] = (
    (term("column", "ended (UTC)"), 16, "left"),
    (term("column", "id"), 22, "left"),
    (term("column", "place"), 8, "left"),
    (term("column", "rating"), 7, "right"),
)
"""The columns of a list of games; the players follow."""


def read_rankings(words: list[str]) -> Request:
    """`rankings [PLACE]`."""
    places = [word for word in words if word != "--json"]
    if len(places) > 1 or not all(word.isascii() and word.isdigit() and len(word) <= 9 for word in places):
        raise UsageError(message("rankings takes the place to begin with, a number, or nothing."))
    first = max(1, int(places[0])) if places else 1

    async def ask(door: Door, visitor: Visitor) -> Answer:
        found = await door.look_up(visitor, AskRankings(first))
        assert isinstance(found, Rankings)
        return Answer(rankings_text(found, first, visitor.words), asdict(found))

    return Enquiry(ask, "--json" in words)


def read_profile(words: list[str]) -> Request:
    """`profile [NAME]`."""
    return _about_somebody("profile", words, lambda found, reads: Answer(profile_text(found, reads), asdict(found)))


def read_records(words: list[str]) -> Request:
    """`records [NAME]`."""

    def answer(found: Profile, reads: Words) -> Answer:
        return Answer(games_text(found, reads), [asdict(one) for one in found.last])

    return _about_somebody("records", words, answer)


def _about_somebody(command: str, words: list[str], answer: Callable[[Profile, Words], Answer]) -> Request:
    names = [word for word in words if word != "--json"]
    if len(names) > 1:
        raise UsageError(message("{command} takes the name of one player, or nothing for yourself."), command=command)
    name = names[0] if names else ""

    async def ask(door: Door, visitor: Visitor) -> Answer:
        found = await door.look_up(visitor, AskProfile(name))
        assert isinstance(found, Profile)
        return answer(found, visitor.words)

    return Enquiry(ask, "--json" in words)


# ── text ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def rankings_text(found: Rankings, first: int, reads: Words = ENGLISH) -> str:
    """The rankings, a line for each player, and where the visitor stands."""
    if not found.total:
        return reads.say(NOBODY)
    if not found.rows:
        return reads.say("Nobody has place {n}: {total} have played rated games.", n=first, total=found.total)
    lines = [_heading(_RANKS, reads), *(_line(_RANKS, _cells(rank)) for rank in found.rows)]
    if found.you is not None:
        lines.append(reads.say("You are number {n} of {total}.", n=found.you.place, total=found.total))
    return "\n".join(lines)


def _cells(rank: Rank) -> tuple[str, ...]:
    return str(rank.place), rank.name, _rating(rank), str(rank.games), str(rank.wins)


def _rating(rank: Rank) -> str:
    return f"{rank.rating} ± {rank.doubt}"


def profile_text(found: Profile, reads: Words = ENGLISH) -> str:
    """What somebody has played, in a few lines."""
    if found.guest:
        return reads.say(GUEST)
    lines = [reads.say("{name}, here since {date}", name=found.name, date=_moment(found.since)[:10])]
    rank = found.rank
    if rank is None:
        lines.append(reads.say("no rated game yet"))
    else:
        won = reads.count("{wins} of {n} rated game won", "{wins} of {n} rated games won", rank.games, wins=rank.wins)
        lines.append(reads.say("rating {rating}, place {place}", rating=_rating(rank), place=rank.place) + f"; {won}")
    facts = [
        reads.count("{wins} of {n} game won", "{wins} of {n} games won", found.games, wins=found.wins),
        reads.count("{n} jam", "{n} jams", found.jams),
    ]
    if found.fastest:
        facts.append(reads.say("fastest escape in {n} plies", n=found.fastest))
    lines.append(reads.say(", ").join(facts))
    return "\n".join(lines)


def games_text(found: Profile, reads: Words = ENGLISH) -> str:
    """Somebody's last games, a line for each, the newest first."""
    if found.guest:
        return reads.say(GUEST)
    if not found.last:
        return reads.say("{name} has not finished a game yet.", name=found.name)
    heading = _heading(_GAMES, reads, reads.term("column", "players"))
    return "\n".join([heading, *(_game(one, reads) for one in found.last)])


def _game(one: PlayedGame, reads: Words) -> str:
    change = "" if one.change is None else f"{one.change:+d}"
    place = reads.say("{n} of {all}", n=one.place, all=len(one.players))
    return _line(_GAMES, (_moment(one.ended), one.game, place, change), ", ".join(one.players))


def _heading(columns: tuple[tuple[str, int, Align], ...], reads: Words, behind: str = "") -> str:
    return _line(columns, (reads.term("column", name) for name, _, _ in columns), behind)


def _moment(ms: int) -> str:
    return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _line(columns: tuple[tuple[str, int, Align], ...], cells: Iterable[str], behind: str = "") -> str:
    """Cells under their columns, and what follows behind the last one."""
    fitted = (fit(cell, width, align=align) for (_, width, align), cell in zip(columns, cells, strict=True))
    return "  ".join((*fitted, behind)).rstrip()
