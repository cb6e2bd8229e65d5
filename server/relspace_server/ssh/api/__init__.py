"""The game for programs: requests in, answers and messages out, as JSON lines or as msgpack frames (docs/api.md)."""
