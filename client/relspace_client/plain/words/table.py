"""Words of the table: moves, and what there is to see."""

import re
from collections.abc import Mapping
from typing import Final

from relspace.room.commands import HandOver, MakeMove
from relspace.rules.layout import LAYOUTS
from relspace.rules.stash import is_free
from relspace.rules.view import View
from relspace.wire.messages import LegalMove, Snapshot
from relspace_client.plain.moves import card_at, jam_question, move_lines, your_turn
from relspace_client.plain.news import move_line
from relspace_client.plain.stash import stash_lines
from relspace_client.plain.table import pod_cards, pod_lines, whose_turn
from relspace_client.plain.voice import Voice, own_seat, players_of, pods_named, seat_meant
from relspace_client.plain.words.room import room_of
from relspace_client.table.choices import Choices, choices
from relspace_client.table.own import own_card

SPACE: Final = re.compile(r"[abcx][1-9]\d?", re.IGNORECASE)
"""The name of a space."""

_POD: Final = re.compile(r"(?:pod|p)?\s*([1-9]\d{0,3})", re.IGNORECASE)


def view_of(voice: Voice) -> View:
    """What is seen of the game; a word that asks for it is only said during or after one."""
    view = room_of(voice).view
    assert view is not None
    return view


# ── moves ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def play(voice: Voice, text: str) -> None:
    """Plays a card onto a pod, or a Keycard by itself; asks first if it jams."""
    snapshot, view, reader = room_of(voice), view_of(voice), voice.reader
    if not _on_turn(voice, snapshot, view):
        return
    space, _, rest = text.partition(" ")
    rest = re.sub(r"(?i)^(?:on|onto)\s+", "", rest.strip())
    can = choices(snapshot.legal)
    space = space.upper()
    if view.phase in ("peek", "give"):
        voice.say(your_turn(reader, snapshot, view))
    elif not SPACE.fullmatch(space):
        voice.say(reader.say("Which card? Say play, its space and a pod, such as play A1 1."))
    elif space in can.uses and not rest:
        await _make(voice, snapshot, view, can.uses[space])
    elif space in can.uses:
        said = reader.say("{space} is a Keycard. Say open {space}, and then play a card onto the new pod.", space=space)
        voice.say(said)
    elif space not in can.onto:
        voice.say(_why_not(voice, snapshot, view, space))
    else:
        await _onto(voice, snapshot, view, space, rest)


async def _onto(voice: Voice, snapshot: Snapshot, view: View, space: str, rest: str) -> None:
    """Plays a card that can be played onto the pod that was named, or onto the only one there is."""
    reader, onto = voice.reader, choices(snapshot.legal).onto[space]
    found = _POD.fullmatch(rest)
    pod = int(found[1]) if found else next(iter(onto)) if not rest and len(onto) == 1 else None
    move = None if pod is None else onto.get(pod)
    if move is None or pod is None:
        card = card_at(reader, snapshot, view, space)
        voice.say(reader.say("{card} can go onto {pods}.", card=card, pods=pods_named(reader, list(onto))))
    elif move.verdict == "jams":

        async def jam() -> None:
            await _make(voice, snapshot, view, move)

        voice.ask(jam_question(reader, move, pod), jam)
    else:
        await _make(voice, snapshot, view, move)


async def _make(voice: Voice, snapshot: Snapshot, view: View, move: LegalMove) -> None:
    await voice.send(MakeMove(snapshot.room, move.move, view.ply))


def _on_turn(voice: Voice, snapshot: Snapshot, view: View) -> bool:
    """Whether the viewer may move; if not, they are told."""
    reader = voice.reader
    if snapshot.you is None:
        voice.say(reader.say("You are watching; you have no seat in this game."))
    elif view.turn != snapshot.you:
        voice.say(whose_turn(reader, snapshot, view, None))
    else:
        return True
    return False


def _why_not(voice: Voice, snapshot: Snapshot, view: View, space: str) -> str:
    """Why the card in a space cannot be played."""
    reader = voice.reader
    stash, layout = view.seats[(snapshot.you or 1) - 1], LAYOUTS[view.options.layout]
    if own_card(snapshot, view, space) is None:
        return reader.say("Nothing lies in {space}.", space=space)
    if not is_free(stash, layout, space):
        return reader.say("{space} is covered.", space=space)
    return reader.say("{space} cannot be played now. Say moves for what can.", space=space)


async def open_pod(voice: Voice, text: str) -> None:
    """Uses a Keycard by itself."""
    snapshot, view = room_of(voice), view_of(voice)
    if not _on_turn(voice, snapshot, view):
        return
    uses = choices(snapshot.legal).uses
    await _chosen(voice, snapshot, view, uses, text, voice.reader.say("You have no free Keycard that lies face-up."))


