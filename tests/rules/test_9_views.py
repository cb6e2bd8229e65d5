"""docs/rules.md 9: what a seat sees, and what it can know."""

import pytest

from relspace.errors import Refused
from relspace.rules.events import Jammed, Loaded, seen_by
from relspace.rules.forecast import Forecast, forecast
from relspace.rules.legal import legal_moves, moves_ahead
from relspace.rules.moves import parse_move
from relspace.rules.position import Phase, Position
from relspace.rules.view import StashView, View, view
from relspace.testing.positions import position, stash

from .play import play

GAME = position(
    [
        stash("7 . KEY 2 / 10 1 OXY 4 / ~9 ~3 8 ~BRB", peeked="C2"),
        stash("1 . . . / . . . . / ~6 . . ~WIN / 5 KEY", peeked="C1"),
    ],
    {1: "3 ODD 7", 2: "9"},
    away=(3, "4 WORM"),
)


def shown(seen: View, seat: int) -> str:
    """A stash of a view, its rows separated by slashes."""
    held = seen.seats[seat - 1]
    rows = [held.spaces[:4], held.spaces[4:8], held.spaces[8:], held.extra]
    return " / ".join(" ".join(face or "." for face in row) for row in rows).strip()


def test_ones_own_stash() -> None:
    """9 Own: face-down cards are "~", except those that one's own Winston looked at."""
    assert shown(view(GAME, 1, "private"), 1) == "7 . KEY 2 / 10 1 OXY 4 / ~ ~3 8 ~ /"
    assert shown(view(GAME, 2, "private"), 2) == "1 . . . / . . . . / ~6 . . ~ / 5 KEY"


def test_private_stashes() -> None:
    """9 Private: other players' face-up cards are "?"; how many there are and where is seen."""
    assert shown(view(GAME, 1, "private"), 2) == "? . . . / . . . . / ~ . . ~ / ? ?"
    assert shown(view(GAME, 2, "private"), 1) == "? . ? ? / ? ? ? ? / ~ ~ ? ~ /"


def test_open_stashes() -> None:
    """9 Open: face-up cards are shown; face-down ones never are, looked at or not."""
    assert shown(view(GAME, 1, "open"), 2) == "1 . . . / . . . . / ~ . . ~ / 5 KEY"


@pytest.mark.parametrize("stashes", ["private", "open"])
def test_a_spectator(stashes: str) -> None:
    """9 Spectator: sees no private stash, and no looked-at face."""
    seen = view(GAME, None, stashes)  # type: ignore[arg-type]
    first = {"private": "? . ? ? / ? ? ? ? / ~ ~ ? ~ /", "open": "7 . KEY 2 / 10 1 OXY 4 / ~ ~ 8 ~ /"}
    assert shown(seen, 1) == first[stashes]


def test_an_unknown_option_hides() -> None:
    """9 Private: whatever is not "open" hides."""
    for stashes in ("Open", "", "public", None, True):
        assert view(GAME, 1, stashes) == view(GAME, 1, "private")  # type: ignore[arg-type]


def test_pods_are_always_seen() -> None:
    """9 Pods: in full, the one that is away too; so are the turn, the order and what was looked at."""
    for viewer in (1, 2, None):
        seen = view(GAME, viewer, "private")
        assert (seen.pods, seen.away, seen.turn, seen.direction) == (GAME.pods, GAME.away, 1, 1)
        assert [held.peeked for held in seen.seats] == [("C2",), ("C1",)]


def test_everything_is_shown_when_the_game_is_over() -> None:
    """9 Over: everything is shown to everyone."""
    over = GAME._replace(phase="over", winner=2)
    for viewer in (1, 2, None):
        seen = view(over, viewer, "private")
        assert seen.seats == tuple(StashView(*held) for held in over.seats)


@pytest.mark.parametrize(("phase", "cards"), [("play", "3"), ("load", ""), ("peek", "3 WIN"), ("give", "3 ALB")])
def test_nothing_is_shown_before(phase: Phase, cards: str) -> None:
    """9 Private: whatever is owed, stashes stay hidden until the game is over."""
    load_pod = None if phase == "play" else 1
    start = position(
        ["7 . . . / . . . . / ~9 . . .", "8 . . . / / ~6 . . . / 5"], {1: cards}, phase=phase, load_pod=load_pod
    )
    for viewer in (1, 2, None):
        seen = view(start, viewer, "private")
        assert shown(seen, 1) == ("7" if viewer == 1 else "?") + " . . . / . . . . / ~ . . . /"
        assert shown(seen, 2).startswith(("8" if viewer == 2 else "?") + " . . . / . . . . / ~ . . . /")


def test_a_view_is_another_type() -> None:
    """9 View: a view is no position, and has no field for the seed or the cards that were not dealt."""
    assert View._fields == Position._fields
    assert not isinstance(view(GAME, 1, "open"), Position)


