"""What people look up through their link."""

from dataclasses import replace

import pytest

from relspace.errors import Refused
from relspace.room.commands import MakeMove
from relspace.room.state import Player
from relspace.wire.commands import Leave
from relspace.wire.questions import GAMES_SHOWN, AskProfile, AskRankings, AskRecord, Profile, Rankings, RecordText
from relspace_server.accounts.accounts import Accounts
from relspace_server.rooms.hub import Hub
from relspace_server.store.memory import MemoryStore

from ..rooms.people import Guest, World, started
from .games import RATED, account, accounts_of, at_play

GUEST = Player("guest:1", "Mira", "guest")


async def refused(asked: object) -> str:
    with pytest.raises(Refused) as caught:
        await asked  # type: ignore[misc]
    return caught.value.code


async def test_rankings_and_profiles_after_a_game(hub: Hub, store: MemoryStore) -> None:
    vega, rigel, *_ = await accounts_of(store)
    played = await at_play(hub, [vega, rigel])
    link = played.people[0].visit
    assert await link.ask(AskRankings()) == Rankings(0, ())
    await played.resign(1)
    await played.settled()
    rankings = await link.ask(AskRankings())
    assert isinstance(rankings, Rankings)
    assert [(row.place, row.name, row.rating, row.doubt) for row in rankings.rows] == [
        (1, "Rigel", 1103, 242),
        (2, "Vega", 945, 242),
    ]
    assert rankings.you == rankings.rows[1]
    own = await link.ask(AskProfile())
    assert isinstance(own, Profile)
    assert (own.name, own.rank, own.games, own.wins) == ("Vega", rankings.you, 1, 0)
    [last] = own.last
    assert (last.game, last.players, last.winner, last.place, last.change) == (
        played.game_id,
        ("Vega", "Rigel"),
        "Rigel",
        2,
        -55,
    )
    other = await link.ask(AskProfile("rigel"))
    assert isinstance(other, Profile)
    assert (other.name, other.wins, other.fastest) == ("Rigel", 1, 0)


async def test_nobody_learns_the_code_of_a_private_room_from_a_profile(hub: Hub, store: MemoryStore) -> None:
    vega, rigel, lyra, *_ = await accounts_of(store)
    played = await at_play(hub, [vega, rigel], replace(RATED, public=False))
    await played.resign(1)
    await played.settled()
    for asking, games in ((vega, 1), (rigel, 1), (lyra, 0)):
        found = await hub.lookups.profile("Vega", asking)
        assert (len(found.last), found.games) == (games, 1)
    for one in played.people:
        await one.visit.send(Leave(played.code))
    assert hub.rooms == ()
    assert len((await hub.lookups.profile("Vega", lyra)).last) == 1


async def test_an_escape_is_counted_in_plies_of_ones_own_and_jams_are(hub: Hub, store: MemoryStore) -> None:
    played = await at_play(hub, (await accounts_of(store))[:2], replace(RATED, stashes="open"))
    while played.state.phase == "playing":
        game = played.state.game
        assert game is not None
        one = played.people[game.position.turn - 1]
        await one.until(lambda one=one, ply=game.position.ply: one.snapshot.view and one.snapshot.view.ply == ply)  # type: ignore[misc]
        moves = sorted(one.snapshot.legal, key=lambda move: move.verdict == "jams")
        await one.visit.send(MakeMove(played.code, moves[0].move, game.position.ply))
    await played.settled()
    game = played.state.game
    assert game is not None
    assert game.reason == "escaped"
    assert game.position.winner is not None
    winner = game.players[game.position.winner - 1].name
    score = (await account(store, winner)).score
    assert score.fastest == sum(made.seat == game.position.winner for made in game.moves)
    assert [(await account(store, player.name)).score.jams for player in game.players] == list(game.jams)


async def test_the_last_games_are_kept_and_no_more(hub: Hub, store: MemoryStore) -> None:
    played = await at_play(hub, (await accounts_of(store))[:2])
    ids = []
    for number in range(GAMES_SHOWN + 2):
        ids.append(played.game_id)
        await played.resign(1 + number % 2)
        await played.settled()
        if number < GAMES_SHOWN + 1:
            await played.rematch()
    score = (await account(store, "Vega")).score
    assert score.games == GAMES_SHOWN + 2
    assert [one.game for one in score.last] == ids[::-1][:GAMES_SHOWN]


