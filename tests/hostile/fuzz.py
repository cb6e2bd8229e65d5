"""Sessions in which anything is sent, as one random generator draws them: hypothesis's, or that of a long run."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

import asyncssh
from asyncssh.constants import MSG_CHANNEL_REQUEST
from asyncssh.packet import String

from ..ssh.house import Guest

E: Final = b"\x1b"

KEYS: Final = (
    *(E + b"[A", E + b"[B", E + b"[C", E + b"[D", E + b"OA", E + b"[F", E + b"[H", E + b"[5~", E + b"OP", b"\t"),
    *(b"\r", b"\n", b"\x7f", E, b" ", b"?", b"n", b"j", b"t", b"p", b"o", b"y", b"a1", b"b2", b"1", b"2", b"0"),
    *(b"m", b"r", b"s", b"\x01", b"\x0b", b"\x16", b"\x18", b"\x1a", E + b"[<0;10;10M", E + b"[<64;5;5M"),
)
"""What a person may press; what comes of it depends on where they are."""

ODD: Final = (
    *(E + b"[48;24;80;0;0t", E + b"[97;1:3u", E + b"[99999999999;1u", E + b"[?62;22c", E + b"[24;80R"),
    *(
        E + b"]11;rgb:1414/1919/1f1f\x07",
        E + b"P>|kitty(0.36)" + E + b"\\",
        E + b"_Gi=31;OK" + E + b"\\",
        E + b"[<9;0;0M",
    ),
    *(E + b"[200~", E + b"[201~", E + b"[200~" + b"x" * 5_000 + E + b"[201~", b"\xff\xfe", b"\xe4\xb8", b"\xf0\x9f"),
    *(b"\x00", b"\x9b31m", b"[/b][@click=app.exit]x[/]", "\u202e\u200b\u0301\u0301".encode(), "手👁️".encode()),
    *(b"q" * 2_000, E * 50, E + b"[" + b"1;" * 200 + b"u", E + b"[M" + b"\xff" * 3, b"\x03" + E),
)
"""What nobody presses."""

WORDS: Final = (
    "join",
    "watch",
    "play",
    "plain",
    "rooms",
    "whoami",
    "help",
    "version",
    "link",
    "api",
    "record",
    "admin",
)

TERMS: Final = (
    "xterm-256color",
    "xterm",
    "linux",
    "dumb",
    "vt100",
    "",
    "x" * 300,
    "a\x1b[2Jb",
    "xterm-kitty",
    "screen",
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What one client does."""

    term: str | None
    size: tuple[int, int]
    command: str | None
    environment: Mapping[str, str]
    steps: tuple[tuple[str, object], ...]


def plan(random: Random, steps: int) -> Plan:
    """Draws a client."""
    term = random.choice(TERMS) if random.random() < 0.9 else None
    size = (random.choice((0, 1, 39, 80, 120, 240, 2**32 - 1)), random.choice((0, 1, 17, 24, 40, 80, 2**32 - 1)))
    names = ("LANG", "LC_ALL", "COLORTERM", "NO_COLOR", "TERM", "PATH", "x" * 200)
    environment = {random.choice(names): text(random, 30) for _ in range(random.randrange(4))}
    return Plan(term, size, _command(random), environment, tuple(_step(random) for _ in range(random.randrange(steps))))


def text(random: Random, length: int) -> str:
    """Characters of every kind."""
    ranges = (
        (0x20, 0x7E),
        (0x20, 0x7E),
        (0x01, 0x1F),
        (0x80, 0x9F),
        (0xA0, 0x24F),
        (0x200B, 0x202E),
        (0x1F000, 0x1FAFF),
    )
    return "".join(chr(random.randint(*random.choice(ranges))) for _ in range(random.randrange(length)))


def noise(random: Random, length: int) -> bytes:
    """Keys, what is like keys, and anything."""
    kinds: tuple[Callable[[], bytes], ...] = (
        lambda: random.choice(KEYS),
        lambda: random.choice(KEYS),
        lambda: random.choice(ODD),
        lambda: bytes(random.randrange(256) for _ in range(random.randrange(12))),
    )
    return b"".join(random.choice(kinds)() for _ in range(random.randrange(1, length)))


