"""What a game leaves behind is entered exactly once, whenever whoever enters it stops."""

import asyncio
from dataclasses import replace

import pytest

from relspace.errors import Refused
from relspace.room.commands import MakeMove, SetReady, Start
from relspace.room.outcome import NEWCOMER
from relspace.room.settling import unsettled
from relspace.room.state import Player, RoomState
from relspace.room.stored import decode_room
from relspace.rules.record import read_record
from relspace.rules.replay import verify
from relspace.wire.commands import AddBot, Create, Join, Leave
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.score import Score
from relspace_server.rooms.hub import Hub
from relspace_server.store.bucket import Store, Unavailable
from relspace_server.store.memory import MemoryStore

from ..rooms.people import Guest, started
from .games import RATED, Played, World, account, accounts_of, at_play
from .stopping import StoppingStore


async def left_behind(store: Store) -> dict[str, object]:
    """What is kept of everybody's games, and every record."""
    kept: dict[str, object] = {name: (await account(store, name)).score for name in ("Vega", "Rigel")}
    return kept | {key: value.data for key, value in await store.bucket("records").scan("")}


async def rooms_of(store: Store) -> list[RoomState]:
    return [decode_room(value.data) for _, value in await store.bucket("rooms").scan("")]


async def test_a_rated_game_is_entered_for_its_players(hub: Hub, store: MemoryStore) -> None:
    played = await at_play(hub, (await accounts_of(store))[:2])
    assert played.state.game is not None
    assert played.state.game.rated
    await played.resign(1)
    await played.settled()
    vega, rigel = (await account(store, "Vega")).score, (await account(store, "Rigel")).score
    assert (vega.games, vega.wins, vega.rated, vega.rated_wins) == (1, 0, 1, 0)
    assert (rigel.games, rigel.wins, rigel.rated, rigel.rated_wins) == (1, 1, 1, 1)
    assert vega.skill is not None
    assert rigel.skill is not None
    assert vega.skill.rating < NEWCOMER.rating < rigel.skill.rating
    assert vega.last[0].game == rigel.last[0].game == played.game_id
    assert (vega.last[0].place, rigel.last[0].place) == (2, 1)
    assert vega.last[0].change == vega.skill.rating - NEWCOMER.rating


async def test_everybody_sees_the_changes_with_the_end(hub: Hub, store: MemoryStore) -> None:
    played = await at_play(hub, (await accounts_of(store))[:2])
    vega, rigel = played.people
    assert [seat.rating for seat in vega.snapshot.seats] == [None, None]
    await played.resign(1)
    await vega.until(lambda: vega.snapshot.result is not None)
    result = vega.snapshot.result
    assert result is not None
    assert [(one.name, one.rating_change) for one in result.standings] == [("Rigel", 103), ("Vega", -55)]
    assert [one.rating for one in result.standings] == [1103, 945]
    await rigel.until(lambda: rigel.snapshot.seats[1].rating == 1103)
    assert [seat.rating for seat in rigel.snapshot.seats] == [945, 1103]


async def test_a_rematch_goes_by_the_ratings_after_the_first_game(hub: Hub, store: MemoryStore) -> None:
    played = await at_play(hub, (await accounts_of(store))[:2])
    await played.resign(1)
    await played.rematch()
    assert played.state.game is not None
    assert [player.skill.rating for player in played.state.game.players if player.skill] == [945, 1103]
    await played.resign(2)
    await played.settled()
    score = (await account(store, "Vega")).score
    assert (score.games, score.wins, score.rated) == (2, 1, 2)
    assert [one.place for one in score.last] == [1, 2]


UNRATED = {
    "by code only": (replace(RATED, public=False), "person"),
    "without a clock": (replace(RATED, clock=0), "person"),
    "with a guest": (RATED, "guest"),
}


