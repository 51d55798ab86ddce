"""The panel of layers: search, presets, the tree, and the style of a layer.

It may import view.widgets, view.commands and view.board.
"""
