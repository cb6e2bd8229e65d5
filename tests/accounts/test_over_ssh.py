"""Accounts as people meet them: the real OpenSSH client, several keys, the real game."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from relspace_server.ssh import wayout

from ..hostile.game import Game
from ..ssh.openssh import Terminal, command, run

pytestmark = [pytest.mark.ssh, pytest.mark.timeout(60)]

DONE, WRONG_USAGE, REFUSED = 0, 2, 3


@dataclass
class Keys:
    """People with keys of their own, at one server."""

    game: Game
    folder: Path

    def line(self, who: str, *words: str, **options: str) -> list[str]:
        """What somebody types; a guest has no key."""
        path = self.folder / who
        if who != "guest" and not path.exists():
            path.touch(0o600)
            path.write_bytes(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        key = None if who == "guest" else path
        return command(self.game.listener.port, f"{who}@127.0.0.1", *words, key=key, **options)

    async def ask(self, who: str, *words: str, **options: str) -> tuple[int, str, str]:
        """The status, the answer, and what went to where errors go."""
        status, out, err = await run(*self.line(who, *words, **options))
        return status, out.decode(), err.decode()

    async def data(self, who: str, *words: str) -> Any:
        """An answer as a program reads it."""
        status, out, err = await self.ask(who, *words, "--json")
        assert (status, err) == (DONE, "")
        return json.loads(out)

    def fingerprint(self, who: str) -> str:
        return asyncssh.read_private_key(self.folder / who).get_fingerprint()


@pytest.fixture
async def keys(tmp_path: Path) -> AsyncIterator[Keys]:
    game = await Game.begins(tmp_path)
    game.desk.accounts.end_sessions = partial(game.listener._house.end_key, ending=wayout.UNLINKED)
    yield Keys(game, tmp_path)
    await game.ends()


@pytest.fixture
async def terminal() -> AsyncIterator[Terminal]:
    terminal = Terminal()
    yield terminal
    await terminal.close()


async def test_a_second_key_is_the_same_player_until_it_is_let_go(keys: Keys) -> None:
    code = (await keys.data("vega", "link"))["code"]
    status, out, _ = await keys.ask("tablet", "link", code.lower())
    assert (status, out.splitlines()[0]) == (DONE, "This key is vega now.")
    assert (await keys.data("tablet", "whoami"))["keys"] == [keys.fingerprint("vega"), keys.fingerprint("tablet")]
    assert (await keys.ask("tablet", "link", code))[0] == REFUSED
    assert (await keys.data("vega", "unlink", keys.fingerprint("tablet")))["keys"] == [keys.fingerprint("vega")]
    assert (await keys.data("tablet", "whoami"))["name"] == "tablet"
    status, out, err = await keys.ask("vega", "unlink", "--this")
    assert (status, out) == (REFUSED, "")
    assert err.startswith("This is the only key of your account")


async def test_a_key_with_an_account_must_say_that_it_gives_it_up(keys: Keys) -> None:
    await keys.data("rigel", "whoami")
    code = (await keys.data("vega", "link"))["code"]
    status, _, err = await keys.ask("rigel", "link", code)
    assert (status, "--replace" in err, err.count("\n")) == (REFUSED, True, 1)
    assert (await keys.data("rigel", "link", code, "--replace"))["left"] == "rigel"
    assert (await keys.data("rigel", "whoami"))["name"] == "vega"


async def test_names_are_changed_kept_apart_and_freed(keys: Keys) -> None:
    await keys.data("rigel", "whoami")
    assert (await keys.data("vega", "rename", "Altair")) == {"name": "Altair", "before": "vega"}
    assert (await keys.data("rigel", "rename", "織姫"))["name"] == "織姫"
    for name in ("altair", "root", "Mira", "x"):
        status, out, err = await keys.ask("rigel", "rename", name)
        assert (status, out, err.count("\n")) == (REFUSED, "", 1)
    assert (await keys.ask("rigel", "rename"))[0] == WRONG_USAGE
    assert (await keys.data("third", "rename", "vega"))["name"] == "vega"


async def test_an_account_is_exported_and_deleted(keys: Keys) -> None:
    await keys.data("vega", "whoami")
    status, out, _ = await keys.ask("vega", "account", "export")
    assert (status, json.loads(out)["account"]["name"]) == (DONE, "vega")
    assert (await keys.ask("vega", "account", "delete"))[0] == WRONG_USAGE
    assert (await keys.ask("vega", "account", "delete", "--yes", "rigel"))[0] == REFUSED
    assert (await keys.ask("vega", "account", "delete", "--yes", "vega"))[0] == DONE
    assert (await keys.ask("vega", "account", "export"))[0] == REFUSED


@pytest.mark.parametrize("words", [("link",), ("rename", "Altair"), ("account", "export"), ("unlink", "--this")])
async def test_a_guest_is_told_what_an_account_is(keys: Keys, words: tuple[str, ...]) -> None:
    status, out, err = await keys.ask("guest", *words)
    assert (status, out) == (REFUSED, "")
    assert "ssh-keygen -t ed25519" in err


async def test_a_game_that_is_on_the_screen_shows_the_new_name_and_ends_with_the_key(
    keys: Keys, terminal: Terminal
) -> None:
    code = (await keys.data("vega", "link"))["code"]
    await keys.data("tablet", "link", code)
    await terminal.start(keys.line("tablet", "-tt"))
    await terminal.shows("vega")
    assert (await keys.ask("vega", "account", "delete", "--yes", "vega"))[0] == REFUSED
    await keys.data("vega", "rename", "Altair")
    await terminal.shows("Altair")
    await keys.data("vega", "unlink", keys.fingerprint("tablet"))
    assert await terminal.ended() == REFUSED
    assert "Your key was unlinked from its account." in terminal.text


async def test_sessions_are_counted_by_account_whatever_the_key(keys: Keys) -> None:
    await keys.data("tablet", "link", (await keys.data("vega", "link"))["code"])
    house = keys.game.listener._house
    for _ in range(house.settings.max_sessions_per_account):
        assert house.sessions.enter(keys.fingerprint("vega"), "192.0.2.1") is None
    status, out, err = await keys.ask("tablet", "plain")
    assert (status, "as many sessions open as one player may have" in out + err) == (REFUSED, True)


async def test_whose_key_is_not_on_the_list_reads_how_to_ask(keys: Keys) -> None:
    house = keys.game.listener._house
    await keys.data("vega", "whoami")
    house.allowed = frozenset({keys.fingerprint("vega")})
    assert (await keys.data("vega", "whoami"))["name"] == "vega"
    status, out, err = await keys.ask("rigel", "whoami", LogLevel="INFO")
    assert (status, out) == (255, "")
    assert f"Yours is not among them: {keys.fingerprint('rigel')}" in err
    assert "send the host the line in your file ~/.ssh/id_ed25519.pub" in err
    assert err.count("ssh-keygen -t ed25519") == 1
    status, _, err = await keys.ask("guest", "whoami", LogLevel="INFO")
    assert (status, "You came without a key." in err) == (255, True)


async def test_openssh_sends_the_language(keys: Keys, terminal: Terminal) -> None:
    spanish = {"SetEnv": "LANG=es_ES.UTF-8"}
    status, out, _ = await keys.ask("vega", "whoami", **spanish)
    assert (status, out.splitlines()[0][:12]) == (DONE, "vega, desde ")
    status, out, err = await keys.ask("vega", "join", "AAAAA", **spanish)
    assert (status, out, err) == (WRONG_USAGE, "", "Esto necesita una terminal: ssh -t play.example.net join AAAAA\n")
    await terminal.start(keys.line("vega", "-tt", **spanish))
    await terminal.shows("Jugar ya")
    terminal.press(b"\x03\x03")
    assert await terminal.ended() == DONE
    assert "Hasta la próxima. Para volver: ssh play.example.net" in terminal.text
