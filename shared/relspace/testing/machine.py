"""A Hypothesis state machine that plays whole games and checks, ply by ply, what must always hold."""

from collections import Counter
from itertools import product
from typing import Final

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from relspace.errors import Refused
from relspace.rules.apply import Applied, apply
from relspace.rules.cards import DECK, FACES, Card
from relspace.rules.deal import deal
from relspace.rules.events import (
    CameBack,
    Event,
    Exploded,
    Jammed,
    KeycardSpent,
    Launched,
    OrderTurned,
    PodOpened,
    Resigned,
    Won,
)
from relspace.rules.fairness import commitment
from relspace.rules.forecast import forecast
from relspace.rules.layout import EXTRA_NAMES, LAYOUTS
from relspace.rules.legal import legal_moves, moves_ahead
from relspace.rules.moves import Give, Move, Peek, Play, Resign, Use
from relspace.rules.notation import position_from_json, position_to_json, view_from_json, view_to_json
from relspace.rules.position import Options, Position
from relspace.rules.record import EndLine, GameLine, MoveLine, Reason, Record, read_record, write_record
from relspace.rules.replay import replay
from relspace.rules.stash import cards_left
from relspace.rules.view import Stashes, view
from relspace.testing import strategies
from relspace.testing.hidden import another_truth, undealt
from relspace.testing.strategies import walk

LONGEST_LEAP: Final = 60
"""Moves that one step of the machine makes at most."""

_indices = st.integers(0, 10_000)


def cards_in(position: Position) -> Counter[Card]:
    """Every card that is in the game."""
    pods = [*position.pods, *([position.away] if position.away else [])]
    held = [FACES[face] for stash in position.seats for face in (*stash.spaces, *stash.extra) if face]
    return Counter([*held, *(card for pod in pods for card in pod.cards)])


def every_move(position: Position) -> list[Move]:
    """Every move that could be thought of: all spaces onto all pods and one that is not out, and so on."""
    spaces = (*LAYOUTS[position.options.layout].names, *EXTRA_NAMES[:4])
    pods = [pod.id for pod in position.pods] + [position.next_pod]
    plays = [Play(space, pod) for space, pod in product(spaces, pods)]
    seats = range(len(position.seats) + 2)
    return [*plays, *map(Use, spaces), *map(Peek, spaces), *map(Give, seats)]