@pytest.mark.parametrize("why", UNRATED)
async def test_an_unrated_game_counts_in_the_profile_alone(hub: Hub, store: MemoryStore, why: str) -> None:
    options, kind = UNRATED[why]
    vega, rigel, *_ = await accounts_of(store)
    other = Player("guest:1", "Mira", "guest") if kind == "guest" else rigel
    played = await at_play(hub, [vega, other], options)
    assert not played.people[0].snapshot.rated
    await played.resign(2)
    await played.settled()
    score = (await account(store, "Vega")).score
    assert (score.games, score.wins, score.rated, score.skill) == (1, 1, 0, None)
    assert score.last[0].change is None
    assert played.people[0].snapshot.result is not None
    assert {one.rating_change for one in played.people[0].snapshot.result.standings} == {None}
    assert hub.lookups.rankings(1, vega.id).total == 0


async def test_with_a_bot_it_is_not_rated(hub: Hub, store: MemoryStore) -> None:
    vega = Guest.enters(hub, (await accounts_of(store))[0])
    code = (await vega.visit.send(Create("Orion", RATED))).room
    await vega.visit.send(AddBot(code))
    await vega.visit.send(SetReady(code, ready=True))
    await vega.until(lambda: vega.snapshot.phase == "playing")
    await vega.visit.send(MakeMove(code, "resign", 0))
    await Played(hub, [vega], code).settled()
    score = (await account(store, "Vega")).score
    assert (score.games, score.rated) == (1, 0)


async def test_a_game_that_is_broken_off_is_kept_as_a_record_alone(hub: Hub, store: MemoryStore, world: World) -> None:
    played = await at_play(hub, (await accounts_of(store))[:2], replace(RATED, clock=0))
    game_id = played.game_id
    for one in played.people:
        one.visit.close()
    await hub._tasks.finish("leave")
    world.now += 30 * 86_400_000
    await hub.close()
    later = await started(store, world)
    async for _, value in store.bucket("rooms").watch(played.code):
        if value is None:
            break
    kept = read_record((await later.lookups.record(game_id, "SHA256:vega")).splitlines())
    assert kept.end is not None
    assert kept.end.reason == "abandoned"
    assert (await account(store, "Vega")).score == Score()
    await later.close()


async def test_a_rematch_waits_until_the_last_game_is_entered(store: MemoryStore, world: World) -> None:
    stopping = StoppingStore(store)
    hub = await started(stopping, world)
    played = await at_play(hub, (await accounts_of(store))[:2])
    gate = hold(stopping.bucket("records"))
    await played.resign(1)
    for one in played.people:
        await one.visit.send(SetReady(played.code, ready=True))
    assert played.state.phase == "over"
    with pytest.raises(Refused, match="not-settled"):
        await played.people[0].visit.send(Start(played.code))
    gate.set()
    await played.people[0].until(lambda: played.people[0].snapshot.phase == "playing")
    assert (await account(store, "Vega")).score.games == 1
    await hub.close()


def hold(bucket: object) -> asyncio.Event:
    """Keeps writes of a bucket waiting until the event is set."""
    gate = asyncio.Event()
    put = bucket.put  # type: ignore[attr-defined]

    async def later(*args: object) -> object:
        await gate.wait()
        return await put(*args)

    bucket.put = later  # type: ignore[attr-defined]
    return gate


# ── stopping anywhere ────────────────────────────────────────────────────────────────────────────────────────────────

WRITES = ["rooms", "records", "accounts", "accounts", "rooms", "rooms", "rooms", "rooms"]
"""What is written from the last move on: the end, the record, two accounts, the mark; then both leave."""


async def play_to_the_end(played: Played) -> None:
    """The last move; once all is settled, both leave, which removes the room."""
    await played.resign(1)
    await played.settled()
    for one in played.people:
        await one.visit.send(Leave(played.code))


