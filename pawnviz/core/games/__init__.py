"""Games: files of PGN cut into games, each read by itself, and the lives of the pawns in them.

It may import core.words, core.data_files, core.board, core.positions, core.layers, core.labels, core.formula,
core.structures, core.explain.
"""
