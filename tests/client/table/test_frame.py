"""The shared picture and what is laid over it for one viewer."""

from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from relspace.room.state import LogEntry
from relspace.rules.events import Loaded
from relspace.rules.position import Pod
from relspace_client.look.palette import DEPTHS, palette
from relspace_client.picture.view import View, difference
from relspace_client.table import frame, parts
from relspace_client.table.frame import Frame, Frames
from relspace_client.table.measures import OWN
from relspace_client.table.public import public
from relspace_client.table.state import TableState, follow
from relspace_client.table.table import Table

from ..picture.terminal import Terminal, expected
from .situations import TALK, choosing, crowd, form, orion


def moved(shown, pods, turn):
    """The next revision: a card on a pod, the next player's turn."""
    ply = shown.view.ply + 1
    view = shown.view._replace(ply=ply, turn=turn, pods=pods)
    entry = LogEntry(ply, shown.view.turn, (Loaded("A1", "7", 1),))
    return replace(shown, rev=shown.rev + 1, view=view, log=(*shown.log[1:], entry), ahead=turn != shown.you)


CARDS = st.sampled_from(("1", "7", "10", "ODD", "MINI", "OXY", "WORM"))
PODS = st.lists(st.lists(CARDS, max_size=9), min_size=1, max_size=7).map(
    lambda piles: tuple(Pod(number, tuple(pile)) for number, pile in enumerate(piles, 4))
)
SPACES = st.sampled_from((None, "A1", "B2", "A3", "C4"))
MOVES = st.lists(st.tuples(PODS, st.integers(1, 4)), min_size=1, max_size=4)


@given(moves=MOVES, size=st.sampled_from(((80, 24), (120, 40), (40, 20), (95, 31))))
@settings(max_examples=40, deadline=None)
def test_a_frame_built_from_the_one_before_is_the_frame_built_from_nothing(moves, size):
    shown, frames = orion(you=2), Frames()
    for pods, turn in moves:
        shown = moved(shown, pods, turn)
        made = frames.frame(shown, form(*size))
        anew = Frame(public(shown), form(*size), "table", made.keys_of_pods)
        assert all(row is other for row, other in zip(made.rows, anew.rows, strict=True))
        assert made.areas == anew.areas


@given(
    steps=st.lists(
        st.one_of(
            st.tuples(st.just("move"), PODS, st.integers(1, 4)),
            st.tuples(st.just("choose"), SPACES, st.sampled_from((None, 1, 4))),
            st.tuples(st.just("show"), st.sampled_from(("table", "stashes", "pods", "log")), st.none()),
        ),
        min_size=1,
        max_size=8,
    ),
    depth=st.sampled_from(DEPTHS),
    size=st.sampled_from(((80, 24), (120, 40), (40, 20))),
)
@settings(max_examples=30, deadline=None)
def test_whatever_happens_the_terminal_shows_the_picture(steps, depth, size):
    colours, frames = palette("dark", depth), Frames()
    shown = orion()
    terminal = Terminal(*size)
    view, table, state = View(terminal.feed, colours), Table(frames), follow(TableState(), shown)
    for kind, one, two in steps:
        if kind == "move":
            shown = moved(shown, one, two)
            state = follow(state, shown)
        elif kind == "choose":
            state = replace(state, chosen=one, pod=two)
        else:
            state = replace(state, show=one)
        picture = table.picture(shown, state, form(*size), talk=TALK)
        view.show(picture)
        assert terminal.cells() == expected(picture, colours)


def test_a_spectator_sees_the_shared_picture_and_little_else():
    shown = orion(you=None, clock=False)
    picture = Table(Frames()).picture(shown, follow(TableState(), shown), form())
    assert picture.private == {}


def test_a_player_who_waits_has_few_rows_of_their_own():
    shown = orion(turn=2, clock=False)
    picture = Table(Frames()).picture(shown, choosing(shown), form())
    own = {picture.sheet.grid.slots[number].y for number in picture.private}
    assert own <= {1, 2, 13, 14, *range(15, 22), 23}
    assert len([number for number in picture.private if picture.sheet.grid.slots[number].y in (1, 2)]) == 2


