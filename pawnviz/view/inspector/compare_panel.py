"""The panel that compares a pinned position with the one on the board."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QPushButton, QSizePolicy, QStackedWidget, QTableView, QWidget

from pawnviz.core.board.bitboard import mask_of, popcount, square_names
from pawnviz.core.board.mask_reader import files_and_squares
from pawnviz.core.explain.pawn_words import change_sentence
from pawnviz.core.labels.order import heaviest_first, matters
from pawnviz.core.layers import Layer
from pawnviz.core.picture.changes import LayerChange, layer_changes
from pawnviz.core.words import count_text, plural
from pawnviz.model.document import Comparison
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.reading import signed_counts
from pawnviz.override import override, plain_override
from pawnviz.view.board.board import BoardView
from pawnviz.view.inspector.sentences import Sentence, SentenceList
from pawnviz.view.widgets.labels import ElidedLabel, ValueLabel, plain_label, plain_tip
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of
from pawnviz.view.widgets.page import FoldButton, Page
from pawnviz.view.widgets.rows import LEFT, RIGHT, side_table

Index = QModelIndex | QPersistentModelIndex

_ROOT: Final = QModelIndex()
_FEWEST_ROWS: Final = 3  # The least number of rows of the table.
_COLUMNS: Final = ("Layer", "White", "Black")


class ChangesModel(QAbstractTableModel):
    """Layers that differ between two positions: counts before and after, and squares gained and lost, for each side."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows: list[tuple[Layer, dict[bool, LayerChange]]] = []

    def show_changes(self, changes: tuple[LayerChange, ...]) -> None:
        """Show these changes; those of a layer for White and for Black are one row."""
        rows: dict[str, tuple[Layer, dict[bool, LayerChange]]] = {}
        for change in changes:
            rows.setdefault(change.layer.identifier, (change.layer, {}))[1][change.white] = change
        same = [layer.identifier for layer, _ in self._rows] == list(rows)
        if not same:
            self.beginResetModel()
        self._rows = list(rows.values())
        if not same:
            self.endResetModel()
        elif self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, 2))

    def identifier_at(self, row: int) -> str:
        """Return the identifier of a row's layer, empty where there is none."""
        return self._rows[row][0].identifier if 0 <= row < len(self._rows) else ""

    def changes_at(self, row: int) -> tuple[LayerChange, ...]:
        """Return White's and Black's change of a row's layer, without a side for which nothing changed."""
        if not 0 <= row < len(self._rows):
            return ()
        changes = self._rows[row][1]
        return tuple(changes[white] for white in (True, False) if white in changes)

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(_COLUMNS)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return _COLUMNS[section]
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return RIGHT if section else LEFT
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = index.row(), index.column()
        if not index.isValid() or row >= len(self._rows):
            return None
        layer, changes = self._rows[row]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if column else LEFT
        if column == 0:
            if role == Qt.ItemDataRole.DisplayRole:
                return layer.title
            return plain_tip(layer.definition) if role == Qt.ItemDataRole.ToolTipRole else None
        change = changes.get(column == 1)
        if change is None:
            if role == Qt.ItemDataRole.AccessibleTextRole:
                return "the same"
            if role == Qt.ItemDataRole.ForegroundRole:
                return QGuiApplication.palette().placeholderText()
            return "=" if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return signed_counts(change)
        before, after = change.counts
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{before} → {count_text(after, 'square')}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            gained, lost = popcount(change.gained), popcount(change.lost)
            return f"gained {gained}, lost {lost}, {before} before and {after} after"
        return None


def changes_table(model: ChangesModel) -> QTableView:
    """Return a plain table for the layers that differ."""
    table = side_table(model, "Layers that differ", "+64 −64  ")
    # As high as its rows, or where there is less room as high as that, so that nothing stands far below them.
    table.setSizeAdjustPolicy(QTableView.SizeAdjustPolicy.AdjustToContents)
    table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
    rows = _FEWEST_ROWS * table.verticalHeader().defaultSectionSize()
    table.setMinimumHeight(table.horizontalHeader().sizeHint().height() + rows)
    return table


