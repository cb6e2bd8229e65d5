"""Who somebody is to the rooms, and what may change of it while they are here: the name, and the settings."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

from relspace.bots.names import NAMES
from relspace.codec.codec import Codec
from relspace.room.state import Player
from relspace.text import checked_name
from relspace.wire.messages import Me
from relspace.wire.settings import PlayerSettings

_CODEC: Final = Codec()

Follower = Callable[[], None]
"""Told when something of a person has changed. Returns at once and never raises."""


class Person(Protocol):
    """Somebody who is here, with one connection or several."""

    @property
    def player(self) -> Player:
        """Who sits at a table."""
        ...

    @property
    def me(self) -> Me:
        """What they are told of themselves."""
        ...

    def follow(self, follower: Follower) -> None:
        """Tells `follower` of every change from now on."""
        ...

    def leave(self, follower: Follower) -> None:
        """Tells it nothing any more."""
        ...

    async def rename(self, name: str) -> None:
        """Takes another name.

        Raises:
            Refused: `bad-name`, `name-taken`.
            Fault: the store does not answer.
        """
        ...

    async def save(self, settings: PlayerSettings) -> None:
        """Keeps settings.

        Raises:
            Refused: `bad-field`.
            Fault: the store does not answer.
        """
        ...


class Passing:
    """Somebody of whom nothing is kept: the name and the settings last as long as the connection."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self._settings = PlayerSettings()
        self._followers: list[Follower] = []

    @property
    def me(self) -> Me:
        """What they are told of themselves."""
        return Me(self.player.name, self.player.kind == "guest", self._settings)

    def follow(self, follower: Follower) -> None:
        """Tells `follower` of every change from now on."""
        self._followers.append(follower)

    def leave(self, follower: Follower) -> None:
        """Tells it nothing any more."""
        self._followers.remove(follower)

    async def rename(self, name: str) -> None:
        """Takes another name.

        Raises:
            Unreadable: `bad-name`.
        """
        self._become(replace(self.player, name=checked_name(name, NAMES)), self._settings)

    async def save(self, settings: PlayerSettings) -> None:
        """Keeps settings as long as the connection lasts.

        Raises:
            Unreadable: `bad-field`.
        """
        self._become(self.player, checked_settings(settings))

    def _become(self, player: Player, settings: PlayerSettings) -> None:
        """Changes, and tells everybody who follows."""
        if (player, settings) == (self.player, self._settings):
            return
        self.player, self._settings = player, settings
        for follower in list(self._followers):
            follower()


def checked_settings(settings: PlayerSettings) -> PlayerSettings:
    """Settings that can be kept and sent.

    Words that this server does not know are kept: a client of another version may know them.

    Raises:
        Unreadable: `bad-field`.
    """
    checked: PlayerSettings = _CODEC.read(PlayerSettings, _CODEC.plain(PlayerSettings, settings))
    return checked
