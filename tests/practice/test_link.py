"""Practice rooms: the same link as a server's, on the player's own machine."""

import pytest

from relspace.bots.levels import choose
from relspace.bots.names import NAMES
from relspace.errors import Illegal, NotNow, Refused, Unreadable
from relspace.room.commands import MakeMove, RemoveSeat, Say, SetReady
from relspace.room.due import Pace
from relspace.room.options import RoomOptions
from relspace.rules.fairness import derive
from relspace.rules.record import read_record
from relspace.rules.replay import verify
from relspace.wire.commands import AddBot, Create, Ignore, Join, Leave, QuickPlay, Rename, SaveSettings, Watch
from relspace.wire.messages import Lobby, Me, Notice, Talk
from relspace.wire.questions import AskProfile, AskRankings, AskRecord, Profile, Rankings, RecordText
from relspace.wire.settings import PlayerSettings
from relspace_client.practice.link import MOST_ROOMS

from .world import SEED, Keeps, Player, World


async def begin(player: Player, **options) -> None:
    """A game against bots in all other seats."""
    seats = options.pop("seats", 3)
    done = await player.link.send(Create(options=RoomOptions(seats=seats, clock=0, **options), bots=seats - 1))
    await player.link.send(SetReady(done.room, ready=True))


async def play_on(player: Player, most: int = 600) -> None:
    """Plays like a normal bot until the game is over."""
    for _ in range(most):
        shown = player.snapshot
        if shown.phase != "playing":
            return
        assert shown.view is not None
        if shown.view.turn == shown.you:
            move = choose(shown.view, shown.you, "normal", derive(SEED, f"me:{shown.view.ply}"))
            await player.link.send(MakeMove(shown.room, str(move), shown.view.ply))
        else:
            assert await player.world.tick()
    raise AssertionError("the game does not end")


async def test_who_one_is_comes_first_and_then_the_lobby():
    player = Player(World())
    assert player.kinds == [Me, Lobby, Talk]
    assert player.me.name == "Vega"
    assert player.lobby.rooms == ()
    assert [person.name for person in player.lobby.people] == ["Vega"]


async def test_a_whole_game_against_bots_is_an_honest_one():
    player = Player(World())
    await begin(player)
    await play_on(player)
    shown = player.snapshot
    assert shown.result is not None
    assert shown.result.winner is not None
    record = read_record(player.keeps.kept[shown.game].splitlines())
    assert verify(record).winner == shown.result.winner
    assert record.game.seats[0] == "Vega"


async def test_a_rematch_is_kept_beside_the_first_game():
    player = Player(World())
    await begin(player)
    await play_on(player)
    first = player.snapshot
    await player.link.send(SetReady(first.room, ready=True))
    assert player.snapshot.phase == "playing"
    await play_on(player)
    assert list(player.keeps.kept) == [first.game, player.snapshot.game]
    assert read_record(player.keeps.kept[player.snapshot.game].splitlines()).game.first is not None


async def test_the_same_seed_makes_the_same_game():
    games = []
    for _ in range(2):
        player = Player(World(), seed=SEED)
        await begin(player)
        await play_on(player)
        assert player.snapshot.seed == SEED.hex()
        games.append((player.snapshot.title, player.keeps.kept))
        await player.link.send(SetReady(player.snapshot.room, ready=True))
        await play_on(player)
        assert player.snapshot.seed != SEED.hex()
    assert games[0] == games[1]


async def test_bots_take_turns_at_the_levels_that_were_asked_for():
    player = Player(World(), levels=("easy", "hard"))
    await player.link.send(Create(options=RoomOptions(seats=5), bots=3))
    assert [seat.level for seat in player.snapshot.seats] == ["", "easy", "hard", "easy", ""]
    await player.link.send(AddBot(player.snapshot.room))
    assert player.snapshot.seats[4].level == "hard"
    await player.link.send(RemoveSeat(player.snapshot.room, 5))
    await player.link.send(AddBot(player.snapshot.room, "normal"))
    assert player.snapshot.seats[4].level == "normal"


