"""The part of a square's page about the pawn on it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from pawnviz.core.board.side import Side
from pawnviz.core.explain.facts import PAWN_FACTS, SquareFact, pawn_facts
from pawnviz.core.explain.ranking import LabelLine, RankedLabels
from pawnviz.view.inspector.fact_grid import FactGrid
from pawnviz.view.inspector.sentence_list import SentenceList
from pawnviz.view.inspector.sentences import Sentence, reason_sentence
from pawnviz.view.inspector.why_not_box import WhyNotBox
from pawnviz.view.widgets.layouts import column_of
from pawnviz.view.widgets.page import FoldButton


class PawnSection(QWidget):
    """Labels of a pawn with reasons, and its own squares; implied labels and geometry are folded and not computed."""

    chosen = Signal(str)  # The identifier of the layer whose label was chosen.
    hovered = Signal(object)  # The mask of the pawns that a sentence names, or None.
    resized = Signal()  # The height of the section has changed.

    def __init__(self, spacing: int) -> None:
        """Show no pawn yet; ``spacing`` is that of the page, in pixels."""
        super().__init__()
        self._pawn: tuple[Side[int], int, RankedLabels] | None = None
        self.reasons = SentenceList("It carries no label.")
        self.why_not = WhyNotBox()
        self.more_button = FoldButton(
            "More labels", "Labels that follow from those above, and what it is not elsewhere"
        )
        self.more = SentenceList("There are no more.")
        self.geometry_button = FoldButton("Geometry", "The pawn's file and neighbors, its spans, attacks and helpers")
        self.geometry_lines = SentenceList("")
        self.facts = FactGrid(PAWN_FACTS)
        # The field is where it was, whatever the next pawn has to say for itself.
        labels = (self.why_not, self.reasons, self.more_button, self.more)
        geometry = (self.geometry_button, self.geometry_lines, self.facts)
        column_of(*labels, *geometry, parent=self, margins=(0, 0, 0, 4), spacing=spacing)
        for sentences in (self.reasons, self.more, self.geometry_lines):
            sentences.chosen.connect(self.chosen)
            sentences.hovered.connect(self.hovered)
        self.why_not.answered.connect(self.hovered)
        self.why_not.answer.chosen.connect(self.chosen)
        self.why_not.resized.connect(self.resized)
        self.more_button.toggled.connect(self._unfold)
        self.geometry_button.toggled.connect(self._unfold)
        self._show_folds()

    def show_pawn(self, side: Side[int], square: int, ranked: RankedLabels) -> None:
        """Show a side's pawn on a square from 0 to 63, and its labels."""
        self._pawn = side, square, ranked
        self.reasons.show_sentences(_sentences(ranked.first))
        self.why_not.show_pawn(side, square)
        self.more_button.show_count(len(ranked.more) + len(ranked.denied))
        self._show_folds()

    @Slot()
    def _unfold(self) -> None:
        self._show_folds()
        self.resized.emit()

    def _show_folds(self) -> None:
        if self._pawn is not None:
            side, square, ranked = self._pawn
            if self.more_button.isChecked():
                denied = [reason_sentence(reason) for reason in ranked.denied]
                self.more.show_sentences([*_sentences(ranked.more), *denied])
            if self.geometry_button.isChecked():
                self.geometry_lines.show_sentences(_sentences(ranked.geometry))
                self.facts.show_values([(SquareFact(text),) for text in pawn_facts(side, square)])
        self.more.setVisible(self.more_button.isChecked())
        for part in (self.geometry_lines, self.facts):
            part.setVisible(self.geometry_button.isChecked())


def _sentences(lines: Sequence[LabelLine]) -> list[Sentence]:
    return [_line_sentence(line) for line in lines]


def _line_sentence(line: LabelLine) -> Sentence:
    return reason_sentence(line.reason)._replace(title=line.title, text=line.text)
