"""Those who are gone without a word make room for whoever comes in; those who are there do not."""

from collections.abc import Awaitable, Callable

import asyncssh
import pytest

from relspace_server.ssh.house import Party

from .house import House, Player, until

Open = Callable[..., Awaitable[House]]


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever does not answer in half a second is gone."""
    monkeypatch.setattr("relspace_server.ssh.rollcall.ANSWER_SECONDS", 0.5)


async def sit(house: House, key: asyncssh.SSHKey | None = None) -> Player:
    """Somebody who plays."""
    player = await house.play(await house.connect(key))
    await player.shows("welcome")
    return player


def break_line(house: House, number: int) -> None:
    """What the server says does not reach a client any more, nor does it answer."""
    vars(house.clients[number])["data_received"] = lambda _data, _datatype=None: None


async def test_whoever_is_gone_without_a_word_makes_room_for_one_of_the_same_address(open_house: Open) -> None:
    house = await open_house(max_sessions_per_address=2)
    for number in range(2):
        await sit(house)
        break_line(house, number)
    await sit(house)
    assert sorted(len(party.open) for party in house.listener._house.parties) == [1, 1]
    assert house.listener._house.sessions.count == 2


async def test_whoever_is_there_keeps_the_place(open_house: Open) -> None:
    house = await open_house(max_sessions_per_address=2)
    players = [await sit(house) for _ in range(2)]
    refused = await house.play()
    assert await refused.ended() == 3
    assert "Your network has as many sessions" in refused.text
    for player in players:
        player.press(b"k")
        await player.shows("keys: k")


async def test_whoever_is_not_read_from_at_the_moment_is_not_taken_for_gone(open_house: Open) -> None:
    house = await open_house(max_sessions_per_address=1)
    player = await sit(house)
    (party,) = house.listener._house.parties
    connection = party._connection
    assert connection is not None
    connection.budget.spend(3600.0)
    player.press(b"k")  # what is read of this, the client owes for
    await until(lambda: connection._pause is not None)
    refused = await house.play()
    assert await refused.ended() == 3
    assert house.listener._house.sessions.count == 1
    assert not connection.is_closed()


@pytest.mark.parametrize("limit", ["max_sessions_per_address", "max_sessions_per_account"])
async def test_who_has_no_place_yet_is_not_asked_for_it(
    open_house: Open, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    asked: list[Party] = []

    async def all_are_there(parties: list[Party]) -> list[Party]:
        asked.extend(parties)
        return []

    monkeypatch.setattr("relspace_server.ssh.running.silent", all_are_there)
    house = await open_house(**{limit: 1})
    key = asyncssh.generate_private_key("ssh-ed25519")
    await sit(house, key)
    (seated,) = house.listener._house.parties
    await (await house.play(await house.connect(key))).ended()
    assert asked == [seated]


async def test_of_those_who_are_gone_the_own_sessions_make_room_first(open_house: Open) -> None:
    house = await open_house(max_sessions_per_address=3)
    key = asyncssh.generate_private_key("ssh-ed25519")
    for number, whose in enumerate((None, key, None)):
        await sit(house, whose)
        break_line(house, number)
    await sit(house, key)
    assert house.door.ended == [house.door.apps[1].visitor.session]


async def test_an_own_session_that_is_gone_makes_room_for_one_of_the_same_account(open_house: Open) -> None:
    house = await open_house(max_sessions_per_account=1)
    key = asyncssh.generate_private_key("ssh-ed25519")
    await sit(house, key)
    refused = await house.play(await house.connect(key))
    assert await refused.ended() == 3
    assert "as many sessions open as one player may have" in refused.text
    break_line(house, 0)
    await sit(house, key)
