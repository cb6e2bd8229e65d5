"""Finished games, shown again: where a replay stands, what it looks like there, and how the game ended."""
