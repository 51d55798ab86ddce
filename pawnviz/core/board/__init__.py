"""The board as values: masks, sides, positions, FEN and legality. It may import no other room but core.words."""
