"""What the prompt says on the viewer's own turn: the next key, in every phase."""

from collections.abc import Sequence

from relspace.rules.cards import DOWN
from relspace.rules.loading import Takes, takes
from relspace.rules.view import View
from relspace.wire.messages import Snapshot
from relspace_client.look.faces import face
from relspace_client.table.about import card_name
from relspace_client.table.card import card_of
from relspace_client.table.choices import Choices, choices
from relspace_client.table.form import Form
from relspace_client.table.jamming import (
    every_card_jams,
    first_harmless,
    jam_on_all,
    jam_on_one,
    jams_everywhere,
    jams_first,
    jams_on,
    must_jam,
)
from relspace_client.table.measures import SizeName
from relspace_client.table.own import own_card
from relspace_client.table.podkeys import key_of
from relspace_client.table.said import Said
from relspace_client.table.state import TableState

FEW: int = 4
"""So many pods' keys are listed one by one; more are a range."""


def turn_sentence(snapshot: Snapshot, view: View, state: TableState, size: SizeName, form: Form) -> Said:
    """What the viewer, who is on turn, is told to do."""
    can = choices(snapshot.legal)
    if view.phase == "give":
        return _give(view, can, form)
    if view.phase == "peek":
        return _peek(state, form)
    if state.chosen is None:
        return _choose(view, state, can, form)
    return _play(snapshot, view, state, can, size, form)


def keys_of(pods: list[int], state: TableState) -> list[str]:
    """The keys of pods, lowest first."""
    return [str(key) for key in sorted(key_of(pod, state.keys) for pod in pods)]


def keys_of_seats(can: Choices) -> list[str]:
    """The keys of those who can be given a card."""
    return [str(seat % 10) for seat in can.gives]


def pods_now(view: View) -> list[int]:
    """The pods that the keys of pods are about: after a Keycard only the one that it has opened."""
    return [pod.id for pod in view.pods if view.phase != "load" or pod.id == view.load_pod]


def key_range(keys: Sequence[str]) -> str:
    """Keys in a few columns: `1 2 4`, or `1-8` if they are many."""
    return " ".join(keys) if len(keys) <= FEW else f"{keys[0]}-{keys[-1]}"


def _give(view: View, can: Choices, form: Form) -> Said:
    words = form.words
    pod = next((pod for pod in view.pods if pod.id == view.load_pod), None)
    card = card_name(pod.cards[-2] if pod and len(pod.cards) > 1 else None, form)
    return Said(
        words.say("Albert: who gets the {card}? Press a player's number.", card=card),
        words.say("The {card} to whom? {keys}", card=card, keys=key_range(keys_of_seats(can))),
    )


def _peek(state: TableState, form: Form) -> Said:
    words = form.words
    if state.chosen is None:
        said = words.say("Winston: which face-down card will you look at?")
        return Said(said, words.say("Look at which card?"))
    said = words.say("Winston: Enter looks at {space}.", space=state.chosen)
    return Said(said, words.say("Enter looks at {space}", space=state.chosen))


def _choose(view: View, state: TableState, can: Choices, form: Form) -> Said:
    """No card is chosen yet."""
    words = form.words
    if view.phase == "load":
        said = words.say("Pod {pod} is new and takes any card. Choose one.", pod=view.load_pod)
        return Said(said, words.say("Pod {pod} is new: a card?", pod=view.load_pod))
    if state.pod is not None:
        return jams_first(state.pod, can, form) if jams_on(state.pod, can) else _pod_first(view, state.pod, form)
    named = first_harmless(can) or "A1"
    if must_jam(can):
        return every_card_jams(named, form)
    said = words.say("Choose a card: ← → or its name, such as {space}.", space=named)
    return Said(said, words.say("Choose a card: ← →"))


def _pod_first(view: View, pod: int, form: Form) -> Said:
    """A pod was chosen first."""
    words = form.words
    cards = next((one.cards for one in view.pods if one.id == pod), ())
    match takes(cards):
        case Takes("least", 10):
            said = words.say("Pod {pod} takes no number but 10. Choose a card.", pod=pod)
        case Takes("least", number):
            said = words.say("Pod {pod} takes {n} or higher. Choose a card.", pod=pod, n=number)
        case Takes("most", number):
            said = words.say("Pod {pod} takes {n} or lower. Choose a card.", pod=pod, n=number)
        case Takes("odd"):
            said = words.say("Pod {pod} takes odd numbers. Choose a card.", pod=pod)
        case Takes("even"):
            said = words.say("Pod {pod} takes even numbers. Choose a card.", pod=pod)
        case _:
            said = words.say("Pod {pod} takes any card. Choose one.", pod=pod)
    return Said(said, words.say("Pod {pod}: a card?", pod=pod))


def _play(snapshot: Snapshot, view: View, state: TableState, can: Choices, size: SizeName, form: Form) -> Said:
    """A card is chosen."""
    words, space = form.words, state.chosen or ""
    if space in can.uses:
        said = words.say("Enter opens a new pod; then play one more card.")
        return Said(said, words.say("Enter opens a new pod"))
    pods = can.onto.get(space, {})
    lies = own_card(snapshot, view, space)
    card = card_of(lies)
    name, short = card_name(lies, form), face(card, form.glyphs).strip() if card else form.glyphs.back * 3
    onto = state.pod if state.pod in pods else next(iter(pods)) if len(pods) == 1 else None
    if onto is not None and pods[onto].verdict == "jams":
        return jam_on_one((name, short), space, pods[onto], onto, can, form)
    if onto is None and jams_everywhere(space, can):
        return jam_on_all((name, short), space, can, form)
    if onto is not None and lies == DOWN:
        said = words.say("Face-down: nobody knows if it loads. Enter plays it onto pod {pod}.", pod=onto)
        return Said(said, words.say("{card} from {space}: Enter", card=short, space=space))
    if onto is not None:
        said = words.say("{card} from {space}. Enter plays it onto pod {pod}.", card=name, space=space, pod=onto)
        return Said(said, words.say("{card} from {space}: Enter", card=short, space=space))
    keys = keys_of(list(pods), state)
    brief = words.say("{card} from {space}: press {keys}", card=short, space=space, keys=key_range(keys))
    if lies == DOWN:
        return Said(words.say("Face-down: nobody knows if it loads. Pod?"), brief)
    if len(keys) > FEW and size != "small":  # where a pod is a line, it has no edge
        long = words.say("{card} from {space}. Press the number on a pod's lower edge.", card=name, space=space)
    else:
        long = words.say(
            "{card} from {space}. Press a pod's number: {keys}.", card=name, space=space, keys=words.either(keys)
        )
    return Said(f"{long}  {words.say('← → takes another card.')}" if size == "large" else long, brief)
