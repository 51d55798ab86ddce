"""The moves that came next, as a table: share, games, delay, results, and the score against the expectation.

Below a heading stand those that were played before, with which the question stayed true, and below another one the rare
ones of the first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QIcon,
    QMouseEvent,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from pawnviz.core.collections.answer import INTERVAL_WORDS, difference_text, move_sentence, share_text
from pawnviz.core.words import count_text
from pawnviz.override import override, plain_override
from pawnviz.view.board.skeleton_picture import skeleton_icon
from pawnviz.view.explore.score_bar import paint_score
from pawnviz.view.widgets.markup import plain_tip
from pawnviz.view.widgets.row_preview import RowPreview
from pawnviz.view.widgets.row_table import RowTable
from pawnviz.view.widgets.theme import theme_of

if TYPE_CHECKING:
    from pawnviz.core.collections.answer import NextMove
    from pawnviz.model.preferences.preferences import Preference

Index = QModelIndex | QPersistentModelIndex

ICON: Final = 28  # The edge of a skeleton in a row.
_ROOT: Final = QModelIndex()
_HEADINGS: Final = (
    (
        "Next",
        "The pawn's move, or the capture of a pawn, that came next: the first after which the question holds no longer",
    ),
    ("Share", "The share of the games in which it came next"),
    ("Games", "The number of these games"),
    ("After", "The moves until it came, in the median"),
    ("Results", "White's wins, draws and Black's wins"),
    (
        "Score",
        "White's score minus the one that ratings let expect, in percentage points, ± half of its interval. "
        + INTERVAL_WORDS,
    ),
)
MEANTIME: Final = "In the meantime"  # The heading of the moves with which the question stayed true.
RARE: Final = "Rarely next"  # The heading of the moves that came next less often than in this share of the games.
_RARE_SHARE: Final = 0.02
_MOVE, _SHARE, _GAMES, _DELAY, _RESULTS, _SCORE = range(len(_HEADINGS))
_NUMBERS: Final = (_GAMES, _DELAY, _SCORE)
_NARROW: Final = 36  # The width in letters below which the number of games is in the tool tip alone.
_LEAST_BAR: Final = 56  # The width of the results below which the delay is there alone, too, in logical pixels.
_PADDING: Final = 9  # The height of a row beyond that of a line.
_TEXTS: Final = {
    _MOVE: "piece xh8",
    _SHARE: "                    100 %",
    _GAMES: " 99,999",
    _DELAY: "20 moves",
    _SCORE: "+10.5 ± 10.5",
}


class NextMoveModel(QAbstractTableModel):
    """A row for each move, the most played first, and one for each heading."""

    def __init__(self, table: QTableView, flipped: Preference[bool]) -> None:
        super().__init__(table)
        self._table = table
        self._flipped = flipped
        self.rows: tuple[NextMove | str, ...] = ()

    def show_rows(self, rows: tuple[NextMove | str, ...]) -> None:
        """Replace the rows, moves and the texts of headings."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def move_at(self, index: Index) -> NextMove | None:
        """Return the move of an index, None for a heading and where there is none."""
        row = self._row_at(index)
        return None if isinstance(row, str) else row

    def _row_at(self, index: Index) -> NextMove | str | None:
        return self.rows[index.row()] if index.isValid() and index.row() < len(self.rows) else None

    def _icon(self, move: NextMove) -> QIcon:
        """Return the skeleton of the commonest pawns after a move, with the squares that it changes."""
        theme, flipped = theme_of(self._table), self._flipped.value
        return skeleton_icon(move.white, move.black, theme, former=move.former, edge=ICON, flipped=flipped)

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(_HEADINGS)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return _HEADINGS[section][0]
            if role == Qt.ItemDataRole.ToolTipRole:
                return plain_tip(_HEADINGS[section][1])
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(section)
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        move = self.move_at(index)
        if move is None:
            is_text = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            return self._row_at(index) if is_text and index.column() == _MOVE else None
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(move, index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return move_sentence(move) if index.column() == _MOVE else _text(move, index.column())
        if role == Qt.ItemDataRole.DecorationRole and index.column() == _MOVE:
            return self._icon(move)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(f"{move_sentence(move)}.\nA click or Enter goes on to the pawns after it.")
        return None


def _alignment(column: int) -> Qt.AlignmentFlag:
    if column == _RESULTS:
        return Qt.AlignmentFlag.AlignCenter
    side = Qt.AlignmentFlag.AlignRight if column in _NUMBERS else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _text(move: NextMove, column: int) -> str:
    if column == _MOVE:
        return move.move.text
    if column == _SHARE:
        return share_text(move.share)
    if column == _GAMES:
        return f"{move.score.games:,}"
    if column == _DELAY:
        return count_text(round(move.median_delay), "move") if move.median_delay >= 1 else "at once"
    if column == _SCORE:
        return difference_text(move.score) or "unrated"
    return f"{move.score.wins} / {move.score.draws} / {move.score.losses}"


class NextMoveTable(RowPreview["NextMove"], RowTable):
    """The moves that came next; the one under the pointer, else the current one with the focus, is shown."""

    chosen = Signal()  # The board is to go on with the current move.
    clicked_once = Signal()  # The current row was clicked.

    def __init__(self, flipped: Preference[bool]) -> None:
        super().__init__("Moves that came next", _PADDING)
        self._is_double = False  # Whether the last press was the second one of a double click.
        self.has_gone_on = False  # Whether the first click of a double click has gone on already.
        self.model_of_moves = NextMoveModel(self, flipped)
        flipped.changed.connect(self.viewport().update)
        self.setModel(self.model_of_moves)
        self.setAccessibleDescription("Arrow keys show a move on the board, Enter goes on to the pawns after it")
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        metrics = self.fontMetrics()
        self.setIconSize(QSize(ICON, ICON))
        rows = self.verticalHeader()
        rows.setDefaultSectionSize(max(rows.defaultSectionSize(), ICON + 4))
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(_RESULTS, QHeaderView.ResizeMode.Stretch)
        bold = self.font()
        bold.setBold(True)
        for column, text in _TEXTS.items():
            width = metrics.horizontalAdvance(text)
            if column == _MOVE:
                width = QFontMetrics(bold).horizontalAdvance(text) + ICON + 6
            self.setColumnWidth(column, width + 14)
        self.setItemDelegate(_BarDelegate(self))
        self.selectionModel().currentChanged.connect(self.follow)

    def show_moves(self, moves: tuple[NextMove, ...], kept: tuple[NextMove, ...] = ()) -> None:
        """Show these moves, and below a heading those with which the question stayed true."""
        rows = _rows(moves, kept)
        if rows == self.model_of_moves.rows:
            return
        self.forget_row()
        self.clearSpans()
        self.model_of_moves.show_rows(rows)
        for number, row in enumerate(rows):
            if isinstance(row, str):
                self.setSpan(number, 0, 1, len(_HEADINGS))
        self.follow()

    @plain_override
    def row_at(self, index: Index) -> NextMove | None:
        return self.model_of_moves.move_at(index)

    @plain_override
    def choose_current(self) -> None:
        self.chosen.emit()

    @override
    def sizeHint(self) -> QSize:
        return QSize(480, 220)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what a narrow table has no room for."""
        super().resizeEvent(event)
        metrics = self.fontMetrics()
        is_narrow = self.width() < _NARROW * metrics.horizontalAdvance("nn")
        share = "        100 %" if is_narrow else _TEXTS[_SHARE]
        self.setColumnWidth(_SHARE, metrics.horizontalAdvance(share) + 14)
        self.setColumnHidden(_GAMES, is_narrow)
        self.setColumnHidden(_DELAY, False)
        others = (column for column in _TEXTS if not self.isColumnHidden(column))
        room = self.viewport().width() - sum(map(self.columnWidth, others))
        self.setColumnHidden(_DELAY, room < _LEAST_BAR)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._is_double = self.has_gone_on = False
        super().mousePressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if not self._is_double and self._is_on_current(event):
            self.clicked_once.emit()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        self._is_double = True
        if not self.has_gone_on and self._is_on_current(event):
            self.chosen.emit()

    def _is_on_current(self, event: QMouseEvent) -> bool:
        index = self.indexAt(event.position().toPoint())
        is_left = event.button() == Qt.MouseButton.LeftButton
        return is_left and index.isValid() and index.row() == self.currentIndex().row()


def _rows(moves: tuple[NextMove, ...], kept: tuple[NextMove, ...]) -> tuple[NextMove | str, ...]:
    """Return the rows: without moves in the meantime, nothing parts the rare ones from the others."""
    if not kept:
        return moves
    common = tuple(move for move in moves if move.share >= _RARE_SHARE)
    rare = moves[len(common) :]
    rows: tuple[NextMove | str, ...] = (*common, MEANTIME, *kept)
    return (*rows, RARE, *rare) if rare else rows


class _BarDelegate(QStyledItemDelegate):
    """Paints the shares and the results as bars, and the other columns as texts."""

    def __init__(self, table: NextMoveTable) -> None:
        super().__init__(table)
        self._table = table

    @override
    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if index.column() == _MOVE:
            option.font.setBold(self._table.model_of_moves.move_at(index) is not None)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        move = self._table.model_of_moves.move_at(index)
        column = index.column()
        if move is None or column not in (_SHARE, _RESULTS):
            super().paint(painter, option, index)
            return
        theme = theme_of(self._table)
        # The background of a chosen row, without a text.
        blank = QStyleOptionViewItem(option)
        self._table.style().drawPrimitive(
            self._table.style().PrimitiveElement.PE_PanelItemViewItem, blank, painter, self._table
        )
        box = QRectF(option.rect).adjusted(4, 6, -4, -6)
        if column == _RESULTS:
            paint_score(painter, box, move.score, theme)
            return
        text_width = painter.fontMetrics().horizontalAdvance("< 1 %") + 4
        bar = box.adjusted(0, 2, -text_width, -2)
        painter.fillRect(bar, QColor(theme.alternate_base))
        bar.setWidth(max(1.0, bar.width() * move.share))
        painter.fillRect(bar, theme.mark_color(move.move.white))
        painter.setPen(QColor(theme.text))
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, share_text(move.share))
