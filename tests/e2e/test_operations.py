"""What a host sees and does while people play, through the real OpenSSH client."""

import json
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from ..ports import free_port
from .server import Server
from .terminal import PATIENCE, SshTerminal, ssh_command
from .test_plain import Talker, play_to_the_end

pytestmark = [pytest.mark.ssh, pytest.mark.timeout(300)]

Connect = Callable[..., SshTerminal]
Key = Callable[[str], Path]
Start = Callable[..., Server]

WELCOME = "or help."
SECRET_WORDS = "kumquat marmalade"
UNHEARD_OF = "quokka"
"""What somebody types that is no command."""


@pytest.fixture
def admins(tmp_path: Path, keys: Key) -> Path:
    """A list of admins with Deneb's key in it."""
    path = tmp_path / "admins"
    path.write_text("# admins\n" + keys("deneb").with_suffix(".pub").read_text())
    return path


@pytest.fixture
def host(start_server: Start, admins: Path) -> Server:
    """A server that Deneb is the admin of."""
    return start_server("--admin-keys", str(admins))


def asks(server: Server, key: Path | None, *words: str) -> subprocess.CompletedProcess[bytes]:
    """A command without a terminal."""
    return subprocess.run(
        ssh_command(server.port, key, *words, tty=False),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=20,
        check=False,
    )


def local(server: Server, *words: str) -> subprocess.CompletedProcess[str]:
    """A command on the server's own machine."""
    return subprocess.run(
        [sys.executable, "-m", "relspace_server", "admin", "--data-dir", str(server.folder), *words],
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )


def fetch(port: int, path: str) -> tuple[int, str]:
    """A page of the metrics' port."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def figures(port: int) -> dict[str, str]:
    """The metrics, by name, once so much was counted as a game and a page that was turned amount to."""
    missed = time.monotonic() + PATIENCE
    while True:
        status, text = fetch(port, "/metrics")
        assert status == 200
        found = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        if all(float(found[name]) >= least for name, least in COUNTED.items()):
            return found
        assert time.monotonic() < missed, text


COUNTED = {
    "relspace_frames_total": 2,
    "relspace_bytes_out_total": 2_000,
    "relspace_key_to_paint_seconds_count": 1,
    'relspace_store_seconds_count{operation="write"}': 2,
    "relspace_loop_lag_seconds_count": 1,
}
"""What is counted at least; how late the loop is, only once in a while."""


def two_at_a_table(server: Server, connect: Connect, first: str, second: str) -> tuple[Talker, Talker, str]:
    """A game that two people have begun, in plain lines; and the room's code."""
    one = Talker(connect(server, first, "plain"))
    one.until(WELCOME)
    one.says("new seats 2 clock off")
    code = re.search(r"code ([A-Z0-9]{5})\.", one.until("Type ready"))
    assert code
    two = Talker(connect(server, second, "plain", "join", code[1]))
    two.until("Type ready")
    two.says("ready")
    one.until("is ready")
    one.says("ready")
    for talker in (one, two):
        talker.until("The game begins.")
    return one, two, code[1]


def test_only_admins_are_admins(host: Server, keys: Key) -> None:
    for key in (keys("vega"), None):
        for words in ("admin rooms", "admin nonsense", "admin", "admin ban name Deneb"):
            refused = asks(host, key, words)
            assert refused.returncode == 3
            assert refused.stderr == b"Only the admins of this server may do that.\n"
    assert asks(host, keys("deneb"), "admin", "rooms").stdout == b"There are no rooms.\n"
    assert json.loads(asks(host, keys("deneb"), "admin bans --json").stdout) == []
    wrong = asks(host, keys("deneb"), "admin sing")
    assert wrong.returncode == 2
    assert wrong.stderr == b"There is no admin command 'sing'. admin help lists them.\n"
    unable = asks(host, keys("deneb"), "admin kick Vega")
    assert (unable.returncode, unable.stderr) == (1, b"Nobody here is called 'Vega'.\n")
    assert local(host, "rooms").stdout == "There are no rooms.\n"
    assert local(host, "sing").returncode == 2


