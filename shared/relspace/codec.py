"""Typed records to plain data and msgpack, and back, strictly.

A `Codec` reads the types that the dataclasses declare, and nothing else: a missing field, a wrong type, a text that
is too long or an unknown alternative is refused with a code and the path to it; a field that nobody declared is
ignored. A field that holds its default is left out. Alternatives of a union are told apart by `"type"`, the class's
name in kebab-case. Named tuples become arrays.
"""

import re
import types
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import msgpack

from relspace.errors import Unreadable

Plain: TypeAlias = Any
"""None, bool, int, str, bytes, and lists, tuples and maps of these. Not to be changed: parts may be shared."""

T = TypeVar("T")

MAX_BYTES: Final = 64 * 1024
"""The largest encoded value that is read."""

MAX_ITEMS: Final = 2_000
"""The most elements that one array may have."""

MOST_KEPT: Final = 512
"""The most objects of a class whose plain form is kept."""

_MIN_INT: Final = -(2**53)
_MAX_INT: Final = 2**53


@dataclass(frozen=True)
class Limit:
    """Annotates a text field with the most characters it may have."""

    size: int


class Custom(NamedTuple):
    """How one class is written and read, where its declaration does not say it."""

    write: Callable[[Any], Plain]
    read: Callable[[Plain], Any]
    """Raises `Unreadable` for what it cannot read."""


_Writer: TypeAlias = Callable[[Any], Plain]
_Reader: TypeAlias = Callable[[Plain], Any]


