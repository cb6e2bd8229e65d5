"""Whatever programs say at random: no exception leaves a session, each request has its answer, others are served."""

from random import Random

from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st

from relspace.wire.api import REQUESTS

from ..hostile.game import Game
from ..ssh.house import until
from .fuzz import POOL, allowed, carry_out, faults_of, plan, request
from .program import FormName, Program

quick = settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # what failed once is told at once
)


@quick
@given(random=st.randoms(use_true_random=False))
async def test_nothing_that_a_program_says_hurts_another(game: Game, random: Random) -> None:
    what = plan(random, 12)
    note(repr(what))
    vega = await Program.begins(game, username="rigel")
    program = await Program.begins(game, what.form)
    await carry_out(program, what.steps)
    assert await vega.ask("hello")
    for client in game.clients:
        client.abort()
    await until(lambda: game.counts == (0, 0, 0))
    game.clients.clear()
    assert faults_of(program) == []


@quick
@given(random=st.randoms(use_true_random=False), form=st.sampled_from(["json", "frames"]))
async def test_every_request_has_the_answer_that_the_table_says(game: Game, random: Random, form: FormName) -> None:
    vega, rigel = await Program.begins(game, form), await Program.begins(game, username="rigel")
    code = (await vega.ask("create", options={"seats": 3, "clock": 0}, bots=1))["room"]
    await rigel.ask("join", room=code)
    sent = [{**request(random), "id": number} for number in range(1_000, 1_040)]
    turns = [random.choice((vega, rigel)) for _ in sent]
    for one, program in zip(sent, turns, strict=True):
        note(repr(one))
        program.send(one)
    for program in (vega, rigel):
        last = next((one["id"] for one, turn in reversed(list(zip(sent, turns, strict=True))) if turn is program), None)
        await program.until(lambda program=program, last=last: last is None or program.answer(last))
    for one, program in zip(sent, turns, strict=True):
        assert allowed(one, program.answer(one["id"])), (one, program.answer(one["id"]))
    for client in game.clients:
        client.abort()
    await until(lambda: game.counts == (0, 0, 0))
    game.clients.clear()


def test_every_field_has_something_to_stand_in_it() -> None:
    assert {field for each in REQUESTS.values() for field in each.fields} == set(POOL)
