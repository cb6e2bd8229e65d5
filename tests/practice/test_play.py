"""`relspace play`: what is typed, and whole games by keys and by lines."""

import os
import shlex
import subprocess
import sys

import pytest
from click.testing import CliRunner

from relspace.bots.levels import choose
from relspace.room.options import RoomOptions
from relspace.rules.fairness import derive
from relspace.rules.record import read_record
from relspace.rules.replay import verify
from relspace_client.app import RelspaceApp
from relspace_client.cli import relspace
from relspace_client.practice.here import typed
from relspace_client.practice.link import Practice
from relspace_client.start import PlayBots

from .typed import keys_of
from .world import SEED, WELCOMED, Keeps, World

SEED_HEX = SEED.hex()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seats", "11"], "--seats"),
        (["--seats", "3", "--bots", "easy,easy,easy"], "3 bots and you are 4"),
        (["--bots", "easy,brilliant"], "no level 'brilliant', only easy, normal, hard"),
        (["--bots", ",".join(["easy"] * 10)], "at most 9 bots"),
        (["--seed", "12"], "64 hexadecimal digits"),
        (["--layout", "heap"], "'heap' is not one of 'grid', 'pyramid'"),
        (["--clock", "7"], "--clock"),
        (["--theme", "pink"], "--theme"),
        (["--language", "de"], "--language"),
        (["--loud"], "--loud"),
        (["now"], "now"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(words, said):
    result = CliRunner().invoke(relspace, ["play", *words])
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


COMMAND = (sys.executable, "-m", "relspace_client.cli")

TYPED = shlex.join(COMMAND)
"""How the command is told that leads back, where the shell does not know the program by its name."""

LEAVES = ("quit", "yes")
"""What is typed to leave a game that runs."""


def folders(tmp_path, **environment):
    """The environment of a player who keeps things here."""
    own = {
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "LC_ALL": "C.UTF-8",
        "PATH": "",
    }
    return {**os.environ, **own, **environment}


def games_in(tmp_path):
    """The rooms that are kept."""
    return sorted(file.name for file in (tmp_path / "data" / "relspace" / "games").glob("*.room"))


def play_in_lines(tmp_path, *words, lines, command="play", **environment):
    """`relspace play` in a process of its own, with these lines typed."""
    return subprocess.run(
        [*COMMAND, command, *words],
        input="".join(f"{line}\n" for line in lines),
        env=folders(tmp_path, **environment),
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )


def test_without_a_terminal_it_is_played_in_lines(tmp_path):
    done = play_in_lines(tmp_path, "--seats", "2", "--seed", SEED_HEX, lines=["stash", "quit", "yes"])
    assert (done.returncode, done.stderr) == (0, "")
    assert "Your stash: 12 cards." in done.stdout
    assert "\x1b" not in done.stdout


def test_the_end_of_the_input_asks_and_ends(tmp_path):
    done = play_in_lines(tmp_path, "--seats", "2", lines=[])
    assert (done.returncode, done.stderr) == (0, "")


def test_resigning_keeps_a_record_that_can_be_replayed_by_its_id(tmp_path, monkeypatch):
    done = play_in_lines(
        tmp_path, "--seats", "2", "--strict", "--layout", "pyramid", "--seed", SEED_HEX, lines=["resign", "yes", "quit"]
    )
    assert (done.returncode, done.stderr) == (0, "")
    (file,) = (tmp_path / "data" / "relspace" / "records").iterdir()
    record = read_record(file.read_text().splitlines())
    assert verify(record).winner == 2
    assert record.game.options == ("pyramid", True)
    assert record.end.seed == SEED_HEX
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    shown = CliRunner().invoke(relspace, ["replay", file.stem])
    assert shown.exit_code == 0
    assert "gives up" in shown.stdout or "last one left" in shown.stdout
    assert ": You, " in shown.stdout.splitlines()[0], "one's own name for oneself"
    assert record.game.seats[0] not in shown.stdout
    by_file = CliRunner().invoke(relspace, ["replay", str(file)])
    assert record.game.seats[0] in by_file.stdout, "nobody knows whose record it is"


def test_where_nothing_can_be_kept_that_is_told_before_the_game_and_one_can_play(tmp_path):
    (tmp_path / "data").write_text("in the way")
    done = play_in_lines(tmp_path, "--seats", "2", lines=["resign", "yes", "quit"])
    assert done.returncode == 0
    told = f"You can play, but nothing is kept: {tmp_path / 'data' / 'relspace'}: Not a directory."
    assert done.stdout.count(told) == 1
    assert done.stdout.index(told) < done.stdout.index("The game begins.")
    assert "is the last one left" in done.stdout


async def test_at_the_table_it_stands_there_until_it_has_been_read():
    world = World()
    link = Practice("Vega", WELCOMED, Keeps(), ("easy",), SEED, world.around, unkept="/full: No space left on device")
    app = RelspaceApp(link, None, PlayBots(3, 4, RoomOptions(clock=0)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.session.page.name == "table"
        assert "You can play, but nothing is kept: /full" in app.picture(80, 24).text()
        await pilot.press("right")
        assert "nothing is kept" not in app.picture(80, 24).text()


# ── games that are left and come back to ─────────────────────────────────────────────────────────────────────────────


def test_who_left_a_game_reads_how_to_come_back_and_comes_to_where_it_waits(tmp_path):
    left = play_in_lines(tmp_path, lines=LEAVES)
    assert left.stdout.endswith(f"\nYour game is kept. To come back to it, type: {TYPED} play\n")
    (room,) = games_in(tmp_path)
    again = play_in_lines(tmp_path, "--plain", "--theme", "light", "--ascii", lines=["quit"])
    assert ", in the lobby." in again.stdout
    assert "Order of play" not in again.stdout
    assert again.stdout.endswith(f"Your game is kept. To come back to it, type: {TYPED} play --plain\n")
    back = play_in_lines(tmp_path, lines=[f"join {room.partition('.')[0]}", "stash", "resign", "yes", "quit"])
    assert "Your stash:" in back.stdout
    assert "kept" not in back.stdout, "the player is out, though the bots play on"
    assert "Order of play" in play_in_lines(tmp_path, lines=LEAVES).stdout


@pytest.mark.parametrize(
    "words",
    [("--seats", "4"), ("--bots", "easy"), ("--layout", "grid"), ("--strict",), ("--open",), ("--clock", "off")],
)
def test_whoever_says_what_to_play_begins_a_new_game(tmp_path, words):
    play_in_lines(tmp_path, lines=LEAVES)
    other = play_in_lines(tmp_path, *words, lines=LEAVES)
    assert "Order of play" in other.stdout
    assert other.stdout.endswith(f"Your 2 games are kept. To come back to them, type: {TYPED} play\n")


def test_who_left_no_game_is_told_nothing(tmp_path):
    done = play_in_lines(tmp_path, command="learn", lines=["quit"])
    assert "kept" not in done.stdout
    assert "kept" not in play_in_lines(tmp_path, "--seats", "2", lines=["resign", "yes", "quit"]).stdout


def test_it_is_told_in_the_language_that_is_set(tmp_path):
    done = play_in_lines(tmp_path, "--language", "es", lines=["quit", "sí"])
    assert done.stdout.splitlines()[-1].endswith(f"{TYPED} play")
    assert "Your game" not in done.stdout


def test_the_program_is_called_as_it_can_be_typed(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert typed(".venv/bin/relspace") == ".venv/bin/relspace"
    assert typed("/home/vega smith/bin/relspace") == "'/home/vega smith/bin/relspace'"
    monkeypatch.setattr("sys.executable", "/usr/bin/python3")
    assert typed("/usr/lib/python3/relspace_client/cli.py") == "/usr/bin/python3 -m relspace_client.cli"
    (tmp_path / "relspace").touch(0o755)
    assert typed(".venv/bin/relspace") == "relspace"


async def play_by_keys(app, pilot, world):
    """Plays until the game is over, as a normal bot would, by keys alone."""
    for _ in range(2000):
        shown = app.session.model.snapshot
        if shown is None or shown.phase == "gathering":
            await pilot.pause()
        elif shown.phase == "over":
            return shown
        elif shown.view.turn == shown.you:
            move = choose(shown.view, shown.you, "normal", derive(SEED, f"me:{shown.view.ply}"))
            await pilot.press(*keys_of(move, shown))
            await pilot.pause()
            assert app.session.model.snapshot.view.ply == shown.view.ply + 1, (str(move), shown.view.pods)
        else:
            assert await world.tick()
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(("seats", "size"), [(4, (80, 24)), (2, (40, 20))])
async def test_a_whole_game_is_played_by_keys(seats, size):
    world, keeps = World(), Keeps()
    link = Practice("Vega", WELCOMED, keeps, ("easy", "normal"), SEED, world.around)
    start = PlayBots(seats - 1, seats, RoomOptions(clock=0))
    app = RelspaceApp(link, None, start)
    async with app.run_test(size=size) as pilot:
        shown = await play_by_keys(app, pilot, world)
        await pilot.press("enter")
        assert app.session.page.name == "end"
        assert shown.game in keeps.kept
        await pilot.press("r")
        await pilot.pause()
        assert app.session.model.snapshot.phase == "playing"
    assert world.waiting == []