async def peek(voice: Voice, text: str) -> None:
    """Looks at a face-down card, as Winston allows."""
    snapshot, view = room_of(voice), view_of(voice)
    if not _on_turn(voice, snapshot, view):
        return
    peeks = choices(snapshot.legal).peeks
    await _chosen(voice, snapshot, view, peeks, text, voice.reader.say("Only Winston lets you look at a card."))


async def _chosen(
    voice: Voice, snapshot: Snapshot, view: View, offered: Mapping[str, LegalMove], text: str, none: str
) -> None:
    """Makes the move of the space that was named, or the only one that is offered."""
    space = text.upper() or (next(iter(offered)) if len(offered) == 1 else "")
    if not offered:
        voice.say(none)
    elif space in offered:
        await _make(voice, snapshot, view, offered[space])
    else:
        voice.say(voice.reader.say("You can say {spaces}.", spaces=voice.reader.words.either(list(offered))))


async def give(voice: Voice, text: str) -> None:
    """Gives the card under Albert to somebody."""
    snapshot, view = room_of(voice), view_of(voice)
    if not _on_turn(voice, snapshot, view):
        return
    can: Choices = choices(snapshot.legal)
    seat = seat_meant(players_of(snapshot), text, list(can.gives))
    if not can.gives:
        voice.say(voice.reader.say("Only Albert lets you give a card."))
    elif seat is None:
        voice.say(your_turn(voice.reader, snapshot, view))
    else:
        await _make(voice, snapshot, view, can.gives[seat])


async def resign(voice: Voice, _text: str) -> None:
    """Leaves the game for good; asks first."""
    snapshot, view, reader = room_of(voice), view_of(voice), voice.reader
    if snapshot.you is None or view.seats[snapshot.you - 1].out:
        voice.say(reader.say("You have no seat in this game."))
        return

    async def resigned() -> None:
        await voice.send(MakeMove(snapshot.room, "resign", view.ply))

    voice.ask(reader.say("Your stash leaves the game. This cannot be undone."), resigned)


async def hand(voice: Voice, text: str) -> None:
    """Lets the autopilot play for somebody who is away."""
    snapshot = room_of(voice)
    away = [number for number, seat in enumerate(snapshot.seats, 1) if seat.presence == "away"]
    seat = seat_meant(players_of(snapshot), text, away)
    if seat is None:
        voice.say(voice.reader.say("For whom? Say hand and the number or name of a player who is away."))
    else:
        await voice.send(HandOver(snapshot.room, seat))


# ── what there is to see ─────────────────────────────────────────────────────────────────────────────────────────────


async def moves(voice: Voice, _text: str) -> None:
    """Every move, with what it would do."""
    snapshot, reader = room_of(voice), voice.reader
    if snapshot.you is None:
        voice.say(reader.say("You are watching; you have no seat in this game."))
    else:
        voice.say(*move_lines(reader, snapshot, view_of(voice)))


async def stash(voice: Voice, text: str) -> None:
    """One's own stash, or somebody else's."""
    snapshot, view, reader = room_of(voice), view_of(voice), voice.reader
    everybody = list(range(1, len(view.seats) + 1))
    seat = seat_meant(players_of(snapshot), text, everybody) if text else own_seat(snapshot)
    if seat is None or seat not in everybody:
        voice.say(reader.say("Whose stash? Say stash and a number or a name; players lists them."))
        return
    name = "" if seat == own_seat(snapshot) else players_of(snapshot)[seat - 1]
    voice.say(*stash_lines(reader, view, seat, name))


async def pods(voice: Voice, text: str) -> None:
    """The pods, or all cards of one."""
    view, reader = view_of(voice), voice.reader
    if not text:
        voice.say(*pod_lines(reader, view))
        return
    found = _POD.fullmatch(text)
    every = [*view.pods, *([view.away] if view.away else [])]
    pod = next((pod for pod in every if found and pod.id == int(found[1])), None)
    if pod is None:
        voice.say(reader.say("There are {pods}.", pods=pods_named(reader, sorted(pod.id for pod in every))))
    else:
        voice.say(pod_cards(reader, pod))


async def turn(voice: Voice, _text: str) -> None:
    """Whose turn it is, and on one's own what can be played."""
    snapshot, view, reader = room_of(voice), view_of(voice), voice.reader
    voice.say(whose_turn(reader, snapshot, view, voice.time_left))
    if view.turn == snapshot.you and not snapshot.ahead:
        voice.say(your_turn(reader, snapshot, view))


async def log(voice: Voice, _text: str) -> None:
    """The last moves."""
    snapshot, reader = room_of(voice), voice.reader
    if not snapshot.log:
        voice.say(reader.say("Nobody has moved yet."))
    voice.say(*(move_line(reader, snapshot, entry) for entry in snapshot.log))
