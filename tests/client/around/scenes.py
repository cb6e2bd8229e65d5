"""Every picture that is kept as a golden, by its name."""

from dataclasses import replace

from relspace_client.around import end, help, lobby, room  # noqa: A004
from relspace_client.around.parts import too_small
from relspace_client.picture.picture import Picture

from .rooms import (
    ADDRESS,
    CROWDED,
    EMPTY,
    GATHERING,
    LOBBY,
    LOBBY_TALK,
    OVER,
    OVER_TALK,
    ROOM_TALK,
    TEN,
    TEN_OVER,
    ended,
    reader,
    ready,
)

SIZES = ((80, 24), (120, 40), (40, 20), (40, 18))


def shown_lobby(width=80, height=24, seen=LOBBY, talk=LOBBY_TALK, cursor=2, notice="", glyphs="box") -> Picture:
    return lobby.lobby_picture(lobby.Scene(seen, talk, cursor, notice), reader(glyphs), width, height)


def shown_room(width=80, height=24, seen=GATHERING, removing=False, notice="", glyphs="box") -> Picture:
    scene = room.Scene(seen, ADDRESS, ROOM_TALK, removing, notice)
    return room.room_picture(scene, reader(glyphs), width, height)


def shown_end(width=80, height=24, seen=OVER, notice="", glyphs="box") -> Picture:
    return end.end_picture(end.Scene(seen, OVER_TALK, notice), reader(glyphs), width, height)


def _sizes(name, draw, **how):
    return {f"{name}-{w}x{h}": lambda w=w, h=h: draw(w, h, **how) for w, h in SIZES}


SCENES = {
    **_sizes("lobby", shown_lobby),
    "lobby-ascii": lambda: shown_lobby(glyphs="ascii"),
    "lobby-notice": lambda: shown_lobby(notice="Every seat there is taken."),
    "lobby-notice-40x18": lambda: shown_lobby(40, 18, notice="That can be done once a player is away for a minute."),
    **_sizes("lobby-empty", shown_lobby, seen=EMPTY, talk=(), cursor=0),
    **_sizes("lobby-crowded", shown_lobby, seen=CROWDED, cursor=20),
    **_sizes("room", shown_room),
    "room-ascii": lambda: shown_room(glyphs="ascii"),
    **_sizes("room-of-ten", shown_room, seen=TEN),
    "room-all-ready": lambda: shown_room(seen=ready(replace(GATHERING, host=2), 2)),
    "room-waiting": lambda: shown_room(seen=ready(GATHERING, 2)),
    "room-host-starts": lambda: shown_room(seen=replace(ready(GATHERING, 2), seats=ready(GATHERING, 2).seats[:3])),
    "room-freeing": lambda: shown_room(seen=replace(GATHERING, host=2), removing=True),
    "room-spectator": lambda: shown_room(seen=replace(GATHERING, you=None)),
    **_sizes("end", shown_end),
    "end-ascii": lambda: shown_end(glyphs="ascii"),
    **_sizes("end-of-ten", shown_end, seen=TEN_OVER),
    "end-another": lambda: shown_end(seen=ended(winner=3, you=1, last_card="8")),
    "end-last-left": lambda: shown_end(seen=ended(reason="last_left", last_card="", last_pod=0)),
    "end-exploded": lambda: shown_end(seen=ended(reason="exploded", winner=None, last_card="", last_pod=0, plies=500)),
    "end-abandoned": lambda: shown_end(seen=ended(reason="abandoned", winner=None, last_card="", last_pod=0)),
    "end-unfair": lambda: shown_end(seen=replace(OVER, seed="00" * 32)),
    "end-spectator": lambda: shown_end(seen=replace(ended(you=None), you=None)),
    "end-of-spectator-40x18": lambda: shown_end(40, 18, seen=replace(ended(you=None), you=None)),
    **{f"keys-{name}": lambda name=name: help.keys_picture(name, reader(), 80, 24) for name in help.KEYS},
    **{f"keys-{name}-40x18": lambda name=name: help.keys_picture(name, reader(), 40, 18) for name in help.KEYS},
    "cards": lambda: help.cards_picture(reader(), 80, 24),
    "cards-40x18": lambda: help.cards_picture(reader(), 40, 18),
    "too-small": lambda: too_small(reader(), 36, 8),
    "too-small-leaving": lambda: too_small(reader(), 30, 4, leaving=True),
}
"""How each is made."""
