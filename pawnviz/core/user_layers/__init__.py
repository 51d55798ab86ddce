"""User layers: the collection, their names, files of them, and the effects of an import on the collection.

It may import core.words, core.board, core.layers and core.formula.
"""