class Codec:
    """Writes and reads the records of one layer."""

    def __init__(self, custom: Mapping[type, Custom] | None = None, kept: Collection[type] = ()) -> None:
        """Makes a codec that knows dataclasses, named tuples and the classes of `custom`.

        Args:
            custom: how some classes are written and read.
            kept: classes of which the same objects are written again and again.
        """
        self._custom = dict(custom or {})
        self._kept = frozenset(kept)
        self._writers: dict[Any, _Writer] = {}
        self._readers: dict[Any, _Reader] = {}

    def plain(self, kind: Any, value: Any) -> Plain:
        """`value`, declared as `kind`, as plain data."""
        return self._writer(kind)(value)

    def read(self, kind: Any, data: Plain) -> Any:
        """The value of type `kind` that `data` stands for.

        Raises:
            Unreadable: `bad-field` or `unknown-type`, with the path to what is wrong.
        """
        return self._reader(kind)(data)

    def pack(self, kind: Any, value: Any) -> bytes:
        """`value` as msgpack."""
        return pack(self.plain(kind, value))

    def pack_fields(self, kind: Any, value: Any, names: Collection[str]) -> list[bytes]:
        """Some fields of a record, each as its key and value, those that hold their default left out.

        Joined behind the header of a map they are the record; so what many records share is packed once.
        """
        data = self._record_writer(kind, names)(value)
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

    # ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _writer(self, kind: Any) -> _Writer:
        writer = self._writers.get(kind)
        if writer is None:
            writer = self._writers[kind] = self._make_writer(kind)
        return writer

    def _make_writer(self, kind: Any) -> _Writer:
        if kind in self._custom:
            return self._custom[kind].write
        if _is_leaf(kind):
            return _same
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._writer(args[0])
        if origin is tuple:
            return self._array_writer(args)
        if origin in (Union, types.UnionType):
            return self._union_writer(args)
        if is_dataclass(kind):
            writer = self._record_writer(kind)
            return _once(writer) if kind in self._kept else writer
        if _is_named_tuple(kind):
            return self._array_writer(tuple(_hints(kind).values()))
        raise TypeError(f"this codec cannot write {kind!r}")

    def _array_writer(self, args: tuple[Any, ...]) -> _Writer:
        if len(args) == 2 and args[1] is Ellipsis:
            each = self._writer(args[0])
            if each is _same:
                return _same
            return lambda value: [each(item) for item in value]
        if all(map(_is_leaf, args)):
            return _same
        writers = [self._writer(arg) for arg in args]
        return lambda value: [write(item) for write, item in zip(writers, value, strict=True)]

    def _union_writer(self, args: tuple[Any, ...]) -> _Writer:
        kinds = _alternatives(args)
        if len(kinds) == 1:
            only = self._writer(kinds[0])
            return _same if only is _same else lambda value: None if value is None else only(value)
        tagged = {arg: (tag_of(arg), self._writer(arg)) for arg in kinds}

        def write(value: Any) -> Plain:
            tag, writer = tagged[type(value)]
            return {"type": tag, **writer(value)}

        return write

    def _record_writer(self, kind: Any, names: Collection[str] | None = None) -> _Writer:
        hints = _hints(kind)
        table = [
            (f.name, self._writer(hints[f.name]), f.default) for f in fields(kind) if names is None or f.name in names
        ]
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

    # ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _reader(self, kind: Any) -> _Reader:
        reader = self._readers.get(kind)
        if reader is None:
            reader = self._readers[kind] = self._make_reader(kind)
        return reader

    def _make_reader(self, kind: Any) -> _Reader:
        if kind in self._custom:
            return self._custom[kind].read
        if kind in _LEAVES:
            return _leaf_reader(kind)
        origin, args = get_origin(kind), get_args(kind)
        if origin is Literal:
            return _literal_reader(args)
        if origin is Annotated:
            return _limited(self._reader(args[0]), next(arg.size for arg in args[1:] if isinstance(arg, Limit)))
        if origin is tuple:
            return self._array_reader(args, tuple)
        if origin in (Union, types.UnionType):
            return self._union_reader(args)
        if is_dataclass(kind):
            return self._record_reader(kind)
        if _is_named_tuple(kind):
            hints = tuple(_hints(kind).values())
            return self._array_reader(hints, lambda items: kind(*items))
        raise TypeError(f"this codec cannot read {kind!r}")

    def _array_reader(self, args: tuple[Any, ...], build: Callable[[Any], Any]) -> _Reader:
        if len(args) == 2 and args[1] is Ellipsis:
            each = self._reader(args[0])

            def read_all(data: Plain) -> Any:
                _array(data)
                try:
                    return build([each(item) for item in data])
                except Unreadable:
                    # The path is worked out only where something is wrong: most arrays are right, and many are long.
                    return build([_at(index, each, item) for index, item in enumerate(data)])

            return read_all
        readers = [self._reader(arg) for arg in args]
        count = len(readers)
        leaves = args if all(arg in _LEAVES for arg in args) else None
        numbers = [index for index, arg in enumerate(args) if arg is int]

        def read(data: Plain) -> Any:
            if leaves is not None and type(data) is list and tuple(map(type, data)) == leaves:
                # A record has one of these for each move: looked at together they take a quarter of the time.
                for index in numbers:
                    if not _MIN_INT <= cast("int", data[index]) <= _MAX_INT:
                        break
                else:
                    return build(data)
            if len(_array(data)) != count:
                raise Unreadable("bad-field", path="", expected=f"{count} elements")
            try:
                return build([reader(item) for reader, item in zip(readers, data, strict=True)])
            except Unreadable:
                return build([_at(index, readers[index], item) for index, item in enumerate(data)])

        return read

    def _union_reader(self, args: tuple[Any, ...]) -> _Reader:
        kinds = _alternatives(args)
        optional = len(kinds) < len(args)
        if len(kinds) == 1:
            only = self._reader(kinds[0])
            return lambda data: None if data is None and optional else only(data)
        readers = {tag_of(kind): self._reader(kind) for kind in kinds}

        def read(data: Plain) -> Any:
            if data is None and optional:
                return None
            tag = _checked(data, dict).get("type")
            reader = readers.get(tag) if isinstance(tag, str) else None
            if reader is None:
                raise Unreadable("unknown-type", type=str(tag)[:40])
            return reader(data)

        return read

    def _record_reader(self, kind: Any) -> _Reader:
        hints = _hints(kind)
        table = [(f.name, self._reader(hints[f.name]), _required(f)) for f in fields(kind)]

        def read(data: Plain) -> Any:
            _checked(data, dict)
            values = {}
            name = ""
            try:
                for name, reader, required in table:
                    if name in data:
                        values[name] = reader(data[name])
                    elif required:
                        raise Unreadable("bad-field", path="", expected="a value")
            except Unreadable as error:
                raise _within(name, error) from None
            return kind(**values)

        return read


