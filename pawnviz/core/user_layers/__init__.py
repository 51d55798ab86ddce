"""The user's own layers: the collection, their names, files of them, and what an import would do to the collection.

It may import core.words, core.board, core.layers and core.formula.
"""