_DETAIL_LINES: Final = 2  # The lines that are kept free for the squares of a layer.


class ComparePanel(Page):
    """A pinned position and the one on the board: what changed in a sentence, layers that differ, and their squares.

    Layers whose changes matter come first; the others are folded unless they are all there are. The board can show the
    other position in place of its own, and can mark what was gained and lost.
    """

    pin_wanted = Signal()  # Asks to pin the position on the board.

    def __init__(self, comparison: Comparison, layers: ShownLayers, board: BoardView) -> None:
        super().__init__("Comparison of two positions")
        self._comparison = comparison
        self._layers = layers
        self._board = board
        self._open = True
        self.pages = QStackedWidget()
        self.pages.addWidget(self._build_empty())
        self.pages.addWidget(self._build_content())
        self.column.addWidget(self.pages)
        comparison.changed.connect(self._follow)
        layers.changed.connect(self.mark_stale)
        self._mark_board()

    # The panel

    def _build_empty(self) -> QWidget:
        empty = QWidget()
        words = "Pin the position on the board, edit on, and see what each layer has gained and lost since."
        text = plain_label(words, muted=True, wrapped=True)
        self.first_pin_button = QPushButton("&Pin this position")
        self.first_pin_button.clicked.connect(self.pin_wanted)
        column_of(text, (self.first_pin_button, Qt.AlignmentFlag.AlignLeft), STRETCH, parent=empty, margins=0)
        return empty

    def _build_content(self) -> QWidget:
        self._pieces = ElidedLabel("Pieces")
        self.switch_button = QPushButton("Sho&w pinned")
        self.pin_button = QPushButton("&Pin")
        self.unpin_button = QPushButton("&Unpin")
        self.switch_button.clicked.connect(self._comparison.switch)
        self.pin_button.clicked.connect(self._comparison.pin)
        self.unpin_button.clicked.connect(self._comparison.unpin)
        self.pin_button.setToolTip("Pin the position on the board in place of the pinned one")
        self.unpin_button.setToolTip("Compare no longer; the board keeps its position")
        self.mark_box = QCheckBox("&Mark on board")
        self.mark_box.setToolTip("Frame what the shown layers have gained, strike what they have lost")
        self.mark_box.setChecked(True)
        self.mark_box.toggled.connect(self._mark_board)
        self.mark_box.toggled.connect(self.mark_stale)
        self.shown_box = QCheckBox("&Only shown layers")
        self.shown_box.setToolTip("List the shown layers alone")
        self.shown_box.toggled.connect(self.mark_stale)
        self._legend = plain_label("On the board: framed is gained, struck is lost.", muted=True)
        self._headline = SentenceList("")
        self._headline.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._verdict = plain_label(muted=True, wrapped=True)
        self.fold = FoldButton(
            "Further layers", "Layers that say little by themselves: spans, fills, attacks, variants"
        )
        self.fold.toggled.connect(self.mark_stale)
        self._model = ChangesModel(self)
        self.table = changes_table(self._model)
        self.table.selectionModel().currentRowChanged.connect(self._choose)
        self._squares = ValueLabel("What the layer gained and lost")
        self._squares.setWordWrap(True)
        self._squares.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._squares.setMinimumHeight(_DETAIL_LINES * self._squares.fontMetrics().lineSpacing())
        content = QWidget()
        for button in (buttons := (self.switch_button, self.pin_button, self.unpin_button)):
            button.setMinimumWidth(20)
        row = row_of(*((button, 1) for button in buttons), spacing=6)
        boxes = row_of(self.mark_box, self.shown_box, STRETCH, spacing=10)
        labels = (self._legend, self._verdict, self._pieces)
        parts = (self._headline, row, self.table, self.fold, self._squares, boxes, *labels, STRETCH)
        column_of(*parts, parent=content, margins=0, spacing=6)
        return content

    @Slot(bool)
    def set_open(self, is_open: bool) -> None:
        """Mark changes on the board only while the panel's dock is open."""
        self._open = is_open
        self._mark_board()

    def set_keys(self, switch: str, pin: str) -> None:
        """Name in the tool tips of the buttons the keys that do the same."""
        self.switch_button.setToolTip(f"Show the other position on the board, or come back ({switch})")
        self.pin_button.setToolTip(f"Pin the position on the board in place of the pinned one ({pin})")
        self.first_pin_button.setToolTip(f"Keep this position to compare with ({pin})")

    # Following

    @Slot()
    def _follow(self) -> None:
        self._mark_board()
        self.mark_stale()

    @Slot()
    def _mark_board(self) -> None:
        comparison = self._comparison
        marked = self._open and comparison.pinned is not None and self.mark_box.isChecked()
        since = comparison.other if comparison.is_switched else comparison.pinned
        self._board.pictures.set_compared(since if marked else None)

    @plain_override
    def refresh(self) -> None:
        comparison = self._comparison
        pinned = comparison.pinned
        self.pages.setCurrentIndex(0 if pinned is None else 1)
        if pinned is None:
            return
        other = comparison.other
        pairs = zip(pinned.pieces(), other.pieces(), strict=True)
        differing = mask_of(square for square, (piece, other_piece) in enumerate(pairs) if piece != other_piece)
        self._pieces.show_text(
            f"Pieces differ on {square_names(differing)}" if differing else "All pieces are the same"
        )
        self._verdict.setToolTip(f"<p>Pinned: {pinned.fen()}</p>")
        self.switch_button.setEnabled(comparison.can_switch)
        self.switch_button.setText("Sho&w edited" if comparison.is_switched else "Sho&w pinned")
        # The table compares as the marks do: with the position on the board as the later one.
        before, after = (other, pinned) if comparison.is_switched else (pinned, other)
        self._headline.show_sentences([Sentence("", change_sentence(before, after))])
        count = self._show_layers(layer_changes(before, after, self._compared_layers()))
        what = "shown layer" if self.shown_box.isChecked() else "layer"
        verb = plural(count, "differs", "differ")
        where = "; the pinned position is on the board" if comparison.is_switched else ""
        self._verdict.setText(f"{count or 'No'} {plural(count, what)} {verb}{where}")
        self._legend.setVisible(bool(count) and self.mark_box.isChecked())
        self.table.setVisible(bool(count))
        self._squares.setVisible(bool(count))
        self._show_squares()
        self.settle()

    def _show_layers(self, changes: tuple[LayerChange, ...]) -> int:
        """Show the layers that differ, those that matter first and alone unless unfolded; return their number."""
        ranked = heaviest_first(change.layer.identifier for change in changes)
        weighty = [identifier for identifier in ranked if matters(identifier)]
        further = len(ranked) - len(weighty)
        folds = bool(weighty and further) and not self.shown_box.isChecked()
        self.fold.setVisible(folds)
        self.fold.show_count(further)
        shown = weighty if folds and not self.fold.isChecked() else ranked
        places = {identifier: place for place, identifier in enumerate(shown)}
        wanted = [change for change in changes if change.layer.identifier in places]
        self._model.show_changes(tuple(sorted(wanted, key=lambda change: places[change.layer.identifier])))
        return len(ranked)

    def _compared_layers(self) -> list[tuple[Layer, bool, bool]]:
        if self.shown_box.isChecked():
            return [(entry.layer, entry.white, entry.black) for entry in self._layers.shown()]
        return [(self._layers.all[identifier], True, True) for identifier in self._layers.all]

    @Slot(QModelIndex, QModelIndex)
    def _choose(self, current: QModelIndex, previous: QModelIndex) -> None:
        identifier = self._model.identifier_at(current.row())
        if identifier in self._layers.all:  # A temporary layer may be gone since the table was made.
            self._layers.set_current(identifier)
        self._show_squares()

    def _show_squares(self) -> None:
        lines = []
        for change in self._model.changes_at(self.table.currentIndex().row()):
            side = "White" if change.white else "Black"
            before, after = change.counts
            lines.append(f"{side}: {before} → {count_text(after, 'square')}")
            for verb, mask in (("gained", change.gained), ("lost", change.lost)):
                if mask:
                    lines[-1] += f", {verb} {files_and_squares(mask)}"
        self._squares.show_text("\n".join(lines) or "Choose a layer to see its squares.")
