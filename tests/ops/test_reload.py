"""Settings and lists of keys that are read again while people play."""

import asyncio
import os
import signal
from dataclasses import replace
from pathlib import Path
from threading import Event

import asyncssh
import pytest

from relspace_server.config import SETTINGS, CannotStart, Settings, read_again
from relspace_server.ops.at_run_time import AT_RUN_TIME
from relspace_server.ops.reload import Reload
from relspace_server.ssh.house import Unable
from relspace_server.ssh.keylist import LARGEST, read_keys

from ..ssh.house import until
from .hosting import Begin, Hosting


def test_only_settings_that_there_are_can_change() -> None:
    assert {each.name for each in SETTINGS} >= AT_RUN_TIME


async def test_what_can_change_does_and_the_rest_is_named(host: Hosting) -> None:
    host.reread.append(replace(host.settings, guests=False, max_sessions=1, port=4444, log_format="json"))
    assert host.house.takes_guests
    text = await host.ask("reload")
    assert text.splitlines()[:2] == [
        "Changed: guests, max_sessions.",
        "Changed, but only after a restart: port, log_format.",
    ]
    assert not host.house.takes_guests
    assert (host.house.settings.max_sessions, host.house.settings.port) == (1, host.settings.port)
    assert host.house.sessions.enter("a", "192.0.2.1") is None
    assert host.house.sessions.enter("b", "192.0.2.1") == "server"
    assert (await host.data("reload"))["waiting"] == ("port", "log_format")


async def test_how_many_begin_and_what_an_address_may_take_change_too(host: Hosting) -> None:
    changed = replace(host.settings, app_starts_per_second=7, sessions_per_minute=1, max_sessions_per_address=50)
    host.reread.append(changed)
    await host.ask("reload")
    assert host.house.line.rate == 7
    assert [host.house.sessions.begin("192.0.2.1", 0) for _ in range(2)] == [True, False]
    purse = host.house.purses.of("192.0.2.1")
    assert purse.common.spend(1.5, 0) == pytest.approx(1.0)  # half of the time, and two seconds of that at once


async def test_a_mistake_changes_nothing(begin: Begin, tmp_path: Path) -> None:
    keys = tmp_path / "admins"
    keys.write_text(public("vega"))
    host = await begin(admin_keys=str(keys))
    before = host.house.admins
    host.reread.append(replace(host.settings, guests=False))
    keys.write_text(public("vega") + "no key\n")
    with pytest.raises(Unable, match=r"Line 2 of .*admins \(admin_keys\) holds no public key.* Nothing has changed"):
        await host.ask("reload")
    assert host.house.admins == before
    assert host.house.takes_guests


def public(name: str) -> str:
    key = KEYS.setdefault(name, asyncssh.generate_private_key("ssh-ed25519", comment=name))
    return key.export_public_key().decode()


KEYS: dict[str, asyncssh.SSHKey] = {}


def fingerprint(name: str) -> str:
    return KEYS[name].get_fingerprint()


async def test_lists_of_keys_are_read_again(begin: Begin, tmp_path: Path) -> None:
    admins, allowed = tmp_path / "admins", tmp_path / "allowed"
    admins.write_text(f'# who may\n\nno-pty,command="x y" {public("vega")}')
    allowed.write_text(public("vega") + public("rigel"))
    host = await begin(admin_keys=str(admins), allowed_keys=str(allowed))
    assert host.house.admins == {fingerprint("vega")}
    assert host.house.allowed == {fingerprint("vega"), fingerprint("rigel")}
    assert not host.house.takes_guests
    admins.write_text(public("rigel"))
    host.reread.append(replace(host.settings, allowed_keys=""))
    assert "Keys of admins: 1; every key may come in." in await host.ask("reload")
    assert host.house.admins == {fingerprint("rigel")}
    assert host.house.allowed is None
    assert host.house.takes_guests


def test_without_a_file_there_is_no_list(tmp_path: Path) -> None:
    assert read_keys("", "admin_keys") is None
    (tmp_path / "empty").write_text("# nobody\n")
    assert read_keys(str(tmp_path / "empty"), "admin_keys") == frozenset()
    with pytest.raises(CannotStart, match=r"The file of admin_keys, .*, cannot be read: No such file"):
        read_keys(str(tmp_path / "none"), "admin_keys")


def test_a_list_of_keys_is_read_whole_or_not_at_all(tmp_path: Path) -> None:
    line = public("vega").strip() + "\n"
    fits = tmp_path / "fits"
    fits.write_text(line.rjust(LARGEST, "\n"))
    assert read_keys(str(fits), "admin_keys") == {fingerprint("vega")}
    larger = tmp_path / "larger"
    larger.write_text(line.rjust(LARGEST + 1, "\n"))
    with pytest.raises(CannotStart, match=r"The file of admin_keys, .*, is larger than 1,000,000 bytes\."):
        read_keys(str(larger), "admin_keys")


def test_flags_and_the_environment_stay_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("port = 1\nmax_sessions = 9\nlogin_seconds = 5\n")
    started = {each.name: each.default for each in SETTINGS} | {"port": 3, "max_sessions": 7}
    again = read_again(started, {"port"}, file)
    assert (again.port, again.max_sessions, again.login_seconds) == (3, 9, 5.0)
    assert read_again(started, {"port"}, None) == Settings(port=3)
    file.write_text("max_sessions = 0\n")
    with pytest.raises(CannotStart, match=r"max_sessions in .* must be more than 0"):
        read_again(started, (), file)


async def test_what_is_read_last_holds_however_long_the_first_reading_takes(host: Hosting) -> None:
    first, second = Event(), Event()
    begun: list[int] = []

    def reread() -> Settings:
        begun.append(len(begun) + 1)
        (first if len(begun) == 1 else second).wait(10)
        return replace(host.settings, max_sessions=begun[-1])

    reload = Reload(host.house, reread)
    asked = [asyncio.ensure_future(reload.again()) for _ in range(2)]
    second.set()
    await until(lambda: bool(begun))
    assert not asked[1].done()
    first.set()
    await asyncio.gather(*asked)
    assert begun == [1, 2], "one after the other"
    assert host.house.settings.max_sessions == 2


async def test_a_signal_while_another_one_is_answered_is_answered_too(host: Hosting) -> None:
    for number in (1, 2):
        host.reread.append(replace(host.settings, max_sessions=number))
        os.kill(os.getpid(), signal.SIGHUP)
        await asyncio.sleep(0)
    await until(lambda: host.house.settings.max_sessions == 2 and not host.operations._reloading)
