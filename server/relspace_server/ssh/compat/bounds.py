"""How much of a client's output is kept."""

from typing import Final

HIGH_WATER: Final = 256 * 1024
"""Bytes that a client may be behind before its apps stop drawing."""

MOST_BEHIND: Final = 4 * HIGH_WATER
"""Bytes that a client may be behind at all. Apps stop long before: beyond are answers that it asks for and leaves."""