async def without_a_stop(world: World) -> tuple[dict[str, object], list[str]]:
    store = StoppingStore(MemoryStore())
    hub = await started(store, world)
    played = await at_play(hub, (await accounts_of(store))[:2])
    store.written.clear()
    await play_to_the_end(played)
    await hub._tasks.finish("settle")
    written = [one.split("/")[0] for one in store.written]
    await hub.close()
    return await left_behind(store.inner), written


async def stopped_after(writes: int, world: World) -> tuple[MemoryStore, Player]:
    """A store whose process has stopped so many writes after the last move was asked for."""
    inner = MemoryStore()
    store = StoppingStore(inner)
    hub = await started(store, world)
    vega, rigel, *_ = await accounts_of(store)
    played = await at_play(hub, [vega, rigel])
    store.written.clear()
    store.stop_after = writes
    last = asyncio.create_task(play_to_the_end(played))
    for _ in range(200):
        await asyncio.sleep(0)
    assert len(store.written) == writes
    last.cancel()
    await asyncio.gather(last, return_exceptions=True)
    await dead(hub)
    return inner, vega


async def dead(hub: Hub) -> None:
    """Ends what is left of a process that has stopped."""
    hub.settling.stop()
    hub._watch.close()
    hub.rankings.close()
    hub.firing.stop(hub.rooms)
    hub.firing.close()
    await hub._tasks.finish()


async def all_entered(hub: Hub, store: Store) -> None:
    """Waits until nothing is left to settle."""
    await hub._tasks.finish("settle")
    assert not [state for state in await rooms_of(store) if unsettled(state)]


async def test_the_writes_are_those_that_this_file_thinks_of() -> None:
    _, written = await without_a_stop(World())
    assert written == WRITES


@pytest.mark.parametrize("writes", range(len(WRITES) + 1))
async def test_a_process_that_stops_between_two_writes_leaves_the_rest_to_the_next_one(writes: int) -> None:
    wanted, _ = await without_a_stop(World())
    world = World()
    store, vega = await stopped_after(writes, world)
    hub = await started(store, world)
    if not writes:  # the last move was not made; it is made now
        back = Guest.enters(hub, vega)
        [state] = await rooms_of(store)
        await back.visit.send(Join(state.code))
        await back.visit.send(MakeMove(state.code, "resign", 0))
    await all_entered(hub, store)
    assert await left_behind(store) == wanted
    assert hub.lookups.rankings(1, vega.id).total == 2
    if writes >= len(WRITES) - 1:
        assert await rooms_of(store) == []
    await hub.close()


@pytest.mark.parametrize("writes", range(1, len(WRITES)))
async def test_two_nodes_that_settle_at_once_come_to_the_same(writes: int) -> None:
    wanted, _ = await without_a_stop(World())
    world = World()
    store, _ = await stopped_after(writes, world)
    one, other = Hub(store, world.around()), Hub(store, replace(world.around(), node="other"))
    await asyncio.gather(one.start(), other.start())
    await asyncio.gather(all_entered(one, store), all_entered(other, store))
    assert await left_behind(store) == wanted
    await one.close()
    await other.close()


@pytest.mark.parametrize("lost", range(5))
async def test_a_write_whose_answer_is_lost_happens_once(lost: int) -> None:
    wanted, _ = await without_a_stop(World())
    world = World()
    store = StoppingStore(MemoryStore())
    hub = await started(store, world)
    played = await at_play(hub, (await accounts_of(store))[:2])
    store.written.clear()
    store.lose_answer = lost
    await played.resign(1)
    await hub._tasks.finish("settle")
    await hub._sweep()
    await all_entered(hub, store)
    assert await left_behind(store.inner) == wanted
    await hub.close()


