"""Whoever does what an announcement says, word for word, makes a move: in whole games, whatever was dealt."""

import re
from collections.abc import Callable
from itertools import product

import pytest

from relspace.bots.match import uniform
from relspace.room.commands import MakeMove, SetReady
from relspace.room.options import RoomOptions
from relspace.rules.fairness import derive
from relspace.wire.commands import Create
from relspace.wire.messages import Snapshot

from ...practice.world import Player, World
from ..around.rooms import LOBBY
from .spoken import lines_to_type, words_as_they_stand
from .transcript import Transcript

GAMES = 6
"""Games of each kind."""

SURE = {"loads", "opens", "choice"}
"""Verdicts of the moves that an announcement names."""


async def begun(seed: bytes, **options: object) -> Player:
    """A game against bots that was dealt from this seed."""
    player = Player(World(), levels=("easy",), seed=seed)
    done = await player.link.send(Create(options=RoomOptions(clock=0, **options), bots=options["seats"] - 1))
    await player.link.send(SetReady(done.room, ready=True))
    return player


async def understood(shown: Snapshot, read: Callable[[str], list[str]]) -> list[str]:
    """The moves that come of typing all that the announcement of this turn says, line by line."""
    told = await Transcript.begun(LOBBY)
    announced = re.split("Your turn|It is your turn", " ".join(told.hears(shown)))[-1]
    for line in read(announced):
        await told.types(line)
    assert all(isinstance(command, MakeMove) for command in told.link.sent)
    return [command.move for command in told.link.sent]


@pytest.mark.parametrize(("seats", "layout", "strict"), product((2, 4), ("grid", "pyramid"), (False, True)))
async def test_each_line_that_is_named_is_a_move_and_every_sure_move_is_named(seats, layout, strict):
    for game in range(GAMES):
        seed = derive(bytes(32), f"{seats} {layout} {strict} {game}")
        player = await begun(seed, seats=seats, layout=layout, strict=strict)
        while (shown := player.snapshot).phase == "playing":
            if shown.view.turn != shown.you:
                assert await player.world.tick()
                continue
            sure = [move.move for move in shown.legal if move.verdict in SURE]
            assert sorted(await understood(shown, lines_to_type)) == sorted(sure)
            assert sorted(await understood(shown, words_as_they_stand)) == sorted(sure)
            move = uniform(shown.view, shown.you, derive(seed, f"me:{shown.view.ply}"))
            await player.link.send(MakeMove(shown.room, str(move), shown.view.ply))
