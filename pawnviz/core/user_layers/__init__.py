"""User layers: names, files and imports.

It may import core.words, core.data_files, core.board, core.layers and core.formula.
"""
