"""The board as values: bitboards, one color's side, positions with FEN, legality, and masks as text.

It may import no other room of the core but core.words.
"""
