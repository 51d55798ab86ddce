"""Presets, samples with the wiki's errata, manual and glossary.

It may import core.words, core.board, core.layers, core.formula and core.structures.
"""
