"""The panel that compares a pinned position with the one on the board: what each layer gained and lost."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from pawnviz.core.board.bitboard import mask_of, popcount, square_names
from pawnviz.core.layers import Layer
from pawnviz.core.picture.changes import LayerChange, layer_changes
from pawnviz.model.comparison import Comparison
from pawnviz.model.layers.layer_list import LayerListModel
from pawnviz.model.reading import signed_counts
from pawnviz.override import override
from pawnviz.view.board.board import BoardView
from pawnviz.view.widgets.labels import ElidedLabel, ValueLabel, plain_label
from pawnviz.view.widgets.page import Page
from pawnviz.view.widgets.side_table import side_table
from pawnviz.view.widgets.theme import LIGHT, Theme
from pawnviz.view.windows.errata_gallery import files_and_squares

Index = QModelIndex | QPersistentModelIndex

_ROOT: Final = QModelIndex()
_DETAIL_LINES: Final = 2
"""The lines that are kept free for the squares of a layer."""
_FEWEST_ROWS: Final = 3
"""The rows of the table that are seen in the lowest panel."""
_COLUMNS: Final = ("Layer", "White", "Black")


class ComparePanel(Page):
    """A pinned position and the one on the board: layers that differ, with counts, and the squares of one of them.

    The board can show the other position in place of its own, and can mark what was gained and lost.
    """

    pin_wanted = Signal()
    """The position on the board shall be pinned."""

    def __init__(self, comparison: Comparison, layers: LayerListModel, board: BoardView) -> None:
        """Follow a comparison; changes are marked and pointed out on a board."""
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
        layers.shown_changed.connect(self.mark_stale)
        layers.layers_changed.connect(self.mark_stale)
        self._mark_board()

    # The panel

    def _build_empty(self) -> QWidget:
        """Return what is seen while no position is pinned."""
        empty = QWidget()
        column = QVBoxLayout(empty)
        column.setContentsMargins(0, 0, 0, 0)
        text = plain_label(
            "Pin the position on the board, edit on, and see what each layer has gained and lost since.", muted=True
        )
        text.setWordWrap(True)
        self.first_pin_button = QPushButton("&Pin this position")
        self.first_pin_button.clicked.connect(self.pin_wanted)
        column.addWidget(text)
        column.addWidget(self.first_pin_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        return empty

    def _build_content(self) -> QWidget:
        """Return what is seen while a position is pinned."""
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
        self._key = plain_label("On the board: framed is gained, struck is lost.", muted=True)
        self._verdict = plain_label(bold=True)
        self._verdict.setWordWrap(True)
        self._model = ChangesModel(self)
        self.table = _table(self._model)
        self.table.selectionModel().currentRowChanged.connect(self._choose)
        self._squares = ValueLabel("What the layer gained and lost")
        self._squares.setWordWrap(True)
        self._squares.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._squares.setMinimumHeight(_DETAIL_LINES * self._squares.fontMetrics().lineSpacing())
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        buttons = QHBoxLayout()
        buttons.setSpacing(6)
        for button in (self.switch_button, self.pin_button, self.unpin_button):
            button.setMinimumWidth(20)
            buttons.addWidget(button, 1)
        column.addLayout(buttons)
        boxes = QHBoxLayout()
        boxes.setSpacing(10)
        boxes.addWidget(self.mark_box)
        boxes.addWidget(self.shown_box)
        boxes.addStretch(1)
        column.addLayout(boxes)
        column.addWidget(self._key)
        column.addWidget(self._verdict)
        column.addWidget(self._pieces)
        column.addWidget(self.table, 1)
        column.addWidget(self._squares)
        return content

    @Slot(bool)
    def set_open(self, is_open: bool) -> None:
        """Mark changes on the board only while the panel's dock is open."""
        self._open = is_open
        self._mark_board()

    def set_keys(self, switch: str, pin: str) -> None:
        """Name the keys of the window's commands that do the same as the buttons."""
        self.switch_button.setToolTip(f"Show the other position on the board, or come back ({switch})")
        self.pin_button.setToolTip(f"Pin the position on the board in place of the pinned one ({pin})")
        self.first_pin_button.setToolTip(f"Keep this position to compare with ({pin})")

    # Following

    @Slot()
    def _follow(self) -> None:
        """Mark the board at once, and read when the panel is seen."""
        self._mark_board()
        self.mark_stale()

    @Slot()
    def _mark_board(self) -> None:
        """Tell apart on the board what was gained and lost since the position that is not on it."""
        comparison = self._comparison
        marked = self._open and comparison.pinned is not None and self.mark_box.isChecked()
        since = comparison.other if comparison.is_switched else comparison.pinned
        self._board.set_compared(since if marked else None)

    def refresh(self) -> None:
        """Read what differs between the two positions."""
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
        # As the marks do, the table says what the position on the board has more and less.
        before, after = (other, pinned) if comparison.is_switched else (pinned, other)
        changes = layer_changes(before, after, self._compared_layers())
        self._model.show_changes(changes, self.theme)
        count = self._model.rowCount()
        what = "shown layer" if self.shown_box.isChecked() else "layer"
        verb = "differs" if count == 1 else "differ"
        where = "; the pinned position is on the board" if comparison.is_switched else ""
        self._verdict.setText(f"{count or 'No'} {what}{'' if count == 1 else 's'} {verb}{where}")
        self._key.setVisible(bool(count) and self.mark_box.isChecked())
        self.table.setVisible(bool(count))
        self._squares.setVisible(bool(count))
        self._show_squares()

    def _compared_layers(self) -> list[tuple[Layer, bool, bool]]:
        """Return the layers to compare, each for White and for Black where it is."""
        if self.shown_box.isChecked():
            return [(entry.layer, entry.white, entry.black) for entry in self._layers.shown()]
        return [(self._layers.layer(identifier), True, True) for identifier in self._layers.identifiers()]

    @Slot(QModelIndex, QModelIndex)
    def _choose(self, current: QModelIndex, previous: QModelIndex) -> None:
        """Look at the layer of a row and name its squares."""
        identifier = self._model.identifier_at(current.row())
        if identifier:
            self._layers.set_current(identifier)
        self._show_squares()

    def _show_squares(self) -> None:
        """Name what the layer of the current row gained and lost, with the numbers of squares before and after."""
        lines = []
        for change in self._model.changes_at(self.table.currentIndex().row()):
            side = "White" if change.white else "Black"
            before, after = change.counts
            lines.append(f"{side}: {before} → {after} squares")
            for verb, mask in (("gained", change.gained), ("lost", change.lost)):
                if mask:
                    lines[-1] += f", {verb} {files_and_squares(mask)}"
        self._squares.show_text("\n".join(lines) or "Choose a layer to see its squares.")


