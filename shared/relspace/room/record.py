"""The record of a room's game (docs/rules.md 8), at any moment of it."""

from datetime import UTC, datetime

from relspace.errors import NotNow
from relspace.room.state import Game, RoomState
from relspace.rules.moves import parse_move
from relspace.rules.record import EndLine, GameLine, MoveLine, Record


def record_of(state: RoomState) -> Record:
    """The record of the running or last game; the seed is in it once the game is over.

    Raises:
        NotNow: `no-game`, if none was played yet.
    """
    game = state.game
    if game is None:
        raise NotNow("no-game")
    moves = tuple(
        MoveLine(ply, made.seat, parse_move(made.move), made.ms, made.auto) for ply, made in enumerate(game.moves, 1)
    )
    return Record(_first_line(state, game), moves, _last_line(game))


def _first_line(state: RoomState, game: Game) -> GameLine:
    started = datetime.fromtimestamp(game.started // 1000, UTC)
    return GameLine(
        id=state.game_id,
        started=started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        options=game.position.options,
        seats=tuple(player.name for player in game.players),
        commitment=game.commitment,
        first=game.first if game.number > 1 else None,
    )


def _last_line(game: Game) -> EndLine | None:
    if game.position.phase != "over":
        return None
    return EndLine(game.position.ply, game.position.winner, game.reason or "abandoned", game.seed.reveal().hex())
