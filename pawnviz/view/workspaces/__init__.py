"""The workspaces of the window: the panels around the board for editing a position and for going through games.

It may import the core, the model, view.widgets, view.board, view.position, view.layers, view.games and view.docks.
"""
