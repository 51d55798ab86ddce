"""What the current layer, a square or a pawn is and why, and two positions compared.

It may import view.widgets, view.board and view.formula.
"""
