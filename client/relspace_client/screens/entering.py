"""Going into a room, and what to offer when that cannot be."""

from collections.abc import Callable
from dataclasses import replace

from relspace.errors import Refused
from relspace.room.commands import SetReady
from relspace.room.options import RoomOptions
from relspace.wire.commands import Create, Done, Join, Watch
from relspace_client.screens.dialogs.choose import confirm
from relspace_client.screens.learn import open_learn
from relspace_client.screens.page import Stage
from relspace_client.screens.replay import open_replay
from relspace_client.start import InLobby, JoinRoom, Learn, PlayBots, Replay, Start, WatchRoom


def start(stage: Stage, where: Start) -> None:
    """Goes where the person asked to come in."""
    match where:
        case JoinRoom(code):
            join(stage, code, lambda error: _tell_gone(stage, code, error))
        case WatchRoom(code):
            stage.send(Watch(code), otherwise=lambda error: _tell_gone(stage, code, error))
        case PlayBots(bots, seats, options):
            play_bots(stage, bots, seats, options)
        case Learn():
            open_learn(stage)
        case Replay(game):
            open_replay(stage, game)
        case InLobby():
            pass


def join(stage: Stage, code: str, otherwise: Callable[[Refused], bool] | None = None) -> None:
    """Takes a seat of a room, or comes back to one's own; where that is refused, offers what there is instead.

    Args:
        stage: the app.
        code: the room's.
        otherwise: called when there is nothing to offer; returns whether it dealt with it. If not, the person is told.
    """

    def refused(error: Refused) -> bool:
        if error.code == "seat-in-use":
            _offer_take_over(stage, code)
        elif error.code in ("room-full", "game-running"):
            _offer_watching(stage, code, error)
        else:
            return otherwise is not None and otherwise(error)
        return True

    stage.send(Join(code), otherwise=refused)


def watch(stage: Stage, code: str) -> None:
    """Sees a room without a seat."""
    stage.send(Watch(code))


def play_bots(stage: Stage, bots: int, seats: int, options: RoomOptions) -> None:
    """Opens a room with bots and is ready at once, so that the game starts if they fill it."""

    def ready(done: Done) -> None:
        stage.send(SetReady(done.room, ready=True))

    stage.play(Create(options=replace(options, seats=seats or bots + 1), bots=bots), ready)


def _tell_gone(stage: Stage, code: str, error: Refused) -> bool:
    """Tells somebody who has just come in that the room that they came for is not there; returns whether it is so."""
    if error.code not in ("no-such-room", "room-closed"):
        return False
    stage.tell(stage.reader.say("Room {code} is not there: it has closed, or has another code.", code=code.upper()))
    return True


def _offer_take_over(stage: Stage, code: str) -> None:
    reader = stage.reader
    question = reader.say("You are already there from another terminal. It goes back to the lobby if you come here.")
    dialog = confirm(
        reader, reader.say("Your seat"), question, reader.say("Take the seat over"), reader.say("Leave it as it is")
    )
    stage.ask(dialog, lambda answer: stage.send(Join(code, take_over=True)) if answer == "yes" else None)


def _offer_watching(stage: Stage, code: str, error: Refused) -> None:
    reader = stage.reader
    full = reader.say("Every seat there is taken. You can watch.")
    runs = reader.say("A game is being played there already. You can watch.")
    question = full if error.code == "room-full" else runs
    dialog = confirm(reader, reader.say("No free seat"), question, reader.say("Watch"), reader.say("Stay here"))
    stage.ask(dialog, lambda answer: watch(stage, code) if answer == "yes" else None)
