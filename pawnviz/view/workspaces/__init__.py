"""The workspaces of the window: what the board shows for a position, for games and for what games have of it.

It may import the core, the model, view.widgets, view.board, view.position, view.layers, view.games, view.explore,
view.windows, view.pages and view.navigator.
"""
