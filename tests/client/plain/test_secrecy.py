"""What is said depends on nothing that the listener may not know."""

from dataclasses import replace

import pytest

from relspace.rules.fairness import derive
from relspace.testing.hidden import another_truth
from relspace.wire.snapshot import snapshot

from ...room.rooms import LYRA, RIGEL, VEGA
from ...room.test_playing import first_move, on_turn, playing
from ..around.rooms import LOBBY
from .transcript import Transcript

WORDS = (
    "here",
    "pods",
    "pods 1",
    "stash",
    "stash 1",
    "stash 2",
    "players",
    "moves",
    "turn",
    "log",
    "seed",
    "play b1 1",
)


async def said_of(state, player, before):
    """Everything that somebody can hear of a room."""
    told = await Transcript.begun(LOBBY)
    if before is not None:
        told.hears(snapshot(before, 6, player.id, 0, 0))
    told.hears(snapshot(state, 7, player.id, 0, 0))
    await told.types(*WORDS)
    return told.text


@pytest.mark.parametrize("stashes", ["private", "open"])
async def test_another_truth_behind_the_same_view_sounds_the_same(stashes):
    table = playing(stashes=stashes)
    before = None
    differed = 0
    while table.state.phase == "playing":
        state = table.state
        for player in (VEGA, RIGEL, LYRA):
            position = state.game.position
            choices = derive(bytes(32), f"{position.ply}")
            other = another_truth(position, state.seat_of(player.id), stashes, [], choices)
            differed += other != position
            changed = replace(state, game=replace(state.game, position=other))
            assert await said_of(changed, player, before) == await said_of(state, player, before)
        before = state
        table.ask(on_turn(state), first_move(state))
    assert differed > 20
