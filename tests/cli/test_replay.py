"""`relspace replay`: as lines, as JSON, and as pictures with keys."""

import json
import os
import re
from dataclasses import replace
from datetime import UTC
from functools import reduce
from pathlib import Path

import pytest

from relspace.rules.notation import position_from_json, position_to_json
from relspace.rules.record import read_record, write_record
from relspace.rules.replay import replay
from relspace_client.commands.record_file import checked
from relspace_client.commands.replay.app import ReplayApp
from relspace_client.commands.replay.games import game_lines
from relspace_client.locale.words import words
from relspace_client.look import styles
from relspace_client.look.glyphs import ASCII, BOX, Glyphs
from relspace_client.picture.row import width_of
from relspace_client.replaying.picture import ReplayPicture
from relspace_client.replaying.reel import Reel, press, tick
from relspace_client.replaying.seen import Game
from relspace_client.table.film import film
from relspace_client.table.form import Form
from relspace_client.table.measures import Show

from .conftest import Run
from .records import NAMES, at_random, file, lines_of, record, resigning

GOLDEN = Path(__file__).parent / "golden"


# ── without a terminal ───────────────────────────────────────────────────────────────────────────────────────────


def test_the_moves_are_printed_as_lines(run: Run) -> None:
    result = run("replay", GOLDEN / "short.jsonl")
    assert result.exit_code == 0
    assert result.stdout == (GOLDEN / "short.txt").read_text()


def test_json_prints_a_position_a_ply(run: Run) -> None:
    result = run("replay", "--json", GOLDEN / "short.jsonl")
    assert result.exit_code == 0
    assert result.stdout == (GOLDEN / "short.positions.jsonl").read_text()


@pytest.mark.parametrize("choose", [at_random, resigning])
def test_the_positions_of_a_whole_game_are_those_of_its_moves(run: Run, tmp_path: Path, choose) -> None:
    made = record(choose)
    lines = run("replay", "--json", file(tmp_path, made)).stdout.splitlines()
    positions = [position_from_json(json.loads(line)) for line in lines]
    assert [position.ply for position in positions] == list(range(len(made.moves) + 1))
    assert positions == [step.position for step in replay(made)]


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_a_record_that_is_wrong_is_not_shown(run: Run, tmp_path: Path, flags: tuple[str, ...]) -> None:
    lines = lines_of(record(at_random))
    lines[7]["move"] = "A1>P9"
    path = file(tmp_path, lines)
    result = run("replay", path, *flags)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"{path}:8: ply 7, ")


def test_a_file_that_is_not_there_is_told_in_one_line(run: Run, tmp_path: Path) -> None:
    result = run("replay", tmp_path / "none.jsonl")
    assert (result.exit_code, result.stderr) == (1, f"{tmp_path}/none.jsonl: No such file or directory\n")


# ── without an ID ────────────────────────────────────────────────────────────────────────────────────────────────────


def keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *records: str) -> None:
    """A player's folder with records, the last one the newest."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "relspace" / "records"
    folder.mkdir(parents=True)
    for number, text in enumerate(records):
        path = folder / f"{number}.jsonl"
        path.write_text(text)
        os.utime(path, (number, number))


def test_without_an_id_the_games_are_listed_newest_first(run: Run, tmp_path: Path, monkeypatch) -> None:
    won = record(at_random)
    newer = won._replace(game=won.game._replace(id="VEGA7-2"))
    keeps(tmp_path, monkeypatch, write_record(won), write_record(newer), "no record")
    result = run("replay")
    assert result.exit_code == 0
    head, first, second, how = result.stdout.splitlines()
    assert head.split() == ["ID", "ended", "result", "against"]
    assert (first.split()[0], second.split()[0]) == ("VEGA7-2", "K7QX2-1")
    assert first.endswith(f"  {', '.join(NAMES[1:3])}")
    assert how == "relspace replay ID shows one of them again."
    listed = [json.loads(line) for line in run("replay", "--json").stdout.splitlines()]
    assert [one["game"] for one in listed] == ["VEGA7-2", "K7QX2-1"]


@pytest.mark.parametrize(("winner", "result"), [(1, "you won"), (2, f"{NAMES[1]} won"), (None, "nobody won")])
def test_each_game_that_is_listed_says_who_won(winner: int | None, result: str) -> None:
    made = record(at_random)
    assert made.end is not None
    ended = made._replace(end=made.end._replace(winner=winner, reason="escaped" if winner else "abandoned"))
    _, line, _ = game_lines([write_record(ended)], UTC)
    assert f"  {result}  " in line
    assert line.startswith("K7QX2-1  2026-11-29 20:")


def test_who_has_played_no_game_reads_how_to_begin_one(run: Run, tmp_path: Path, monkeypatch) -> None:
    keeps(tmp_path, monkeypatch)
    assert run("replay").stdout == "No game has been played to its end here yet. relspace play begins one.\n"
    assert run("replay", "--json").stdout == ""


# ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────────

REEL = Reel(last=57, seats=4)


def pressed(*keys: str, reel: Reel = REEL) -> Reel:
    return reduce(press, keys, reel)


def test_arrows_step_and_stop_at_both_ends() -> None:
    assert pressed("right", "right", "left").at == 1
    assert pressed("left").at == 0
    assert pressed("end", "right").at == 57
    assert pressed("end", "home").at == 0


def test_g_digits_and_enter_go_to_a_ply() -> None:
    assert pressed("g", "4", "2").at == 0
    assert pressed("g", "4", "2", "enter") == replace(REEL, at=42)
    assert pressed("g", "4", "2", "backspace", "enter").at == 4
    assert pressed("g", "9", "9", "9", "9", "enter").at == 57
    assert pressed("g", "4", "escape") == REEL
    assert pressed("g", "enter") == REEL


def test_digits_look_through_a_seats_eyes_and_o_opens_all() -> None:
    assert pressed("3").eyes == 3
    assert pressed("3", "7").eyes == 3
    assert pressed("0").eyes is None
    assert pressed("0", reel=replace(REEL, seats=10)).eyes == 10
    assert pressed("3", "a").eyes is None
    assert pressed("seat 2").eyes == 2


def test_space_plays_to_the_end_and_then_anew() -> None:
    reel = pressed("g", "5", "6", "enter", " ")
    assert reel.playing
    reel = tick(reel)
    assert (reel.at, reel.playing) == (57, False)
    assert tick(reel) == reel
    assert (press(reel, " ").at, press(reel, " ").playing) == (0, True)
    assert not pressed(" ", " ").playing
    assert not pressed(" ", "right").playing


def test_a_game_of_no_plies_does_not_play() -> None:
    assert not pressed(" ", reel=Reel(last=0, seats=2)).playing


def test_plus_and_minus_change_the_speed_within_bounds() -> None:
    assert pressed("+").seconds == REEL.seconds / 2
    assert pressed("-").seconds == REEL.seconds * 2
    assert pressed(*"+" * 9, "-").seconds == 1 / 4
    assert pressed(*"-" * 9, "=").seconds == 1


def test_s_and_p_show_something_else_and_escape_comes_back() -> None:
    assert pressed("o").show == "stashes"
    assert pressed("o", "o").show == "table"
    assert pressed("o", "s").show == "table"
    assert pressed("o", "p").show == "pods"
    assert pressed("p", "escape") == REEL


def test_q_and_escape_leave() -> None:
    assert pressed("q").done
    assert pressed("escape").done


def test_other_keys_and_clicks_do_nothing() -> None:
    assert pressed("x", "tab", "card A1", "pod 2", "²", "") == REEL


# ── pictures ─────────────────────────────────────────────────────────────────────────────────────────────────────


def text(
    game: Game, reel: Reel, width: int = 80, height: int = 24, glyphs: Glyphs = BOX, own: int | None = None
) -> list[str]:
    return ReplayPicture(game, own=own).picture(reel, Form(width, height, glyphs, words())).text().splitlines()


def game_of(tmp_path: Path, seats: int = 4) -> tuple[Game, Reel]:
    game = Game(checked(file(tmp_path, record(at_random, seats))))
    return game, Reel(last=len(game.steps) - 1, seats=seats)


def test_the_footer_names_the_keys_within_80_columns(tmp_path: Path) -> None:
    game, reel = game_of(tmp_path)
    assert text(game, reel)[-1] == " ← → step  Space play  + - 1/s  g move  1-4 seat  o stashes  p pods  Esc leave"
    playing = replace(reel, playing=True, eyes=1, speed=0)
    assert text(game, playing)[-1] == " ← → step  Space pause  g move  1-4 seat  a all open  o stashes  Esc leave"
    long = text(game, replace(reel, eyes=1), 120, 40)[-1]
    assert long == " ← → step  Space play  + - 1/s  g move  1-4 seat  a all open  o stashes  p pods  Esc leave"


def test_the_prompt_says_which_move_it_is_and_what_happened(tmp_path: Path) -> None:
    game, reel = game_of(tmp_path)
    made = game.steps[1].made
    assert made is not None
    assert f" move 0 of {reel.last}  {NAMES[made.seat - 1]} plays first." in text(game, reel)[13]
    assert f" move 1 of {reel.last}  {made.move}   {NAMES[made.seat - 1]}: " in text(game, press(reel, "right"))[13]
    assert f" MOVE 0-{reel.last}  17_   Enter goes to that move" in text(game, pressed("g", "1", "7", reel=reel))[13]
    assert "escaped!" in text(game, press(reel, "end"))[13]


def test_through_their_own_eyes_the_prompt_speaks_of_the_viewer_as_you(tmp_path: Path) -> None:
    game, reel = game_of(tmp_path, 3)
    prompts = ["\n".join(text(game, replace(reel, at=at, eyes=2), own=2)[13:15]) for at in range(reel.last)]
    assert any("You play first." in said or "You are on turn." in said for said in prompts)
    assert any("   You: " in said for said in prompts)
    assert not any(NAMES[1] in said for said in prompts)
    others = ["\n".join(text(game, replace(reel, at=at, eyes=1), own=2)[13:15]) for at in range(reel.last)]
    assert not any("You " in said or "You:" in said for said in others)
    assert any(f"{NAMES[1]} is on turn." in said for said in others)


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("playing", [False, True])
def test_the_move_is_as_bright_as_what_a_table_says_and_its_badge_asks_for_nothing(
    tmp_path: Path, size: tuple[int, int], *, playing: bool
) -> None:
    game, reel = game_of(tmp_path, 3)
    reel = replace(reel, at=4, playing=playing)
    made = game.steps[4].made
    assert made is not None
    for notice, words_ in (("", f"{NAMES[made.seat - 1]}: "), ("Not now.", "Not now.")):
        rows = ReplayPicture(game).picture(reel, Form(*size, BOX, words()), notice).rows()
        row = next(row for row in rows if words_ in row.text)
        assert row.styles[row.text.index(words_)] == (styles.ACCENT if notice else styles.TEXT)
        assert row.styles[2] == (styles.FILL_ACCENT if playing else styles.FILL_DIM)
        hints = [row for row in rows[1:] if "All cards are open." in row.text]
        assert {row.styles[row.text.index("All cards")] for row in hints} == ({styles.DIM} if size[0] >= 80 else set())


def test_an_abandoned_game_ends_with_a_picture_of_its_own(tmp_path: Path) -> None:
    game = Game(checked(file(tmp_path, record(at_random, most=3))))
    assert len(game.steps) == 5
    end = Reel(last=4, seats=3, at=4)
    assert " move 3 of 3  The game was abandoned." in text(game, end)[13]
    assert " move 3 of 3  " in text(game, replace(end, at=3))[13]
    assert " 3 / 3 " in "\n".join(text(game, end, 40, 24))
    assert " MOVE 0-3  " in text(game, replace(end, typed=""))[13]
    facts = text(game, replace(end, facts=True))
    assert any("The game was abandoned. Nobody won." in line for line in facts)
    assert facts[0].endswith(" 3 moves in 0:06")
    assert facts[3].startswith("    │  ╭   ╮  │")


@pytest.mark.parametrize("show", ["table", "stashes", "pods"])
@pytest.mark.parametrize("size", [(40, 24), (80, 24), (120, 40)])
def test_nobody_but_the_viewer_is_called_you(tmp_path: Path, show: Show, size: tuple[int, int]) -> None:
    game, reel = game_of(tmp_path, 3)
    seen = replace(reel, at=9, eyes=2, show=show)
    others = "\n".join(text(game, seen, *size))
    assert not re.search(r"\b[Yy]ou\b(?! looked| ignore)", others)
    assert others.count(NAMES[1]) >= 1
    own = "\n".join(text(game, seen, *size, own=2))
    assert "You" in own
    if size != (40, 24):
        assert f"This is what {NAMES[1]} saw." in others or show != "table"
        assert "This is what you saw." in own or show != "table"


def test_a_film_through_anothers_eyes_names_them_too(tmp_path: Path) -> None:
    game, reel = game_of(tmp_path, 3)
    seen = replace(reel, eyes=2)
    for at in range(reel.last):
        for still in film(game.snapshot(at, 2), game.snapshot(at + 1, 2)):
            picture = ReplayPicture(game).picture(replace(seen, at=at + 1), Form(80, 24, BOX, words()), still=still)
            ring = "\n".join(picture.text().splitlines()[1:3])
            assert NAMES[1] in ring
            assert "You" not in ring
            assert ("↔" in ring) == (still.order == "turning")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_in_a_film_all_cards_stay_open(tmp_path: Path, size: tuple[int, int]) -> None:
    game, reel = game_of(tmp_path, 3)
    for at in range(reel.last):
        for still in film(game.snapshot(at, None), game.snapshot(at + 1, None)):
            there = replace(reel, at=at + 1)
            shown = ReplayPicture(game).picture(there, Form(*size, BOX, words()), still=still).text()
            assert "│░░░" not in shown


def test_who_won_is_told_to_the_viewer_whoevers_eyes_it_was(tmp_path: Path) -> None:
    game, reel = game_of(tmp_path)
    winner = game.steps[-1].position.winner
    assert winner is not None
    facts = replace(reel, at=reel.last, facts=True, eyes=winner)
    assert f"{NAMES[winner - 1]} ESCAPED" in text(game, facts)[3]
    assert "YOU ESCAPED" in text(game, facts, own=winner)[3]


@pytest.mark.parametrize("seats", [2, 4, 10])
@pytest.mark.parametrize("size", [(40, 18), (40, 24), (80, 24), (120, 40), (200, 60)])
def test_every_position_is_drawn_at_every_size_in_both_glyphs(
    tmp_path: Path, seats: int, size: tuple[int, int]
) -> None:
    game, reel = game_of(tmp_path, seats)
    for at in range(0, reel.last + 1, 9):
        for eyes in (None, 1, seats):
            for glyphs in (BOX, ASCII):
                lines = text(game, replace(reel, at=at, eyes=eyes), *size, glyphs)
                assert len(lines) == size[1]
                assert max(map(width_of, lines)) <= size[0]
                assert any("Esc leave" in line for line in lines[-1:]) or size == (40, 18)


def test_all_open_shows_faces_that_nobody_knew_and_a_seats_eyes_do_not(tmp_path: Path) -> None:
    game, reel = game_of(tmp_path, 2)
    own = game.steps[0].position.seats[0]
    assert own.spaces[8] is not None
    stashes = replace(reel, show="stashes")
    assert not any("│░░░│" in line for line in text(game, stashes)[14:])
    assert any("│░░░│" in line for line in text(game, replace(stashes, eyes=1))[14:])
    assert sum(line.count("?") for line in text(game, replace(stashes, eyes=1))[14:-1]) == 8


def test_a_seats_eyes_get_no_more_than_the_seat_got(tmp_path: Path) -> None:
    game, reel = game_of(tmp_path, 3)
    for at in range(reel.last):
        snapshot = game.snapshot(at, 2)
        assert snapshot.view is not None
        for seat, stash in enumerate(snapshot.view.seats, 1):
            known = {space for space in (*stash.spaces, *stash.extra) if space is not None}
            assert seat == 2 or known <= {"~", "?"}


def test_a_terminal_that_is_too_small_is_told_so(tmp_path: Path) -> None:
    game, reel = game_of(tmp_path)
    assert text(game, reel, 30, 10)[0].startswith("Too small")


# ── the app ──────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_app_steps_looks_and_leaves(tmp_path: Path) -> None:
    app = ReplayApp(checked(file(tmp_path, record(at_random))))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "right", "2", "g", "9", "enter")
        assert (app.reel.at, app.reel.eyes) == (9, 2)
        await pilot.click(offset=(1, 23))
        assert app.reel.at == 8
        await pilot.press("space")
        assert app.reel.playing
        await pilot.press("space", "+", "q")
        assert app.reel.done
    assert app.return_code == 0


async def test_ctrl_c_leaves_the_app(tmp_path: Path) -> None:
    app = ReplayApp(checked(file(tmp_path, record(at_random))))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+c")
        await pilot.pause()
    assert app.return_code == 0


def test_golden_files_are_those_of_one_honest_record() -> None:
    made = read_record((GOLDEN / "short.jsonl").read_text().splitlines())
    lines = [json.dumps(position_to_json(step.position)) for step in replay(made)]
    assert (GOLDEN / "short.positions.jsonl").read_text().splitlines() == lines


def test_the_bar_says_when_the_game_began_as_people_write_it(tmp_path: Path) -> None:
    game, reel = game_of(tmp_path)
    assert "  2026-11-29 20:00 UTC  " in text(game, reel)[0]
