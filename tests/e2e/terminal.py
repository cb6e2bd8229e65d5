"""A person at a terminal: the real OpenSSH client in a pseudo-terminal, its screen kept by a terminal emulator."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pyte

PATIENCE = 20.0
"""Seconds until something that must appear on a screen is missed."""

ANSWER_SECONDS = 2.0
"""Seconds until a key is taken for one that changes nothing here."""

REST_SECONDS = 0.3
"""Longer than a frame of a film is shown."""

KEYS = {
    "enter": "\r",
    "esc": "\x1b",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "tab": "\t",
    "end": "\x1b[F",
}


class Missed(AssertionError):
    """What was waited for did not appear."""


class SshTerminal:
    """One `ssh` in one terminal."""

    def __init__(
        self,
        port: int,
        key: Path | None,
        *words: str,
        user: str = "vega",
        columns: int = 80,
        rows: int = 24,
        term: str = "xterm-256color",
    ) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._text: str | None = None
        """What is on the screen, once somebody has looked since it changed."""
        self.received = bytearray()
        primary, secondary = pty.openpty()
        self._fd = primary
        self.tty = secondary
        fcntl.ioctl(secondary, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            ssh_command(port, key, *words, user=user),
            stdin=secondary,
            stdout=secondary,
            stderr=secondary,
            env={"PATH": os.environ["PATH"], "TERM": term, "HOME": "/nonexistent"},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(secondary, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - no threads here
        )

    @property
    def text(self) -> str:
        """The screen, a line a row, without trailing spaces."""
        if self._text is None:
            self._text = "\n".join(line.rstrip() for line in self.screen.display)
        return self._text

    def read(self, wait: float = 0.0) -> bool:
        """Takes what has arrived; returns whether anything had."""
        ready, _, _ = select.select([self._fd], [], [], wait)
        if not ready:
            return False
        try:
            data = os.read(self._fd, 65536)
        except OSError:
            return False
        self.received += data
        self._stream.feed(data)
        self._text = None
        return bool(data)

    def at_rest(self, patience: float = PATIENCE) -> str:
        """Reads until the screen is the same as it was a while ago: no film plays; returns it.

        Raises:
            Missed: it changes all the time.
        """
        end = time.monotonic() + patience
        text, before = self.settle(REST_SECONDS), ""
        while text != before:
            if time.monotonic() > end:
                raise Missed(f"the screen changes all the time:\n{text}")
            text, before = self.settle(REST_SECONDS), text
        return text

    def settle(self, quiet: float = 0.08) -> str:
        """Reads until nothing has come for a moment; returns the screen."""
        while self.read(quiet):
            pass
        return self.text

    def until(self, seen: str | Callable[[str], bool], patience: float = PATIENCE) -> str:
        """Waits for a text, or for whatever the function looks for, to be on the screen.

        Raises:
            Missed: it did not appear in time.
        """
        wanted = seen if callable(seen) else lambda text: seen in text
        end = time.monotonic() + patience
        while not wanted(self.text):
            if time.monotonic() > end or (not self.read(0.2) and self.process.poll() is not None):
                if wanted(self.text):
                    break
                raise Missed(f"{seen!r} is not on the screen:\n{self.text}")
        return self.text

    def press(self, *keys: str) -> None:
        """Presses keys: names from `KEYS`, or text as it is."""
        for key in keys:
            os.write(self._fd, KEYS.get(key, key).encode())

    def answers(self, *keys: str) -> bool:
        """Presses keys, and waits until the screen has changed and is still; returns whether it has changed in time."""
        before = self.text
        end = time.monotonic() + ANSWER_SECONDS
        self.press(*keys)
        while self.text == before and time.monotonic() < end:
            self.read(0.05)
        return self.settle(0.05) != before

    def resize(self, columns: int, rows: int) -> None:
        """Makes the terminal another size, as a person does with the mouse."""
        self.screen.resize(rows, columns)
        self._text = None
        fcntl.ioctl(self.tty, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.kill(self.process.pid, signal.SIGWINCH)

    def ended(self, patience: float = PATIENCE) -> int:
        """Waits for the client to end and returns its exit status."""
        end = time.monotonic() + patience
        while self.process.poll() is None:
            if time.monotonic() > end:
                raise Missed(f"the client goes on:\n{self.text}")
            self.read(0.1)
        while self.read(0.05):
            pass
        return int(self.process.returncode)

    def drop(self) -> None:
        """The connection is lost: the client is killed."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        """Ends the client and frees the terminal."""
        if self.process.poll() is None:
            self.drop()
        for fd in (self._fd, self.tty):
            os.close(fd)


def ssh_command(port: int, key: Path | None, *words: str, user: str = "vega", tty: bool = True) -> list[str]:
    """The command line of a client that asks nothing and remembers nothing."""
    options = {
        "UserKnownHostsFile": "/dev/null",
        "GlobalKnownHostsFile": "/dev/null",
        "StrictHostKeyChecking": "no",
        "IdentitiesOnly": "yes",
        "IdentityAgent": "none",
        "LogLevel": "ERROR",
    }
    command = ["ssh", "-F", "/dev/null", "-p", str(port), "-l", user]
    if tty:
        command.append("-tt")
    command += ["-i", str(key)] if key else ["-o", "PubkeyAuthentication=no"]
    for name, value in options.items():
        command += ["-o", f"{name}={value}"]
    return [*command, "127.0.0.1", *words]
