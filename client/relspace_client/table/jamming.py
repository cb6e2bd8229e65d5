"""What the prompt says where a card would jam: the cost, and no invitation unless every card of the viewer jams."""

from relspace.wire.messages import LegalMove
from relspace_client.table.choices import Choices
from relspace_client.table.form import Form
from relspace_client.table.said import Said


def jams_everywhere(space: str, can: Choices) -> bool:
    """Whether the card in a space jams wherever it can be played."""
    moves = can.onto.get(space, {}).values()
    return bool(moves) and all(move.verdict == "jams" for move in moves)


def jams_on(pod: int, can: Choices) -> bool:
    """Whether every card that can be played onto a pod jams there."""
    moves = [pods[pod] for pods in can.onto.values() if pod in pods]
    return bool(moves) and all(move.verdict == "jams" for move in moves)


def must_jam(can: Choices) -> bool:
    """Whether each card that can be chosen jams wherever it is played: no Keycard, none that nobody knows."""
    return bool(can.spaces) and all(jams_everywhere(space, can) for space in can.spaces)


def first_harmless(can: Choices) -> str | None:
    """The first space whose card does not jam everywhere; of those that do, the first one; None if there is none."""
    found = (space for space in can.spaces if not jams_everywhere(space, can))
    return next(found, can.spaces[0] if can.spaces else None)


def jam_on_one(named: tuple[str, str], space: str, move: LegalMove, pod: int, can: Choices, form: Form) -> Said:
    """A card is chosen that jams on the pod it would go to.

    Args:
        named: the card's name, and its face.
        space: where it lies.
        move: the move that jams.
        pod: the pod.
        can: what else there is.
        form: the language.
    """
    words = form.words
    card, face = named
    costs = words.count(
        "{card} from {space} jams pod {pod}: {n} card comes back.",
        "{card} from {space} jams pod {pod}: {n} cards come back.",
        move.back,
        card=card,
        space=space,
        pod=pod,
    )
    then = words.say("Enter plays it.") if must_jam(can) else words.say("← → another card.")
    brief = words.say("{card} jams pod {pod}: {n} back", card=face, pod=pod, n=move.back)
    return Said(f"{costs} {then}", brief)


def jam_on_all(named: tuple[str, str], space: str, can: Choices, form: Form) -> Said:
    """A card is chosen that jams on every pod.

    Args:
        named: the card's name, and its face.
        space: where it lies.
        can: what else there is.
        form: the language.
    """
    words = form.words
    card, face = named
    jams = words.say("{card} from {space} jams everywhere.", card=card, space=space)
    if must_jam(can):
        then, brief = words.say("Press a pod's number."), words.say("{card} jams everywhere. Pod?", card=face)
    else:
        then, brief = words.say("← → another card."), words.say("{card} jams everywhere", card=face)
    return Said(f"{jams} {then}", brief)


def jams_first(pod: int, can: Choices, form: Form) -> Said:
    """A pod was chosen first on which no card loads."""
    words = form.words
    none = words.say("No card of yours loads on pod {pod}.", pod=pod)
    then = words.say("Choose a card.") if must_jam(can) else words.say("Esc lets go of it.")
    return Said(f"{none} {then}", words.say("All jam on pod {pod}", pod=pod))


def every_card_jams(named: str, form: Form) -> Said:
    """No card is chosen yet, and each of them jams everywhere; `named` is one of their spaces."""
    words = form.words
    said = words.say("Every card jams. Choose one: ← → or its name, such as {space}.", space=named)
    return Said(said, words.say("Every card jams: ← →"))