def test_whoever_is_kicked_reads_why_and_may_come_back(host: Server, connect: Connect, keys: Key) -> None:
    vega = connect(host, "vega")
    vega.until("Vega")
    assert "Vega" in asks(host, keys("deneb"), "admin sessions").stdout.decode()
    assert asks(host, keys("deneb"), "admin kick Vega --reason too loud").stdout == b"1 session is ended.\n"
    assert vega.ended() == 3
    assert b"The host has ended your session: too loud.\r\n" in vega.received
    assert b"Come back" not in vega.received
    again = connect(host, "vega")
    again.until("Vega")


def test_a_ban_ends_the_game_and_keeps_out_until_it_is_lifted(
    host: Server, start_server: Start, admins: Path, connect: Connect, keys: Key
) -> None:
    vega, rigel, _ = two_at_a_table(host, connect, "vega", "rigel")
    answer = asks(host, keys("deneb"), "admin ban account Vega --for 7d --reason isn't kind --json")
    ban = json.loads(answer.stdout)
    assert len(ban["ended"]) == 1
    assert vega.terminal.ended() == 3
    sentence = re.compile(r"You are banned from this server until \d{4}-\d\d-\d\d \d\d:\d\d UTC: isn't kind\.\r?\n$")
    assert sentence.search(vega.text)
    rigel.until("Vega is away.")
    for words in ((), ("plain",), ("play",)):
        terminal = connect(host, "vega", *words)
        assert terminal.ended() == 3
        assert sentence.search(terminal.received.decode())
    assert host.stop() == 0
    again = start_server("--admin-keys", str(admins))
    refused = asks(again, keys("vega"), "plain")
    assert refused.returncode == 3
    assert sentence.search(refused.stderr.decode() + refused.stdout.decode())
    assert local(again, "unban", ban["id"]).returncode == 0
    assert asks(again, keys("vega"), "plain").returncode == 0
    words = [entry["words"] for entry in json.loads(local(again, "audit", "--json").stdout)]
    assert words == ["ban account Vega --for 7d --reason isn't kind --json", f"unban {ban['id']}"]


def test_a_banned_key_may_not_even_ask(host: Server, keys: Key) -> None:
    (key,) = re.findall(r"SHA256:\S+", asks(host, keys("vega"), "whoami").stdout.decode())[:1]
    assert local(host, "ban", "key", key, "--for", "1h").returncode == 0
    refused = asks(host, keys("vega"), "rooms")
    assert refused.returncode == 3
    assert b"You are banned from this server until" in refused.stderr
    assert asks(host, keys("rigel"), "rooms").returncode == 0


def test_a_banned_address_is_told_before_it_logs_in(host: Server, keys: Key) -> None:
    ban = json.loads(local(host, "ban", "address", "127.0.0.1", "--reason", "a flood", "--json").stdout)
    refused = asks(host, keys("deneb"), "rooms")
    assert refused.returncode == 255
    assert b"You are banned from this server for good: a flood" in refused.stderr
    assert local(host, "unban", ban["id"]).returncode == 0
    assert asks(host, keys("deneb"), "rooms").returncode == 0


def test_the_message_of_the_day_is_heard(host: Server, connect: Connect, keys: Key) -> None:
    vega = Talker(connect(host, "vega", "plain"))
    vega.until(WELCOME)
    asks(host, keys("deneb"), "admin motd Tonight at eight: the ごきげんよう cup")
    vega.until("The host says: Tonight at eight: the ごきげんよう cup")
    rigel = Talker(connect(host, "rigel", "plain"))
    rigel.until("The host says: Tonight at eight: the ごきげんよう cup")


def test_a_drain_waits_for_the_game_and_begins_nothing(host: Server, connect: Connect, keys: Key) -> None:
    vega, rigel, code = two_at_a_table(host, connect, "vega", "rigel")
    lyra = Talker(connect(host, "lyra", "plain"))
    lyra.until(WELCOME)
    answer = asks(host, keys("deneb"), "admin drain --within 5m")
    assert b"1 game runs; the server stops when none does, in 5 min at the latest." in answer.stdout
    vega.until("The server goes down soon. Games are kept.")
    lyra.says("new")
    lyra.until("The server goes down soon. Nothing new can be begun.")
    late = connect(host, "mira")
    assert late.ended() == 3
    assert b"The server goes down soon. Nothing new can be begun." in late.received
    rigel.terminal.drop()
    vega.until("Rigel is away.")
    back = Talker(connect(host, "rigel", "plain", "join", code))
    vega.until("Rigel is back.")
    assert host.process.poll() is None
    vega.says("resign")
    vega.until("Type yes")
    vega.says("yes")
    for talker in (vega, back, lyra):
        assert talker.terminal.ended() == 0
        assert "The server is going down; your games are kept until it is back. Come back: ssh" in talker.text
    assert host.stop() == 0


