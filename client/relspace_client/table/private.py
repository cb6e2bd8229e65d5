"""What the table says to one viewer: their stash, the prompt, the plates, `You` in the ring."""

from typing import Any, Final, NamedTuple

from relspace.rules.view import View
from relspace.wire.messages import Snapshot, Talk
from relspace_client.table.about import About, Jam, named
from relspace_client.table.bar import Bar, Time
from relspace_client.table.choices import Choices, choices
from relspace_client.table.film import GIFT_ARRIVED, Still
from relspace_client.table.form import Form
from relspace_client.table.frame import Frame
from relspace_client.table.keys import keys_of_one_who_is_out, keys_of_table
from relspace_client.table.lists import LogPage
from relspace_client.table.log import Log, Talked
from relspace_client.table.logtext import Names
from relspace_client.table.measures import PaneName
from relspace_client.table.own import owes, own_card, own_stash, seat_name
from relspace_client.table.parts import Contents, Marked
from relspace_client.table.plate import Mark
from relspace_client.table.podkeys import pod_keys
from relspace_client.table.pods import Pods
from relspace_client.table.prompt import prompt_of, prompt_of_spectator
from relspace_client.table.ring import Ring
from relspace_client.table.stash import Shown
from relspace_client.table.stashes import Owner, Stashes
from relspace_client.table.state import TableState

_SECOND: Final = 1000
"""Milliseconds."""

_NO_TALK: Final = Talk("", ())


class Viewer(NamedTuple):
    """Everything that a picture for one viewer is made of."""

    snapshot: Snapshot
    view: View
    state: TableState
    talk: Talk = _NO_TALK


def own_contents(frame: Frame, viewer: Viewer, form: Form) -> Contents:
    """What each pane says to this viewer; where it is what everybody is told, the frame's own content."""
    contents: dict[PaneName, Any] = dict(frame.contents)
    snapshot, view, state = viewer.snapshot, viewer.view, viewer.state
    log = contents["log"] = _log(frame, viewer)
    if viewer.talk.lines:
        contents["talk"] = Talked(viewer.talk.lines, _your_name(frame, snapshot))
    if state.show == "stashes":
        contents["body"] = _stashes(frame, viewer, form)
    elif state.show == "log":
        contents["body"] = LogPage(log._replace(talk=None), contents["talk"])
    stash = own_stash(snapshot, view)
    contents["legend"] = "" if not state.hint else "watching" if stash is None else "playing"
    if stash is None:
        if snapshot.you is not None:
            contents["ring"] = frame.contents["ring"]._replace(you=snapshot.you)
            contents["keys"] = keys_of_one_who_is_out(snapshot, state, form)
        contents["prompt"] = prompt_of_spectator(frame.seen, state.show, form, state.closer, hint=state.hint)
        return contents
    can = choices(snapshot.legal)
    size = frame.measures.size
    ring: Ring = frame.contents["ring"]
    contents["ring"] = Ring(ring.players, ring.turn, ring.direction, snapshot.you, bool(can.gives))
    marks = _marks(viewer, can)
    if marks or state.keys != frame.keys_of_pods:
        contents["pods"] = Marked(Pods(frame.seen.pods, frame.seen.away, state.keys), marks)
    contents["prompt"] = prompt_of(snapshot, view, state, size, form)
    contents["stash"] = Shown(
        stash,
        view.options.layout,
        state.chosen,
        state.arrived,
        _jams(state, can),
        can.spaces,
        only=owes(snapshot, view),
    )
    contents["card"] = _about(viewer, can)
    contents["keys"] = keys_of_table(snapshot, view, state, size, form)
    return contents


