"""A position while a move is carried out: the one mutable thing in the rules, alive within `apply` alone."""

from collections.abc import Iterable
from typing import Final

from relspace.rules.cards import DOWN, FACES, Card
from relspace.rules.events import Event, Exploded, Launched, PodPutOut, WinReason, Won
from relspace.rules.layout import LAYOUTS, STASH_SIZE
from relspace.rules.position import Direction, Phase, Pod, Position, Stash

LAST_PLY: Final = 500
"""A game without a winner ends after this ply: the station blows up (docs/rules.md 6)."""


class Draft:
    """The next position, and what has happened on the way to it."""

    __slots__ = (
        "away",
        "direction",
        "events",
        "layout",
        "load_pod",
        "next_pod",
        "options",
        "phase",
        "ply",
        "pods",
        "seats",
        "turn",
        "winner",
    )

    phase: Phase
    direction: Direction

    def __init__(self, position: Position) -> None:
        """Starts the ply after `position`."""
        (ply, self.turn, self.direction, self.phase, self.load_pod, pods, self.away, self.next_pod, seats, self.winner,
         self.options) = position  # fmt: skip
        self.ply = ply + 1
        self.pods: dict[int, tuple[Card, ...]] = dict(pods)
        self.seats = list(seats)
        self.layout = LAYOUTS[self.options.layout]
        self.events: list[Event] = []

    def finished(self) -> Position:
        """The position after this ply. Without a winner, the last ply of all blows the station up."""
        if self.ply >= LAST_PLY and self.winner is None:
            self.phase = "over"
            self.events.append(Exploded())
        if self.phase == "over":
            self.load_pod = None
            for seat in range(1, len(self.seats) + 1):
                self.close_up(seat)
        return Position(
            self.ply,
            self.turn,
            self.direction,
            self.phase,
            self.load_pod,
            tuple([Pod(pod, cards) for pod, cards in self.pods.items()]),
            self.away,
            self.next_pod,
            tuple(self.seats),
            self.winner,
            self.options,
        )

    # ── stashes ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def stash(self) -> Stash:
        """The stash of the seat on turn."""
        return self.seats[self.turn - 1]

    def take(self, space: str) -> tuple[Card, bool]:
        """Takes a card out of the stash on turn; returns it, and whether it was face-down."""
        spaces, extra, peeked, out = self.seats[self.turn - 1]
        number = self.layout.numbers[space]
        if number < STASH_SIZE:
            face = spaces[number]
            spaces = (*spaces[:number], None, *spaces[number + 1 :])
        else:
            number -= STASH_SIZE
            face = extra[number]
            extra = (*extra[:number], None, *extra[number + 1 :])
        if space in peeked:
            peeked = tuple([other for other in peeked if other != space])
        self.seats[self.turn - 1] = Stash(spaces, extra, peeked, out)
        assert face is not None
        return FACES[face], face[0] == DOWN

    def put(self, seat: int, cards: Iterable[tuple[str, Card]]) -> None:
        """Lays cards into spaces of a stash, face-up; the extra space after the last is made if it is named."""
        spaces, extra, peeked, out = self.seats[seat - 1]
        row = [*spaces, *extra, None]
        for space, card in cards:
            row[self.layout.numbers[space]] = card
        if row[-1] is None:
            row.pop()
        self.seats[seat - 1] = Stash(tuple(row[:STASH_SIZE]), tuple(row[STASH_SIZE:]), peeked, out)

    def mark_peeked(self, space: str) -> None:
        """The seat on turn has looked at the card in this space."""
        stash = self.stash
        peeked = tuple(sorted({*stash.peeked, space}))
        self.seats[self.turn - 1] = stash._replace(peeked=peeked)

    def close_up(self, seat: int) -> None:
        """Closes row X up, where a space was vacated."""
        stash = self.seats[seat - 1]
        if None in stash.extra:
            extra = tuple([card for card in stash.extra if card is not None])
            self.seats[seat - 1] = stash._replace(extra=extra)

    # ── pods ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def open_pod(self) -> int:
        """Puts out a new, empty pod; returns its id."""
        pod = self.next_pod
        self.pods[pod] = ()
        self.next_pod = pod + 1
        return pod

    def put_out_if_none(self) -> None:
        """Puts out a new, empty pod if no pod is left."""
        if not self.pods:
            self.events.append(PodPutOut(self.open_pod()))

    def launch(self, pod: int) -> None:
        """LAUNCH: the pod and all its cards leave the game (docs/rules.md 5)."""
        self.events.append(Launched(pod, len(self.pods.pop(pod))))
        self.put_out_if_none()

    def launch_owed(self) -> None:
        """The LAUNCH that a look or a gift comes before."""
        assert self.load_pod is not None
        self.launch(self.load_pod)

    # ── whose turn it is ─────────────────────────────────────────────────────────────────────────────────────────

    def owe(self, phase: Phase, pod: int) -> None:
        """The turn goes on: the seat owes a card, a look or a gift for this pod."""
        self.phase = phase
        self.load_pod = pod

    def end_turn(self) -> None:
        """The turn passes to the next seat still in the game, in the current direction (docs/rules.md 6)."""
        self.close_up(self.turn)
        self.phase = "play"
        self.load_pod = None
        seats = self.seats
        turn = self.turn
        while True:
            turn = (turn - 1 + self.direction) % len(seats) + 1
            if not seats[turn - 1].out:
                break
        self.turn = turn

    def win(self, seat: int, reason: WinReason) -> None:
        """The game ends, and this seat has won."""
        self.phase = "over"
        self.winner = seat
        self.events.append(Won(seat, reason))
