"""Formulas: trees, words, the compiler, steps and source code. It may import core.words and core.board."""
