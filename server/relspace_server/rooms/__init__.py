"""The rooms of one node: who is in them, what is due, and who is told."""
