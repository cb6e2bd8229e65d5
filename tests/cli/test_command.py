"""The command as a whole: help, statuses, and never a traceback."""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import click
import pytest

from relspace_client.cli import relspace
from relspace_client.commands.told import in_language
from relspace_client.locale.words import LANGUAGES, words

from .conftest import Run
from .records import at_random, file, lines_of, record


def test_without_words_the_help_is_printed(run: Run) -> None:
    result = run()
    assert result.exit_code == 0
    for name in ("play", "learn", "verify", "replay", "simulate", "bench"):
        assert f"\n  {name} " in result.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_is_in_the_language_of_the_terminal(language: str) -> None:
    say = words(language).say
    with start("play", "--help", LANG=f"{language}_XX.UTF-8", LC_ALL="", COLUMNS="200", PYTHONUTF8="1") as process:
        out, err = process.communicate()
    told = out.decode()
    assert (process.returncode, err) == (0, b"")
    assert told.startswith(say("Usage:"))
    for said in ("Options", "Play in lines of text.", "Show this message and exit."):
        assert say(said) in told
    assert say("default: {default}", default="grid") in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_and_option_is_told_in_every_language(language: str) -> None:
    said = words(language)

    def check(command: click.Command, told: click.Command) -> None:
        assert command.help
        assert told.help == said.say(command.help)
        for option, other in zip(command.params, told.params, strict=True):
            if isinstance(option, click.Option) and isinstance(other, click.Option) and option.help:
                assert other.help == said.say(option.help)
                assert other.help != option.help or language == "en"
        if isinstance(command, click.Group) and isinstance(told, click.Group):
            for name, one in command.commands.items():
                check(one, told.commands[name])

    check(relspace, in_language(relspace, said))


def test_the_version_is_that_of_the_package(run: Run) -> None:
    assert run("--version").stdout == f"relspace, version {version('relative-space')}\n"


@pytest.mark.parametrize(
    "words", [("shuffle",), ("verify", "--all", "x"), ("replay", "a", "b"), ("simulate", "--games", "many")]
)
def test_wrong_usage_gives_status_2(run: Run, words: tuple[str, ...]) -> None:
    assert run(*words).exit_code == 2


def start(*words: object, **environment: str) -> "subprocess.Popen[bytes]":
    """The command as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "relspace_client.cli", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )


def test_letters_that_the_terminal_lacks_are_replaced(tmp_path: Path) -> None:
    lines = lines_of(record(at_random))
    lines[0]["seats"] = ["すばる", "Rígel", "Lyra"]
    with start("replay", file(tmp_path, lines), PYTHONIOENCODING="latin-1") as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert "???, Rígel, Lyra".encode("latin-1") in out


def test_a_reader_that_goes_away_gets_no_traceback(tmp_path: Path) -> None:
    with start("replay", "--json", file(tmp_path, record(at_random))) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        err = process.stderr.read()
        process.stderr.close()
    assert process.returncode == 1
    assert err == b""


def test_a_full_disk_is_told_in_one_line(tmp_path: Path) -> None:
    path = file(tmp_path, record(at_random))
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(
            [sys.executable, "-m", "relspace_client.cli", "verify", str(path)],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (run.returncode, run.stderr) == (1, b"relspace: No space left on device\n")
