"""What a program says is understood or refused, one answer each, whatever it is; and what is sent back."""

import json
from typing import Any

import pytest

from relspace.codec.codec import MAX_BYTES
from relspace.errors import CODES, NotNow
from relspace.room.commands import MakeMove, Say, SetReady
from relspace.wire.api import COMMON_ERRORS, REQUESTS, SHORT, Bye, Subscribe
from relspace.wire.commands import Done, Join
from relspace.wire.messages import Lobby, Me, Talk
from relspace.wire.snapshot import snapshot
from relspace_server.ssh.api.conversation import Call, Conversation, Misread
from relspace_server.ssh.api.jsonlines import JsonLines

from ..room.rooms import LYRA, VEGA
from ..room.test_playing import playing

LOBBY = Lobby("Vega", "play.example.net", (), ())


def conversation(*, in_room: bool = False) -> Conversation:
    """One in JSON."""
    told = Conversation(JsonLines())
    if in_room:
        table = playing()
        told.hear(snapshot(table.state, 7, VEGA.id, table.now, 0))
    return told


def said(told: Conversation, **fields: Any) -> Call | Misread:
    return told.read(json.dumps(fields).encode())


def understood(told: Conversation, **fields: Any) -> Any:
    call = said(told, **fields)
    assert isinstance(call, Call), call
    return call.asked


@pytest.mark.parametrize("number", [1, 0, -1, 1.5, 2**53, "a", "", "札", None, True, False, "x" * 64])
def test_any_scalar_is_an_id_and_comes_back(number: object) -> None:
    told = conversation()
    call = said(told, id=number, type="subscribe")
    assert call == Call(number, REQUESTS["subscribe"], Subscribe())
    assert isinstance(call, Call)
    answer = json.loads(told.answer(call, Done()))
    assert answer == {"id": number, "ok": {}}
    assert type(answer["id"]) is type(number)


@pytest.mark.parametrize("number", [[], {}, [1], 2**53 + 1, -(2**54), "x" * 65])
def test_what_is_no_scalar_is_no_id(number: object) -> None:
    call = said(conversation(), id=number, type="subscribe")
    assert isinstance(call, Misread)
    assert call.id is None
    assert (call.error.code, call.error.details["path"]) == ("bad-field", "id")


def test_infinity_in_disguise_is_no_id() -> None:
    call = conversation().read(b'{"id": 1e999, "type": "hello"}')
    assert isinstance(call, Misread)
    assert call.error.details["path"] == "id"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, "unknown-type"),
        ({"type": None}, "unknown-type"),
        ({"type": 1}, "unknown-type"),
        ({"type": []}, "unknown-type"),
        ({"type": "sit-session"}, "unknown-type"),
        ({"type": "play-for-seat", "game": 1, "ply": 0, "move": "A1>P1", "auto": False}, "unknown-type"),
        ({"type": "close"}, "unknown-type"),
        ({"type": "Create"}, "unknown-type"),
        ({"type": "x" * 1_000}, "unknown-type"),
        ({"type": "join"}, None),
        ({"type": "join", "room": 5}, "bad-field"),
        ({"type": "join", "room": "x" * 17}, "bad-field"),
        ({"type": "join", "room": None}, "bad-field"),
        ({"type": "make-move", "move": "A1>P1"}, "bad-field"),
        ({"type": "make-move", "move": "A1>P1", "ply": "1"}, "bad-field"),
        ({"type": "make-move", "move": "A1>P1", "ply": 1.0}, "bad-field"),
        ({"type": "make-move", "move": "A1>P1", "ply": True}, "bad-field"),
        ({"type": "make-move", "move": "A1>P1", "ply": 2**60}, "bad-field"),
        ({"type": "create", "options": {"layout": "cube"}}, "bad-field"),
        ({"type": "create", "options": []}, "bad-field"),
        ({"type": "say", "text": "x" * 513}, "bad-field"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_id(fields: dict[str, Any], code: str | None) -> None:
    call = said(conversation(), id=7, **fields)
    if code is None:
        assert isinstance(call, Call)
        return
    assert isinstance(call, Misread)
    assert (call.id, call.error.code) == (7, code)
    assert code in COMMON_ERRORS
    answer = json.loads(conversation().refuse(call.id, call.error))
    assert answer["id"] == 7
    assert answer["error"]["message"] == CODES[code]
    assert len(json.dumps(answer)) < 500


@pytest.mark.parametrize("piece", [b"1", b"null", b"[]", b'"hello"', b"true"])
def test_a_message_is_a_map(piece: bytes) -> None:
    call = conversation().read(piece)
    assert isinstance(call, Misread)
    assert call.error.code == "bad-message"


def test_a_refusal_carries_its_facts() -> None:
    refused = json.loads(conversation().refuse("m", NotNow("stale-ply", meant=3, ply=5)))
    assert refused == {
        "id": "m",
        "error": {"code": "stale-ply", "message": CODES["stale-ply"], "details": {"meant": 3, "ply": 5}},
    }


def test_a_room_that_is_not_named_is_the_one_that_is_looked_at() -> None:
    told = conversation(in_room=True)
    assert told.here
    assert understood(told, type="say", text="hi") == Say(told.here, "hi")
    assert understood(told, type="say", text="hi", room="") == Say("", "hi")
    assert understood(told, type="join", room="k7qx2") == Join("k7qx2")
    told.hear(LOBBY)
    assert understood(told, type="say", text="hi") == Say("", "hi")


def test_short_names() -> None:
    told = conversation(in_room=True)
    assert understood(told, type="ready") == SetReady(told.here, ready=True)
    assert understood(told, type="rematch") == SetReady(told.here, ready=True)
    assert understood(told, type="unready", ready=True) == SetReady(told.here, ready=False)
    assert understood(told, type="move", move="A1>P1", ply=3) == MakeMove(told.here, "A1>P1", 3)
    assert understood(told, type="resign", move="A1>P1") == MakeMove(told.here, "resign", 0)
    assert not set(SHORT) & set(REQUESTS)


def test_the_lobby_is_for_those_who_want_it() -> None:
    told = conversation()
    talk = Talk("", ())
    assert not told.hear(LOBBY)
    assert not told.hear(talk)
    assert told.hear(Talk("K7QX2", ()))
    assert told.hear(Me("Vega"))
    assert told.me == Me("Vega")
    told.subscribed = True
    assert told.hear(LOBBY)
    assert told.hear(talk)


def test_where_a_program_is() -> None:
    told = conversation(in_room=True)
    assert told.place == "seated"
    table = playing()
    told.hear(snapshot(table.state, 7, LYRA.id, table.now, 1))
    assert told.place == "watching"
    told.hear(LOBBY)
    assert told.place == "lobby"


def test_the_last_message() -> None:
    assert json.loads(conversation().part(Bye(3, "The server is full."))) == {
        "type": "bye",
        "exit": 3,
        "message": "The server is full.",
    }


def test_no_request_has_a_field_that_the_envelope_needs() -> None:
    for request in REQUESTS.values():
        assert not {"id", "type"} & set(request.fields), request.name


def test_the_server_asks_rooms_for_things_that_programs_cannot() -> None:
    assert not {"sit", "depart", "lose-session", "free-away", "seat-bot", "play-for-seat", "close"} & set(REQUESTS)


def test_the_longest_request_is_as_long_as_any_message() -> None:
    line = b'{"type":"hello","x":"' + b"x" * (MAX_BYTES - 23) + b'"}'
    assert len(line) == MAX_BYTES
    (piece,) = JsonLines().feed(line + b"\n")
    assert isinstance(piece, bytes)
    assert isinstance(conversation().read(piece), Call)
