"""Drawing the parts of the table, each from what it says; a part that still says the same is not drawn again."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from relspace_client.table.about import draw_about
from relspace_client.table.bar import draw_bar
from relspace_client.table.drawn import Drawn, sheet_of
from relspace_client.table.film import GIFT_ARRIVED, Gift
from relspace_client.table.form import Form
from relspace_client.table.keys import draw_keys
from relspace_client.table.legend import draw_legend
from relspace_client.table.lists import LogPage, draw_all_pods, draw_log_page
from relspace_client.table.log import draw_log, draw_talk
from relspace_client.table.measures import Measures, Pane, PaneName
from relspace_client.table.plate import Mark
from relspace_client.table.podfilm import PodScene, draw_gift
from relspace_client.table.podlines import draw_pod_lines
from relspace_client.table.pods import NO_SCENES, Pods, draw_pods, hulls
from relspace_client.table.prompt import draw_prompt
from relspace_client.table.ring import draw_ring, seat_x
from relspace_client.table.stash import Shown, draw_stash
from relspace_client.table.stashes import Stashes, draw_stashes

Contents: TypeAlias = Mapping[PaneName, Any]
"""What each pane says: a value that compares equal as long as the pane would look the same."""


class Marked(NamedTuple):
    """The pods, and what the viewer's choice says of them."""

    pods: Pods
    marks: Mapping[int, Mark]
    scenes: Mapping[int, PodScene] = NO_SCENES
    """The pods that something happens to, by id."""
    gift: Gift | None = None
    """A card on its way to a player."""
    players: int = 0
    """How many players there are, for the way of a gift."""


class Part(NamedTuple):
    """A pane, drawn."""

    content: Any
    drawn: Drawn


def draw_part(name: PaneName, content: Any, measures: Measures, form: Form, *known: Part | None) -> Part:
    """A pane, drawn, or one of `known` if it says the same.

    Args:
        name: which pane of `measures`.
        content: what it says.
        measures: where the panes are.
        form: the glyphs and the language.
        *known: the same pane as it was drawn before with the same measures and form.
    """
    for part in known:
        if part is not None and part.content == content:
            return part
    return Part(content, _DRAW[name](content, measures, measures.panes[name], form))


def _pods(content: Marked, measures: Measures, pane: Pane, form: Form) -> Drawn:
    if measures.size == "small":
        return draw_pod_lines(content.pods, content.marks, pane, form, heading=measures.heading)
    drawn = draw_pods(content.pods, content.marks, pane, form, content.scenes)
    return drawn if content.gift is None else _with_gift(drawn, content, content.gift, measures, form)


def _with_gift(drawn: Drawn, content: Marked, gift: Gift, measures: Measures, form: Form) -> Drawn:
    """The pods, and over them a card on its way from one of them to a player."""
    pane = measures.panes["pods"]
    if not 0 < gift.step < GIFT_ARRIVED:
        return drawn
    canvas = sheet_of(pane)
    for y, row in enumerate(drawn.rows):
        canvas.lay(0, y, row)
    stand = hulls(len(content.pods.shown), pane)
    number = next((number for number, pod in enumerate(content.pods.shown) if pod.id == gift.pod), 0)
    start = stand.x + number * (stand.width + stand.gap) + stand.width // 2
    end = seat_x(gift.seat, content.players, measures.panes["ring"])
    x = start + (end - start) * gift.step // GIFT_ARRIVED
    draw_gift(canvas, x, pane.height - 2 - gift.step * (pane.height - 2) // GIFT_ARRIVED, gift.card, form.glyphs)
    return Drawn(canvas.rows(), drawn.areas)


def _stash(content: Shown, measures: Measures, pane: Pane, form: Form) -> Drawn:
    return draw_stash(content, measures.size, pane, form)


def _body(content: Stashes | Pods | LogPage, measures: Measures, pane: Pane, form: Form) -> Drawn:
    if isinstance(content, Stashes):
        return draw_stashes(content, measures.size, pane, form)
    return draw_log_page(content, pane, form) if isinstance(content, LogPage) else draw_all_pods(content, pane, form)


_DRAW: Final[dict[PaneName, Callable[[Any, Measures, Pane, Form], Drawn]]] = {
    "bar": lambda content, measures, pane, form: draw_bar(content, measures.size, pane, form),
    "ring": lambda content, _, pane, form: draw_ring(content, pane, form),
    "pods": _pods,
    "prompt": lambda content, _, pane, form: draw_prompt(content, pane, form),
    "stash": _stash,
    "card": lambda content, measures, pane, form: draw_about(content, measures.size, pane, form),
    "log": lambda content, measures, pane, form: draw_log(content, measures.size, pane, form),
    "talk": lambda content, _, pane, form: draw_talk(content, pane, form),
    "legend": lambda content, _, pane, form: draw_legend(pane, form, shown=content),
    "keys": lambda content, _, pane, form: draw_keys(content, pane, form),
    "body": _body,
}
"""How each pane is drawn from what it says."""
