"""pawnviz shows pawn structure on a chess board as named, overlaid masks.

For scripts and notebooks it offers the layers as functions of positions, of bitboards and of NumPy arrays::

    import pawnviz

    position = pawnviz.Position.from_fen("8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1")
    pawnviz.layers["passed_pawns"](position).squares

The page ``docs/python.md`` shows how. Importing the package loads nothing else; each name is loaded when it is first
used. Qt is loaded for the first picture alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pawnviz.api.collections import Collection, FoundGame, ReadGame, Timeline, games, timeline
    from pawnviz.api.explanations import (
        Explanation,
        LabelLine,
        Reason,
        SideSummary,
        Summary,
        explain,
        solve,
        summary,
    )
    from pawnviz.api.masks import ByColor, Layer, Masks, Number, formula, layers, masks, numbers
    from pawnviz.api.pawn_moves import (
        Break,
        Exchange,
        PawnMove,
        Structure,
        Tension,
        breaks,
        pawn_moves,
        structures,
        tensions,
    )
    from pawnviz.api.pictures import BoardPicture, board
    from pawnviz.core.board.fen import FenError
    from pawnviz.core.board.position import Position
    from pawnviz.core.endings.outcome import Ending, KingMap, Outcome
    from pawnviz.core.formula.parser import FormulaError

__version__ = "0.1.0"

__all__ = [
    "BoardPicture",
    "Break",
    "ByColor",
    "Collection",
    "Ending",
    "Exchange",
    "Explanation",
    "FenError",
    "FormulaError",
    "FoundGame",
    "KingMap",
    "LabelLine",
    "Layer",
    "Masks",
    "Number",
    "Outcome",
    "PawnMove",
    "Position",
    "ReadGame",
    "Reason",
    "SideSummary",
    "Structure",
    "Summary",
    "Tension",
    "Timeline",
    "__version__",
    "board",
    "breaks",
    "explain",
    "formula",
    "games",
    "layers",
    "masks",
    "numbers",
    "pawn_moves",
    "solve",
    "structures",
    "summary",
    "tensions",
    "timeline",
]

_MODULES: Final = {
    "core.board.fen": ("FenError",),
    "core.board.position": ("Position",),
    "core.endings.outcome": ("Ending", "KingMap", "Outcome"),
    "core.formula.parser": ("FormulaError",),
    "api.collections": ("Collection", "FoundGame", "ReadGame", "games", "Timeline", "timeline"),
    "api.explanations": ("Explanation", "LabelLine", "Reason", "SideSummary", "Summary", "explain", "solve", "summary"),
    "api.pawn_moves": (
        "Break",
        "Exchange",
        "PawnMove",
        "Structure",
        "Tension",
        "breaks",
        "pawn_moves",
        "structures",
        "tensions",
    ),
    "api.pictures": ("BoardPicture", "board"),
    "api.masks": ("ByColor", "Layer", "Masks", "Number", "formula", "layers", "masks", "numbers"),
}
"""The modules of the names above."""

if not TYPE_CHECKING:  # A type checker reads the imports above, and so finds names that are not there.

    def __getattr__(name):
        for module, names in _MODULES.items():
            if name in names:
                globals()[name] = value = getattr(import_module(f"{__name__}.{module}"), name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
