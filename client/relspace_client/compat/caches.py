"""What Textual does for all apps of the process together: a cache that keeps them alive, and work that it repeats."""

from collections.abc import Callable
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import FunctionType, MethodType
from typing import Any

from textual import _callback
from textual._styles_cache import StylesCache

# Textual keeps the answers in a cache by the object that asks, and with it the lines of dialogs long closed.
StylesCache.get_inner_outer = getattr(  # type: ignore[method-assign]
    StylesCache.get_inner_outer, "__wrapped__", StylesCache.get_inner_outer
)

_counted = _callback._count_parameters  # noqa: SLF001


def _count_parameters(func: Callable[..., Any]) -> int:
    """How many parameters a callback has; read off its code, since Textual takes a signature for each new callback."""
    if isinstance(func, MethodType):
        return _count_parameters(func.__func__) - 1
    if not isinstance(func, FunctionType) or hasattr(func, "__wrapped__"):
        return _counted(func)
    code = func.__code__
    more = bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    return code.co_argcount + code.co_kwonlyargcount + more


_callback._count_parameters = _count_parameters  # noqa: SLF001
