"""Formulas on the screen: the steps of a layer and the field for a formula.

It may import view.widgets, view.board and view.layers.
"""
