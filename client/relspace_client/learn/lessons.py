"""Every lesson, in the order of the list."""

from typing import Final

from relspace_client.learn.basics import BASICS
from relspace_client.learn.lesson import Lesson
from relspace_client.learn.specials import (
    ALBERT,
    BRB,
    ESCAPE,
    GRAV_GUN,
    KEYCARD,
    MINI_GUN,
    ODD_EVEN,
    OXYGEN,
    WINSTON,
    WORMHOLE,
)

LESSONS: Final[tuple[Lesson, ...]] = (
    BASICS,
    KEYCARD,
    BRB,
    WORMHOLE,
    OXYGEN,
    WINSTON,
    ALBERT,
    MINI_GUN,
    GRAV_GUN,
    ODD_EVEN,
    ESCAPE,
)
"""The first one is where everybody begins."""
