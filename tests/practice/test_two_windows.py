"""Games that wait are nobody's until somebody goes to one; what another window plays is told."""

import subprocess

from relspace.room.commands import MakeMove
from relspace.wire.commands import Create, Join, Leave
from relspace.wire.messages import Notice
from relspace_client.practice.kept import Kept
from relspace_client.practice.link import Practice

from .test_link import begin
from .test_play import COMMAND, LEAVES, folders, games_in, play_in_lines
from .world import SEED, WELCOMED, Keeps, Player, World

ELSEWHERE = "Another window plays your game; close it to go on here."


async def kept_game(world: World) -> Keeps:
    """A game that waits."""
    player = Player(world, seed=SEED)
    await begin(player)
    player.link.close()
    return player.keeps


async def test_who_only_looks_at_the_lobby_or_learns_leaves_the_games_to_others(tmp_path):
    world = World()
    (data,) = (await kept_game(world)).games.values()
    first, other = (Kept(tmp_path / "config", tmp_path / "data") for _ in range(2))
    first.keep_game("K7QX2", data)
    first.leave_games()
    link = Practice("Vega", WELCOMED, first, around=world.around)
    link.open(lambda _frame: None)
    assert other.take_game("K7QX2") == data
    link.close()
    assert link.left == 0, "another window has it now"


async def test_a_game_that_another_window_plays_is_not_listed_and_going_to_it_tells_why():
    world = World()
    keeps = await kept_game(world)
    (room,) = keeps.games
    player = Player(world, keeps=keeps)
    assert [one.code for one in player.lobby.rooms] == [room]
    keeps.elsewhere.add(room)
    await player.link.send(Join(room))
    assert player.heard[-1] == Notice("elsewhere")
    keeps.elsewhere.clear()
    await player.link.send(Join(room))
    assert player.snapshot.room == room
    keeps.elsewhere.add(room)
    assert Player(world, keeps=keeps).lobby.rooms == ()


async def test_a_game_that_was_played_to_its_end_elsewhere_is_not_listed_any_more():
    world = World()
    keeps = await kept_game(world)
    (room,) = keeps.games
    player = Player(world, keeps=keeps)
    keeps.games.clear()
    await player.link.send(Join(room))
    assert player.lobby.rooms == ()


async def test_bots_end_a_game_in_which_the_player_is_no_more_once_something_is_played():
    world = World()
    first = Player(world, seed=SEED)
    await begin(first)
    game = first.snapshot.game
    await first.link.send(MakeMove(first.snapshot.room, "resign", first.snapshot.view.ply))
    first.link.close()
    again = Player(world, keeps=first.keeps)
    assert not world.waiting
    done = await again.link.send(Create(bots=1))
    for _ in range(500):
        if game in again.keeps.kept:
            break
        await world.tick()
    assert game in again.keeps.kept
    await again.link.send(Leave(done.room))


def test_the_second_window_comes_into_the_lobby_and_says_why_no_game_waits_there(tmp_path):
    play_in_lines(tmp_path, lines=LEAVES)
    (file,) = games_in(tmp_path)
    room = file.partition(".")[0]
    first = subprocess.Popen(
        [*COMMAND, "play"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=folders(tmp_path),
        text=True,
    )
    with first:
        first.stdin.write(f"join {room}\n")
        first.stdin.flush()
        while "Your stash" not in first.stdout.readline():
            pass
        second = play_in_lines(tmp_path, lines=["quit"])
        learns = play_in_lines(tmp_path, command="learn", lines=["quit"])
        new = play_in_lines(tmp_path, "--seats", "2", lines=LEAVES)
        first.communicate("quit\nyes\n", timeout=50)
    assert ELSEWHERE in second.stdout
    assert "in the lobby" in second.stdout
    assert "Order of play" not in second.stdout
    assert ELSEWHERE not in learns.stdout + new.stdout
    assert ELSEWHERE not in play_in_lines(tmp_path, lines=["quit"]).stdout
