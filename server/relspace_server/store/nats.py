"""The store of several processes or machines: NATS JetStream.

Writes are compare-and-set by the sequence of a key's last message. Whoever watches is told each value again once it
was stored, at most once; so everybody subscribes first, then reads, reads again when the connection comes back, and
sweeps. docs/clustering.md says how NATS is to be run.
"""

import asyncio
import logging
import secrets
from contextvars import Context
from typing import Final

from typing_extensions import override

from relspace_server.store.bucket import Node, Store, StoreFault, Unavailable, Watch, checked_key
from relspace_server.store.nats_access import Access
from relspace_server.store.nats_beats import NatsBeats
from relspace_server.store.nats_bucket import NatsBucket
from relspace_server.store.nats_checks import check_jetstream, check_server, connect
from relspace_server.store.nats_keys import Place
from relspace_server.store.nats_link import CONNECT_S, PATIENCE_S, NatsLink
from relspace_server.store.nats_streams import REPLICAS, ensure_stream, names_of_buckets
from relspace_server.tasks import Tasks

log = logging.getLogger(__name__)

SWEEP_S: Final = 15.0
"""Seconds between two looks for what was not heard."""

PROBE_S: Final = 1.0
"""Seconds after a failure until it is tried whether something can be written again."""

PREFIX: Final = "relspace"
"""What the names of streams and subjects begin with."""

NODES: Final = "nodes"


