"""Syzygy tables: the exact verdict on positions with few pieces, and why a layer says something else.

It may import core.words, core.board and core.layers.
"""
