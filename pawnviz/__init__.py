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
    from pawnviz.api.collections import Collection as Collection
    from pawnviz.api.collections import FoundGame as FoundGame
    from pawnviz.api.collections import ReadGame as ReadGame
    from pawnviz.api.collections import Timeline as Timeline
    from pawnviz.api.collections import games as games
    from pawnviz.api.collections import timeline as timeline
    from pawnviz.api.explanations import Explanation as Explanation
    from pawnviz.api.explanations import LabelLine as LabelLine
    from pawnviz.api.explanations import Reason as Reason
    from pawnviz.api.explanations import SideSummary as SideSummary
    from pawnviz.api.explanations import Summary as Summary
    from pawnviz.api.explanations import explain as explain
    from pawnviz.api.explanations import solve as solve
    from pawnviz.api.explanations import summary as summary
    from pawnviz.api.masks import ByColor as ByColor
    from pawnviz.api.masks import Layer as Layer
    from pawnviz.api.masks import Masks as Masks
    from pawnviz.api.masks import Number as Number
    from pawnviz.api.masks import formula as formula
    from pawnviz.api.masks import layers as layers
    from pawnviz.api.masks import masks as masks
    from pawnviz.api.masks import numbers as numbers
    from pawnviz.api.pawn_moves import Break as Break
    from pawnviz.api.pawn_moves import Exchange as Exchange
    from pawnviz.api.pawn_moves import PawnMove as PawnMove
    from pawnviz.api.pawn_moves import Structure as Structure
    from pawnviz.api.pawn_moves import Tension as Tension
    from pawnviz.api.pawn_moves import breaks as breaks
    from pawnviz.api.pawn_moves import pawn_moves as pawn_moves
    from pawnviz.api.pawn_moves import structures as structures
    from pawnviz.api.pawn_moves import tensions as tensions
    from pawnviz.api.pictures import BoardPicture as BoardPicture
    from pawnviz.api.pictures import board as board
    from pawnviz.core.board.fen import FenError as FenError
    from pawnviz.core.board.position import Position as Position
    from pawnviz.core.endings.outcome import Ending as Ending
    from pawnviz.core.endings.outcome import KingMap as KingMap
    from pawnviz.core.endings.outcome import Outcome as Outcome
    from pawnviz.core.formula.parser import FormulaError as FormulaError

__version__ = "0.1.0"

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

__all__ = sorted(("__version__", *(name for names in _MODULES.values() for name in names)))

if not TYPE_CHECKING:  # A type checker reads the imports above, and so finds names that are not there.

    def __getattr__(name):
        for module, names in _MODULES.items():
            if name in names:
                globals()[name] = value = getattr(import_module(f"{__name__}.{module}"), name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
