"""`relspace play`: the whole game on one's own machine, against bots."""

from collections.abc import Sequence
from typing import Final, Literal

import click
from click.core import ParameterSource

from relspace.bots.levels import DEFAULT_LEVEL, LEVELS
from relspace.errors import Unreadable
from relspace.room.options import MAX_SEATS, MIN_SEATS, RoomOptions
from relspace.rules.fairness import seed_from_hex
from relspace.rules.layout import LAYOUTS, LayoutName
from relspace_client.commands.one_line import OneLineCommand, WrongUse
from relspace_client.locale.words import LANGUAGES, message
from relspace_client.look.themes import THEMES
from relspace_client.practice.here import Wishes, play_here
from relspace_client.start import PlayBots

USUAL_SEATS: Final = 4

CLOCKS: Final = {"off": 0, "15": 15, "30": 30, "60": 60, "day": 86_400}
"""What a turn may take, as it is typed, in seconds."""


OF_A_GAME: Final = ("seats", "bots", "layout", "strict", "open_stashes", "clock", "seed")
"""Options that say what to play: whoever gives one of them wants a new game."""


def _seed(_: click.Context, option: click.Parameter, value: str | None) -> bytes | None:
    if value is None:
        return None
    try:
        return seed_from_hex(value)
    except Unreadable:
        raise click.BadParameter("a seed is 64 hexadecimal digits.", param=option) from None


def _levels(_: click.Context, option: click.Parameter, value: str | None) -> tuple[str, ...]:
    levels = tuple(level.strip() for level in value.split(",")) if value is not None else ()
    for level in levels:
        if level not in LEVELS:
            raise click.BadParameter(f"there is no level {level[:20]!r}, only {', '.join(LEVELS)}.", param=option)
    return levels


@click.command(
    cls=OneLineCommand,
    help=message(
        "Play against bots on your own machine, without a server.\n\n"
        "Your settings, games that you left and the records of your games are kept. While games wait that you left, "
        "this comes into the lobby, where they are listed, and begins a new one only if you say what to play. "
        "relspace replay ID shows a game again."
    ),
)
@click.option(
    "--seats", type=click.IntRange(MIN_SEATS, MAX_SEATS), help=message("Players, you and the bots.  [default: 4]")
)
@click.option("--bots", callback=_levels, metavar="LEVEL,…", help=message("Their levels: one for all, or one each."))
@click.option(
    "--layout", type=click.Choice(list(LAYOUTS)), default="grid", show_default=True, help=message("Of the stashes.")
)
@click.option("--strict", is_flag=True, help=message("Specials jam on a Mini Gun, an Odd Space and an Even Space."))
@click.option("--open", "open_stashes", is_flag=True, help=message("Everybody's face-up cards can be seen."))
@click.option(
    "--clock", type=click.Choice(list(CLOCKS)), default="off", show_default=True, help=message("Seconds a turn.")
)
@click.option(
    "--seed", callback=_seed, metavar="HEX", help=message("Play the game of this seed.  [default: a new one]")
)
@click.option("--theme", type=click.Choice(list(THEMES)), help=message("Colours."))
@click.option("--language", type=click.Choice(list(LANGUAGES)), help=message("[default: what LANG says]"))
@click.option("--ascii", "ascii_only", is_flag=True, help=message("Draw with plain characters."))
@click.option("--plain", is_flag=True, help=message("Play in lines of text."))
@click.pass_context
def play(
    context: click.Context,
    *,
    seats: int | None,
    bots: tuple[str, ...],
    layout: LayoutName,
    strict: bool,
    open_stashes: bool,
    clock: str,
    seed: bytes | None,
    theme: str | None,
    language: str | None,
    ascii_only: bool,
    plain: bool,
) -> None:
    """`relspace play`."""
    seats = _seats(seats, bots)
    stashes: Literal["private", "open"] = "open" if open_stashes else "private"
    options = RoomOptions(clock=CLOCKS[clock], layout=layout, strict=strict, stashes=stashes)
    wishes = Wishes(theme or "", language or "", "ascii" if ascii_only else "", plain=plain)
    or_lobby = all(context.get_parameter_source(name) is ParameterSource.DEFAULT for name in OF_A_GAME)
    play_here(PlayBots(seats - 1, seats, options), wishes, bots or (DEFAULT_LEVEL,), seed, or_lobby=or_lobby)


def _seats(seats: int | None, bots: Sequence[str]) -> int:
    """How many play.

    Raises:
        WrongUse: seats and bots do not go together.
    """
    if len(bots) >= MAX_SEATS:
        raise WrongUse(f"--bots: at most {MAX_SEATS - 1} bots can play.")
    if len(bots) > 1 and seats not in (None, len(bots) + 1):
        raise WrongUse(f"--seats {seats}: {len(bots)} bots and you are {len(bots) + 1}. Leave --seats out.")
    return len(bots) + 1 if len(bots) > 1 else seats or USUAL_SEATS
