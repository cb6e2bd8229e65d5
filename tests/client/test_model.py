"""What an app keeps of what comes down the link."""

from dataclasses import replace

from relspace.room.state import TalkLine
from relspace.wire.messages import Me, Notice, Talk
from relspace.wire.settings import PlayerSettings
from relspace_client.model import NOTICES_KEPT, Model

from .around.rooms import GATHERING, LOBBY, LOBBY_TALK, OVER


def model(*messages):
    made = Model()
    for message in messages:
        made.take(message)
    return made


def test_it_starts_with_nothing():
    empty = model()
    assert (empty.lobby, empty.snapshot, empty.room, empty.talk) == (None, None, "", ())


def test_a_snapshot_means_a_room_and_a_lobby_means_none():
    assert model(LOBBY, GATHERING).room == "M2WQ7"
    assert model(LOBBY, GATHERING, LOBBY).snapshot is None
    assert model(LOBBY, GATHERING).lobby is LOBBY


def test_only_an_older_revision_of_the_same_room_is_dropped():
    seen = model(replace(GATHERING, rev=5))
    assert not seen.take(replace(GATHERING, rev=4))
    assert seen.take(replace(GATHERING, rev=5, watching=2))
    assert seen.take(replace(OVER, rev=1))
    assert seen.take(LOBBY)
    assert seen.take(replace(GATHERING, rev=1))


def test_talk_is_that_of_the_place_that_is_looked_at():
    said = (TalkLine("Rigel", "hello", 0),)
    seen = model(LOBBY, Talk("", LOBBY_TALK), GATHERING, Talk("M2WQ7", said))
    assert seen.talk == said
    seen.take(OVER)
    assert seen.talk == ()
    seen.take(LOBBY)
    assert seen.talk == LOBBY_TALK


def test_notices_wait_and_never_grow_without_bound():
    seen = model(*(Notice("draining", str(n)) for n in range(NOTICES_KEPT + 3)))
    assert len(seen.notices) == NOTICES_KEPT
    assert seen.notices[-1].room == str(NOTICES_KEPT + 2)


def test_who_the_person_is_is_kept_whatever_is_looked_at():
    seen = model(Me("Vega"), LOBBY, GATHERING, LOBBY)
    assert seen.me == Me("Vega")
    seen.take(Me("Vega", settings=PlayerSettings(theme="light")))
    assert seen.me == Me("Vega", settings=PlayerSettings(theme="light"))
