"""The table of one viewer: from a snapshot and a state to a picture."""

from itertools import compress
from operator import is_not
from typing import Final

from relspace.wire.messages import Snapshot, Talk
from relspace_client.look.styles import TEXT
from relspace_client.picture.canvas import Area, Canvas
from relspace_client.picture.picture import NO_SLOTS, Picture, page
from relspace_client.picture.row import Row
from relspace_client.picture.wrap import wrap
from relspace_client.table.film import Still
from relspace_client.table.form import Form
from relspace_client.table.frame import Frame, Frames, PaneSheet
from relspace_client.table.measures import MIN_HEIGHT, MIN_WIDTH, OWN, Measures, PaneName, size_of
from relspace_client.table.own import own_stash
from relspace_client.table.parts import Contents, Part, draw_part
from relspace_client.table.private import Viewer, film_contents, own_contents, timed
from relspace_client.table.prompt import text_column
from relspace_client.table.state import TableState


class Table:
    """Draws the table for one viewer. Keeps what it drew last, so that a key costs only what it changes."""

    def __init__(self, frames: Frames) -> None:
        """Makes a table.

        Args:
            frames: the public pictures, shared by all tables of a process.
        """
        self._frames: Final = frames
        self._parts: dict[PaneName, Part] = {}
        self._drawn_for: tuple[Measures, Form] | None = None
        self._told: tuple[Frame, Viewer, Contents] | None = None
        """What was said last, to whom, over which frame: a film shows it again and again."""

    def picture(
        self,
        snapshot: Snapshot,
        state: TableState,
        form: Form,
        *,
        talk: Talk | None = None,
        clock: int | None = None,
        still: Still | None = None,
    ) -> Picture:
        """The picture for this viewer.

        Args:
            snapshot: what is on the table; with a game.
            state: what the viewer has chosen, after `follow` saw this snapshot.
            form: size, glyphs and language.
            talk: the last lines said in the room.
            clock: milliseconds left on the clock now; the snapshot's own if None.
            still: a frame of what just happened, as `relspace_client.table.film.film` made it; None for the table as
                it is now.
        """
        if size_of(form.width, form.height) is None:
            return too_small(form)
        frame = self._frames.frame(snapshot, form, state.show)
        if frame is None or snapshot.view is None:
            return page(Canvas(form.width, form.height).rows())
        if clock is None and snapshot.clock is not None:
            clock = snapshot.clock.left
        viewer = Viewer(snapshot, snapshot.view, state, talk or Talk(snapshot.room, ()))
        contents = self._contents(frame, viewer, form)
        if clock is not None and snapshot.clock is not None:
            contents = timed(contents, clock, snapshot.clock.turn)
        filmed = still if state.show == "table" else None
        sheet: PaneSheet = frame
        if filmed is not None:
            pods, contents = contents["pods"], film_contents(contents, filmed, frame, viewer, form)
            sheet = frame if contents["pods"] is pods else frame.filmed(contents["pods"])
        return self._laid_over(sheet, contents, form, plays=own_stash(snapshot, snapshot.view) is not None)

    @property
    def text_column(self) -> int:
        """The column at which the prompt's text begins in the picture that was made last."""
        part = self._parts.get("prompt")
        return text_column(part.content.badge if part is not None else "")

    def _contents(self, frame: Frame, viewer: Viewer, form: Form) -> Contents:
        told = self._told
        if told is not None and told[0] is frame and told[1] == viewer:
            return told[2]
        contents = own_contents(frame, viewer, form)
        self._told = (frame, viewer, contents)
        return contents

    def _laid_over(self, sheet: PaneSheet, contents: Contents, form: Form, *, plays: bool) -> Picture:
        """What the contents say to this viewer, over what the sheet says to everybody."""
        where = sheet.measures
        mine = self._parts if self._drawn_for == (where, form) else {}
        parts: dict[PaneName, Part] = {}
        private: dict[int, Row] = {}
        areas: list[Area] = []
        for name in where.panes:
            everybody = None if plays and name in OWN else sheet.part(name)
            content, part = contents[name], mine.get(name)
            if everybody is not None and everybody.content is content:
                part = everybody
            elif part is None or part.content is not content:
                part = draw_part(name, content, where, form, everybody, part)
            parts[name] = part
            areas += part.drawn.areas
            if everybody is None:
                private.update(enumerate(part.drawn.rows, where.first[name]))
            elif part is not everybody:
                rows = part.drawn.rows
                private.update(compress(enumerate(rows, where.first[name]), map(is_not, rows, everybody.drawn.rows)))
        self._parts, self._drawn_for = parts, (where, form)
        return Picture(sheet, private, tuple(areas), where.own if plays else NO_SLOTS)


def too_small(form: Form) -> Picture:
    """What is shown where no layout fits: how large the terminal must be."""
    canvas = Canvas(form.width, form.height)
    said = form.words.say("Too small: {width} × {height} cells at least.", width=MIN_WIDTH, height=MIN_HEIGHT)
    for y, line in enumerate(wrap(form.glyphs.plain(said), max(1, form.width))):
        canvas.put(0, y, line, TEXT)
    return page(canvas.rows())