class GameMachine(RuleBasedStateMachine):
    """One game, played at random by 2 to 10 seats, with resignations and attempts at what is not allowed."""

    position: Position
    seed: bytes

    @initialize(
        players=strategies.players,
        options=strategies.options,
        seed=strategies.seeds,
        stashes=st.sampled_from(("private", "open")),
        first=st.none() | st.integers(1, 2),
    )
    def start(self, players: int, options: Options, seed: bytes, stashes: Stashes, first: int | None) -> None:
        """Deals."""
        self.seed = seed
        self.stashes: Stashes = stashes
        self.position = deal(players, options, seed, first)
        names = tuple(f"Seat {seat}" for seat in range(1, players + 1))
        self.game = GameLine("test", "2026-11-29T20:00:00Z", options, names, commitment(seed), first)
        self.positions = [self.position]
        self.moves: list[MoveLine] = []
        self.gone: list[Card] = []
        self.events: tuple[Event, ...] = ()
        assert cards_in(self.position) <= Counter(DECK)

    def running(self) -> bool:
        """Whether the game still goes on."""
        return self.position.phase != "over"

    # ── what may happen ──────────────────────────────────────────────────────────────────────────────────────────

    @precondition(running)
    @rule(index=_indices)
    def move(self, index: int) -> None:
        """The seat on turn makes a legal move, and what was forecast comes true."""
        legal = legal_moves(self.position)
        move = legal[index % len(legal)]
        told = forecast(view(self.position, self.position.turn, self.stashes), self.position.turn, move)
        self.carry_out(self.position.turn, move)
        jams = [event for event in self.events if isinstance(event, Jammed)]
        assert bool(jams) == (told.verdict == "jams") or told.verdict == "unknown"
        assert all(len(jam.refilled) == told.back for jam in jams)
        if told.verdict == "opens" and self.position.winner is None:
            assert isinstance(self.events[0], PodOpened)

    @precondition(running)
    @rule(index=_indices)
    def resign(self, index: int) -> None:
        """Somebody still in the game leaves it, sometimes."""
        inside = [seat for seat, stash in enumerate(self.position.seats, 1) if not stash.out]
        if index % 8 == 0:
            self.carry_out(inside[index // 8 % len(inside)], Resign())

    @precondition(running)
    @rule(choices=strategies.seeds, plies=st.integers(1, LONGEST_LEAP))
    def leap(self, choices: bytes, plies: int) -> None:
        """Some moves at once, so that late positions are reached."""
        for _, after in zip(range(plies), walk(self.position, self.seed, choices), strict=False):
            before = self.position
            move = next(
                move for move in legal_moves(before) if apply(before, before.turn, move, self.seed).position == after
            )
            self.carry_out(before.turn, move)

    @rule(seat=st.integers(0, 11), move=strategies.moves)
    def try_anything(self, seat: int, move: Move) -> None:
        """Whatever anybody tries is refused with a code, or was legal; the position stays as it was either way."""
        before = position_to_json(self.position)
        inside = 1 <= seat <= len(self.position.seats) and not self.position.seats[seat - 1].out
        allowed = self.running() and inside
        if not isinstance(move, Resign):
            kinds = {type(legal) for legal in legal_moves(self.position)}
            allowed &= seat == self.position.turn and type(move) in kinds and move in legal_moves(self.position)
        try:
            apply(self.position, seat, move, self.seed)
        except Refused:
            assert not allowed
        else:
            assert allowed
        assert position_to_json(self.position) == before

    @rule()
    def the_legal_list_is_what_is_accepted(self) -> None:
        """Of all moves that can be thought of, exactly the listed ones are carried out."""
        accepted = set()
        for move in every_move(self.position):
            try:
                apply(self.position, self.position.turn, move, self.seed)
            except Refused:
                continue
            accepted.add(str(move))
        assert accepted == {str(move) for move in legal_moves(self.position)}

    @rule(choices=strategies.seeds)
    def views_tell_nothing_that_is_secret(self, choices: bytes) -> None:
        """With every unknown card exchanged, a view stays the same, and so does all that is worked out from it."""
        for viewer in (None, *range(1, len(self.position.seats) + 1)):
            seen = view(self.position, viewer, self.stashes)
            if self.running():
                others = undealt(self.position, self.gone)
                other = another_truth(self.position, viewer, self.stashes, others, choices)
                assert view(other, viewer, self.stashes) == seen
            if viewer == self.position.turn:
                assert legal_moves(seen) == legal_moves(self.position)
            if viewer is not None and self.running():
                assert moves_ahead(seen, viewer) == legal_moves(
                    self.position._replace(phase="play", load_pod=None, turn=viewer)
                )

    # ── what must always hold ────────────────────────────────────────────────────────────────────────────────────

    @invariant()
    def no_card_is_lost_or_made(self) -> None:
        """Stashes, pods, the pod that is away, what left the game and what was not dealt make up the deck."""
        assert cards_in(self.position) + Counter(self.gone) == cards_in(self.positions[0])

    @invariant()
    def there_is_always_a_pod(self) -> None:
        """At least one pod is out, ids ascend and are never used twice."""
        ids = [pod.id for pod in self.position.pods]
        away = [self.position.away.id] if self.position.away else []
        assert ids
        assert ids == sorted(set(ids))
        assert not set(ids) & set(away)
        assert self.position.next_pod > max(ids + away)

    @invariant()
    def there_is_always_a_legal_move(self) -> None:
        """Unless the game is over."""
        legal = legal_moves(self.position)
        assert bool(legal) == self.running()
        assert len({str(move) for move in legal}) == len(legal)

    @invariant()
    def the_game_is_over_for_a_reason(self) -> None:
        """Somebody won by escaping or as the last one left, or the station blew up."""
        winner = self.position.winner
        ends = [event for event in self.events if isinstance(event, Won | Exploded)]
        assert bool(ends) == (not self.running())
        if winner is None:
            assert self.running() or self.position.ply == 500
        else:
            stashes = self.position.seats
            last = [seat for seat, stash in enumerate(stashes, 1) if not stash.out] == [winner]
            assert last or cards_left(stashes[winner - 1]) == 0
        assert all(
            cards_left(stash) or stash.out or seat == winner for seat, stash in enumerate(self.position.seats, 1)
        )

    @invariant()
    def views_agree_on_what_is_public(self) -> None:
        """Whoever looks sees the same pods, turn and order, and as many cards in the same spaces."""
        views = [view(self.position, seat, self.stashes) for seat in range(1, len(self.position.seats) + 1)]
        spectator = view(self.position, None, self.stashes)
        for seen in views:
            assert seen._replace(seats=()) == spectator._replace(seats=())
            for one, other in zip(seen.seats, spectator.seats, strict=True):
                assert [face is None for face in one.spaces] == [face is None for face in other.spaces]
                assert (len(one.extra), one.peeked, one.out) == (len(other.extra), other.peeked, other.out)

    @precondition(running)
    @invariant()
    def nobody_is_shown_a_card_they_may_not_know(self) -> None:
        """Others' cards are backs and question marks, one's own face-down ones are backs unless they were looked at."""
        for viewer in (None, *range(1, len(self.position.seats) + 1)):
            for seat, stash in enumerate(view(self.position, viewer, self.stashes).seats, 1):
                shown = {face for face in (*stash.spaces, *stash.extra) if face is not None}
                known = [face for face in shown if face[0] == "~" and face != "~"]
                if seat == viewer:
                    assert len(known) <= len(stash.peeked)
                else:
                    assert not known
                    assert self.stashes == "open" or shown <= {"~", "?"}

    @invariant()
    def what_is_written_reads_back(self) -> None:
        """Positions and views survive their JSON form."""
        assert position_from_json(position_to_json(self.position)) == self.position
        seen = view(self.position, self.position.turn, self.stashes)
        assert view_from_json(view_to_json(seen)) == seen

    def teardown(self) -> None:
        """The record of the game, written, read and played again, goes through the same positions."""
        if not hasattr(self, "game"):
            return
        winner = self.position.winner
        reason: Reason = "abandoned" if self.running() else "exploded"
        for event in self.events:
            reason = event.reason if isinstance(event, Won) else reason
        record = Record(self.game, tuple(self.moves), EndLine(len(self.moves), winner, reason, self.seed.hex()))
        read = read_record(write_record(record).splitlines())
        assert read == record
        steps = [step.position for step in replay(read)]
        assert steps[: len(self.positions)] == self.positions

    # ── keeping count ────────────────────────────────────────────────────────────────────────────────────────────

    def carry_out(self, seat: int, move: Move) -> None:
        """Makes a move, and checks that every card that left the game is accounted for by an event."""
        before = self.position
        self.position, self.events = apply(before, seat, move, self.seed)
        lost = cards_in(before) - cards_in(self.position)
        assert not cards_in(self.position) - cards_in(before)
        assert sum(lost.values()) == self.cards_told_to_leave(Applied(before, self.events), seat)
        self.gone += lost.elements()
        self.positions.append(self.position)
        self.moves.append(MoveLine(self.position.ply, seat, move, self.position.ply))

    @staticmethod
    def cards_told_to_leave(applied: Applied, seat: int) -> int:
        """How many cards left the game, according to what happened."""
        told = 0
        for event in applied.events:
            match event:
                case Launched():
                    told += event.cards
                case Jammed():
                    told += len(event.gone)
                case PodOpened() | KeycardSpent() | OrderTurned():
                    told += 1
                case CameBack():
                    told += 2
                case Resigned():
                    told += cards_left(applied.position.seats[seat - 1])
        return told
