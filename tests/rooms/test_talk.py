"""Talk: whom a listener does not want to hear, whom the host keeps quiet, how much one may say, and who is hidden."""

import asyncio

from relspace.errors import Refused
from relspace.room.commands import MuteSeat, Say
from relspace.room.options import RoomOptions
from relspace.room.state import Player
from relspace.wire.codec import encode
from relspace.wire.commands import Create, Ignore, Join, Rename
from relspace.wire.messages import Talk
from relspace_server.rooms.hub import Hub

from .people import LYRA, RIGEL, VEGA, Guest, World, refused


def heard(guest: Guest) -> list[str]:
    return [f"{line.name}: {line.text}" for line in guest.talk.lines]


async def three(hub: Hub) -> tuple[Guest, Guest, Guest, str]:
    """Vega, Rigel and Lyra in a room."""
    people = [Guest.enters(hub, one) for one in (VEGA, RIGEL, LYRA)]
    code = (await people[0].visit.send(Create("Orion", RoomOptions(seats=4, clock=0)))).room
    for one in people[1:]:
        await one.visit.send(Join(code))
    return people[0], people[1], people[2], code


async def test_who_is_ignored_is_not_heard_by_that_listener_alone(hub: Hub) -> None:
    vega, rigel, lyra, code = await three(hub)
    await rigel.visit.send(Say(code, "before"))
    await vega.visit.send(Ignore("rigel"))
    assert heard(vega) == []
    await rigel.visit.send(Say(code, "after"))
    await lyra.visit.send(Say(code, "hello"))
    await vega.until(lambda: heard(vega) == ["Lyra: hello"])
    await lyra.until(lambda: heard(lyra) == ["Rigel: before", "Rigel: after", "Lyra: hello"])
    assert "Rigel" not in {
        line.name for message in vega.got[-3:] if isinstance(message, Talk) for line in message.lines
    }


async def test_it_holds_in_the_lobby_and_after_coming_back(hub: Hub) -> None:
    vega, rigel = Guest.enters(hub, VEGA), Guest.enters(hub, RIGEL)
    await vega.visit.send(Ignore("Rigel"))
    await rigel.visit.send(Say("", "buy now"))
    assert heard(vega) == []
    code = (await vega.visit.send(Create("Orion", RoomOptions(seats=2)))).room
    await rigel.visit.send(Join(code))
    await rigel.visit.send(Say(code, "and here"))
    await vega.until(lambda: vega.talk.room == code)
    assert heard(vega) == []
    await vega.visit.send(Ignore("Rigel", on=False))
    assert heard(vega) == ["Rigel: and here"]


async def test_another_name_does_not_help(hub: Hub) -> None:
    vega, rigel, _, code = await three(hub)
    await vega.visit.send(Ignore("Rigel"))
    await rigel.visit.send(Rename("Mizar"))
    await rigel.visit.send(Say(code, "me again"))
    assert heard(vega) == []


async def test_only_others_who_are_known_can_be_ignored(hub: Hub) -> None:
    vega = Guest.enters(hub, VEGA)
    assert await refused(vega.visit.send(Ignore("Nobody"))) == "nobody-called-so"
    assert await refused(vega.visit.send(Ignore("Vega"))) == "nobody-called-so"
    assert await refused(vega.visit.send(Ignore(""))) == "nobody-called-so"
    await vega.visit.send(Ignore("Nobody", on=False))


async def test_who_spoke_and_left_can_still_be_ignored(hub: Hub) -> None:
    vega, rigel = Guest.enters(hub, VEGA), Guest.enters(hub, RIGEL)
    await rigel.visit.send(Say("", "bye"))
    rigel.visit.close()
    assert heard(vega) == ["Rigel: bye"]
    await vega.visit.send(Ignore("Rigel"))
    assert heard(vega) == []


async def test_no_message_tells_by_which_account_a_line_was_said(hub: Hub) -> None:
    vega, rigel, lyra, code = await three(hub)
    await rigel.visit.send(Say(code, "hello"))
    await lyra.visit.send(Say("", "hello"))
    onlooker = Guest.enters(hub, Player("SHA256:mira", "Mira"))
    await vega.visit.send(Ignore("Lyra"))
    sent = b"".join(encode(message) for guest in (vega, rigel, lyra, onlooker) for message in guest.got)
    assert b"SHA256:" not in sent
    assert b"guest:lyra" not in sent
    assert b"speaker" not in sent


async def test_whom_the_host_mutes_is_told_so(hub: Hub) -> None:
    vega, rigel, lyra, code = await three(hub)
    await vega.visit.send(MuteSeat(code, 2))
    assert await refused(rigel.visit.send(Say(code, "hello"))) == "muted"
    await rigel.visit.send(Say("", "hello"))
    await lyra.until(lambda: lyra.snapshot.seats[1].muted)


async def test_all_connections_of_one_person_share_how_much_they_may_say(hub: Hub, world: World) -> None:
    here, there = Guest.enters(hub, RIGEL, "here"), Guest.enters(hub, RIGEL, "there")
    for number in range(5):
        await (here, there)[number % 2].visit.send(Say("", f"line {number}"))
    assert await refused(here.visit.send(Say("", "more"))) == "too-fast"
    assert await refused(there.visit.send(Say("", "more"))) == "too-fast"
    await Guest.enters(hub, VEGA).visit.send(Say("", "others may"))
    world.now += 10_000
    await there.visit.send(Say("", "more"))


async def test_lines_that_are_said_at_once_count_one_by_one(hub: Hub) -> None:
    vega, _, _, code = await three(hub)
    lines = (vega.visit.send(Say(code, f"line {number}")) for number in range(8))
    said = await asyncio.gather(*lines, return_exceptions=True)
    assert [one.code for one in said if isinstance(one, Refused)] == ["too-fast"] * 3


async def test_a_line_that_was_not_said_does_not_count(hub: Hub) -> None:
    vega, _, _, code = await three(hub)
    for _ in range(6):
        assert await refused(vega.visit.send(Say(code, "\u200b"))) == "nothing-to-say"
    await vega.visit.send(Say(code, "hello"))
