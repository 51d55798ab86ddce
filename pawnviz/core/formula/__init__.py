"""Formulas: grammar and trees, the words they are written in, their steps, and source code in other languages.

It may import core.words, core.board and core.layers.
"""
