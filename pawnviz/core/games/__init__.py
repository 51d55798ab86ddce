"""Games: files of PGN cut into games, each read inside a guard of its own, and what became of the pawns in them.

It may import core.words, core.board, core.positions, core.layers, core.labels, core.formula, core.structures and
core.explain.
"""
