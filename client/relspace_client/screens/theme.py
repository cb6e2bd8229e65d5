"""The colours of stock widgets: those of the game's dark theme."""

from typing import Final

from textual.theme import Theme

from relspace_client.look.palette import DARK


def _colour(role: str) -> str:
    return f"#{DARK[role].rgb}"


THEME: Final = Theme(
    name="relspace",
    primary=_colour("accent"),
    secondary=_colour("dim"),
    warning=_colour("accent"),
    error=_colour("jam"),
    success=_colour("load"),
    accent=_colour("accent"),
    foreground=_colour("text"),
    background=_colour("bg"),
    surface=_colour("panel"),
    panel=_colour("panel"),
    boost=_colour("panel"),
    variables={
        "bright": _colour("bright"),
        "dim": _colour("dim"),
        "faint": _colour("faint"),
        "line": _colour("line"),
        "onaccent": _colour("onaccent"),
        "input-cursor-background": _colour("accent"),
        "input-cursor-foreground": _colour("onaccent"),
        "input-cursor-text-style": "none",
        "input-selection-background": _colour("line"),
        "input-selection-foreground": _colour("bright"),
        "block-cursor-background": _colour("accent"),
        "block-cursor-foreground": _colour("onaccent"),
        "block-cursor-text-style": "bold",
        "block-cursor-blurred-background": _colour("line"),
        "block-cursor-blurred-foreground": _colour("bright"),
        "block-cursor-blurred-text-style": "none",
        "scrollbar": _colour("line"),
        "scrollbar-background": _colour("panel"),
        "scrollbar-hover": _colour("line"),
        "scrollbar-active": _colour("dim"),
    },
)
"""The one theme of all apps."""
