"""The fields of the position: the FEN line, the side to move, castling and en passant, and their commands.

It may import view.board and view.widgets.
"""
