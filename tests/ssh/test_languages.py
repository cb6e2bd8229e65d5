"""The server's own sentences, in the language that a terminal asks for or that the person has set."""

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from relspace.wire.questions import PlayedGame, Profile, Rank, Rankings
from relspace.wire.settings import PlayerSettings
from relspace_client.locale.words import words
from relspace_server.accounts.bans import Ban, Banned
from relspace_server.ssh import wayout
from relspace_server.ssh.commands import COMMANDS
from relspace_server.ssh.commands.standings import games_text, profile_text, rankings_text
from relspace_server.ssh.door import Visitor

from ..accounts.test_account_desk import VEGA, house_of
from ..hostile.game import Game
from .house import UNREACHABLE, House, Toy, still_line

Open = Callable[..., Awaitable[House]]

SPANISH, JAPANESE = {"LANG": "es_ES.UTF-8"}, {"LC_ALL": "ja_JP.UTF-8"}


def line(data: bytes | bytearray) -> str:
    """The last line of what was sent."""
    return re.split(r"\x1b[^A-Za-z]*[A-Za-z]", data.decode())[-1].rstrip("\r\n").rpartition("\n")[2]


# ── at the door ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("command", "language", "said"),
    [
        (
            "join AAAAA",
            SPANISH,
            "Ninguna sala tiene este código: se ha cerrado o tiene otro. Para volver: ssh play.example.net",
        ),
        (
            "join AAAAA",
            JAPANESE,
            "このコードの部屋はありません。閉じたか、別のコードです。 また来るには: ssh play.example.net",
        ),
        (
            "join AAAAA",
            {"LANG": "pt_BR.UTF-8"},
            "No room has this code: it has closed, or has another one. Come back: ssh play.example.net",
        ),
        (
            "join full1",
            SPANISH,
            "Allí todos los asientos están ocupados. Para mirar: ssh -t play.example.net watch FULL1",
        ),
        ("plain join full1", JAPANESE, "空席はありません。 観戦するには: ssh -t play.example.net plain watch FULL1"),
    ],
)
async def test_what_cannot_be_had(house: House, command: str, language: dict[str, str], said: str) -> None:
    player = await house.play(command=command, env=language)
    assert await player.ended() == 3
    assert line(player.received) == said


async def test_a_store_that_does_not_answer(house: House) -> None:
    house.door.failure = UNREACHABLE
    player = await house.play(env=SPANISH)
    assert await player.ended() == 1
    assert line(player.received).startswith("El servidor no puede acceder a su almacén.")
    player = await house.ask("rooms", env=JAPANESE)
    assert player.errors.decode().startswith("サーバーがデータを読めません。")


async def test_whoever_is_banned(house: House) -> None:
    house.door.failure = Banned(Ban("a", "name", "Vega", 0, 1_800_000_000_000, "{name} fue grosero"))
    player = await house.play(env=SPANISH)
    assert await player.ended() == 3
    said = "No puedes entrar en este servidor hasta 2027-01-15 08:00 UTC: {name} fue grosero."
    assert line(player.received) == said


async def test_a_full_server_and_a_long_line_of_people(open_house: Open) -> None:
    house = await open_house(max_sessions=1)
    await (await house.play()).shows("welcome")
    full = await house.play(env=SPANISH)
    assert await full.ended() == 3
    assert line(full.received).startswith("El servidor está lleno.")
    house = await open_house()
    house.listener._house.line = still_line()
    await (await house.play()).shows("welcome")
    await (await house.play(env=JAPANESE)).shows("あなたは1番目です。")


async def test_what_needs_a_terminal_and_what_is_no_command(house: House) -> None:
    player = await house.ask(env=SPANISH)
    assert player.errors.decode() == "Esto necesita una terminal: ssh -t play.example.net\n"
    player = await house.ask("dance", env=JAPANESE)
    assert (player.errors.decode().splitlines(), player.status) == (
        ["dance というコマンドはありません。", "すべてのコマンド: ssh play.example.net help"],
        2,
    )


async def test_help_is_translated_and_its_data_is_not(house: House) -> None:
    first, *rest = (await house.ask("help", env=JAPANESE)).received.decode().splitlines()
    assert first == "コマンドなしの ssh play.example.net はロビーです。コマンド:"
    assert [one.split()[0] for one in rest] == list(COMMANDS)
    assert all(not one.isascii() for one in rest)
    player = await house.ask("help", env=SPANISH)
    assert "  whoami [--json]                    tu cuenta\n" in player.received.decode()
    spanish, english = await house.ask("help --json", env=SPANISH), await house.ask("help --json")
    assert spanish.received == english.received


# ── on the way out ───────────────────────────────────────────────────────────────────────────────────────────────────


async def test_leaving(house: House) -> None:
    player = await house.play(env=SPANISH)
    await player.shows("welcome")
    player.press(b"q")
    assert await player.ended() == 0
    assert line(player.received) == "Hasta la próxima. Para volver: ssh play.example.net"


async def test_what_was_set_counts_more_than_the_terminal(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "language", "ja")
    player = await house.play(env=SPANISH)
    await player.shows("welcome")
    player.press(b"q")
    await player.ended()
    assert line(player.received) == "またどうぞ。 また来るには: ssh play.example.net"


async def test_a_crash(house: House) -> None:
    player = await house.play(env=SPANISH)
    await player.shows("welcome")
    player.press(b"\x18")
    assert await player.ended() == 1
    assert line(player.received).startswith("Algo ha fallado en el servidor (incidente ")


