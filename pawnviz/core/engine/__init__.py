"""UCI engines: where they are, how one is run so that it never outlives the program, and what it says of a position.

It may import core.words and core.board.
"""
