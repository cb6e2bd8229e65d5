"""One node on a store in memory, as the tests of the rooms have it."""

from ..rooms.conftest import hub, store, world

__all__ = ["hub", "store", "world"]
