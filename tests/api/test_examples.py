"""Every example of docs/api.md is run against a server, by both forms, and does what it says."""

from collections.abc import Awaitable, Callable
from typing import Any

import asyncssh
import pytest

from relspace.wire.api import REQUESTS, Scene
from relspace.wire.codec import CODEC

from ..hostile import game as hostile_game
from ..hostile.game import Game
from .program import FormName, Program, best
from .reference import example_of


class Time:
    """The clock of the rooms, which a test can move on."""

    passed = 0

    def __call__(self) -> int:
        return 1_800_000_000_000 + self.passed


class Company:
    """Vega, who runs the examples, and the others whom they need."""

    def __init__(self, game: Game, time: Time, vega: Program) -> None:
        self.game = game
        self.time = time
        self.vega = vega
        self.others: list[Program] = []
        self.code = ""

    async def joined_by(self, *names: str) -> None:
        """Others come in and sit down."""
        for name in names:
            key = asyncssh.generate_private_key("ssh-ed25519")
            other = await Program.begins(self.game, key=key, username=name)
            await other.ask("join", room=self.code)
            self.others.append(other)


async def in_the_lobby(company: Company) -> None:
    rigel = await Program.begins(company.game, username="Rigel")
    company.code = (await rigel.ask("create", title="Far side"))["room"]
    company.others.append(rigel)


async def in_a_room(company: Company) -> None:
    company.code = (await company.vega.ask("create", options={"seats": 4, "clock": 0}))["room"]
    await company.joined_by("Rigel")
    for program in (company.vega, *company.others):
        await program.ask("ready")


async def at_the_table(company: Company) -> None:
    company.code = (await company.vega.ask("create", options={"seats": 3, "clock": 0}))["room"]
    await company.joined_by("Rigel", "Lyra")
    everybody = (company.vega, *company.others)
    for program in everybody:
        await program.ask("ready")
    for program in everybody:
        await program.sees("playing")
    while company.vega.room.get("ahead"):
        before = company.vega.room
        mover = everybody[before["view"]["turn"] - 1]
        await mover.until(lambda mover=mover, before=before: mover.room["rev"] >= before["rev"])
        await mover.ask(**{"kind" if name == "type" else name: value for name, value in best(mover.room).items()})
        await company.vega.until(lambda before=before: company.vega.room["view"]["ply"] > before["view"]["ply"])


async def at_the_end(company: Company) -> None:
    await at_the_table(company)
    for program in company.others:
        await program.ask("resign")
    await company.vega.sees("over")


SCENES: dict[Scene, Callable[[Company], Awaitable[None]]] = {
    "lobby": in_the_lobby,
    "room": in_a_room,
    "table": at_the_table,
    "end": at_the_end,
}


async def lyra_calls_a_vote(company: Company) -> None:
    await company.others[1].ask("call-vote", seat=2)


async def rigel_is_away_for_long(company: Company) -> None:
    company.game.clients[1].abort()
    await company.vega.until(lambda: company.vega.room["seats"][1].get("presence") == "away")
    company.time.passed += 61_000


BEFORE: dict[str, Callable[[Company], Awaitable[None]]] = {
    "cast-vote": lyra_calls_a_vote,
    "hand-over": rigel_is_away_for_long,
}
"""What must have happened."""


def as_it_is(fields: dict[str, Any], company: Company) -> dict[str, Any]:
    """An example with the room, the game and a move that there are."""
    room = company.vega.room if company.vega.pushed("snapshot") else {}
    changes: dict[str, Any] = {
        "room": company.code,
        "game": room.get("game"),
        "move": (room.get("legal") or [{}])[0].get("move"),
        "ply": room.get("view", {}).get("ply"),
    }
    return {name: changes.get(name, value) for name, value in fields.items()}


@pytest.mark.parametrize("form", ["json", "frames"])
@pytest.mark.parametrize("name", REQUESTS)
async def test_an_example_does_what_it_says(
    begin_game: Callable[[], Awaitable[Game]],
    key: asyncssh.SSHKey,
    name: str,
    form: FormName,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    time = Time()
    monkeypatch.setattr(hostile_game, "wall_clock", time)
    game = await begin_game()
    company = Company(game, time, await Program.begins(game, form, key, username="Vega"))
    request = REQUESTS[name]
    await SCENES[request.facts.scene](company)
    if name in BEFORE:
        await BEFORE[name](company)
    company.vega.send({**as_it_is(example_of(request), company), "id": "example"})
    await company.vega.until(lambda: company.vega.answer("example"))
    answer = company.vega.answer("example")
    assert "ok" in answer, answer
    found = CODEC.read(request.facts.answer, answer["ok"])
    assert CODEC.plain(request.facts.answer, found) == answer["ok"]
