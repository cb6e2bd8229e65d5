"""A Textual app on the far end of a channel. Nothing here knows the game, nor how the bytes travel."""