async def test_bots_think_for_as_long_as_the_pace_says():
    world = World(Pace(bot_least=700, bot_most=700))
    player = Player(world, seed=SEED)
    await begin(player)
    while player.snapshot.view.turn == 1:
        await player.link.send(MakeMove(player.snapshot.room, player.snapshot.legal[0].move, player.snapshot.view.ply))
    (timer,) = world.waiting
    assert timer.at == world.ms + 700


async def test_a_timer_that_comes_too_early_waits_on():
    world = World(Pace(bot_least=700, bot_most=700))
    player = Player(world, seed=SEED)
    await begin(player)
    while player.snapshot.view.turn == 1:
        await player.link.send(MakeMove(player.snapshot.room, player.snapshot.legal[0].move, player.snapshot.view.ply))
    (timer,) = world.waiting
    timer.at = world.ms
    ply = player.snapshot.view.ply
    await world.tick()
    assert player.snapshot.view.ply == ply
    await world.tick()
    assert player.snapshot.view.ply > ply


async def test_a_turn_with_a_clock_runs_out():
    world = World()
    player = Player(world, seed=SEED)
    done = await player.link.send(Create(options=RoomOptions(seats=2, clock=15), bots=1))
    await player.link.send(SetReady(done.room, ready=True))
    while player.snapshot.view.turn != 1:
        await world.tick()
    ply, before = player.snapshot.view.ply, world.ms
    await world.tick()
    assert world.ms >= before + 15_000
    assert player.snapshot.view.ply > ply


async def test_play_now_begins_at_once_with_four():
    player = Player(World())
    await player.link.send(QuickPlay())
    assert player.snapshot.phase == "playing"
    assert len(player.snapshot.seats) == 4


async def test_one_leaves_a_game_and_comes_back_to_it():
    player = Player(World(), seed=SEED)
    await begin(player)
    room = player.snapshot.room
    await player.link.send(Leave(room))
    (listed,) = player.lobby.rooms
    assert (listed.code, listed.yours, listed.phase) == (room, True, "playing")
    assert isinstance(player.heard[-1], Talk)
    while not player.lobby.rooms[0].your_turn:
        assert await player.world.tick()
    assert player.lobby.rooms[0].left == 12
    await player.link.send(Join(room.lower()))
    assert player.snapshot.you == 1
    await play_on(player)


async def test_a_room_that_is_left_before_the_game_is_gone():
    player = Player(World())
    done = await player.link.send(Create(options=RoomOptions(seats=2)))
    await player.link.send(Leave(done.room))
    assert player.lobby.rooms == ()
    with pytest.raises(Refused, match="no-such-room"):
        await player.link.send(Join(done.room))
    assert player.world.waiting == []


async def test_what_is_said_is_heard():
    player = Player(World())
    done = await player.link.send(Create(options=RoomOptions(seats=2)))
    await player.link.send(Say(done.room, "is anybody there?"))
    assert player.heard[-1].lines[-1].text == "is anybody there?"


async def test_what_cannot_be_had_is_refused():
    player = Player(World())
    with pytest.raises(Refused, match="no-such-room"):
        await player.link.send(Watch("K7QX2"))
    with pytest.raises(Illegal, match="bad-options"):
        await player.link.send(Create(options=RoomOptions(seats=11)))
    for _ in range(MOST_ROOMS):
        await player.link.send(Create(options=RoomOptions(seats=2)))
    with pytest.raises(NotNow, match="too-many-rooms"):
        await player.link.send(Create(options=RoomOptions(seats=2)))


async def test_settings_and_the_name_are_kept_and_told():
    player = Player(World())
    wanted = PlayerSettings(theme="light", welcomed=True)
    await player.link.send(SaveSettings(wanted))
    await player.link.send(Rename("Lyra"))
    assert player.keeps.players == [("Vega", wanted), ("Lyra", wanted)]
    assert (player.me.name, player.me.settings) == ("Lyra", wanted)
    assert player.lobby.you == "Lyra"
    with pytest.raises(Unreadable, match="bad-name"):
        await player.link.send(Rename(NAMES[0]))
    assert await player.link.send(Ignore("Mira")) is not None


