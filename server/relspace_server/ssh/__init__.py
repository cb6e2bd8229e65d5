"""How people come in: the SSH listener, who they are, and one Textual app or one answer for each session."""
