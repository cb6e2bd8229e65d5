"""What a host can set: each setting declared once, with its documentation (docs/settings.md).

A setting comes from its flag, else from `RELSPACE_<NAME>` in the environment, else from the TOML file, else it has its
default.
"""

import re
import socket
import tomllib
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from ipaddress import IPv4Network, IPv6Network, ip_address
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, get_args, get_type_hints

from relspace.errors import Fault
from relspace_server.networks import network_in

ENVIRONMENT_PREFIX: Final = "RELSPACE"

STORE_FILE: Final = "relative-space.sqlite3"
"""What the database is called in the data folder."""

USUAL_DATA_DIR: Final = Path("data")
"""The data folder, below where the program is started."""


class CannotStart(Fault):
    """The server cannot start; the message is one line for the host, who can do something about it.

    Args:
        says: the line.
        code: a word by which docs/clustering.md and programs know it; the line ends with it. Empty for none.
    """

    def __init__(self, says: str, code: str = "") -> None:
        super().__init__(f"{says} [{code}]" if code else says)
        self.code = code


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a host can set."""

    host: Annotated[str, "Address to listen on; empty for all, IPv4 and IPv6."] = ""
    port: Annotated[int, "Port to listen on."] = 2222
    data_dir: Annotated[Path, "Folder that holds everything the server keeps."] = USUAL_DATA_DIR
    workers: Annotated[
        int, "Processes that share the port and, through NATS, the rooms; more than 1 needs `store`."
    ] = 1
    store: Annotated[
        str, "Addresses of NATS, nats://host:4222, with commas; empty for a database in the data folder."
    ] = ""
    store_credentials: Annotated[str, "File with credentials for NATS, as nsc makes it; empty for none."] = ""
    store_nkey: Annotated[str, "File with the seed of an nkey for NATS; empty for none."] = ""
    store_ca: Annotated[str, "File with the certificates that sign those of NATS; empty for the system's."] = ""
    store_certificate: Annotated[str, "File with this server's certificate for NATS; empty for none."] = ""
    store_key: Annotated[str, "File with the key of that certificate; empty if it is in the same file."] = ""
    store_monitor: Annotated[str, "Address of NATS's monitoring, http://host:8222, for `doctor`."] = ""
    public_address: Annotated[str, "Host, or host:port, that invitations show; empty for this machine's name."] = ""
    guests: Annotated[bool, "Whether people without a key may play, under a name for one session."] = True
    login_seconds: Annotated[float, "Seconds in which a client must have logged in."] = 20.0
    keepalive_seconds: Annotated[float, "Seconds of silence after which a client is asked whether it is there."] = 12.0
    keepalive_misses: Annotated[int, "Unanswered questions after which a client is taken for gone."] = 3
    max_sessions: Annotated[int, "Sessions at once."] = 500
    max_sessions_per_account: Annotated[int, "Sessions at once of one account."] = 3
    max_sessions_per_address: Annotated[int, "Sessions at once from one address (IPv6: one /64)."] = 24
    max_logins: Annotated[int, "Connections at once that have not logged in; beyond, the oldest of them ends."] = 256
    max_logins_per_address: Annotated[int, "The same, from one address."] = 24
    connections_per_minute: Annotated[int, "New connections a minute from one address."] = 120
    sessions_per_minute: Annotated[int, "Sessions that begin a minute from one address, however soon they end."] = 120
    proxy_networks: Annotated[
        str, "Networks of load balancers, as 10.0.0.0/8,fd00::/8; theirs begin with a PROXY header."
    ] = ""
    max_channels: Annotated[int, "Channels at once on one connection."] = 8
    input_bytes_per_second: Annotated[int, "Input that one session takes; what comes faster is dropped."] = 32_768
    stalled_seconds: Annotated[float, "Seconds without taking output after which a session ends."] = 30.0
    idle_lobby_seconds: Annotated[float, "Seconds without a key after which a session in the lobby ends."] = 1_800.0
    idle_seated_seconds: Annotated[float, "The same, with a seat in a room."] = 3_600.0
    idle_watching_seconds: Annotated[float, "The same, of a spectator."] = 14_400.0
    max_rooms: Annotated[int, "Rooms open at once."] = 1_000
    max_rooms_per_account: Annotated[int, "Rooms open at once of which one account is the host."] = 5
    max_rooms_per_address: Annotated[int, "Rooms open at once that were opened from one address (IPv6: one /64)."] = 24
    app_starts_per_second: Annotated[int, "Sessions that begin each second; the others wait their turn."] = 50
    api_requests_per_second: Annotated[int, "Requests that one program has answered; the others wait."] = 100
    bot_pace: Annotated[float, "How long bots take: 1 as long as usual, 2 twice as long, 0 no time at all."] = 1.0
    admin_keys: Annotated[
        str, "File with the public keys of admins, one a line, as authorized_keys; empty for none."
    ] = ""
    allowed_keys: Annotated[str, "The same, with the keys of everybody who may come in; empty for all keys."] = ""
    metrics_port: Annotated[int, "Port for metrics and health over HTTP; 0 for none."] = 0
    metrics_host: Annotated[str, "Address for metrics and health; keep it where only this machine can reach it."] = (
        "127.0.0.1"
    )
    log_format: Annotated[str, "How the log is written: text, or json for one object a line."] = "text"
    log_level: Annotated[str, "How much is logged: debug, info, warning or error."] = "info"

    @property
    def ssh_words(self) -> str:
        """What a player types after `ssh`: `play.example.net`, or `-p 2222 play.example.net`."""
        host, port = self._public
        return host if port == 22 else f"-p {port} {host}"

    @property
    def public_host(self) -> str:
        """The host that invitations show, without a port."""
        return self._public[0]

    @property
    def is_for_this_machine(self) -> bool:
        """Whether nobody can come in from another machine."""
        return _is_loopback(self.host)

    @property
    def proxies(self) -> tuple[IPv4Network | IPv6Network, ...]:
        """The networks in `proxy_networks`.

        Raises:
            ValueError: one of them is none, which `settings_from` finds out.
        """
        return _networks(self.proxy_networks)

    @property
    def _public(self) -> tuple[str, int]:
        address = self.public_address or ("localhost" if self.is_for_this_machine else socket.gethostname())
        host, port = _split_address(address)
        return host, self.port if port is None else port


def _split_address(address: str) -> tuple[str, int | None]:
    """The host of `host`, `host:port`, `[IPv6]` or `[IPv6]:port`, and the port if there is one."""
    host, separator, digits = address.rpartition(":")
    if separator and digits.isdecimal() and (":" not in host or host.endswith("]")):
        return host.strip("[]"), int(digits)
    return address.strip("[]"), None


_HOST: Final = re.compile(r"[^\W_][\w.-]{0,252}")
"""A name or an IPv4 address: what begins with a dash would be an option of `ssh`."""


def _is_public(address: str) -> bool:
    """Whether players could connect to an address, by its form."""
    host, port = _split_address(address)
    if port is not None and not 1 <= port <= MOST_PORT:
        return False
    if ":" not in host:
        return _HOST.fullmatch(host) is not None
    try:
        return ip_address(host).version == 6 and "%" not in host
    except ValueError:
        return False


def _is_loopback(host: str) -> bool:
    """Whether only this machine can come in."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """The networks in a list.

    Raises:
        ValueError: one of them is none.
    """
    return tuple(network_in(one) for each in text.split(",") if (one := each.strip()))


def store_file(data_dir: Path) -> Path:
    """The database of a data folder."""
    return data_dir / STORE_FILE


class Setting(NamedTuple):
    """One setting, as flags and documentation need it."""

    name: str
    kind: type
    doc: str
    default: Any

    @property
    def flag(self) -> str:
        """The option of the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def flags(self) -> tuple[str, ...]:
        """The options of the command line: a switch has one for each way."""
        return (self.flag, f"--no-{self.flag[2:]}") if self.kind is bool else (self.flag,)

    @property
    def variable(self) -> str:
        """The environment variable."""
        return f"{ENVIRONMENT_PREFIX}_{self.name.upper()}"