async def test_ones_own_seat_is_known_in_games_played_under_another_name(hub: Hub, store: MemoryStore) -> None:
    vega, rigel, *_ = await accounts_of(store)
    played = await at_play(hub, [vega, rigel])
    await played.resign(2)
    await played.settled()
    for player, seat in ((vega, 1), (rigel, 2)):
        (game,) = (await hub.lookups.profile("", player)).last
        assert (game.seat, game.players) == (seat, ("Vega", "Rigel"))


async def test_a_profile_bears_the_name_of_now(hub: Hub, store: MemoryStore) -> None:
    vega, rigel, *_ = await accounts_of(store)
    played = await at_play(hub, [vega, rigel])
    await played.resign(2)
    await played.settled()
    await Accounts(store, lambda: 0).rename(vega.id, "Altair")
    found = await played.people[0].visit.ask(AskProfile("altair"))
    assert isinstance(found, Profile)
    assert (found.name, found.games) == ("Altair", 1)
    assert await refused(played.people[0].visit.ask(AskProfile("Vega"))) == "no-such-player"


async def test_of_a_guest_nothing_is_kept(hub: Hub) -> None:
    mira = Guest.enters(hub, GUEST)
    assert await mira.visit.ask(AskProfile()) == Profile("Mira", guest=True)
    assert await refused(mira.visit.ask(AskProfile("Mira"))) == "no-such-player"


@pytest.mark.parametrize("name", ["nobody", " ", "\x1b[2J", "x" * 512, "\u200b", "%s {0} $HOME", "../../"])
async def test_a_name_that_nobody_has(hub: Hub, name: str) -> None:
    mira = Guest.enters(hub, GUEST)
    assert await refused(mira.visit.ask(AskProfile(name))) == "no-such-player"


async def test_the_record_of_a_running_game_tells_neither_cards_nor_the_seed(hub: Hub, store: MemoryStore) -> None:
    vega, rigel, *_ = await accounts_of(store)
    played = await at_play(hub, [vega, rigel])
    game = played.state.game
    assert game is not None
    mover = played.people[game.position.turn - 1]
    await mover.visit.send(MakeMove(played.code, mover.snapshot.legal[0].move, 0))
    watcher = Guest.enters(hub, GUEST)
    found = await watcher.visit.ask(AskRecord(played.game_id))
    assert isinstance(found, RecordText)
    lines = found.text.splitlines()
    assert len(lines) == 2
    assert mover.snapshot.commitment in lines[0]
    assert game.seed.reveal().hex() not in found.text
    assert '"move"' in lines[1]
    assert not any(card in found.text for card in ("BRB", "WORM", "KEY", "OXY", "~"))


async def test_where_nobody_may_watch_only_the_players_have_the_running_record(hub: Hub, store: MemoryStore) -> None:
    vega, rigel, lyra, _ = await accounts_of(store)
    played = await at_play(hub, [vega, rigel], replace(RATED, watching=False))
    other = Guest.enters(hub, lyra)
    asked = AskRecord(played.game_id)
    assert await refused(other.visit.ask(asked)) == "no-such-record"
    assert isinstance(await played.people[1].visit.ask(asked), RecordText)
    await played.resign(1)
    assert isinstance(await other.visit.ask(asked), RecordText)


async def test_a_record_outlives_its_room_and_its_server(hub: Hub, store: MemoryStore, world: World) -> None:
    played = await at_play(hub, (await accounts_of(store))[:2])
    game_id = played.game_id
    await played.resign(1)
    for one in played.people:
        await one.visit.send(Leave(played.code))
    assert hub.rooms == ()
    later = await started(store, world)
    found = await Guest.enters(later, GUEST).visit.ask(AskRecord(game_id))
    assert isinstance(found, RecordText)
    assert '"reason": "last_left"' in found.text
    await later.close()
