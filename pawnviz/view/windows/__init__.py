"""The other windows: mask bench, differences and keys.

It may import view.widgets, view.commands, view.board, view.position, view.layers, view.formula, view.inspector,
view.user_layers and view.games.
"""
