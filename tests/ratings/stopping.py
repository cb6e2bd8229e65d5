"""A store whose process stops before a given write, or that carries a write out and does not answer."""

from relspace_server.store.bucket import Bucket, Store, Unavailable

from ..store.wrapped import WrappedBucket, WrappedStore


class Stopped(BaseException):
    """The process is gone: nothing that it was about to do happens, and nothing catches this."""


class StoppingStore(WrappedStore):
    """Wraps a store. All is well until `stop_after` or `lose_answer` is set."""

    def __init__(self, inner: Store) -> None:
        super().__init__(inner)
        self.stop_after: int | None = None
        """So many more writes are carried out; then the process has stopped."""
        self.lose_answer: int | None = None
        """This write, counted from 0, is carried out but not answered."""
        self.written: list[str] = []
        """What was written, as bucket and key."""

    def wrap(self, bucket: Bucket) -> Bucket:
        return StoppingBucket(self, bucket)

    def alive(self) -> None:
        if self.stop_after is not None and len(self.written) >= self.stop_after:
            raise Stopped

    def answered(self) -> None:
        if self.lose_answer == len(self.written) - 1:
            raise Unavailable("no answer")


class StoppingBucket(WrappedBucket):
    """A bucket of such a store."""

    def __init__(self, store: StoppingStore, inner: Bucket) -> None:
        super().__init__(inner)
        self.store = store

    async def put(self, key: str, data: bytes, expected: int) -> int:
        self.store.alive()
        revision = await super().put(key, data, expected)
        self._done(key)
        return revision

    async def delete(self, key: str, expected: int) -> int:
        self.store.alive()
        revision = await super().delete(key, expected)
        self._done(key)
        return revision

    def _done(self, key: str) -> None:
        self.store.written.append(f"{self.name}/{key}")
        self.store.answered()
