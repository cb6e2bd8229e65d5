"""Who somebody is while they are here: what each connection is told, and what others see of it."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from relspace.errors import Refused
from relspace.room.commands import MakeMove, SetReady
from relspace.room.options import RoomOptions
from relspace.wire.commands import Join, Rename, SaveSettings
from relspace.wire.frame import Frame
from relspace.wire.messages import Lobby, Me, Message, Snapshot
from relspace.wire.settings import PlayerSettings
from relspace_server.accounts.accounts import Accounts
from relspace_server.people import NEW_NAMES, NEW_NAMES_WITHIN, People
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.visit import Visit
from relspace_server.store.memory import MemoryStore

from ..rooms.people import World, started

VEGA, RIGEL = "SHA256:vega", "SHA256:rigel"
LIGHT = PlayerSettings(theme="light", bell=True)


@dataclass(eq=False)
class Here:
    """A connection, and all that it was sent."""

    visit: Visit
    got: list[Message] = field(default_factory=list)

    def open(self) -> "Here":
        self.visit.open(lambda frame: self.got.append(Frame.received(frame.encoded).message))
        return self

    @property
    def told(self) -> list[Me]:
        return [message for message in self.got if isinstance(message, Me)]

    @property
    def snapshot(self) -> Snapshot:
        return [message for message in self.got if isinstance(message, Snapshot)][-1]


@dataclass
class House:
    world: World
    hub: Hub
    people: People
    sessions: int = 0

    async def comes(self, key: str, name: str) -> Here:
        self.sessions += 1
        account = await self.people.accounts.enter(key, name)
        return Here(self.hub.visit(account.player, str(self.sessions), self.people.of(account))).open()

    async def guest(self, name: str) -> Here:
        self.sessions += 1
        player = await self.people.accounts.guest(str(self.sessions), name)
        return Here(self.hub.visit(player, str(self.sessions), self.people.guest(player))).open()


@pytest.fixture
async def house() -> AsyncIterator[House]:
    world, store = World(), MemoryStore()
    hub = await started(store, world)
    yield House(world, hub, People(Accounts(store, lambda: world.now), hub))
    await hub.close()


async def test_who_one_is_comes_before_the_lobby(house: House) -> None:
    vega = await house.comes(VEGA, "Vega")
    assert vega.got[0] == Me("Vega")
    assert isinstance(vega.got[1], Lobby)
    guest = await house.guest("Lyra")
    assert guest.got[0] == Me("Lyra", guest=True)


async def test_settings_are_told_to_all_connections_and_come_back(house: House) -> None:
    here, there = await house.comes(VEGA, "Vega"), await house.comes(VEGA, "")
    other = await house.comes(RIGEL, "Rigel")
    await here.visit.send(SaveSettings(LIGHT))
    for each in (here, there, await house.comes(VEGA, "")):
        assert each.told[-1] == Me("Vega", settings=LIGHT)
    assert other.told == [Me("Rigel")]
    for each in (here, there):
        each.visit.close()
    await there.visit.send(SaveSettings(PlayerSettings()))
    assert here.told[-1].settings == LIGHT, "who has left is told nothing"


async def test_nothing_is_told_that_has_not_changed(house: House) -> None:
    vega = await house.comes(VEGA, "Vega")
    await vega.visit.send(SaveSettings(PlayerSettings()))
    assert vega.told == [Me("Vega")]


@pytest.mark.parametrize(
    "settings", [PlayerSettings(language="x" * 17), PlayerSettings(theme=7), PlayerSettings(bell=2)]
)  # type: ignore[arg-type]
async def test_settings_that_cannot_be_kept_are_refused(house: House, settings: PlayerSettings) -> None:
    for here in (await house.comes(VEGA, "Vega"), await house.guest("Lyra")):
        with pytest.raises(Refused, match="bad-field"):
            await here.visit.send(SaveSettings(settings))
        assert len(here.told) == 1
    assert (await house.people.accounts.enter(VEGA, "")).settings == PlayerSettings()


async def test_a_guests_settings_last_as_long_as_the_connection(house: House) -> None:
    guest = await house.guest("Lyra")
    await guest.visit.send(SaveSettings(LIGHT))
    assert guest.told[-1] == Me("Lyra", guest=True, settings=LIGHT)
    assert await house.people.accounts.bucket.scan("") == []


async def test_a_new_name_is_told_to_oneself_and_to_the_others(house: House) -> None:
    vega, rigel = await house.comes(VEGA, "Vega"), await house.comes(RIGEL, "Rigel")
    await vega.visit.send(Rename("Altair"))
    house.hub.hall.tell()
    assert vega.told[-1] == Me("Altair")
    assert vega.visit.player.name == "Altair"
    lobby = [message for message in rigel.got if isinstance(message, Lobby)][-1]
    assert [person.name for person in lobby.people] == ["Rigel", "Altair"]


async def test_a_name_that_is_taken_changes_nothing(house: House) -> None:
    vega, lyra = await house.comes(VEGA, "Vega"), await house.guest("Lyra")
    await house.comes(RIGEL, "Rigel")
    for here in (vega, lyra):
        for name in ("Rigel", "Vega" if here is lyra else "Lyra"):
            with pytest.raises(Refused, match="name-taken"):
                await here.visit.send(Rename(name))
        with pytest.raises(Refused, match="bad-name"):
            await here.visit.send(Rename("admin"))
        assert len(here.told) == 1


async def test_names_are_not_changed_all_the_time(house: House) -> None:
    for kind, here in (("Star", await house.comes(VEGA, "Vega")), ("Sun", await house.guest("Lyra"))):
        for number in range(NEW_NAMES):
            await here.visit.send(Rename(f"{kind}{number}"))
        with pytest.raises(Refused, match="too-many-names"):
            await here.visit.send(Rename("Altair"))
        house.world.now += NEW_NAMES_WITHIN
        await here.visit.send(Rename(f"{kind}light"))


async def test_a_guest_has_another_name_and_the_old_one_is_free(house: House) -> None:
    lyra = await house.guest("Lyra")
    await lyra.visit.send(Rename("Altair"))
    assert lyra.told[-1] == Me("Altair", guest=True)
    assert (await house.guest("Lyra")).told[0].name == "Lyra"
    assert (await house.guest("Altair")).told[0].name == "Altair2"


async def test_a_seat_bears_the_new_name_at_once_and_the_record_that_of_the_start(house: House) -> None:
    vega, rigel = await house.comes(VEGA, "Vega"), await house.comes(RIGEL, "Rigel")
    code = await house.hub.open(vega.visit.player, vega.visit.session, "", RoomOptions(seats=2, clock=0), 0, "")
    await rigel.visit.send(Join(code))
    for here in (vega, rigel):
        await here.visit.send(SetReady(code, ready=True))
    await vega.visit.send(Rename("Altair"))
    state = house.hub.room(code).state
    assert state.phase == "playing"
    assert [seat.name for seat in rigel.snapshot.seats] == ["Altair", "Rigel"]
    assert state.game is not None
    assert [player.name for player in state.game.players] == ["Vega", "Rigel"]
    await rigel.visit.send(MakeMove(code, "resign", 0))
    assert house.hub.room(code).state.phase == "over"


async def test_an_account_is_here_as_long_as_a_connection_lasts(house: House) -> None:
    one, other = await house.comes(VEGA, "Vega"), await house.comes(VEGA, "")
    one.visit.close()
    assert house.people.is_here(VEGA)
    other.visit.close()
    assert not house.people.is_here(VEGA)


async def test_whoever_was_renamed_while_away_comes_back_to_the_seat_by_the_new_name(house: House) -> None:
    away = await house.people.accounts.enter(VEGA, "Vega")
    code = await house.hub.open(away.player, "", "", RoomOptions(seats=2, clock=0), 0, "")
    await house.people.rename(VEGA, "Altair")
    vega = await house.comes(VEGA, "")
    await vega.visit.send(Join(code))
    assert [seat.name for seat in vega.snapshot.seats] == ["Altair", ""]


async def test_a_guest_who_goes_while_being_renamed_leaves_no_name_behind(house: House) -> None:
    lyra = await house.guest("Lyra")
    going = asyncio.ensure_future(lyra.visit.send(Rename("Polaris")))
    await asyncio.sleep(0)
    lyra.visit.close()
    house.people.accounts.names.hand_back(lyra.visit.player.name)
    await going
    assert (await house.guest("Polaris")).visit.player.name == "Polaris"
    assert (await house.guest("Lyra")).visit.player.name == "Lyra"


async def test_names_that_are_asked_for_at_the_same_time_are_counted_too(house: House) -> None:
    lyra = await house.guest("Lyra")
    wanted = [lyra.visit.send(Rename(f"Lyra{number}")) for number in range(2 * NEW_NAMES)]
    refused = [one for one in await asyncio.gather(*wanted, return_exceptions=True) if isinstance(one, Refused)]
    assert [one.code for one in refused] == ["too-many-names"] * NEW_NAMES
