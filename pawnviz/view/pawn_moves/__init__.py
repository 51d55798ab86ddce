"""The panel of pawn moves: breaks, captures, pushes and tensions, their effects, and previews on the board.

It may import view.widgets and view.board.
"""
