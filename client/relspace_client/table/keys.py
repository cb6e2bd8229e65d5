"""The footer: the keys that matter now. What does not fit is left out, the least needed first."""

from functools import lru_cache
from typing import Literal, NamedTuple

from relspace.rules.view import View
from relspace.wire.messages import Snapshot
from relspace_client.locale.words import Words
from relspace_client.look import styles
from relspace_client.picture.row import width_of
from relspace_client.table.choices import Choices, choices
from relspace_client.table.drawn import Drawn, drawn, sheet_of
from relspace_client.table.form import Form
from relspace_client.table.measures import Pane, Show, SizeName, inset, size_of
from relspace_client.table.state import TableState
from relspace_client.table.turn import FEW, key_range, keys_of, keys_of_seats, pods_now


class Key(NamedTuple):
    """One entry of the footer."""

    label: str
    """The key, or several with spaces between them."""
    word: str
    """What it does."""
    actions: tuple[str, ...] = ()
    """What a click does: on the whole entry, or on each key of the label."""
    rank: int = 0
    """Entries of the highest rank are left out first; those of rank 0 never."""


@lru_cache(maxsize=256)
def draw_keys(keys: tuple[Key, ...], pane: Pane, form: Form) -> Drawn:
    """Draws the footer."""
    canvas = sheet_of(pane, styles.PANEL)
    plain = form.glyphs.plain  # what looks like an arrow key there is one: the app takes it for that
    shown = [key._replace(label=plain(key.label), word=plain(key.word)) for key in keys]
    left = inset(size_of(form.width, form.height), pane.width)
    while _width(shown) > pane.width - 2 * left - 1 and any(key.rank for key in shown):
        shown.remove(max(shown, key=lambda key: key.rank))
    x = left + 1
    for key in shown:
        start = x
        for number, part in enumerate(key.label.split(" ")):
            if len(key.actions) > 1:
                canvas.area(x, 0, width_of(part), 1, key.actions[number])
            x = canvas.put(x, 0, part, styles.PANEL_BRIGHT) + 1
        x = canvas.put(x, 0, key.word, styles.PANEL_DIM)
        if len(key.actions) == 1:
            canvas.area(start, 0, x - start, 1, key.actions[0])
        x += 2
    return drawn(canvas, pane)


def _width(keys: list[Key]) -> int:
    return sum(width_of(key.label) + 1 + width_of(key.word) + 2 for key in keys) - 2


def keys_of_table(snapshot: Snapshot, view: View, state: TableState, size: SizeName, form: Form) -> tuple[Key, ...]:
    """The keys of the table for a player now."""
    words = form.words
    if state.asking:
        return keys_of_question(words)
    if snapshot.phase == "over":
        return _keys_at_the_end(form)
    if snapshot.you is not None and snapshot.seats[snapshot.you - 1].presence == "autopilot":
        return (Key(words.say("any key"), words.say("takes your seat back"), ("enter",)),)
    rest = _keys_of_all(len(snapshot.seats), state.show, form, talks=not state.alone)
    if state.show != "table":
        return rest
    can = choices(snapshot.legal)
    if can.gives:
        seats = keys_of_seats(can)
        clicks = tuple(f"seat {seat}" for seat in can.gives) if len(seats) <= FEW else ()
        return (Key(key_range(seats), words.say("player"), clicks), *rest)
    keys = keys_of(pods_now(view), state)
    enter = "" if snapshot.ahead else _what_enter_does(state, can)
    return (*_keys_of_cards(tuple(keys), size, form, enter, peek=bool(can.peeks)), *rest)


def keys_of_question(words: Words) -> tuple[Key, ...]:
    """The keys that answer whether a jam is meant."""
    yes = words.term("key", "y")
    return (Key(yes, words.say("yes"), (yes,)), Key(words.say("any other key"), words.say("no"), ("escape",)))


def _what_enter_does(state: TableState, can: Choices) -> Literal["", "play", "look"]:
    """What Enter does on the viewer's own turn: nothing until it is clear which card, and onto which pod."""
    pods = can.onto.get(state.chosen or "", {})
    if state.chosen in can.peeks:
        return "look"
    return "play" if state.chosen in can.uses or state.pod in pods or len(pods) == 1 else ""


def keys_of_spectator(players: int, show: Show, form: Form, *, over: bool = False) -> tuple[Key, ...]:
    """The keys of somebody without a seat, who only listens; `over` says that the game is."""
    if over:
        return _keys_at_the_end(form)
    return _keys_of_all(players, show, form, talks=False)


def keys_of_one_who_is_out(snapshot: Snapshot, state: TableState, form: Form) -> tuple[Key, ...]:
    """The keys of somebody who has a seat and has left the game: they watch, and talk."""
    if snapshot.phase == "over":
        return _keys_at_the_end(form)
    return _keys_of_all(len(snapshot.seats), state.show, form, talks=not state.alone)


def _keys_at_the_end(form: Form) -> tuple[Key, ...]:
    """The game is over, and its last move is still shown."""
    return (Key(form.words.say("any key"), form.words.say("goes on"), ("enter",)),)


@lru_cache(maxsize=256)
def _keys_of_all(players: int, show: Show, form: Form, *, talks: bool) -> tuple[Key, ...]:
    """The keys that everybody has, and talk for those who have a seat."""
    words = form.words
    talk = [Key("t", words.say("talk"), ("t",), 3 if show == "table" else 2)] if talks else []
    keys = Key("?", words.say("keys"), ("?",))
    back = Key(words.say("Esc"), words.say("back"), ("escape",))
    if show == "stashes":
        digits = Key(f"1…{players % 10}", words.say("player"))
        return (digits, Key("o", words.say("back"), ("o",), 1), *talk, keys, back)
    if show != "table":
        key = "p" if show == "pods" else "l"
        return (Key(key, words.say("table"), (key,)), *talk, keys, back)
    return (
        *talk,
        Key("o", words.say("stashes"), ("o",), 5),
        Key("p", words.say("pods"), ("p",), 6),
        Key("l", words.say("log"), ("l",), 7),
        keys,
        Key(words.say("Esc"), words.say("menu"), ("escape",), 1),
    )


@lru_cache(maxsize=256)
def _keys_of_cards(
    pods: tuple[str, ...], size: SizeName, form: Form, enter: Literal["", "play", "look"], *, peek: bool
) -> tuple[Key, ...]:
    """The keys that choose a card and play it; `pods` are those of the pods."""
    words = form.words
    arrows = Key("← →", words.term("key", "card"), ("left", "right"))
    if size == "large":
        arrows = Key("← → ↑ ↓", words.term("key", "card"), ("left", "right", "up", "down"))
    by_name = (Key("a1", words.say("card by name"), (), 8),) if size == "large" else ()
    label = key_range(pods)
    onto = () if peek else (Key(label, words.term("key", "pod"), pods if len(pods) == len(label.split(" ")) else ()),)
    does = words.say("look") if enter == "look" else words.say("play")
    acts = (Key(words.say("Enter"), does, ("enter",), 4),) if enter else ()
    return (arrows, *by_name, *onto, *acts)
