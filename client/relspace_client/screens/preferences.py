"""A person's settings in this session: applied at once, kept with the account, and taken over from other sessions."""

from collections.abc import Callable
from typing import Final

from relspace.errors import Fault, Refused
from relspace.link import Link
from relspace.wire.commands import SaveSettings
from relspace.wire.messages import Me
from relspace.wire.settings import PlayerSettings


class Preferences:
    """What is set, and what is still to be kept.

    Args:
        link: where settings are kept.
        changed: called whenever other settings apply.
    """

    def __init__(self, link: Link, changed: Callable[[], None]) -> None:
        self._link: Final = link
        self._changed: Final = changed
        self._own = False
        """Whether what applies is the person's newest word here, which the server has not confirmed."""
        self._saving = False
        self.settings = PlayerSettings()
        """What applies now."""

    def told(self, me: Me) -> None:
        """The server says what is kept; what was set here since then goes before it."""
        if not self._own:
            self._apply(me.settings)

    def set(self, settings: PlayerSettings, *, keep: bool) -> bool:
        """Applies settings; returns whether `save` is to be run, since they are to be kept."""
        self._own = True
        self._apply(settings)
        if not keep or self._saving:
            return False
        self._saving = True
        return True

    async def save(self) -> None:
        """Keeps what is set, and what is set meanwhile, until the server has the newest.

        Raises:
            Refused: it cannot be kept; it applies in this session all the same.
            Fault: the server's side failed; likewise.
        """
        try:
            sent = None
            while sent != self.settings:
                sent = self.settings
                await self._link.send(SaveSettings(sent))
            self._own = False
        except (Refused, Fault):
            self._own = True
            raise
        finally:
            self._saving = False

    def _apply(self, settings: PlayerSettings) -> None:
        if settings != self.settings:
            self.settings = settings
            self._changed()
