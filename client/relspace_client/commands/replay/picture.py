"""The picture of a replay: that of the table, with the prompt and the keys of a replay."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from relspace.wire.messages import Snapshot
from relspace_client.commands.replay.lines import sentence
from relspace_client.commands.replay.reel import SPEEDS, Reel
from relspace_client.commands.replay.seen import Game
from relspace_client.picture.picture import Picture
from relspace_client.picture.row import Row, clip
from relspace_client.table.drawn import Drawn
from relspace_client.table.form import Form
from relspace_client.table.frame import Frame, Frames
from relspace_client.table.keys import Key, draw_keys
from relspace_client.table.measures import PaneName
from relspace_client.table.prompt import Prompt, draw_prompt
from relspace_client.table.stash import Shown, draw_stash
from relspace_client.table.state import TableState, follow
from relspace_client.table.table import Table
from relspace_client.table.turn import Said

NAME_COLUMNS: Final = 8
"""Columns of a name in the line of keys."""


class ReplayPicture:
    """Draws a replay."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._table = Table(Frames())
        self._seen: tuple[int, int | None] | None = None
        self._snapshot: Snapshot | None = None

    def picture(self, reel: Reel, form: Form) -> Picture:
        """What is shown where the reel stands."""
        snapshot = self._at(reel)
        state = follow(TableState(show=reel.show), snapshot)
        picture = self._table.picture(snapshot, state, form)
        frame = picture.sheet
        if not isinstance(frame, Frame) or snapshot.view is None:
            return picture  # the terminal is too small
        measures, view = frame.measures, snapshot.view
        parts: dict[PaneName, Drawn] = {}
        for name, pane in measures.panes.items():
            if name == "prompt":
                parts[name] = draw_prompt(self._prompt(reel), pane, form)
            elif name == "keys":
                parts[name] = draw_keys(self._keys(reel), pane, form)
            elif name == "stash" and reel.eyes is None:
                stash = Shown(view.seats[view.turn - 1], view.options.layout)
                parts[name] = draw_stash(stash, measures.size, pane, form)
        return _laid_over(picture, frame, parts)

    def _at(self, reel: Reel) -> Snapshot:
        """The snapshot where the reel stands; made once for as long as it stands there."""
        seen = (reel.at, reel.eyes)
        if self._snapshot is None or self._seen != seen:
            self._snapshot, self._seen = self._game.snapshot(*seen), seen
        return self._snapshot

    def _prompt(self, reel: Reel) -> Prompt:
        """Where the replay stands, and the move that led there."""
        if reel.typed is not None:
            asked = f"{reel.typed}_   Enter goes to that ply, any other key stays here."
            return Prompt(f"PLY 0-{reel.last}", Said(asked, f"{reel.typed}_  Enter goes"))
        badge = f"{reel.at} / {reel.last}"
        step, names = self._game.steps[reel.at], self._game.names
        turn = names[step.position.turn - 1]
        if step.made is not None:
            text = f"{names[step.made.seat - 1]}: {sentence(step, names)}"
            said = Said(f"{step.made.move}   {text}", text)
        else:
            text = f"{turn} plays first." if reel.at == 0 else "The game was abandoned."
            said = Said(text, text)
        after = "The game is over." if step.position.phase == "over" else f"{turn} is on turn."
        eyes = "All cards are open" if reel.eyes is None else f"This is what {names[reel.eyes - 1]} saw"
        return Prompt(badge, said, f"{eyes}. {after}", quiet=not reel.playing)

    def _keys(self, reel: Reel) -> tuple[Key, ...]:
        """The keys, with what they are set to."""
        eyes = "all" if reel.eyes is None else clip(self._game.names[reel.eyes - 1], NAME_COLUMNS)
        digits = f"1-{reel.seats % 10}"
        return (
            Key("← →", "step", ("left", "right")),
            Key("space", "pause" if reel.playing else "play", ("space",)),
            Key("+ -", f"{SPEEDS[reel.speed]:g}/s", ("+", "-"), 3),
            Key("g", "ply", ("g",), 2),
            Key(f"{digits} o", f"eyes: {eyes}", ("", "o"), 1),
            Key("s", "table" if reel.show == "stashes" else "stashes", ("s",), 4),
            Key("p", "table" if reel.show == "pods" else "pods", ("p",), 5),
            Key("q", "quit", ("q",)),
        )


def _laid_over(picture: Picture, frame: Frame, parts: Mapping[PaneName, Drawn]) -> Picture:
    """The picture with other rows in some panes; what could be clicked there before is gone."""
    measures = frame.measures
    private: dict[int, Row] = dict(picture.private)
    for name, drawn in parts.items():
        private.update(enumerate(drawn.rows, measures.first[name]))
    panes = [measures.panes[name] for name in parts]
    kept = [
        area
        for area in picture.areas
        if not any(pane.x <= area.x < pane.x + pane.width and pane.y <= area.y < pane.y + pane.height for pane in panes)
    ]
    return replace(
        picture, private=private, own_areas=(*kept, *(area for part in parts.values() for area in part.areas))
    )
