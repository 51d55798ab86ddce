"""Files of positions, one on each line as a FEN or an EPD: their lines, what is said beside a position, and rewriting.

It may import core.words and core.board.
"""
