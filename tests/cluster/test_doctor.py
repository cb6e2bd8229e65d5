"""What `relspace-server doctor` finds of NATS."""

from pathlib import Path

from relspace_server.commands.checks import Finding, nats
from relspace_server.config import Settings

from ..ports import free_port
from ..store.nats_servers import NatsServer
from ..store.test_nats_checks import serving


def found(**settings: str) -> list[Finding]:
    return list(nats(Settings(**settings)))  # type: ignore[arg-type]


def test_all_is_well(cluster_server: NatsServer) -> None:
    first, second = found(store=cluster_server.url, store_monitor=cluster_server.monitoring + "/")
    assert (first.grade, second.grade) == ("ok", "ok")
    assert first.says.endswith(f"at 127.0.0.1:{cluster_server.port} is fit.")
    assert second.says == "NATS flushes each write before it acknowledges it."


def test_without_the_monitoring_it_is_not_known_whether_writes_are_flushed(cluster_server: NatsServer) -> None:
    assert [one.grade for one in found(store=cluster_server.url)] == ["ok", "note"]


def test_a_server_that_acknowledges_before_it_flushes(tmp_path: Path) -> None:
    with serving(tmp_path, f'jetstream {{ store_dir: "{tmp_path}" }}', jetstream=False) as server:
        last = found(store=server.url, store_monitor=server.monitoring)[-1]
    assert last.grade == "wrong"
    assert "set sync_interval: always" in last.says


def test_what_is_wrong_is_said_in_one_sentence(cluster_server: NatsServer) -> None:
    (one,) = found(store="localhost")
    assert one == Finding(
        "wrong", "store", "--store takes addresses such as nats://127.0.0.1:4222, separated by commas."
    )
    for monitor in (f"http://127.0.0.1:{free_port()}", "file:///etc/passwd"):
        one = found(store=cluster_server.url, store_monitor=monitor)[-1]
        assert one.grade == "wrong"
        assert monitor in one.says or "--store-monitor takes" in one.says