def test_sigterm_marks_seats_away_and_games_go_on_after_it(
    host: Server, start_server: Start, connect: Connect, keys: Key
) -> None:
    vega, rigel, code = two_at_a_table(host, connect, "vega", "rigel")
    (before,) = json.loads(local(host, "rooms", "--json").stdout)
    assert (before["phase"], before["connected"]) == ("playing", 2)
    assert host.stop() == 0
    for talker in (vega, rigel):
        assert talker.terminal.ended() == 0
        assert "The server is going down; your games are kept until it is back." in talker.text
    again = start_server()
    (after,) = json.loads(local(again, "rooms", "--json").stdout)
    assert (after["code"], after["phase"], after["connected"]) == (code, "playing", 0)
    assert after["moves"] == before["moves"]
    back = Talker(connect(again, "vega", "plain", "join", code))
    back.until("Order of play from now")


def test_metrics_and_health_of_a_server_in_use(start_server: Start, connect: Connect) -> None:
    port = free_port()
    server = start_server("--metrics-port", str(port))
    assert fetch(port, "/readyz") == (200, "ok\n")
    rigel = Talker(connect(server, "rigel", "plain", "play", "--bots", "1"))
    rigel.until("Order of play from now")
    vega = connect(server, "vega")
    vega.until("Vega")
    vega.press("?")
    vega.until("Esc back")
    found = figures(port)
    assert found["relspace_sessions"] == found["relspace_people"] == "2.0"
    assert found['relspace_rooms{phase="playing"}'] == "1.0"
    assert found["relspace_incidents_total"] == "0.0"
    assert fetch(port, "/nothing")[0] == 404
    assert server.stop() == 0


def test_settings_are_read_again_on_sighup(start_server: Start, tmp_path: Path, keys: Key) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text("guests = true\n")
    server = start_server("--config", str(settings))
    assert asks(server, None, "rooms").returncode == 0
    settings.write_text("guests = false\nbot_pace = 3\n")
    told = json.loads(local(server, "reload", "--json").stdout)
    assert (told["changed"], told["waiting"]) == (["guests"], [])
    assert asks(server, None, "rooms").returncode == 255
    settings.write_text("guests = maybe\n")
    assert local(server, "reload").returncode == 1
    settings.write_text("guests = true\n")
    server.process.send_signal(signal.SIGHUP)
    missed = time.monotonic() + PATIENCE
    while asks(server, None, "rooms").returncode:
        assert time.monotonic() < missed


def test_the_log_tells_no_keys_no_talk_and_no_seeds(start_server: Start, connect: Connect) -> None:
    server = start_server("--log-format", "json", "--log-level", "debug")
    vega = Talker(connect(server, "vega", "plain"))
    vega.until(WELCOME)
    vega.says(f"say {SECRET_WORDS} in the lobby \x1b]0;X\x07")
    vega.until("You say")
    vega.says("new seats 2 bots 1")
    vega.until("Type ready")
    vega.says(f"say {SECRET_WORDS} in the room")
    vega.until("You say")
    vega.says(UNHEARD_OF)
    vega.says("ready")
    vega.until("The game begins.")
    play_to_the_end(vega)
    vega.says("seed")
    seed = re.search(r"\b[0-9a-f]{64}\b", vega.until("It matches"))
    assert seed
    rigel = connect(server, "rigel")
    rigel.until("Rigel")
    rigel.press("kumquat")
    rigel.settle(0.2)
    vega.says("quit")
    assert vega.terminal.ended() == 0
    assert server.stop() == 0
    log = server.log
    for secret in (*SECRET_WORDS.split(), seed[0], "\x1b", "\x07", UNHEARD_OF, "seats 2"):
        assert secret not in log
    told = [json.loads(line) for line in log.splitlines()]
    assert all({"time", "level", "logger", "message"} <= set(line) for line in told)
    assert len({line["session"] for line in told if line["message"].endswith("begins")}) == 2
