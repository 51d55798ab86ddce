"""One entry a label: its words, its weight, what it implies, and the places that show it.

It may import core.words, core.board and core.layers.
"""
