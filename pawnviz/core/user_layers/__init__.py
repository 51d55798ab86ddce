"""The user's own layers: the collection, and what an import would do to it.

It may import core.words, core.board, core.layers and core.formula.
"""
