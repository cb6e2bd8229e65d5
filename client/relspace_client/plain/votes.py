"""Votes on whether a player shall leave the game, in sentences."""

from collections.abc import Iterator

from relspace.wire.messages import OpenVote, Snapshot
from relspace_client.around.parts import Reader
from relspace_client.plain.voice import name_of
from relspace_client.table.own import still_in


def vote_lines(reader: Reader, snapshot: Snapshot) -> list[str]:
    """The vote that is open, and what the viewer can say in it; nothing if there is none."""
    vote = snapshot.vote
    return [] if vote is None else [" ".join(_open(reader, snapshot, vote))]


def vote_news(reader: Reader, before: Snapshot, after: Snapshot) -> Iterator[str]:
    """What has become of a vote since."""
    old, new = before.vote, after.vote
    if new is not None and (old is None or old.seat != new.seat):
        yield from vote_lines(reader, after)
    elif old is not None and new is not None and (old.yes, old.no) != (new.yes, new.no):
        yield _count(reader, new)
    elif said := vote_over(reader, before, after):
        yield said


def vote_over(reader: Reader, before: Snapshot, after: Snapshot) -> str:
    """That a vote has ended and somebody stays; empty if none has, or if somebody left, which the log tells."""
    vote = before.vote
    if vote is None or after.vote is not None or after.phase != "playing" or not still_in(after, vote.seat):
        return ""
    if vote.seat == after.you:
        return reader.say("The vote is over. You stay.")
    return reader.say("The vote is over. {name} stays.", name=name_of(reader, after, vote.seat))


def _open(reader: Reader, snapshot: Snapshot, vote: OpenVote) -> Iterator[str]:
    if vote.seat == snapshot.you:
        yield reader.say("A vote is open: shall you leave the game? The others decide.")
    else:
        yield reader.say("A vote is open: shall {name} leave the game?", name=name_of(reader, snapshot, vote.seat))
    yield _count(reader, vote)
    if vote.may:
        yield reader.say("Type vote yes or vote no.")


def _count(reader: Reader, vote: OpenVote) -> str:
    return reader.say(
        "{yes} for it, {no} against it; {needed} are needed.", yes=vote.yes, no=vote.no, needed=vote.needed
    )
