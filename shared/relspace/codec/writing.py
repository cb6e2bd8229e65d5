"""Typed records to plain data."""

import types
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import Annotated, Any, Final, TypeAlias, Union, get_args, get_origin

from relspace.codec.kinds import Custom, Plain, alternatives, hints_of, is_leaf, is_named_tuple, tag_of
from relspace.codec.once import once

MOST_KEPT: Final = 256
"""The most objects of a class whose plain form is kept."""

_Writer: TypeAlias = Callable[[Any], Plain]


class Writers:
    """Makes a function for each type, which turns its values into plain data.

    Args:
        custom: how some classes are written.
        kept: classes of which the same objects are written again and again.
    """

    def __init__(self, custom: Mapping[type, Custom], kept: Collection[type]) -> None:
        self._custom = custom
        self._kept = frozenset(kept)
        self._writers: dict[Any, _Writer] = {}

    def of(self, kind: Any) -> _Writer:
        """Writes values that are declared as `kind`."""
        writer = self._writers.get(kind)
        if writer is None:
            writer = self._writers[kind] = self._make_writer(kind)
        return writer

    def _make_writer(self, kind: Any) -> _Writer:
        if kind in self._custom:
            return self._custom[kind].write
        if is_leaf(kind):
            return _same
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self.of(args[0])
        if origin is tuple:
            return self._array_writer(args)
        if origin in (Union, types.UnionType):
            return self._union_writer(args)
        if is_dataclass(kind):
            writer = self.of_record(kind)
            return once(writer, MOST_KEPT) if kind in self._kept else writer
        if is_named_tuple(kind):
            return self._array_writer(tuple(hints_of(kind).values()))
        raise TypeError(f"this codec cannot write {kind!r}")

    def _array_writer(self, args: tuple[Any, ...]) -> _Writer:
        if len(args) == 2 and args[1] is Ellipsis:
            each = self.of(args[0])
            if each is _same:
                return _same
            return lambda value: [each(item) for item in value]
        if all(map(is_leaf, args)):
            return _same
        writers = [self.of(arg) for arg in args]
        return lambda value: [write(item) for write, item in zip(writers, value, strict=True)]

    def _union_writer(self, args: tuple[Any, ...]) -> _Writer:
        kinds = alternatives(args)
        if len(kinds) == 1:
            only = self.of(kinds[0])
            return _same if only is _same else lambda value: None if value is None else only(value)
        tagged = {arg: (tag_of(arg), self.of(arg)) for arg in kinds}

        def write(value: Any) -> Plain:
            tag, writer = tagged[type(value)]
            return {"type": tag, **writer(value)}

        return write

    def of_record(self, kind: Any, names: Collection[str] | None = None) -> _Writer:
        """Writes records of a class; if `names` are given, only those fields of them."""
        hints = hints_of(kind)
        table = [(f.name, self.of(hints[f.name]), f.default) for f in fields(kind) if names is None or f.name in names]
        if not table:
            return lambda _: {}
        # Of one name `attrgetter` gives the item, of several a tuple: the first name twice is always several.
        items_of = attrgetter(table[0][0], *(name for name, _, _ in table))

        def write(value: Any) -> Plain:
            data = {}
            for (name, writer, default), item in zip(table, items_of(value)[1:], strict=True):
                if item is not default and item != default:
                    data[name] = item if writer is _same else writer(item)
            return data

        return write


def _same(value: Any) -> Plain:
    return value
