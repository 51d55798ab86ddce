"""The structure explorer: questions, next moves, games and plots over many games.

It may import the core, the model, view.widgets, view.board, view.position, view.layers, view.chips and
view.games.
"""
