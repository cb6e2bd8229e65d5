"""Generators and fakes for tests of everything built on the game."""
