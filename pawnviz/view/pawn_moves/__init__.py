"""The panel of pawn moves: breaks, captures, pushes and tensions, what each changes, and how it looks on the board.

It may import view.widgets and view.board.
"""
