"""What a program is sent depends on nothing that its seat may not know: not one byte of it, in either form."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from relspace.room.commands import CallVote, LoseSession, PlayForSeat, SetReady, Sit
from relspace.room.record import record_of
from relspace.room.secret import Secret
from relspace.room.state import Player, RoomState
from relspace.rules.fairness import derive
from relspace.rules.record import write_record
from relspace.testing.hidden import another_truth
from relspace.wire.frame import Frame
from relspace.wire.frames import Frames
from relspace.wire.messages import Lobby, Snapshot
from relspace.wire.snapshot import snapshot
from relspace.wire.summary import summary
from relspace_server.ssh.api.conversation import Conversation
from relspace_server.ssh.api.form import Form
from relspace_server.ssh.api.frames import Frames as FramesForm
from relspace_server.ssh.api.jsonlines import JsonLines

from ..room.rooms import VEGA, Table
from ..room.test_playing import first_move, on_turn

PEOPLE = (VEGA, *(Player(f"SHA256:{number}", f"Lyra{number}") for number in range(2, 11)))
SPECTATOR = Player("SHA256:spectator", "Rigel")

ABSENT = PEOPLE[2]
AWAY_FROM, AWAY_UNTIL = 12, 47
"""Between which plies one of them is away."""

FORMS: tuple[Callable[[], Form], ...] = (JsonLines, FramesForm)


def ten_at_the_table(stashes: str) -> Table:
    table = Table.opened(seats=10, stashes=stashes)
    for person in PEOPLE[1:]:
        table.ask(person, Sit(f"n/{person.name}"))
    for person in PEOPLE:
        table.ask(person, SetReady(table.code, ready=True))
    return table


def sent(state: RoomState, now: int, viewer: Player) -> tuple[bytes, ...]:
    """The bytes that a program is sent of a room, and of a lobby that lists it, in each form."""
    lobby = Lobby(viewer.name, "play.example.net", (summary(state, viewer.id, now, 1),), ())
    frames = (Frames(state, 7, now, 1).of(viewer.id), Frame.of(lobby))
    return tuple(Conversation(form()).tell(frame) for form in FORMS for frame in frames)


def sent_snapshot(state: RoomState, now: int, viewer: Player) -> Snapshot:
    return snapshot(state, 7, viewer.id, now, 1)


def one_ply(table: Table) -> None:
    """Somebody moves; for a while one player is away and played for, and a vote is open."""
    state = table.state
    assert state.game is not None
    ply, turn = state.game.position.ply, on_turn(state)
    if ply == AWAY_FROM:
        table.serve(LoseSession(f"n/{ABSENT.name}"))
        table.ask(VEGA, CallVote(table.code, 5))
    if ply == AWAY_UNTIL:
        table.ask(ABSENT, Sit("n/again"))
    if turn == ABSENT and AWAY_FROM <= ply < AWAY_UNTIL:
        table.serve(PlayForSeat(state.game.number, ply, first_move(state).move, auto=True))
    else:
        table.ask(turn, first_move(state))


@pytest.mark.parametrize("stashes", ["private", "open"])
def test_another_truth_behind_the_same_view_is_the_same_bytes(stashes: str) -> None:
    table = ten_at_the_table(stashes)
    differed, missed, voted = 0, False, False
    while table.state.phase == "playing":
        state = table.state
        assert state.game is not None
        position, seed = state.game.position, state.game.seed.reveal()
        missed |= bool(sent_snapshot(state, table.now, ABSENT).away)
        voted |= sent_snapshot(state, table.now, SPECTATOR).vote is not None
        for viewer in (PEOPLE[position.ply % 10], PEOPLE[(position.turn - 1)], ABSENT, SPECTATOR):
            other = another_truth(
                position,
                state.seat_of(viewer.id),
                state.options.stashes,
                [],
                derive(bytes(32), f"{position.ply}/{viewer.name}"),
            )
            differed += other != position
            changed = replace(state, game=replace(state.game, position=other, seed=Secret(bytes(32))))
            told = sent(state, table.now, viewer)
            assert sent(changed, table.now, viewer) == told
            assert write_record(record_of(changed)) == write_record(record_of(state))
            for data in told:
                assert seed not in data
                assert seed.hex().encode() not in data
        one_ply(table)
    assert differed > 100
    assert missed
    assert voted
    assert sum(seed.hex().encode() in data for data in sent(table.state, table.now, SPECTATOR)) == len(FORMS)
