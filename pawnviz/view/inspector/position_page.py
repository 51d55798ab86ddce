"""The inspector's page of the position: its structure, both sides in words, who wins a pawn ending, and numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QGridLayout, QWidget

from pawnviz.core.explain.summary import SideSummary, Summary, summary_of
from pawnviz.core.layers import NUMBERS, Number
from pawnviz.core.structures import FoundStructure
from pawnviz.model.document import Document
from pawnviz.model.ending import PawnEnding
from pawnviz.model.tables.tables import Tables
from pawnviz.override import plain_override
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.skeleton_label import SkeletonLabel
from pawnviz.view.inspector.ending_section import EndingSection
from pawnviz.view.inspector.sentence_list import SentenceList
from pawnviz.view.inspector.sentences import Sentence
from pawnviz.view.inspector.tables_section import TablesSection
from pawnviz.view.widgets.copy_button import CopyButton
from pawnviz.view.widgets.fold import FoldButton
from pawnviz.view.widgets.labels import ValueLabel, plain_label, section_title
from pawnviz.view.widgets.layouts import column_of, row_of
from pawnviz.view.widgets.page import Page

if TYPE_CHECKING:  # Only a program with an engine imports it.
    from pawnviz.model.engine.analysis import Analysis

_STRUCTURES: Final = "Named pawn structures that the position has by an exact rule; none is guessed."


class PositionPage(Page):
    """The position in words: structures, and islands, passers and weaknesses of each side, with all numbers below.

    The squares of a sentence are shown on the board under the pointer or the keyboard.
    """

    message = Signal(str)  # A sentence on a copied text.

    def __init__(self, document: Document, board: BoardView) -> None:
        super().__init__("Position")
        self._document = document
        self._board = board
        self.tables = Tables(document, board.preferences.tables_folder, self)
        self._tables = TablesSection(document, self.tables)
        self._tables.hide()
        self.column.addWidget(self._tables)
        ending = PawnEnding(document, self)
        self._pawn_ending = ending
        self._ending = EndingSection(ending)
        self._ending.hide()
        self.column.addWidget(self._ending)
        self._title = plain_label(scale=1.25, bold=True, wrapped=True)
        self._title.setToolTip(f"<p>{_STRUCTURES}</p>")
        self._copy = CopyButton("summary in words")
        self._copy.copied.connect(self.message)
        self._skeleton = SkeletonLabel(board.preferences.flipped)
        self.column.addLayout(
            row_of(self._skeleton, (self._title, 1), (self._copy, Qt.AlignmentFlag.AlignTop), spacing=8)
        )
        self._headlines = SentenceList("")
        self._structures = SentenceList("")
        self._sides = SentenceList(""), SentenceList("")
        self.column.addWidget(self._headlines)
        self.column.addWidget(self._structures)
        for name, sentences in zip(("White", "Black"), self._sides, strict=True):
            self.column.addWidget(section_title(name))
            self.column.addWidget(sentences)
        for sentences in (
            self._headlines,
            self._structures,
            *self._sides,
            self._ending.sentences,
            self._tables.sentences,
        ):
            sentences.hovered.connect(self._show_named)
        self._add_numbers()
        self.column.addStretch(1)
        document.position_changed.connect(self.mark_stale)
        document.position_changed.connect(self._show_verdict)
        ending.changed.connect(self.mark_stale)
        self._ending.engine_changed.connect(self.mark_stale)
        self.tables.changed.connect(self.mark_stale)

    def set_analysis(self, analysis: Analysis) -> None:
        """Show the evaluation of an analysis's engine beside a pawn ending that is not decided."""
        self._ending.set_analysis(analysis)

    def _add_numbers(self) -> None:
        self.numbers_button = FoldButton("Numbers", "Counts of both sides, with their meanings")
        self.column.addWidget(self.numbers_button)
        self._numbers = QWidget()
        self._numbers.hide()
        self.numbers_button.toggled.connect(self._unfold_numbers)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(0, 1)
        for column, side in enumerate(("White", "Black"), 1):
            grid.addWidget(section_title(side), 0, column, Qt.AlignmentFlag.AlignRight)
        self._values: list[tuple[Number, list[ValueLabel]]] = []
        for row, number in enumerate(NUMBERS.values(), 1):
            title = plain_label(number.title)
            title.setToolTip(number.definition)
            grid.addWidget(title, row, 0, Qt.AlignmentFlag.AlignTop)
            values = [ValueLabel(f"{number.title} of {side}", fixed=bool(number.bits)) for side in ("White", "Black")]
            for column, value in enumerate(values, 1):
                value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
                grid.addWidget(value, row, column)
            self._values.append((number, values))
        meanings = [
            plain_label(f"{number.title}: {number.definition}", muted=True, wrapped=True) for number in NUMBERS.values()
        ]
        column_of(grid, *meanings, parent=self._numbers, margins=(0, 0, 0, 4), spacing=4)
        self.column.addWidget(self._numbers)

    @Slot(bool)
    def _unfold_numbers(self, is_open: bool) -> None:
        self.set_part_visible(self._numbers, is_open)

    @plain_override
    def refresh(self) -> None:
        position = self._document.position
        for number, labels in self._values:
            for side, label in zip(position.sides(), labels, strict=True):
                value = number(side)
                files = f"\n{file_letters(value)}" if number.bits == 8 else ""
                label.show_text(number.text(value) + files)
        before = self._texts()
        has_ending = self._ending.refresh()
        has_tables = self._tables.refresh()
        summary = self._summary()
        self._title.setText(summary.structure)
        self._skeleton.show_pawns(position.pawns & position.white, position.pawns & position.black)
        role = QPalette.ColorRole.WindowText if summary.structures else QPalette.ColorRole.PlaceholderText
        self._title.setForegroundRole(role)
        self._copy.offer(summary.text, "the position")
        self._headlines.show_sentences(
            [
                *([Sentence("", f"{first.text}.", first.squares)] if (first := summary.first) else []),
                *(Sentence(side.name, side.sentence, side.named) for side in summary.sides),
            ]
        )
        self._structures.show_sentences(list(_structure_sentences(summary.structures)))
        for sentences, side_summary in zip(self._sides, summary.sides, strict=True):
            sentences.show_sentences(list(_side_sentences(side_summary)))
        self.set_part_visible(self._tables, has_tables)
        self.set_part_visible(self._ending, has_ending)
        if self._texts() != before:
            self.settle()

    @Slot()
    def _show_verdict(self) -> None:
        """Scroll to the top for a pawn ending, whose verdict stands there."""
        position = self._document.position
        if position.pawns and position.white | position.black == position.pawns | position.kings:
            self.verticalScrollBar().setValue(0)

    @Slot()
    def copy_summary(self) -> None:
        """Put the position in words on the clipboard, with the known outcome of a pawn ending."""
        QGuiApplication.clipboard().setText(self._summary().text)
        self.message.emit("Copied the position in words")

    def _summary(self) -> Summary:
        """Return the position in words, with the known outcome of a pawn ending."""
        ending = self._pawn_ending.ending
        outcome = ending.outcome if ending is not None and ending.is_decided else None
        return summary_of(self._document.position, outcome, self._pawn_ending.facts)

    def _texts(self) -> tuple[object, ...]:
        return self._title.text(), *(sentences.texts for sentences in self._lists())

    def _lists(self) -> tuple[SentenceList, ...]:
        return (self._headlines, self._structures, *self._sides, self._ending.sentences, self._tables.sentences)

    @Slot(object)
    def _show_named(self, named: object) -> None:
        self._board.state.set_spotlight(named if isinstance(named, int) else None)


def _structure_sentences(structures: Sequence[FoundStructure]) -> Iterator[Sentence]:
    """Yield each side's plans in each structure, and the rule, with the structure's name where there are several."""
    for structure in structures:
        if len(structures) > 1:
            yield Sentence(structure.heading, structure.rule, structure.squares)
        for name, plans in structure.plans:
            yield Sentence(f"{name}'s plans", plans, structure.squares)
        if len(structures) == 1:
            yield Sentence("Rule", structure.rule, structure.squares, muted=True)


def _side_sentences(side: SideSummary) -> Iterator[Sentence]:
    for feature in side.features:
        if feature.squares:
            yield Sentence(feature.caption, feature.text, feature.squares, feature.meaning)
    if side.missing:
        yield Sentence("None", side.missing, muted=True)


def file_letters(files: int) -> str:
    """Return a byte of files as eight signs, a letter for a file in it and a dot for any other: ``abc··fgh``."""
    return "".join(letter if files >> file & 1 else "·" for file, letter in enumerate("abcdefgh"))
