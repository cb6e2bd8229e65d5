"""The configuration of NATS that hosts are given is one that the store can use."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from relspace_server.store.nats import NatsStore
from relspace_server.store.nats_access import Access

from ..store.nats_servers import NatsServer, binary

DEPLOY = Path(__file__).parents[2] / "deploy"

ENVIRONMENT = {
    "NATS_NAME": "nats1",
    "NATS_DATA": "/data",
    "NATS_PASSWORD": "word-of-vega",
    "NATS_ROUTES_PASSWORD": "wordofroutes",
    **{f"NATS_ROUTE_{n}": f"nats://route:wordofroutes@nats{n}:6222" for n in (1, 2, 3)},
}


@pytest.mark.parametrize("name", ["nats.conf", "nats-cluster.conf"])
def test_nats_takes_the_configuration(name: str) -> None:
    subprocess.run([binary(), "-t", "-c", str(DEPLOY / name)], env=ENVIRONMENT, check=True, capture_output=True)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[NatsServer]:
    """A server that goes by nats.conf, but for its ports."""
    server = NatsServer(tmp_path)
    (tmp_path / "log").touch()
    flags = ("-c", str(DEPLOY / "nats.conf"), "-a", "127.0.0.1", "-p", str(server.port), "-m", str(server.monitor))
    environment = os.environ | ENVIRONMENT | {"NATS_DATA": str(tmp_path / "data")}
    server.process = subprocess.Popen([binary(), *flags], env=environment, stderr=subprocess.DEVNULL)
    server.wait("/healthz")
    yield server
    server.end()


async def test_the_rights_it_gives_are_enough(server: NatsServer, caplog: pytest.LogCaptureFixture) -> None:
    assert server.ask("/jsz")["config"]["sync_always"]
    store = await NatsStore.open(Access((server.url.replace("//", "//relspace:word-of-vega@"),)))
    bucket = store.bucket("rooms")
    watch = bucket.watch(None)
    revision = await bucket.put("VEGA1", b"one", 0)
    assert (await anext(watch)).key == "VEGA1"
    await bucket.delete("VEGA1", revision)
    assert (await anext(watch)).value is None
    assert await bucket.scan("") == []
    await store.beat("vega", 12_000)
    await store.close()
    assert "ermission" not in caplog.text
