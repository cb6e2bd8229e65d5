"""`relspace simulate`: the same seed plays the same games, however many processes play them."""

import json
import os
import xml.etree.ElementTree as ET
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import pytest

from relspace.bots import LEVELS
from relspace.bots.match import play_game
from relspace.errors import Fault
from relspace.rules.cards import CARDS
from relspace.rules.position import Options
from relspace.rules.record import read_record
from relspace.rules.replay import verify
from relspace_client.commands.simulate import workers
from relspace_client.commands.simulate.lineup import Lineup, seed_of
from relspace_client.commands.simulate.play import Outcome, play
from relspace_client.commands.simulate.plot import plot
from relspace_client.commands.simulate.share import Share, quantile
from relspace_client.commands.simulate.tables import table
from relspace_client.commands.simulate.tally import Tally
from relspace_client.commands.simulate.workers import Batch, batches, write

from .conftest import Run

SEEDED = ("simulate", "--games", "6", "--seats", "easy:3", "--seed", "vega")
EASY = Lineup(("easy", "easy"), Options(), bytes(32))


def figures(run: Run, *words: object) -> dict[str, Any]:
    result = run(*SEEDED, "--workers", "1", "--json", *words)
    assert result.exit_code == 0
    found: dict[str, Any] = json.loads(result.stdout)
    return found


# ── the games ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_workers_change_nothing_but_the_time(run: Run, tmp_path: Path) -> None:
    alone = run(*SEEDED, "--json", "--workers", "1", "--records", tmp_path / "alone")
    together = run(*SEEDED, "--json", "--workers", "2", "--records", tmp_path / "together")
    assert alone.exit_code == together.exit_code == 0
    assert alone.stdout == together.stdout
    names = [path.name for path in sorted((tmp_path / "alone").iterdir())]
    assert names == [f"game-{number:05}.jsonl" for number in range(1, 7)]
    for name in names:
        assert (tmp_path / "alone" / name).read_bytes() == (tmp_path / "together" / name).read_bytes()


def test_another_seed_plays_other_games(run: Run) -> None:
    assert figures(run) == figures(run)
    assert figures(run)["lineups"] != figures(run, "--seed", "rigel")["lineups"]


def test_without_a_seed_each_run_draws_its_own_and_tells_it(run: Run) -> None:
    runs = [json.loads(run("simulate", "--games", "1", "--seats", "easy:2", "--json").stdout) for _ in range(2)]
    assert runs[0]["seed"] != runs[1]["seed"]
    again = run("simulate", "--games", "1", "--seats", "easy:2", "--json", "--seed", runs[0]["seed"])
    assert json.loads(again.stdout) == runs[0]


def test_a_seed_is_64_hex_digits_or_any_text() -> None:
    assert seed_of("ab" * 32) == bytes.fromhex("ab" * 32)
    assert seed_of("ab" * 31) == sha256(b"ab" * 31).digest()
    assert seed_of("ab " * 32) == sha256(b"ab " * 32).digest()
    assert seed_of("すばる") == sha256("すばる".encode()).digest()


def test_options_reach_the_games_and_their_records(run: Run, tmp_path: Path) -> None:
    told = figures(run, "--layout", "pyramid", "--strict", "--records", tmp_path)
    assert told["options"] == {"layout": "pyramid", "strict": True}
    record = read_record((tmp_path / "game-00001.jsonl").read_text().splitlines())
    assert record.game.options == Options("pyramid", True)
    assert record.game.seats == ("easy-1", "easy-2", "easy-3")


def test_every_record_is_that_of_an_honest_game(run: Run, tmp_path: Path) -> None:
    told = figures(run, "--records", tmp_path)
    won = [0, 0, 0]
    for path in tmp_path.iterdir():
        won[(verify(read_record(path.read_text().splitlines())).winner or 0) - 1] += 1
    assert won == [seat["games"] for seat in told["lineups"][0]["by_seat"]]
    assert run("verify", *sorted(tmp_path.iterdir())).exit_code == 0


