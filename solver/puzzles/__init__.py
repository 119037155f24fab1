"""Puzzles: positions with claims about them, found, checked and kept in text files."""
