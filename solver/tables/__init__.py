"""Endgame tables: the value of every bout start with few cards, kept in files.

``layers`` says what a table holds, ``file`` how it lies on disk, ``build`` makes it,
``home`` finds it, ``check`` and ``statistics`` look into it.
"""
