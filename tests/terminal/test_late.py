"""What Textual makes ahead of any need (`compat/late.py`): each override is still needed, and is enough."""

import asyncio
import gc
import inspect
import sys
import weakref
from collections.abc import Callable
from types import ModuleType

import pytest
import textual._queue
import textual.app
import textual.message_pump
import textual.signal
import textual.timer
from hypothesis import given
from hypothesis import strategies as st
from textual.signal import Signal

from relspace_client.compat.late import LateWeakKeys

from .stage import Game, Stage

Put = Callable[..., Stage]


async def test_signals_and_events_take_no_room_before_anything_listens_or_waits(stage: Put) -> None:
    vega = await stage(Game).begin()
    ours = (vega.app, vega.app.screen)
    signals = [each for one in ours for each in vars(one).values() if isinstance(each, Signal)]
    assert len(signals) >= 8
    assert {sys.getsizeof(each._subscriptions) for each in signals if not each._subscriptions} == {
        sys.getsizeof(LateWeakKeys())
    }
    assert sys.getsizeof(LateWeakKeys()) * 5 < sys.getsizeof(weakref.WeakKeyDictionary()._iterating)
    events = [one._mounted_event for one in ours] + [one._message_queue.ready_event for one in ours]
    assert {type(each._waiters) for each in (*events, vega.app._exception_event)} == {list}
    assert "deque" in inspect.getsource(asyncio.Event.__init__)


@pytest.mark.parametrize(
    ("module", "made"),
    [
        (textual.signal, "= WeakKeyDictionary()"),
        (textual._queue, "self.ready_event = Event()"),
        (textual.timer, "event = Event()"),
        (textual.message_pump, "def _mounted_event(self)"),
        (textual.app, "def _exception_event(self)"),
    ],
)
def test_textual_makes_them_ahead_of_any_need(module: ModuleType, made: str) -> None:
    assert made in inspect.getsource(module)


async def test_whoever_listens_to_a_signal_hears_it_until_they_are_gone(stage: Put) -> None:
    vega = await stage(Game).begin()
    signal, heard = vega.app.theme_changed_signal, []
    signal.publish(vega.app.current_theme)
    signal.subscribe(vega.app.screen, lambda theme: heard.append(theme.name), immediate=True)
    signal.publish(vega.app.current_theme)
    assert heard == [vega.app.current_theme.name]
    signal.unsubscribe(vega.app.screen)
    signal.unsubscribe(vega.app.screen)
    signal.publish(vega.app.current_theme)
    assert len(heard) == 1


@given(st.lists(st.tuples(st.sampled_from(["set", "pop", "setdefault"]), st.integers(0, 3))))
def test_late_keys_are_what_a_dictionary_with_weak_keys_is(steps: list[tuple[str, int]]) -> None:
    class Key: ...

    keys = [Key() for _ in range(4)]
    late: LateWeakKeys[Key, int] = LateWeakKeys()
    usual: weakref.WeakKeyDictionary[Key, int] = weakref.WeakKeyDictionary()
    for number, (step, key) in enumerate(steps):
        if step == "set":
            late[keys[key]] = usual[keys[key]] = number
        elif step == "pop":
            assert late.pop(keys[key], None) == usual.pop(keys[key], None)
        else:
            assert late.setdefault(keys[key], number) == usual.setdefault(keys[key], number)
        assert (bool(late), list(late.items())) == (bool(usual), list(usual.items()))
    del keys
    gc.collect()
    assert not late
