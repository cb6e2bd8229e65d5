"""Metrics, health, and the HTTP that carries them."""

import asyncio
import contextlib
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from relspace.room.options import RoomOptions
from relspace_server.config import CannotStart
from relspace_server.ops import web as web_module
from relspace_server.ops.exposition import FIGURES, PREFIX, exposition
from relspace_server.ops.health import not_ready, pages
from relspace_server.ops.metrics import snapshot
from relspace_server.ops.web import LONGEST_HEAD, MOST_CLIENTS, Page, Web
from relspace_server.store.memory import MemoryStore

from .hosting import Begin, Hosting

PAGE = Path(__file__).parents[2] / "docs" / "operating.md"


def samples(text: bytes) -> dict[str, float]:
    """Every sample, by its name and labels."""
    return {
        sample.name + "".join(f" {key}={value}" for key, value in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }


async def figures(host: Hosting) -> dict[str, float]:
    return samples(exposition(snapshot(host.house, host.hub, healthy=True)))


def test_the_page_lists_every_metric_as_the_code_has_it() -> None:
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith(f"| `{PREFIX}")]
    shown = [tuple(cell.strip() for cell in row.strip("|").split("|")) for row in rows]
    assert shown == [
        (f"`{PREFIX}{one.name}`", one.kind, f"`{one.label}`" if one.label else "", one.doc) for one in FIGURES
    ]


async def test_a_server_with_nobody_in_it(host: Hosting) -> None:
    found = await figures(host)
    assert found["relspace_sessions"] == found["relspace_people"] == found["relspace_draining"] == 0
    assert found["relspace_store_healthy"] == 1
    assert found["relspace_connections_refused_total reason=proxy"] == 0
    assert found["relspace_sessions_refused_total reason=banned"] == 0
    assert found["process_start_time_seconds"] > 0
    assert any(name.startswith("relspace_build_info version=") for name in found)


async def test_what_happens_is_in_the_figures(host: Hosting) -> None:
    vega = await host.enter("Vega")
    await host.enter("Lyra", guest=True)
    await host.hub.open(vega.visit.player, vega.visit.session, "", RoomOptions(seats=2), 0, "")
    await host.bans.add("name", "Mira", 0, "", "")
    await host.bans.add("name", "Deneb", host.world.now - 1, "", "")
    counts = host.house.counts
    counts.sent(100)
    counts.key_to_paint.add(0.03)
    counts.sessions_refused["account"] += 1
    host.house.logins.refuse("banned")
    host.house.standing.draining = True
    found = await figures(host)
    assert found["relspace_sessions"] == found["relspace_people"] == 2
    assert found["relspace_rooms phase=gathering"] == 1
    assert found["relspace_rooms phase=playing"] == 0
    assert found["relspace_bans"] == 1
    assert found["relspace_draining"] == 1
    assert found["relspace_frames_total"] == 1
    assert found["relspace_bytes_out_total"] == 100
    assert found["relspace_sessions_refused_total reason=account"] == 1
    assert found["relspace_connections_refused_total reason=banned"] == 1
    assert found["relspace_key_to_paint_seconds_bucket le=0.025"] == 0
    assert found["relspace_key_to_paint_seconds_bucket le=0.05"] == 1
    assert found["relspace_key_to_paint_seconds_bucket le=+Inf"] == 1
    assert found["relspace_key_to_paint_seconds_sum"] == 0.03


async def test_figures_that_were_taken_do_not_change(host: Hosting) -> None:
    taken = snapshot(host.house, host.hub, healthy=True)
    host.house.counts.key_to_paint.add(0.03)
    assert samples(exposition(taken))["relspace_key_to_paint_seconds_count"] == 0


async def test_whether_people_should_be_sent_here(host: Hosting) -> None:
    store = MemoryStore()
    assert await not_ready(host.house, store) == ""
    host.house.standing.draining = True
    assert await not_ready(host.house, store) == "draining"
    host.house.standing.draining = host.house.standing.open = False
    assert await not_ready(host.house, store) == "starting"
    host.house.standing.open = True
    await store.close()
    assert await not_ready(host.house, store) == "the store does not answer"