def test_of_the_log_only_the_names_are_a_players_own():
    shown = moved(orion(turn=1, clock=False), orion().view.pods, 2)
    picture = Table(Frames()).picture(shown, choosing(shown), form())
    where = picture.sheet.measures
    pane, slots = where.panes["log"], where.grid.slots
    own = [number for number in picture.private if where.pane_of[number] == "log"]
    assert [picture.private[number].text.strip() for number in own] == ["You"] * len(own)
    assert own
    assert all(slots[number].x == pane.x for number in own)


def test_what_each_player_sees_alone_is_not_drawn_for_everybody(monkeypatch):
    drawn = []
    draw = parts.draw_part
    monkeypatch.setattr(frame, "draw_part", lambda name, *rest: drawn.append(name) or draw(name, *rest))
    shown = orion(turn=2)
    frames = Frames()
    Table(frames).picture(shown, choosing(shown), form())
    assert not OWN & set(drawn)
    watched = orion(you=None)
    Table(frames).picture(watched, follow(TableState(), watched), form())
    assert set(drawn) >= OWN


def test_a_key_sends_only_what_it_changes():
    shown = orion(turn=2)
    table = Table(Frames())
    before = table.picture(shown, choosing(shown, "A1"), form())
    after = table.picture(shown, choosing(shown, "C4"), form())
    assert after.sheet is before.sheet
    changed = {number for number in before.private if before.private[number] is not after.slot(number)}
    assert {before.sheet.grid.slots[number].y for number in changed} <= {11, *range(15, 22)}


def test_a_second_viewer_is_sent_the_bytes_of_the_first():
    first = orion(turn=2, you=None)
    second = moved(first, first.view.pods[:2], 3)
    frames, colours = Frames(), palette("dark", "256")
    sent = [[], []]
    views = [View(out.append, colours) for out in sent]
    tables = [Table(frames) for _ in views]
    state = follow(TableState(), first)
    for shown in (first, second):
        for view, table in zip(views, tables, strict=True):
            view.show(table.picture(shown, state, form()))
    assert sent[0] == sent[1]
    old, new = frames.frame(first, form()), frames.frame(second, form())
    made = new.encoded_from(old, frozenset(), colours)
    assert new.encoded_from(old, frozenset(), colours) is made


def test_a_frame_is_kept_for_as_long_as_somebody_is_shown_it():
    shown, frames = orion(turn=2), Frames()
    table = Table(frames)
    table.picture(shown, choosing(shown), form())
    assert len(frames._shown) == 1
    del table
    assert not frames._shown


def test_frames_of_an_older_revision_do_not_take_the_newest_ones_place():
    first = orion(you=None)
    second = moved(first, first.view.pods, 2)
    frames = Frames()
    newest = frames.frame(second, form())
    assert frames.frame(first, form()).seen.rev == first.rev
    assert frames.frame(second, form()) is newest


def test_the_same_parts_are_not_drawn_again():
    shown = orion(you=None)
    frames = Frames()
    before = frames.frame(shown, form())
    after = frames.frame(moved(shown, shown.view.pods, 2), form())
    pods, ring = before.part("pods"), before.part("ring")
    assert after.part("pods") is pods
    assert after.part("ring") is not ring


def test_the_clock_moves_without_a_new_frame():
    shown = orion()
    table = Table(Frames())
    before = table.picture(shown, choosing(shown), form(), clock=18_000)
    after = table.picture(shown, choosing(shown), form(), clock=16_500)
    assert "0:17" in after.row(0).text
    assert after.sheet is before.sheet
    assert len(difference(before, after, palette())) < 60
    assert table.picture(shown, choosing(shown), form(), clock=-5).row(0).text.count("█") == 0


@pytest.mark.parametrize("make", [orion, crowd])
def test_two_rooms_do_not_share_a_frame(make):
    frames = Frames()
    one = frames.frame(make(), form())
    other = frames.frame(replace(make(), room="P3MZ8", title="Slow boat"), form())
    assert one is not other
    assert "Slow boat" in other.rows[0].text


def test_what_a_state_chose_stays_while_nothing_happens():
    shown = orion(turn=2)
    chosen = choosing(shown, "A1")
    state = replace(chosen, pod=1, letter="b", closer=3, hint=False, asks=False, talked=28, relieved=True, alone=True)
    assert {field.name for field in fields(state) if getattr(state, field.name) == field.default} <= {
        "asking",
        "covered",
        "show",
        "arrived",
        "keys",
    }
    state = replace(state, asking="A1>P1", covered="B2", show="stashes")
    assert follow(state, shown) == state
