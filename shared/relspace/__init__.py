"""Relative Space: the game and the room, pure, synchronous, without clock, network or randomness of its own."""
