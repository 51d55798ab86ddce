"""Why a square carries its labels: reasons by chapter, named structures, and disputed terms with their variants.

It may import core.words, core.board and core.layers.
"""
