"""A practice room as the lobby lists it: as every room."""

from relspace.wire.summary import summary

__all__ = ["summary"]
