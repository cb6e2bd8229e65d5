"""`rankings`, `profile` and `records` over SSH, as text and as data."""

import pytest

from relspace.errors import Refused
from relspace.wire.questions import PlayedGame, Profile
from relspace_server.accounts.accounts import Accounts
from relspace_server.desk import Desk
from relspace_server.rooms.hub import Hub
from relspace_server.ssh.commands import UsageError, read_command, render
from relspace_server.ssh.commands.request import Enquiry
from relspace_server.ssh.commands.standings import games_text
from relspace_server.ssh.door import Visitor
from relspace_server.store.memory import MemoryStore

from .games import accounts_of, at_play

VEGA = Visitor("SHA256:vega", False, "Vega", "127.0.0.1", "s1")
GUEST = Visitor("guest:s2", True, "Mira", "127.0.0.1", "s2")


@pytest.fixture
async def desk(hub: Hub, store: MemoryStore) -> Desk:
    """After one game that Rigel has won."""
    played = await at_play(hub, (await accounts_of(store))[:2])
    await played.resign(1)
    await played.settled()
    return Desk(hub, Accounts(store, lambda: 0))


async def told(desk: Desk, line: str, visitor: Visitor = VEGA) -> str:
    request = read_command(line)
    assert isinstance(request, Enquiry)
    return render(await request.ask(desk, visitor), request.json)


async def test_rankings(desk: Desk) -> None:
    assert (await told(desk, "rankings")).splitlines() == [
        "place  name                    rating   games     won",
        "    1  Rigel               1103 ± 242       1       1",
        "    2  Vega                 945 ± 242       1       0",
        "You are number 2 of 2.",
    ]
    assert (await told(desk, "rankings 2", GUEST)).splitlines()[1:] == [
        "    2  Vega                 945 ± 242       1       0"
    ]
    assert await told(desk, "rankings 3") == "Nobody has place 3: 2 have played rated games."


async def test_rankings_before_the_first_rated_game(hub: Hub, store: MemoryStore) -> None:
    assert (await told(Desk(hub, Accounts(store, lambda: 0)), "rankings")).startswith("Nobody has played a rated game")


async def test_profile(desk: Desk) -> None:
    assert (await told(desk, "profile rigel")).splitlines() == [
        "Rigel, here since 1970-01-01",
        "rating 1103 ± 242, place 1; 1 of 1 rated game won",
        "1 of 1 game won, 0 jams",
    ]
    assert (await told(desk, "profile")).splitlines()[1].startswith("rating 945 ± 242, place 2")
    assert (await told(desk, "profile", GUEST)).startswith("You are a guest")


async def test_profile_of_somebody_who_is_new(desk: Desk) -> None:
    new = Visitor("SHA256:new", False, "Altair", "127.0.0.1", "s3")
    assert (await told(desk, "profile", new)).splitlines()[1:] == ["no rated game yet", "0 of 0 games won, 0 jams"]
    assert await told(desk, "records", new) == "Altair has not finished a game yet."


async def test_records_lead_to_the_record(desk: Desk) -> None:
    heading, line = (await told(desk, "records")).splitlines()
    assert heading.split() == ["ended", "(UTC)", "id", "place", "rating", "players"]
    assert line.endswith("2 of 2        -55  Vega, Rigel")
    record = await told(desk, f"record {line.split()[2]}", GUEST)
    assert record.count("\n") == 2
    assert (await told(desk, "records Rigel")).splitlines()[1].endswith("1 of 2       +103  Vega, Rigel")


def test_the_players_of_a_game_stand_under_their_heading_whether_it_was_rated_or_not() -> None:
    games = [PlayedGame(f"R-{change}", 0, ("Vega", "Rigel"), "Vega", 1, change) for change in (None, 103)]
    heading, *lines = games_text(Profile("Vega", last=tuple(games))).splitlines()
    assert {line.index("Vega, Rigel") for line in lines} == {heading.index("players")}


@pytest.mark.parametrize("line", ["rankings", "profile", "profile Rigel", "records", "records Rigel"])
async def test_every_answer_is_data_too(desk: Desk, line: str) -> None:
    import json

    data = json.loads(await told(desk, f"{line} --json"))
    assert data
    assert "Rigel" in json.dumps(data)


async def test_nobody_has_this_name(desk: Desk) -> None:
    for line in ("profile nobody", "records nobody"):
        with pytest.raises(Refused, match="no-such-player"):
            await told(desk, line)


@pytest.mark.parametrize(
    "line", ["rankings x", "rankings -1", "rankings 1 2", "rankings 9999999999", "profile a b", "records a b"]
)
def test_wrong_usage(line: str) -> None:
    with pytest.raises(UsageError):
        read_command(line)
