"""The table of one viewer: from a snapshot and a state to a picture."""

from typing import Final

from relspace.wire.messages import Snapshot, Talk
from relspace_client.look.styles import TEXT
from relspace_client.picture.canvas import Area, Canvas
from relspace_client.picture.picture import Picture, page
from relspace_client.picture.row import Row
from relspace_client.table.film import Still
from relspace_client.table.form import Form
from relspace_client.table.frame import Frames
from relspace_client.table.measures import MIN_HEIGHT, MIN_WIDTH, Measures, PaneName, size_of
from relspace_client.table.parts import Part, draw_parts
from relspace_client.table.private import Viewer, film_contents, own_contents
from relspace_client.table.state import TableState
from relspace_client.table.wrap import wrap


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
        viewer = Viewer(snapshot, snapshot.view, state, talk or Talk(snapshot.room, ()), clock)
        mine = self._parts if self._drawn_for == (frame.measures, form) else {}
        contents = own_contents(frame, viewer, form)
        if still is not None and state.show == "table":
            contents = film_contents(contents, still, frame, viewer, form)
        parts = draw_parts(contents, frame.measures, form, frame.parts, mine)
        self._parts, self._drawn_for = parts, (frame.measures, form)
        private: dict[int, Row] = {}
        areas: list[Area] = []
        for name, part in parts.items():
            areas += part.drawn.areas
            everybody = frame.parts[name].drawn
            if part.drawn is everybody:
                continue
            first = frame.measures.first[name]
            for number, (own, shared) in enumerate(zip(part.drawn.rows, everybody.rows, strict=True), first):
                if own is not shared:
                    private[number] = own
        return Picture(frame, private, tuple(areas))


def too_small(form: Form) -> Picture:
    """What is shown where no layout fits: how large the terminal must be."""
    canvas = Canvas(form.width, form.height)
    said = form.words.say("Too small: {width} × {height} cells at least.", width=MIN_WIDTH, height=MIN_HEIGHT)
    for y, line in enumerate(wrap(form.glyphs.plain(said), max(1, form.width))):
        canvas.put(0, y, line, TEXT)
    return page(canvas.rows())
