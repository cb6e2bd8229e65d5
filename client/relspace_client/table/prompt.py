"""The prompt: whose turn it is, and always the next key; below it a line of help."""

from functools import lru_cache
from typing import Final, NamedTuple

from relspace.room.options import RoomOptions
from relspace.rules.loading import MINI_GUN_LIMIT, Takes, takes
from relspace.rules.position import Pod
from relspace.rules.view import View
from relspace.wire.messages import Snapshot
from relspace_client.locale.words import Words
from relspace_client.look import styles
from relspace_client.picture.row import clip, width_of
from relspace_client.table.choices import choices
from relspace_client.table.drawn import Drawn, drawn, sheet_of
from relspace_client.table.form import Form
from relspace_client.table.measures import Pane, Show, SizeName, prompt_line, size_of
from relspace_client.table.own import owes, own_card, seat_name
from relspace_client.table.public import Public
from relspace_client.table.said import Said, said_once
from relspace_client.table.state import TableState
from relspace_client.table.turn import turn_sentence

_LEFT: Final = 2
"""The column at which the badge's word begins, or the text if there is no badge."""


class Prompt(NamedTuple):
    """What the prompt says."""

    badge: str
    """In a fill of its own; empty if nothing is asked of the viewer."""
    said: Said
    hint: str = ""
    quiet: bool = False
    """Whether the badge asks for nothing."""
    yes: str = ""
    """The key that answers yes: then what is said is a question before a jam."""
    answers: Said = said_once("")
    """What stands after that key."""


def text_column(badge: str) -> int:
    """The column at which the prompt's text begins, beside its badge or without one."""
    return _LEFT + width_of(badge) + 2 if badge else _LEFT


@lru_cache(maxsize=512)
def draw_prompt(prompt: Prompt, pane: Pane, form: Form) -> Drawn:
    """Draws the prompt, and the hint where there is a line for it; once for all who are told the same."""
    canvas = sheet_of(pane)
    glyphs, column, y = form.glyphs, text_column(prompt.badge), prompt_line(pane)
    if prompt.badge:
        canvas.put(_LEFT - 1, y, f" {prompt.badge} ", styles.FILL_DIM if prompt.quiet else styles.FILL_ACCENT)
    room = pane.width - column
    x = column
    for text, style in _parts(prompt, room, form):
        x = canvas.put(x, y, clip(text, column + room - x, glyphs.ellipsis), style) + 1
    if prompt.hint and size_of(form.width, form.height) != "small":
        canvas.put(column, y + 1, clip(form.plain(prompt.hint), room, glyphs.ellipsis), styles.DIM)
    return drawn(canvas, pane)


def _parts(prompt: Prompt, room: int, form: Form) -> list[tuple[str, int]]:
    """What is said, each part with its style: the long sentence, or the short one if it takes more than `room`."""
    parts: list[tuple[str, int]] = []
    for said, answers in zip(prompt.said, prompt.answers, strict=True):
        if prompt.yes:
            parts = [(said, styles.JAM_WORDS), (prompt.yes, styles.BRIGHT), (answers, styles.TEXT)]
        else:
            parts = [(said, styles.DIM if prompt.quiet else styles.TEXT)]
        parts = [(form.plain(text), style) for text, style in parts]
        if sum(width_of(text) + 1 for text, _ in parts) - 1 <= room:
            break
    return parts


def prompt_of(snapshot: Snapshot, view: View, state: TableState, size: SizeName, form: Form) -> Prompt:
    """What the prompt says to a player now."""
    words = form.words
    badge = words.say("YOUR TURN") if snapshot.you == view.turn and view.phase != "over" else ""
    if state.show != "table":
        name = seat_name(snapshot, state.closer, form) if state.closer else ""
        shown = _elsewhere(state.show, snapshot.options, name, form)
        back = Said(words.say("It is your turn: Esc goes back."), words.say("Your turn: Esc goes back."))
        return shown._replace(said=back) if badge and not name else shown
    if view.phase == "over":
        return Prompt("", said_once(words.say("The game is over.")))
    if state.asking:
        return _question(badge, snapshot, state.asking, form)
    hint = "" if owes(snapshot, view) or not state.hint else _hint(view.pods, form)
    answer = card_named(snapshot, view, state, words)
    if badge:
        return Prompt(badge, answer or turn_sentence(snapshot, view, state, size, form), hint)
    return Prompt("", answer or _others_turn(snapshot, view.turn, state, form), hint)


