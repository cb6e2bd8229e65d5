"""The types that a codec reads off declarations, and how the classes of a union are told apart."""

import re
import types
from collections.abc import Callable
from dataclasses import dataclass, is_dataclass
from functools import cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_origin, get_type_hints

Plain: TypeAlias = Any
"""None, bool, int, str, bytes, and lists, tuples and maps of these. Not to be changed: parts may be shared."""

LEAVES: Final = (bool, int, str, bytes)
"""Types whose values are plain data."""


@dataclass(frozen=True)
class Limit:
    """Annotates a text field with the most characters it may have."""

    size: int


class Custom(NamedTuple):
    """How one class is written and read, where its declaration does not say it."""

    write: Callable[[Any], Plain]
    read: Callable[[Plain], Any]
    """Raises `Unreadable` for what it cannot read."""


@cache
def hints_of(kind: type) -> dict[str, Any]:
    """The declared types of a record's fields, annotations included."""
    return get_type_hints(kind, include_extras=True)


def is_leaf(kind: Any) -> bool:
    """Whether values of this type are plain data as they are."""
    return kind in LEAVES or get_origin(kind) is Literal


def alternatives(args: tuple[Any, ...]) -> list[Any]:
    """What a union chooses from, None apart. Several must be records, since only those can be told apart."""
    kinds = [arg for arg in args if arg is not types.NoneType]
    if len(kinds) > 1 and not all(is_dataclass(kind) for kind in kinds):
        raise TypeError(f"only records can be told apart, not {kinds}")
    return kinds


def is_named_tuple(kind: Any) -> bool:
    """Whether it is a class of named tuples, which are written as arrays."""
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def tag_of(kind: type) -> str:
    """The name that tells this class from the others of a union."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()
