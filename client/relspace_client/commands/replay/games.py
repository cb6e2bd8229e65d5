"""The games that can be shown again, where nobody has said which."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import datetime, tzinfo
from itertools import islice

from relspace.wire.questions import GAMES_SHOWN, PlayedGame
from relspace_client.commands.bad_input import shown
from relspace_client.picture.row import width_of
from relspace_client.practice.past import OWN, finished

NONE_YET = "No game has been played to its end here yet. relspace play begins one."

HOW = "relspace replay ID shows one of them again."


def game_lines(records: Iterable[str], zone: tzinfo | None = None) -> Iterator[str]:
    """The newest games, a line each under a heading, and how to see one again.

    Args:
        records: the records that are kept here, newest first.
        zone: in which times are told; None for that of this machine.
    """
    rows = [("ID", "ended", "result", "against"), *(_row(game, zone) for game in _newest(records))]
    if len(rows) == 1:
        yield NONE_YET
        return
    wide = [max(width_of(row[column]) for row in rows) for column in range(3)]
    for *cells, last in rows:
        yield "  ".join([*(cell + " " * (room - width_of(cell)) for cell, room in zip(cells, wide, strict=True)), last])
    yield HOW


def json_games(records: Iterable[str]) -> Iterator[str]:
    """The same for programs: one object a line, its fields as in docs/api.md."""
    return (json.dumps(asdict(game), ensure_ascii=False) for game in _newest(records))


def _newest(records: Iterable[str]) -> Iterator[PlayedGame]:
    return (game for _, game in islice(finished(records), GAMES_SHOWN))


def _row(game: PlayedGame, zone: tzinfo | None) -> tuple[str, str, str, str]:
    """A game's id, when it ended, how, and against whom."""
    ended = datetime.fromtimestamp(game.ended / 1000).astimezone(zone).strftime("%Y-%m-%d %H:%M")
    others = [shown(name) for seat, name in enumerate(game.players, 1) if seat != OWN]
    if game.players[OWN - 1] == game.winner:
        result = "you won"
    else:
        result = f"{shown(game.winner)} won" if game.winner else "nobody won"
    return shown(game.game), ended if game.ended else "", result, ", ".join(others)