def test_several_lineups_are_played_each(run: Run, tmp_path: Path) -> None:
    told = figures(run, "--seats", "easy:2", "--seats", "easy,easy", "--records", tmp_path)
    assert [lineup["seats"] for lineup in told["lineups"]] == [["easy"] * 3, ["easy"] * 2]
    assert len(list((tmp_path / "lineup-1").iterdir())) == len(list((tmp_path / "lineup-2").iterdir())) == 6


def test_a_game_is_played_as_bots_are_measured_elsewhere() -> None:
    for number in range(1, 4):
        played = play(EASY, number).outcome
        measured = play_game([LEVELS["easy"]] * 2, EASY.options, EASY.game_seed(number))
        assert (played.winner, played.plies) == (measured.winner, measured.plies)


def test_every_game_is_in_one_batch() -> None:
    for games in (1, 7, 200, 1001, 20_000):
        made = [number for batch in batches(EASY, games, None) for number in batch.numbers]
        assert made == list(range(1, games + 1))


def test_a_record_that_is_not_honest_is_not_written(tmp_path: Path) -> None:
    played = play(EASY, 1)
    spoilt = played.record._replace(moves=played.record.moves[:-1])
    with pytest.raises(Fault, match="the record has"):
        write(played._replace(record=spoilt), tmp_path / "game.jsonl")
    assert not list(tmp_path.iterdir())


# ── the figures ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_figures_of_a_lineup_add_up(run: Run) -> None:
    (lineup,) = figures(run)["lineups"]
    assert lineup["games"] == 6
    assert lineup["exploded"]["games"] + sum(seat["games"] for seat in lineup["by_seat"]) == 6
    assert sum(turn["games"] for turn in lineup["by_turn"]) == sum(seat["games"] for seat in lineup["by_seat"])
    assert lineup["by_level"] == {"easy": {"even": 1.0, "games": 6, "rate": 1.0, "low": 0.6097, "high": 1.0}}
    assert list(lineup["cards"]) == list(CARDS)
    assert sum(card["last_card"]["games"] for card in lineup["cards"].values()) == 6
    plies = lineup["plies"]
    assert plies["least"] <= plies["p10"] <= plies["median"] <= plies["p90"] <= plies["most"]


def test_a_game_is_counted_by_seat_and_by_turn() -> None:
    tally = Tally(Lineup(("easy", "hard", "hard"), Options(), bytes(32)))
    tally.add(Outcome(first=3, winner=2, plies=40, jams=2, played={"KEY": 1, "7": 9}, jammed={"1": 2}, last_card="KEY"))
    tally.add(Outcome(first=1, winner=None, plies=500, jams=90, played={}, jammed={"1": 90}, last_card=None))
    assert [share.part for share in tally.by_seat] == [0, 1, 0]
    assert [share.part for share in tally.by_turn] == [0, 0, 1]
    assert tally.by_level == {"easy": Share(0, 2), "hard": Share(1, 2)}
    assert tally.exploded == Share(1, 2)
    assert tally.with_a_special == tally.won_with("KEY") == Share(1, 1)
    told = tally.to_json()
    assert told["jams_per_game"] == 46
    assert told["by_level"]["hard"]["even"] == 0.6667
    assert told["cards"]["7"] == {
        "played_per_game": 4.5,
        "jammed_per_game": 0.0,
        "last_card": {"games": 0, "rate": 0.0, "low": 0.0, "high": 0.7935},
    }


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662), (0, 0, 0.0, 1.0)],
)
def test_intervals_are_wilsons(part: int, whole: int, low: float, high: float) -> None:
    assert Share(part, whole).interval == pytest.approx((low, high), abs=5e-5)


def test_quantiles_are_values_that_occurred() -> None:
    assert quantile({3: 1}, 0.5) == 3
    assert quantile({1: 5, 2: 4, 9: 1}, 0.5) == 1
    assert quantile({1: 5, 2: 4, 9: 1}, 0.9) == 2
    assert quantile({1: 5, 2: 4, 9: 1}, 1) == 9


