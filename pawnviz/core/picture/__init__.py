"""The picture of a board, as plain data for any painter, and changes or differences of two boards or layers.

It may import core.words, core.board, core.layers, core.structures, core.explain and core.games.
"""
