"""Pawn structures of many games: store, questions and statistics.

It may import core.words, core.data_files, core.board, core.positions, core.layers, core.formula, core.structures and
core.games.
"""
