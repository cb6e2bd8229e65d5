"""The settings as admins may see them: as JSON takes them, and without passwords."""

from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from relspace_server.config import SETTINGS, Settings

Shown: TypeAlias = str | int | float | bool

PATHS: Final = frozenset(
    {
        "data_dir",
        "store_credentials",
        "store_nkey",
        "store_ca",
        "store_certificate",
        "store_key",
        "admin_keys",
        "allowed_keys",
    }
)
"""Settings that name a file or a folder; they are shown in full."""


def shown_settings(settings: Settings) -> dict[str, Shown]:
    """Every setting, by its name."""
    return {each.name: _shown(each.name, getattr(settings, each.name)) for each in SETTINGS}


def unusual(shown: dict[str, Shown]) -> dict[str, Shown]:
    """Those of shown settings that are not as they are by default."""
    usual = shown_settings(Settings())
    return {name: value for name, value in shown.items() if value != usual.get(name)}


def _shown(name: str, value: Shown | Path) -> Shown:
    if name in PATHS:
        return str(Path(str(value)).absolute()) if str(value) else ""
    if name == "store":
        return ",".join(_without_password(url) for url in str(value).split(",") if url)
    return value if isinstance(value, (bool, int, float)) else str(value)


def _without_password(url: str) -> str:
    """An address of NATS; whoever is named in it is not, since a name may be a token."""
    before, at, host = url.strip().rpartition("@")
    scheme = urlsplit(before).scheme if at else ""
    return f"{scheme}://…@{host}" if at else url.strip()
