"""Real games on a real port."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from relspace_client.screens import room, session

from .game import Game

HOUR = 3_600.0


@pytest.fixture
async def begin_game(tmp_path: Path) -> AsyncIterator[Callable[..., Awaitable[Game]]]:
    """Starts servers, and stops them at the end."""
    games: list[Game] = []

    async def begin(**changes: Any) -> Game:
        games.append(await Game.begins(tmp_path, **changes))
        return games[-1]

    yield begin
    for game in games:
        await game.ends()


@pytest.fixture
async def game(begin_game: Callable[..., Awaitable[Game]]) -> Game:
    """A server with nobody in it."""
    return await begin_game()


@pytest.fixture
async def proxied(begin_game: Callable[..., Awaitable[Game]]) -> Game:
    """A server with a load balancer at 127.0.0.2."""
    return await begin_game(proxy_networks="127.0.0.2/32")


@pytest.fixture(scope="session")
def key() -> asyncssh.SSHKey:
    """Somebody's key."""
    return asyncssh.generate_private_key("ssh-ed25519")


@pytest.fixture(autouse=True)
def no_page_changes_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only keys and the rooms turn pages, however slow this machine is."""
    monkeypatch.setattr(session, "LAST_MOVE_SECONDS", HOUR)
    monkeypatch.setattr(room, "PATIENCE_SECONDS", HOUR)


@pytest.fixture(autouse=True)
def nobody_crashes(caplog: pytest.LogCaptureFixture) -> Any:
    """No exception leaves a session, whatever its client does."""
    yield
    assert not [record.message for record in caplog.records if "incident" in record.message]
