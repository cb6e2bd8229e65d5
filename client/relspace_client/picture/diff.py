"""Which cells of a row changed."""

import re
from operator import ne
from typing import Final, TypeAlias

from relspace_client.picture.row import Cells, Row

Span: TypeAlias = tuple[int, int]
"""A run of cells: the first, and the one after the last."""

_GAP: Final = 4
"""Fewer unchanged cells than this between two changed ones are written again: a cursor move costs as much."""

_SAME: Final = b"\0"
"""In place of a cell that did not change."""

_RUN: Final = re.compile(rb"[^\0]+")


def spans(old: Row | None, new: Row) -> list[Span]:
    """The runs of cells of `new` that a terminal which shows `old` must be sent; all of them if `old` is None.

    A run neither begins nor ends inside a wide character, old or new: the second cell of one is like no other, and both
    have its style, so that both always change together.
    """
    if old is new:
        return []
    if old is None or len(old.styles) != len(new.styles):
        return [(0, len(new.styles))]
    styles, changed = new.styles, _changed(old, new)
    first, last = len(changed) - len(changed.lstrip(_SAME)), len(changed.rstrip(_SAME))
    if changed.find(_SAME, first, last) < 0:
        return [(first, last)] if first < last else []
    runs: list[Span] = []
    for found in _RUN.finditer(changed, first, last):
        start, end = found.span()
        if runs:
            first, last = runs[-1]
            gap = start - last
            if gap < _GAP and styles.count(styles[last - 1], last, start + 1) == gap + 1:
                runs[-1] = (first, end)
                continue
        runs.append((start, end))
    return runs


def _changed(old: Row, new: Row) -> bytes:
    """For each cell a byte that is not 0 if its text or style differ."""
    if old.styles == new.styles:
        return _reworded(old.cells, new.cells)
    looks = int.from_bytes(old.styles) ^ int.from_bytes(new.styles)
    if old.cells != new.cells:
        looks |= int.from_bytes(_reworded(old.cells, new.cells))
    return looks.to_bytes(len(new.styles))


def _reworded(old: Cells, new: Cells) -> bytes:
    """For each cell a byte that is not 0 if its text differs.

    Texts of which each character takes two bytes are compared as two large numbers, which takes half the time.
    """
    if isinstance(old, str) and isinstance(new, str):
        was, now = old.encode("utf-16-le", "surrogatepass"), new.encode("utf-16-le", "surrogatepass")
        if len(was) == len(now) == 2 * len(new):
            differ = int.from_bytes(was, "little") ^ int.from_bytes(now, "little")
            return (differ | differ >> 8).to_bytes(len(now), "little")[::2]
    return bytes(map(ne, old, new))
