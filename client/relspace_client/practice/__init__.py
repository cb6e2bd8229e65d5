"""Practice: rooms and bots on the player's own machine, behind the same link as a server's rooms."""
