"""Who waits for others at somebody else's table reads, after a while, how to play at once."""

from dataclasses import replace

import pytest

from relspace_client.app import RelspaceApp
from relspace_client.plain.room import room_next
from relspace_client.screens.room import PATIENCE_SECONDS

from ..around.rooms import GATHERING, LOBBY, reader, ready
from ..fakes import FakeClock, FakeLink, drawn

WAITING = ready(GATHERING, 2)
TIP = "Esc, then p."


async def shown_after(seconds, room):
    """What is seen of a room, so many seconds after coming in, without a key being pressed."""
    clock, link = FakeClock(), FakeLink(LOBBY)
    app = RelspaceApp(link, None, seconds=lambda: clock.now)
    async with app.run_test(size=(80, 24)) as pilot:
        app.after = clock.after
        link.push(room)
        await pilot.pause()
        assert TIP not in drawn(app)
        while clock.timers and clock.timers[0][0] <= seconds:
            clock.tick()
            await pilot.pause()
        return drawn(app)


async def test_who_waits_reads_after_a_while_how_to_play_at_once():
    assert TIP in await shown_after(PATIENCE_SECONDS, WAITING)
    assert TIP not in await shown_after(PATIENCE_SECONDS - 1, WAITING)


@pytest.mark.parametrize(
    "room",
    [
        GATHERING,
        replace(WAITING, host=2),
        replace(WAITING, you=None),
        replace(WAITING, options=replace(WAITING.options, public=False)),
    ],
    ids=["is asked for a key", "is the host", "has no seat", "was invited"],
)
async def test_who_does_something_else_than_wait_does_not(room):
    assert TIP not in await shown_after(PATIENCE_SECONDS, room)


def test_who_waits_in_plain_mode_is_told_at_once():
    told = "To play at once: leave, then quick."
    assert told in room_next(reader(), WAITING)
    assert told not in room_next(reader(), GATHERING)
