"""The moves that came next: a table with shares, results and scores, and the board after such a move.

Below a line that folds stand those that were played before, with which the question stayed true, and below another one
rare moves and captures by pieces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFontMetrics, QIcon, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from pawnviz.core.board.position import Position
from pawnviz.core.collections.answer import (
    INTERVAL_WORDS,
    goes_by_move,
    move_sentence,
    pawns_alone,
    position_after,
    share_text,
    verdict,
)
from pawnviz.core.collections.played_moves import MoveKind
from pawnviz.core.picture.picture import Arrow
from pawnviz.core.words import count_text
from pawnviz.override import override, plain_override
from pawnviz.view.board.small_boards import skeleton_icon
from pawnviz.view.board.state import Preview, WeightedMove
from pawnviz.view.explore.heading import paint_difference, paint_score
from pawnviz.view.widgets.labels import plain_tip
from pawnviz.view.widgets.page import with_folded
from pawnviz.view.widgets.rows import RowPreview, RowTable
from pawnviz.view.widgets.theme import theme_of

if TYPE_CHECKING:
    from pawnviz.core.collections.answer import NextMove
    from pawnviz.model.preferences import Preference, Preferences

Index = QModelIndex | QPersistentModelIndex

MOST_ARROWS: Final = 8  # The most moves that the board shows.
ICON: Final = 28  # The edge of a skeleton in a row.
_ROOT: Final = QModelIndex()
_HEADINGS: Final = (
    (
        "Next",
        "The pawn's move, or the capture of a pawn, that came next: the first after which the question holds no longer",
    ),
    ("Share", "The share of the games in which it came next"),
    ("Games", "The number of these games"),
    ("Results", "White's wins, draws and Black's wins"),
    (
        "worse | better",
        "White's score against the one that ratings let expect, with its interval across the line of no difference; a "
        "full dot where the difference is proved. " + INTERVAL_WORDS,
    ),
)
MEANTIME: Final = ("meantime", "In the meantime")  # The line above the moves with which the question stayed true.
RARE: Final = ("rare_moves", "Rare moves and captures by pieces")  # The line above those that are not among the first.
_RARE_SHARE: Final = 0.03
_FEWEST_FOLDED: Final = 2  # So few moves are not folded.
_MOST_FIRST: Final = 6  # The most moves above the line.
_MOVE, _SHARE, _GAMES, _RESULTS, _SCORE = range(len(_HEADINGS))
_PAINTED: Final = (_SHARE, _RESULTS, _SCORE)
_NARROW: Final = 36  # The width in letters below which the number of games is in the tool tip alone.
_PADDING: Final = 9  # The height of a row beyond that of a line.
_TEXTS: Final = {
    _MOVE: "piece xh8",
    _SHARE: "                    100 %",
    _GAMES: " 99,999",
    _SCORE: "worse | better",
}


class Fold(NamedTuple):
    """A line in the table that folds and unfolds the moves below it, and its name among the folded sections."""

    name: str
    title: str
    move_count: int
    is_open: bool

    @property
    def text(self) -> str:
        """The line's text."""
        return f"{'▾' if self.is_open else '▸'} {self.title} ({self.move_count})"


class NextMoveModel(QAbstractTableModel):
    """A row for each move, the most played first, and one for each line that folds."""

    def __init__(self, table: QTableView, flipped: Preference[bool]) -> None:
        super().__init__(table)
        self._table = table
        self._flipped = flipped
        self.rows: tuple[NextMove | Fold, ...] = ()

    def show_rows(self, rows: tuple[NextMove | Fold, ...]) -> None:
        """Replace the rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def row_at(self, index: Index) -> NextMove | Fold | None:
        """Return the move or the line of an index, None for neither."""
        return self.rows[index.row()] if index.isValid() and index.row() < len(self.rows) else None

    def move_at(self, index: Index) -> NextMove | None:
        """Return the move of an index, None for a line and where there is none."""
        row = self.row_at(index)
        return None if isinstance(row, Fold) else row

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
        move = self.row_at(index)
        if isinstance(move, Fold):
            is_text = index.column() == _MOVE and role == Qt.ItemDataRole.DisplayRole
            words = f"{move.title}, {count_text(move.move_count, 'move')}, {'open' if move.is_open else 'closed'}"
            is_read = index.column() == _MOVE and role == Qt.ItemDataRole.AccessibleTextRole
            return move.text if is_text else words if is_read else None
        if move is None:
            return None
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
    if column in (_RESULTS, _SCORE):
        return Qt.AlignmentFlag.AlignCenter
    side = Qt.AlignmentFlag.AlignRight if column == _GAMES else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _text(move: NextMove, column: int) -> str:
    if column == _MOVE:
        return move.move.text
    if column == _SHARE:
        return share_text(move.share)
    if column == _GAMES:
        return f"{move.score.games:,}"
    if column == _SCORE:
        return verdict(move.score)
    return f"{move.score.wins} / {move.score.draws} / {move.score.losses}"


class NextMoveTable(RowPreview["NextMove"], RowTable):
    """The moves that came next; the one under the pointer, else the current one with the focus, is shown.

    A click on a line, Enter or Space folds or unfolds the moves below it. The table is as high as its rows.
    """

    chosen = Signal()  # The board is to go on with the current move.
    clicked_once = Signal()  # The current row was clicked.

    def __init__(self, preferences: Preferences) -> None:
        super().__init__("Moves that came next", _PADDING)
        self._folded = preferences.folded_sections
        self._moves: tuple[NextMove, ...] = ()
        self._kept: tuple[NextMove, ...] = ()
        self._is_double = False  # Whether the last press was the second one of a double click.
        self.has_gone_on = False  # Whether the first click of a double click has gone on already.
        self.model_of_moves = NextMoveModel(self, preferences.flipped)
        preferences.flipped.changed.connect(self.viewport().update)
        self._folded.changed.connect(self._show_rows)
        self.setModel(self.model_of_moves)
        self.setAccessibleDescription("Arrow keys show a move on the board, Enter goes on to the pawns after it")
        self.setMouseTracking(True)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
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
        """Show these moves, and below a line those with which the question stayed true."""
        self._moves, self._kept = moves, kept
        self._show_rows()

    @Slot()
    def _show_rows(self) -> None:
        rows = _rows(self._moves, self._kept, self._folded.value)
        if rows == self.model_of_moves.rows:
            return
        self.forget_row()
        self.clearSpans()
        self.model_of_moves.show_rows(rows)
        for number, row in enumerate(rows):
            if isinstance(row, Fold):
                self.setSpan(number, 0, 1, len(_HEADINGS))
        self.fit_rows()
        self.follow()

    def _fold(self, index: Index) -> bool:
        """Fold or unfold the moves below a line; return whether an index is of one."""
        row = self.model_of_moves.row_at(index)
        if not isinstance(row, Fold):
            return False
        self._folded.value = with_folded(self._folded.value, row.name, folded=row.is_open)
        self.setCurrentIndex(self.model_of_moves.index(index.row(), 0))
        return True

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() not in keys or not self._fold(self.currentIndex()):
            super().keyPressEvent(event)

    @plain_override
    def row_at(self, index: Index) -> NextMove | None:
        return self.model_of_moves.move_at(index)

    @plain_override
    def choose_current(self) -> None:
        self.chosen.emit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what a narrow table has no room for."""
        super().resizeEvent(event)
        metrics = self.fontMetrics()
        is_narrow = self.width() < _NARROW * metrics.horizontalAdvance("nn")
        share = "        100 %" if is_narrow else _TEXTS[_SHARE]
        self.setColumnWidth(_SHARE, metrics.horizontalAdvance(share) + 14)
        self.setColumnHidden(_GAMES, is_narrow)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._is_double = self.has_gone_on = False
        super().mousePressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self._is_on_current(event) and self._fold(self.currentIndex()):
            return
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


