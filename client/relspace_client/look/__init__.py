"""Themes, palettes, styles, glyphs and card faces."""
