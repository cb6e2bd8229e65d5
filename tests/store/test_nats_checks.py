"""Servers that are not fit are refused at the start, with one line that says what to do."""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import nkeys
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from relspace_server.store.bucket import StoreFault
from relspace_server.store.nats import NatsStore
from relspace_server.store.nats_access import Access
from relspace_server.store.nats_doctor import flushes_always, version_of
from relspace_server.store.nats_keys import Place
from relspace_server.store.nats_streams import configuration, unfit

from ..ports import free_port
from .nats_servers import NatsServer


@contextmanager
def serving(folder: Path, extra: str = "", *, jetstream: bool = True) -> Iterator[NatsServer]:
    server = NatsServer(folder, extra, jetstream=jetstream).start()
    try:
        yield server
    finally:
        server.end()


async def works(access: Access) -> None:
    store = await NatsStore.open(access)
    assert await store.bucket("rooms").put("VEGA1", b"one", 0) == 1
    await store.close()


@asynccontextmanager
async def old_server(version: str) -> AsyncIterator[str]:
    """Says what a server of this version says first, and answers pings."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        said = {"server_id": "old", "version": version, "headers": True, "max_payload": 1_048_576, "proto": 1}
        writer.write(f"INFO {json.dumps(said)}\r\n".encode())
        while line := await reader.readline():
            if line.startswith(b"PING"):
                writer.write(b"PONG\r\n")
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    yield f"nats://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()


@pytest.mark.parametrize("version", ["2.9.10", "2.11.9"])
async def test_an_old_server_loses_writes(version: str) -> None:
    async with old_server(version) as url:
        with pytest.raises(StoreFault, match=rf"version {version}, which loses writes; install 2\.12"):
            await NatsStore.open(Access((url,)))


async def test_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relspace_server.store.nats.CONNECT_S", 0.3)
    with pytest.raises(StoreFault, match=r"cannot be reached .*; start it, or look at --store"):
        await NatsStore.open(Access((f"nats://vega:secret@127.0.0.1:{free_port()}",)))


async def test_a_server_without_jetstream(tmp_path: Path) -> None:
    with (
        serving(tmp_path, jetstream=False) as server,
        pytest.raises(StoreFault, match="no JetStream for this account; switch it on"),
    ):
        await NatsStore.open(Access((server.url,)))


async def test_a_server_that_takes_small_messages_only(tmp_path: Path) -> None:
    with (
        serving(tmp_path, "max_payload: 65536") as server,
        pytest.raises(StoreFault, match=r"65536 bytes at most; set max_payload to 69632 or more"),
    ):
        await NatsStore.open(Access((server.url,)))


async def test_a_user_and_a_password(tmp_path: Path) -> None:
    with serving(tmp_path, 'authorization { user: vega, password: "s3cret-word" }') as server:
        await works(Access((server.url.replace("//", "//vega:s3cret-word@"),)))
        for url in (server.url, server.url.replace("//", "//vega:wrong-word@")):
            with pytest.raises(StoreFault, match="does not let us in; look at the user and password") as refused:
                await NatsStore.open(Access((url,)))
            assert "word@" not in str(refused.value)


async def test_a_token(tmp_path: Path) -> None:
    with serving(tmp_path, "authorization { token: s3cret }") as server:
        await works(Access((server.url.replace("//", "//s3cret@"),)))


async def test_an_nkey(tmp_path: Path) -> None:
    seed = tmp_path / "user.nk"
    raw = nkeys.encode_seed(b"v" * 32, nkeys.PREFIX_BYTE_USER)
    seed.write_bytes(raw)
    public = nkeys.from_seed(bytearray(raw)).public_key.decode()
    with serving(tmp_path, f"authorization {{ users: [ {{ nkey: {public} }} ] }}") as server:
        await works(Access((server.url,), nkey=str(seed)))
        with pytest.raises(StoreFault, match=r"the key for NATS, .*missing\.nk, cannot be read"):
            await NatsStore.open(Access((server.url,), nkey=str(tmp_path / "missing.nk")))
        seed.write_text("no seed at all")
        with pytest.raises(StoreFault, match="holds no seed of an nkey"):
            await NatsStore.open(Access((server.url,), nkey=str(seed)))


SEED = nkeys.encode_seed(b"v" * 32, nkeys.PREFIX_BYTE_USER).decode()
JWT = "-----BEGIN NATS USER JWT-----\neyJ0.eyJq.c2ln\n------END NATS USER JWT------\n"
KEY = f"-----BEGIN USER NKEY SEED-----\n{SEED}\n------END USER NKEY SEED------\n"


@pytest.mark.parametrize("held", ["", "no seed at all", SEED[:-20], "S" * 58, "é", "A" * 100])
def test_a_file_without_the_seed_of_an_nkey(tmp_path: Path, held: str) -> None:
    file = tmp_path / "user.nk"
    file.write_text(held, "utf-8")
    refused(Access(("nats://127.0.0.1",), nkey=str(file)), "nats-bad-key", str(file), "--store-nkey")


@pytest.mark.parametrize("held", ["", "no credentials", JWT, KEY, JWT.replace(".", "") + KEY, JWT + KEY[:40], SEED])
def test_a_file_without_credentials(tmp_path: Path, held: str) -> None:
    file = tmp_path / "user.creds"
    file.write_text(held)
    refused(Access(("nats://127.0.0.1",), credentials=str(file)), "nats-bad-key", str(file), "--store-credentials")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_file_with_credentials(tmp_path: Path, end: str) -> None:
    file = tmp_path / "user.creds"
    file.write_text((JWT + "\n****\n\n" + KEY).replace("\n", end), newline="")
    assert Access(("nats://127.0.0.1",), credentials=str(file)).options()["user_credentials"]


def refused(access: Access, code: str, *says: str) -> None:
    """Its files are of no use, and one line says so."""
    with pytest.raises(StoreFault) as fault:
        access.options()
    assert fault.value.code == code
    assert "\n" not in str(fault.value)
    assert [part for part in says if part not in str(fault.value)] == []


async def test_doctor_tells_of_a_bad_file_as_the_start_does(tmp_path: Path) -> None:
    file = tmp_path / "user.nk"
    file.write_text("no seed at all")
    access = Access((f"nats://127.0.0.1:{free_port()}",), nkey=str(file))
    with pytest.raises(StoreFault) as told:
        await version_of(access)
    with pytest.raises(StoreFault) as at_start:
        await NatsStore.open(access)
    assert str(told.value) == str(at_start.value)
    assert told.value.code == "nats-bad-key"


async def test_doctor_tells_of_a_server_without_tls_in_one_line(tmp_path: Path) -> None:
    with serving(tmp_path) as server, pytest.raises(StoreFault, match="does not speak TLS") as told:
        await version_of(Access((server.url.replace("nats:", "tls:"),)))
    assert told.value.code == "nats-no-tls"


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 that signs itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    paths = folder / "cert.pem", folder / "key.pem"
    paths[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return paths


async def test_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificate, key = make_certificate(tmp_path)
    files = f'cert_file: "{certificate}", key_file: "{key}"'
    with serving(tmp_path / "one", f"tls {{ {files} }}") as server:
        await works(Access((server.url.replace("nats:", "tls:"),), ca=str(certificate)))
        with monkeypatch.context() as patch:
            patch.setattr("relspace_server.store.nats.CONNECT_S", 0.5)
            with pytest.raises(StoreFault, match="shows a certificate that is not trusted"):
                await NatsStore.open(Access((server.url.replace("nats:", "tls:"),)))
    with serving(tmp_path / "two", f'tls {{ {files}, ca_file: "{certificate}", verify: true }}') as server:
        access = Access((server.url,), ca=str(certificate), certificate=str(certificate), key=str(key))
        assert isinstance((await asyncio.to_thread(access.options))["tls"], ssl.SSLContext)
        await works(access)


def test_files_that_are_no_certificates(tmp_path: Path) -> None:
    certificate, key = (str(path) for path in make_certificate(tmp_path))
    other = tmp_path / "other"
    other.mkdir()
    stranger = str(make_certificate(other)[1])
    secret = tmp_path / "secret.pem"
    loaded = serialization.load_pem_private_key(Path(key).read_bytes(), None)
    encrypted = serialization.BestAvailableEncryption(b"a word")
    secret.write_bytes(loaded.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, encrypted))
    text = tmp_path / "text.pem"
    text.write_text("no certificate at all")
    nats, missing = ("nats://127.0.0.1",), str(tmp_path / "missing.pem")
    refused(Access(nats, ca=str(text)), "nats-bad-certificate", str(text), "--store-ca", "holds no certificates")
    refused(Access(nats, ca=missing), "nats-bad-certificate", missing, "--store-ca", "cannot be read")
    for own, of_it in ((str(text), ""), (certificate, stranger), (certificate, str(secret)), (certificate, "")):
        refused(Access(nats, certificate=own, key=of_it), "nats-bad-certificate", own, of_it, "--store-certificate")
    refused(Access(nats, certificate=certificate, key=missing), "nats-bad-certificate", missing, "--store-key")
    assert Access(nats, certificate=certificate, key=key).options()["tls"]


def test_a_certificate_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreFault, match=r"missing\.pem"):
        Access(("nats://127.0.0.1",), ca=str(tmp_path / "missing.pem")).options()


def test_addresses() -> None:
    assert Access.split("nats://a:4222, tls://vega:s3cret@b ,") == ("nats://a:4222", "tls://vega:s3cret@b")
    assert Access(Access.split("nats://vega:s3cret@a:4333,nats://b")).shown == "a:4333, b:4222"
    for text in ("a:4222", "http://a", "nats://", "nats://a,b", "nats://a:0", "nats://a:99999", "nats://[::1", ",", ""):
        with pytest.raises(StoreFault, match="--store takes addresses"):
            Access.split(text)


def test_a_stream_that_was_made_otherwise_is_not_used() -> None:
    place = Place("relspace", "rooms")
    assert unfit(configuration(place, 3), place) == ""
    for name, value in (
        ("subjects", ["other.>"]),
        ("republish", None),
        ("max_msgs_per_subject", 5),
        ("allow_direct", True),
        ("allow_msg_ttl", False),
        ("max_msg_size", 1_000),
    ):
        config = configuration(place, 3)
        setattr(config, name, value)
        assert unfit(config, place)


async def test_who_is_kept_on_one_server_is_warned(
    nats_server: NatsServer, prefix: str, caplog: pytest.LogCaptureFixture
) -> None:
    store = await NatsStore.open(Access((nats_server.url,)), prefix=prefix)
    await store.bucket("rooms").get("VEGA1")
    await store.close()
    warnings = [record.message for record in caplog.records if "keeps each value on" in record.message]
    (warning,) = warnings
    assert warning.startswith("NATS keeps each value on 1 server, not on 3: when that one is gone, so is everything.")
    assert warning.endswith("See docs/clustering.md [nats-one-copy]")


@pytest.mark.parametrize(
    "monitor", ["127.0.0.1:8222", "nats://a", "http://", "http://[::1", "http://a:x", "http://a:0"]
)
def test_an_address_of_the_monitoring_that_is_none(monitor: str) -> None:
    with pytest.raises(StoreFault, match="--store-monitor takes an address such as"):
        flushes_always(monitor)


@pytest.mark.parametrize("host", ["a b:8222", "127.0.0.1"])
async def test_a_monitoring_that_is_none(tmp_path: Path, host: str) -> None:
    with serving(tmp_path) as server:  # its port for clients answers, and speaks no HTTP
        monitor = f"http://{host if ' ' in host else server.url.removeprefix('nats://')}"
        with pytest.raises(StoreFault, match=r"NATS does not answer there \(.*\); look at its http_port") as fault:
            await asyncio.to_thread(flushes_always, monitor)
        assert "\n" not in str(fault.value)
