"""Streams: each keeps one bucket.

- `max_msgs_per_subject=1`: of each key only the newest value is kept.
- `republish`: each value is told again once it is stored; those that are refused are not.
- `allow_direct=False`: the leader answers reads, so that they see every acknowledged write.
- `max_msg_size`: of a value and its headers; beyond, error 10054.
- `max_bytes`: a bucket that is full refuses writes, rather than filling the disk or forgetting old values.
"""

import asyncio
import logging
from typing import Final

from nats.js import JetStreamContext
from nats.js.api import DiscardPolicy, RePublish, StorageType, StreamConfig
from nats.js.errors import APIError, NotFoundError

from relspace_server.store.bucket import StoreFault, Unavailable
from relspace_server.store.nats_keys import Place
from relspace_server.store.nats_link import FAILURES, refusal_of

log = logging.getLogger(__name__)

MAX_MESSAGE: Final = 69_632
"""Bytes of a value with its headers."""

REPLICAS: Final = 3
"""Servers that keep each value, where there are several."""

_MIB: Final = 2**20

MAX_BYTES: Final = {"rooms": 256 * _MIB, "accounts": 512 * _MIB, "records": 1024 * _MIB}
"""The most that a bucket takes; a host may change it with `nats stream edit`."""

MAX_BYTES_OTHERS: Final = 64 * _MIB

READY_S: Final = 10.0
"""Seconds within which a stream that was just made must answer: its servers choose a leader, and make files, first."""

_AGAIN_S: Final = 0.1
"""Seconds until it is asked again."""

NOT_CLUSTERED: Final = 10_074
NO_PEERS: Final = 10_005
NAME_IN_USE: Final = 10_058
NO_SPACE: Final = (10_047, 10_023, 10_028)


def configuration(place: Place, replicas: int) -> StreamConfig:
    """How a bucket's stream is made."""
    return StreamConfig(
        name=place.stream,
        description="Relative Space",
        subjects=[place.all_values],
        max_msgs_per_subject=1,
        max_msg_size=MAX_MESSAGE,
        max_bytes=MAX_BYTES.get(place.bucket, MAX_BYTES_OTHERS),
        discard=DiscardPolicy.NEW,
        storage=StorageType.FILE,
        num_replicas=replicas,
        republish=RePublish(src=place.all_values, dest=place.all_news),
        allow_direct=False,
        allow_rollup_hdrs=True,
        allow_msg_ttl=True,
        deny_delete=True,
    )


async def ensure_stream(streams: JetStreamContext, place: Place) -> int:
    """Makes the stream of a bucket where there is none; returns how many servers keep it.

    Raises:
        StoreFault: it cannot be made, or is there and not fit; one line says what to do.
        Unavailable: NATS does not answer.
    """
    try:
        config = await _found_or_made(streams, place)
    except APIError as error:
        raise _cannot_make(place, error) from None
    except FAILURES as error:
        raise Unavailable(f"NATS does not answer: {error}") from None
    wrong = unfit(config, place)
    if wrong:
        says = f"NATS: the stream {place.stream} has {wrong}; remove or mend it with the nats tool"
        raise StoreFault(says, "nats-stream")
    return config.num_replicas or 1


async def names_of_buckets(streams: JetStreamContext, prefix: str) -> list[str]:
    """The buckets that have a stream, in the order of the alphabet.

    Raises:
        Unavailable: NATS does not answer.
    """
    beginning = Place(prefix, "").stream
    names: list[str] = []
    try:
        while page := await streams.streams_info(offset=len(names)):
            names += [one.config.name or "" for one in page]
    except FAILURES as error:
        raise Unavailable(f"NATS does not list its streams: {error}") from None
    return sorted(name.removeprefix(beginning) for name in names if name.startswith(beginning))


async def _found_or_made(streams: JetStreamContext, place: Place) -> StreamConfig:
    try:
        return (await streams.stream_info(place.stream)).config
    except NotFoundError:
        pass
    try:
        made = await streams.add_stream(configuration(place, REPLICAS))
    except APIError as error:
        if error.err_code == NAME_IN_USE:
            return (await streams.stream_info(place.stream)).config
        if error.err_code != NOT_CLUSTERED:
            raise
        made = await streams.add_stream(configuration(place, 1))
    await _until_it_answers(streams, place)
    return made.config


async def _until_it_answers(streams: JetStreamContext, place: Place) -> None:
    """Waits for the first answer of a stream that was just made; the last failure is raised."""
    loop = asyncio.get_running_loop()
    until = loop.time() + READY_S
    while True:
        try:
            await streams.get_msg(place.stream, 1)
        except NotFoundError:
            return
        except FAILURES:
            if loop.time() > until:
                raise
            await asyncio.sleep(_AGAIN_S)
        else:
            return


def _cannot_make(place: Place, error: APIError) -> StoreFault | Unavailable:
    if error.code == 503 and error.err_code != NO_PEERS:
        return Unavailable(f"JetStream is not ready: {error.description}")
    if error.err_code == NO_PEERS:
        return StoreFault(
            f"NATS: its cluster has too few servers that answer; {REPLICAS} keep each value. Start the others",
            "nats-too-few",
        )
    if error.err_code in NO_SPACE:
        says = f"NATS: no room for the stream {place.stream}; give JetStream more with max_file_store"
        return StoreFault(says, "nats-no-room")
    return StoreFault(f"NATS: the stream {place.stream} cannot be made: {refusal_of(error)}", "nats-stream")


def unfit(config: StreamConfig, place: Place) -> str:
    """What is wrong with a stream that is there; empty if nothing is."""
    if config.subjects != [place.all_values]:
        return "other subjects"
    if config.republish is None or config.republish.dest != place.all_news or config.republish.headers_only:
        return "no republish, so nobody would hear of changes"
    if config.max_msgs_per_subject != 1:
        return "a history of more than one value"
    if config.allow_direct:
        return "allow_direct, so reads may be old"
    if not config.allow_msg_ttl:
        return "no allow_msg_ttl"
    if config.max_msg_size not in (None, -1) and (config.max_msg_size or 0) < MAX_MESSAGE:
        return f"a max_msg_size below {MAX_MESSAGE}"
    return ""
