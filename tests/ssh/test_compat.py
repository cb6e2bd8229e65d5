"""What this project overrides in asyncssh: each override is still needed, and is enough."""

import ast
import asyncio
import inspect
from pathlib import Path

import asyncssh
import pytest
from asyncssh.channel import SSHChannel
from asyncssh.connection import SSHConnection
from asyncssh.constants import MSG_IGNORE
from asyncssh.logging import SSHLogger
from asyncssh.packet import NameList, SSHPacket, SSHPacketLogger, String

import relspace_server.ssh.compat
from relspace_server.ssh.compat import ServedChannel, ServedConnection, missing_names
from relspace_server.ssh.compat.bounds import HIGH_WATER
from relspace_server.ssh.compat.channel import JOINED
from relspace_server.ssh.compat.connection import ASKED_EACH_SECOND, READ_AT_ONCE, SEND_BUFFER
from relspace_server.ssh.compat.login import prepared
from relspace_server.ssh.compat.names import NEEDED

from .house import House, until


def served(house: House) -> ServedConnection:
    """The server's end of the only connection."""
    (party,) = house.listener._house.parties
    assert party._connection is not None
    return party._connection


async def test_asyncssh_does_nothing_about_a_client_that_takes_no_bytes(house: House) -> None:
    await house.connect()
    connection = served(house)
    for name in ("pause_writing", "resume_writing"):
        source = inspect.getsource(getattr(asyncssh.SSHServerConnection, name))
        assert "Do nothing" in source
    assert connection._transport.get_write_buffer_limits()[1] == HIGH_WATER
    sock = connection.get_extra_info("socket")
    import socket

    assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * SEND_BUFFER


async def test_clients_who_come_in_apart_are_asked_together_whether_they_are_there(house: House) -> None:
    assert "call_later" in inspect.getsource(SSHConnection._set_keepalive_timer)
    loop, interval = asyncio.get_running_loop(), house.listener._house.settings.keepalive_seconds
    before = loop.time()
    for _ in range(2):
        await house.connect()
    timers = [party._connection._keepalive_timer for party in house.listener._house.parties if party._connection]
    due = [timer.when() for timer in timers if timer is not None]
    assert len(due) == 2
    assert all((when * ASKED_EACH_SECOND).is_integer() for when in due)
    assert min(due) >= before + interval
    assert max(due) <= loop.time() + interval + 1 / ASKED_EACH_SECOND


