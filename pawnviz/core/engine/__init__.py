"""UCI engines: finding them, a guard that ends them with the program, requests, and their answers.

It may import core.words and core.board.
"""
