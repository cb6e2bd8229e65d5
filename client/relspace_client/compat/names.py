"""What these files need of Textual, looked for when the server starts."""

from typing import Final

from textual._animator import Animator
from textual._styles_cache import StylesCache
from textual.app import App
from textual.screen import Screen

from relspace_client.compat.hosted import HostedApp
from relspace_client.compat.keys import parse_key

_ON_EVERY_APP: Final = (
    "_animate",
    "_animator",
    "_begin_batch",
    "_capture_stderr",
    "_capture_stdout",
    "_check_bindings",
    "_close_messages_no_wait",
    "_context",
    "_disable_notifications",
    "_disable_tooltips",
    "_end_batch",
    "_exception",
    "_exit",
    "_exit_renderables",
)
_ON_EVERY_SCREEN: Final = ("_compositor_refresh", "_inherit_component_classes")
_OVERRIDDEN: Final = ("_fatal_error", "_print_error_renderables", "_set_pointer_shape")


def missing_names() -> list[str]:
    """What these files need of Textual and does not find: nothing, unless another version of it is installed."""
    app = HostedApp()
    missing = [f"App.{name}" for name in _ON_EVERY_APP if not hasattr(app, name)]
    missing += [f"App.{name}" for name in _OVERRIDDEN if not hasattr(App, name)]
    missing += [f"Screen.{name}" for name in _ON_EVERY_SCREEN if not hasattr(Screen, name)]
    missing += [f"Animator.{name}" for name in ("_animate",) if not hasattr(Animator, name)]
    missing += ["StylesCache.get_inner_outer"] if not hasattr(StylesCache, "get_inner_outer") else []
    if [key.key for key in parse_key("\x1b[A") + parse_key("\x1b[5i") + parse_key("q")] != ["up", "q"]:
        missing.append("XTermParser")
    return missing
