"""Content that is read from the resources: presets, sample positions and the errata.

It may import core.words, core.board, core.layers and core.formula.
"""
