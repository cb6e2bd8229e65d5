"""Streams as a real NATS server makes them."""

import pytest
from nats.errors import TimeoutError as Late
from nats.js import JetStreamContext

from relspace_server.store import nats_streams
from relspace_server.store.bucket import Unavailable
from relspace_server.store.nats import NatsStore
from relspace_server.store.nats_keys import Place
from relspace_server.store.nats_streams import ensure_stream


class Slow:
    """A stream whose servers have not chosen a leader yet when it is asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, silent: int) -> None:
        self.asked = 0
        answer = JetStreamContext.get_msg

        async def get_msg(streams: JetStreamContext, stream: str, number: int) -> object:
            self.asked += 1
            if self.asked <= silent:
                raise Late
            return await answer(streams, stream, number)

        monkeypatch.setattr(JetStreamContext, "get_msg", get_msg)
        monkeypatch.setattr(nats_streams, "_AGAIN_S", 0.0)


async def test_a_new_stream_is_waited_for_until_it_answers(
    nats_store: NatsStore, prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(monkeypatch, silent=3)
    assert await ensure_stream(nats_store._link.streams, Place(prefix, "rooms")) == 1
    assert slow.asked == 4
    await ensure_stream(nats_store._link.streams, Place(prefix, "rooms"))
    assert slow.asked == 4
    assert await nats_store.bucket("rooms").put("VEGA1", b"one", 0) == 1


async def test_a_new_stream_that_never_answers_is_not_waited_for_without_end(
    nats_store: NatsStore, prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(monkeypatch, silent=1_000_000)
    monkeypatch.setattr(nats_streams, "READY_S", -1.0)
    with pytest.raises(Unavailable):
        await ensure_stream(nats_store._link.streams, Place(prefix, "rooms"))
    assert slow.asked == 1
