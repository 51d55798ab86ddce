"""The part of a square's page that is about the pawn on it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.side import Side
from pawnviz.core.explain.facts import PAWN_FACTS, SquareFact, pawn_facts
from pawnviz.core.explain.reasons import Reason
from pawnviz.view.inspector.fact_grid import FactGrid
from pawnviz.view.inspector.sentence_list import SentenceList
from pawnviz.view.inspector.sentences import reason_sentence
from pawnviz.view.widgets.labels import section_title


class PawnSection(QWidget):
    """A pawn's labels, each with its reason, and the facts that a pawn alone has."""

    def __init__(self, spacing: int) -> None:
        """Show no pawn yet; ``spacing`` is that of the page, in pixels."""
        super().__init__()
        self._title = section_title()
        self.reasons = SentenceList("It carries no label.")
        self._facts = FactGrid(PAWN_FACTS)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(spacing)
        for part in (self._title, self.reasons, section_title("The pawn's own squares"), self._facts):
            column.addWidget(part)

    def show_pawn(self, side: Side[int], square: int, reasons: Sequence[Reason]) -> None:
        """Show a side's pawn on a square from 0 to 63, and the reasons of its labels."""
        color = "white" if side.color else "black"
        self._title.setText(f"{SQUARE_NAMES[square]}, {color} pawn: its labels and why")
        self.reasons.show_sentences([reason_sentence(reason) for reason in reasons])
        self._facts.show_values([(SquareFact(text),) for text in pawn_facts(side, square)])
