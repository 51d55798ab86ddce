"""Moves of pawns and their lasting changes, breaks in several moves, and tensions between pawns.

It may import core.words, core.board, core.layers, core.labels, core.structures and core.explain.
"""
