"""A real server in a process of its own, on a port and in a folder of its own."""

import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Timer

from ..ports import free_port

START_SECONDS = 60.0
"""Until a server that does not say that it listens is killed."""


class Server:
    """`relspace-server serve`, as a host starts it. One that does not come to listen is ended before that is told."""

    def __init__(self, folder: Path, port: int | None = None, *flags: str) -> None:
        self.folder = folder
        self.port = port or free_port()
        self._log = folder.with_name(folder.name + ".log")
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "relspace_server", "serve", "--host", "127.0.0.1"),
                    *("--port", str(self.port), "--data-dir", str(folder), *flags),
                ],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        limit = Timer(START_SECONDS, self.process.kill)
        limit.start()
        try:
            self.greeting = self._until_it_listens()
        except BaseException:
            self.kill()
            raise
        finally:
            limit.cancel()

    def _until_it_listens(self) -> str:
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith("Host key:"):
                return "".join(lines)
        raise AssertionError(f"the server ended with {self.process.wait()}:\n{self.log}")

    @property
    def log(self) -> str:
        """What the server has written to its log."""
        return self._log.read_text()

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.wait()
        self._close()

    def stop(self) -> int:
        """SIGTERM; returns the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        end = time.monotonic() + 20
        while self.process.poll() is None and time.monotonic() < end:
            time.sleep(0.02)
        if self.process.poll() is None:
            self.kill()
            raise AssertionError(f"the server does not stop:\n{self.log}")
        self._close()
        return int(self.process.returncode)

    def _close(self) -> None:
        assert self.process.stdout is not None
        self.process.stdout.close()
