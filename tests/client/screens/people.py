"""People who come in, and what their settings are."""

from relspace.wire.messages import Me
from relspace.wire.settings import PlayerSettings

NEW = Me("Vega")
"""Somebody who has not been here before."""

GUEST = Me("Guest7", guest=True)


def me(**settings: object) -> Me:
    """Somebody who has been welcomed, and has set this."""
    return Me("Vega", settings=PlayerSettings(**{"welcomed": True} | settings))
