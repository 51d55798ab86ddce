"""One entry a label: its words, what it weighs and implies, and where it is told; and the lists that follow from them.

It may import core.words, core.board and core.layers.
"""
