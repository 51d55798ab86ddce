"""The panel of layers: presets, search, the tree, commands of the current layer, and its style.

It may import view.widgets, view.commands and view.board.
"""
