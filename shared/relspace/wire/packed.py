"""The snapshots of one revision as msgpack, with what they share packed once.

Byte for byte what encoding each alone would give, but for the order of the fields. Ten views of a position differ in
one stash, the moves and a few marks; the rest is most of the work.
"""

from functools import cache, cached_property
from typing import Final

import msgpack

from relspace.codec import pack
from relspace.room.state import LogEntry
from relspace.rules.layout import LAYOUTS
from relspace.rules.notation import stash_to_json, view_to_json
from relspace.rules.view import StashView, View
from relspace.wire.codec import CODEC
from relspace.wire.messages import Snapshot

_OWN: Final = ("you", "legal", "ahead", "result")
"""Fields that are made for each viewer, beside the view and the log, of which only parts are."""

_SHARED: Final = tuple(name for name in Snapshot.__dataclass_fields__ if name not in (*_OWN, "view", "log"))

_TYPE: Final[bytes] = pack("type") + pack("snapshot")


class PackedSnapshots:
    """Packs the snapshots of one revision.

    Args:
        public: what a spectator sees of it.
    """

    def __init__(self, public: Snapshot) -> None:
        self._public = public
        self._seats: dict[StashView, bytes] = {}
        self._entries: dict[int, bytes] = {}

    def pack(self, snapshot: Snapshot) -> bytes:
        """One snapshot of this revision, the public one or a player's."""
        fields = [*self._shared, *CODEC.pack_fields(Snapshot, snapshot, _OWN)]
        if snapshot.view is not None:
            fields.append(_key("view") + self._view(snapshot.view))
        if snapshot.log:
            fields.append(_key("log") + _array([self._entry(entry) for entry in snapshot.log]))
        return _map([_TYPE, *fields])

    @cached_property
    def _shared(self) -> list[bytes]:
        return CODEC.pack_fields(Snapshot, self._public, _SHARED)

    @cached_property
    def _view_head(self) -> list[bytes]:
        """The fields of the view that all viewers see alike."""
        assert self._public.view is not None
        data = view_to_json(self._public.view._replace(seats=()))
        return [_key(name) + pack(item) for name, item in data.items() if name != "seats"]

    def _view(self, view: View) -> bytes:
        return _map([*self._view_head, _key("seats") + _array([self._seat(stash, view) for stash in view.seats])])

    def _seat(self, stash: StashView, view: View) -> bytes:
        packed = self._seats.get(stash)
        if packed is None:
            packed = self._seats[stash] = pack(stash_to_json(stash, LAYOUTS[view.options.layout]))
        return packed

    def _entry(self, entry: LogEntry) -> bytes:
        """An entry of the log; entries that were not made for one viewer are the same objects for all."""
        packed = self._entries.get(id(entry))
        if packed is None:
            packed = CODEC.pack(LogEntry, entry)
            if any(entry is shared for shared in self._public.log):
                self._entries[id(entry)] = packed
        return packed


@cache
def _key(name: str) -> bytes:
    return pack(name)


def _map(entries: list[bytes]) -> bytes:
    return b"".join([msgpack.Packer().pack_map_header(len(entries)), *entries])


def _array(items: list[bytes]) -> bytes:
    return b"".join([msgpack.Packer().pack_array_header(len(items)), *items])