def _others_turn(snapshot: Snapshot, turn: int, state: TableState, form: Form) -> Said:
    """Whose turn it is, and what the viewer can do meanwhile; for one who is away, what becomes of the turn."""
    words, name = form.words, seat_name(snapshot, turn, form)
    if snapshot.seats[turn - 1].presence != "away":
        said = words.say("{name}'s turn. Choose your next card meanwhile.", name=name)
        return Said(said, words.say("{name}'s turn. Choose ahead.", name=name))
    short = words.say("{name} is away.", name=name)
    if state.relieved:
        said = words.say("{name} is away. Esc: let the autopilot play.", name=name)
        return Said(said, words.say("{name} is away: press Esc.", name=name))
    if snapshot.clock is not None:
        return Said(words.say("{name} is away. The autopilot plays once the time is up.", name=name), short)
    return Said(words.say("{name} is away. After a minute, Esc can let the autopilot play.", name=name), short)


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
    if seen.players[seen.turn - 1].presence == "away":
        short = words.say("{name} is away. You are watching.", name=name)
        return Prompt("", said_once(short), _hint(seen.pods, form, plays=False) if hint else "")
    short = words.say("{name}'s turn. You are watching.", name=name)
    if seen.options.stashes == "open":
        said = words.say("{name}'s turn. You are watching: this is what {name} has.", name=name)
    else:
        said = words.say("{name}'s turn. You are watching: what {name} has is hidden.", name=name)
    return Prompt("", Said(said, short), _hint(seen.pods, form, plays=False) if hint else "")


def _elsewhere(show: Show, options: RoomOptions, closer: str, form: Form) -> Prompt:
    """What stands above the stashes, the pods or the log; `closer` names whose stash is shown alone."""
    words = form.words
    if show != "stashes":
        back = words.say("Esc goes back.")
        if show == "pods":
            return Prompt(words.say("PODS"), said_once(back), quiet=True)
        long = words.say("The last moves. After the game v shows all of them. Esc goes back.")
        return Prompt(words.say("LOG"), Said(long, words.say("The last moves. Esc goes back.")), quiet=True)
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


def card_named(snapshot: Snapshot, view: View, state: TableState, words: Words) -> Said | None:
    """The answer to a card's name while it is typed, or if it cannot be chosen: it goes before everything else."""
    space = state.covered
    if state.letter:
        letter = state.letter.upper()
        said = words.say("{letter} and the number of the card: {letter}1, {letter}2 …", letter=letter)
        return Said(said, words.say("{letter} and a number", letter=letter))
    if space and own_card(snapshot, view, space) is None:
        return said_once(words.say("Nothing lies in {space}.", space=space))
    if space and owes(snapshot, view):
        return said_once(words.say("{space} cannot be chosen now.", space=space))
    return said_once(words.say("{space} is covered.", space=space)) if space else None


def _question(badge: str, snapshot: Snapshot, move: str, form: Form) -> Prompt:
    """The question that comes before a move that jams."""
    words = form.words
    space, _, pod = move.partition(">P")
    found = choices(snapshot.legal).onto.get(space, {}).get(int(pod))
    back = found.back if found else 0
    long = words.count("Jam pod {pod} and take {n} card?", "Jam pod {pod} and take {n} cards?", back, pod=pod)
    said = Said(long, words.say("Jam pod {pod}, take {n}?", pod=pod, n=back))
    answers = Said(words.say("yes, any other key no"), f"/ {words.term('key', 'n')}")
    return Prompt(badge, said, yes=words.term("key", "y"), answers=answers)


def _hint(pods: tuple[Pod, ...], form: Form, *, plays: bool = True) -> str:
    """The line of help: about the hardest pod to understand, or about the game. The largest size has a legend."""
    if size_of(form.width, form.height) == "large":
        return ""
    for pod in pods:
        if takes(pod.cards) == Takes("most", MINI_GUN_LIMIT):
            return form.words.say("Mini Gun on pod {pod}: the next number must be 3 or less.", pod=pod.id)
    if not plays:
        return form.words.say("Whoever is rid of every card first escapes.")
    return form.words.say("Get rid of every card. A card with its name on top can be played.")
