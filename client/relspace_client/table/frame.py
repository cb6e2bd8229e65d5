"""The public picture of a room: what a spectator sees, shared by all who look at it in the same form.

A frame is built from the frame before it: parts that say the same are taken over, and with them the rows, so that what
changed is found by comparing identities. A part is drawn when somebody needs it: what each player sees in a way of
their own is drawn only for those who watch.
"""

from abc import abstractmethod
from collections.abc import Hashable
from collections.abc import Set as AbstractSet
from itertools import compress, count
from operator import is_not
from typing import Final
from weakref import WeakSet, WeakValueDictionary

from typing_extensions import override

from relspace.wire.messages import Snapshot
from relspace_client.picture.canvas import Area
from relspace_client.picture.picture import Sheet
from relspace_client.picture.row import Row
from relspace_client.table.bar import Bar
from relspace_client.table.form import Form
from relspace_client.table.keys import keys_of_spectator
from relspace_client.table.lists import LogPage
from relspace_client.table.log import Log, Talked
from relspace_client.table.logtext import Names, Turn, turns_of
from relspace_client.table.measures import Measures, PaneName, Show, measures
from relspace_client.table.parts import Contents, Marked, Part, draw_part
from relspace_client.table.podkeys import PodKeys, pod_keys
from relspace_client.table.pods import Pods
from relspace_client.table.prompt import prompt_of_spectator
from relspace_client.table.public import Public, public
from relspace_client.table.ring import Ring
from relspace_client.table.stash import Shown
from relspace_client.table.stashes import Owner, Stashes


class PaneSheet(Sheet):
    """A sheet whose rows are those of panes."""

    def __init__(self, measures: Measures, key: Hashable) -> None:
        super().__init__(measures.grid, (), key=key)
        self.measures: Final = measures

    @abstractmethod
    def part(self, name: PaneName) -> Part:
        """A pane as everybody sees it who is shown this sheet."""

    @override
    def row(self, number: int) -> Row:
        name = self.measures.pane_of[number]
        return self.part(name).drawn.rows[number - self.measures.first[name]]

    @override
    def changes_from(self, old: Sheet, covered: AbstractSet[int]) -> list[tuple[int, Row, Row]]:
        if not isinstance(old, PaneSheet):
            return super().changes_from(old, covered)
        changes: list[tuple[int, Row, Row]] = []
        for name, first in self.measures.first.items():
            if first in covered:
                continue
            after, before = self.part(name).drawn.rows, old.part(name).drawn.rows
            if after is not before:
                changes += compress(zip(count(first), before, after), map(is_not, before, after))
        return changes

    @property
    @override
    def areas(self) -> tuple[Area, ...]:
        return tuple(area for name in self.measures.panes for area in self.part(name).drawn.areas)


class Frame(PaneSheet):
    """A sheet that shows what everybody may see."""

    def __init__(self, seen: Public, form: Form, show: Show, keys: PodKeys, before: "Frame | None" = None) -> None:
        """Draws a frame.

        Args:
            seen: what everybody may see.
            form: size, glyphs and language.
            show: what is shown.
            keys: the keys of pods over 9.
            before: the frame of an earlier revision in the same form, if there is one.
        """
        pods = len(seen.pods) + (seen.away is not None)
        self.seen: Final = seen
        self.keys_of_pods: Final = keys
        players, layout = len(seen.players), seen.options.layout
        where = measures(form.width, form.height, show, pods, players, layout)
        super().__init__(where, (seen.room, seen.rev, form.glyphs.name, form.words.language, show, keys))
        self.turns: Final[tuple[Turn, ...]] = turns_of(seen.log, before.turns if before is not None else ())
        self.in_log: Final = frozenset[int | None]().union(*[(turn.seat, *turn.about) for turn in self.turns])
        """The seats to whom the log is told in other words than to everybody."""
        self.contents: Final = public_contents(seen, self.turns, show, keys, form)
        self._form = form
        self.drawn: Final[dict[PaneName, Part]] = {}
        """The panes that somebody needed so far."""
        self._films: Final[WeakSet[Filmed]] = WeakSet()  # each is kept by those to whom it is shown
        self._before = before.drawn if before is not None and before.measures is where else {}

    @override
    def part(self, name: PaneName) -> Part:
        """A pane as everybody sees it; drawn when the first viewer needs it."""
        part = self.drawn.get(name)
        if part is None:
            content, before = self.contents[name], self._before.get(name)
            part = self.drawn[name] = draw_part(name, content, self.measures, self._form, before)
        return part

    def filmed(self, pods: Marked) -> "Filmed":
        """The frame with the pods as a film shows them; made once for all who see the same of it."""
        made = next((one for one in self._films if one.pods.content == pods), None)
        if made is None:
            made = Filmed(self, draw_part("pods", pods, self.measures, self._form))
            self._films.add(made)
        return made


class Filmed(PaneSheet):
    """A frame in which something happens to the pods."""

    def __init__(self, frame: Frame, pods: Part) -> None:
        super().__init__(frame.measures, key=object())  # like no other
        self.pods: Final = pods
        self.frame: Final = frame

    @override
    def part(self, name: PaneName) -> Part:
        return self.pods if name == "pods" else self.frame.part(name)


def public_contents(seen: Public, turns: tuple[Turn, ...], show: Show, keys: PodKeys, form: Form) -> Contents:
    """What each pane says to everybody."""
    names = Names(tuple(player.name for player in seen.players), None)
    pods = Pods(seen.pods, seen.away, keys)
    log, talk = Log(turns, names), Talked((), "")
    layout = seen.options.layout
    contents: dict[PaneName, object] = {
        "bar": Bar(seen.title, seen.room, seen.options, seen.direction, seen.rated),
        "ring": Ring(seen.players, seen.turn, seen.direction),
        "pods": Marked(pods, {}),
        "prompt": prompt_of_spectator(seen, show, form),
        "stash": Shown(seen.stashes[seen.turn - 1], layout, named=False),
        "card": None,
        "log": log,
        "talk": talk,
        "legend": "playing",
        "keys": keys_of_spectator(len(seen.players), show, form, over=seen.phase == "over"),
    }
    if show == "stashes":
        contents["body"] = Stashes(
            tuple(
                Owner(seat, player.name, player.left, seat == seen.turn, stash)
                for seat, (player, stash) in enumerate(zip(seen.players, seen.stashes, strict=True), 1)
            ),
            layout,
        )
    elif show != "table":
        contents["body"] = pods if show == "pods" else LogPage(log, talk)
    return contents


class Frames:
    """The newest frame of each room in each form, for as long as somebody is shown it. One serves a whole process."""

    def __init__(self) -> None:
        self._shown: Final[WeakValueDictionary[tuple[str, Form, Show], Frame]] = WeakValueDictionary()

    def frame(self, snapshot: Snapshot, form: Form, show: Show = "table") -> Frame | None:
        """The frame of a snapshot; None while there is no game."""
        place = (snapshot.room, form, show)
        shown = self._shown.get(place)
        if shown is not None and shown.seen.rev == snapshot.rev:
            return shown
        seen = public(snapshot)
        if seen is None:
            return None
        ids = tuple(pod.id for pod in (*seen.pods, *([seen.away] if seen.away else [])))
        made = Frame(seen, form, show, pod_keys(ids, shown.keys_of_pods if shown else ()), shown)
        if shown is None or shown.seen.rev < snapshot.rev:
            self._shown[place] = made
        return made
