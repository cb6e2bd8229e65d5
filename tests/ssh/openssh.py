"""The real OpenSSH client, in a pseudo-terminal or without one."""

import asyncio
import contextlib
import fcntl
import os
import pty
import shutil
import signal
import struct
import termios
from pathlib import Path

import asyncssh
import pytest

from .watched import PATIENCE, Watched

needs_ssh = [pytest.mark.ssh]

OPTIONS = {
    "UserKnownHostsFile": "/dev/null",
    "GlobalKnownHostsFile": "/dev/null",
    "StrictHostKeyChecking": "no",
    "IdentitiesOnly": "yes",
    "IdentityAgent": "none",
    "LogLevel": "ERROR",
}


def command(port: int, *words: str, program: str = "ssh", key: Path | None = None, **options: str) -> list[str]:
    """A command line that asks nothing and remembers nothing."""
    line = [program, "-F", "/dev/null", "-P" if program in ("sftp", "scp") else "-p", str(port)]
    identity = {"PubkeyAuthentication": "no"} if key is None else {"IdentityFile": str(key)}
    for name, value in {**OPTIONS, **identity, **options}.items():
        line += ["-o", f"{name}={value}"]
    return [*line, *words]


def environment(term: str = "xterm-256color", **more: str) -> dict[str, str]:
    """What a client's process has in its environment."""
    return {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "TERM": term, **more}


def written_key(folder: Path, key: asyncssh.SSHKey) -> Path:
    """A key as a file that ssh accepts."""
    path = folder / "id_test"
    if not path.exists():
        path.touch(0o600)
        path.write_bytes(key.export_private_key())
    return path


async def run(*line: str, stdin: int = asyncio.subprocess.DEVNULL) -> tuple[int, bytes, bytes]:
    """Runs a client without a terminal; returns its status, output and errors."""
    assert shutil.which(line[0]), f"there is no {line[0]} on this machine"
    process = await asyncio.create_subprocess_exec(
        *line,
        stdin=stdin,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    )
    async with asyncio.timeout(PATIENCE):
        out, err = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out, err


class Terminal(Watched):
    """A client in a pseudo-terminal, whose screen a terminal emulator keeps."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        super().__init__(columns, rows)
        self._primary, self.tty = pty.openpty()
        os.set_blocking(self._primary, False)
        self._set_size(columns, rows)
        self.settings = termios.tcgetattr(self.tty)
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, line: list[str], **variables: str) -> "Terminal":
        """Starts the client."""
        assert shutil.which(line[0]), f"there is no {line[0]} on this machine"
        self._process = await asyncio.create_subprocess_exec(
            *line,
            stdin=self.tty,
            stdout=self.tty,
            stderr=self.tty,
            env=environment(**variables),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        asyncio.get_running_loop().add_reader(self._primary, self._read)
        return self

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError, OSError):
            data = os.read(self._primary, 65_536)
            self.received += data
            self._stream.feed(data)
        self._news.set()

    def press(self, data: bytes) -> None:
        """Types."""
        os.write(self._primary, data)

    def resize(self, columns: int, rows: int) -> None:
        """Makes the window another size."""
        self.screen.resize(rows, columns)
        self._set_size(columns, rows)
        self.signal(signal.SIGWINCH)

    def signal(self, number: int) -> None:
        """Sends the client a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    async def ended(self) -> int:
        """Waits for the client to end; returns its status."""
        assert self._process is not None
        async with asyncio.timeout(PATIENCE):
            status = await self._process.wait()
        self._read()
        return status

    async def close(self) -> None:
        """Ends the client and frees the terminal."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        asyncio.get_running_loop().remove_reader(self._primary)
        os.close(self._primary)
        os.close(self.tty)

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.tty, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
