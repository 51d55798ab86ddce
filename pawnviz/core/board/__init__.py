"""The board as values: bitboards, one color's side, positions with FEN, legality, and masks as text.

It may import nothing else of pawnviz.
"""