def header(random: Random) -> bytes:
    """What may stand where a load balancer's header does."""
    right = (
        b"PROXY TCP4 192.0.2.%d 198.51.100.1 50000 22\r\n" % random.randrange(256),
        b"PROXY UNKNOWN\r\n",
        b"\r\n\r\n\0\r\nQUIT\n\x20\0\0\0",
        b"\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c" + bytes(random.randrange(256) for _ in range(12)),
    )
    data = bytearray(random.choice(right))
    for _ in range(random.choice((0, 0, 1, 3))):
        data[random.randrange(len(data))] = random.randrange(256)
    return bytes(data[: random.choice((len(data), random.randrange(len(data) + 1)))])


def _command(random: Random) -> str | None:
    if random.random() < 0.4:
        return None
    words = [random.choice(WORDS)]
    odd = ("--json", "--bots", "2", "AAAAA", "'A;B'", "../../", text(random, 20), "x" * 300)
    words += random.sample(odd, random.randrange(3))
    return " ".join(words) if random.random() < 0.8 else random.choice(("play --bots 2", text(random, 400)))


def _step(random: Random) -> tuple[str, object]:
    kind = random.choices(
        ("keys", "size", "wait", "request", "eof", "stop reading", "read"), (12, 3, 3, 1, 0.3, 0.5, 1)
    )[0]
    if kind == "keys":
        return kind, noise(random, 6)
    if kind == "size":
        return kind, (random.choice((0, 1, 40, 79, 100, 240, 9999)), random.choice((0, 1, 18, 24, 30, 80, 9999)))
    if kind == "request":
        name = random.choice((b"shell", b"exec", b"pty-req", b"env", b"signal", b"window-change", b"subsystem", b"huh"))
        return kind, (name, bytes(random.randrange(256) for _ in range(random.randrange(24))))
    return kind, random.random() * 0.03


class Client(asyncssh.SSHClientSession[bytes]):
    """A session's other end, which looks at nothing."""

    received = 0

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self.channel = chan

    def data_received(self, data: bytes, datatype: object) -> None:
        self.received += len(data)


REFUSALS: Final = (asyncssh.Error, OSError, UnicodeError)
"""How a client may be told no; the last when it cannot even ask."""


async def log_in(port: int, **options: object) -> asyncssh.SSHClientConnection:
    """Logs in as a guest."""
    usual = {"known_hosts": None, "config": None, "agent_path": None, "client_keys": None, "client_factory": Guest}
    return await asyncssh.connect("127.0.0.1", port, **{**usual, "username": "mira", **options})  # type: ignore[arg-type]


async def carry_out(port: int, what: Plan) -> None:
    """Does what a plan says, and drops the connection."""
    client = await log_in(port)
    try:
        with contextlib.suppress(*REFUSALS):
            _, session = await client.create_session(
                Client,
                what.command,
                term_type=what.term,
                term_size=what.size,
                request_pty="force" if what.term is not None else False,
                env=dict(what.environment),
                encoding=None,
            )
            for kind, value in what.steps:
                await _do(client, session.channel, kind, value)
    finally:
        client.abort()
        await client.wait_closed()


async def _do(
    client: asyncssh.SSHClientConnection, channel: asyncssh.SSHClientChannel[bytes], kind: str, value: object
) -> None:
    if channel.is_closing():
        return
    match kind, value:
        case "keys", bytes(data):
            channel.write(data)
        case "size", (int(width), int(height)):
            channel.change_terminal_size(width, height)
        case "request", (bytes(name), bytes(body)):
            channel.send_packet(MSG_CHANNEL_REQUEST, String(name), b"\1", body)
        case "eof", _:
            channel.write_eof()
        case (("stop reading" | "read"), _):
            transport = client._transport
            if transport is not None and not transport.is_closing():
                (transport.pause_reading if kind == "stop reading" else transport.resume_reading)()
        case _, float(seconds):
            await asyncio.sleep(seconds)


async def knock(port: int, data: bytes, source: str = "127.0.0.1") -> None:
    """Connects, sends some bytes that are no SSH, or hardly, and goes."""
    with contextlib.suppress(OSError):
        _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
        writer.write(data)
        await asyncio.sleep(0.01)
        writer.transport.abort()