async def test_no_sentence_is_worded_about_a_packet(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "self.logger.packet(" in inspect.getsource(SSHPacketLogger._log_packet)
    client = await house.connect()
    worded: list[object] = []
    monkeypatch.setattr(SSHLogger, "packet", lambda logger, *_: worded.append(logger))
    served(house).send_debug("from the server")
    client.send_debug("from the client")
    await until(lambda: worded.count(client.logger) == 2)
    assert served(house).logger not in worded


async def test_what_is_sent_on_a_connection_that_is_gone_is_not_logged(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    await house.connect()
    connection = served(house)
    assert connection._transport is not None
    connection._transport.abort()
    for _ in range(20):
        connection._send(b"x")
    assert not caplog.records
    for _ in range(20):
        asyncssh.SSHServerConnection._send(connection, b"x")
    assert "socket.send() raised exception" in caplog.text


async def test_little_is_read_of_one_client_at_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await house.connect()
    connection = served(house)
    assert connection._transport is not None
    assert type(connection._transport).max_size > READ_AT_ONCE
    read: list[int] = []
    monkeypatch.setattr(connection, "data_received", lambda data, _=None: read.append(len(data)))
    assert house.clients[0]._transport is not None
    house.clients[0]._transport.write(bytes(10 * READ_AT_ONCE))
    await until(lambda: sum(read) == 10 * READ_AT_ONCE)
    assert max(read) == READ_AT_ONCE
    connection.abort()


async def test_a_name_is_prepared_once_for_a_whole_login(house: House) -> None:
    assert "username = saslprep(" in inspect.getsource(asyncssh.SSHServerConnection._process_userauth_request)
    before = prepared.cache_info()
    await house.connect(username="Deneb of the first login")
    after = prepared.cache_info()
    assert after.misses == before.misses + 1
    assert after.hits > before.hits + 2


async def test_no_empty_packet_goes_before_each_packet(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    received: list[int] = []
    original = asyncssh.SSHClientConnection._process_ignore
    handlers = dict(asyncssh.SSHClientConnection._packet_handlers)
    handlers[MSG_IGNORE] = lambda self, *args: (received.append(1), original(self, *args))[1]
    monkeypatch.setattr(asyncssh.SSHClientConnection, "_packet_handlers", handlers)
    await (await house.play()).shows("welcome")
    assert received == []
    monkeypatch.setattr(ServedConnection, "send_packet", asyncssh.SSHServerConnection.send_packet)
    player = await house.play()
    await player.shows("welcome")
    assert received != []


async def test_what_fits_into_a_packet_is_sent_without_a_copy_and_in_its_turn(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "self._send_buf.append((bytearray(" in inspect.getsource(asyncssh.SSHServerChannel.write)
    await (await house.play()).shows("welcome")
    (channel,) = served(house)._channels.values()
    assert isinstance(channel, ServedChannel)
    sent: list[bytes] = []
    monkeypatch.setattr(channel, "send_packet", lambda _kind, *parts: sent.append(SSHPacket(parts[0]).get_string()))
    monkeypatch.setattr(channel, "_flush_send_buf", lambda: pytest.fail("copied"))
    channel._send_window = 8
    channel.write(b"12345")
    assert sent == [b"12345"]
    assert channel._send_window == 3
    monkeypatch.undo()
    monkeypatch.setattr(channel, "send_packet", lambda _kind, *parts: sent.append(SSHPacket(parts[0]).get_string()))
    channel.write(b"67890")
    channel.write(b"a")
    assert sent == [b"12345", b"678"]
    channel._send_window = 100
    channel._flush_send_buf()
    assert b"".join(sent) == b"1234567890a"


async def test_small_packets_that_wait_are_joined_and_read_in_their_turn(house: House) -> None:
    assert "self._recv_buf.append((data, datatype))" in inspect.getsource(asyncssh.SSHServerChannel._accept_data)
    player = await house.play()
    await player.shows("welcome")
    (channel,) = served(house)._channels.values()
    assert isinstance(channel, ServedChannel)
    read: list[tuple[bytes, object]] = []
    channel._session.data_received = lambda data, datatype: read.append((data, datatype))  # type: ignore[method-assign]
    channel.pause_reading()
    sent = bytes(number % 251 for number in range(8 * JOINED))
    for byte in sent:
        channel._accept_data(bytes((byte,)))
    channel._accept_data(b"of another kind", 1)
    channel._accept_data(b"k")
    assert [len(data) for data, _ in channel._recv_buf] == [JOINED] * 8 + [15, 1]
    channel.resume_reading()
    assert b"".join(data for data, kind in read if kind is None) == sent + b"k"
    assert read[-2:] == [(b"of another kind", 1), (b"k", None)]


async def test_asyncssh_builds_the_options_anew_for_each_login(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[object] = []
    original = asyncssh.SSHServerConnectionOptions.prepare

    def prepare(options: asyncssh.SSHServerConnectionOptions, *args: object, **kwargs: object) -> None:
        built.append(options)
        original(options, *args, **kwargs)

    monkeypatch.setattr(asyncssh.SSHServerConnectionOptions, "prepare", prepare)
    await house.connect()
    assert built == []
    monkeypatch.setattr(ServedConnection, "reload_config", asyncssh.SSHServerConnection.reload_config)
    await house.connect()
    assert built != []


async def test_asyncssh_keeps_every_variable(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ServedChannel, "_process_env_request", asyncssh.SSHServerChannel._process_env_request)
    many = {f"X{number}": "y" * 1_000 for number in range(100)}
    player = await house.play(env=many)
    await player.shows("welcome")
    (channel,) = served(house)._channels.values()
    assert len(channel._env) == 100


async def test_asyncssh_ends_a_connection_over_a_term(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ServedChannel, "_process_pty_req_request", asyncssh.SSHServerChannel._process_pty_req_request)
    monkeypatch.setattr("asyncssh.channel.String", _latin_1_string)
    with pytest.raises((asyncssh.Error, OSError)):
        await house.play(term="términal")


def _latin_1_string(value: object) -> bytes:
    data = value.encode("latin-1") if isinstance(value, str) else bytes(value)  # type: ignore[call-overload]
    return len(data).to_bytes(4, "big") + data


async def test_asyncssh_ends_a_connection_over_a_user_name() -> None:
    request = SSHPacket(String("\U0001f680") + String("ssh-connection") + String("none"))
    with pytest.raises(asyncssh.IllegalUserName):
        asyncssh.SSHServerConnection._process_userauth_request(None, 0, 0, request)  # type: ignore[arg-type]


async def test_asyncssh_lets_anybody_try_for_ever() -> None:
    assert "_refusals" not in inspect.getsource(asyncssh.SSHServerConnection)
    source = inspect.getsource(asyncssh.SSHServerConnection.send_userauth_failure)
    assert "disconnect" not in source


async def test_asyncssh_takes_a_wrong_guess_for_a_right_one() -> None:
    source = inspect.getsource(asyncssh.SSHServerConnection._process_kexinit)
    assert "self._kex.algorithm != peer_kex_algs[0]" in source


@pytest.mark.parametrize(
    ("kex", "hosts", "ignored"),
    [
        ([b"mlkem768x25519-sha256"], [b"ssh-ed25519"], False),
        ([b"curve25519-sha256"], [b"ssh-ed25519"], True),
        ([b"mlkem768x25519-sha256"], [b"ssh-rsa", b"ssh-ed25519"], True),
    ],
)
async def test_a_guess_is_right_only_if_both_sides_prefer_it(
    house: House, monkeypatch: pytest.MonkeyPatch, kex: list[bytes], hosts: list[bytes], ignored: bool
) -> None:
    await house.connect()
    connection = served(house)

    async def begin(*_: object) -> None:
        """As asyncssh does, but for the exchange."""

    monkeypatch.setattr(connection, "_process_kexinit", begin)
    for follows in (b"\0", b"\1"):
        lists = [kex, hosts, *[[b"none"]] * 8]
        body = bytes(16) + b"".join(NameList(names) for names in lists) + follows + bytes(4)
        await connection.process_guessed_kexinit(20, 0, SSHPacket(body))
        assert connection._ignore_first_kex == (ignored and follows == b"\1")


async def test_input_is_bytes_and_what_is_not_utf_8_ends_nothing(house: House) -> None:
    player = await house.play()
    await player.shows("welcome")
    (channel,) = served(house)._channels.values()
    assert isinstance(channel, ServedChannel)
    assert channel.get_encoding()[0] is None
    player.press(b"\xff\xfe\x80k")
    await player.shows("keys: k")
    await asyncio.sleep(0)


# ── what the server looks for when it starts ─────────────────────────────────────────────────────────────────────────

SOURCES = [ast.parse(path.read_text()) for path in sorted(Path(relspace_server.ssh.compat.__path__[0]).glob("*.py"))]


def is_override(function: ast.stmt) -> bool:
    """Whether a method stands for one of asyncssh's."""
    return isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and any(
        isinstance(mark, ast.Name) and mark.id == "override" for mark in function.decorator_list
    )


def own_names() -> set[str]:
    """What these files define, and what they set."""
    names = set[str]()
    for node in (node for source in SOURCES for node in ast.walk(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_override(node):
            names.add(node.name)
        for target in (*getattr(node, "targets", ()), *filter(None, [getattr(node, "target", None)])):
            names.add(str(getattr(target, "attr", getattr(target, "id", ""))))
    return names


def is_theirs(name: str) -> bool:
    """Whether asyncssh has a name, on a class or on each object."""
    given = {name for needed in NEEDED.values() for maker in needed.made_by for name in maker.__code__.co_names}
    return name in given or any(hasattr(owner, name) for owner in NEEDED)


def used_names() -> set[str]:
    """What is used of connections and channels by these files, and what they override."""
    used = set[str]()
    for node in (node for source in SOURCES for node in ast.walk(source)):
        if isinstance(node, ast.Attribute):
            of_self = isinstance(node.value, ast.Name) and node.value.id == "self"
            of_super = isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == "super"
            if of_self or of_super or node.attr.startswith("_"):
                used.add(node.attr)
        elif isinstance(node, ast.stmt) and is_override(node):
            used.add(str(getattr(node, "name", "")))
    return {name for name in used if not name.startswith("__")}


def test_the_server_looks_for_all_that_it_needs_of_asyncssh() -> None:
    used = used_names()
    looked_for = {name for needed in NEEDED.values() for name in (*needed.of_class, *needed.of_each)}
    assert looked_for >= {name for name in used if is_theirs(name)}
    assert looked_for | own_names() >= used, "nobody's"
    assert used | {"get_bytes", "get_consumed_payload", "get_remaining_payload"} >= looked_for, "no longer needed"


def test_what_another_version_has_not_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert missing_names() == []
    monkeypatch.delattr(SSHConnection, "send_newkeys")
    monkeypatch.setattr(SSHChannel.__init__, "__code__", (lambda self, *_: self._send_buf).__code__)
    channel = [f"SSHServerChannel.{name}" for name in ("_recv_buf", "_send_pktsize", "_send_state", "_send_window")]
    assert missing_names() == [*channel, "SSHServerConnection.send_newkeys"]
