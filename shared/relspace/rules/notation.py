"""Positions and views as JSON data (docs/rules.md 8 and 9): dicts, lists, strings, whole numbers, true, false, null.

Reading is strict: whatever no game can contain is refused, except that copies of a card are not counted.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeAlias, cast

from relspace.errors import Unreadable
from relspace.rules.cards import CARDS, DOWN, FACES, HIDDEN
from relspace.rules.deal import FEWEST_PLAYERS, MOST_PLAYERS
from relspace.rules.draft import LAST_PLY
from relspace.rules.layout import EXTRA, LAYOUTS, MOST_EXTRA, ROWS, Layout, LayoutName
from relspace.rules.position import Direction, Options, Phase, Pod, Position, Stash
from relspace.rules.view import StashView, View

Json: TypeAlias = Any
"""Data as a JSON parser returns it."""

MOST_PODS: Final = 9_999
"""The highest id of a pod that a move can name."""

_FIELDS: Final = Position._fields
_STASH_FIELDS: Final = (*ROWS, EXTRA, "peeked", "out")

_FACES: Final[Mapping[str, str]] = FACES
_SEEN_FACES: Final[Mapping[str, str]] = {**FACES, DOWN: DOWN, HIDDEN: HIDDEN}
"""What may lie in a space of a position, and of a view; the keys count."""


def position_to_json(position: Position) -> dict[str, Json]:
    """A position in full, secrets included."""
    return _to_json(position)


def view_to_json(view: View) -> dict[str, Json]:
    """A view."""
    return _to_json(view)


def position_from_json(data: Json) -> Position:
    """The position that `data` stands for.

    Raises:
        Unreadable: `bad-position`, with the path to what is wrong.
    """
    read = _read(data, _FACES)
    return Position(*read.before, tuple([Stash(*stash) for stash in read.seats]), *read.after)


def view_from_json(data: Json) -> View:
    """The view that `data` stands for.

    Raises:
        Unreadable: `bad-position`, with the path to what is wrong.
    """
    read = _read(data, _SEEN_FACES)
    return View(*read.before, tuple([StashView(*stash) for stash in read.seats]), *read.after)


# ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _to_json(seen: Position | View) -> dict[str, Json]:
    layout = LAYOUTS[seen.options.layout]
    return {
        "ply": seen.ply,
        "turn": seen.turn,
        "direction": seen.direction,
        "phase": seen.phase,
        "load_pod": seen.load_pod,
        "pods": [_pod_to_json(pod) for pod in seen.pods],
        "away": None if seen.away is None else _pod_to_json(seen.away),
        "next_pod": seen.next_pod,
        "seats": [stash_to_json(stash, layout) for stash in seen.seats],
        "winner": seen.winner,
        "options": options_to_json(seen.options),
    }


def options_to_json(options: Options) -> dict[str, Json]:
    """The options of a game."""
    return {"layout": options.layout, "strict": options.strict}


def _pod_to_json(pod: Pod) -> dict[str, Json]:
    return {"id": pod.id, "cards": list(pod.cards)}


def stash_to_json(stash: Stash | StashView, layout: Layout) -> dict[str, Json]:
    """A stash, or what a viewer sees of it, row by row."""
    rows: dict[str, Json] = {
        name: list(stash.spaces[row.start : row.stop]) for name, row in zip(ROWS, layout.rows, strict=True)
    }
    return {**rows, EXTRA: list(stash.extra), "peeked": list(stash.peeked), "out": stash.out}


# ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class _Read(NamedTuple):
    """What was read; the fields of the stashes still loose."""

    before: tuple[int, int, Direction, Phase, int | None, tuple[Pod, ...], Pod | None, int]
    """The fields before `seats`, in order."""
    seats: list[tuple[Any, ...]]
    after: tuple[int | None, Options]
    """The fields after `seats`, in order."""


def _need(ok: bool, path: str) -> None:
    """Refuses the position unless `ok`, naming the place that is wrong."""
    if not ok:
        raise Unreadable("bad-position", path=path)


def _whole(value: Json, lowest: int, highest: int, path: str) -> int:
    """A whole number within bounds; true and false are none."""
    _need(type(value) is int and lowest <= value <= highest, path)
    number: int = value
    return number


def _map(value: Json, keys: tuple[str, ...], path: str) -> dict[str, Json]:
    """A map with exactly these keys."""
    _need(type(value) is dict and value.keys() == set(keys), path)
    known: dict[str, Json] = value
    return known


def _list(value: Json, path: str) -> list[Json]:
    _need(type(value) is list, path)
    items: list[Json] = value
    return items


def _read(data: Json, faces: Mapping[str, str]) -> _Read:
    data = _map(data, _FIELDS, "")
    options = options_from_json(data["options"])
    count = len(_list(data["seats"], "seats"))
    _need(FEWEST_PLAYERS <= count <= MOST_PLAYERS, "seats")
    ply = _whole(data["ply"], 0, LAST_PLY, "ply")
    turn = _whole(data["turn"], 1, count, "turn")
    _need(type(data["direction"]) is int and data["direction"] in (1, -1), "direction")
    phase = data["phase"]
    _need(type(phase) is str and phase in ("play", "load", "peek", "give", "over"), "phase")
    _need(ply < LAST_PLY or phase == "over", "phase")
    pods, away, next_pod = _pods(data)
    load_pod = _load_pod(data["load_pod"], phase, pods)
    winner = None if data["winner"] is None else _whole(data["winner"], 1, count, "winner")
    _need(winner is None or phase == "over", "winner")
    layout = LAYOUTS[options.layout]
    seats = [_stash(stash, layout, faces, f"seats.{seat}") for seat, stash in enumerate(data["seats"], 1)]
    _check_stashes(seats, turn, phase)
    direction, known_phase = cast("Direction", data["direction"]), cast("Phase", phase)
    before = (ply, turn, direction, known_phase, load_pod, pods, away, next_pod)
    return _Read(before, seats, (winner, options))


def options_from_json(data: Json) -> Options:
    """The options that `data` stands for.

    Raises:
        Unreadable: `bad-position`.
    """
    data = _map(data, Options._fields, "options")
    layout, strict = data["layout"], data["strict"]
    _need(type(layout) is str and layout in LAYOUTS, "options.layout")
    _need(type(strict) is bool, "options.strict")
    return Options(cast("LayoutName", layout), strict)


def _pods(data: dict[str, Json]) -> tuple[tuple[Pod, ...], Pod | None, int]:
    """The pods out, in ascending id; the one that is away, with its Wormhole on top; the next id."""
    pods = tuple(_pod(pod, f"pods.{i}") for i, pod in enumerate(_list(data["pods"], "pods")))
    ids = [pod.id for pod in pods]
    _need(bool(ids) and ids == sorted(set(ids)), "pods")
    away = None if data["away"] is None else _pod(data["away"], "away")
    if away is not None:
        _need(away.id not in ids and away.cards[-1:] == ("WORM",), "away")
        ids.append(away.id)
    return pods, away, _whole(data["next_pod"], max(ids) + 1, MOST_PODS + 1, "next_pod")


def _pod(data: Json, path: str) -> Pod:
    data = _map(data, Pod._fields, path)
    cards = _list(data["cards"], f"{path}.cards")
    _need(all(type(card) is str and card in CARDS for card in cards), f"{path}.cards")
    return Pod(_whole(data["id"], 1, MOST_PODS, f"{path}.id"), tuple(FACES[card] for card in cards))


def _load_pod(value: Json, phase: str, pods: tuple[Pod, ...]) -> int | None:
    """The pod that something is owed to; its cards must fit what is owed."""
    if phase in ("play", "over"):
        _need(value is None, "load_pod")
        return None
    _need(type(value) is int, "load_pod")
    cards = next((pod.cards for pod in pods if pod.id == value), None)
    if phase == "load":
        _need(cards == (), "load_pod")
    elif phase == "peek":
        _need(cards is not None and cards[-1:] == ("WIN",), "load_pod")
    else:
        _need(cards is not None and len(cards) > 1 and cards[-1] == "ALB", "load_pod")
    pod: int = value
    return pod


def _stash(data: Json, layout: Layout, faces: Mapping[str, str], path: str) -> tuple[Any, ...]:
    """The fields of a stash, in order."""
    data = _map(data, _STASH_FIELDS, path)
    spaces: list[str | None] = []
    for name, size in zip(ROWS, layout.sizes, strict=True):
        row = _list(data[name], f"{path}.{name}")
        _need(len(row) == size and all(_is_face(face, faces, down=name == ROWS[-1]) for face in row), f"{path}.{name}")
        spaces += row
    extra = _list(data[EXTRA], f"{path}.{EXTRA}")
    _need(len(extra) <= MOST_EXTRA and all(_is_face(face, faces, down=False) for face in extra), f"{path}.{EXTRA}")
    peeked = _list(data["peeked"], f"{path}.peeked")
    down = {name for name, face in zip(layout.names, spaces, strict=True) if face is not None and face[0] == DOWN}
    _need(all(type(name) is str and name in down for name in peeked), f"{path}.peeked")
    _need(peeked == sorted(set(peeked)), f"{path}.peeked")
    _need(type(data["out"]) is bool, f"{path}.out")
    return tuple(spaces), tuple(extra), tuple(peeked), data["out"]


def _is_face(face: Json, faces: Mapping[str, str], *, down: bool) -> bool:
    """Whether this may lie in a space; face-down cards only where `down` says so."""
    return face is None or (type(face) is str and face in faces and (down or face[0] != DOWN))


def _check_stashes(seats: list[tuple[Any, ...]], turn: int, phase: str) -> None:
    """What the stashes, the turn and the phase must have in common."""
    for seat, (spaces, extra, _, out) in enumerate(seats, 1):
        path = f"seats.{seat}"
        empty = not any(spaces) and not any(extra)
        _need(empty if out else not empty or phase == "over", path)
        _need(None not in extra or (seat == turn and phase in ("load", "peek", "give")), f"{path}.{EXTRA}")
    _need(phase == "over" or not seats[turn - 1][3], "turn")
