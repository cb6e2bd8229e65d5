"""A node that cannot share rooms does not start: one line says why and what to do, and ends with a word that stays."""

import asyncio
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from relspace_server import stores
from relspace_server.bootstrap import run
from relspace_server.config import CannotStart, Settings
from relspace_server.store.nats import NatsStore
from relspace_server.store.nats_access import Access
from relspace_server.workers import check_workers

from ..ports import free_port
from ..store.nats_servers import NatsServer
from ..store.test_nats_checks import old_server, serving
from .nodes import Cluster, eventually

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "clustering.md"


async def refused(folder: Path, store: str) -> CannotStart:
    """Why a node does not start, in this process."""
    with pytest.raises(CannotStart) as why:
        await run(Settings(store=store, data_dir=folder, port=free_port(), host="127.0.0.1"))
    assert str(why.value).endswith(f" [{why.value.code}]")
    assert "\n" not in str(why.value)
    return why.value


async def test_an_old_nats(tmp_path: Path) -> None:
    async with old_server("2.9.10") as url:
        why = await refused(tmp_path, url)
    assert why.code == "nats-too-old"
    assert "install 2.12 or later" in str(why)


@pytest.mark.parametrize(
    ("extra", "jetstream", "code", "says"),
    [
        ("", False, "nats-no-jetstream", "switch it on"),
        ("max_payload: 65536", True, "nats-small-messages", "set max_payload to 69632 or more"),
        ("authorization { token: s3cret }", True, "nats-no-entry", "look at the user and password, token or key"),
    ],
)
async def test_a_nats_that_is_not_fit(tmp_path: Path, extra: str, jetstream: bool, code: str, says: str) -> None:
    with serving(tmp_path / "nats", extra, jetstream=jetstream) as server:
        why = await refused(tmp_path / "data", server.url)
    assert why.code == code
    assert says in str(why)


async def test_no_nats_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relspace_server.store.nats.CONNECT_S", 0.3)
    why = await refused(tmp_path, f"nats://127.0.0.1:{free_port()}")
    assert why.code == "nats-unreachable"
    assert "start it, or look at --store" in str(why)


async def test_a_nats_that_has_no_room(tmp_path: Path) -> None:
    limits = f'jetstream {{ store_dir: "{tmp_path / "js"}", max_file_store: 1MB }}'
    with serving(tmp_path / "nats", limits, jetstream=False) as server:
        why = await refused(tmp_path / "data", server.url)
    assert why.code == "nats-no-room"
    assert "give JetStream more with max_file_store" in str(why)


async def test_a_stream_that_somebody_else_has_made(tmp_path: Path, own_nats: NatsServer) -> None:
    store = await NatsStore.open(Access((own_nats.url,)), prefix="other")
    await store._link.streams.add_stream(name="KV_relspace_nodes", subjects=["elsewhere.>"])
    await store.close()
    why = await refused(tmp_path, own_nats.url)
    assert why.code == "nats-stream"
    assert "remove or mend it" in str(why)


async def test_another_host_key(tmp_path: Path, own_nats: NatsServer) -> None:
    store = await NatsStore.open(Access((own_nats.url,)))
    await store.bucket("host").put("host-key", b"SHA256:of-the-others", 0)
    await store.close()
    why = await refused(tmp_path, own_nats.url)
    assert why.code == "host-key-differs"
    assert "Copy ssh_host_ed25519_key from the data folder of another node" in str(why)


def test_workers_without_what_they_need() -> None:
    for settings, code in (
        (Settings(workers=2), "workers-need-store"),
        (Settings(workers=2, store="nats://127.0.0.1", port=0), "workers-need-port"),
    ):
        with pytest.raises(CannotStart) as why:
            check_workers(settings)
        assert why.value.code == code


async def test_without_the_libraries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "relspace_server.store.nats", None)
    why = await refused(tmp_path, "nats://127.0.0.1")
    assert why.code == "cluster-not-installed"
    (extra,) = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["cluster"]
    assert str(why).endswith(f"{sys.executable} -m pip install '{extra}' [cluster-not-installed]")


async def test_another_version_is_only_warned_of(cluster: Cluster, caplog: pytest.LogCaptureFixture) -> None:
    """Also where what a node has told comes before it is known that it lives."""
    here = await cluster.node("vega-node")
    store = await cluster.store("rigel-node")
    there = here.elsewhere.__class__(store, here.around, here.nodes, (), lambda _visit: "", lambda: None)
    there._node, there._program = "rigel-node", "0.0.1"
    await there.tell()
    await eventually(lambda: "rigel-node" in here.elsewhere._there)
    assert "[versions-differ]" not in caplog.text
    await store.beat("rigel-node", 12_000)
    await eventually(lambda: "rigel-node" in here.nodes.others)
    await here.elsewhere.sweep()
    await here.elsewhere.sweep()
    assert caplog.text.count("give all nodes the same [versions-differ]") == 1


async def test_the_exit_status_and_the_one_line(tmp_path: Path) -> None:
    """Through the command itself: without NATS that lets it in, and with workers that have nothing to share."""

    async def serve(*flags: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "relspace_server", "serve", "--data-dir", str(tmp_path / "data"), *flags]
        return await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=30, check=False)

    with serving(tmp_path / "nats", "authorization { token: s3cret }") as server:
        alone, workers = await asyncio.gather(
            serve("--store", server.url, "--port", str(free_port())), serve("--workers", "2")
        )
    for done, code in ((alone, "nats-no-entry"), (workers, "workers-need-store")):
        assert done.returncode == 1
        assert done.stderr.count("\n") == 1
        assert done.stderr.endswith(f" [{code}]\n")
        assert "Traceback" not in done.stderr


def test_the_page_lists_every_code() -> None:
    page = PAGE.read_text()
    part = page[page.index("## When a node does not start") : page.index("## Updates")]
    listed = {line.split("`")[1] for line in part.splitlines() if line.startswith("| `")}
    said: set[str] = set()
    for path in Path(stores.__file__).parent.rglob("*.py"):
        source = path.read_text()
        said |= set(re.findall(r'"((?:nats|workers|host-key|cluster)-[a-z-]+)"', source))
        said |= set(re.findall(r"\[([a-z]+-[a-z-]+)\]\"", source))
    assert said - {"host-key"} == listed
