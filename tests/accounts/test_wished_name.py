"""Whoever is new and not called as they wished reads why, once, and how to choose another name."""

import pytest

from relspace.errors import Refused
from relspace.wire.messages import Notice
from relspace_client.start import InLobby, JoinRoom, Start
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.wished_name import told_of_name
from relspace_server.desk import Desk
from relspace_server.ssh.door import Visitor
from relspace_server.store.bucket import Unavailable
from relspace_server.store.memory import MemoryStore

from ..rooms.people import World, started

TAKEN = "The name vega is taken; you have another one. Type name and one that you like."
NOBODY = "Nobody can be called root; you have another name. Type name and one that you like."


@pytest.mark.parametrize(
    ("wished", "got", "code"),
    [
        ("vega", "vega", None),
        ("ｖｅｇａ", "vega", None),
        ("vega", "vega2", "name-taken"),
        ("root", "Guest1", "bad-name"),
        ("mira smith", "mira-smith", "bad-name"),
        ("Comet", "Comet2", "name-taken"),
        ("x" * 64, "x" * 16, "bad-name"),
        ("", "Guest1", None),
        ("\x1b[31m", "31m", "bad-name"),
    ],
)
def test_a_wish_that_was_not_met_is_told(wished: str, got: str, code: str | None) -> None:
    told = told_of_name(wished, got)
    assert (told.code if told else None) == code
    assert told is None or told.text.isprintable()


def test_a_long_wish_is_not_repeated_whole() -> None:
    assert told_of_name("y" * 64, "y" * 16) == Notice("bad-name", text="y" * 20)


LOBBY = InLobby()


class Door:
    """People who come into plain mode, one after another."""

    def __init__(self, desk: Desk, world: World) -> None:
        self.desk, self.world = desk, world

    async def enters(self, wish: str, key: str = "", start: Start = LOBBY) -> list[str]:
        """What somebody reads on coming in; without a key they are a guest."""
        self.world.now += 1
        session = f"s{self.world.now}"
        visitor = Visitor(key or f"guest:{session}", not key, wish, "127.0.0.1", session)
        lines: list[str] = []
        plain = await self.desk.open_plain(visitor, start, lines.append, lambda error: None, False)
        await plain.begin()
        return lines


async def test_new_people_and_guests_are_told_and_people_who_come_back_are_not() -> None:
    world = World()
    store = MemoryStore()
    hub = await started(store, world)
    door = Door(Desk(hub, Accounts(store, lambda: world.now)), world)
    assert not [line for line in await door.enters("vega", "SHA256:one") if "name" in line]
    assert TAKEN in await door.enters("vega", "SHA256:two")
    assert TAKEN not in await door.enters("vega", "SHA256:two")
    assert TAKEN in await door.enters("vega")
    assert NOBODY in await door.enters("root")
    said = await door.enters("root")
    assert said[said.index(NOBODY) + 1].startswith("You are Guest")
    await hub.close()


async def test_a_guest_who_does_not_come_in_leaves_the_name_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    hub = await started(MemoryStore(), world)
    door = Door(Desk(hub, Accounts(MemoryStore(), lambda: world.now)), world)

    async def fails(code: str) -> None:
        raise Unavailable("no answer")

    with pytest.raises(Refused, match="no-such-room"):
        await door.enters("lyra", start=JoinRoom("ABCDE"))
    with monkeypatch.context() as broken:
        broken.setattr(hub, "find", fails)
        with pytest.raises(Unavailable):
            await door.enters("lyra", start=JoinRoom("ABCDE"))
    assert not [line for line in await door.enters("lyra") if "taken" in line]
    await hub.close()
