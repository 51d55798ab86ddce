"""The inspector's page of numbers, named structures, and who wins a pawn ending."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QGridLayout

from pawnviz.core.explain.structures import FoundStructure, structures
from pawnviz.core.layers import NUMBERS, Number
from pawnviz.model.document import Document
from pawnviz.model.ending import PawnEnding
from pawnviz.override import override
from pawnviz.view.board.board import BoardView
from pawnviz.view.inspector.ending_section import EndingSection
from pawnviz.view.inspector.sentence_list import SentenceList
from pawnviz.view.inspector.sentences import Sentence
from pawnviz.view.widgets.labels import ValueLabel, plain_label
from pawnviz.view.widgets.page import Page

SIDES: Final = ("White", "Black")


class NumbersPage(Page):
    """Every number of the vocabulary for both sides of the position, and the named structures on the board.

    In an ending of kings and pawns, and only there, it begins with who wins.
    """

    def __init__(self, document: Document, board: BoardView) -> None:
        """Show the numbers of a document's position, and on a board the pawns of the structure under the pointer."""
        super().__init__("Numbers")
        self._document = document
        self._board = board
        ending = PawnEnding(document, self)
        self._ending = EndingSection(ending)
        self._ending.hide()
        self._ending.sentences.hovered.connect(self._show_named)
        self.column.addWidget(self._ending)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(0, 1)
        for column, side in enumerate(SIDES, 1):
            grid.addWidget(plain_label(side, bold=True), 0, column, Qt.AlignmentFlag.AlignRight)
        self._values: list[tuple[Number, list[ValueLabel]]] = []
        for row, number in enumerate(NUMBERS.values(), 1):
            title = plain_label(number.title)
            title.setToolTip(number.definition)
            grid.addWidget(title, row, 0, Qt.AlignmentFlag.AlignTop)
            values = [ValueLabel(f"{number.title} of {side}", fixed=bool(number.bits)) for side in SIDES]
            for column, value in enumerate(values, 1):
                value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
                grid.addWidget(value, row, column)
            self._values.append((number, values))
        self.column.addLayout(grid)
        title = plain_label("Structures", bold=True)
        title.setContentsMargins(0, 8, 0, 0)
        title.setToolTip("<p>Named pawn structures that the position has by an exact rule; none is guessed.</p>")
        self.column.addWidget(title)
        self._structures = SentenceList("None of the named structures is on the board.")
        self._structures.hovered.connect(self._show_named)
        self.column.addWidget(self._structures)
        self.column.addSpacing(8)
        for number in NUMBERS.values():
            meaning = plain_label(f"{number.title}: {number.definition}", muted=True)
            meaning.setWordWrap(True)
            self.column.addWidget(meaning)
        self.column.addStretch(1)
        document.position_changed.connect(self.mark_stale)
        ending.changed.connect(self.mark_stale)

    @override
    def refresh(self) -> None:
        sides = self._document.position.sides()
        for number, labels in self._values:
            for side, label in zip(sides, labels, strict=True):
                value = number(side)
                files = f"\n{file_letters(value)}" if number.bits == 8 else ""
                label.show_text(number.text(value) + files)
        before = self._structures.texts, self._ending.sentences.texts
        self._structures.show_sentences(
            [sentence for found in structures(sides[0]) for sentence in _structure_sentences(found)]
        )
        self.set_part_visible(self._ending, self._ending.refresh())
        if (self._structures.texts, self._ending.sentences.texts) != before:
            self.settle()

    @Slot(object)
    def _show_named(self, named: object) -> None:
        """Show on the board the pawns of a structure, or the squares of a king."""
        self._board.state.set_spotlight(named if isinstance(named, int) else None)


def _structure_sentences(found: FoundStructure) -> list[Sentence]:
    """Return a structure on the board with its rule, and each side's plans unless a more specific one gives them."""
    rule = Sentence(found.heading, found.rule, found.squares, muted=found.is_implied)
    if found.is_implied:
        return [rule]
    return [rule, *(Sentence(f"{side}'s plans", found.plans_for(side == "White"), found.squares) for side in SIDES)]


def file_letters(files: int) -> str:
    """Return a byte of files as eight signs, a letter for a file in it and a dot for one that is not: ``abc··fgh``."""
    return "".join(letter if files >> file & 1 else "·" for file, letter in enumerate("abcdefgh"))
