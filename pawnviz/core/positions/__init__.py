"""Files of positions: lines of FEN and EPD, and rewriting them. It may import core.words and core.board."""
