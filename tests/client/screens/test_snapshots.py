"""How the screens look at 80 × 24, as SVG. `pytest --snapshot-update` takes them anew."""

from dataclasses import replace

import pytest

from relspace.wire.messages import Talk
from relspace_client.app import RelspaceApp

from ..around.rooms import GATHERING, LOBBY, LOBBY_TALK, OVER, OVER_TALK, ROOM_TALK
from ..fakes import FakeLink
from ..table.situations import orion

LOBBY_PAGE = (LOBBY, Talk("", LOBBY_TALK))

SCREENS = {
    "lobby": (LOBBY_PAGE, ["down", "down"]),
    "room": ((GATHERING, Talk("M2WQ7", ROOM_TALK)), []),
    "table": ((orion(),), ["b", "2"]),
    "end": ((OVER, Talk("K7QX2", OVER_TALK)), []),
    "keys": ((orion(),), ["?"]),
    "new-room": (LOBBY_PAGE, ["n"]),
    "talk": (LOBBY_PAGE, ["t", "h", "i"]),
    "menu": ((orion(),), ["b", "2", "escape"]),
    "resign": ((orion(),), ["escape", "end", "enter"]),
    "free-a-seat": ((replace(GATHERING, host=2),), ["x", "1"]),
}


@pytest.mark.parametrize("name", SCREENS)
def test_it_looks_like_this(name, snap_compare):
    messages, keys = SCREENS[name]
    app = RelspaceApp(FakeLink(LOBBY, *messages), None, seconds=lambda: 0.0)
    assert snap_compare(app, press=keys, terminal_size=(80, 24))
