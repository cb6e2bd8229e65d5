"""`relspace bench`: the figures are there; how large they are is no matter for a test."""

import json

from relspace_client.commands.bench import random_games

from .conftest import Run


def test_the_engine_and_the_floor_are_measured_in_one_run(run: Run) -> None:
    result = run("bench", "engine", "--games", "1", "--seats", "2")
    assert result.exit_code == 0
    engine, floor, ratio = result.stdout.splitlines()
    assert " plies/s " in engine
    assert " shuffles/s " in floor
    assert ratio.startswith("a ply costs ")


def test_json_prints_one_object(run: Run) -> None:
    figures = json.loads(run("bench", "engine", "--games", "1", "--json").stdout)
    assert figures["plies"] == random_games(1, 4)
    assert set(figures) == {"plies", "plies_per_second", "shuffles_per_second", "shuffles_per_ply"}
    assert min(figures.values()) > 0


def test_without_a_part_the_help_is_printed(run: Run) -> None:
    result = run("bench")
    assert result.exit_code == 0
    assert "engine" in result.stdout
