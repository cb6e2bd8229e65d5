"""Words of the table: moves, and what there is to see."""

from collections.abc import Mapping

from relspace.room.commands import HandOver, MakeMove
from relspace.rules.layout import LAYOUTS
from relspace.rules.stash import is_free
from relspace.rules.view import View
from relspace.wire.messages import LegalMove, Snapshot
from relspace_client.plain.moves import card_line, jam_question, move_lines, your_turn
from relspace_client.plain.news import move_line
from relspace_client.plain.stash import stash_lines
from relspace_client.plain.table import pod_cards, pod_lines, whose_turn
from relspace_client.plain.voice import Voice, own_seat, players_of, pods_named, room_of, seat_meant
from relspace_client.plain.words.meant import AROUND, POD, SPACE, Named
from relspace_client.plain.words.whom import somebody_else, why_no_autopilot
from relspace_client.table.choices import Choices, choices
from relspace_client.table.own import own_card


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
    can = choices(snapshot.legal)
    space = space.upper()
    named = Named(reader, space, own_card(snapshot, view, space), rest)
    if view.phase in ("peek", "give"):
        voice.say(your_turn(reader, snapshot, view))
    elif not SPACE.fullmatch(space):
        voice.say(reader.say("Which card? Type play, where it lies and a pod, such as play A1 1."))
    elif space in can.uses and named.opens():
        await _make(voice, snapshot, view, can.uses[space])
    elif space in can.uses:
        said = reader.say(
            "{space} is a Keycard. Type open {space}, and then play a card onto the new pod.", space=space
        )
        voice.say(said)
    elif space not in can.onto:
        voice.say(_why_not(voice, snapshot, view, space))
    else:
        await _onto(voice, snapshot, view, named)


async def _onto(voice: Voice, snapshot: Snapshot, view: View, named: Named) -> None:
    """Plays a card that can be played onto the pod that is meant; if that is not clear, says what it does on each."""
    reader, onto = voice.reader, choices(snapshot.legal).onto[named.space]
    pod = named.pod(onto)
    if pod is None:
        line = card_line(reader, snapshot, view, named.space)
        voice.say(f"{line} {reader.say('Type play {space} and a pod.', space=named.space)}")
        return
    move = onto[pod]
    if move.verdict == "jams":

        async def jam() -> None:
            await _make(voice, snapshot, view, move)

        voice.ask(jam_question(reader, move, pod), jam)
    else:
        await _make(voice, snapshot, view, move)


async def _make(voice: Voice, snapshot: Snapshot, view: View, move: LegalMove) -> None:
    await voice.send(MakeMove(snapshot.room, move.move, view.ply))


def _on_turn(voice: Voice, snapshot: Snapshot, view: View) -> bool:
    """Whether it is the viewer's turn; if not, they are told whose it is."""
    if view.turn != snapshot.you:
        voice.say(whose_turn(voice.reader, snapshot, view, None))
    return view.turn == snapshot.you


def _why_not(voice: Voice, snapshot: Snapshot, view: View, space: str) -> str:
    """Why the card in a space cannot be played."""
    reader = voice.reader
    stash, layout = view.seats[(snapshot.you or 1) - 1], LAYOUTS[view.options.layout]
    if own_card(snapshot, view, space) is None:
        return reader.say("Nothing lies in {space}.", space=space)
    if not is_free(stash, layout, space):
        return reader.say("{space} is covered.", space=space)
    return reader.say("{space} cannot be played now. Type moves for what can.", space=space)


async def open_pod(voice: Voice, text: str) -> None:
    """Uses a Keycard by itself."""
    snapshot, view = room_of(voice), view_of(voice)
    if not _on_turn(voice, snapshot, view):
        return
    uses = choices(snapshot.legal).uses
    none = voice.reader.say("You have no free Keycard that lies face-up.")
    await _chosen(voice, snapshot, view, uses, ("open", text), none)


async def peek(voice: Voice, text: str) -> None:
    """Looks at a face-down card, as Winston allows."""
    snapshot, view = room_of(voice), view_of(voice)
    if not _on_turn(voice, snapshot, view):
        return
    peeks = choices(snapshot.legal).peeks
    none = voice.reader.say("Only Winston lets you look at a card.")
    await _chosen(voice, snapshot, view, peeks, ("peek", text), none)


async def _chosen(
    voice: Voice, snapshot: Snapshot, view: View, offered: Mapping[str, LegalMove], typed: tuple[str, str], none: str
) -> None:
    """Makes the move of the space that was named, or the only one that is offered.

    What was typed after the space is passed over: its card, or the words in which the move was announced.
    """
    word, text = typed
    space = text.partition(" ")[0].strip(AROUND).upper() or (next(iter(offered)) if len(offered) == 1 else "")
    if not offered:
        voice.say(none)
    elif space in offered:
        await _make(voice, snapshot, view, offered[space])
    else:
        lines = voice.reader.words.either([f"{word} {one}" for one in offered])
        voice.say(voice.reader.say("You can type {lines}.", lines=lines))


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
        voice.say(reader.say("You have left the game."))
        return

    async def resigned() -> None:
        await voice.send(MakeMove(snapshot.room, "resign", view.ply))

    voice.ask(reader.say("Your stash leaves the game. This cannot be undone."), resigned)


async def hand(voice: Voice, text: str) -> None:
    """Lets the autopilot play for somebody who is away."""
    ask = voice.reader.say("For whom? Type hand and the number or name of a player who is away.")
    seat = somebody_else(voice, text, ask, why_no_autopilot)
    if seat is not None:
        await voice.send(HandOver(room_of(voice).room, seat))


# ── what there is to see ─────────────────────────────────────────────────────────────────────────────────────────────


async def moves(voice: Voice, _text: str) -> None:
    """Every move, with what it would do."""
    voice.say(*move_lines(voice.reader, room_of(voice), view_of(voice)))


async def stash(voice: Voice, text: str) -> None:
    """One's own stash, or somebody else's."""
    snapshot, view, reader = room_of(voice), view_of(voice), voice.reader
    everybody = list(range(1, len(view.seats) + 1))
    seat = seat_meant(players_of(snapshot), text, everybody) if text else own_seat(snapshot)
    if seat is None or seat not in everybody:
        voice.say(reader.say("Whose stash? Type stash and a number or a name; players lists them."))
        return
    name = "" if seat == own_seat(snapshot) else players_of(snapshot)[seat - 1]
    voice.say(*stash_lines(reader, view, seat, name))


async def pods(voice: Voice, text: str) -> None:
    """The pods, or all cards of one."""
    view, reader = view_of(voice), voice.reader
    if not text:
        voice.say(*pod_lines(reader, view))
        return
    found = POD.fullmatch(text)
    wanted = int(found[1]) if found else 0
    every = {pod.id: pod for pod in (*view.pods, *([view.away] if view.away else []))}
    if wanted in every:
        voice.say(pod_cards(reader, every[wanted]))
        return
    there = reader.count("There is {pods}.", "There are {pods}.", len(every), pods=pods_named(reader, sorted(every)))
    voice.say(f"{reader.say('Pod {pod} is not out.', pod=wanted)} {there}" if wanted else there)


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
