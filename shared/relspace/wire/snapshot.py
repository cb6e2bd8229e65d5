"""A room as one viewer sees it: the only way in which a state becomes something to send."""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from relspace.codec.once import once
from relspace.room.outcome import NEWCOMER, Outcome
from relspace.room.playing import hand_over_from, next_first
from relspace.room.settling import counts
from relspace.room.state import Game, LogEntry, Player, RoomState, Seat, Vote
from relspace.room.voting import needed, voters
from relspace.rules.events import KeycardSpent, Loaded, seen_by
from relspace.rules.forecast import Forecast, forecasts
from relspace.rules.layout import LAYOUTS
from relspace.rules.legal import legal_moves, moves_ahead
from relspace.rules.moves import Move
from relspace.rules.stash import cards_left, left_by_row
from relspace.rules.view import View, view, view_of_seat
from relspace.wire.messages import (
    Clock,
    LegalMove,
    Missed,
    OpenVote,
    Presence,
    Result,
    SeatInfo,
    Snapshot,
    Standing,
)

ENTRIES_KEPT: Final = 1_024
"""Moves of logs that are kept as others may know them: each is told in eight revisions, to everybody at the table."""

MOVES_KEPT: Final = 512
"""Moves that are kept with what they would do."""


class Snapshots:
    """The snapshots of one revision of a room: what is public is made once, a viewer's part when it is asked for."""

    def __init__(self, state: RoomState, rev: int, now: int, watching: int) -> None:
        """Prepares what everybody may see.

        Args:
            state: the room.
            rev: its revision in the store.
            now: wall-clock milliseconds, for the clock.
            watching: spectators connected at the moment.
        """
        self._state = state
        game = state.game
        public = Snapshot(
            room=state.code,
            title=state.title,
            named=state.named,
            rev=rev,
            phase=state.phase,
            options=state.options,
            seats=tuple(_seat(state, number, seat, now) for number, seat in enumerate(state.seats, 1)),
            host=state.host_seat,
            watching=watching,
            vote=None if state.vote is None else _vote(state, state.vote, now),
            rated=counts(state) if game is None else game.rated,
        )
        open_stashes = state.phase == "over" or state.options.stashes == "open"
        if game is not None:
            over = state.phase == "over"
            public = replace(
                public,
                view=view(game.position, None, state.options.stashes),
                clock=_clock(state, game, now),
                log=seen_by_others(game.log, open_stashes=open_stashes),
                game=state.game_id,
                commitment=game.commitment,
                seed=game.seed.reveal().hex() if over else "",
                result=_result(state, game, None) if over else None,
                started=game.started,
            )
        self.public = public
        """What a spectator sees."""

    def of(self, viewer: str) -> Snapshot:
        """What a viewer sees, by player id; somebody without a seat is a spectator."""
        you = self._state.seat_of(viewer)
        game = self._state.game
        played = None if game is None else _seat_in(game, viewer)
        if you is None and played is None:
            return self.public
        if game is None or played is None:
            return replace(self.public, you=you)
        over = self._state.phase == "over"
        assert self.public.view is not None
        seen = view_of_seat(game.position, played, self.public.view)
        result = self.public.result
        public = self.public
        return Snapshot(  # as `replace` would, in a quarter of its time
            room=public.room,
            title=public.title,
            rev=public.rev,
            phase=public.phase,
            options=public.options,
            seats=public.seats,
            host=public.host,
            you=you,
            view=seen,
            legal=() if over else moves_seen(seen, played),
            ahead=seen.turn != played,
            clock=public.clock,
            log=tuple(
                [mine if mine.seat == played else shown for mine, shown in zip(game.log, public.log, strict=True)]
            ),
            game=public.game,
            commitment=public.commitment,
            seed=public.seed,
            result=None if result is None else replace(result, you=played),
            watching=public.watching,
            vote=self._vote_of(you),
            away=None if you is None else _missed(self._state.seats[you - 1]),
            rated=public.rated,
            started=public.started,
            named=public.named,
            v=public.v,
        )

    def _vote_of(self, you: int | None) -> OpenVote | None:
        shown, vote = self.public.vote, self._state.vote
        if shown is None or vote is None or you not in voters(self._state, vote.seat):
            return shown
        voted = you in (*vote.yes, *vote.no)
        return replace(shown, may=not voted, voted=voted)


def snapshot(state: RoomState, rev: int, viewer: str, now: int, watching: int) -> Snapshot:
    """What one viewer may see of a room; see `Snapshots`."""
    return Snapshots(state, rev, now, watching).of(viewer)


def _seat_in(game: Game, viewer: str) -> int | None:
    """The seat that a player has in a game; the room's seats may have changed since."""
    return next((number for number, one in enumerate(game.players, 1) if one.id == viewer), None)


