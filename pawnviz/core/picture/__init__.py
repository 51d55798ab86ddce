"""What a board shows, as plain data for any painter, and what changes or differs between two boards or layers.

It may import core.words, core.board, core.layers, core.structures, core.explain and core.games.
"""
