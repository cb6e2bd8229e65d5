"""The colours of stock widgets: those of the game's themes.

Each theme has one style sheet, made from the first app's own and shared by every session that uses the theme: apps keep
the classes of their widgets in it, and its variables never change.
"""

from collections.abc import Mapping
from typing import Final

from textual.css.stylesheet import Stylesheet
from textual.theme import Theme

from relspace_client.look.themes import THEMES, ThemeName

_STOCK: Final[Mapping[str, str]] = {
    "bright": "bright",
    "dim": "dim",
    "faint": "faint",
    "line": "line",
    "onaccent": "onaccent",
    "notice": "accent",
    "input-cursor-background": "accent",
    "input-cursor-foreground": "onaccent",
    "input-selection-background": "line",
    "input-selection-foreground": "bright",
    "block-cursor-background": "accent",
    "block-cursor-foreground": "onaccent",
    "block-cursor-blurred-background": "line",
    "block-cursor-blurred-foreground": "bright",
    "scrollbar": "line",
    "scrollbar-background": "panel",
    "scrollbar-hover": "line",
    "scrollbar-active": "dim",
}
"""The variables of stock widgets, and the role whose colour each has."""

_STYLES: Final[Mapping[str, str]] = {
    "input-cursor-text-style": "none",
    "block-cursor-text-style": "bold",
    "block-cursor-blurred-text-style": "none",
}


def _theme(name: ThemeName) -> Theme:
    def colour(role: str) -> str:
        return f"#{THEMES[name][role].rgb}"

    return Theme(
        name="relspace" if name == "dark" else f"relspace-{name}",
        primary=colour("accent"),
        secondary=colour("dim"),
        warning=colour("accent"),
        error=colour("jam"),
        success=colour("load"),
        accent=colour("accent"),
        foreground=colour("text"),
        background=colour("bg"),
        surface=colour("panel"),
        panel=colour("panel"),
        boost=colour("panel"),
        dark=name != "light",
        variables={variable: colour(role) for variable, role in _STOCK.items()} | dict(_STYLES),
    )


STOCK_THEMES: Final[Mapping[ThemeName, Theme]] = {name: _theme(name) for name in THEMES}
"""The themes of stock widgets, by the game's own themes."""

THEME: Final = STOCK_THEMES["dark"]
"""The theme that every app starts with."""

_sheets: dict[ThemeName, Stylesheet] = {}


def sheet(name: ThemeName, usual: Stylesheet, defaults: Mapping[str, str]) -> Stylesheet:
    """The style sheet of a theme, one object for all who use it.

    Args:
        name: the theme.
        usual: the sheet that every app starts with, in the dark theme.
        defaults: the variables that it was made with; those of the theme go before them.
    """
    if name == "dark":
        return usual
    known = _sheets.get(name)
    if known is None:
        known = usual.copy()
        theme = STOCK_THEMES[name]
        known.set_variables({**defaults, **theme.to_color_system().generate(), **theme.variables})
        known.reparse()
        _sheets[name] = known
    return known


def take_over(sheet: Stylesheet, other: Stylesheet) -> None:
    """Has a sheet know the classes of widgets that another one knows: those of dialogs that were opened with it."""
    if sheet is other:
        return
    for where, css in other.source.items():
        sheet.add_source(css.content, where, css.is_defaults, css.tie_breaker, css.scope)
