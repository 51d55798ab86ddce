"""Pages of help, differences and the mask bench, the presentation, and the limits of indexes.

It may import view.widgets, view.commands, view.board, view.position, view.layers, view.formula, view.inspector,
view.user_layers and view.games.
"""
