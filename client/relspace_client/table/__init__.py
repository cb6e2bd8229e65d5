"""The table: the picture of a game and its keys. From a snapshot and what the viewer chose, without Textual."""