async def test_records_and_what_one_has_done_are_looked_up():
    player = Player(World())
    await begin(player)
    running = await player.link.ask(AskRecord(player.snapshot.game))
    assert isinstance(running, RecordText)
    assert read_record(running.text.splitlines()).end is None
    await play_on(player)
    game, won = player.snapshot.game, player.snapshot.result.winner == 1
    await player.link.send(Leave(player.snapshot.room))
    assert (await player.link.ask(AskRecord(game))).text == player.keeps.kept[game]
    profile = await player.link.ask(AskProfile())
    assert isinstance(profile, Profile)
    assert (profile.name, profile.games, profile.wins) == ("Vega", 1, won)
    assert profile.last[0].game == game
    assert await player.link.ask(AskRankings()) == Rankings(0, ())
    with pytest.raises(Refused, match="no-such-record"):
        await player.link.ask(AskRecord("K7QX2-1-1"))
    with pytest.raises(Refused, match="no-such-player"):
        await player.link.ask(AskProfile("Mira"))


async def test_a_room_that_fails_is_closed_and_told_of(caplog):
    player = Player(World(), seed=SEED)
    await begin(player)
    while player.snapshot.view.turn == 1:
        await player.link.send(MakeMove(player.snapshot.room, player.snapshot.legal[0].move, player.snapshot.view.ply))

    def fail(game, text):
        raise AssertionError("a fault of ours")

    player.keeps.keep_record = fail
    for _ in range(600):
        if any(isinstance(message, Notice) for message in player.heard):
            break
        shown = player.snapshot
        if shown.view.turn == 1:
            with_keycard = [one.move for one in shown.legal]
            try:
                await player.link.send(MakeMove(shown.room, with_keycard[0], shown.view.ply))
            except AssertionError:
                return  # the player's own move ended the game: whoever asked is told
        else:
            await player.world.tick()
    assert [message.code for message in player.heard if isinstance(message, Notice)] == ["room-closed"]
    assert player.lobby.rooms == ()
    assert player.keeps.games == {}, "it would fail again at each start"
    assert "a fault of ours" in caplog.text


async def test_a_game_that_is_not_over_waits_for_the_next_time():
    player = Player(World(), seed=SEED)
    await begin(player)
    while player.snapshot.view.ply < 5:
        if player.snapshot.view.turn == 1:
            move = player.snapshot.legal[0].move
            await player.link.send(MakeMove(player.snapshot.room, move, player.snapshot.view.ply))
        else:
            await player.world.tick()
    room, view = player.snapshot.room, player.snapshot.view
    player.link.close()
    player.link.close()
    assert list(player.keeps.games) == [room]
    again = Player(player.world, keeps=player.keeps)
    assert list(player.keeps.games) == [room], "until it is over"
    assert again.lobby.rooms[0].code == room
    await again.link.send(Join(room))
    assert again.snapshot.view == view
    await play_on(again)
    assert again.snapshot.game in again.keeps.kept
    assert again.keeps.games == {}


async def test_a_game_is_kept_though_nobody_closes_the_link():
    player = Player(World())
    await begin(player)
    while player.snapshot.view.turn != 1:
        await player.world.tick()
    await player.link.send(MakeMove(player.snapshot.room, player.snapshot.legal[0].move, player.snapshot.view.ply))
    again = Player(player.world, keeps=player.keeps)
    await again.link.send(Join(player.snapshot.room))
    assert again.snapshot.view == player.snapshot.view


async def test_a_game_that_cannot_be_read_is_left_out():
    keeps = Keeps()
    keeps.keep_game("K7QX2", b"no room")
    assert Player(World(), keeps=keeps).lobby.rooms == ()


async def test_nothing_runs_on_after_the_end():
    player = Player(World())
    await begin(player)
    while player.world.waiting == []:
        await player.link.send(MakeMove(player.snapshot.room, player.snapshot.legal[0].move, player.snapshot.view.ply))
    heard = len(player.heard)
    player.link.close()
    assert player.world.waiting == []
    assert len(player.heard) == heard
