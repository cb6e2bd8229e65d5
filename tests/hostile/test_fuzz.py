"""Whatever clients do at random: no exception leaves a session, nothing is left of it, and others are served."""

from random import Random

from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st

from ..ssh.house import until
from .fuzz import carry_out, header, knock, noise, plan
from .game import Game, at_page

quick = settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # what failed once is told at once
)


@quick
@given(random=st.randoms(use_true_random=False))
async def test_nothing_that_a_client_does_hurts_another(game: Game, random: Random) -> None:
    what = plan(random, 12)
    note(repr(what))
    vega = await at_page(game, "keys of the lobby")
    await carry_out(game.listener.port, what)
    for key, text in ((b"\t", "Tab keys"), (b"\t", "Tab rules")):
        vega.press(key)
        await vega.shows(text)
    vega.press(b"\x03\x03")
    assert await vega.ended() == 0
    await until(lambda: game.counts[0] == 0)


@quick
@given(random=st.randoms(use_true_random=False))
async def test_nothing_that_is_sent_before_logging_in_hurts_another(proxied: Game, random: Random) -> None:
    data = [header(random) + random.choice((b"", b"SSH-2.0-x\r\n")) + noise(random, 4) for _ in range(2)]
    for source, sent in zip(("127.0.0.1", "127.0.0.2"), data, strict=True):
        await knock(proxied.listener.port, sent, source)
    assert (await proxied.ask("help")).status == 0
    await until(lambda: not proxied.listener._front._waiting)
