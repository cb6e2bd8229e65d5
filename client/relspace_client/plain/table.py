"""The table in sentences: pods, players, the order of play."""

from collections.abc import Iterator

from relspace.rules.layout import LAYOUTS
from relspace.rules.loading import GATES, Takes, takes
from relspace.rules.position import Pod
from relspace.rules.stash import left_by_row
from relspace.rules.view import View
from relspace.wire.messages import SeatInfo, Snapshot
from relspace_client.around.parts import Reader
from relspace_client.locale.titles import title_in
from relspace_client.plain.stash import stash_lines
from relspace_client.plain.voice import all_of, closed, name_of, seconds_left
from relspace_client.table.about import named


def table_lines(reader: Reader, snapshot: Snapshot, view: View) -> list[str]:
    """The room, the pods, and the viewer's own stash."""
    lines = [
        reader.say("Room {title}, code {code}.", title=title_in(reader.words, snapshot), code=snapshot.room),
        *pod_lines(reader, view),
    ]
    if snapshot.you is None:
        return [*lines, reader.say("You are watching."), *player_lines(reader, snapshot, view)]
    return [*lines, *stash_lines(reader, view, snapshot.you, "")]


# ── pods ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def pod_lines(reader: Reader, view: View) -> list[str]:
    """One sentence for each pod, and one for the pod that is away."""
    lines = [pod_sentence(reader, pod, strict=view.options.strict) for pod in view.pods]
    if view.away is not None:
        lines.append(
            reader.count(
                "Pod {pod} is in the wormhole, {n} card.",
                "Pod {pod} is in the wormhole, {n} cards.",
                len(view.away.cards),
                pod=view.away.id,
            )
        )
    return lines


def pod_sentence(reader: Reader, pod: Pod, *, strict: bool) -> str:
    """A pod: its top card, what it takes, and how many cards are on it."""
    if not pod.cards:
        return reader.say("Pod {pod}: empty, takes any card.", pod=pod.id)
    top = pod.cards[-1]
    taken = _taken(reader, takes(pod.cards))
    if strict and top in GATES:
        taken = reader.say("{numbers} and no special", numbers=taken)
    return reader.count(
        "Pod {pod}: top {card}, takes {taken}, {n} card.",
        "Pod {pod}: top {card}, takes {taken}, {n} cards.",
        len(pod.cards),
        pod=pod.id,
        card=named(top, reader.words),
        taken=taken,
    )


def _taken(reader: Reader, rule: Takes) -> str:
    match rule:
        case Takes("least", 10):
            return reader.say("no number but 10")
        case Takes("least", number):
            return reader.say("{n} or higher", n=number)
        case Takes("most", number):
            return reader.say("{n} or lower", n=number)
        case Takes("odd"):
            return reader.say("odd numbers")
        case Takes("even"):
            return reader.say("even numbers")
        case _:
            return reader.say("any card")


def pod_cards(reader: Reader, pod: Pod) -> str:
    """Every card of a pod."""
    if not pod.cards:
        return reader.say("Pod {pod} is empty.", pod=pod.id)
    cards = reader.say(", ").join(named(card, reader.words) for card in reversed(pod.cards))
    return closed(reader.say("Pod {pod} from the top: {cards}.", pod=pod.id, cards=cards))


# ── players ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def player_lines(reader: Reader, snapshot: Snapshot, view: View) -> list[str]:
    """Who plays, and what they have left row by row."""
    lines = [_player(reader, snapshot, view, seat) for seat in range(1, len(view.seats) + 1)]
    if snapshot.watching:
        lines.append(reader.count("{n} person is watching.", "{n} people are watching.", snapshot.watching))
    return lines


def _player(reader: Reader, snapshot: Snapshot, view: View, seat: int) -> str:
    stash = view.seats[seat - 1]
    name = name_of(reader, snapshot, seat)
    info = snapshot.seats[seat - 1] if seat <= len(snapshot.seats) else SeatInfo()
    if stash.out:
        said = [reader.say("out of the game")]
    else:
        *rows, extra = left_by_row(stash, LAYOUTS[view.options.layout])
        if extra:
            rows.append(extra)
        by_row = reader.say(", ").join(map(str, rows))
        said = [reader.count("{n} card, in rows {rows}", "{n} cards, in rows {rows}", sum(rows), rows=by_row)]
    said += _marks(reader, info)
    return reader.say("{seat}. {name}: {said}.", seat=seat, name=name, said=reader.say("; ").join(said))


def _marks(reader: Reader, info: SeatInfo) -> Iterator[str]:
    """What is to be known of who sits there."""
    if info.kind == "bot":
        yield reader.say("bot")
    if info.presence == "away":
        yield reader.say("away")
    elif info.presence == "autopilot":
        yield reader.say("autopilot")
    if info.muted:
        yield reader.say("muted")


def order_sentence(reader: Reader, snapshot: Snapshot, view: View) -> str:
    """Who plays after whom, from the seat on turn on."""
    count = len(view.seats)
    seats = [(view.turn - 1 + view.direction * step) % count + 1 for step in range(count)]
    playing = [_with_kind(reader, snapshot, seat) for seat in seats if not view.seats[seat - 1].out]
    return reader.say("Order of play from now: {names}.", names=all_of(reader, playing))


def _with_kind(reader: Reader, snapshot: Snapshot, seat: int) -> str:
    """A player's name, and whether it is a bot."""
    name = name_of(reader, snapshot, seat)
    is_bot = seat <= len(snapshot.seats) and snapshot.seats[seat - 1].kind == "bot"
    return reader.say("{name} (bot)", name=name) if is_bot else name


def whose_turn(reader: Reader, snapshot: Snapshot, view: View, left: int | None) -> str:
    """Whose turn it is, and how long it may take."""
    if view.turn == snapshot.you:
        said = reader.say("It is your turn")
    else:
        said = reader.say("It is {name}'s turn", name=name_of(reader, snapshot, view.turn))
    if left is not None:
        return reader.say("{said}, {left}.", said=said, left=seconds_left(reader, left))
    return reader.say("{said}.", said=said)
