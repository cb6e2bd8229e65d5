"""The picture of a replay: that of the table, with the prompt and the keys of a replay."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from relspace.rules.view import View
from relspace.wire.messages import Snapshot
from relspace_client.around.parts import Reader
from relspace_client.locale.titles import Title
from relspace_client.look import styles
from relspace_client.picture.picture import Picture
from relspace_client.picture.row import Row, clip
from relspace_client.picture.wrap import wrap
from relspace_client.replaying.facts import facts_picture
from relspace_client.replaying.reel import SPEEDS, Reel
from relspace_client.replaying.seen import Game
from relspace_client.replaying.told import sentence
from relspace_client.table.bar import Bar
from relspace_client.table.drawn import Drawn, drawn, sheet_of
from relspace_client.table.film import GIFT_ARRIVED, Still
from relspace_client.table.form import Form
from relspace_client.table.frame import Filmed, Frame, Frames
from relspace_client.table.keys import Key, draw_keys
from relspace_client.table.measures import Pane, PaneName, prompt_line
from relspace_client.table.parts import draw_part
from relspace_client.table.prompt import Prompt, draw_prompt, text_column
from relspace_client.table.said import Said, said_once
from relspace_client.table.stash import Shown, draw_stash
from relspace_client.table.stashes import Stashes
from relspace_client.table.state import TableState, follow
from relspace_client.table.table import Table

BOTH_FIT: Final = 56
"""Columns from which on the bar says who is on turn as well."""

WIDE: Final = 80
"""Columns from which on the badge says what its figures are."""


class ReplayPicture:
    """Draws a replay.

    Args:
        game: what is shown.
        is_page: whether it is a page among others: then a key shows what the keys do, and Esc leads back.
        own: where the viewer sat; None where nobody knows, or they did not. Nobody else is `You`.
    """

    def __init__(self, game: Game, *, is_page: bool = False, own: int | None = None) -> None:
        self._game = game
        self._is_page = is_page
        self._own = own
        self._table = Table(Frames())
        self._seen: tuple[int, int | None] | None = None
        self._snapshot: Snapshot | None = None

    def picture(self, reel: Reel, form: Form, notice: str = "", still: Still | None = None) -> Picture:
        """What is shown where the reel stands.

        Args:
            reel: where it stands.
            form: size, glyphs and language.
            notice: a sentence for the viewer, in place of the move.
            still: a frame of what the move did; None for what came of it.
        """
        if reel.facts:
            game = self._game
            reader = Reader(form.words, form.glyphs)
            return facts_picture(
                game.checked, game.names, self._own, reader, form.width, form.height, is_page=self._is_page
            )
        snapshot = self._at(reel)
        state = follow(TableState(show=reel.show), snapshot)
        picture = self._table.picture(snapshot, state, form, still=still)
        frame = picture.sheet.frame if isinstance(picture.sheet, Filmed) else picture.sheet
        if not isinstance(frame, Frame) or snapshot.view is None:
            return picture  # the terminal is too small
        measures, view = frame.measures, snapshot.view
        parts: dict[PaneName, Drawn] = (
            {} if reel.eyes in (None, self._own) else _by_name(frame, view, reel, still, form)
        )
        for name, pane in measures.panes.items():
            if name == "prompt":
                parts[name] = _draw_prompt(self._prompt(reel, form), notice, pane, form)
            elif name == "keys":
                parts[name] = draw_keys(self._keys(reel, form), pane, form)
            elif name == "bar" and measures.size == "small":
                parts[name] = draw_part(name, self._bar(frame, reel, still, form), measures, form).drawn
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

    def _bar(self, frame: Frame, reel: Reel, still: Still | None, form: Form) -> Bar:
        """The bar where the prompt has no line below it: it says through whose eyes the game is seen."""
        bar: Bar = frame.contents["bar"]
        title = self._eyes(reel, form)
        if form.width >= BOTH_FIT:
            title = f"{title} {self._after(reel, form)}"
        return bar._replace(title=Title(title, named=True), order=still.order if still is not None else "")

    def _prompt(self, reel: Reel, form: Form) -> Prompt:
        """Where the replay stands, and the move that led there."""
        words = form.words
        if reel.typed is not None:
            asked = words.say("{typed}_   Enter goes to that move, any other key stays here.", typed=reel.typed)
            short = words.say("{typed}_  Enter goes", typed=reel.typed)
            return Prompt(words.say("MOVE 0-{last}", last=self._game.moves), Said(asked, short))
        wide, last = form.width >= WIDE, self._game.moves
        at = min(reel.at, last)
        badge = words.say("move {n} of {last}", n=at, last=last) if wide else f"{at} / {last}"
        step, names = self._game.steps[reel.at], self._game.names
        turn, you = step.position.turn, self._own if reel.eyes == self._own else None
        if step.made is not None:
            who = words.say("You") if step.made.seat == you else names[step.made.seat - 1]
            text = words.say("{name}: {what}", name=who, what=sentence(step, names, words, you))
            said = Said(f"{step.made.move}   {text}", text)
        elif reel.at == 0:
            yours, theirs = words.say("You play first."), words.say("{name} plays first.", name=names[turn - 1])
            said = said_once(yours if turn == you else theirs)
        else:
            said = said_once(words.say("The game was abandoned."))
        return Prompt(badge, said, f"{self._eyes(reel, form)} {self._after(reel, form)}", quiet=not reel.playing)

    def _after(self, reel: Reel, form: Form) -> str:
        """Who moves next. With all cards open it is their stash that is shown."""
        words, position = form.words, self._game.steps[reel.at].position
        if position.phase == "over":
            return words.say("The game is over.")
        if self._own is not None and position.turn == reel.eyes == self._own:
            return words.say("You are on turn.")
        return words.say("{name} is on turn.", name=self._game.names[position.turn - 1])

    def _eyes(self, reel: Reel, form: Form) -> str:
        """Through whose eyes the game is seen."""
        words = form.words
        if reel.eyes is None:
            return words.say("All cards are open.")
        if reel.eyes == self._own:
            return words.say("This is what you saw.")
        return words.say("This is what {name} saw.", name=self._game.names[reel.eyes - 1])

    def _keys(self, reel: Reel, form: Form) -> tuple[Key, ...]:
        """The keys, with what they are set to."""
        words = form.words
        table = words.say("table")
        return (
            Key("← →", words.say("step"), ("left", "right")),
            Key(words.say("Space"), words.say("pause") if reel.playing else words.term("a film", "play"), ("space",)),
            Key("+ -", f"{SPEEDS[reel.speed]:g}/s", ("+", "-"), 4),
            Key("g", words.term("key", "move"), ("g",), 2),
            Key(f"1-{reel.seats % 10}", words.term("key", "seat"), (), 1),
            *([Key("a", words.say("all open"), ("a",), 1)] if reel.eyes is not None else []),
            Key("o", table if reel.show == "stashes" else words.say("stashes"), ("o",), 3),
            Key("p", table if reel.show == "pods" else words.say("pods"), ("p",), 5),
            *([Key("?", words.say("keys"), ("?",), 1)] if self._is_page else []),
            Key(words.say("Esc"), words.say("back") if self._is_page else words.say("leave"), ("escape",)),
        )


def _draw_prompt(prompt: Prompt, notice: str, pane: Pane, form: Form) -> Drawn:
    """The prompt, whose badge asks for nothing; the move, or a notice in its place, is what one reads here.

    What is too long goes on in the line below, where that is empty.
    """
    canvas, column, line = sheet_of(pane), text_column(prompt.badge), prompt_line(pane)
    said = said_once(notice) if notice else prompt.said
    first, *more = wrap(form.plain(said.short), pane.width - column - 1) if line else [said.short]
    if more:
        said = said_once(first)
    shown = draw_prompt(prompt._replace(said=said), pane, form)
    for y, row in enumerate(shown.rows):
        canvas.lay(0, y, row)
    ink = styles.ACCENT if notice else styles.TEXT
    canvas.restyle(column, line, pane.width, ink)
    if more:
        canvas.put(column, line + 1, clip(" ".join(more), pane.width - column, form.glyphs.ellipsis), ink)
    return drawn(canvas, pane)


def _by_name(frame: Frame, view: View, reel: Reel, still: Still | None, form: Form) -> dict[PaneName, Drawn]:
    """The panes in which the seat whose eyes it is would be `You`, with its name: the viewer is somebody else."""
    measures = frame.measures
    ring = frame.contents["ring"]
    if still is not None and reel.show == "table":
        given = still.gift.seat if still.gift is not None and still.gift.step == GIFT_ARRIVED else None
        ring = ring._replace(order=still.order, gift=given)
    named: dict[PaneName, Any] = {"ring": ring, "log": frame.contents["log"]}
    if reel.show == "stashes":
        stashes: Stashes = frame.contents["body"]
        owners = zip(stashes.owners, view.seats, strict=True)
        seen = tuple(owner._replace(stash=stash) for owner, stash in owners)
        named["body"] = stashes._replace(owners=seen, you=reel.eyes)
    return {
        name: draw_part(name, content, measures, form).drawn
        for name, content in named.items()
        if name in measures.panes
    }


def _laid_over(picture: Picture, frame: Frame, parts: Mapping[PaneName, Drawn]) -> Picture:
    """The picture with other rows in some panes; what could be clicked there before is gone."""
    measures = frame.measures
    private: dict[int, Row] = dict(picture.private)
    for name, part in parts.items():
        private.update(enumerate(part.rows, measures.first[name]))
    panes = [measures.panes[name] for name in parts]
    kept = [
        area
        for area in picture.areas
        if not any(pane.x <= area.x < pane.x + pane.width and pane.y <= area.y < pane.y + pane.height for pane in panes)
    ]
    return replace(
        picture, private=private, own_areas=(*kept, *(area for part in parts.values() for area in part.areas))
    )
