"""Many apps in one process: none of them notices the others, nor does the process."""

import asyncio
import gc
import logging
import sys
import weakref
from collections.abc import Callable

import pytest

from relspace_client.compat import HostedApp
from relspace_server.charged import start_task
from relspace_server.ssh.terminal.hosting import end_task, keep_task_factory

from .stage import Game, Notes, Stage

Put = Callable[..., Stage]


async def test_interleaved_sessions_leave_the_process_output_alone(stage: Put) -> None:
    out, err = sys.stdout, sys.stderr
    first, second = await stage().begin(), await stage().begin()
    assert (sys.stdout, sys.stderr) == (out, err)
    await first.strike()
    third = await stage().begin()
    assert (sys.stdout, sys.stderr) == (out, err)
    await second.strike()
    await third.strike()
    assert (sys.stdout, sys.stderr) == (out, err)


async def test_every_session_gets_its_own_kind_of_colour(stage: Put) -> None:
    kinds = {colours: await stage(colours=colours).begin() for colours in ("truecolor", "256", "16", "none")}
    for each in kinds.values():
        await each.press(b"a")
        await each.press(b"\x04")
        await each.press(b"x")
    assert b"38;2;" in kinds["truecolor"].everything
    assert b"38;5;" not in kinds["truecolor"].everything
    assert b"38;5;" in kinds["256"].everything
    for colours in ("256", "16", "none"):
        assert b"38;2;" not in kinds[colours].everything
        assert b"48;2;" not in kinds[colours].everything
    for colours in ("16", "none"):
        assert b"8;5;" not in kinds[colours].everything
    codes = _sgr_codes(kinds["none"].everything)
    assert codes <= {"", "0", "1", "2", "3", "4", "7", "9", "22", "23", "24", "27", "29"}
    assert _sgr_codes(kinds["16"].everything) & {str(number) for number in range(30, 38)}


def _sgr_codes(data: bytes) -> set[str]:
    codes: set[str] = set()
    for piece in data.split(b"\x1b[")[1:]:
        parameters = piece.partition(b"m")[0]
        if parameters.replace(b";", b"").isdigit() or not parameters:
            codes |= set(parameters.decode().split(";"))
    return codes


async def test_a_crash_ends_one_session_and_is_logged_under_an_id(
    stage: Put, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    vega, rigel = await stage().begin(), await stage().begin()
    with caplog.at_level(logging.ERROR):
        vega.terminal.feed(b"\x18")
        await vega.until(vega.task.done)
    assert vega.app.incident
    assert vega.app.incident in caplog.text
    assert "RuntimeError" in caplog.text
    await rigel.press(b"a")
    assert rigel.app.keys == ["a"]
    told = capsys.readouterr()
    assert told.out == told.err == ""
    assert b"Traceback" not in vega.everything
    assert b"hand" not in vega.everything


async def test_the_loops_task_factory_stays(stage: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(asyncio, "eager_task_factory", lambda *_: None, raising=False)
    keep_task_factory(loop)
    await (await stage().begin()).strike()
    assert loop.get_task_factory() is None


async def test_textual_would_change_the_task_factory(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.get_running_loop()

    def eager(loop: asyncio.AbstractEventLoop, work: object, **kwargs: object) -> asyncio.Task[object]:
        return asyncio.Task(work, loop=loop, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(asyncio, "eager_task_factory", eager, raising=False)
    set_to: list[object] = []
    monkeypatch.setattr(loop, "set_task_factory", set_to.append)
    app = HostedApp()
    app.exit()
    await app.run_async(headless=True)
    assert set_to == [eager]


async def test_apps_do_not_inherit_each_others_context(stage: Put) -> None:
    seen: list[HostedApp] = []

    class Opener(Notes):
        def on_mount(self) -> None:
            stages.append(stage(Looker))

    class Looker(Notes):
        def on_mount(self) -> None:
            seen.append(self.query_one("#notes").app)

    stages: list[Stage] = [stage(Opener)]
    await stages[0].until(lambda: seen)
    assert seen == [stages[1].app]


async def test_nothing_is_left_of_sessions_that_ended() -> None:
    before = len(asyncio.all_tasks())
    apps: list[weakref.ref[HostedApp]] = []
    for _ in range(20):
        for kind in (Notes, Game):
            each = Stage(kind)
            apps.append(weakref.ref(each.app))
            await each.begin()
            await each.press(b"ab\x04x\x1b")
            await each.strike()
    del each
    await asyncio.sleep(60)
    gc.collect()
    assert [app for app in apps if app() is not None] == []
    assert len(asyncio.all_tasks()) == before


async def test_an_app_that_does_not_end_is_ended(stage: Put) -> None:
    class Stubborn(Notes):
        async def on_key(self, event: object) -> None:
            await asyncio.Event().wait()

    vega = await stage(Stubborn).begin()
    await vega.press(b"a")
    vega.app.exit()
    await end_task(vega.task)
    assert vega.task.done()


async def test_a_task_started_here_inherits_no_context() -> None:
    import contextvars

    name: contextvars.ContextVar[str] = contextvars.ContextVar("name", default="nobody")
    name.set("Vega")

    async def whose() -> str:
        return name.get()

    assert await start_task(whose(), "test") == "nobody"
