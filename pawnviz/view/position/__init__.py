"""The position: the FEN line, the side to move, castling and en passant, their commands, and the list of a file.

It may import view.board, view.widgets and view.chips.
"""
