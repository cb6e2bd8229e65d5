"""The words of plain mode: what each does when it is said."""
