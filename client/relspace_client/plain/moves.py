"""What the viewer can play, in sentences. What is legal, and what it does, is read off the snapshot alone."""

from collections.abc import Mapping

from relspace.rules.view import View
from relspace.wire.messages import LegalMove, Snapshot
from relspace_client.around.parts import Reader
from relspace_client.plain.stash import lying
from relspace_client.plain.voice import closed, name_of, pods_named
from relspace_client.table.about import named
from relspace_client.table.choices import Choices, choices
from relspace_client.table.own import own_card


def your_turn(reader: Reader, snapshot: Snapshot, view: View) -> str:
    """What the viewer, who is on turn, can do now; the moves that jam are left out."""
    can = choices(snapshot.legal)
    if view.phase == "give":
        return _give(reader, snapshot, view, can)
    if view.phase == "peek":
        spaces = reader.words.either(list(can.peeks))
        return reader.say("Winston: look at a face-down card of yours. Type peek and one of {spaces}.", spaces=spaces)
    if view.phase == "load":
        return _new_pod(reader, snapshot, view, can)
    said = [_what_loads(reader, snapshot, view, can, space) for space in can.spaces]
    clauses = [clause for clause in said if clause]
    if not clauses:
        return reader.say("No card is sure to load. Type moves for what a jam brings back.")
    return " ".join(clauses)


def _new_pod(reader: Reader, snapshot: Snapshot, view: View, can: Choices) -> str:
    """What goes onto the pod that a Keycard opened: cards to play, or one more Keycard, which names no pod."""
    cards = reader.words.either([card_at(reader, snapshot, view, space) for space in can.onto])
    keys, pod = reader.words.either(list(can.uses)), view.load_pod
    if not keys:
        return closed(reader.say("Pod {pod} is new and takes any card. Play {cards}.", pod=pod, cards=cards))
    if not cards:
        return reader.say("Pod {pod} is new and takes any card. Open {keys} for one more pod.", pod=pod, keys=keys)
    return reader.say(
        "Pod {pod} is new and takes any card. Play {cards}, or open {keys} for one more pod.",
        pod=pod,
        cards=cards,
        keys=keys,
    )


def _give(reader: Reader, snapshot: Snapshot, view: View, can: Choices) -> str:
    names = [f"{seat} {name_of(reader, snapshot, seat)}" for seat in can.gives]
    return reader.say(
        "Albert: who gets the {card}? Type give and one of {names}.",
        card=given_card(reader, view),
        names=reader.words.either(names),
    )


def given_card(reader: Reader, view: View) -> str:
    """The card under Albert."""
    pod = next((pod for pod in view.pods if pod.id == view.load_pod), None)
    return named(pod.cards[-2], reader.words) if pod is not None and len(pod.cards) > 1 else "?"


def _what_loads(reader: Reader, snapshot: Snapshot, view: View, can: Choices, space: str) -> str:
    """Where a card loads for sure; empty if nowhere."""
    card = card_at(reader, snapshot, view, space)
    if space in can.uses:
        return reader.say("{card} opens a pod.", card=card)
    pods = [pod for pod, move in can.onto[space].items() if move.verdict in ("loads", "opens")]
    return reader.say("{card} loads on {pods}.", card=card, pods=pods_named(reader, pods)) if pods else ""


def card_at(reader: Reader, snapshot: Snapshot, view: View, space: str) -> str:
    """A space with the card in it: `A1 7`, `C4 face-down`."""
    return f"{space} {lying(reader, own_card(snapshot, view, space))}"


def move_lines(reader: Reader, snapshot: Snapshot, view: View) -> list[str]:
    """Every move that the viewer has, or would have were it their turn; one line for each card."""
    can = choices(snapshot.legal)
    if not snapshot.legal:
        return [reader.say("You have nothing to play.")]
    if can.peeks or can.gives:
        return [your_turn(reader, snapshot, view)]
    lines = []
    if snapshot.ahead:
        name = name_of(reader, snapshot, view.turn)
        lines.append(reader.say("It is {name}'s turn. If it were yours:", name=name))
    return lines + [card_line(reader, snapshot, view, space) for space in can.spaces]


def card_line(reader: Reader, snapshot: Snapshot, view: View, space: str) -> str:
    """What the card in a space, which can be played, would do on each pod."""
    can = choices(snapshot.legal)
    said = [reader.say("opens a new pod")] if space in can.uses else verdicts(reader, can.onto[space])
    card = card_at(reader, snapshot, view, space)
    return reader.say("{card}: {said}.", card=card, said=reader.say("; ").join(said))


def verdicts(reader: Reader, onto: Mapping[int, LegalMove]) -> list[str]:
    """What a card would do on each pod, pods of the same fate together."""
    said = []
    by_verdict: dict[str, list[int]] = {}
    for pod, move in onto.items():
        if move.verdict == "jams":
            continue
        by_verdict.setdefault(move.verdict, []).append(pod)
    if pods := by_verdict.get("loads"):
        said.append(reader.say("loads on {pods}", pods=pods_named(reader, pods)))
    if pods := by_verdict.get("opens"):
        said.append(reader.say("opens a new pod from {pods}", pods=pods_named(reader, pods)))
    if pods := by_verdict.get("unknown"):
        most = max(onto[pod].back for pod in pods)
        said.append(
            reader.count(
                "may load or jam on {pods}, with at most {n} card back",
                "may load or jam on {pods}, with at most {n} cards back",
                most,
                pods=pods_named(reader, pods),
            )
        )
    said += [
        reader.count("jams pod {pod}, {n} card comes back", "jams pod {pod}, {n} cards come back", move.back, pod=pod)
        for pod, move in onto.items()
        if move.verdict == "jams"
    ]
    return said


def jam_question(reader: Reader, move: LegalMove, pod: int) -> str:
    """What is asked before a move that jams."""
    return reader.count(
        "That jams pod {pod} and brings back {n} card.",
        "That jams pod {pod} and brings back {n} cards.",
        move.back,
        pod=pod,
    )
