"""What is kept in the player's own folders."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from relspace.errors import Refused
from relspace.wire.settings import PlayerSettings
from relspace_client.practice.kept import Kept, kept_here
from relspace_client.practice.past import profile_of

SETTINGS = PlayerSettings(theme="light", motion=False, welcomed=True)


@pytest.fixture
def kept(tmp_path):
    return Kept(tmp_path / "config", tmp_path / "data")


def test_settings_are_there_the_next_time(kept, tmp_path):
    kept.keep_player("Vega", SETTINGS)
    assert Kept(tmp_path / "config", tmp_path / "data").player() == ("Vega", SETTINGS)
    assert kept.trouble == ""
    assert [file.name for file in (tmp_path / "config").iterdir()] == ["player.json"]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"name": "Vega"}', '{"name": "bot", "settings": {}}', "[" * 9000]
)
def test_a_file_that_cannot_be_read_counts_as_none(kept, tmp_path, text, monkeypatch):
    monkeypatch.setattr("getpass.getuser", lambda: "rigel")
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "player.json").write_text(text)
    assert kept.player() == ("rigel", PlayerSettings())


def test_a_setting_of_the_wrong_type_counts_as_no_file(kept, tmp_path):
    kept.keep_player("Vega", SETTINGS)
    file = tmp_path / "config" / "player.json"
    data = json.loads(file.read_text())
    data["settings"]["motion"] = "perhaps"
    file.write_text(json.dumps(data))
    assert kept.player().settings == PlayerSettings()


@pytest.mark.parametrize("user", ["", "Mira", "root", "--help", "\x1b[31m"])
def test_the_players_first_name_can_be_had(kept, user, monkeypatch):
    monkeypatch.setattr("getpass.getuser", lambda: user)
    name = kept.player().name
    assert name != user
    kept.keep_player(name, SETTINGS)
    assert kept.player().name == name


def test_a_system_that_does_not_know_who_this_is(kept, monkeypatch):
    def unknown():
        raise KeyError("uid not found")

    monkeypatch.setattr("getpass.getuser", unknown)
    assert kept.player().name == "Pilot"


def test_nobody_is_a_guest_at_home(kept, monkeypatch):
    monkeypatch.setattr("getpass.getuser", lambda: "rigel")
    kept.keep_player("Guest1", SETTINGS)
    assert kept.player() == ("rigel", SETTINGS)
    monkeypatch.setattr("getpass.getuser", lambda: "root")
    assert kept.player() == ("Pilot", SETTINGS)


def test_records_are_found_by_the_games_id(kept, tmp_path):
    kept.keep_record("K7QX2-19a-1", "{}\n")
    assert kept.record("K7QX2-19a-1") == "{}\n"
    assert (tmp_path / "data" / "records" / "K7QX2-19a-1.jsonl").read_text() == "{}\n"
    assert list(kept.records()) == ["{}\n"]


@pytest.mark.parametrize("game", ["", "K7QX2-1-2", "../player", "a/b", "x" * 41, "ゲーム"])
def test_what_is_no_games_id_is_refused(kept, game):
    with pytest.raises(Refused, match="no-such-record"):
        kept.record(game)


def of(tmp_path):
    """What another program on the same machine keeps."""
    return Kept(tmp_path / "config", tmp_path / "data")


def test_a_game_is_taken_by_one_program_and_stays_until_it_is_over(tmp_path):
    left, first, second = of(tmp_path), of(tmp_path), of(tmp_path)
    left.keep_game("K7QX2", b"one")
    left.keep_game("M2WQ7", b"two")
    assert first.take_game("K7QX2") is None
    left.leave_games()
    assert (first.take_game("K7QX2"), second.take_game("K7QX2")) == (b"one", None)
    assert second.take_game("M2WQ7") == b"two"
    first.forget_game("K7QX2")
    assert second.take_game("K7QX2") == b""
    second.keep_game("M2WQ7", b"three")
    second.leave_games()
    assert first.take_game("M2WQ7") == b"three"
    first.forget_game("M2WQ7")
    assert list((tmp_path / "data" / "games").iterdir()) == []


def test_games_that_wait_are_looked_at_without_being_taken(kept, tmp_path):
    other = of(tmp_path)
    assert list(other.waiting_games()) == []
    kept.keep_game("K7QX2", b"one")
    assert list(other.waiting_games()) == [], "they are being played"
    assert other.played_elsewhere()
    assert not kept.played_elsewhere()
    kept.leave_games()
    assert list(kept.waiting_games()) == list(other.waiting_games()) == [b"one"]
    assert not other.played_elsewhere()
    assert other.take_game("K7QX2") == b"one"


def test_a_program_does_not_write_over_a_game_that_another_plays(kept, tmp_path):
    kept.keep_game("K7QX2", b"one")
    other = of(tmp_path)
    other.keep_game("K7QX2", b"another")
    assert "is not kept" in other.trouble
    other.forget_game("K7QX2")
    kept.leave_games()
    assert other.take_game("K7QX2") == b"one"


def test_a_folder_that_cannot_be_written_is_told_of(tmp_path):
    (tmp_path / "file").write_text("in the way")
    kept = Kept(tmp_path / "file", tmp_path / "file")
    kept.keep_player("Vega", SETTINGS)
    kept.keep_record("K7QX2-1-1", "{}\n")
    kept.keep_game("K7QX2", b"one")
    assert "could not be written" in kept.trouble
    assert list(kept.records()) == []
    assert kept.unwritable() == f"{tmp_path / 'file'}: File exists"
    assert list(kept.waiting_games()) == []
    assert not kept.played_elsewhere()


def test_the_folders_are_those_of_the_system(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "c"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "d"))
    kept = kept_here()
    kept.keep_player("Vega", SETTINGS)
    assert kept.trouble == ""
    assert kept_here().player() == ("Vega", SETTINGS)


def test_records_that_cannot_be_read_are_not_counted():
    assert profile_of("Vega", ["", "no record", "{}"]).games == 0


def test_games_under_an_earlier_name_are_the_players_own():
    text = (Path(__file__).parents[1] / "cli" / "golden" / "short.jsonl").read_text()
    seats = json.loads(text.splitlines()[0])["seats"]
    found = profile_of("Polaris", [text])
    assert "Polaris" not in seats
    assert (found.games, len(found.last)) == (1, 1)
    assert found.last[0].seat == 1
    assert profile_of(seats[0], [text]) == replace(found, name=seats[0])
