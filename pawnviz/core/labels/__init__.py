"""One entry a label: its words, its weight, the labels it implies, and its places; and the lists that follow.

It may import core.words, core.board and core.layers.
"""