def _declared() -> Iterator[Setting]:
    hints = get_type_hints(Settings, include_extras=True)
    for each in fields(Settings):
        kind, doc = get_args(hints[each.name])
        yield Setting(each.name, kind, doc, each.default)


SETTINGS: Final = tuple(_declared())
"""Every setting, in the order in which they are documented."""


MOST: Final = 1_000_000_000
"""No number needs to be larger; much larger ones, and `inf`, are none that clocks and counters can take."""

MOST_PORT: Final = 65_535
"""No port has a larger number."""

_MAY_BE_ZERO: Final = ("port", "metrics_port", "bot_pace")

_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "log_format": ("text", "json"),
    "log_level": ("debug", "info", "warning", "error"),
}
"""Settings that are one of several words."""

_TOML_TYPES: Final[Mapping[type, tuple[type, ...]]] = {
    bool: (bool,),
    int: (int,),
    float: (int, float),
    str: (str,),
    Path: (str,),
}

_TAKES: Final[Mapping[type, str]] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text, in quotation marks",
    Path: "text, in quotation marks",
}
"""What a TOML file has to hold, by the type of the setting."""


def read_file(path: Path) -> dict[str, Any]:
    """The settings that a TOML file holds.

    Raises:
        CannotStart: the file cannot be read, is not TOML, names a setting that does not exist, or gives one a value
            that cannot be looked at any further.
    """
    found, faults = look_through(path)
    if faults:
        raise CannotStart(faults[0])
    return found


