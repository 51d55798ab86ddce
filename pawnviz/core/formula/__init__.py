"""Formulas: trees, words, steps and source code. It may import core.words, core.board and core.layers."""
