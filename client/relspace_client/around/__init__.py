"""Pictures of everything around the table: lobby, room, end of the game, help. Knows nothing of Textual."""
