"""What can be done about other people, in a room or in the lobby: profile, ignoring, muting, giving host, votes."""

from collections.abc import Sequence

from relspace.room.commands import CallVote, CastVote, GiveHost, MuteSeat
from relspace.room.voting import FEWEST
from relspace.wire.commands import Done, Ignore
from relspace.wire.messages import SeatInfo, Snapshot
from relspace_client.around.lobby import is_alone
from relspace_client.around.parts import Reader
from relspace_client.plain.missed import told_since
from relspace_client.screens.dialogs.choose import Choice, Choose, confirm
from relspace_client.screens.page import Stage
from relspace_client.screens.profile import ProfilePage

MOST: int = 12
"""People of the lobby who are offered at once."""

NAMED: int = 3
"""Moves of the autopilot, and pods, that are named among the news."""


def talk(stage: Stage, snapshot: Snapshot) -> None:
    """Asks for a line to say in a room; not those who watch, whom nobody there would hear."""
    if is_alone(stage.model.lobby):
        stage.tell(stage.reader.say("Nobody else is here."))
    elif snapshot.you is not None:
        stage.talk()
    else:
        stage.tell(stage.reader.say("Those who watch do not talk at the table."))


def ask_whom(stage: Stage, snapshot: Snapshot) -> None:
    """Asks which player, then what is to be done."""
    reader = stage.reader
    others = [
        (number, seat)
        for number, seat in enumerate(snapshot.seats, 1)
        if number != snapshot.you and seat.kind in ("person", "guest")
    ]
    if not others:
        stage.tell(reader.say("Nobody else is here but bots."))
        return
    choices = [Choice(str(number), _marked(stage, seat)) for number, seat in others]
    dialog = Choose(reader, reader.say("Players"), "", choices)
    stage.ask(dialog, lambda answer: _ask_what(stage, snapshot, int(answer)))


def _marked(stage: Stage, seat: SeatInfo) -> str:
    """A player's name, and what was done about them already."""
    reader = stage.reader
    marks = [reader.say("ignored")] if seat.name in stage.model.ignored else []
    marks += [reader.say("muted")] if seat.muted else []
    return f"{seat.name}  {reader.say(', ').join(marks)}" if marks else seat.name


def _ask_what(stage: Stage, snapshot: Snapshot, number: int) -> None:
    seat = snapshot.seats[number - 1]
    choices = _choices(stage, snapshot, number, seat)
    dialog = Choose(stage.reader, seat.name, "", choices)
    stage.ask(dialog, lambda answer: _do(stage, snapshot, number, answer))


def _choices(stage: Stage, snapshot: Snapshot, number: int, seat: SeatInfo) -> Sequence[Choice]:
    reader = stage.reader
    ignored = seat.name in stage.model.ignored
    choices = []
    if seat.kind == "person":
        choices.append(Choice("profile", reader.say("Profile")))
    choices.append(
        Choice("ignore", reader.say("Show again what they say") if ignored else reader.say("Hide what they say"))
    )
    if snapshot.you is not None and snapshot.you == snapshot.host:
        choices.append(
            Choice("mute", reader.say("Let them talk again") if seat.muted else reader.say("Mute for everybody"))
        )
        choices.append(Choice("host", reader.say("Make them the host")))
    if _can_call(snapshot, number):
        choices.append(Choice("vote", reader.say("Vote on whether they leave")))
    return choices


def _can_call(snapshot: Snapshot, number: int) -> bool:
    """Whether the viewer may ask the others about a player; the server has the last word."""
    if snapshot.phase != "playing" or snapshot.view is None or snapshot.you is None or snapshot.vote is not None:
        return False
    seats = snapshot.view.seats
    if seats[number - 1].out or seats[snapshot.you - 1].out:
        return False
    voters = [
        place
        for place, (seat, stash) in enumerate(zip(snapshot.seats, seats, strict=False), 1)
        if place != number and seat.kind in ("person", "guest") and not stash.out
    ]
    return len(voters) >= FEWEST


def _do(stage: Stage, snapshot: Snapshot, number: int, what: str) -> None:
    seat = snapshot.seats[number - 1]
    if what == "profile":
        ProfilePage.show(stage, seat.name)
    elif what == "ignore":
        ignore(stage, seat.name)
    elif what == "mute":
        stage.send(MuteSeat(snapshot.room, number, on=not seat.muted))
    elif what == "host":
        stage.send(GiveHost(snapshot.room, number))
    elif what == "vote":
        _call_vote(stage, snapshot, number)