def test_every_ending_is_said_in_every_language() -> None:
    ban = Ban("a", "name", "Vega", 0, reason="spam")
    endings = [ending for ending in vars(wayout).values() if isinstance(ending, wayout.Ending)]
    endings += [wayout.crashed("0badf00d"), wayout.sent_away(""), wayout.sent_away("{x}"), wayout.banned(ban)]
    endings += [wayout.banned(replace(ban, until=1)), wayout.banned(replace(ban, until=1, reason=""))]
    for ending in endings:
        assert len({ending.said(words(language)) for language in ("en", "es", "ja")}) == 3


# ── the real game ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    game = await Game.begins(tmp_path)
    yield game
    await game.ends()


async def test_the_app_and_its_last_line_follow_the_terminal(game: Game) -> None:
    player = await game.play(env=SPANISH)
    await player.shows("Jugar ya")
    player.press(b"\x03\x03")
    await player.ended()
    assert line(player.received) == "Hasta la próxima. Para volver: ssh play.example.net"


async def test_a_language_that_is_chosen_in_the_app_is_that_of_the_last_line(game: Game) -> None:
    player = await game.play()
    await player.shows("Play now")
    player.press(b"s")
    await player.shows("Settings")
    player.press(b"\x1b[B\x1b[D")
    await player.shows("設定")
    player.press(b"\x03\x03")
    await player.ended()
    assert line(player.received) == "またどうぞ。 また来るには: ssh play.example.net"


async def test_plain_mode_follows_the_terminal(game: Game) -> None:
    player = await game.play(command="plain", term=None, env=JAPANESE)
    player.press(b"quit\n")
    await player.ended()
    first, *_, last = player.received.decode().splitlines()
    assert first.startswith("Relative Space、文字だけのモードです。")
    assert last == "またどうぞ。 また来るには: ssh -t play.example.net plain"


async def test_programs_are_told_in_english(game: Game) -> None:
    player = await game.play(command="api", term=None, env=SPANISH)
    player.channel.write_eof()
    await player.ended()
    last = json.loads(player.received.decode().splitlines()[-1])
    assert last == {"type": "bye", "exit": 0, "message": "Until next time."}


async def test_rooms_are_listed(game: Game) -> None:
    player = await game.ask("rooms", env=SPANISH)
    assert player.received.decode() == "No hay salas abiertas. Para abrir una: conéctate y pulsa n.\n"
    code, _ = await game.room("Vega", "Rigel", clock=30)
    head, row = (await game.ask("rooms", env=SPANISH)).received.decode().splitlines()
    assert head.split() == ["código", "nombre", "estado", "plazas", "reloj"]
    assert row.split()[0] == code
    assert row.endswith("2 de 2   30 s")
    assert (await game.ask("rooms --json", env=SPANISH)).received == (await game.ask("rooms --json")).received


async def test_what_an_account_has_set_counts_more_than_the_terminal_from_the_door_on(game: Game) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    client = await game.connect(key)

    async def told(command: str, **options: Any) -> tuple[str, str]:
        player = await game.play(client, command=command, term=None, env=SPANISH, **options)
        await player.ended()
        return player.received.decode(), player.errors.decode()

    assert (await told("rooms"))[0].startswith("No hay salas")
    accounts = game.desk.people.accounts
    account = await accounts.enter(key.get_fingerprint(), "vega")
    await accounts.save_settings(account.id, PlayerSettings(language="ja"))
    assert (await told("rooms"))[0].startswith("部屋はありません。")
    assert (await told("rankings"))[0].startswith("まだレート戦はありません。")
    assert "から" in (await told("profile"))[0]
    assert "ロビー" in (await told("help"))[0]
    assert (await told("dance"))[1].startswith("dance というコマンドはありません。")
    assert (await told("learn"))[1].startswith("端末が必要です")
    assert (await told("plain join AAAAA"))[0].startswith(
        "このコードの部屋はありません。閉じたか、別のコードです。 また来るには: "
    )


# ── answers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_an_account_that_has_a_language_is_answered_in_it() -> None:
    async with house_of() as house:
        account = await house.people.accounts.enter(VEGA.account, VEGA.suggested_name)
        spanish: Visitor = replace(VEGA, language="es_ES.UTF-8")
        assert (await house.desk.whoami(spanish)).text.splitlines()[0] == "Vega, desde 2027-01-15"
        await house.people.accounts.save_settings(account.id, PlayerSettings(language="ja"))
        assert (await house.desk.whoami(spanish)).text.splitlines() == [
            "Vega、2027-01-15 から",
            "  SHA256:vega  (この鍵)",
        ]
        assert (await house.desk.whoami(spanish)).data["keys"] == ["SHA256:vega"]
        assert (await house.desk.rename(spanish, "Altair")).text.startswith("これからの名前は Altair です。")


def test_standings() -> None:
    spanish = words("es")
    rank = Rank(3, "Vega", 1540, 62, 24, 9)
    table = rankings_text(Rankings(40, (rank,), rank), 1, spanish)
    head, row, you = table.splitlines()
    assert head.split() == ["lugar", "nombre", "puntos", "part.", "ganó"]
    assert row.split() == ["3", "Vega", "1540", "±", "62", "24", "9"]
    assert you == "Eres el número 3 de 40."
    game = PlayedGame("K7QX2-1", 1_800_000_000_000, ("Vega", "Rigel"), "Vega", 1, 18)
    profile = Profile("Vega", since=1_800_000_000_000, games=31, wins=1, jams=1, fastest=18, rank=rank, last=(game,))
    assert profile_text(profile, spanish).splitlines() == [
        "Vega, aquí desde 2027-01-15",
        "puntuación 1540 ± 62, puesto 3; ganó 9 de 24 partidas puntuadas",
        "ganó 1 de 31 partidas, 1 atasco, fuga más rápida en 18 jugadas",
    ]
    assert "1 de 2" in games_text(profile, spanish)
