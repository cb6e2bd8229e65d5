"""Votes: the others can vote a player out of a game, one vote at a time."""

import pytest

from relspace.bots.table import add_bot
from relspace.errors import Refused
from relspace.room.commands import CallVote, CastVote, Close, Depart, EndVote, LoseSession, MakeMove, SetReady, Sit
from relspace.room.state import Player, RoomState
from relspace.room.voting import CALL_AGAIN, VOTE_OPEN, needed
from relspace.rules.events import Resigned
from relspace.wire.codec import decode_message
from relspace.wire.frames import Frames
from relspace.wire.snapshot import snapshot

from .rooms import LYRA, RIGEL, SEED, VEGA, Table
from .test_playing import fired, first_move, next_due, on_turn

DENEB = Player("SHA256:deneb", "Deneb")
PEOPLE = (VEGA, RIGEL, LYRA, DENEB)


def playing(people: int = 4, bots: int = 0, clock: int = 0) -> Table:
    """A game of the first people, and of bots."""
    table = Table.opened(seats=people + bots, clock=clock)
    for one in PEOPLE[1:people]:
        table.ask(one, Sit(f"n/{one.name.lower()}"))
    for _ in range(bots):
        table.state = add_bot(table.state, VEGA, "", table.now, SEED)
    for one in PEOPLE[:people]:
        table.ask(one, SetReady(table.code, ready=True))
    assert table.state.phase == "playing"
    return table


def refused(table: Table, actor: Player, command: CallVote | CastVote) -> str:
    with pytest.raises(Refused) as caught:
        table.ask(actor, command)
    return caught.value.code


def is_out(state: RoomState, seat: int) -> bool:
    assert state.game is not None
    return state.game.position.seats[seat - 1].out


@pytest.mark.parametrize(("people", "votes"), [(3, 2), (4, 2)])
def test_the_majority_of_the_others_and_at_least_two_take_a_player_out(people: int, votes: int) -> None:
    table = playing(people)
    target = people
    table.ask(VEGA, CallVote(table.code, target))
    assert needed(table.state, target) == votes
    assert not is_out(table.state, target)
    table.ask(RIGEL, CastVote(table.code, yes=True))
    assert is_out(table.state, target)
    assert table.state.vote is None


def test_nobody_keeps_a_vote_open_for_ever_to_save_themselves_from_one() -> None:
    table = playing(4)
    table.ask(VEGA, CallVote(table.code, 2))
    table.now += VOTE_OPEN
    table.serve(EndVote())
    assert refused(table, VEGA, CallVote(table.code, 2)) == "called-lately"
    assert refused(table, VEGA, CallVote(table.code, 3)) == "called-lately"
    table.ask(VEGA, Depart("n/vega"))
    table.ask(VEGA, Sit("n/again"))
    assert refused(table, VEGA, CallVote(table.code, 3)) == "called-lately"
    table.ask(RIGEL, CallVote(table.code, 1))
    for one in (LYRA, DENEB):
        table.ask(one, CastVote(table.code, yes=False))
    assert table.state.vote is None
    table.now += CALL_AGAIN - VOTE_OPEN
    table.ask(VEGA, CallVote(table.code, 3))
    assert table.state.vote is not None


def test_of_nine_others_five_are_needed() -> None:
    crowd = [Player(f"SHA256:{number}", f"P{number}") for number in range(2, 11)]
    table = Table.opened(seats=10)
    for one in crowd:
        table.ask(one, Sit(f"n/{one.name}"))
    for one in (VEGA, *crowd):
        table.ask(one, SetReady(table.code, ready=True))
    table.ask(VEGA, CallVote(table.code, 2))
    assert needed(table.state, 2) == 5
    for one in crowd[1:4]:
        table.ask(one, CastVote(table.code, yes=True))
        assert not is_out(table.state, 2)
    table.ask(crowd[4], CastVote(table.code, yes=True))
    assert is_out(table.state, 2)


def test_the_seat_resigns_as_if_its_player_had_done_it_and_play_goes_on() -> None:
    table = playing(3)
    table.ask(VEGA, CallVote(table.code, 3))
    game = table.ask(RIGEL, CastVote(table.code, yes=True)).game
    assert game is not None
    made = game.moves[-1]
    assert (made.seat, made.move, made.auto) == (3, "resign", False)
    assert game.log[-1].events == (Resigned(voted=True),)
    assert game.voted_out == (3,)
    assert game.position.turn != 3
    table.ask(on_turn(table.state), first_move(table.state))


def test_bots_neither_vote_nor_are_voted_out() -> None:
    table = playing(3, bots=1)
    assert refused(table, VEGA, CallVote(table.code, 4)) == "no-such-seat"
    table.ask(VEGA, CallVote(table.code, 3))
    assert needed(table.state, 3) == 2


