"""The window's title, and the bell."""

from dataclasses import replace

import pytest

from relspace_client.app import RelspaceApp
from relspace_client.model import Model
from relspace_client.screens.summons import window_title

from ..around.rooms import EMPTY, GATHERING, LOBBY, OVER, reader
from ..fakes import FakeLink, FakeTerminal, hosted
from ..table.situations import orion
from .people import me


def model_of(*messages):
    model = Model()
    for message in messages:
        model.take(message)
    return model


@pytest.mark.parametrize(
    ("messages", "title"),
    [
        ((), "Relative Space"),
        ((EMPTY,), "Relative Space"),
        ((LOBBY,), "Orion: YOUR TURN"),
        ((GATHERING,), "Red button: before the game"),
        ((orion(),), "Orion: YOUR TURN"),
        ((orion(turn=2),), "Orion: Rigel's turn"),
        ((orion(you=None),), "Orion: Vega's turn"),
        ((OVER,), "Orion: the game is over"),
    ],
)
def test_the_title_says_the_room_and_whose_turn_it_is(messages, title):
    assert window_title(reader(), model_of(*messages)) == title


async def test_the_window_is_named_only_when_its_name_changes():
    terminal = FakeTerminal()
    link = FakeLink(me(), EMPTY)
    app = RelspaceApp(link, terminal)
    async with hosted(app, terminal):
        link.push(orion(turn=2), replace(orion(turn=2), rev=101), replace(orion(), rev=102), EMPTY)
    assert terminal.titles == ["Relative Space", "Orion: Rigel's turn", "Orion: YOUR TURN", "Relative Space"]


@pytest.mark.parametrize(("bell", "rung"), [(True, 1), (False, 0)])
async def test_the_bell_rings_once_when_it_becomes_ones_turn(bell, rung):
    terminal = FakeTerminal()
    link = FakeLink(me(bell=bell), EMPTY, orion(turn=2))
    app = RelspaceApp(link, terminal)
    async with hosted(app, terminal):
        assert terminal.rung == 0
        link.push(replace(orion(), rev=101), replace(orion(), rev=102), replace(orion(clock=False), rev=103))
        assert terminal.rung == rung


async def test_it_does_not_ring_for_who_comes_in_on_their_turn_and_rings_at_the_start_of_a_game():
    terminal = FakeTerminal()
    link = FakeLink(me(bell=True), EMPTY, orion())
    app = RelspaceApp(link, terminal)
    async with hosted(app, terminal):
        assert terminal.rung == 0
        link.push(EMPTY, replace(GATHERING, room="K7QX2"), orion())
        assert terminal.rung == 1


async def test_in_the_lobby_it_rings_for_a_game_that_waits():
    terminal = FakeTerminal()
    link = FakeLink(me(bell=True), EMPTY)
    app = RelspaceApp(link, terminal)
    async with hosted(app, terminal):
        link.push(LOBBY, LOBBY)
        assert terminal.rung == 1
