"""Dialogs: stock Textual screens over a page, in the game's colours."""
