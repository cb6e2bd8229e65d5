"""`relspace-server admin`, as a host types it where no server runs."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from relspace_server.cli import main
from relspace_server.ops.admin.request import COMMANDS


@pytest.fixture(autouse=True)
def _environment_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the command removes from the environment of a process of its own, tests still need."""
    monkeypatch.setattr("relspace_server.commands.admin.scrub_environment", lambda _: [])


def typed(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["admin", "--data-dir", str(folder), *words])


@pytest.mark.parametrize("words", [(), ("help",), ("--help",), ("-h",)])
def test_help_needs_no_server(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = typed(tmp_path, *words)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "--data-dir PATH" in done.stdout
    for command in COMMANDS.values():
        assert f"\n  {command.words} " in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("words", ["help {}", "{} --help", "{} -h"])
def test_help_on_one_command_needs_no_server(tmp_path: Path, name: str, words: str) -> None:
    done = typed(tmp_path, *words.format(name).split())
    command = COMMANDS[name]
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == f"admin {command.words}: {command.doc}.\n"


def test_help_as_json(tmp_path: Path) -> None:
    assert len(json.loads(typed(tmp_path, "help", "--json").stdout)) == len(COMMANDS) + 1
    assert len(json.loads(typed(tmp_path, "--json", "help").stdout)) == len(COMMANDS) + 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("kill",), "There is no admin command 'kill'. admin help lists them.\n"),
        (("help", "kill"), "There is no admin command 'kill'. admin help lists them.\n"),
        (("kick",), "admin kick WHO [--reason TEXT]: too few words.\n"),
    ],
)
def test_wrong_words_are_told_in_one_line_without_a_server(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = typed(tmp_path, *words)
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", said)


def test_all_else_is_asked_of_the_server(tmp_path: Path) -> None:
    done = typed(tmp_path, "rooms")
    assert done.exit_code == 1
    assert done.stderr.startswith(f"No server answers on {tmp_path / 'admin.sock'}")
