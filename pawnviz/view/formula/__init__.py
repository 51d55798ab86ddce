"""Formulas on the screen: the steps of a layer and the field that a formula is written in.

It may import view.widgets, view.board and view.layers.
"""