def _call_vote(stage: Stage, snapshot: Snapshot, number: int) -> None:
    reader, name = stage.reader, snapshot.seats[number - 1].name
    question = reader.say("If enough of the others agree, {name} is out of the game. Your yes counts.", name=name)
    dialog = confirm(reader, reader.say("Call a vote?"), question, reader.say("Call it"), reader.say("Leave it"))
    command = CallVote(snapshot.room, number)
    stage.ask(dialog, lambda answer: stage.send(command) if answer == "yes" else None)


def ignore(stage: Stage, name: str) -> None:
    """Hides what somebody says, or shows it again."""
    on = name not in stage.model.ignored

    def done(_: Done) -> None:
        (stage.model.ignored.add if on else stage.model.ignored.discard)(name)
        hidden = stage.reader.say("You do not read any more what {name} says.", name=name)
        stage.tell(hidden if on else stage.reader.say("You read again what {name} says.", name=name))

    stage.send(Ignore(name, on), done)


def ask_whom_to_ignore(stage: Stage) -> None:
    """Asks which of the people in the lobby the viewer does not want to read."""
    reader, lobby = stage.reader, stage.model.lobby
    talkers = [line.name for line in stage.model.talk]
    here = [person.name for person in lobby.people if not person.you] if lobby else []
    own = lobby.you if lobby else ""
    names = [name for name in dict.fromkeys([*stage.model.ignored, *reversed(talkers), *here]) if name != own]
    if not names:
        stage.tell(reader.say("Nobody else is here."))
        return
    ignored = stage.model.ignored
    choices = [
        Choice(name, reader.say("{name}  ignored", name=name) if name in ignored else name) for name in names[:MOST]
    ]
    question = reader.say("Whose lines do you not want to read, or to read again?")
    stage.ask(Choose(reader, reader.say("Ignore"), question, choices), lambda name: ignore(stage, name))


# ── a vote that is open ──────────────────────────────────────────────────────────────────────────────────────────────


def vote_sentences(reader: Reader, snapshot: Snapshot) -> Sequence[str]:
    """What is being voted on, in a sentence and in shorter ones for less room; nothing if nothing is."""
    vote = snapshot.vote
    if vote is None:
        return ()
    name = snapshot.seats[vote.seat - 1].name
    if vote.seat == snapshot.you:
        asked = brief = reader.say("Vote: shall you leave?")
    else:
        asked = brief = reader.say("Vote: shall {name} leave?", name=name)
    stands = reader.say("Yes {yes} of {needed}, no {no}.", yes=vote.yes, no=vote.no, needed=vote.needed)
    how = ""
    if vote.may:
        how, brief = reader.say("Esc opens the vote."), reader.say("Vote: {name} out? Esc votes.", name=name)
    elif vote.voted:
        how = reader.say("You have voted.")
    tries = ((asked, stands, how), (asked, how), (brief,))
    return [" ".join(part for part in parts if part) for parts in tries]


def vote_choices(reader: Reader, snapshot: Snapshot) -> Sequence[Choice]:
    """What the menu offers while a vote is open in which the viewer has a say."""
    vote = snapshot.vote
    if vote is None or not vote.may:
        return ()
    name = snapshot.seats[vote.seat - 1].name
    return (
        Choice("no-vote", reader.say("Vote: {name} stays", name=name)),
        Choice("yes-vote", reader.say("Vote: {name} leaves the game", name=name)),
    )


def cast(stage: Stage, snapshot: Snapshot, answer: str) -> bool:
    """Does what a choice of `vote_choices` asks for; returns whether it was one."""
    if answer not in ("yes-vote", "no-vote"):
        return False
    stage.send(CastVote(snapshot.room, yes=answer == "yes-vote"))
    return True


# ── what was missed ──────────────────────────────────────────────────────────────────────────────────────────────────


def missed_sentences(reader: Reader, snapshot: Snapshot) -> Sequence[str]:
    """What happened while the viewer was away; nothing if nothing did."""
    missed = snapshot.away
    if missed is None or not missed.plies:
        return ()
    moves = reader.count("While you were away: {n} move.", "While you were away: {n} moves.", missed.plies)
    return [moves, *told_since(reader, snapshot, missed, NAMED)]
