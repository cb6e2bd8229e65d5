"""Typed records to plain data and msgpack, and back."""