class NatsStore(Store):
    """Keeps buckets in JetStream. Made by `open`."""

    def __init__(self, access: Access, prefix: str = PREFIX, patience: float = PATIENCE_S) -> None:
        self._prefix = prefix
        self._shown = access.shown
        self._link = NatsLink(access, self._connection_changed, patience)
        self._streams: dict[Place, asyncio.Task[None]] = {}
        self._buckets: dict[str, NatsBucket] = {}
        self._failing: set[str] = set()
        """The names of buckets to which the last write was not answered."""
        self._tried: set[str] = set()
        """Those of which it is being tried whether they take a write again."""
        self._closed = False
        self._sweep_now = asyncio.Event()
        self._probing: asyncio.TimerHandle | None = None
        self._tasks = Tasks("store")
        self._few_told = False
        self._beats = NatsBeats(self._made(NODES))

    @classmethod
    async def open(cls, access: Access, *, prefix: str = PREFIX, patience: float = PATIENCE_S) -> "NatsStore":
        """Connects, and looks whether NATS is fit.

        Args:
            access: where it is, and how to get in.
            prefix: what the names of streams and subjects begin with.
            patience: seconds after which an answer is no longer awaited.

        Raises:
            StoreFault: NATS does not answer, does not let us in, or is not fit; one line says what to do.
        """
        store = cls(access, prefix, patience)
        try:
            await store._start()
        except BaseException:
            await store.close()
            raise
        return store

    @property
    @override
    def shared(self) -> bool:
        """Other processes use it as well."""
        return True

    @override
    def bucket(self, name: str) -> NatsBucket:
        """The bucket of this name, the same object each time."""
        return self._made(name)

    async def kept(self) -> list[str]:
        """The names of the buckets that NATS keeps.

        Raises:
            Unavailable: NATS does not answer.
        """
        return await names_of_buckets(self._link.streams, self._prefix)

    @override
    async def beat(self, node: str, ttl_ms: int, *, draining: bool = False) -> None:
        """Says that a node lives; see `Store.beat`."""
        if self._closed:
            raise Unavailable("the store has been closed")
        await self._beats.beat(Node(node, draining), ttl_ms)

    @override
    def nodes(self) -> tuple[Node, ...]:
        """The nodes that live, as far as this process hears of them."""
        return self._beats.nodes()

    @override
    def watch_nodes(self) -> Watch[tuple[Node, ...]]:
        """Follows the nodes that live: those of now first."""
        return self._beats.watch()

    @override
    def healthy(self) -> bool:
        """Whether there is a connection, and the last write to each bucket was answered.

        Each bucket has a leader of its own among the NATS servers. What has failed is tried again each second.
        """
        return not self._failing and self._link.up and not self._closed

    @override
    async def close(self) -> None:
        """Waits for the answers that are due, then lets go of the connection."""
        if self._closed:
            return
        self._closed = True
        self._beats.close()
        for bucket in self._buckets.values():
            bucket.close()
        if self._probing is not None:
            self._probing.cancel()
        await self._tasks.cancel()
        await self._link.close()

    # ── the start ────────────────────────────────────────────────────────────────────────────────────────────────

    async def _start(self) -> None:
        await connect(self._link, self._shown, CONNECT_S)
        check_server(self._link.client, self._shown)
        await check_jetstream(self._link, self._shown)
        try:
            await self._beats.load()
        except Unavailable as error:
            if isinstance(error.__cause__, StoreFault):
                raise error.__cause__ from None
            raise StoreFault(f"NATS at {self._shown} does not keep anything: {error}", "nats-keeps-nothing") from None
        self._tasks.spawn(self._beats.follow())
        self._tasks.spawn(self._sweep())

    def _made(self, name: str) -> NatsBucket:
        bucket = self._buckets.get(name)
        if bucket is None:
            place = Place(self._prefix, checked_key(name))
            bucket = self._buckets[name] = NatsBucket(place, self._link, self._ready, self._told)
            if self._closed:
                bucket.close()
        return bucket

    async def _ready(self, place: Place) -> None:
        """Makes the stream of a bucket, once; a stream that is lost later is not made again, it lost its values."""
        making = self._streams.get(place)
        if making is None or (making.done() and (making.cancelled() or making.exception() is not None)):
            making = self._streams[place] = asyncio.create_task(self._make(place), context=Context())
        await asyncio.shield(making)

    async def _make(self, place: Place) -> None:
        try:
            replicas = await ensure_stream(self._link.streams, place)
        except StoreFault as error:
            log.error("%s", error)
            raise Unavailable(str(error)) from error
        if replicas < REPLICAS and not self._few_told:
            self._few_told = True
            log.warning(
                "NATS keeps each value on %d server, not on %d: when that one is gone, so is everything. "
                "See docs/clustering.md [nats-one-copy]",
                replicas,
                REPLICAS,
            )

    # ── while it runs ────────────────────────────────────────────────────────────────────────────────────────────

    def _connection_changed(self, up: bool) -> None:
        self._failing.add(NODES)
        if up:
            self._sweep_now.set()
            self._probe()

    def _told(self, bucket: str, healthy: bool) -> None:
        if healthy:
            if bucket in self._failing:
                self._failing.remove(bucket)
                self._probe()  # most likely the others are well again too
            return
        self._failing.add(bucket)
        if not self._closed and self._probing is None:
            self._probing = asyncio.get_running_loop().call_later(PROBE_S, self._probe, context=Context())

    def _probe(self) -> None:
        if self._probing is not None:
            self._probing.cancel()
            self._probing = None
        for bucket in self._failing - self._tried if not self._closed else ():
            self._tried.add(bucket)
            self._tasks.spawn(self._try_to_write(bucket))

    async def _try_to_write(self, bucket: str) -> None:
        try:
            await self._made(bucket).probe()
        except Unavailable as error:
            log.debug("NATS does not take writes to %s: %s", bucket, error)
        finally:
            self._tried.discard(bucket)

    async def _sweep(self) -> None:
        """Looks for what was not heard: now and then, and when the connection is back."""
        while True:
            try:
                async with asyncio.timeout(SWEEP_S):
                    await self._sweep_now.wait()
            except TimeoutError:
                pass
            self._sweep_now.clear()
            if not self._link.up:
                continue  # once it is back, everything is looked at
            for bucket in list(self._buckets.values()):
                try:
                    await bucket.catch_up()
                except Unavailable as error:
                    log.warning("NATS: what changed meanwhile is looked for later: %s", error)
                    asyncio.get_running_loop().call_later(PROBE_S, self._sweep_now.set, context=Context())
                    break
                except Exception:  # the edge of a task that lives as long as the process
                    log.exception("incident %s: the news of %s are looked for later", secrets.token_hex(4), bucket.name)
