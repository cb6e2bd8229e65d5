"""A player's profile: rating, games, jams, and the last games."""

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
    right_aligned,
    rows_of,
    some_of,
    up_down,
)
from relspace_client.around.rankings import figures
from relspace_client.around.standings import rating_change
from relspace_client.look.styles import ACCENT, DIM, PANEL, PANEL_ACCENT, PANEL_DIM, TEXT
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Picture
from relspace_client.picture.row import width_of

DATE: Final = 3
"""The column of the day of a game."""

PLACE: Final = 9
"""Columns of the place that a player ended in."""

OTHERS: Final = 46
"""The column of who else played, where there is room for columns; further right beside long outcomes."""

WIDE: Final = 76
"""Columns of a terminal from which on they have a column of their own."""

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
        _games(canvas, reader, profile, scene.cursor, y)
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
        doubt = reader.say("doubt {n}", n=rank.doubt)
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


class _Columns(NamedTuple):
    """Where things stand in the row of a game."""

    place: int
    """0 where there is no room for it, nor for the heads of columns."""
    outcome: int
    others: int
    """0 where they follow the outcome, and days have no year."""
    right: int
    """The last column."""


def _games(canvas: Canvas, reader: Reader, profile: Profile, cursor: int, y: int) -> None:
    """The last games with their headings, from row `y` on."""
    games = profile.last
    head = y
    end = heading(canvas, 1, head, reader.say("Last games"))
    y += 1
    if not games:
        canvas.put(3, y, reader.say("None yet."), DIM)
        return
    columns = _columns(reader, profile, canvas.width)
    if columns.place:
        _heads(canvas, reader, columns, y)
        y += 1
    rows = canvas.height - 2 - y
    first = max(0, min(cursor - rows // 2, len(games) - rows))
    canvas.put(end + 2, head, some_of(reader, first, rows, len(games)), DIM)
    for row, number in enumerate(range(first, min(first + rows, len(games))), y):
        _game(canvas, reader, columns, profile, games[number], row, chosen=number == cursor)
        canvas.area(0, row, canvas.width, 1, f"row {number}")


def _columns(reader: Reader, profile: Profile, width: int) -> _Columns:
    right = min(width - 2, WIDEST)
    short = DATE + 7
    if width < 60:
        return _Columns(place=0, outcome=short, others=0, right=right)
    if width < WIDE:
        return _Columns(place=short, outcome=short + PLACE, others=0, right=right)
    outcome = DATE + 12 + PLACE
    widest = max(width_of(_outcome(reader, game, own_seat(game, profile.name))) for game in profile.last)
    return _Columns(DATE + 12, outcome, max(OTHERS, outcome + widest + 2), right)


def _heads(canvas: Canvas, reader: Reader, columns: _Columns, y: int) -> None:
    """The names of the columns; dates and names tell themselves what they are."""
    term = reader.words.term
    canvas.put(columns.place, y, reader.clip(term("column", "place"), PLACE - 1), DIM)
    canvas.put(columns.outcome, y, term("column", "result"), DIM)
    right_aligned(canvas, columns.right, y, term("column", "rating"), DIM)


def _game(
    canvas: Canvas, reader: Reader, columns: _Columns, profile: Profile, game: PlayedGame, y: int, *, chosen: bool
) -> None:
    own = own_seat(game, profile.name)
    if chosen:
        canvas.fill(0, y, canvas.width, 1, PANEL)
        canvas.put(1, y, reader.glyphs.turn, PANEL_ACCENT)
    text, dim, accent = (PANEL, PANEL_DIM, PANEL_ACCENT) if chosen else (TEXT, DIM, ACCENT)
    date = _date(game.ended)
    canvas.put(DATE, y, date if columns.others else date[5:], dim)
    if game.place and columns.place:
        canvas.put(columns.place, y, reader.say("{n} of {all}", n=game.place, all=len(game.players)), text)
    end = columns.right - CHANGE - 1
    said = reader.clip(_outcome(reader, game, own), end - columns.outcome + 1)
    x = canvas.put(columns.outcome, y, said, accent if own and _winner(game) == own else text)
    x = columns.others or x + 2
    others = reader.say(", ").join(one for seat, one in enumerate(game.players, 1) if seat not in (own, _winner(game)))
    if others and end - x > 4:
        told = reader.say("against {names}", names=others) if game.winner else reader.say("with {names}", names=others)
        canvas.put(x, y, reader.clip(told, end - x + 1), dim)
    if game.change is not None:
        rating_change(canvas, columns.right, y, game.change, chosen=chosen)


def _winner(game: PlayedGame) -> int | None:
    """The seat of who won; None if nobody did."""
    return game.players.index(game.winner) + 1 if game.winner in game.players else None


def _outcome(reader: Reader, game: PlayedGame, own: int | None) -> str:
    """How a game ended, for who sat on a seat."""
    if own is not None and _winner(game) == own:
        return reader.say("won")
    return reader.say("{name} won", name=game.winner) if game.winner else reader.say("nobody won")


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
