"""The configuration of NATS that hosts are given is one that the store can use, and that lets nobody else in."""

import asyncio
import json
import os
import ssl
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from relspace_server.store.bucket import StoreFault
from relspace_server.store.nats import NatsStore
from relspace_server.store.nats_access import Access

from ..ports import free_port
from ..store.nats_servers import START_S, NatsServer, binary
from .files import DEPLOY, need

NAMES = ("nats1", "nats2", "nats3")

PLAIN = {"NATS_NAME": "nats1", "NATS_PASSWORD": "word-of-vega"}


def begin(server: NatsServer, file: str, variables: dict[str, str], *flags: str) -> None:
    """Starts a server that goes by one of the files, but for its ports."""
    server.folder.mkdir(exist_ok=True)
    places = ("-a", "127.0.0.1", "-p", str(server.port), "-m", str(server.monitor))
    told = os.environ | variables | {"NATS_DATA": str(server.folder / "data")}
    with (server.folder / "log").open("ab") as log:
        server.process = subprocess.Popen([binary(), "-c", str(DEPLOY / file), *places, *flags], env=told, stderr=log)


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[NatsServer]:
    """One server, without TLS."""
    server = NatsServer(tmp_path)
    begin(server, "nats.conf", PLAIN)
    server.wait("/healthz")
    yield server
    server.end()


async def test_the_rights_it_gives_are_enough(alone: NatsServer, caplog: pytest.LogCaptureFixture) -> None:
    assert alone.ask("/jsz")["config"]["sync_always"]
    store = await NatsStore.open(Access((alone.url.replace("//", "//relspace:word-of-vega@"),)))
    bucket = store.bucket("rooms")
    watch = bucket.watch(None)
    revision = await bucket.put("VEGA1", b"one", 0)
    assert (await anext(watch)).key == "VEGA1"
    await bucket.delete("VEGA1", revision)
    assert (await anext(watch)).value is None
    assert await bucket.scan("") == []
    assert await store.kept() == ["nodes", "rooms"]
    await store.beat("vega", 12_000)
    await store.close()
    assert "ermission" not in caplog.text


async def test_no_password_is_said_to_a_server_without_tls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relspace_server.store.nats.CONNECT_S", 0.5)
    heard = bytearray()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        said = {"server_id": "plain", "version": "2.12.0", "headers": True, "max_payload": 1_048_576, "proto": 1}
        writer.write(f"INFO {json.dumps(said)}\r\n".encode())
        heard.extend(await reader.read())
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    url = f"tls://relspace:word-of-vega@127.0.0.1:{server.sockets[0].getsockname()[1]}"
    with pytest.raises(StoreFault, match=r"does not speak TLS, which --store or --store-ca asks for.*\[nats-no-tls\]"):
        await NatsStore.open(Access((url,)))
    server.close()
    assert heard == b""


# ── three servers, with TLS ──────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Three:
    """A cluster with what deploy/secrets.sh has made for it."""

    secrets: Path
    servers: list[NatsServer]
    shared: dict[str, str]
    """Variables of all servers."""

    @property
    def password(self) -> str:
        return self.shared["NATS_PASSWORD"]

    @property
    def access(self) -> Access:
        urls = tuple(f"tls://relspace:{self.password}@127.0.0.1:{server.port}" for server in self.servers)
        return Access(urls, ca=str(self.secrets / "ca.pem"))


def make_secrets(folder: Path) -> dict[str, str]:
    """Runs the script for three servers on this machine; returns the passwords."""
    for program in ("openssl", "ssh-keygen"):
        need(program)
    places = [f"{name}=127.0.0.1" for name in NAMES]
    subprocess.run(["sh", str(DEPLOY / "secrets.sh"), str(folder), *places], check=True, capture_output=True)
    return dict(line.split("=", 1) for line in (folder / "passwords.env").read_text().split())


def variables_of(name: str, secrets: Path, of: str = "") -> dict[str, str]:
    """What one server is told, with the certificate of that name, or of another."""
    files = {"CA": "ca.pem", "CERTIFICATE": f"{of or name}.pem", "KEY": f"{of or name}-key.pem"}
    return {"NATS_NAME": name, **{f"NATS_{what}": str(secrets / file) for what, file in files.items()}}


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Three]:
    """Three servers that go by nats-cluster.conf, but for their ports."""
    folder = tmp_path_factory.mktemp("three")
    secrets = folder / "secrets"
    passwords = make_secrets(secrets)
    routes = [free_port() for _ in NAMES]
    servers = [NatsServer(folder / name) for name in NAMES]
    shared = passwords | {
        f"NATS_ROUTE_{number}": f"tls://route:{passwords['NATS_ROUTES_PASSWORD']}@127.0.0.1:{port}"
        for number, port in enumerate(routes, 1)
    }
    try:
        for name, server, route in zip(NAMES, servers, routes, strict=True):
            own = shared | variables_of(name, secrets) | {"NATS_ADDRESS": "127.0.0.1"}
            begin(server, "nats-cluster.conf", own, "--cluster", f"nats://127.0.0.1:{route}")
        until = time.monotonic() + START_S
        for server in servers:
            server.wait("/healthz?js-enabled-only=true")
        while not all(server.ask("/jsz").get("meta_cluster", {}).get("leader") for server in servers):
            assert time.monotonic() < until, (servers[0].folder / "log").read_text()[-2_000:]
            time.sleep(0.05)
        for server in servers:
            server.wait("/healthz")
        yield Three(secrets, servers, shared)
    finally:
        for server in servers:
            server.end()


