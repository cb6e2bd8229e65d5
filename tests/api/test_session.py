"""Programs in their sessions: both forms, whole games, and everything that goes wrong."""

import json
from collections.abc import Awaitable, Callable

import asyncssh
import pytest

from relspace.errors import CODES
from relspace_server.ssh import wayout

from ..hostile.game import Game
from ..ssh.house import until
from .program import DUEL, FormName, Program, at_the_table, best, both, plays_to_the_end

Begin = Callable[..., Awaitable[Game]]
# ── games ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@both
async def test_a_program_says_hello(game: Game, form: FormName) -> None:
    vega = await Program.begins(game, form)
    welcome = await vega.ask("hello", api=1)
    assert welcome["you"] == {"name": "vega", "guest": True}
    assert (welcome["api"], welcome["format"]) == (1, 1)
    assert welcome["server"]
    assert await vega.refusal("hello", api=2) == "bad-version"
    assert vega.messages[0] == {"type": "me", "name": "vega", "guest": True}
    assert vega.pushed("lobby") == []


@both
async def test_a_program_plays_a_whole_game_against_bots_and_wants_another(game: Game, form: FormName) -> None:
    vega = await Program.begins(game, form)
    done = await vega.ask("create", **DUEL, bots=1)
    assert vega.room["room"] == done["room"]
    await vega.ask("ready")
    await vega.sees("playing")
    await plays_to_the_end(vega)
    over = await vega.sees("over")
    assert len(bytes.fromhex(over["seed"])) == 32
    assert over["result"]["reason"] in ("escaped", "exploded")
    assert over["result"]["you"] == 1
    assert all("seed" not in each for each in vega.pushed("snapshot") if each["phase"] != "over")
    await vega.ask("rematch")
    await vega.sees("playing")
    await vega.ask("resign")
    await vega.sees("over")
    await vega.ask("leave")


async def test_both_forms_share_a_room_with_a_spectator(game: Game) -> None:
    vega, rigel, lyra = (
        await Program.begins(game, "json", username="vega"),
        await Program.begins(game, "frames", username="rigel"),
        await Program.begins(game, "json", username="lyra"),
    )
    code = (await vega.ask("create", title="Orion", **DUEL))["room"]
    await rigel.ask("join", room=code.lower())
    await lyra.ask("watch", room=code)
    await vega.ask("chat", text="good \x1b[2Jluck")
    await vega.ask("ready")
    await rigel.ask("ready")
    for program in (vega, rigel, lyra):
        await program.sees("playing")
        (line,) = program.pushed("talk")[-1]["lines"]
        assert (line["name"], line["text"]) == ("vega", "good [2Jluck")
    await plays_to_the_end(vega, rigel)
    results = [(await program.sees("over"))["result"] for program in (vega, rigel, lyra)]
    assert [result.pop("you", None) for result in results] == [1, 2, None]
    assert results[0] == results[1] == results[2]
    assert await lyra.refusal("move", move="A1>P1", ply=0) in ("not-seated", "no-game")


@both
async def test_the_lobby_comes_to_those_who_subscribe(game: Game, form: FormName) -> None:
    vega, rigel = await Program.begins(game, form), await Program.begins(game, form, username="rigel")
    await vega.ask("subscribe")
    assert vega.pushed("talk") == [{"type": "talk", "room": "", "lines": []}]
    code = (await rigel.ask("create", title="Orion"))["room"]
    await vega.until(lambda: any(room["code"] == code for room in vega.pushed("lobby")[-1]["rooms"]))
    await vega.ask("chat", text="who plays?")
    await vega.until(lambda: vega.pushed("talk")[-1]["lines"])
    assert rigel.pushed("lobby") == []
    listed = await rigel.ask("rooms")
    assert [room["title"] for room in listed["rooms"]] == ["Orion"]
    await vega.ask("subscribe", on=False)
    heard = len(vega.pushed("lobby"))
    await rigel.ask("leave")
    await until(lambda: not game.hub.rooms)
    await vega.ask("hello")
    assert len(vega.pushed("lobby")) == heard


async def test_a_seat_is_found_again_and_taken_over(game: Game, key: asyncssh.SSHKey) -> None:
    vega = await Program.begins(game, key=key)
    code = (await vega.ask("create", **DUEL, bots=1))["room"]
    await vega.ask("ready")
    await vega.until(lambda: vega.room.get("legal") and not vega.room.get("ahead"))
    again = await Program.begins(game, "frames", key=key)
    assert await again.refusal("join", room=code) == "seat-in-use"
    await again.ask("join", room=code, take_over=True)
    await vega.until(lambda: vega.pushed("notice"))
    assert vega.pushed("notice") == [{"type": "notice", "code": "taken-over", "room": code}]
    assert again.room["legal"] == vega.room["legal"]
    game.clients[-1].abort()
    await until(lambda: game.counts[0] == 1)
    third = await Program.begins(game, key=key)
    await third.ask("join", room=code)
    await plays_to_the_end(third)


# ── moves that cannot be made ────────────────────────────────────────────────────────────────────────────────────────


@both
async def test_a_move_is_made_once_and_never_late(game: Game, form: FormName) -> None:
    vega = await at_the_table(game, form)
    move = best(vega.room)
    ply = move["ply"]
    vega.send({"id": "first", **move}, {"id": "second", **move})
    await vega.until(lambda: vega.answer("second"))
    assert "ok" in vega.answer("first")
    refused = vega.answer("second")["error"]
    assert refused["code"] == "stale-ply"
    assert refused["message"] == CODES["stale-ply"]
    assert refused["details"]["meant"] == ply
    assert refused["details"]["ply"] > ply
    assert await vega.refusal("move", move=move["move"], ply=499) == "stale-ply"


