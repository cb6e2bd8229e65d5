"""Typed records to plain data and msgpack, and back, strictly.

A `Codec` reads the types that the dataclasses declare, and nothing else: a missing field, a wrong type, a text that
is too long or an unknown alternative is refused with a code and the path to it; a field that nobody declared is
ignored. A field that holds its default is left out. Alternatives of a union are told apart by `"type"`, the class's
name in kebab-case. Named tuples become arrays.
"""

from collections.abc import Collection, Mapping
from typing import Any, Final

import msgpack

from relspace.codec.kinds import Custom, Plain
from relspace.codec.reading import Readers
from relspace.codec.writing import Writers
from relspace.errors import Unreadable

MAX_BYTES: Final = 64 * 1024
"""The largest encoded value that is read."""

MAX_ITEMS: Final = 2_000
"""The most elements that one array may have."""


class Codec:
    """Writes and reads the records of one layer."""

    def __init__(self, custom: Mapping[type, Custom] | None = None, kept: Collection[type] = ()) -> None:
        """Makes a codec that knows dataclasses, named tuples and the classes of `custom`.

        Args:
            custom: how some classes are written and read.
            kept: classes of which the same objects are written again and again.
        """
        self._writers = Writers(custom or {}, kept)
        self._readers = Readers(custom or {})

    def plain(self, kind: Any, value: Any) -> Plain:
        """`value`, declared as `kind`, as plain data."""
        return self._writers.of(kind)(value)

    def read(self, kind: Any, data: Plain) -> Any:
        """The value of type `kind` that `data` stands for.

        Raises:
            Unreadable: `bad-field` or `unknown-type`, with the path to what is wrong.
        """
        return self._readers.of(kind)(data)

    def pack(self, kind: Any, value: Any) -> bytes:
        """`value` as msgpack."""
        return pack(self.plain(kind, value))

    def pack_fields(self, kind: Any, value: Any, names: Collection[str]) -> list[bytes]:
        """Some fields of a record, each as its key and value, those that hold their default left out.

        Joined behind the header of a map they are the record; so what many records share is packed once.
        """
        data = self._writers.of_record(kind, names)(value)
        return [pack(name) + pack(item) for name, item in data.items()]

    def unpack(self, kind: Any, packed: bytes) -> Any:
        """The value that `packed` holds.

        Raises:
            Unreadable: too large, not msgpack, or not what `kind` declares.
        """
        if len(packed) > MAX_BYTES:
            raise Unreadable("too-large", size=len(packed), most=MAX_BYTES)
        try:
            data = msgpack.unpackb(packed, max_array_len=MAX_ITEMS, max_map_len=MAX_ITEMS, strict_map_key=True)
        except (ValueError, msgpack.exceptions.UnpackException, RecursionError) as error:
            raise Unreadable("bad-message", reason=type(error).__name__) from None
        return self.read(kind, data)


def pack(data: Plain) -> bytes:
    """Plain data as msgpack."""
    packed: bytes | None = msgpack.packb(data)
    assert packed is not None
    return packed
