"""Why a square carries its labels: reasons by chapter, disputed terms, and the rules of pawn endings.

It may import core.words, core.board, core.layers, core.labels, core.structures and core.endings.
"""
