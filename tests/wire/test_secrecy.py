"""No message can carry a secret, and none carries what its viewer may not know."""

import dataclasses
import typing

import msgpack
import pytest

from relspace.room.secret import Secret
from relspace.wire.codec import CODEC, decode_message, encode
from relspace.wire.commands import Command
from relspace.wire.frames import Frames
from relspace.wire.messages import Message, Snapshot
from relspace.wire.snapshot import snapshot

from ..room.rooms import LYRA, MIRA, RIGEL, START, VEGA, Table
from ..room.test_playing import first_move, on_turn, playing


def types_within(kind: object, seen: set[object]) -> set[object]:
    """Every type that a declaration mentions."""
    if kind in seen:
        return seen
    seen.add(kind)
    for part in typing.get_args(kind):
        if isinstance(part, type) or typing.get_origin(part):
            types_within(part, seen)
    if dataclasses.is_dataclass(kind) or hasattr(kind, "_fields"):
        for part in typing.get_type_hints(kind).values():
            types_within(part, seen)
    return seen


@pytest.mark.parametrize("kind", [Message, Command])
def test_no_message_mentions_a_secret(kind: object) -> None:
    assert Secret not in types_within(kind, set())


def test_the_codec_of_messages_cannot_write_a_secret() -> None:
    with pytest.raises(TypeError):
        CODEC.plain(Secret, Secret(b"x"))


def snapshots(table: Table) -> list[Snapshot]:
    return [snapshot(table.state, 7, one.id, table.now, 1) for one in (VEGA, RIGEL, LYRA, MIRA)]


@pytest.mark.parametrize("stashes", ["private", "open"])
def test_snapshots_of_a_whole_game_come_back_the_same_and_keep_the_seed_until_its_end(stashes: str) -> None:
    table = playing(clock=30, stashes=stashes)
    while table.state.phase == "playing":
        assert table.state.game is not None
        seed = table.state.game.seed.reveal()
        frames = Frames(table.state, 7, table.now, 1)
        for message, one in zip(snapshots(table), (VEGA, RIGEL, LYRA, MIRA), strict=True):
            encoded = encode(message)
            frame = frames.of(one.id)
            assert frame.message == message
            assert decode_message(frame.encoded) == message
            assert len(frame.encoded) == len(encoded)
            assert decode_message(encoded) == message
            assert message.seed == ""
            assert seed not in encoded
            assert seed.hex().encode() not in encoded
        table.ask(on_turn(table.state), first_move(table.state))
    assert all(message.seed == seed.hex() for message in snapshots(table))


def test_a_private_stash_is_seen_by_its_owner_alone() -> None:
    table = playing(stashes="private")
    for message in snapshots(table):
        assert message.view is not None
        for number, stash in enumerate(message.view.seats, 1):
            faces = [space for space in stash.spaces if space is not None]
            if message.you == number:
                assert faces.count("~") == 4
                assert "?" not in faces
            else:
                assert sorted(set(faces)) == ["?", "~"]


def test_spectators_of_one_game_are_sent_the_same() -> None:
    table = playing()
    lyra, mira = (snapshot(table.state, 7, one.id, START, 2) for one in (LYRA, MIRA))
    assert encode(lyra) == encode(mira)
    assert lyra.legal == ()


def test_a_message_has_its_type_and_unknown_fields_are_ignored() -> None:
    encoded = encode(snapshots(playing())[0])
    data = msgpack.unpackb(encoded)
    assert data["type"] == "snapshot"
    data["news"] = 1
    assert decode_message(msgpack.packb(data)) == decode_message(encoded)
