"""Pictures of cells, how they differ, and the bytes that turn one into another. Knows neither Textual nor the game."""
