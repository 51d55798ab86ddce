"""The user's own layers: the collection, and what an import would do to it.

It may import core.board, core.layers and core.formula.
"""
