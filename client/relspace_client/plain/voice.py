"""What the words of plain mode know of the session that they are said in, and what all of them share."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Literal, Protocol, TypeAlias

from relspace.errors import Refused
from relspace.wire.commands import Command, Done
from relspace.wire.messages import Snapshot
from relspace_client.around.parts import Reader
from relspace_client.model import Model

Here: TypeAlias = Literal["lobby", "room", "table", "end"]
"""Where somebody is: in the lobby, or in a room before, during or after a game."""

Then: TypeAlias = Callable[[], Awaitable[None]]
"""What a yes leads to."""

LONGEST_QUOTED: Final = 20
"""Characters of a mistyped word that are repeated."""


class Voice(Protocol):
    """What a session does for its words."""

    @property
    def model(self) -> Model:
        """What is known of the rooms."""
        ...

    @property
    def reader(self) -> Reader:
        """In which language."""
        ...

    @property
    def time_left(self) -> int | None:
        """Milliseconds left of the turn; None where no clock runs."""
        ...

    def say(self, *lines: str) -> None:
        """Writes lines."""
        ...

    def read_in(self, language: str) -> None:
        """From now on in another language; empty for the one in which the session began."""
        ...

    def ask(self, question: str, then: Then) -> None:
        """Asks for a yes; any other word leaves it as it is."""
        ...

    async def send(self, command: Command, otherwise: Callable[[Refused], bool] | None = None) -> Done | None:
        """Asks the rooms for something.

        Args:
            command: what is asked.
            otherwise: called when it was refused; returns whether it dealt with it. If not, the person is told.

        Returns:
            What came of it; None if it was refused or failed, which the person was told.
        """
        ...

    def leave(self) -> None:
        """Ends the session."""
        ...


def room_of(voice: Voice) -> Snapshot:
    """The room that is looked at; a word that asks for it is only said in one."""
    snapshot = voice.model.snapshot
    assert snapshot is not None
    return snapshot


def place_of(snapshot: Snapshot | None) -> Here:
    """Where somebody is who looks at this room, or at none."""
    if snapshot is None:
        return "lobby"
    if snapshot.phase == "gathering":
        return "room"
    return "end" if snapshot.phase == "over" else "table"


def all_of(reader: Reader, things: Sequence[object]) -> str:
    """Everything in a list: `1, 2 and 4`."""
    return reader.glyphs.plain(reader.words.every([str(thing) for thing in things]))


def closed(sentence: str) -> str:
    """A sentence in which the last word brings its own full stop, as `The B.R.B.` does, without a second one."""
    return sentence[:-1] if sentence.endswith(("..", ".。")) and not sentence.endswith("...") else sentence


def own_name(model: Model) -> str:
    """What the person is called; empty while that is not known."""
    if model.me is not None:
        return model.me.name
    return model.lobby.you if model.lobby else ""


def watches(snapshot: Snapshot | None) -> bool:
    """Whether somebody looks at a room in which they have no seat."""
    return snapshot is not None and snapshot.you is None


def pods_named(reader: Reader, pods: Sequence[int]) -> str:
    """Pods within a sentence: `pod 2`, `pods 1, 2 and 4`."""
    if len(pods) == 1:
        return reader.say("pod {pod}", pod=pods[0])
    return reader.say("pods {pods}", pods=all_of(reader, pods))


def seconds_left(reader: Reader, left: int) -> str:
    """What is left of a turn, in words."""
    seconds = -(-left // 1000)
    if seconds >= 7200:
        return reader.count("{n} hour left", "{n} hours left", seconds // 3600)
    if seconds >= 120:
        return reader.count("{n} minute left", "{n} minutes left", seconds // 60)
    return reader.count("{n} second left", "{n} seconds left", seconds)


def players_of(snapshot: Snapshot) -> tuple[str, ...]:
    """The names of those who play, by seat; after a game of those who played, whoever sits there now."""
    if snapshot.result is not None:
        return tuple(one.name for one in sorted(snapshot.result.standings, key=lambda one: one.seat))
    return tuple(seat.name for seat in snapshot.seats)


def own_seat(snapshot: Snapshot) -> int | None:
    """The viewer's seat in the game; after a game the one that they had."""
    return snapshot.you if snapshot.result is None else snapshot.result.you


def name_of(reader: Reader, snapshot: Snapshot, seat: int) -> str:
    """A player within a sentence; `You` for the viewer."""
    if seat == own_seat(snapshot):
        return reader.say("You")
    names = players_of(snapshot)
    return names[seat - 1] if seat <= len(names) else ""


def seat_meant(names: Sequence[str], text: str, among: Sequence[int]) -> int | None:
    """The seat that somebody means by a number, a name or the beginning of one, or both; None if that is not clear.

    Args:
        names: who sits where.
        text: what was typed.
        among: the seats that can be meant.
    """
    number, _, name = text.partition(" ")
    number = number.removesuffix(".")
    if number.isdecimal() and number.isascii():
        seat = int(number[:3])
        return seat if seat in among and (not name or seat_meant(names, name, [seat]) == seat) else None
    wanted = text.casefold()
    known = {number: names[number - 1].casefold() for number in among if number <= len(names)}
    same = [number for number, name in known.items() if name == wanted]
    alike = same or [number for number, name in known.items() if wanted and name.startswith(wanted)]
    return alike[0] if len(alike) == 1 else None