@pytest.mark.parametrize("writes", range(1, 6))
async def test_a_room_that_closes_before_it_is_settled_loses_nothing(writes: int) -> None:
    """The end, the two who leave while the record waits, and then the record, the accounts, the removal."""
    wanted, _ = await without_a_stop(World())
    world = World()
    inner = MemoryStore()
    store = StoppingStore(inner)
    hub = await started(store, world)
    played = await at_play(hub, (await accounts_of(store))[:2])
    store.written.clear()
    gate = hold(store.bucket("records"))
    await played.resign(1)
    await played.people[0].visit.send(Leave(played.code))
    store.stop_after = 2 + writes
    leaving = asyncio.create_task(played.people[1].visit.send(Leave(played.code)))
    for _ in range(200):
        await asyncio.sleep(0)
    assert len(store.written) == 3
    gate.set()
    for _ in range(200):
        await asyncio.sleep(0)
    assert len(store.written) == 2 + writes
    leaving.cancel()
    await asyncio.gather(leaving, return_exceptions=True)
    await dead(hub)
    later = await started(inner, world)
    await all_entered(later, inner)
    assert await left_behind(inner) == wanted
    assert await rooms_of(inner) == []
    await later.close()


async def test_a_closed_room_that_could_not_be_removed_is_removed_by_the_sweep(world: World) -> None:
    store = StoppingStore(MemoryStore())
    hub = await started(store, world)
    played = await at_play(hub, (await accounts_of(store))[:2])
    bucket = store.bucket("rooms")
    delete, bucket.delete = bucket.delete, unanswered  # type: ignore[method-assign]
    await play_to_the_end(played)
    assert hub.rooms == ()
    assert [state.closed for state in await rooms_of(store)] == [True]
    hub.settling.sweep([])
    await hub._tasks.finish("settle")
    assert [state.closed for state in await rooms_of(store)] == [True]
    bucket.delete = delete  # type: ignore[method-assign]
    hub.settling.sweep([])
    await hub._tasks.finish("settle")
    assert await rooms_of(store) == []
    await hub.close()


async def unanswered(key: str, expected: int) -> int:
    raise Unavailable("no answer")


async def test_two_games_at_once_are_both_entered(hub: Hub, store: MemoryStore) -> None:
    vega, rigel, lyra, deneb = await accounts_of(store)
    first, second = await at_play(hub, [vega, rigel]), await at_play(hub, [vega, lyra, deneb], replace(RATED, seats=3))
    await asyncio.gather(first.resign(2), second.resign(1))
    await second.resign(2)
    await asyncio.gather(first.settled(), second.settled())
    score = (await account(store, "Vega")).score
    assert (score.games, score.wins, score.rated) == (2, 1, 2)
    assert [one.change for one in score.last].count(None) == 0


async def test_somebody_who_gave_the_account_up_holds_nobody_up(hub: Hub, store: MemoryStore, world: World) -> None:
    vega, rigel, *_ = await accounts_of(store)
    played = await at_play(hub, [vega, rigel])
    await Accounts(store, lambda: world.now).give_up(rigel.id)
    await played.resign(2)
    await played.settled()
    assert (await account(store, "Vega")).score.wins == 1
    assert await store.bucket("accounts").get(rigel.id) is None
    assert [rank.name for rank in hub.lookups.rankings(1, vega.id).rows] == ["Vega"]


async def test_an_account_that_cannot_be_read_holds_nobody_up(hub: Hub, store: MemoryStore) -> None:
    vega, rigel, *_ = await accounts_of(store)
    played = await at_play(hub, [vega, rigel])
    bucket = store.bucket("accounts")
    value = await bucket.get(rigel.id)
    assert value is not None
    await bucket.put(rigel.id, b"noise", value.revision)
    await played.resign(2)
    await played.settled()
    assert (await account(store, "Vega")).score.wins == 1


async def test_the_record_of_a_rated_game_can_be_verified(hub: Hub, store: MemoryStore) -> None:
    played = await at_play(hub, (await accounts_of(store))[:2])
    await played.resign(1)
    await played.settled()
    kept = await store.bucket("records").get(played.game_id)
    assert kept is not None
    verify(read_record(kept.data.decode().splitlines()))