def test_views_of_nobody() -> None:
    """9 View: there is none for a seat that does not exist."""
    for seat in (0, 3, -1):
        with pytest.raises(Refused, match="no-such-seat"):
            view(GAME, seat, "open")


def test_events_of_a_private_jam() -> None:
    """9 Private: where cards went is seen by all, which ones by their owner; open stashes show them."""
    events = play(position(["2 9 . . / / 9 . . .", "5 5 5 5"], {1: "3 4 8 8 8"}), "A1>P1").events
    jammed, *rest = events
    hidden, *others = seen_by(events, owner=False, open_stashes=False)
    assert isinstance(jammed, Jammed)
    assert isinstance(hidden, Jammed)
    assert others == rest
    assert [space for space, _ in hidden.refilled] == [space for space, _ in jammed.refilled]
    assert {card for _, card in hidden.refilled} == {"?"}
    assert hidden.gone == ("?",) * len(jammed.gone)
    assert (hidden.card, hidden.pile, hidden.pod) == ("2", 6, 1)
    assert seen_by(events, owner=True, open_stashes=False) is events
    assert seen_by(events, owner=False, open_stashes=True) is events
    loaded = (Loaded("A1", "7", 1),)
    assert seen_by(loaded, owner=False, open_stashes=False) is loaded


def test_legal_moves_of_a_view() -> None:
    """9 View: the seat on turn reads its legal moves off its own view."""
    assert legal_moves(view(GAME, 1, "private")) == legal_moves(GAME)


def test_moves_ahead() -> None:
    """9 View: others read off theirs what they could play if it were their turn."""
    seen = view(GAME, 2, "private")
    expected = legal_moves(GAME._replace(turn=2))
    assert moves_ahead(seen, 2) == expected
    assert moves_ahead(seen._replace(phase="load", load_pod=2), 2) == expected
    assert moves_ahead(seen._replace(phase="over"), 2) == ()


def told(move: str, start: Position = GAME, seat: int = 1) -> Forecast:
    return forecast(view(start, seat, "private"), seat, parse_move(move))


def test_forecast_of_face_up_cards() -> None:
    """9 Forecast: whether a face-up card loads is known, and how many cards a jam would bring back."""
    assert told("A1>P1") == Forecast("loads")
    assert told("A4>P1") == Forecast("jams", 2)
    assert told("A3+") == Forecast("opens")


def test_forecast_of_face_down_cards() -> None:
    """9 Forecast: nobody knows about a face-down card, unless Winston looked at it, or the pod takes everything."""
    start = position(
        [stash("/ / ~9 ~3 ~KEY ~BRB", peeked="C2 C3"), "5 5 5 5"], {1: "8 ODD", 2: "9", 3: "", 4: "4 OXY", 5: "1"}
    )
    assert told("C1>P1", start) == Forecast("unknown", 1)
    assert told("C1>P2", start) == Forecast("unknown", 1)
    assert told("C1>P3", start) == told("C1>P4", start) == told("C1>P5", start) == Forecast("loads")
    assert told("C2>P1", start) == Forecast("loads")
    assert told("C2>P2", start) == Forecast("jams", 1)
    assert told("C3>P1", start) == told("C3>P3", start) == Forecast("opens")
    strict = start._replace(options=start.options._replace(strict=True))
    assert told("C3>P1", strict) == Forecast("jams", 1)
    assert told("C1>P4", strict) == Forecast("loads")


@pytest.mark.parametrize(
    ("held", "cards", "move"),
    [
        ("2 9 . . / . . . . / 9 . . .", "3 4 8 8 8 8 8 8 8 8 8", "A1>P1"),
        ("2 9 . . / . . . . / 9 . . .", "8", "A1>P1"),
        ("2 . . . / . . . . / . . . .", "8 8 8 8 8", "A1>P1"),
        ("9 9 9 9 / . . . . / . . . . / 2", "8 8 8 8 8", "X1>P1"),
        ("/ / / 2", "8 8 8 8 8", "X1>P1"),
        ("/ / ~2 9 . .", "8 8 8 8 8", "C1>P1"),
    ],
)
def test_forecast_counts_as_the_jam_does(held: str, cards: str, move: str) -> None:
    """9 Forecast: exactly as many cards come back as were told, the space just vacated included."""
    start = position([held, "5 5 5 5"], {1: cards})
    jammed = play(start, move).events[0]
    assert isinstance(jammed, Jammed)
    assert told(move, start).back == len(jammed.refilled)


def test_forecast_of_a_choice() -> None:
    """9 Forecast: looks and gifts are choices."""
    assert told("peek C1") == told("give S2") == told("resign") == Forecast("choice")


def test_forecast_of_what_is_not_there() -> None:
    """9 Forecast: no card in the space, or no such pod."""
    for move in ("A2>P1", "X1>P1", "A1>P3"):
        with pytest.raises(Refused, match="illegal-move"):
            told(move)
