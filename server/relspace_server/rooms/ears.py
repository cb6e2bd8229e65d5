"""Whom a listener does not want to hear. It lasts as long as the visit, and hides what is said from them alone."""

from collections.abc import Iterable

from relspace.errors import Illegal
from relspace.room.state import Player, TalkLine
from relspace.text import name_key


class Ears:
    """The people whom one person ignores, by their accounts: another name does not help them."""

    def __init__(self) -> None:
        self._ignored: dict[str, str] = {}
        """The key of the name that was given, by the player's id."""

    @property
    def unheard(self) -> frozenset[str]:
        """Ids of players whose lines are left out."""
        return frozenset(self._ignored)

    def ignore(self, name: str, known: Iterable[tuple[str, str]]) -> None:
        """Hides what somebody says from now on, and what they have said.

        Args:
            name: what they are called, or were called when they spoke.
            known: ids and names of everybody who could be meant, the listener left out.

        Raises:
            Illegal: `nobody-called-so`.
        """
        key = name_key(name)
        meant = {one for one, called in known if one and name_key(called) == key}
        if not meant:
            raise Illegal("nobody-called-so")
        self._ignored.update(dict.fromkeys(meant, key))

    def hear(self, name: str) -> None:
        """Shows again what somebody says; nothing happens if they were not ignored."""
        key = name_key(name)
        self._ignored = {one: called for one, called in self._ignored.items() if called != key}


def speakers(lines: Iterable[TalkLine], players: Iterable[Player], listener: str) -> set[tuple[str, str]]:
    """Ids and names of everybody who has spoken or is here, but for the listener."""
    heard = {(line.speaker, line.name) for line in lines}
    here = {(player.id, player.name) for player in players}
    return {(one, name) for one, name in heard | here if one != listener}