def _seat(state: RoomState, number: int, seat: Seat, now: int) -> SeatInfo:
    if seat.player is None:
        return SeatInfo()
    game = state.game if state.phase == "playing" else None
    known = seat.player if game is None else game.players[number - 1]
    return SeatInfo(
        name=seat.player.name,
        kind=seat.player.kind,
        level=seat.player.level,
        presence=_presence(seat),
        muted=seat.player.id in state.muted,
        ready=seat.ready or seat.is_bot,
        left=0 if game is None else cards_left(game.position.seats[number - 1]),
        rating=None if known.skill is None else known.skill.rating,
        hand_over_in=_hand_over_in(state, number, seat, now),
    )


def _hand_over_in(state: RoomState, number: int, seat: Seat, now: int) -> int | None:
    when = hand_over_from(state, number) if seat.away_since else None
    return None if when is None else max(0, when - now)


def _presence(seat: Seat) -> Presence:
    if seat.autopilot:
        return "autopilot"
    return "here" if seat.is_bot or seat.session else "away"


def moves_seen(seen: View, seat: int) -> tuple[LegalMove, ...]:
    """The moves that a seat has, or would have were it its turn, with what each would do as far as it can know."""
    if seen.seats[seat - 1].out:
        return ()
    moves = legal_moves(seen) if seen.turn == seat else moves_ahead(seen, seat)
    return tuple(map(_foreseen, moves, forecasts(seen, seat, moves)))


@lru_cache(maxsize=MOVES_KEPT, typed=True)
def _foreseen(move: Move, forecast: Forecast) -> LegalMove:
    """A move, and what it would do; one object, since a move is foreseen again after each that others make."""
    return LegalMove(str(move), forecast.verdict, forecast.back)


def _vote(state: RoomState, vote: Vote, now: int) -> OpenVote:
    who = voters(state, vote.seat)
    yes, no = (sum(number in seats for number in who) for seats in (vote.yes, vote.no))
    return OpenVote(vote.seat, yes, no, needed(state, vote.seat), max(0, vote.ends - now))


def _missed(seat: Seat) -> Missed | None:
    """What somebody has missed who is back and has not moved since."""
    absence = seat.absence
    if absence is None or absence.until is None:
        return None
    plies = absence.until - absence.since
    return Missed(plies, absence.auto, absence.played, absence.launched, absence.left)


def _clock(state: RoomState, game: Game, now: int) -> Clock | None:
    if not game.deadline:
        return None
    turn = 1000 * state.options.clock
    return Clock(max(0, min(turn, game.deadline - now)), turn)


def seen_by_others(log: tuple[LogEntry, ...], *, open_stashes: bool) -> tuple[LogEntry, ...]:
    """Moves as those may know them who did not make them; where nothing in one is secret, the entry itself.

    Args:
        log: the moves.
        open_stashes: whether all stashes of the room are open.
    """
    return log if open_stashes else tuple(map(_without_secrets, log))


def _hide(entry: LogEntry) -> LogEntry:
    events = seen_by(entry.events, owner=False, open_stashes=False)
    return entry if events is entry.events else replace(entry, events=events)


_without_secrets: Final = once(_hide, ENTRIES_KEPT)


def _result(state: RoomState, game: Game, viewer: int | None) -> Result:
    position = game.position
    layout = LAYOUTS[position.options.layout]
    called = {seat.player.id: seat.player.name for seat in state.seats if seat.player}
    standings = [
        Standing(
            seat=number,
            name=called.get(player.id, player.name),  # those who stayed may have another name since
            left=cards_left(stash),
            rows=left_by_row(stash, layout),
            jams=game.jams[number - 1],
            out=stash.out,
            rating_change=rating_change(game.outcome, number, player),
            rating=_rating_after(game.outcome, number),
            voted=number in game.voted_out,
        )
        for number, (player, stash) in enumerate(zip(game.players, position.seats, strict=True), 1)
    ]
    placed = game.outcome.places if game.outcome else ()
    place = dict(enumerate(placed, 1))
    standings.sort(key=lambda one: (place.get(one.seat, 0), one.seat != position.winner, one.out, one.left, one.seat))
    card, pod = _last_card(game)
    starter = state.seats[next_first(state) - 1].player
    return Result(
        reason=game.reason or "abandoned",
        winner=position.winner,
        plies=position.ply,
        ms=game.moved - game.started,
        standings=tuple(standings),
        next_first=starter.name if starter else "",
        you=viewer,
        last_card=card,
        last_pod=pod,
    )


def rating_change(outcome: Outcome | None, seat: int, player: Player) -> int | None:
    """By how many points a game changes the rating of a seat's player; None if it was not rated."""
    if outcome is None or not outcome.skills:
        return None
    return outcome.skills[seat - 1].rating - (player.skill or NEWCOMER).rating


def _rating_after(outcome: Outcome | None, seat: int) -> int | None:
    """The points of a seat's player after a game; None if it was not rated."""
    return outcome.skills[seat - 1].rating if outcome is not None and outcome.skills else None


def _last_card(game: Game) -> tuple[str, int]:
    """The card with which the winner escaped, and the pod it went onto; nothing if the game ended otherwise."""
    if game.reason != "escaped" or not game.log:
        return "", 0
    for event in game.log[-1].events:
        if isinstance(event, Loaded):
            return event.card, event.pod
        if isinstance(event, KeycardSpent):
            return "KEY", 0
    return "", 0
