"""The workspaces of the window: the panels around the board for editing a position and for going through games.

It may import the core, the model, and the view up to view.docks.
"""
