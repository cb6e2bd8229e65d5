"""What a person hears without asking: where they have come to, what the others do, that it is their turn."""

from typing import Final, Protocol

from relspace.room.state import TalkLine
from relspace.wire.messages import Lobby, Notice, Snapshot
from relspace_client.around.help import RULES
from relspace_client.around.lost_seats import lost_seats
from relspace_client.around.parts import Reader
from relspace_client.locale.titles import title_in
from relspace_client.model import Model
from relspace_client.plain.end import end_lines
from relspace_client.plain.lobby import motd_line
from relspace_client.plain.moves import your_turn
from relspace_client.plain.news import moves_since, news
from relspace_client.plain.scene import scene_lines
from relspace_client.plain.table import order_sentence, table_lines
from relspace_client.plain.voice import own_name, seconds_left
from relspace_client.screens.refusals import OTHER_NAME, notice_sentence

TALK_ON_ENTERING: Final = 3
"""Lines of earlier talk that somebody hears who comes in."""

TOLD_RULES: Final = 3
"""Rules in short that are told with the first game of a session: what to do, what loads, and what a jam is."""


class Speaker(Protocol):
    """What a session does for its teller."""

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


class Teller:
    """Tells each thing once.

    Args:
        speaker: the session.
    """

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self._begun = False
        self.on_the_way = False
        """Whether the person is on the way to another place: nothing is told until they are there."""
        self.opened = ""
        """The room that was opened for the person last: its game begins while they come in."""
        self._called = ""
        """What the person was called when they were last told so."""
        self._told: Snapshot | None = None
        """The room as it was told last; None in the lobby."""
        self._lobby: Lobby | None = None
        """The lobby as it was told last; None in a room."""
        self._turn: tuple[str, int] | None = None
        """The game and the ply of the viewer's turn that was announced last."""
        self._knows_goal = False
        """Whether the person was told what the game is about."""
        self._talk_in: str | None = None
        self._talk: tuple[TalkLine, ...] = ()

    def begin(self) -> None:
        """From now on everything is told; at first, where the person has come to."""
        self._begun = True
        self.follow()

    def anew(self) -> None:
        """Tells anew where the person is."""
        self._told = self._lobby = self._turn = None
        self.follow()

    def follow(self) -> None:
        """Tells what is new in the model."""
        if not self._begun or self.on_the_way:
            return
        model = self._speaker.model
        self._follow_name(model)
        while model.notices:
            self._tell(model.notices.popleft())
        if model.snapshot is None:
            self._follow_lobby(model.lobby)
        else:
            self._follow_room(model.snapshot)
        self._follow_talk()

    def _tell(self, notice: Notice) -> None:
        """Says what happened; to somebody who is not called as they wished also what to type."""
        reader = self._speaker.reader
        said = notice_sentence(reader, notice, guest=self._speaker.model.guest)
        if notice.code in OTHER_NAME:
            said = f"{said} {reader.say('Type name and one that you like.')}"
        self._speaker.say(said)

    def _follow_name(self, model: Model) -> None:
        before, self._called = self._called, own_name(model)
        if model.me is not None and before not in ("", self._called):
            self._speaker.say(self._speaker.reader.say("You are called {name} now.", name=self._called))

    # ── the lobby ────────────────────────────────────────────────────────────────────────────────────────────────

    def _follow_lobby(self, lobby: Lobby | None) -> None:
        """Says that a game waits, or is gone; rooms of others that come and go are not told, there may be many."""
        speaker, before = self._speaker, self._lobby
        self._lobby, self._told = lobby, None
        if lobby is None:
            return
        if before is None:
            speaker.say(*scene_lines(speaker.reader, speaker.model, None))
            return
        if lobby.motd and lobby.motd != before.motd:
            speaker.say(motd_line(speaker.reader, lobby.motd))
        speaker.say(*lost_seats(speaker.reader, before, lobby))
        waiting = {room.code for room in before.rooms if room.your_turn}
        for room in lobby.rooms:
            if room.your_turn and room.code not in waiting:
                said = speaker.reader.say(
                    "It is your turn in {title}. Type join {code}.",
                    title=title_in(speaker.reader.words, room),
                    code=room.code,
                )
                speaker.say(said)

    # ── a room ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _follow_room(self, after: Snapshot) -> None:
        speaker, before = self._speaker, self._told
        self._told, self._lobby = after, None
        if before is after:
            return
        if before is None or before.room != after.room:
            if after.room == self.opened and _just_begun(after):
                self._game_begins(after)
                self._announce_turn(after)
                return
            speaker.say(*scene_lines(speaker.reader, speaker.model, speaker.time_left))
            self._turn = _turn(after) or self._turn
            return
        if after.phase != before.phase and after.phase == "playing":
            self._game_begins(after)
        elif after.phase != before.phase and after.phase == "over":
            speaker.say(*moves_since(speaker.reader, before, after), *end_lines(speaker.reader, after))
        else:
            speaker.say(*news(speaker.reader, before, after))
        self._announce_turn(after)

    def _game_begins(self, after: Snapshot) -> None:
        """The cards are dealt. A bot may have moved already."""
        speaker, view = self._speaker, after.view
        assert view is not None
        reader = speaker.reader
        speaker.say(
            reader.say("The game begins."),
            *table_lines(reader, after, view),
            order_sentence(reader, after, view),
        )
        if not self._knows_goal:
            self._knows_goal = True
            speaker.say(" ".join(reader.say(rule) for rule in RULES[:TOLD_RULES]))
        if after.you is not None:
            speaker.say(
                reader.say(
                    "On your turn, type play, where the card lies and a pod, such as play A1 1. Type help for more."
                )
            )

    def _announce_turn(self, after: Snapshot) -> None:
        """Says once that it is the viewer's turn, and what can be played."""
        turn, view, speaker = _turn(after), after.view, self._speaker
        if turn is None or turn == self._turn or view is None:
            return
        self._turn = turn
        reader, left = speaker.reader, speaker.time_left
        heading = (
            reader.say("Your turn.")
            if left is None
            else reader.say("Your turn, {left}.", left=seconds_left(reader, left))
        )
        speaker.say(f"{heading} {your_turn(reader, after, view)}")

    # ── talk ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _follow_talk(self) -> None:
        model, speaker = self._speaker.model, self._speaker
        room, lines = model.room, model.talk
        if room not in model.talks:
            return
        fresh = _fresh(self._talk, lines) if room == self._talk_in else lines[-TALK_ON_ENTERING:]
        self._talk_in, self._talk = room, lines
        you = own_name(model)
        for line in fresh:
            if line.name == you:
                speaker.say(speaker.reader.say("You say: {text}", text=line.text))
            else:
                speaker.say(speaker.reader.say("{name} says: {text}", name=line.name, text=line.text))


def _turn(snapshot: Snapshot) -> tuple[str, int] | None:
    """The viewer's turn, so that it can be told apart from every other; None if it is somebody else's."""
    view = snapshot.view
    if snapshot.phase != "playing" or view is None or snapshot.you is None or view.turn != snapshot.you:
        return None
    return snapshot.commitment, view.ply


def _just_begun(snapshot: Snapshot) -> bool:
    """Whether the cards were dealt and nobody has moved."""
    return snapshot.phase == "playing" and snapshot.view is not None and not snapshot.view.ply


def _fresh(before: tuple[TalkLine, ...], after: tuple[TalkLine, ...]) -> tuple[TalkLine, ...]:
    """The lines that were said since; old ones may have been forgotten meanwhile, or be hidden or shown again."""
    last = before[-1].at if before else 0
    return tuple(line for line in after if line.at >= last and line not in before)