class Silent(MemoryStore):
    """A store that is well as far as it knows, and never answers."""

    def check_open(self) -> None:
        raise asyncio.CancelledError if self.closed else TimeoutError


async def test_a_store_that_is_silent_is_no_store(host: Hosting) -> None:
    assert await not_ready(host.house, Silent()) == "the store does not answer"


# ── HTTP ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def ask(port: int, request: bytes) -> bytes:
    """Everything that is answered, until the server hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    answer = bytearray()
    try:
        async with asyncio.timeout(10):
            while piece := await reader.read(65_536):
                answer += piece
    except ConnectionError:
        pass
    writer.close()
    return bytes(answer)


def get(path: str, method: str = "GET") -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


async def test_metrics_and_health_over_http(host: Hosting) -> None:
    web = Web(pages(host.house, host.hub, MemoryStore()))
    await web.start("127.0.0.1", 0)
    metrics = await ask(web.port, get("/metrics"))
    assert metrics.startswith(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=")
    assert samples(metrics.partition(b"\r\n\r\n")[2])["relspace_sessions"] == 0
    assert (await ask(web.port, get("/healthz"))).endswith(b"\r\n\r\nok\n")
    assert (await ask(web.port, get("/readyz?x=1"))).startswith(b"HTTP/1.1 200 ")
    host.house.standing.draining = True
    assert (await ask(web.port, get("/readyz"))).startswith(b"HTTP/1.1 503 ")
    assert (await ask(web.port, get("/healthz"))).startswith(b"HTTP/1.1 200 ")
    head = await ask(web.port, get("/healthz", "HEAD"))
    assert b"Content-Length: 3\r\n" in head
    assert head.endswith(b"\r\n\r\n")
    await web.close()


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (get("/"), 404),
        (get("/metrics/../metrics"), 404),
        (get("/metrics", "POST"), 405),
        (b"SSH-2.0-x\r\n\r\n", 400),
        (b"\x16\x03\x01 \xff \r\n\r\n", 400),
        (b"GET /" + b"a" * 3 * LONGEST_HEAD + b" HTTP/1.1\r\n\r\n", 400),
    ],
)
async def test_requests_that_are_none(request_: bytes, status: int) -> None:
    web = Web({})
    await web.start("127.0.0.1", 0)
    assert (await ask(web.port, request_)).startswith(f"HTTP/1.1 {status} ".encode())
    await web.close()


async def test_many_who_say_nothing_keep_nobody_else_waiting_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_module, "PATIENCE", 0.05)

    async def page() -> Page:
        return Page(b"ok\n")

    web = Web({"/": page})
    await web.start("127.0.0.1", 0)
    silent = [await asyncio.open_connection("127.0.0.1", web.port) for _ in range(MOST_CLIENTS + 4)]
    async with asyncio.timeout(10):
        for reader, writer in silent:
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()
    assert (await ask(web.port, get("/"))).endswith(b"ok\n")
    await web.close()


async def test_many_who_say_nothing_make_room_for_who_asks() -> None:
    async def page() -> Page:
        return Page(b"ok\n")

    web = Web({"/": page})
    await web.start("127.0.0.1", 0)
    silent = [await asyncio.open_connection("127.0.0.1", web.port) for _ in range(2 * MOST_CLIENTS)]
    assert (await ask(web.port, get("/"))).endswith(b"ok\n")
    for _, writer in silent:
        writer.close()
    await web.close()


async def test_a_port_that_is_taken_is_told_in_one_line(begin: Begin) -> None:
    web = Web({})
    await web.start("127.0.0.1", 0)
    with pytest.raises(
        CannotStart, match=f"Cannot listen on port {web.port} of 127.0.0.1 for metrics: .* --metrics-port"
    ):
        await Web({}).start("127.0.0.1", web.port)
    await web.close()