def timed(contents: Contents, left: int, turn: int) -> Contents:
    """The same, with a clock.

    Args:
        contents: what is said without one.
        left: milliseconds left of the turn.
        turn: milliseconds that a whole turn has.
    """
    bar: Bar = contents["bar"]
    return {**contents, "bar": bar._replace(time=Time(-(-max(0, left) // _SECOND), turn // _SECOND))}


def film_contents(contents: Contents, still: Still, frame: Frame, viewer: Viewer, form: Form) -> Contents:
    """The same, where a frame of a film is different from the picture as it is now."""
    filmed: dict[PaneName, Any] = dict(contents)
    state = viewer.state
    if frame.measures.size != "small" or _fits_lines(still, frame):
        marks = {}
        if still.lit is not None:
            said = _happens(still, form)
            marks[still.lit] = Mark(happens=said, lit="jam" if still.happening == "jam" else "accent")
        scenes = {still.lit: still.scene} if still.lit is not None and still.scene is not None else {}
        keys = pod_keys(tuple(pod.id for pod in still.pods), state.keys)
        pods = Pods(still.pods, still.away, keys)
        filmed["pods"] = Marked(pods, marks, scenes, still.gift, len(frame.seen.players))
    given = still.gift.seat if still.gift is not None and still.gift.step == GIFT_ARRIVED else None
    if still.order or given is not None:
        filmed["ring"] = filmed["ring"]._replace(order=still.order, gift=given)
        filmed["bar"] = filmed["bar"]._replace(order=still.order)
    if still.stash is not None:
        filmed["stash"] = filmed["stash"]._replace(stash=still.stash, chosen=None, choices=(), only=False)
    return filmed


def _fits_lines(still: Still, frame: Frame) -> bool:
    """Whether lines can show the pods of a frame: there is a place for each, and one that is gone says so."""
    shown, now = ({one.id for one in (*of.pods, of.away) if one is not None} for of in (still, frame.seen))
    return shown == now or (len(shown) == len(now) and still.happening is not None)


def _happens(still: Still, form: Form) -> str:
    """What a plate says of what happens there."""
    words, glyphs = form.words, form.glyphs
    match still.happening:
        case "launch":
            return f"{glyphs.up} {words.say('LAUNCH')}"
        case "jam":
            return words.say("! JAM !")
        case "wormhole":
            return f"@ {words.say('WORMHOLE')}"
        case "gift" if still.gift is not None:
            return words.say("gives the {card}", card=named(still.gift.card, words))
        case _:
            return ""


def _marks(viewer: Viewer, can: Choices) -> dict[int, Mark]:
    """What the viewer's choice says of each pod. Verdicts come from the snapshot, never from here."""
    state, ahead = viewer.state, viewer.snapshot.ahead
    if state.show != "table":
        return {}
    moves = can.onto.get(state.chosen or "", {})
    marks = {pod: Mark(move.verdict, move.back, pod == state.pod, ahead) for pod, move in moves.items()}
    if state.pod is not None and state.pod not in marks:
        marks[state.pod] = Mark(first=True, ahead=ahead)
    return marks


def _jams(state: TableState, can: Choices) -> frozenset[str]:
    """The spaces whose card would jam on the pod that was chosen first."""
    if state.pod is None:
        return frozenset()
    moves = ((space, pods.get(state.pod)) for space, pods in can.onto.items())
    return frozenset(space for space, move in moves if move is not None and move.verdict == "jams")


def _about(viewer: Viewer, can: Choices) -> About | None:
    """The chosen card, and the jam to be told of: on the pod chosen first, or on each one where it jams."""
    state, view = viewer.state, viewer.view
    if state.chosen is None:
        return None
    moves = can.onto.get(state.chosen, {})
    jams = tuple([pod for pod, move in moves.items() if move.verdict == "jams"])
    own = own_card(viewer.snapshot, view, state.chosen)
    if state.pod is None and len(jams) > 1:
        return About(own, jams=jams)
    pod = state.pod if state.pod in jams else jams[0] if jams and state.pod is None else None
    if pod is None:
        return About(own)
    pile = 1 + sum(len(one.cards) for one in view.pods if one.id == pod)
    return About(own, Jam(pod, moves[pod].back, pile))


def _log(frame: Frame, viewer: Viewer) -> Log:
    """The log; moves by or for the viewer are told to `You`."""
    log: Log = frame.contents["log"]
    you = viewer.snapshot.you
    if you in frame.in_log:
        log = Log(log.turns, Names(log.names.names, you), log.talk)
    said = viewer.state.talked
    if said is not None and viewer.talk.lines and "talk" not in frame.measures.panes:
        newer = sum(turn.entries[0].ply > said for turn in log.turns)
        log = log._replace(talk=viewer.talk.lines[-1], newer=newer, names=log.names._replace(you=you))
    return log


def _your_name(frame: Frame, snapshot: Snapshot) -> str:
    players = frame.seen.players
    return players[snapshot.you - 1].name if snapshot.you is not None and snapshot.you <= len(players) else ""


def _stashes(frame: Frame, viewer: Viewer, form: Form) -> Stashes:
    """All stashes, as this viewer sees them."""
    seen = frame.seen
    owners = tuple(
        Owner(seat, seat_name(viewer.snapshot, seat, form), player.left, seat == seen.turn, stash)
        for seat, (player, stash) in enumerate(zip(seen.players, viewer.view.seats, strict=False), 1)
    )
    return Stashes(owners, viewer.view.options.layout, viewer.snapshot.you, viewer.state.closer)
