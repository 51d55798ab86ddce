"""Syzygy tables and their exact verdicts. It may import core.words, core.board and core.layers."""
