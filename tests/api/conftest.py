"""Real games on a real port, for programs."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from ..hostile.game import Game


@pytest.fixture
async def begin_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Callable[..., Awaitable[Game]]]:
    """Starts servers on which programs may ask a lot, and stops them at the end."""
    monkeypatch.setattr("relspace_server.ssh.budget.SHARE", 1.0)
    games: list[Game] = []

    async def begin(**changes: Any) -> Game:
        usual = {"api_requests_per_second": 10_000, "input_bytes_per_second": 10_000_000}
        games.append(await Game.begins(tmp_path, **{**usual, **changes}))
        return games[-1]

    yield begin
    for game in games:
        await game.ends()


@pytest.fixture
async def game(begin_game: Callable[..., Awaitable[Game]]) -> Game:
    """A server with nobody in it."""
    return await begin_game()


@pytest.fixture(autouse=True)
def nobody_crashes(caplog: pytest.LogCaptureFixture) -> Any:
    """No exception leaves a session, whatever its program sends."""
    yield
    assert not [record.message for record in caplog.records if "incident" in record.message]


@pytest.fixture(scope="session")
def key() -> asyncssh.SSHKey:
    """Somebody's key."""
    return asyncssh.generate_private_key("ssh-ed25519")
