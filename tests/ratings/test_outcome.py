"""Places at the end of a game, and skills as whole numbers (docs/ratings.md)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relspace.room.commands import LoseSession, MakeMove, SeatBot, SetReady, Settle, Sit
from relspace.room.outcome import NEWCOMER, Outcome, Skill, places
from relspace.room.settling import counts, followed, unsettled
from relspace.room.state import Player, RoomState
from relspace.room.stored import decode_room, encode_room
from relspace.rules.draft import LAST_PLY
from relspace.rules.legal import legal_moves
from relspace_server.accounts.ratings import rated

from ..room.rooms import LYRA, MIRA, RIGEL, VEGA, Table
from ..room.test_stored import crowded

DENEB = Player("SHA256:deneb", "Deneb")


@pytest.mark.parametrize(
    ("winner", "left", "resigned", "wanted"),
    [
        (2, [3, 0, 7], [], (2, 1, 3)),
        (2, [5, 0, 5], [], (2, 1, 2)),
        (1, [0, 0, 0, 9], [2, 3], (1, 4, 3, 2)),
        (3, [0, 0, 8], [2, 1], (2, 3, 1)),
        (None, [1, 12, 4], [], (1, 1, 1)),
        (None, [1, 0, 4, 0], [4, 2], (1, 3, 1, 4)),
    ],
    ids=["by cards left", "tied", "gave up", "last left", "exploded", "exploded, and gave up"],
)
def test_places(winner: int | None, left: list[int], resigned: list[int], wanted: tuple[int, ...]) -> None:
    assert places(winner, left, resigned) == wanted


@given(st.integers(2, 10), st.data())
def test_places_begin_with_1_and_ties_leave_gaps(seats: int, data: st.DataObject) -> None:
    resigned = data.draw(st.permutations(range(1, seats + 1)).map(lambda all_: all_[: seats // 2]))
    staying = [seat for seat in range(1, seats + 1) if seat not in resigned]
    winner = data.draw(st.sampled_from([None, *staying]))
    left = data.draw(st.lists(st.integers(1, 30), min_size=seats, max_size=seats))
    reached = places(winner, left, resigned)
    assert min(reached) == 1
    assert all(sum(other < place for other in reached) == place - 1 for place in reached)
    assert winner is None or reached.count(1) == 1
    assert all(reached[gone - 1] > reached[stays - 1] for gone in resigned for stays in staying)


@given(st.integers(-500_000, 4_000_000), st.integers(1, 250_000))
def test_a_rating_is_three_doubts_below_the_mean(mean: int, doubt: int) -> None:
    skill = Skill(mean, doubt)
    assert abs(skill.rating - (mean - 3 * doubt) / 1000) <= 0.5
    assert abs(skill.uncertainty - doubt / 1000) <= 0.5


def test_a_newcomer_has_a_thousand() -> None:
    assert (NEWCOMER.rating, NEWCOMER.uncertainty) == (1000, 250)


@given(*[st.tuples(st.integers(0, 4_000_000), st.integers(10_000, 250_000)).map(lambda pair: Skill(*pair))] * 3)
def test_a_skill_that_has_not_changed_since_the_start_becomes_what_was_computed(a: Skill, b: Skill, c: Skill) -> None:
    assert a.moved(a, b) == b
    assert c.moved(a, a) == c
    once, other = c.moved(a, b).moved(b, a), c
    assert abs(once.mean - other.mean) <= 1
    assert once.doubt > 0


@given(
    st.lists(st.tuples(st.integers(-200_000, 200_000), st.integers(-9_000, 0)), min_size=2, max_size=6), st.randoms()
)
def test_games_played_at_once_come_to_the_same_in_any_order(games: list[tuple[int, int]], random: object) -> None:
    start = NEWCOMER
    ends = [Skill(start.mean + mean, start.doubt + doubt) for mean, doubt in games]
    one = other = start
    for end in ends:
        one = one.moved(start, end)
    random.shuffle(ends)  # type: ignore[attr-defined]
    for end in ends:
        other = other.moved(start, end)
    assert one.mean == other.mean
    assert abs(one.doubt - other.doubt) <= len(games)


# ── what an update adds ──────────────────────────────────────────────────────────────────────────────────────────────


class Known:
    """Ratings of a test."""

    def __init__(self, **skills: Skill) -> None:
        self.skills = {f"SHA256:{name}": skill for name, skill in skills.items()}

    def skill(self, player_id: str) -> Skill | None:
        return self.skills.get(player_id)

    after = staticmethod(rated)


class Rated(Table):
    """A room whose every change is followed."""

    known = Known(rigel=Skill(2_000_000, 100_000))

    def ask(self, actor: Player, command: object) -> RoomState:
        before = self.state
        super().ask(actor, command)  # type: ignore[arg-type]
        self.state = followed(before, self.state, self.known)
        return self.state


def table(*players: Player, **options: object) -> Rated:
    opened = Rated.opened(**{"seats": 1 + len(players), "clock": 30, **options})
    assert isinstance(opened, Rated)
    for player in players:
        opened.ask(VEGA, SeatBot(player)) if player.kind == "bot" else opened.ask(player, Sit(player.name))
    return opened


def begin(opened: Rated) -> Rated:
    for seat in opened.state.seats:
        if seat.is_person:
            assert seat.player is not None
            opened.ask(seat.player, SetReady(opened.code, ready=True))
    assert opened.state.phase == "playing"
    return opened


def test_ratings_are_frozen_when_the_game_starts() -> None:
    opened = begin(table(RIGEL))
    opened.known = Known(rigel=Skill(1_000_000, 100_000), vega=Skill(3_000_000, 50_000))
    first = next(one for one in (VEGA, RIGEL))
    opened.ask(first, MakeMove(opened.code, "resign", 0))
    game = opened.state.game
    assert game is not None
    assert game.outcome is not None
    assert [player.skill for player in game.players] == [None, Skill(2_000_000, 100_000)]
    assert game.outcome.skills == rated([None, Skill(2_000_000, 100_000)], [2, 1])
    assert [seat.player.skill for seat in opened.state.seats if seat.player] == [
        Skill(3_000_000, 50_000),
        Skill(1_000_000, 100_000),
    ]


@pytest.mark.parametrize(
    ("players", "options", "wanted"),
    [
        ([RIGEL], {}, True),
        ([RIGEL, DENEB], {"clock": 86_400}, True),
        ([RIGEL], {"clock": 0}, False),
        ([RIGEL], {"public": False}, False),
        ([RIGEL, LYRA], {}, False),
        ([RIGEL, MIRA], {}, False),
    ],
    ids=["two people", "a day a move", "no clock", "by code", "a guest", "a bot"],
)
def test_which_games_are_rated(players: list[Player], options: dict[str, object], wanted: bool) -> None:
    opened = table(*players, **options)
    assert counts(opened.state) is wanted
    game = begin(opened).state.game
    assert game is not None
    assert game.rated is wanted


def test_the_update_that_ends_a_game_writes_the_outcome() -> None:
    opened = begin(table(RIGEL, DENEB))
    while True:
        game = opened.state.game
        assert game is not None
        if opened.state.phase == "over":
            break
        assert game.outcome is None
        player = game.players[game.position.turn - 1]
        moves = legal_moves(game.position)
        opened.ask(player, MakeMove(opened.code, str(moves[game.position.ply % len(moves)]), game.position.ply))
    assert game.outcome is not None
    assert game.position.ply <= LAST_PLY
    assert len(game.outcome.places) == len(game.outcome.skills) == 3
    if game.position.winner:
        assert game.outcome.places[game.position.winner - 1] == 1


def test_a_room_of_ten_with_the_largest_outcome_is_kept_and_small_enough() -> None:
    state = crowded("grid").state
    assert state.game is not None
    skill = Skill(-3_000_000, 250_000)
    players = tuple(replace(player, kind="person", skill=skill) for player in state.game.players)
    outcome = Outcome(tuple(range(1, 11)), (skill,) * 10, settled=True)
    full = replace(state, game=replace(state.game, players=players, rated=True, outcome=outcome))
    stored = encode_room(full)
    assert decode_room(stored) == full
    assert len(stored) - len(encode_room(state)) < 1_000


def test_a_rematch_that_waited_begins_only_while_all_are_connected() -> None:
    opened = begin(table(RIGEL))
    opened.ask(VEGA, MakeMove(opened.code, "resign", 0))
    for one in (VEGA, RIGEL):
        opened.ask(one, SetReady(opened.code, ready=True))
    assert opened.state.phase == "over"
    waiting = opened.state
    opened.serve(Settle(1))
    assert opened.state.phase == "playing"
    opened.state = waiting
    opened.serve(LoseSession("Rigel"))
    opened.serve(Settle(1))
    assert opened.state.phase == "over"
    assert not unsettled(opened.state)
