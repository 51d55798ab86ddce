"""Endings of kings and pawns, solved without a guess: who wins, and where each king would have to stand.

It may import core.board.
"""
