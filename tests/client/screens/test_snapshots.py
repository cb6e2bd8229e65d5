"""How the screens look at 80 × 24, as SVG. `pytest --snapshot-update` takes them anew."""

from dataclasses import replace

import pytest

from relspace.wire.messages import Me, Missed, OpenVote, Talk
from relspace.wire.questions import AskProfile, AskRankings, Rankings
from relspace_client.app import RelspaceApp

from ..around.rooms import GATHERING, LOBBY, LOBBY_TALK, OVER, OVER_TALK, PROFILE, RANKS, RATED_OVER, ROOM_TALK
from ..fakes import FakeLink
from ..table.situations import orion
from .people import GUEST, NEW, me

LOBBY_PAGE = (LOBBY, Talk("", LOBBY_TALK))

RANKED = {AskRankings(1): Rankings(40, RANKS, RANKS[2]), AskProfile(""): PROFILE, AskProfile("Rigel"): PROFILE}
"""What the server of these screens knows."""

SCREENS = {
    "welcome": ((NEW, *LOBBY_PAGE), ["down", "down"]),
    "welcome-guest": ((GUEST, *LOBBY_PAGE), []),
    "name": ((NEW, *LOBBY_PAGE), ["n"]),
    "settings": ((me(), *LOBBY_PAGE), ["s", "down", "down"]),
    "settings-light": ((me(theme="light"), *LOBBY_PAGE), ["s", "down", "down"]),
    "settings-ascii": ((me(glyphs="ascii", colours="256"), *LOBBY_PAGE), ["s", "up"]),
    "rankings": ((me(), *LOBBY_PAGE), ["r", "down"]),
    "profile": ((me(), *LOBBY_PAGE), ["m", "down"]),
    "cards": (LOBBY_PAGE, ["?", "tab"]),
    "vote": ((replace(orion(), vote=OpenVote(2, 1, 0, 2, 20_000, may=True)),), ["b", "2"]),
    "asking": ((orion(),), ["b", "2", "1"]),
    "winston": ((orion(phase="peek", load_pod=2, pods={1: "1 3 3 6 7", 2: "2 8 8 WIN", 4: "OXY 4"}),), ["c", "1"]),
    "missed": ((replace(orion(), away=Missed(9, 2, ("A1>P2", "B3>P1"), (3,))),), []),
    "players": ((replace(GATHERING, host=2),), ["p", "enter"]),
    "menu-light": ((me(theme="light"), orion()), ["b", "2", "escape"]),
    "new-room-contrast": ((me(theme="contrast"), *LOBBY_PAGE), ["n"]),
    "end-rated": ((RATED_OVER,), []),
    "lobby": (LOBBY_PAGE, ["down", "down"]),
    "room": ((GATHERING, Talk("M2WQ7", ROOM_TALK)), []),
    "table": ((orion(),), ["b", "2"]),
    "end": ((OVER, Talk("K7QX2", OVER_TALK)), []),
    "keys": ((orion(),), ["?"]),
    "new-room": (LOBBY_PAGE, ["n"]),
    "talk": (LOBBY_PAGE, ["t", "h", "i"]),
    "menu": ((orion(),), ["b", "2", "escape"]),
    "resign": ((orion(),), ["escape", "end", "enter"]),
    "table-spanish": ((me(language="es"), orion()), ["b", "2"]),
    "lobby-japanese": ((me(language="ja"), *LOBBY_PAGE), ["down", "down"]),
    "free-a-seat": ((replace(GATHERING, host=2),), ["x", "1"]),
}


@pytest.mark.parametrize("name", SCREENS)
def test_it_looks_like_this(name, snap_compare):
    messages, keys = SCREENS[name]
    link = FakeLink(*messages) if isinstance(messages[0], Me) else FakeLink(LOBBY, *messages)
    link.known = RANKED
    app = RelspaceApp(link, None, seconds=lambda: 0.0)
    assert snap_compare(app, press=keys, terminal_size=(80, 24))
