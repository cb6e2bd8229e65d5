"""The lobby's cursor stands on a game of one's own unless it was moved, and a seat that is gone is told."""

from dataclasses import replace

import pytest

from relspace.wire.commands import Join
from relspace.wire.messages import Lobby
from relspace_client.app import RelspaceApp
from relspace_client.screens.lobby import PUT_SECONDS

from ..around.rooms import LOBBY
from ..fakes import FakeLink, drawn

ORION, BOAT, *OTHERS = LOBBY.rooms


def with_rooms(*rooms) -> Lobby:
    return replace(LOBBY, rooms=rooms)


@pytest.mark.parametrize(
    ("first", "keys", "then", "room"),
    [
        (with_rooms(*OTHERS), [], [LOBBY], ORION),  # a game of one's own comes
        (with_rooms(*OTHERS), ["down"], [LOBBY], OTHERS[1]),  # the person has chosen another room
        (LOBBY, [], [with_rooms(*OTHERS), LOBBY], ORION),  # the marked one is gone, and one's own game comes
        (LOBBY, ["down", "down"], [with_rooms(ORION, BOAT, *OTHERS[1:])], ORION),  # the chosen one is gone
        (LOBBY, [], [with_rooms(BOAT, *OTHERS)], BOAT),
        (with_rooms(*OTHERS), [], [with_rooms(*OTHERS[1:], OTHERS[0])], OTHERS[0]),  # nothing of one's own
    ],
)
async def test_enter_leads_to_ones_own_game_unless_the_person_has_moved_the_cursor(first, keys, then, room):
    link = FakeLink(first)
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        for key in keys:
            await pilot.press(key)
        link.push(*then)
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert link.sent == [Join(room.code)]


async def test_a_cursor_put_elsewhere_a_while_ago_goes_to_the_game_that_waits():
    clock = [0.0]
    link = FakeLink(with_rooms(replace(ORION, your_turn=False), *OTHERS))
    app = RelspaceApp(link, None, seconds=lambda: clock[0])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "down")
        clock[0] = PUT_SECONDS
        link.push(with_rooms(replace(ORION, your_turn=False), BOAT, *OTHERS))
        await pilot.pause()
        assert "Enter sit down" in drawn(app), "no game waits for them"
        link.push(with_rooms(BOAT, ORION, *OTHERS))
        await pilot.press("enter")
        await pilot.pause()
        assert link.sent == [Join(ORION.code)]


async def test_a_seat_that_is_gone_is_told_in_the_lobby():
    link = FakeLink(LOBBY)
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        link.push(with_rooms(BOAT, *OTHERS))
        await pilot.pause()
        assert "You are no longer in Orion (K7QX2)" in drawn(app)
