"""The systemd units are sound, let their processes do nothing but their work, and use what the program has."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import click
import pytest

from relspace_server.cli import main
from relspace_server.config import SETTINGS

from .files import DEPLOY, need

SERVICES = ("relative-space.service", "relative-space-backup.service")

MOST_EXPOSED = 15
"""Tenths of what `systemd-analyze security` may find; a service that nobody hardened has 96."""


def values(name: str, key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", (DEPLOY / name).read_text(), re.MULTILINE)


def systemd_analyze(*words: str) -> "subprocess.CompletedProcess[str]":
    need("systemd-analyze")
    return subprocess.run(["systemd-analyze", *words], check=False, capture_output=True, text=True)


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    program = tmp_path / "relspace-server"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for unit in DEPLOY.glob("relative-space*.*"):
        (tmp_path / unit.name).write_text(
            unit.read_text().replace("/opt/relative-space/bin/relspace-server", str(program))
        )
    done = systemd_analyze(
        "verify", *(str(unit) for unit in tmp_path.glob("*.service")), str(next(tmp_path.glob("*.timer")))
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", SERVICES)
def test_little_is_open_to_them(name: str) -> None:
    done = systemd_analyze("security", "--offline=true", f"--threshold={MOST_EXPOSED}", str(DEPLOY / name))
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", SERVICES)
def test_they_start_the_program_as_it_can_be_started(name: str) -> None:
    (line,) = values(name, "ExecStart")
    words = shlex.split(line)
    if words[0] == "/bin/sh":
        words = shlex.split(words[2].removeprefix("exec "))
    assert words[0] == "/opt/relative-space/bin/relspace-server"
    command = main.commands[words[1]]
    command.make_context(words[1], words[2:])
    options = {option for one in command.params if isinstance(one, click.Option) for option in one.opts}
    assert {word for word in words if word.startswith("--")} <= options


def test_what_the_service_sets_are_settings() -> None:
    (line,) = values("relative-space.service", "Environment")
    known = {setting.variable: setting for setting in SETTINGS}
    for pair in line.split():
        name, value = pair.split("=")
        known[name].kind(value)


def test_root_runs_the_program_with_the_settings_of_the_service(tmp_path: Path) -> None:
    program = tmp_path / "relspace-server"
    program.write_text('#!/bin/sh\necho "$@"\nenv\n')
    program.chmod(0o755)
    settings = tmp_path / "relative-space.env"
    script = (DEPLOY / "relspace-server.sh").read_text()
    script = script.replace("/opt/relative-space/bin/relspace-server", str(program))
    script = script.replace("/etc/relative-space.env", str(settings))

    def told() -> list[str]:
        command, outside = ["sh", "-s", "admin", "rooms"], {"PATH": os.environ["PATH"]}
        done = subprocess.run(command, input=script, env=outside, check=True, capture_output=True, text=True)
        return done.stdout.splitlines()

    (line,) = values("relative-space.service", "Environment")
    folder = "/var/lib/" + values("relative-space.service", "StateDirectory")[0]
    assert told()[0] == "admin rooms"
    assert {*line.split(), f"RELSPACE_DATA_DIR={folder}"} == {one for one in told() if one.startswith("RELSPACE_")}
    settings.write_text("RELSPACE_PORT=2222\nRELSPACE_STORE=tls://relspace:word-of-vega@127.0.0.1:4222\n")
    assert {"RELSPACE_PORT=2222", "RELSPACE_STORE=tls://relspace:word-of-vega@127.0.0.1:4222"} < {*told()}


def test_the_backup_is_of_the_servers_folder_and_user() -> None:
    (server,) = values("relative-space.service", "StateDirectory")
    (backup,) = values("relative-space-backup.service", "StateDirectory")
    assert backup.split() == [server, f"{server}/backups"]
    assert values("relative-space-backup.service", "User") == [server]  # what DynamicUser= calls the other's
    for name in SERVICES:
        (line,) = values(name, "ExecStart")
        assert f"--data-dir /var/lib/{server}" in line
