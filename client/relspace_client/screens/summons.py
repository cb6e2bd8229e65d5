"""What reaches a person who looks elsewhere: the title of the terminal's window, and the bell."""

from collections.abc import Callable
from typing import Final

from relspace_client.around.parts import Reader
from relspace_client.locale.titles import title_in
from relspace_client.model import Model


def window_title(reader: Reader, model: Model) -> str:
    """The room, and whose turn it is there; in the lobby, the game that waits for the viewer."""
    snapshot = model.snapshot
    if snapshot is None:
        waits = (
            next((title_in(reader.words, room) for room in model.lobby.rooms if room.your_turn), "")
            if model.lobby
            else ""
        )
        return reader.say("{room}: YOUR TURN", room=waits) if waits else reader.say("Relative Space")
    room = title_in(reader.words, snapshot)
    if snapshot.phase == "gathering":
        return reader.say("{room}: before the game", room=room)
    if snapshot.phase == "over" or snapshot.view is None:
        return reader.say("{room}: the game is over", room=room)
    turn = snapshot.view.turn
    if turn == snapshot.you:
        return reader.say("{room}: YOUR TURN", room=room)
    return reader.say("{room}: {name}'s turn", room=room, name=snapshot.seats[turn - 1].name)


def awaited(model: Model) -> frozenset[str]:
    """The rooms in which it is the viewer's turn, as far as can be seen from where they are."""
    snapshot = model.snapshot
    if snapshot is None:
        return frozenset(room.code for room in model.lobby.rooms if room.your_turn) if model.lobby else frozenset()
    plays = snapshot.phase == "playing" and snapshot.view is not None and snapshot.view.turn == snapshot.you
    return frozenset((snapshot.room,)) if plays else frozenset()


class Summons:
    """Names the window, and rings when it becomes the viewer's turn.

    Args:
        title: names the window.
        ring: rings the bell.
    """

    def __init__(self, title: Callable[[str], None], ring: Callable[[], None]) -> None:
        self._title: Final = title
        self._ring: Final = ring
        self._titled = ""
        self._where: str | None = None
        """The room that was looked at, empty for the lobby; None before anything was."""
        self._awaited: frozenset[str] = frozenset()

    def follow(self, model: Model, reader: Reader, *, bell: bool) -> None:
        """The model, or the reader's language, may have changed."""
        title = window_title(reader, model)
        if title != self._titled:
            self._titled = title
            self._title(title)
        where, now = model.room, awaited(model)
        if bell and where == self._where and now - self._awaited:
            self._ring()
        self._where, self._awaited = where, now
