"""Presets, samples, errata and the tour. It may import core.words, core.board, core.layers and core.formula."""
