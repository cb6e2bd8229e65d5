"""The prompt: whose turn it is, and always the next key; below it a line of help."""

from functools import lru_cache
from typing import NamedTuple

from relspace.room.options import RoomOptions
from relspace.rules.loading import MINI_GUN_LIMIT, Takes, takes
from relspace.rules.position import Pod
from relspace.rules.view import View
from relspace.wire.messages import Snapshot
from relspace_client.look import styles
from relspace_client.picture.row import clip, width_of
from relspace_client.table.choices import choices
from relspace_client.table.drawn import Drawn, drawn, sheet_of
from relspace_client.table.form import Form
from relspace_client.table.measures import Pane, Show, SizeName
from relspace_client.table.own import own_card, seat_name
from relspace_client.table.public import Public
from relspace_client.table.state import TableState
from relspace_client.table.turn import Said, said_once, turn_sentence


class Prompt(NamedTuple):
    """What the prompt says."""

    badge: str
    """In a fill of its own; empty if nothing is asked of the viewer."""
    said: Said
    hint: str = ""
    quiet: bool = False
    """Whether the badge asks for nothing."""


@lru_cache(maxsize=512)
def draw_prompt(prompt: Prompt, pane: Pane, form: Form) -> Drawn:
    """Draws the prompt, and the hint where there is a line for it; once for all who are told the same."""
    canvas = sheet_of(pane)
    glyphs, column = form.glyphs, 2
    if prompt.badge:
        column = canvas.put(1, 0, f" {prompt.badge} ", styles.FILL_DIM if prompt.quiet else styles.FILL_ACCENT) + 1
    room = pane.width - column
    long, short = (glyphs.plain(text) for text in prompt.said)
    text = long if width_of(long) <= room else short
    canvas.put(column, 0, clip(text, room, glyphs.ellipsis), styles.DIM if prompt.quiet else styles.TEXT)
    if prompt.hint:
        canvas.put(column, 1, clip(glyphs.plain(prompt.hint), room, glyphs.ellipsis), styles.DIM)
    return drawn(canvas, pane)


def prompt_of(snapshot: Snapshot, view: View, state: TableState, size: SizeName, form: Form) -> Prompt:
    """What the prompt says to a player now."""
    words = form.words
    if state.show != "table":
        name = seat_name(snapshot, state.closer, form) if state.closer else ""
        return _elsewhere(state.show, snapshot.options, name, form)
    if view.phase == "over":
        return Prompt("", said_once(words.say("The game is over.")))
    hint = _hint(view.pods, form) if state.hint else ""
    asked = _asked(snapshot, view, state, form)
    if snapshot.you == view.turn:
        return Prompt(words.say("YOUR TURN"), asked or turn_sentence(snapshot, view, state, size, form), hint)
    name = seat_name(snapshot, view.turn, form)
    said = words.say("{name}'s turn. Choose your next card meanwhile.", name=name)
    return Prompt("", asked or Said(said, words.say("{name}'s turn. Choose ahead.", name=name)), hint)


def prompt_of_spectator(
    seen: Public, show: Show, form: Form, closer: int | None = None, *, hint: bool = True
) -> Prompt:
    """What the prompt says to somebody who does not play."""
    words = form.words
    if show != "table":
        return _elsewhere(show, seen.options, seen.players[closer - 1].name if closer else "", form)
    if seen.phase == "over":
        return Prompt("", said_once(words.say("The game is over.")))
    name = form.glyphs.plain(seen.players[seen.turn - 1].name)
    said = words.say("{name}'s turn. You are watching: this is what {name} has.", name=name)
    short = words.say("{name}'s turn. You are watching.", name=name)
    return Prompt("", Said(said, short), _hint(seen.pods, form) if hint else "")


def _elsewhere(show: Show, options: RoomOptions, closer: str, form: Form) -> Prompt:
    """What stands above the stashes, the pods or the log; `closer` names whose stash is shown alone."""
    words = form.words
    if show != "stashes":
        title = words.say("PODS") if show == "pods" else words.say("LOG")
        return Prompt(title, said_once(words.say("Esc goes back.")), quiet=True)
    if closer:
        said = Said(
            words.say("{name}. A digit takes another one closer, Esc goes back.", name=closer),
            words.say("{name}. Esc goes back.", name=closer),
        )
        return Prompt(words.say("STASHES"), said, quiet=True)
    if options.stashes == "open":
        long = words.say("All cards are open. A digit takes one closer, Esc goes back.")
    else:
        long = words.say("Others' cards are hidden. A digit takes one closer, Esc goes back.")
    return Prompt(words.say("STASHES"), Said(long, words.say("A digit takes one closer.")), quiet=True)


def _asked(snapshot: Snapshot, view: View, state: TableState, form: Form) -> Said | None:
    """What goes before everything else: a question, or an answer to a key that was just pressed."""
    words = form.words
    if state.asking:
        return _jam(snapshot, state.asking, form)
    if state.letter:
        letter = state.letter.upper()
        said = words.say("{letter} and the number of the card: {letter}1, {letter}2 …", letter=letter)
        return Said(said, words.say("{letter} and a number", letter=letter))
    if state.covered and own_card(snapshot, view, state.covered) is not None:
        return said_once(words.say("{space} is covered.", space=state.covered))
    if state.covered:
        return said_once(words.say("Nothing lies in {space}.", space=state.covered))
    return None


def _jam(snapshot: Snapshot, move: str, form: Form) -> Said:
    """The question that comes before a move that jams."""
    space, _, pod = move.partition(">P")
    found = choices(snapshot.legal).onto.get(space, {}).get(int(pod))
    back = found.back if found else 0
    long = form.words.count(
        "Jam pod {pod} and take {n} card? y yes, any other key no",
        "Jam pod {pod} and take {n} cards? y yes, any other key no",
        back,
        pod=pod,
    )
    return Said(long, form.words.say("Jam pod {pod}, take {n}? y / n", pod=pod, n=back))


def _hint(pods: tuple[Pod, ...], form: Form) -> str:
    """The line of help: about the pod that is hardest to understand, or about the game."""
    for pod in pods:
        if takes(pod.cards) == Takes("most", MINI_GUN_LIMIT):
            return form.words.say("Mini Gun on pod {pod}: the next number must be 3 or less.", pod=pod.id)
    return form.words.say("Get rid of every card. A card with its name on top is free to play.")
