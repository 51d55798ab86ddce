"""The pages of the position, a square and a layer, and the comparison of two positions.

It may import view.widgets, view.board, view.layers and view.formula.
"""
