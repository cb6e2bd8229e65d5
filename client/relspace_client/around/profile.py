"""A player's profile: rating, games, jams, and the last games."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from relspace.wire.questions import PlayedGame, Profile
from relspace_client.around.parts import (
    ALWAYS,
    Key,
    Reader,
    bar,
    footer,
    heading,
    key,
    notice,
    rows_of,
    up_down,
)
from relspace_client.around.rankings import figures
from relspace_client.around.standings import rating_change
from relspace_client.look.styles import ACCENT, DIM, PANEL, PANEL_ACCENT, PANEL_DIM, TEXT
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Picture

PLACE: Final = 9
"""Columns of the place that a player ended in."""

WITH: Final = 46
"""The column of who else played, where there is room for columns."""

WIDEST: Final = 92
"""The last column of a game, however wide the terminal is: rows are to be read across."""

CHANGE: Final = 5
"""Columns of a change of rating."""


class Scene(NamedTuple):
    """What a picture of a profile is made of."""

    profile: Profile | None
    """None until it has been told."""
    you: str = ""
    """What the viewer is called."""
    cursor: int = 0
    """Which of the last games is chosen."""
    notice: str = ""
    """A sentence for the viewer, in their language; empty most of the time."""


def profile_picture(scene: Scene, reader: Reader, width: int, height: int) -> Picture:
    """A profile on a terminal of at least 40 × 18 cells."""
    canvas = Canvas(width, height)
    profile = scene.profile
    if profile is None:
        bar(canvas, reader, reader.say("Profile"))
        canvas.put(1, 2, reader.say("Asking the server …"), DIM)
    else:
        own = profile.name == scene.you
        right = [reader.say("you")] if own else []
        bar(canvas, reader, profile.name, right=[*right, *_since(reader, profile)])
        y = 2 if height >= 20 else 1
        y = figures(canvas, y, _figures(reader, profile, short=width < 60)) + 1
        _games(canvas, reader, scene, profile.last, y)
    notice(canvas, reader, scene.notice)
    footer(canvas, _keys(reader, scene))
    return rows_of(canvas)


def _since(reader: Reader, profile: Profile) -> list[str]:
    if profile.guest:
        return [reader.say("guest")]
    return [reader.say("since {date}", date=_date(profile.since))] if profile.since else []


def _date(milliseconds: int) -> str:
    """The day, in the order that sorts: `2026-11-30`."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).date().isoformat()


def _figures(reader: Reader, profile: Profile, *, short: bool) -> list[tuple[str, str, str]]:
    term = reader.words.term
    lines = []
    rank = profile.rank
    if rank is None:
        lines.append((term("profile", "rating"), reader.say("none"), reader.say("the first rated game brings one")))
    else:
        place = reader.say("place {n}", n=rank.place)
        doubt = reader.say("give or take {n}", n=rank.doubt)
        lines.append((term("profile", "rating"), str(rank.rating), f"{doubt}, {place}"))
    rated = reader.say("{n} of them rated", n=rank.games) if rank is not None else ""
    lines.append((term("profile", "games"), str(profile.games), rated))
    share = f"{round(100 * profile.wins / profile.games)} %" if profile.games else ""
    lines.append((term("profile", "won"), str(profile.wins), share))
    a_game = f"{profile.jams / profile.games:.1f}" if profile.games else ""
    lines.append((term("profile", "jams"), str(profile.jams), reader.say("{n} a game", n=a_game) if a_game else ""))
    if profile.fastest:
        moves = "" if short else reader.say("moves to the fastest escape")
        lines.append((term("profile", "fastest"), str(profile.fastest), moves or reader.say("moves")))
    return lines


def _games(canvas: Canvas, reader: Reader, scene: Scene, games: Sequence[PlayedGame], y: int) -> None:
    heading(canvas, 1, y, reader.say("Last games"))
    if not games:
        canvas.put(3, y + 1, reader.say("None yet."), DIM)
        return
    rows = canvas.height - 2 - (y + 1)
    first = max(0, min(scene.cursor - rows // 2, len(games) - rows))
    for row, number in enumerate(range(first, min(first + rows, len(games))), y + 1):
        _game(canvas, reader, scene, games[number], row, chosen=number == scene.cursor)
        canvas.area(0, row, canvas.width, 1, f"row {number}")


def _game(canvas: Canvas, reader: Reader, scene: Scene, game: PlayedGame, y: int, *, chosen: bool) -> None:
    assert scene.profile is not None
    own, narrow = own_seat(game, scene.profile.name), canvas.width < 60
    winner = game.players.index(game.winner) + 1 if game.winner in game.players else None
    if chosen:
        canvas.fill(0, y, canvas.width, 1, PANEL)
        canvas.put(1, y, reader.glyphs.turn, PANEL_ACCENT)
    text, dim = (PANEL, PANEL_DIM) if chosen else (TEXT, DIM)
    date = _date(game.ended)
    x = canvas.put(3, y, date[5:] if narrow else date, dim) + 2
    right = min(canvas.width - 2, WIDEST)
    end = right - CHANGE - 1
    if game.place and not narrow:
        canvas.put(x, y, reader.say("{n} of {all}", n=game.place, all=len(game.players)), text)
        x += PLACE
    if winner is not None and winner == own:
        x = canvas.put(x, y, reader.say("won"), PANEL_ACCENT if chosen else ACCENT)
    else:
        said = reader.say("{name} won", name=game.winner) if game.winner else reader.say("nobody won")
        x = canvas.put(x, y, reader.clip(said, end - x + 1), text)
    others = reader.say(", ").join(one for seat, one in enumerate(game.players, 1) if seat not in (own, winner))
    with_ = reader.say("with {names}", names=others) if others else ""
    x = x + 2 if narrow else max(x + 2, WITH)
    if with_ and end - x > 4:
        canvas.put(x, y, reader.clip(with_, end - x + 1), dim)
    if game.change is not None:
        rating_change(canvas, right, y, game.change, chosen=chosen)


def own_seat(game: PlayedGame, name: str) -> int | None:
    """Where the player sat whose profile lists a game; by the name where the game does not tell."""
    if game.seat:
        return game.seat
    return game.players.index(name) + 1 if name in game.players else None


def _keys(reader: Reader, scene: Scene) -> list[Key]:
    games = scene.profile.last if scene.profile else ()
    arrows = up_down(reader, reader.say("game"), 3)
    replay = key(reader.say("Enter"), "enter", reader.say("replay"))
    return [
        *([arrows, replay] if games else []),
        key("?", "?", reader.say("keys"), ALWAYS),
        key(reader.say("Esc"), "escape", reader.say("back")),
    ]
