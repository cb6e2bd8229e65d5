"""The snapshots of one revision as msgpack, with what they share packed once.

Byte for byte what encoding each alone would give, but for the order of the fields. Ten views of a position differ in
one stash, the moves and a few marks; the rest is most of the work.
"""

from functools import cache, cached_property, lru_cache
from typing import Final

import msgpack

from relspace.codec.codec import pack
from relspace.room.state import LogEntry
from relspace.rules.layout import LAYOUTS, LayoutName
from relspace.rules.notation import stash_to_json, view_to_json
from relspace.rules.view import StashView, View
from relspace.wire.codec import CODEC
from relspace.wire.messages import Snapshot

_OWN: Final = ("you", "legal", "ahead", "result", "vote", "away")
"""Fields that are made for each viewer, beside the view and the log, of which only parts are."""

_SHARED: Final = tuple(name for name in Snapshot.__dataclass_fields__ if name not in (*_OWN, "view", "log"))

_TYPE: Final[bytes] = pack("type") + pack("snapshot")


class PackedViews:
    """Packs what different viewers see of one position; what they see alike is packed once.

    Args:
        public: what a spectator sees of it.
    """

    def __init__(self, public: View) -> None:
        self._public = public
        data = view_to_json(public._replace(seats=()))
        self._head = [_key(name) + pack(item) for name, item in data.items() if name != "seats"]
        self._head.append(_key("seats") + msgpack.Packer().pack_array_header(len(public.seats)))
        self._map = msgpack.Packer().pack_map_header(len(data))
        self._layout = public.options.layout
        self._seats = [_stash(stash, self._layout) for stash in public.seats]

    def pack(self, view: View) -> bytes:
        """One view of the position, the public one or a player's."""
        seats = zip(view.seats, self._public.seats, self._seats, strict=True)
        packed = [known if stash is shared else _stash(stash, self._layout) for stash, shared, known in seats]
        return b"".join([self._map, *self._head, *packed])


class PackedSnapshots:
    """Packs the snapshots of one revision.

    Args:
        public: what a spectator sees of it.
    """

    def __init__(self, public: Snapshot) -> None:
        self._public = public
        self._entries: dict[int, bytes] = {}

    def pack(self, snapshot: Snapshot) -> bytes:
        """One snapshot of this revision, the public one or a player's."""
        fields = [*self._shared, *CODEC.pack_fields(Snapshot, snapshot, _OWN)]
        if snapshot.view is not None:
            fields.append(_key("view") + self._views.pack(snapshot.view))
        if snapshot.log:
            fields.append(_key("log") + _array([self._entry(entry) for entry in snapshot.log]))
        return _map([_TYPE, *fields])

    @cached_property
    def _shared(self) -> list[bytes]:
        return CODEC.pack_fields(Snapshot, self._public, _SHARED)

    @cached_property
    def _views(self) -> PackedViews:
        assert self._public.view is not None
        return PackedViews(self._public.view)

    def _entry(self, entry: LogEntry) -> bytes:
        """An entry of the log; entries that were not made for one viewer are the same objects for all."""
        packed = self._entries.get(id(entry))
        if packed is None:
            packed = CODEC.pack(LogEntry, entry)
            if any(entry is shared for shared in self._public.log):
                self._entries[id(entry)] = packed
        return packed


@lru_cache(maxsize=1024)
def _stash(stash: StashView, layout: LayoutName) -> bytes:
    """A stash; from one position to the next, most of them are the same."""
    return pack(stash_to_json(stash, LAYOUTS[layout]))


@cache
def _key(name: str) -> bytes:
    return pack(name)


def _map(entries: list[bytes]) -> bytes:
    return b"".join([msgpack.Packer().pack_map_header(len(entries)), *entries])


def _array(items: list[bytes]) -> bytes:
    return b"".join([msgpack.Packer().pack_array_header(len(items)), *items])
