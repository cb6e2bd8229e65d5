"""Asking the server that runs on this machine, at the socket where `local.py` answers."""

import json
import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

SOCKET: Final = "admin.sock"
"""What it is called in the data folder."""

PATIENCE: Final = 30.0
"""Seconds until an answer is missed."""

DONE, FAILED = 0, 1


class Told(NamedTuple):
    """What a server answers."""

    text: str
    code: int
    """The exit status: 0 done, 1 failed, 2 wrong usage."""


class Silent(Exception):
    """No server answers; the message is the reason."""


def question(folder: Path, words: Sequence[str], patience: float = PATIENCE) -> Told:
    """Asks the server that uses a data folder.

    Args:
        folder: the data folder.
        words: as an admin types them.
        patience: seconds until an answer is missed.

    Raises:
        Silent: there is none, or it does not answer.
    """
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
            sock.settimeout(patience)
            sock.connect(str(folder / SOCKET))
            sock.sendall(json.dumps({"words": list(words)}).encode() + b"\n")
            sock.shutdown(socket.SHUT_WR)
            with sock.makefile("rb") as answers:
                answer = json.loads(answers.readline())
        return Told(str(answer["text"]), int(answer["code"]))
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise Silent(os.strerror(error.errno) if isinstance(error, OSError) and error.errno else "no answer") from None


def ask(folder: Path, words: Sequence[str]) -> int:
    """Asks the server that uses a data folder, and prints what it says.

    Returns:
        The exit status: 0 done, 1 failed, 2 wrong usage.
    """
    try:
        told = question(folder, words)
    except Silent as why:
        path = (folder / SOCKET).absolute()
        sys.stderr.write(f"No server answers on {path} ({why}). Is one running with this --data-dir, by this user?\n")
        return FAILED
    stream = sys.stdout if told.code == DONE else sys.stderr
    stream.write(f"{told.text}\n")
    return told.code