async def test_three_servers_keep_each_value_three_times_and_talk_through_tls(
    three: Three, caplog: pytest.LogCaptureFixture
) -> None:
    store = await NatsStore.open(three.access, patience=START_S)
    await store.bucket("rooms").put("VEGA1", b"one", 0)
    await store.close()
    assert "nats-one-copy" not in caplog.text
    for server in three.servers:
        assert server.ask("/jsz")["config"]["sync_always"]
        routes = server.ask("/routez")["routes"]
        assert {one["remote_name"] for one in routes} | {server.ask("/varz")["server_name"]} == set(NAMES)
        assert server.ask("/varz")["tls_required"]
        assert server.ask("/varz")["cluster"]["tls_required"]
        assert server.ask("/varz")["cluster"]["tls_verify"]


async def test_a_wrong_password_is_refused(three: Three) -> None:
    urls = tuple(url.replace(three.password, "word-of-rigel") for url in three.access.urls)
    with pytest.raises(StoreFault, match=r"does not let us in; look at the user and password.*\[nats-no-entry\]") as no:
        await NatsStore.open(replace(three.access, urls=urls))
    assert "word-of-rigel" not in str(no.value)


async def test_a_server_that_somebody_else_has_signed_is_refused(
    three: Three, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_secrets(tmp_path / "others")
    monkeypatch.setattr("relspace_server.store.nats.CONNECT_S", 0.5)
    for ca in (str(tmp_path / "others" / "ca.pem"), ""):
        with pytest.raises(
            StoreFault, match=r"shows a certificate that is not trusted .*store-ca.*\[nats-certificate\]"
        ):
            await NatsStore.open(replace(three.access, ca=ca))


async def test_a_server_under_a_name_that_is_not_in_its_certificate_is_refused(
    three: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("relspace_server.store.nats.CONNECT_S", 0.5)
    urls = tuple(url.replace("127.0.0.1", "localhost") for url in three.access.urls)
    with pytest.raises(StoreFault, match=r"certificate is not valid for 'localhost'"):
        await NatsStore.open(replace(three.access, urls=urls))


async def test_a_server_with_another_certificate_gets_no_route(three: Three, tmp_path: Path) -> None:
    others = tmp_path / "others"
    make_secrets(others)
    stranger = NatsServer(tmp_path / "nats4")
    own = three.shared | variables_of("nats4", others, "nats1") | {"NATS_ADDRESS": "127.0.0.1"}
    begin(stranger, "nats-cluster.conf", own, "--cluster", f"nats://127.0.0.1:{free_port()}")
    until = time.monotonic() + START_S
    while "TLS route handshake error" not in (stranger.folder / "log").read_text():
        assert time.monotonic() < until, (stranger.folder / "log").read_text()
        await asyncio.sleep(0.02)
    for server in three.servers:
        assert {one["remote_name"] for one in server.ask("/routez")["routes"]} <= set(NAMES)
    assert stranger.ask("/routez")["num_routes"] == 0
    stranger.end()


async def test_a_server_tells_the_others_the_address_that_its_certificate_holds(three: Three, tmp_path: Path) -> None:
    server = NatsServer(tmp_path / "nats1")
    route = free_port()
    own = three.shared | variables_of("nats1", three.secrets) | {"NATS_ADDRESS": "nats1.example.net"}
    own |= {f"NATS_ROUTE_{number}": f"tls://route:word@127.0.0.1:{route}" for number in (1, 2, 3)}  # not the others'
    begin(server, "nats-cluster.conf", own, "--cluster", f"nats://0.0.0.0:{route}")
    server.wait("/healthz?js-enabled-only=true")
    trusted = ssl.create_default_context(cafile=str(three.secrets / "ca.pem"))
    trusted.load_cert_chain(three.secrets / "nats2.pem", three.secrets / "nats2-key.pem")
    reader, writer = await asyncio.open_connection("127.0.0.1", route, ssl=trusted)
    word, said = (await reader.readline()).split(b" ", 1)
    writer.close()
    server.end()
    assert word == b"INFO"
    assert (json.loads(said)["host"], json.loads(said)["port"]) == ("nats1.example.net", route)


def test_what_is_in_use_is_not_made_anew(tmp_path: Path) -> None:
    make_secrets(tmp_path / "secrets")
    before = (tmp_path / "secrets" / "ca.pem").read_bytes()
    script = ["sh", str(DEPLOY / "secrets.sh")]
    again = subprocess.run([*script, str(tmp_path / "secrets"), "nats1"], check=False, capture_output=True, text=True)
    assert again.returncode == 1
    assert "is there already" in again.stderr
    assert (tmp_path / "secrets" / "ca.pem").read_bytes() == before
    assert subprocess.run(script, check=False, capture_output=True).returncode == 2


def test_keys_and_passwords_are_for_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "secrets"
    passwords = make_secrets(folder)
    secret = {"passwords.env", "ssh_host_ed25519_key", "ca-key.pem", *(f"{name}-key.pem" for name in NAMES)}
    assert {path.name for path in folder.iterdir() if path.stat().st_mode & 0o077} & secret == set()
    assert secret < {path.name for path in folder.iterdir()}
    assert len(set(passwords.values())) == 2
    assert all(word[0].isalpha() and word.isalnum() for word in passwords.values())
