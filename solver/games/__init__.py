"""The rules of the games, one module a game."""
