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
from relspace_client.around.parts import Reader
from relspace_client.locale.words import words
from relspace_client.look.appearance import appearance
from relspace_client.look.glyphs import GLYPHS
from relspace_client.own_terminal import is_plain, suggested
from relspace_client.plain.here import run_plain, write_line
from relspace_client.practice.kept import Kept, kept_here
from relspace_client.practice.link import Practice
from relspace_client.start import Start


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was asked for on the command line; it goes before what is kept, this time."""

    theme: str = ""
    language: str = ""
    glyphs: str = ""
    plain: bool = False
    """Whether lines of text are wanted."""


def play_here(
    start: Start, wishes: Wishes, levels: Sequence[str] = (DEFAULT_LEVEL,), seed: bytes | None = None
) -> None:
    """Plays until the player leaves.

    Args:
        start: where the player comes in.
        wishes: how the game is to look.
        levels: of the bots.
        seed: of the first game; None for a new one.
    """
    kept = kept_here()
    _log_to(kept.log_file)
    player = kept.player()
    settings = replace(
        player.settings,
        theme=wishes.theme or player.settings.theme,
        language=wishes.language or player.settings.language,
        glyphs=wishes.glyphs or player.settings.glyphs,
    )
    link = Practice(player.name, settings, kept, levels, seed)
    look = appearance(settings, suggested(os.environ))
    if wishes.plain or not _pictures():
        reader = Reader(words(look.language), GLYPHS[look.glyphs])
        asyncio.run(run_plain(link, reader, start, sys.stdin, write_line))
    else:
        _on_screen(link, start, kept)
    if kept.trouble:
        click.echo(f"relspace: {kept.trouble}", err=True)


def _pictures() -> bool:
    """Whether pictures can be shown."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not is_plain(os.environ, sys.platform)


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