def test_two_others_are_needed_at_least() -> None:
    table = playing(2, bots=2)
    assert refused(table, VEGA, CallVote(table.code, 2)) == "few-voters"


def test_who_may_call_one_and_on_whom() -> None:
    table = playing(4)
    stranger = Player("SHA256:mira", "Mira")
    assert refused(table, stranger, CallVote(table.code, 1)) == "not-seated"
    for seat in (0, 1, 5, -1):
        assert refused(table, VEGA, CallVote(table.code, seat)) == "no-such-seat"
    table.ask(DENEB, MakeMove(table.code, "resign", 0))
    assert refused(table, DENEB, CallVote(table.code, 1)) == "no-voter"
    assert refused(table, VEGA, CallVote(table.code, 4)) == "no-such-seat"
    table.serve(Close())
    table.state = playing(3).state
    table.ask(VEGA, MakeMove(table.code, "resign", 0))
    table.ask(RIGEL, MakeMove(table.code, "resign", 0))
    assert refused(table, VEGA, CallVote(table.code, 2)) == "no-game"


def test_one_vote_at_a_time_and_one_for_each() -> None:
    table = playing(4)
    assert refused(table, RIGEL, CastVote(table.code, yes=True)) == "no-vote"
    table.ask(VEGA, CallVote(table.code, 4))
    assert refused(table, RIGEL, CallVote(table.code, 1)) == "vote-open"
    assert refused(table, VEGA, CastVote(table.code, yes=True)) == "voted"
    assert refused(table, DENEB, CastVote(table.code, yes=False)) == "no-voter"
    table.ask(RIGEL, CastVote(table.code, yes=False))
    assert refused(table, RIGEL, CastVote(table.code, yes=True)) == "voted"


def test_a_vote_that_cannot_succeed_any_more_is_over() -> None:
    table = playing(4)
    table.ask(VEGA, CallVote(table.code, 4))
    table.ask(RIGEL, CastVote(table.code, yes=False))
    assert table.state.vote is not None
    table.ask(LYRA, CastVote(table.code, yes=False))
    assert table.state.vote is None
    assert not is_out(table.state, 4)


def test_a_vote_is_over_after_a_minute() -> None:
    table = playing(4)
    table.ask(VEGA, CallVote(table.code, 4))
    what = next_due(table)
    assert (what.kind, what.at) == ("vote", table.now + VOTE_OPEN)
    fired(table, what)
    assert table.state.vote is None
    assert not is_out(table.state, 4)
    with pytest.raises(Refused, match="not-due"):
        table.serve(EndVote())


def test_a_vote_is_over_when_its_player_leaves_and_when_voters_do() -> None:
    table = playing(4)
    table.ask(VEGA, CallVote(table.code, 4))
    table.ask(DENEB, MakeMove(table.code, "resign", 0))
    assert table.state.vote is None
    table.now += CALL_AGAIN
    table.ask(VEGA, CallVote(table.code, 3))
    table.ask(RIGEL, MakeMove(table.code, "resign", 0))
    assert table.state.vote is None, "one other is too few"


def test_people_who_are_away_count_and_can_be_voted_out() -> None:
    table = playing(4)
    table.serve(LoseSession("n/deneb"))
    table.ask(VEGA, CallVote(table.code, 4))
    assert needed(table.state, 4) == 2
    table.ask(RIGEL, CastVote(table.code, yes=True))
    assert is_out(table.state, 4)


def test_a_vote_that_leaves_one_player_ends_the_game() -> None:
    table = playing(3)
    table.ask(VEGA, CallVote(table.code, 3))
    table.ask(RIGEL, CastVote(table.code, yes=True))
    table.ask(RIGEL, MakeMove(table.code, "resign", 0))
    assert table.state.phase == "over"
    assert table.state.game is not None
    assert table.state.game.reason == "last_left"


def test_everybody_sees_the_vote_and_what_their_own_say_in_it_is() -> None:
    table = playing(4)
    table.ask(VEGA, CallVote(table.code, 4))
    table.now += 15_000
    votes = {one.name: snapshot(table.state, 1, one.id, table.now, 0).vote for one in PEOPLE}
    mine = votes["Vega"]
    assert mine is not None
    assert (mine.seat, mine.yes, mine.no, mine.needed, mine.left) == (4, 1, 0, 2, VOTE_OPEN - 15_000)
    says = {name: (vote.may, vote.voted) for name, vote in votes.items() if vote is not None}
    assert says == {"Vega": (False, True), "Rigel": (True, False), "Lyra": (True, False), "Deneb": (False, False)}
    frames = Frames(table.state, 1, table.now, 0)
    for one in PEOPLE:
        assert decode_message(frames.of(one.id).encoded) == snapshot(table.state, 1, one.id, table.now, 0)
    spectator = snapshot(table.state, 1, "SHA256:mira", table.now, 0).vote
    assert spectator is not None
    assert not spectator.may
