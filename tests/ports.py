"""Ports for the servers that tests start."""

import os
import random
import socket
from collections.abc import Iterator
from itertools import cycle

PORTS = range(20_000, 32_000)
"""Below those that a system gives to connections, and to whoever asks for any: nobody comes upon one of these."""


def _mine() -> Iterator[int]:
    """The ports of this process: where tests run side by side, each process has its own."""
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    ports = PORTS[number % processes :: processes]
    start = random.randrange(len(ports))  # two runs at one time hardly meet
    return cycle((*ports[start:], *ports[:start]))


_ports = _mine()


def free_port() -> int:
    """A port that nobody listens on, and that no other test is given."""
    while True:
        port = next(_ports)
        with socket.socket() as probe:
            try:
                probe.bind(("", port))
            except OSError:
                continue
        return port