def look_through(path: Path) -> tuple[dict[str, Any], list[str]]:
    """What can be used of a TOML file, and a sentence for each thing that cannot."""
    try:
        found = _toml(path)
    except CannotStart as error:
        return {}, [str(error)]
    known = {setting.name: setting for setting in SETTINGS}
    faults = {
        name: wrong for name, value in found.items() if (wrong := _wrong_in_file(known.get(name), name, value, path))
    }
    return {name: value for name, value in found.items() if name not in faults}, list(faults.values())


def _toml(path: Path) -> dict[str, Any]:
    try:
        if path.exists() and not path.is_file():
            raise CannotStart(f"The settings file {path} is no file that holds text; name one that does.")
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise CannotStart(f"The settings file {path} cannot be read: {error.strerror}.") from None
    except ValueError as error:  # not only of TOML: it may hold no text, or a number with thousands of digits
        raise CannotStart(f"The settings file {path} is not TOML: {error}.") from None
    except RecursionError:
        raise CannotStart(
            f"The settings file {path} has brackets in brackets, too many; no setting needs any."
        ) from None


def _wrong_in_file(setting: Setting | None, name: str, value: Any, path: Path) -> str:
    """What is wrong with what a TOML file says of a setting; empty if nothing is."""
    if setting is None:
        return f"The settings file {path} has an unknown setting, {name if name.isprintable() else repr(name)}."
    if type(value) not in _TOML_TYPES[setting.kind]:
        takes = _TAKES[setting.kind]
        return f"The settings file {path} gives {name} a value of the wrong type; it takes {takes}."
    wrong = _unfit(value)
    return f"{called_in_file(setting, path)} must {wrong}." if wrong else ""


def _unfit(value: Any) -> str:
    """What a value must be and is not, so that it could be neither converted nor shown; empty if it is."""
    if isinstance(value, int) and abs(value) > MOST:
        return f"be a number up to {MOST}"
    if isinstance(value, (str, Path)) and any(unicodedata.category(one) == "Cc" for one in str(value)):
        return f"hold no control characters, not {str(value)!r}"
    return ""


def read_again(values: Mapping[str, Any], given: Collection[str], path: Path | None) -> Settings:
    """The settings, as the TOML file has them now.

    Args:
        values: those with which the server was started.
        given: the names of those that a flag or the environment set: these stay.
        path: the file; None where none was named.

    Raises:
        CannotStart: as `read_file` and `settings_from` do.
    """
    found = read_file(path) if path is not None else {}
    return settings_from(
        {
            each.name: values[each.name] if each.name in given else each.kind(found.get(each.name, each.default))
            for each in SETTINGS
        },
        lambda setting: called_in_file(setting, path) if path is not None else setting.flag,
    )


def called_in_file(setting: Setting, path: Path) -> str:
    """What a setting is called that a TOML file holds."""
    return f"{setting.name} in {path}"


def settings_from(values: Mapping[str, Any], called: Callable[[Setting], str] = lambda one: one.flag) -> Settings:
    """Checks values that the command line has converted already.

    Args:
        values: the settings, by name.
        called: what a setting is called where its value comes from.

    Raises:
        CannotStart: a value is none that the setting can have; the message calls the setting so.
    """
    faults = faults_of(values, called)
    if faults:
        raise CannotStart(next(iter(faults.values())))
    return Settings(**{name: value for name, value in values.items() if value is not None})


def faults_of(values: Mapping[str, Any], called: Callable[[Setting], str]) -> dict[str, str]:
    """A sentence for each value that its setting cannot have, by the setting's name.

    Args:
        values: the settings, by name; of those that are left out the default counts.
        called: what a setting is called where its value comes from.
    """
    wrong = {setting: _wrong(setting, values.get(setting.name, setting.default)) for setting in SETTINGS}
    return {setting.name: f"{called(setting)} must {says}." for setting, says in wrong.items() if says}


def _wrong(setting: Setting, value: Any) -> str:
    """What a value of a setting must be and is not; empty if it is."""
    if unfit := _unfit(value):
        return unfit
    if setting.kind in (int, float) and (value < 0 or (value == 0 and setting.name not in _MAY_BE_ZERO)):
        return f"be more than 0, not {value}"
    if setting.kind in (int, float) and not value <= MOST:  # this is how `nan` is found as well
        return f"be a number up to {MOST}, not {value}"
    if setting.name in _CHOICES and value not in _CHOICES[setting.name]:
        return f"be one of {', '.join(_CHOICES[setting.name])}, not {value}"
    if setting.name in ("port", "metrics_port") and value > MOST_PORT:
        return f"be at most {MOST_PORT}, not {value}"
    if setting.name == "public_address" and value and not _is_public(value):
        return f"be a host, or host:port with a port from 1 to {MOST_PORT}, not {value!r}"
    if setting.name == "proxy_networks":
        try:
            _networks(str(value))
        except ValueError as error:
            return f"hold networks such as 10.0.0.0/8: {error}"
    return ""
