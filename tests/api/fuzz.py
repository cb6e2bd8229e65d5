"""Programs that say anything, as one random generator draws it: hypothesis's, or that of a long run."""

import asyncio
import contextlib
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from relspace.wire.api import COMMON_ERRORS, REQUESTS, SHORT

from ..hostile.fuzz import text
from .program import FormName, Program

MOVES: Final = ("A1>P1", "A2>P1", "B1>P2", "A3+", "peek C1", "give S2", "resign", "A1", "", "Z9>P0", "A1>P99999999")

POOL: Final[dict[str, tuple[Any, ...]]] = {
    "room": ("AAAAA", "", "aaaa", "K7QX2"),
    "take_over": (True, False),
    "title": ("Orion", "", "\x1b[2J", "\u202e" * 20, "手" * 200),
    "options": (
        {},
        {"seats": 2, "clock": 0},
        {"seats": 10, "clock": 86_400, "layout": "pyramid", "strict": True, "stashes": "open"},
        {"seats": 11},
        {"seats": -1},
        {"clock": 7},
        {"public": False, "watching": False},
    ),
    "bots": (0, 1, 3, 9, 10**9, -5),
    "level": ("", "easy", "normal", "hard", "impossible"),
    "seat": (0, 1, 2, 3, 10, -1, 2**53),
    "ready": (True, False),
    "move": MOVES,
    "ply": (0, 0, 1, 2, 3, -1, 2**53),
    "text": ("hi", "", "\x1b]0;X\x07", "\u200b" * 15, "x" * 512),
    "name": ("Vega", "Rigel", "admin", "а", "\x1b[2J", ""),
    "on": (True, False),
    "yes": (True, False),
    "settings": ({}, {"bell": True}, {"theme": "x" * 16}, {"theme": "x" * 17}, {"language": "ja"}),
    "first": (1, 0, -1, 2**53, 100),
    "game": ("K7QX2-0-1", "", "../../etc/passwd", "x" * 64),
    "api": (1, 0, 2, -1),
}
"""What may stand in the fields, by their names."""

IDS: Final = (1, 0, -1, 1.5, "x", "", None, True, 2**53, "手" * 64)
ODD_IDS: Final = ([], {}, "x" * 65, 2**60)

RAW: Final = (
    *(b"\n", b"\n\n\r\n", b"{", b"[" * 3_000 + b"\n", b'{"id":NaN}\n', b"\xff\xfe\n", b'"\\ud800"\n', b"x" * 70_000),
    *(
        b"\0\0\0\0",
        b"\0\0\0\x01\xc1",
        b"\0\0\1\0" + b"\x91" * 256,
        b"\0\0\0\5\x81\xa2id\1",
        b"\0\0",
        b"\xff\xff\xff\xff",
    ),
)
"""Bytes that are right in one form, or in none."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What one program does."""

    form: FormName
    steps: tuple[tuple[str, Any], ...]


def plan(random: Random, steps: int) -> Plan:
    """Draws a program."""
    return Plan(random.choice(("json", "frames")), tuple(_step(random) for _ in range(random.randrange(steps))))


def value(random: Random, depth: int = 3) -> Any:
    """Anything that both forms can say."""
    kinds = ["null", "bool", "int", "float", "text"] + ["array", "map"] * (depth > 0)
    match random.choice(kinds):
        case "null":
            return None
        case "bool":
            return random.random() < 0.5
        case "int":
            return random.choice((0, 1, -1, 2**31, 2**63 - 1, -(2**63), random.randrange(1_000)))
        case "float":
            return random.choice((0.0, -1.5, 1e300))
        case "text":
            return text(random, 30)
        case "array":
            return [value(random, depth - 1) for _ in range(random.randrange(4))]
        case _:
            return {text(random, 8): value(random, depth - 1) for _ in range(random.randrange(4))}


def request(random: Random) -> dict[str, Any]:
    """A request that is right, or almost."""
    name = random.choice((*REQUESTS, *SHORT))
    known = REQUESTS.get(name) or next(each for each in REQUESTS.values() if each.kind is SHORT[name].kind)
    fields = {field: random.choice(POOL[field]) for field in known.fields if random.random() < 0.9}
    if "room" in fields and random.random() < 0.8:
        del fields["room"]
    if fields and random.random() < 0.1:
        fields[random.choice(tuple(fields))] = value(random)
    given = {"id": random.choice(IDS if random.random() < 0.9 else ODD_IDS), "type": name, **fields}
    if random.random() < 0.05:
        given[random.choice(("type", "id", "more"))] = value(random)
    return given


def _step(random: Random) -> tuple[str, Any]:
    kind = random.choices(
        ("request", "raw", "noise", "cut", "wait", "eof", "stop", "read"), (12, 1, 1, 1, 1, 0.3, 0.3, 1)
    )[0]
    if kind == "request":
        return kind, [request(random) for _ in range(random.choice((1, 1, 1, 5, 40)))]
    if kind == "raw":
        return kind, random.choice(RAW)
    if kind == "noise":
        return kind, bytes(random.randrange(256) for _ in range(random.randrange(40)))
    if kind == "cut":
        return kind, (request(random), random.randrange(1, 30))
    return kind, random.random() * 0.01


async def carry_out(program: Program, steps: tuple[tuple[str, Any], ...]) -> None:
    """Does what a plan says, as long as it is let."""
    with contextlib.suppress(BrokenPipeError):  # the session has ended meanwhile
        for kind, what in steps:
            await _do(program, kind, what)


async def _do(program: Program, kind: str, what: Any) -> None:
    match kind:
        case "request":
            program.send(*what)
        case "raw" | "noise":
            program.raw(what)
        case "cut":
            written = program.written(what[0])
            program.raw(written[: what[1]])
            await asyncio.sleep(0)
            program.raw(written[what[1] :])
        case "wait":
            await asyncio.sleep(what)
        case "eof":
            program.channel.write_eof()
        case "stop":
            program.channel.pause_reading()
        case "read":
            program.channel.resume_reading()


def faults_of(program: Program) -> list[str]:
    """What the server said that it must not say."""
    faults = []
    codes = {*COMMON_ERRORS, *(code for each in REQUESTS.values() for code in each.errors)}
    for message in program.messages:
        if "type" in message:
            if message.get("seed") and message["phase"] != "over":
                faults.append("a seed was shown before the end")
            continue
        if ("ok" in message) == ("error" in message) or "id" not in message:
            faults.append(f"no answer: {message}")
        if "error" in message and message["error"]["code"] not in codes:
            faults.append(f"an error that no page lists: {message}")
    if program.form == "json" and any(byte != 0x0A and not 0x20 <= byte < 0x7F for byte in program.received):
        faults.append("a byte that commands a terminal")
    return faults


def allowed(sent: dict[str, Any], answer: dict[str, Any]) -> bool:
    """Whether the table says that this request may be answered so."""
    name = sent["type"]
    if "ok" in answer or not isinstance(name, str):
        return True
    short = SHORT.get(name)
    known = next((each for each in REQUESTS.values() if each.name == name or (short and each.kind is short.kind)), None)
    return answer["error"]["code"] in (*COMMON_ERRORS, *(known.errors if known else ()))
