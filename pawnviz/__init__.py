"""pawnviz shows pawn structure on a chess board as named, overlaid masks."""

__version__ = "0.1.0"
