"""Files of positions, one on each line as a FEN or an EPD: their lines, EPD operations, and rewriting.

It may import core.words and core.board.
"""
