"""Games on the player's own machine: nothing is offered there that needs other people."""

from dataclasses import replace

import pytest

from relspace.bots.levels import DEFAULT_LEVEL
from relspace.room.options import RoomOptions
from relspace.wire.commands import Create
from relspace.wire.messages import Lobby, Person
from relspace_client.app import RelspaceApp
from relspace_client.around import lobby, room
from relspace_client.table.frame import Frames
from relspace_client.table.state import TableState, follow
from relspace_client.table.table import Table

from ..fakes import FakeLink, drawn
from ..table.situations import form, orion
from .rooms import ADDRESS, GATHERING, LOBBY, OVER, reader

SIZES = [(40, 18), (40, 20), (80, 24), (120, 40)]


def lobby_at(address, rooms, size):
    seen = Lobby("Vega", address, rooms, (Person("Vega", you=True),))
    return lobby.lobby_picture(lobby.Scene(seen), reader(), *size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rooms", [LOBBY.rooms[:1], ()])
def test_the_lobby_has_no_talk_no_codes_and_no_list_of_people(size, rooms):
    picture, shared = (lobby_at(address, rooms, size) for address in ("", ADDRESS))
    assert not {"t", "j"} & {area.action for area in picture.areas}
    assert {"t"} <= {area.action for area in shared.areas}
    for words in ("Talk", "say something to everybody here", "Here", "j code"):
        assert words not in picture.text()


@pytest.mark.parametrize("size", SIZES)
def test_a_room_has_no_line_for_friends(size):
    text = room.room_picture(room.Scene(GATHERING, ""), reader(), *size).text()
    assert "friend" not in text
    assert "M2WQ7" not in text


@pytest.mark.parametrize("key", ["j", "t", "i"])
async def test_keys_that_need_others_say_that_nobody_is_here(key):
    link = FakeLink(replace(LOBBY, address=""))
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert "Nobody else is here." in drawn(app)
        assert not link.sent


async def test_the_keys_are_explained_without_those_that_need_others():
    app = RelspaceApp(FakeLink(replace(LOBBY, address="")), None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("?")
        await pilot.pause()
        assert "play now" in drawn(app)
        assert "the code that a friend sent" not in drawn(app)
        assert "say something" not in drawn(app)


async def test_a_new_room_has_bots_in_all_other_seats_and_no_clock():
    link = FakeLink(replace(LOBBY, address="", rooms=()))
    app = RelspaceApp(link, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "enter")
        await pilot.pause()
    assert link.sent == [Create("", RoomOptions(clock=0), RoomOptions().seats - 1, DEFAULT_LEVEL)]


@pytest.mark.parametrize("show", ["table", "stashes", "pods", "log"])
@pytest.mark.parametrize("out", [False, True])
def test_the_table_offers_no_talk_that_nobody_would_hear(show, out):
    shown = orion()
    if out:
        seats = tuple(one._replace(out=number == shown.you) for number, one in enumerate(shown.view.seats, 1))
        shown = replace(shown, view=shown.view._replace(seats=seats, turn=2), legal=())
    offered = []
    for alone in (False, True):
        state = replace(follow(TableState(), shown), show=show, alone=alone)
        offered.append("t" in {area.action for area in Table(Frames()).picture(shown, state, form(120, 40)).areas})
    assert offered == [True, False]


HERE = {
    "room": replace(GATHERING, host=2),
    "table": orion(),
    "end": replace(OVER, game="K7QX2-1-9", view=orion().view._replace(phase="over", winner=1)),
}


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("place", HERE)
async def test_no_page_offers_talk_and_its_key_says_that_nobody_is_here(place, size):
    for address, offers in (("", False), (ADDRESS, True)):
        link = FakeLink(replace(LOBBY, address=address), HERE[place])
        app = RelspaceApp(link, None)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            assert ("t talk" in drawn(app).splitlines()[-1]) is offers
            await pilot.press("?")
            assert ("say something" in drawn(app)) is offers
            await pilot.press("escape")
            await pilot.press("t")
            await pilot.pause()
            assert ("Nobody else is here." in drawn(app)) is not offers
            assert not link.sent
