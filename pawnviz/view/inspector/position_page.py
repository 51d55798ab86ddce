"""The page of the position: its structure, the wishes of each side, their pawns, and who wins a pawn ending."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QGridLayout, QWidget

from pawnviz.core.explain.summary import SideSummary, Summary, summary_of
from pawnviz.core.layers import NUMBERS, Number
from pawnviz.core.structures import FoundStructure
from pawnviz.core.words import capitalized, escaped, shortened
from pawnviz.model.document import Document
from pawnviz.model.endings import PawnEnding, Tables
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences import Preferences
from pawnviz.override import plain_override
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.skeleton_picture import SkeletonLabel
from pawnviz.view.inspector.ending_section import EndingSection
from pawnviz.view.inspector.sentence_list import SentenceList
from pawnviz.view.inspector.sentences import Sentence
from pawnviz.view.inspector.tables_section import TablesSection
from pawnviz.view.layers.presets import PresetBar
from pawnviz.view.widgets.copy_button import CopyButton
from pawnviz.view.widgets.fold import FoldButton
from pawnviz.view.widgets.fonts import scaled_font
from pawnviz.view.widgets.labels import ValueLabel, plain_label, section_title
from pawnviz.view.widgets.layouts import column_of, row_of
from pawnviz.view.widgets.page import Page
from pawnviz.view.widgets.theme import theme_of

if TYPE_CHECKING:  # Only a program with an engine or games imports these.
    from pawnviz.core.collections.question import StructurePart
    from pawnviz.model.collections.explorer import StructureCount
    from pawnviz.model.engine.engine import Analysis

_NAMES: Final = ("White", "Black")
_GUIDE: Final = (
    "Point at a sentence, and the board shows its squares. Click a pawn to read what it is, why, and why not."
)
_STRUCTURES: Final = "Named pawn structures that the position has by an exact rule; none is guessed."


class PositionPage(Page):
    """The position in words: structure, one sentence, each side's plans and pawns; rules and numbers fold away.

    The squares of a sentence are shown on the board under the pointer or the keyboard.
    """

    message = Signal(str)  # A sentence on a copied text.
    layers_wanted = Signal()  # The page of all layers is wanted.
    games_wanted = Signal(object)  # The games with a structure are wanted; carries the part of the question.

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView) -> None:
        super().__init__("Position")
        self._document = document
        self._board = board
        self.tables = Tables(document, board.preferences.tables_folder, self)
        self._tables = TablesSection(document, self.tables)
        self._pawn_ending = PawnEnding(document, self)
        self._ending = EndingSection(self._pawn_ending)
        self._title = plain_label(scale=1.5, bold=True, wrapped=True)
        self._title.setToolTip(f"<p>{_STRUCTURES}</p>")
        self._copy = CopyButton("summary in words")
        self._skeleton = SkeletonLabel(board.preferences.flipped)
        self._headlines = SentenceList("")
        self._count: StructureCount | None = None
        self._counted: StructurePart | None = None  # The structure whose games are counted.
        self.games_link = plain_label(wrapped=True)
        self._wants = SentenceList(""), SentenceList("")
        self._sides = SentenceList(""), SentenceList("")
        self._captions = tuple(section_title(f"{name} wants") for name in _NAMES)
        self.rule_button = FoldButton("Rule, and labels that no pawn has", "How the structure is recognized")
        self._rules = SentenceList("")
        self.guide = plain_label(_GUIDE, muted=True, wrapped=True)
        self._presets = PresetBar(layers, self, all_layers=True)
        for sentences in (self._headlines, *self._wants):
            sentences.setFont(scaled_font(sentences.font(), 1.1))
        self._lay_out()
        self._connect(board.preferences)

    def _lay_out(self) -> None:
        column = self.column
        column.addWidget(self._presets)
        for part in (self._tables, self._ending, self._rules, self.games_link):
            part.hide()
        self.games_link.setTextFormat(Qt.TextFormat.RichText)
        self.games_link.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.games_link.setToolTip("Ask for these games in Explore")
        column.addWidget(self._tables)
        column.addWidget(self._ending)
        column.addSpacing(4)
        column.addLayout(row_of(self._skeleton, (self._title, 1), (self._copy, Qt.AlignmentFlag.AlignTop), spacing=8))
        column.addWidget(self._headlines)
        column.addWidget(self.games_link)
        for caption, wants in zip(self._captions, self._wants, strict=True):
            column.addWidget(caption)
            column.addWidget(wants)
        for name, sentences in zip(_NAMES, self._sides, strict=True):
            column.addWidget(section_title(f"{name}'s pawns"))
            column.addWidget(sentences)
        column.addWidget(self.rule_button)
        column.addWidget(self._rules)
        self._add_numbers()
        column.addWidget(self.guide)
        column.addStretch(1)

    def _connect(self, preferences: Preferences) -> None:
        self._copy.copied.connect(self.message)
        self._presets.layers_wanted.connect(self.layers_wanted)
        for sentences in self._lists():
            sentences.hovered.connect(self._show_named)
        self.rule_button.toggled.connect(self._unfold_rules)
        self.games_link.linkActivated.connect(self._want_games)
        for change in (
            *(self._document.position_changed, self._pawn_ending.changed, self._ending.engine_changed),
            *(self.tables.changed, preferences.for_programmers.changed, preferences.shows_guide.changed),
        ):
            change.connect(self.mark_stale)
        self._document.position_changed.connect(self._show_verdict)

    def set_analysis(self, analysis: Analysis) -> None:
        """Show the evaluation of an analysis's engine beside a pawn ending that is not decided."""
        self._ending.set_analysis(analysis)

    def set_count(self, count: StructureCount) -> None:
        """Show how many games of the open file have the structure, with White's score, by a count."""
        self._count = count
        count.changed.connect(self.mark_stale)
        self.mark_stale()

    def _show_count(self, structures: Sequence[FoundStructure]) -> None:
        """Show the number of games with the structure that leads, a link to them; nothing without an indexed file."""
        name = self._count.file_name if self._count is not None else ""
        self._counted, text = None, ""
        if self._count is not None and name and structures:
            from pawnviz.core.collections.answer import games_text, share_text
            from pawnviz.core.collections.question import StructurePart

            leading = structures[0]
            self._counted = StructurePart(leading.structure.identifier, leading.color)
            score, name = self._count.ask(self._counted), escaped(shortened(name))
            if score is None:
                text = f"Counting the games in {name}"
            elif not score.games:
                text = f"No game in {name} has this structure"
            else:
                scores = "" if score.score is None else f" · White scores {share_text(score.score)}"
                text = f'<a href="explore">{games_text(score.games)} in {name}{scores} → Explore</a>'
        self.games_link.setText(text)
        self.set_part_visible(self.games_link, bool(text))

    @Slot()
    def _want_games(self) -> None:
        if self._counted is not None:
            self.games_wanted.emit(self._counted)

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
    def _unfold_rules(self, is_open: bool) -> None:
        self.set_part_visible(self._rules, is_open)

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
        first = summary.first
        # The title names the structure, and its plans stand below.
        is_more = first is not None and bool(first.further)
        self._headlines.show_sentences([Sentence("", f"{first.further}.", first.squares)] if first and is_more else [])
        self._headlines.setVisible(is_more)
        self._show_count(summary.structures)
        theme = theme_of(self)
        for name, caption, wants in zip(_NAMES, self._captions, self._wants, strict=True):
            plans = list(_plan_sentences(summary.structures, name))
            wants.show_sentences(plans)
            color = caption.palette()
            color.setColor(QPalette.ColorRole.WindowText, theme.mark_color(name == "White"))
            caption.setPalette(color)
            caption.setVisible(bool(plans))
            wants.setVisible(bool(plans))
        for sentences, side_summary in zip(self._sides, summary.sides, strict=True):
            sentences.show_sentences(list(_side_sentences(side_summary)))
        self._rules.show_sentences(list(_rule_sentences(summary)))
        is_programmer = self._board.preferences.for_programmers.value
        self.numbers_button.setVisible(is_programmer)
        self._numbers.setVisible(is_programmer and self.numbers_button.isChecked())
        self.guide.setVisible(self._board.preferences.shows_guide.value)
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
        found = (self._headlines, *self._wants, *self._sides, self._rules)
        return (*found, self._ending.sentences, self._tables.sentences)

    @Slot(object)
    def _show_named(self, named: object) -> None:
        self._board.state.set_spotlight(named if isinstance(named, int) else None)


def _plan_sentences(structures: Sequence[FoundStructure], name: str) -> Iterator[Sentence]:
    """Yield the plans of a color, each a line of its own."""
    for structure in structures:
        for plan in dict(structure.plans).get(name, ()):
            yield Sentence("", f"\N{BULLET} {plan}", structure.squares)


def _side_sentences(side: SideSummary) -> Iterator[Sentence]:
    yield Sentence("", capitalized(side.sentence), side.named)
    for feature in side.features:
        if feature.squares:
            yield Sentence(feature.caption, feature.text, feature.squares, feature.meaning)


def _rule_sentences(summary: Summary) -> Iterator[Sentence]:
    for structure in summary.structures:
        yield Sentence(structure.heading, structure.rule, structure.squares)
    for side in summary.sides:
        if side.missing:
            yield Sentence(f"{side.name} has none of", side.missing, muted=True)


def file_letters(files: int) -> str:
    """Return a byte of files as eight signs, a letter for a file in it and a dot for any other: ``abc··fgh``."""
    return "".join(letter if files >> file & 1 else "·" for file, letter in enumerate("abcdefgh"))