# ── what is printed and drawn ────────────────────────────────────────────────────────────────────────────────────


def test_tables_are_markdown(run: Run) -> None:
    result = run(*SEEDED, "--workers", "1", "--seats", "easy,easy")
    assert result.exit_code == 0
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0] == f"6 games of each line-up, grid, seed {sha256(b'vega').hexdigest()}"
    assert lines[2].startswith("| seats ")
    assert [line.split("|")[1].strip() for line in lines[4:6]] == ["3 easy", "2 easy"]
    assert "easy,easy,easy: 6 games" in lines
    assert any(line.startswith("| The B.R.B.") for line in lines)


def test_the_columns_of_a_table_are_as_wide_as_what_stands_in_them() -> None:
    assert table(("a", "すば"), [("1234", "b")]) == ["| a    | すば |", "| ---- | ---- |", "| 1234 | b    |"]


def test_the_plot_is_one_small_picture(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "plot.svg"
    assert figures(run, "--seats", "easy:2", "--plot", path)["lineups"]
    root = ET.fromstring(path.read_text())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(root.findall(".//{*}circle")) == 4
    assert path.stat().st_size < 10_000


def test_a_plot_names_lineups_of_the_same_size() -> None:
    tallies = []
    for levels in (("easy", "easy"), ("easy", "hard")):
        tally = Tally(Lineup(levels, Options(), bytes(32)))
        tally.add(Outcome(1, 1, 30, 0, {}, {}, "7"))
        tallies.append(tally)
    texts = [text.text for text in ET.fromstring(plot(tallies)).findall(".//{*}text")]
    assert texts.count("easy,hard") == 2
    assert "seats" not in texts


# ── bad input ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--seats", "easy"), "2 to 10 can play: 'easy'"),
        (("--seats", "easy:11"), "a number from 1 to 10"),
        (("--seats", "easy:0"), "a number from 1 to 10"),
        (("--seats", "easy:6,easy:6"), "2 to 10 can play"),
        (("--seats", "easy,brilliant"), "no level 'brilliant'; there are easy, "),
        (("--seats", ""), "no level ''"),
        (("--games", "0"), "not in the range"),
        (("--layout", "ring"), "not one of"),
        (("--workers", "0"), "not in the range"),
    ],
)
def test_what_cannot_be_played_is_a_usage_error(run: Run, words: tuple[str, ...], says: str) -> None:
    result = run("simulate", *words)
    assert result.exit_code == 2
    assert says in result.stderr


def test_records_are_never_written_over(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game-00001.jsonl").write_text("mine")
    result = run(*SEEDED, "--records", tmp_path)
    assert (result.exit_code, result.stderr) == (1, f"{tmp_path}: holds records already\n")
    assert (tmp_path / "game-00001.jsonl").read_text() == "mine"


def test_what_cannot_be_written_is_told_in_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run(*SEEDED, "--records", tmp_path / "file" / "records")
    assert (result.exit_code, result.stderr) == (1, f"{tmp_path}/file/records: Not a directory\n")
    result = run(*SEEDED, "--workers", "1", "--plot", tmp_path / "none" / "plot.svg")
    assert (result.exit_code, result.stderr) == (1, f"{tmp_path}/none: no such folder\n")
    assert result.stdout == "", "it is told before any game is played"
    (tmp_path / "plot.svg").mkdir()
    result = run(*SEEDED, "--workers", "1", "--plot", tmp_path / "plot.svg")
    assert (result.exit_code, result.stderr) == (1, f"{tmp_path}/plot.svg: Is a directory\n")


class Deadly:
    """Ends the process that unpickles it, as a lack of memory would."""

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return os._exit, (9,)


def test_a_process_that_is_killed_ends_the_run() -> None:
    todo = [Batch(EASY, range(1, 2), cast("Path", Deadly())) for _ in range(3)]
    with pytest.raises(Fault, match="was killed"):
        list(workers.run(todo, 2))
