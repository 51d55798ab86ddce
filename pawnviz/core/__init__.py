"""Values and functions of pawn structure: masks, sides, layers, formulas, positions and pictures. No Qt."""