class ChangesModel(QAbstractTableModel):
    """Layers that differ between two positions: counts before and after, and squares gained and lost, for each side."""

    def __init__(self, parent: QWidget) -> None:
        """Hold no changes yet."""
        super().__init__(parent)
        self._rows: list[tuple[Layer, dict[bool, LayerChange]]] = []
        self._theme = LIGHT

    def show_changes(self, changes: tuple[LayerChange, ...], theme: Theme) -> None:
        """Show these changes, White's and Black's of one layer in one row."""
        rows: dict[str, tuple[Layer, dict[bool, LayerChange]]] = {}
        for change in changes:
            rows.setdefault(change.layer.identifier, (change.layer, {}))[1][change.white] = change
        same = [layer.identifier for layer, _ in self._rows] == list(rows)
        if not same:
            self.beginResetModel()
        self._rows, self._theme = list(rows.values()), theme
        if not same:
            self.endResetModel()
        elif self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, 2))

    def identifier_at(self, row: int) -> str:
        """Return the identifier of a row's layer, empty where there is none."""
        return self._rows[row][0].identifier if 0 <= row < len(self._rows) else ""

    def changes_at(self, row: int) -> tuple[LayerChange, ...]:
        """Return White's and Black's change of a row's layer, of those that there are."""
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
                return Qt.AlignmentFlag.AlignVCenter | (
                    Qt.AlignmentFlag.AlignRight if section else Qt.AlignmentFlag.AlignLeft
                )
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = index.row(), index.column()
        if not index.isValid() or row >= len(self._rows):
            return None
        layer, changes = self._rows[row]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignVCenter | (
                Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
            )
        if column == 0:
            if role == Qt.ItemDataRole.DisplayRole:
                return layer.title
            return layer.definition if role == Qt.ItemDataRole.ToolTipRole else None
        change = changes.get(column == 1)
        if change is None:
            if role == Qt.ItemDataRole.AccessibleTextRole:
                return "the same"
            if role == Qt.ItemDataRole.ForegroundRole:
                return QBrush(QColor(self._theme.muted_text))
            return "=" if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return signed_counts(change)
        before, after = change.counts
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{before} → {after} squares"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            gained, lost = popcount(change.gained), popcount(change.lost)
            return f"gained {gained}, lost {lost}, {before} before and {after} after"
        return None


def _table(model: ChangesModel) -> QTableView:
    """Return a plain table for the layers that differ."""
    table = side_table(model, "Layers that differ", "+64 −64  ")
    table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
    rows = _FEWEST_ROWS * table.verticalHeader().defaultSectionSize()
    table.setMinimumHeight(table.horizontalHeader().sizeHint().height() + rows)
    return table