async def test_nobody_moves_for_another(game: Game) -> None:
    vega, rigel = await Program.begins(game), await Program.begins(game, username="rigel")
    code = (await vega.ask("create", **DUEL))["room"]
    await rigel.ask("join", room=code)
    await vega.ask("ready")
    await rigel.ask("ready")
    first, second = (vega, rigel) if (await vega.sees("playing"))["view"]["turn"] == 1 else (rigel, vega)
    await second.sees("playing")
    assert await second.refusal("move", move="A1>P1", ply=0) == "not-your-turn"
    lyra = await Program.begins(game, username="lyra")
    assert await lyra.refusal("move", room=code, move="A1>P1", ply=0) == "not-seated"
    assert await lyra.refusal("move", move="A1>P1", ply=0) == "no-such-room"
    assert await lyra.refusal("resign", room=code) == "not-seated"
    for move in ("", "A1", "A1>P", "A9>P1", "give S9", "\x1b[2J"):
        assert await first.refusal("move", move=move, ply=0) in ("bad-move", "illegal-move")
    await first.ask("move", **{name: value for name, value in best(first.room).items() if name != "type"})


# ── what cannot be read ──────────────────────────────────────────────────────────────────────────────────────────────


async def test_one_bad_line_costs_one_answer(game: Game) -> None:
    vega = await Program.begins(game)
    bad = (b"nonsense", b"[" * 60_000, b'{"id": NaN}', b"\xff\xfe\x00", b"[]", b"x" * 70_000, b'{"type": "sudo"}')
    for line in bad:
        vega.raw(line + b"\n")
    assert await vega.ask("hello")
    codes = [each["error"]["code"] for each in vega.answers()[:-1]]
    assert codes == [*["bad-message"] * 5, "too-large", "unknown-type"]
    assert {each["id"] for each in vega.answers()[:-1]} == {None}


async def test_one_bad_frame_costs_one_answer(game: Game) -> None:
    vega = await Program.begins(game, "frames")
    for body in (b"", b"\xc1", b"\x91" * 60_000, b"\xdd\xff\xff\xff\xff", b"\x01", b"\x81\xa2id\xc4\x01a"):
        vega.raw(len(body).to_bytes(4) + body)
    assert await vega.ask("hello")
    codes = [each["error"]["code"] for each in vega.answers()[:-1]]
    assert codes == [*["bad-message"] * 5, "bad-field"]


@pytest.mark.parametrize("sent", [b"\xff\xff\xff\xff", b"\0\1\0\1abc", b"GET / HTTP/1.1\r\n\r\n"])
async def test_a_length_that_no_frame_has_ends_the_session(game: Game, sent: bytes) -> None:
    vega = await Program.begins(game, "frames")
    vega.send({"id": 1, "type": "hello"})
    vega.raw(sent)
    assert await vega.ended() == 2
    assert "ok" in vega.answer(1)
    assert vega.answers()[-1]["error"]["code"] == "too-large"
    assert vega.messages[-1]["type"] == "bye"
    assert vega.messages[-1]["exit"] == 2


async def test_half_a_frame_at_the_end_is_told(game: Game) -> None:
    vega = await Program.begins(game, "frames")
    vega.send({"id": 1, "type": "hello"})
    vega.raw(b"\0\0\0\x10abc")
    vega.channel.write_eof()
    assert await vega.ended() == 2
    assert "ok" in vega.answer(1)
    assert vega.answers()[-1]["error"]["code"] == "bad-message"


@both
async def test_the_end_of_the_input_is_the_end(game: Game, form: FormName) -> None:
    vega = await Program.begins(game, form)
    vega.send(*({"id": number, "type": "rooms"} for number in range(5)))
    vega.channel.write_eof()
    assert await vega.ended() == 0
    assert [each["id"] for each in vega.answers()] == list(range(5))
    assert vega.messages[-1] == {"type": "bye", "exit": 0, "message": wayout.GOODBYE.why}


async def test_ids_may_come_again(game: Game) -> None:
    vega = await Program.begins(game)
    vega.send({"id": 1, "type": "hello"}, {"id": 1, "type": "rooms"}, {"type": "hello"})
    await vega.until(lambda: len(vega.answers()) == 3)
    assert [each["id"] for each in vega.answers()] == [1, 1, None]


@pytest.mark.parametrize("name", ["foo", "sftp", "Relspace"])
async def test_another_subsystem_is_refused_and_the_connection_lives(game: Game, name: str) -> None:
    client = await game.connect()
    with pytest.raises(asyncssh.ChannelOpenError):
        await client.create_session(Program, subsystem=name, encoding=None)
    vega = await Program.on(client, "frames")
    assert await vega.ask("hello")


async def test_a_program_needs_no_terminal(game: Game) -> None:
    player = await game.play(command="api")
    assert await player.ended() == 2
    assert b"needs no terminal: ssh -T play.example.net api" in player.errors
    assert b"\x1b" not in player.received + player.errors
    words = await game.ask("api now")
    assert words.status == 2


async def test_there_is_never_an_escape_byte(game: Game) -> None:
    vega = await at_the_table(game)
    await vega.ask("chat", text="\x1b]0;X\x07\u202e\x9b31m hello")
    vega.send({"id": "\x1b[2J", "type": "\x1b]0;X\x07"})
    await plays_to_the_end(vega)
    vega.channel.write_eof()
    await vega.ended()
    assert all(byte == 0x0A or 0x20 <= byte < 0x7F for byte in vega.received)
    for line in vega.received.splitlines():
        json.loads(line)
