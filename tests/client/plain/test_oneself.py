"""One's own name and language, set by words: kept, heard at once, and told to the others in the room."""

from dataclasses import replace

import pytest

from relspace.errors import Fault, NotNow, Unreadable
from relspace.room.state import TalkLine
from relspace.wire.commands import Rename, SaveSettings
from relspace.wire.messages import Me, SeatInfo, Talk
from relspace.wire.settings import PlayerSettings
from relspace_client.practice.link import Practice

from ...practice.world import WELCOMED, Keeps, World
from ..around.rooms import GATHERING, LOBBY
from ..table.situations import orion
from .transcript import Transcript

ME = Me("Vega", settings=PlayerSettings(bell=True))


async def begun(*more) -> Transcript:
    return await Transcript.begun(ME, LOBBY, *more)


# ── the language ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("typed", ["es", "ES", "Español"])
async def test_another_language_is_spoken_at_once_and_kept_with_all_else_that_is_set(typed):
    told = await begun()
    assert await told.types(f"language {typed}") == [
        "Idioma: Español. Escribe language y en, es o ja para elegir otro."
    ]
    assert told.link.sent == [SaveSettings(PlayerSettings(language="es", bell=True))]
    assert await told.types("leave") == ["Estás en el vestíbulo. Escribe quit para salir del servidor."]


async def test_a_language_that_cannot_be_kept_is_spoken_all_the_same():
    told = await begun()
    told.link.answers[SaveSettings] = Fault("the store does not answer")
    assert await told.types("language ja") == ["サーバーが混んでいます。何も失われません。もう一度どうぞ。"]


async def test_a_language_that_is_set_elsewhere_is_spoken_here_too_and_given_back():
    told = await begun()
    told.hears(replace(ME, settings=PlayerSettings(language="es")))
    assert await told.types("leave") == ["Estás en el vestíbulo. Escribe quit para salir del servidor."]
    told.hears(replace(ME, settings=PlayerSettings(language="es", bell=True)), ME)
    assert await told.types("leave") == ["You are in the lobby. Type quit to leave the server."]


async def test_what_is_set_does_not_go_before_what_the_session_began_with():
    told = Transcript(replace(ME, settings=PlayerSettings(language="es")), LOBBY, language="ja")
    await told.session.begin()
    assert told.session.reader.words.language == "ja"


# ── the name ─────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_another_name_is_asked_for_and_told_once():
    told = await begun()
    assert await told.types("name Polaris") == []
    assert told.link.sent == [Rename("Polaris")]
    assert told.hears(replace(ME, name="Polaris")) == ["You are called Polaris now."]
    assert told.hears(replace(ME, name="Polaris")) == []
    assert await told.types("name", "name Polaris") == 2 * ["You are called Polaris. Type name and another one."]
    assert told.link.sent == [Rename("Polaris")]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (NotNow("name-taken"), "Somebody has that name, or one that looks like it."),
        (Unreadable("bad-name", reason="short"), "A name has 2 columns at least."),
    ],
)
async def test_a_name_that_cannot_be_had(error, said):
    told = await begun()
    told.link.answers[Rename] = error
    assert await told.types("name x") == [said]


async def test_in_a_room_a_new_name_is_nobody_who_left_or_came():
    told = await begun(GATHERING)
    seats = GATHERING.seats
    renamed = replace(GATHERING, rev=4, seats=(seats[0], replace(seats[1], name="Polaris"), *seats[2:]))
    assert told.hears(replace(ME, name="Polaris"), renamed) == ["You are called Polaris now."]
    both = replace(renamed, rev=5, seats=(replace(seats[0], name="Antares"), *renamed.seats[1:]))
    assert told.hears(both) == ["Rigel is called Antares now."]
    other = replace(both, rev=6, seats=(SeatInfo("Lyra", "person"), *both.seats[1:]))
    assert told.hears(other)[:2] == ["Antares has left.", "Lyra sits down in seat 1."]


async def test_after_a_new_name_ones_own_lines_are_ones_own():
    told = await begun(orion())
    told.hears(Talk("K7QX2", ()), replace(ME, name="Polaris"))
    assert told.hears(Talk("K7QX2", (TalkLine("Polaris", "hello", 1),))) == ["You say: hello"]


async def test_both_are_kept_where_one_plays_without_a_server():
    keeps = Keeps()
    told = await Transcript.begun(rooms=Practice("Vega", WELCOMED, keeps, around=World().around))
    await told.types("name Polaris", "language es")
    assert keeps.players[-1] == ("Polaris", replace(WELCOMED, language="es"))
    assert "You are called Polaris now." in told.lines
