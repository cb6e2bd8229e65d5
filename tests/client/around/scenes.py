"""Every picture that is kept as a golden, by its name."""

from dataclasses import replace

from relspace_client.around import end, help, lobby, profile, rankings, room, settings, welcome  # noqa: A004
from relspace_client.around.page_keys import KEYS
from relspace_client.around.parts import too_small
from relspace_client.picture.picture import Picture

from .rooms import (
    ADDRESS,
    CROWDED,
    EMPTY,
    FULL,
    GATHERING,
    LOBBY,
    LOBBY_TALK,
    MOTD,
    NEWCOMER,
    OVER,
    OVER_TALK,
    PROFILE,
    RANKS,
    RATED_GONE,
    RATED_OVER,
    ROOM_TALK,
    TEN,
    TEN_OVER,
    choosing,
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


def shown_welcome(
    width=80, height=24, chosen=None, guest=False, goes="plays", notice="", glyphs="box", room=""
) -> Picture:
    scene = welcome.Scene(chosen or choosing(2), guest, goes, ADDRESS, notice, room)
    return welcome.welcome_picture(scene, reader(glyphs), width, height)


def shown_settings(width=80, height=24, chosen=None, kept="account", notice="", glyphs="box") -> Picture:
    scene = settings.Scene(chosen or choosing(3, theme="dark"), kept, notice)
    return settings.settings_picture(scene, reader(glyphs), width, height)


def shown_rankings(width=80, height=24, rows=RANKS, you=RANKS[2], cursor=1, waits=False, glyphs="box") -> Picture:
    scene = rankings.Scene(rows, len(rows), you, "Vega", cursor, waits)
    return rankings.rankings_picture(scene, reader(glyphs), width, height)


def shown_profile(width=80, height=24, seen=PROFILE, cursor=1, glyphs="box") -> Picture:
    return profile.profile_picture(profile.Scene(seen, "Vega", cursor), reader(glyphs), width, height)


def shown_help(width=80, height=24, of="lobby", cards=False, offset=0, glyphs="box") -> Picture:
    return help.help_picture(help.Scene(of, cards, offset), reader(glyphs), width, height)


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
    **_sizes("end-rated", shown_end, seen=RATED_OVER),
    "end-rated-voted-out-80x24": lambda: shown_end(seen=RATED_GONE),
    "end-rated-voted-out-40x20": lambda: shown_end(40, 20, seen=RATED_GONE),
    "lobby-motd": lambda: shown_lobby(seen=MOTD),
    "lobby-motd-guest-40x18": lambda: shown_lobby(40, 18, seen=replace(MOTD, guest=True)),
    "lobby-of-ten": lambda: shown_lobby(seen=FULL, cursor=7),
    "end-ascii": lambda: shown_end(glyphs="ascii"),
    **_sizes("end-of-ten", shown_end, seen=TEN_OVER),
    "end-another": lambda: shown_end(seen=ended(winner=3, you=1, last_card="8")),
    "end-last-left": lambda: shown_end(seen=ended(reason="last_left", last_card="", last_pod=0)),
    "end-exploded": lambda: shown_end(seen=ended(reason="exploded", winner=None, last_card="", last_pod=0, plies=500)),
    "end-abandoned": lambda: shown_end(seen=ended(reason="abandoned", winner=None, last_card="", last_pod=0)),
    "end-unfair": lambda: shown_end(seen=replace(OVER, seed="00" * 32)),
    "end-spectator": lambda: shown_end(seen=replace(ended(you=None), you=None)),
    "end-of-spectator-40x18": lambda: shown_end(40, 18, seen=replace(ended(you=None), you=None)),
    **_sizes("welcome", shown_welcome),
    **_sizes("welcome-guest", shown_welcome, chosen=choosing(0, "Guest7"), guest=True, goes="joins", room="K7QX2"),
    "welcome-ascii": lambda: shown_welcome(chosen=choosing(3, glyphs="ascii", colours="none"), glyphs="ascii"),
    "welcome-watching": lambda: shown_welcome(goes="watches", room="K7QX2"),
    **_sizes("settings", shown_settings),
    "settings-ascii": lambda: shown_settings(chosen=choosing(4, glyphs="ascii", bell=True), glyphs="ascii"),
    "settings-practice": lambda: shown_settings(kept="machine"),
    "settings-guest": lambda: shown_settings(kept="session"),
    **_sizes("rankings", shown_rankings),
    "rankings-end": lambda: shown_rankings(cursor=39, you=None),
    "rankings-ascii": lambda: shown_rankings(glyphs="ascii"),
    "rankings-empty": lambda: shown_rankings(rows=(), you=None, cursor=0),
    "rankings-empty-40x18": lambda: shown_rankings(40, 18, rows=(), you=None, cursor=0),
    "rankings-new-40x18": lambda: shown_rankings(40, 18, rows=RANKS[:2], you=None, cursor=0),
    "rankings-asked": lambda: shown_rankings(rows=(), you=None, cursor=0, waits=True),
    **_sizes("profile", shown_profile),
    "profile-60x20": lambda: shown_profile(60, 20),
    "profile-ascii": lambda: shown_profile(glyphs="ascii"),
    "profile-asked": lambda: shown_profile(seen=None),
    **_sizes("profile-newcomer", shown_profile, seen=NEWCOMER, cursor=0),
    **{f"keys-{name}": lambda name=name: shown_help(of=name) for name in sorted(KEYS)},
    **{f"keys-{name}-40x18": lambda name=name: shown_help(40, 18, name) for name in sorted(KEYS)},
    **_sizes("cards", shown_help, cards=True),
    "cards-40x18-end": lambda: shown_help(40, 18, cards=True, offset=99),
    "cards-ascii": lambda: shown_help(cards=True, glyphs="ascii"),
    "too-small": lambda: too_small(reader(), 36, 8),
    "too-small-leaving": lambda: too_small(reader(), 30, 4, leaving=True),
}
"""How each is made."""
