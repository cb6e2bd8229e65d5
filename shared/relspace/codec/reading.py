"""Plain data to typed records, strictly."""

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias, Union, cast, get_args, get_origin

from relspace.codec.kinds import LEAVES, Custom, Limit, Plain, alternatives, hints_of, is_named_tuple, tag_of
from relspace.errors import Unreadable

_MIN_INT: Final = -(2**53)
_MAX_INT: Final = 2**53

_PLAIN_NAMES: Final[dict[type, str]] = {list: "an array", dict: "a map", str: "a text", int: "a number"}
"""What plain data is called in a refusal."""


_Reader: TypeAlias = Callable[[Plain], Any]


class Readers:
    """Makes a function for each type, which reads its values from plain data.

    Args:
        custom: how some classes are read.
    """

    def __init__(self, custom: Mapping[type, Custom]) -> None:
        self._custom = custom
        self._readers: dict[Any, _Reader] = {}

    def of(self, kind: Any) -> _Reader:
        """Reads values that are declared as `kind`; raises `Unreadable` with the path to what is wrong."""
        reader = self._readers.get(kind)
        if reader is None:
            reader = self._readers[kind] = self._make_reader(kind)
        return reader

    def _make_reader(self, kind: Any) -> _Reader:
        if kind in self._custom:
            return self._custom[kind].read
        if kind in LEAVES:
            return _leaf_reader(kind)
        origin, args = get_origin(kind), get_args(kind)
        if origin is Literal:
            return _literal_reader(args)
        if origin is Annotated:
            return _limited(self.of(args[0]), next(arg.size for arg in args[1:] if isinstance(arg, Limit)))
        if origin is tuple:
            return self._array_reader(args, tuple)
        if origin in (Union, types.UnionType):
            return self._union_reader(args)
        if is_dataclass(kind):
            return self._record_reader(kind)
        if is_named_tuple(kind):
            hints = tuple(hints_of(kind).values())
            return self._array_reader(hints, lambda items: kind(*items))
        raise TypeError(f"this codec cannot read {kind!r}")

    def _array_reader(self, args: tuple[Any, ...], build: Callable[[Any], Any]) -> _Reader:
        if len(args) == 2 and args[1] is Ellipsis:
            each = self.of(args[0])

            def read_all(data: Plain) -> Any:
                _array(data)
                try:
                    return build([each(item) for item in data])
                except Unreadable:
                    # The path is worked out only where something is wrong: most arrays are right, and many are long.
                    return build([_at(index, each, item) for index, item in enumerate(data)])

            return read_all
        readers = [self.of(arg) for arg in args]
        count = len(readers)
        leaves = args if all(arg in LEAVES for arg in args) else None
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
        kinds = alternatives(args)
        optional = len(kinds) < len(args)
        if len(kinds) == 1:
            only = self.of(kinds[0])
            return lambda data: None if data is None and optional else only(data)
        readers = {tag_of(kind): self.of(kind) for kind in kinds}

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
        hints = hints_of(kind)
        table = [(f.name, self.of(hints[f.name]), _required(f)) for f in fields(kind)]

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


def _required(field: "Field[Any]") -> bool:
    return field.default is MISSING


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
