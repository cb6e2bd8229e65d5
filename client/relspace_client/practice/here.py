"""Running the game on the terminal that the player sits at, without a server."""

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from relspace.bots.levels import DEFAULT_LEVEL
from relspace.errors import Refused
from relspace.room.stored import decode_room
from relspace_client.around.parts import Reader
from relspace_client.locale.words import words
from relspace_client.look.appearance import appearance
from relspace_client.look.glyphs import GLYPHS
from relspace_client.own_program import typed
from relspace_client.own_terminal import is_plain, suggested
from relspace_client.plain.here import run_plain, write_line
from relspace_client.practice.kept import Kept, kept_here
from relspace_client.practice.link import Practice
from relspace_client.practice.waiting import plays_on
from relspace_client.start import InLobby, Learn, Start


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was asked for on the command line; it goes before what is kept, this time."""

    theme: str = ""
    language: str = ""
    glyphs: str = ""
    plain: bool = False
    """Whether lines of text are wanted."""


def play_here(
    start: Start,
    wishes: Wishes,
    levels: Sequence[str] = (DEFAULT_LEVEL,),
    seed: bytes | None = None,
    *,
    or_lobby: bool = False,
) -> None:
    """Plays until the player leaves, and says how to come back to games that are not over.

    Args:
        start: where the player comes in.
        wishes: how the game is to look.
        levels: of the bots.
        seed: of the first game; None for a new one.
        or_lobby: whether the player comes into the lobby instead if games wait there that they left, or if another
            window plays some.
    """
    kept = kept_here()
    if or_lobby and (kept.played_elsewhere() or any(map(_waits, kept.waiting_games()))):
        start = InLobby()
    _log_to(kept.log_file)
    player = kept.player()
    settings = replace(
        player.settings,
        theme=wishes.theme or player.settings.theme,
        language=wishes.language or player.settings.language,
        glyphs=wishes.glyphs or player.settings.glyphs,
    )
    unkept = "" if isinstance(start, Learn) else kept.unwritable()
    link = Practice(player.name, settings, kept, levels, seed, tells_of_others=start == InLobby(), unkept=unkept)
    if wishes.plain or not _pictures():
        look = appearance(settings, suggested(os.environ))
        reader = Reader(words(look.language), GLYPHS[look.glyphs])
        asyncio.run(run_plain(link, reader, start, sys.stdin, write_line))
    else:
        _on_screen(link, start, kept)
    if kept.trouble:
        click.echo(f"relspace: {kept.trouble}", err=True)
    elif link.left:
        write_line(_how_to_come_back(link, plain=wishes.plain))


def _pictures() -> bool:
    """Whether pictures can be shown."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not is_plain(os.environ, sys.platform)


def _waits(data: bytes) -> bool:
    """Whether a room that was kept has a game for the player to go on with."""
    try:
        return plays_on(decode_room(data))
    except Refused:
        return False


def _how_to_come_back(link: Practice, *, plain: bool) -> str:
    """What is said last if games are not over."""
    reads = words(appearance(link.settings, suggested(os.environ)).language)
    return reads.count(
        "Your game is kept. To come back to it, type: {command}",
        "Your {n} games are kept. To come back to them, type: {command}",
        link.left,
        command=f"{typed(sys.argv[0])} play{' --plain' if plain else ''}",
    )


def _log_to(file: Path) -> None:
    """Sends what goes wrong to a file, which is made when something does: nothing may write into the picture."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
    handler = logging.FileHandler(file, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    handler.setLevel(logging.WARNING)
    logging.getLogger().addHandler(handler)
    logging.raiseExceptions = False  # a log that cannot be written is no reason to disturb a game


def _on_screen(link: Practice, start: Start, kept: Kept) -> None:
    from relspace_client.app import RelspaceApp  # noqa: PLC0415 - Textual takes long to load

    app = RelspaceApp(link, None, start, look=suggested(os.environ))
    app.logs_crashes = True
    app.run()
    if app.incident:
        click.echo(f"relspace: something went wrong on our side; {kept.log_file} says what.", err=True)
        raise click.exceptions.Exit(1)