_LEAVES: Final = (bool, int, str, bytes)

_PLAIN_NAMES: Final[dict[type, str]] = {list: "an array", dict: "a map", str: "a text", int: "a number"}
"""What plain data is called in a refusal."""


def pack(data: Plain) -> bytes:
    """Plain data as msgpack."""
    packed: bytes | None = msgpack.packb(data)
    assert packed is not None
    return packed


@cache
def _hints(kind: type) -> dict[str, Any]:
    """The declared types of a record's fields, annotations included."""
    return get_type_hints(kind, include_extras=True)


def _is_leaf(kind: Any) -> bool:
    """Whether values of this type are plain data as they are."""
    return kind in _LEAVES or get_origin(kind) is Literal


def _alternatives(args: tuple[Any, ...]) -> list[Any]:
    """What a union chooses from, None apart. Several must be records, since only those can be told apart."""
    kinds = [arg for arg in args if arg is not types.NoneType]
    if len(kinds) > 1 and not all(is_dataclass(kind) for kind in kinds):
        raise TypeError(f"only records can be told apart, not {kinds}")
    return kinds


def _is_named_tuple(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def tag_of(kind: type) -> str:
    """The name that tells this class from the others of a union."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


def _required(field: "Field[Any]") -> bool:
    return field.default is MISSING


def _same(value: Any) -> Plain:
    return value


def _once(writer: _Writer) -> _Writer:
    """Writes each of the last objects once: they cannot change."""
    known: dict[int, tuple[Any, Plain]] = {}

    def write(value: Any) -> Plain:
        found = known.get(id(value))
        if found is not None and found[0] is value:
            return found[1]
        if len(known) >= MOST_KEPT:
            known.clear()
        plain = writer(value)
        known[id(value)] = (value, plain)
        return plain

    return write


def _checked(data: Plain, kind: type) -> Plain:
    if type(data) is not kind:
        raise Unreadable("bad-field", path="", expected=_PLAIN_NAMES.get(kind, kind.__name__))
    return data


def _array(data: Plain) -> Plain:
    """The data, which must be an array; as it is written one may be a tuple, as it is read from bytes none is."""
    return data if isinstance(data, tuple) else _checked(data, list)


def _at(step: str | int, reader: _Reader, data: Plain) -> Any:
    """Reads one part; what is wrong in there is reported with the whole path to it."""
    try:
        return reader(data)
    except Unreadable as error:
        raise _within(step, error) from None


def _within(step: str | int, error: Unreadable) -> Unreadable:
    """What was wrong in a part, as it is reported by the whole: with one more step before the path to it."""
    if error.code != "bad-field":
        return error
    inner = error.details.get("path") or ""
    path = f"{step}.{inner}" if inner else str(step)
    return Unreadable("bad-field", **{**error.details, "path": path})


def _leaf_reader(kind: Any) -> _Reader:
    if kind is int:
        return _number

    def read(data: Plain) -> Any:
        return data if type(data) is kind else _checked(data, kind)

    return read


def _number(data: Plain) -> Any:
    if type(data) is int and _MIN_INT <= data <= _MAX_INT:
        return data
    _checked(data, int)
    raise Unreadable("bad-field", path="", expected="a number below 2^53")


def _literal_reader(choices: tuple[Any, ...]) -> _Reader:
    known = {(type(choice), choice): choice for choice in choices}

    def read(data: Plain) -> Any:
        if not isinstance(data, (str, int)) or (type(data), data) not in known:
            raise Unreadable("bad-field", path="", expected="one of " + ", ".join(map(str, choices)))
        return known[type(data), data]

    return read


def _limited(reader: _Reader, size: int) -> _Reader:
    def read(data: Plain) -> Any:
        text = reader(data)
        if len(text) > size:
            raise Unreadable("bad-field", path="", expected=f"at most {size} characters")
        return text

    return read
