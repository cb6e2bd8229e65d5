"""`relspace simulate`: many games between bots, and what can be read off them."""

import json
import secrets
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import click

from relspace.bots import DEFAULT_LEVEL, LEVELS
from relspace.errors import Fault
from relspace.rules.deal import FEWEST_PLAYERS, MOST_PLAYERS
from relspace.rules.fairness import SEED_SIZE
from relspace.rules.layout import LAYOUTS, LayoutName
from relspace.rules.notation import options_to_json
from relspace.rules.position import Options
from relspace_client.commands.bad_input import BadInput
from relspace_client.commands.simulate.lineup import Lineup, seed_of
from relspace_client.commands.simulate.plot import plot
from relspace_client.commands.simulate.tables import details, overview
from relspace_client.commands.simulate.tally import Tally
from relspace_client.commands.simulate.workers import Batch, batches, cores, run
from relspace_client.locale.words import message


def _lineups(_: click.Context, option: click.Parameter, values: Sequence[str]) -> list[tuple[str, ...]]:
    """The levels of each line-up, one for each seat; one that is given twice is played once."""
    return list(dict.fromkeys(_levels(value, option) for value in values))


def _levels(text: str, option: click.Parameter) -> tuple[str, ...]:
    """Bots' levels by seat: `easy,hard`; `easy:4` is four seats of the same level."""
    levels: list[str] = []
    for part in text.split(","):
        level, _, count = part.strip().partition(":")
        if level not in LEVELS:
            raise click.BadParameter(f"no level {level!r}; there are {', '.join(LEVELS)}.", param=option)
        if count and not (count.isascii() and count.isdigit() and 1 <= int(count[:3]) <= MOST_PLAYERS):
            raise click.BadParameter(f"a number from 1 to {MOST_PLAYERS} follows the colon: {part!r}.", param=option)
        levels += [level] * int(count or 1)
    if not FEWEST_PLAYERS <= len(levels) <= MOST_PLAYERS:
        raise click.BadParameter(f"{FEWEST_PLAYERS} to {MOST_PLAYERS} can play: {text!r}.", param=option)
    return tuple(levels)


@click.command(
    help=message(
        "Have bots play one another, and print who wins, how long games last, and what the cards do.\n\n"
        "Shares come with Wilson's 95 % intervals in brackets. Each game's first seat is drawn by its seed."
    )
)
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help=message("Games of each line-up."))
@click.option(
    "--seats",
    "lineups",
    multiple=True,
    callback=_lineups,
    default=[f"{DEFAULT_LEVEL}:4"],
    show_default=True,
    metavar="LEVEL,…",
    help=message("A line-up, the bots' levels by seat: easy,easy,easy or easy:3. Several are compared."),
)
@click.option(
    "--layout", type=click.Choice(list(LAYOUTS)), default="grid", show_default=True, help=message("Of the stashes.")
)
@click.option("--strict", is_flag=True, help=message("Specials jam on a Mini Gun, an Odd Space and an Even Space."))
@click.option(
    "--seed", help=message("Any text, or a seed in hex; the same one plays the same games.  [default: a new one]")
)
@click.option(
    "--workers", type=click.IntRange(1), default=None, help=message("Processes.  [default: one for each core]")
)
@click.option("--json", "as_json", is_flag=True, help=message("Print all figures as one JSON object."))
@click.option(
    "--records", type=click.Path(path_type=Path), help=message("Write the record of each game into this folder.")
)
@click.option(
    "--plot", "plot_file", type=click.Path(path_type=Path), help=message("Write a plot of the line-ups, as SVG.")
)
def simulate(
    *,
    games: int,
    lineups: list[tuple[str, ...]],
    layout: LayoutName,
    strict: bool,
    seed: str | None,
    workers: int | None,
    as_json: bool,
    records: Path | None,
    plot_file: Path | None,
) -> None:
    """`relspace simulate`."""
    if plot_file is not None and not plot_file.absolute().parent.is_dir():
        raise BadInput(click.format_filename(plot_file.parent), "no such folder")
    secret = secrets.token_bytes(SEED_SIZE) if seed is None else seed_of(seed)
    options = Options(layout, strict)
    tallies = [Tally(Lineup(levels, options, secret)) for levels in lineups]
    try:
        todo = _todo(tallies, games, records)
        _play(todo, workers or cores())
        if plot_file is not None:
            plot_file.write_text(plot(tallies), encoding="utf-8")
    except Fault as fault:
        raise BadInput("simulate", str(fault)) from None
    except OSError as error:
        raise BadInput(str(error.filename or "simulate"), error.strerror or "cannot be written") from None
    if as_json:
        head = {"seed": secret.hex(), "options": options_to_json(options)}
        click.echo(json.dumps({**head, "lineups": [tally.to_json() for tally in tallies]}, indent=1))
        return
    strictly = ", strict" if strict else ""
    click.echo(f"{games:,} games of each line-up, {layout}{strictly}, seed {secret.hex()}\n")
    click.echo("\n".join(overview(tallies)))
    for tally in tallies:
        click.echo("\n" + "\n".join(details(tally)))


def _todo(tallies: list[Tally], games: int, records: Path | None) -> list[tuple[Tally, Batch]]:
    """The parts of all line-ups, each with the tally that it belongs to; makes the folders for records."""
    todo = []
    for number, tally in enumerate(tallies, 1):
        folder = None
        if records is not None:
            folder = records if len(tallies) == 1 else records / f"lineup-{number}"
            folder.mkdir(parents=True, exist_ok=True)
            if next(folder.glob("game-*.jsonl"), None) is not None:
                raise BadInput(click.format_filename(folder), "holds records already")
        todo += [(tally, batch) for batch in batches(tally.lineup, games, folder)]
    return todo


def _play(todo: list[tuple[Tally, Batch]], workers: int) -> None:
    """Plays everything; a bar on a terminal shows how far it is."""
    total = sum(len(batch.numbers) for _, batch in todo)
    bar = click.progressbar(length=total, label="games", file=sys.stderr) if sys.stderr.isatty() else nullcontext()
    with bar as progress:
        for (tally, batch), outcomes in zip(todo, run([batch for _, batch in todo], workers), strict=True):
            for outcome in outcomes:
                tally.add(outcome)
            if progress is not None:
                progress.update(len(batch.numbers))