def _rows(
    moves: tuple[NextMove, ...], kept: tuple[NextMove, ...], folded: tuple[str, ...]
) -> tuple[NextMove | Fold, ...]:
    """Return the rows: first common moves of pawns, those in the meantime and the others below a line each."""
    common = [move for move in moves if not _is_rare(move)] or list(moves)
    first = common[:_MOST_FIRST]
    others = tuple(move for move in moves if move not in first)
    if len(others) <= _FEWEST_FOLDED and not kept:
        return moves
    rows: list[NextMove | Fold] = list(first)
    for (name, title), below in ((MEANTIME, kept), (RARE, others)):
        if below:
            is_open = name not in folded
            rows += [Fold(name, title, len(below), is_open), *(below if is_open else ())]
    return tuple(rows)


def _is_rare(move: NextMove) -> bool:
    return move.score.games == 1 or move.share < _RARE_SHARE or move.move.kind is MoveKind.PIECE_CAPTURE


class _BarDelegate(QStyledItemDelegate):
    """Paints shares, results and scores as bars, and the other columns as texts."""

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
        if move is None or column not in _PAINTED:
            super().paint(painter, option, index)
            return
        theme = theme_of(self._table)
        # The background of a chosen row, without a text.
        blank = QStyleOptionViewItem(option)
        self._table.style().drawPrimitive(
            self._table.style().PrimitiveElement.PE_PanelItemViewItem, blank, painter, self._table
        )
        box = QRectF(option.rect).adjusted(4, 6, -4, -6)
        if column != _SHARE:
            paint = paint_score if column == _RESULTS else paint_difference
            paint(painter, box, move.score, theme)
            return
        text_width = painter.fontMetrics().horizontalAdvance("< 1 %") + 4
        bar = box.adjusted(0, 2, -text_width, -2)
        painter.fillRect(bar, QColor(theme.alternate_base))
        bar.setWidth(max(1.0, bar.width() * move.share))
        painter.fillRect(bar, theme.mark_color(move.move.white))
        painter.setPen(QColor(theme.text))
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, share_text(move.share))


def preview_of(position: Position, move: NextMove, *, fits: bool = True) -> Preview:
    """Return the preview of a move, as ``position_after``; pawns alone are compared with those before the move."""
    step = move.move
    arrows = (
        ()
        if step.origin == step.target
        else (Arrow(step.origin, step.target, step.white, is_push=step.kind is MoveKind.PUSH),)
    )
    before = None
    if not goes_by_move(position, move, fits=fits):
        before = pawns_alone(*move.former, white_to_move=step.white)
    return Preview(position_after(position, move, fits=fits), arrows=arrows, before=before)


def weighted_moves(position: Position, moves: tuple[NextMove, ...]) -> tuple[WeightedMove, ...]:
    """Return the first moves whose pawns are on the board, as heavy as they were often played."""
    most = max((move.share for move in moves), default=1.0) or 1.0
    return tuple(
        WeightedMove(step.origin, step.target, step.white, move.share / most, share_text(move.share))
        for move in moves[:MOST_ARROWS]
        for step in (move.move,)
        if position.piece_at(step.origin) == ("P" if step.white is not (step.kind is MoveKind.PIECE_CAPTURE) else "p")
    )
