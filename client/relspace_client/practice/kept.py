"""What practice keeps in the player's own folders: settings, games that are not over, the records of those that are."""

import getpass
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import platformdirs

from relspace.bots.names import NAMES
from relspace.codec.codec import Codec
from relspace.errors import Refused
from relspace.text import checked_name, name_key, suggest_name
from relspace.wire.settings import PlayerSettings
from relspace_client.practice.games import KeptGames

APP: Final = "relspace"
PLAYER_FILE: Final = "player.json"
RECORDS: Final = "records"
LOG_FILE: Final = "relspace.log"
SUFFIX: Final = ".jsonl"
GAMES: Final = "games"
PLAYED: Final = "played"

UNKNOWN: Final = "Pilot"
"""What somebody is called of whom the system knows no name that can be had."""

NOBODY: Final = "Guest1"
"""What they would be called on a server."""

LONGEST_ID: Final = 40
"""Characters of a game's id; nothing longer is looked up."""

_CODEC: Final = Codec()


class KeptPlayer(NamedTuple):
    """Who plays here."""

    name: str
    settings: PlayerSettings


class Kept:
    """Implements `relspace_client.practice.around.Keeps` in two folders. What goes wrong is told later, in a sentence.

    Args:
        config: the folder of the settings.
        data: the folder that has the folder of records in it.
    """

    def __init__(self, config: Path, data: Path) -> None:
        self._player: Final = config / PLAYER_FILE
        self._records: Final = data / RECORDS
        self._games: Final = KeptGames(data / GAMES, data / PLAYED, self._write)
        self.log_file: Final = data / LOG_FILE
        self.trouble = ""
        """Why something could not be kept; empty while everything could."""

    def unwritable(self) -> str:
        """Which folder cannot be written, and why; empty if all of them can."""
        for folder in (self._player.parent, self._records.parent):
            try:
                folder.mkdir(parents=True, exist_ok=True)
                with tempfile.TemporaryFile(dir=folder):
                    pass
            except OSError as error:
                return f"{folder}: {error.strerror or error}"
        return ""

    def player(self) -> KeptPlayer:
        """Who plays here; a file that cannot be read counts as none."""
        try:
            data: Any = json.loads(self._player.read_text(encoding="utf-8"))
            name = checked_name(str(data["name"]), NAMES)
            name = _usual_name() if name == NOBODY else name
            return KeptPlayer(name, _CODEC.read(PlayerSettings, data["settings"]))
        except (OSError, ValueError, KeyError, TypeError, RecursionError, Refused):
            return KeptPlayer(_usual_name(), PlayerSettings())

    def keep_player(self, name: str, settings: PlayerSettings) -> None:
        """Keeps what the player is called, and their settings."""
        data = {"name": name, "settings": _CODEC.plain(PlayerSettings, settings)}
        self._write(self._player, json.dumps(data, ensure_ascii=False, indent=1) + "\n")

    def keep_record(self, game: str, text: str) -> None:
        """Keeps the record of a finished game."""
        self._write(self._records / f"{game}{SUFFIX}", text)

    def record(self, game: str) -> str:
        """The record of a game.

        Raises:
            Refused: `no-such-record`.
        """
        try:
            return self.record_file(game).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise Refused("no-such-record", id=game[:LONGEST_ID]) from None

    def record_file(self, game: str) -> Path:
        """Where the record of a game is, if there is one.

        Raises:
            Refused: `no-such-record`, for what is no game's id.
        """
        if not (0 < len(game) <= LONGEST_ID and game.replace("-", "").isalnum() and game.isascii()):
            raise Refused("no-such-record", id=game[:LONGEST_ID])
        return self._records / f"{game}{SUFFIX}"

    def keep_game(self, room: str, data: bytes) -> None:
        """Keeps a room whose game is not over, as it is now."""
        if not self._games.keep(room, data):
            self.trouble = f"another program plays a game in a room {room}: the one here is not kept"

    def forget_game(self, room: str) -> None:
        """The game in a room is over."""
        self._games.forget(room)

    def waiting_games(self) -> Iterator[bytes]:
        """The rooms that were kept, to be looked at without being taken."""
        return self._games.waiting()

    def played_elsewhere(self) -> bool:
        """Whether another program plays one of the rooms that are kept."""
        return self._games.played_elsewhere()

    def take_game(self, room: str) -> bytes | None:
        """A room that was kept, to be played here; None if another program plays it, empty if it is not kept."""
        return self._games.take(room)

    def leave_games(self) -> None:
        """Nobody plays here any more: another program may take the rooms."""
        self._games.leave()

    def records(self) -> Iterator[str]:
        """The records that are kept, newest first."""
        try:
            files = sorted(self._records.glob(f"*{SUFFIX}"), key=lambda file: file.stat().st_mtime, reverse=True)
        except OSError:
            return
        for file in files:
            try:
                yield file.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                continue

    def _write(self, path: Path, what: str | bytes) -> None:
        """Writes a whole file, or leaves the old one."""
        draft = path.with_suffix(f".{os.getpid()}.tmp")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(what.encode() if isinstance(what, str) else what)
            draft.replace(path)
        except OSError as error:
            self.trouble = f"{path} could not be written: {error.strerror or error}"


def kept_here() -> Kept:
    """What is kept in the folders that this system has for it."""
    return Kept(
        platformdirs.user_config_path(APP, appauthor=False),
        platformdirs.user_data_path(APP, appauthor=False),
    )


def _usual_name() -> str:
    """What the system calls whoever runs this, as a name; nobody is a guest at home."""
    try:
        raw = getpass.getuser()
    except (OSError, KeyError, ImportError):
        raw = ""
    taken = {name_key(name) for name in NAMES}
    name = suggest_name(raw, lambda name: name_key(name) in taken)
    return UNKNOWN if name == NOBODY else name
