"""`relspace replay`: a finished game, shown again."""
