"""The step view: a formula as rows of small boards joined by operators, each row down to shifts and constants."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from pawnviz.core.board.bitboard import square_names, to_hex
from pawnviz.core.formula.steps import Row
from pawnviz.override import override
from pawnviz.view.formula.steps_layout import GAP, MARGIN, Path, StepsLayout, StepsPlacer, all_rows_below
from pawnviz.view.formula.steps_painting import paint_board, paint_heading, paint_sign
from pawnviz.view.widgets.theme import theme_of

_MODIFIERS: Final = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
"""The modifiers with which an arrow key goes to another board."""


class StepsView(QWidget):
    """Rows of small boards, placed as ``placed`` says; a click, Enter or Space opens the row of a board."""

    hover_changed = Signal()  # ``hovered_mask`` may have changed, or the visible boards.
    opened = Signal(QRect)  # A row was opened by mouse or key; carries its rectangle, heading included.

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: Row | None = None
        self._open: set[Path] = set()
        self._placer = StepsPlacer(self.fontMetrics())
        self.placed = StepsLayout()
        self._current = 0
        self._hovered: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Steps of the formula")

    @property
    def hovered_mask(self) -> int | None:
        """The mask of the board under the pointer, or without one of the current board, if the view has the focus."""
        number = self._current if self._hovered is None and self.hasFocus() else self._hovered
        boards = self.placed.boards
        return boards[number].mask if number is not None and number < len(boards) else None

    def set_row(self, row: Row | None, *, keep_open: bool) -> None:
        """Show a row; the same formula of another position keeps its open rows."""
        self._row = row
        if keep_open:
            self._place_boards()
        else:
            self.close_all()

    # Rows that are open

    def open_all(self) -> None:
        """Open every row, down to shifts and constants; a row that is met again stays closed."""
        if self._row is not None:
            self._open |= all_rows_below(self._row)
            self._place_boards()
            self._announce_opened(min(self._open, default=()))

    def close_all(self) -> None:
        """Close every row but the first."""
        self._open.clear()
        self._current = 0
        self._place_boards()

    def toggle(self, path: Path) -> None:
        """Open or close the row of a term."""
        if path in self._open:
            self._open = {other for other in self._open if other[: len(path)] != path}
        else:
            self._open.add(path)
        self._place_boards()
        self._announce_opened(path)

    def _announce_opened(self, path: Path) -> None:
        area = self.placed.row_area(path)
        if not area.isEmpty():
            self.opened.emit(area.adjusted(0, -self.fontMetrics().height() - MARGIN, 0, GAP))

    # Places

    def _place_boards(self) -> None:
        self.placed = self._placer.place(self._row, self._open, self.width())
        boards = self.placed.boards
        self._current = min(self._current, max(0, len(boards) - 1))
        self._hovered = None
        self.setMinimumHeight(self.placed.height)
        self.setAccessibleDescription(
            "; ".join(f"{board.operator} {board.text}".strip() for board in boards[:40]) or "no steps"
        )
        self.update()
        self.hover_changed.emit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self._place_boards()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._placer = StepsPlacer(self.fontMetrics())
            self._place_boards()

    @override
    def sizeHint(self) -> QSize:
        return QSize(480, self.row_height)

    @property
    def row_height(self) -> int:
        """The height of one line of boards with their labels and the margins around it."""
        return 2 * MARGIN + self._placer.line_height + 2

    @property
    def current_rect(self) -> QRect:
        """Where the current board stands, with its label."""
        return self.placed.boards[self._current].area if self.placed.boards else QRect()

    # Painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), QColor(theme.base))
            for heading in self.placed.headings:
                paint_heading(painter, heading, theme)
            for number, board in enumerate(self.placed.boards):
                if board.area.united(board.operator_rect).intersects(event.rect()):
                    framed = number == self._hovered or (number == self._current and self.hasFocus())
                    paint_board(painter, board, theme, framed=framed)
                    if board.expandable:
                        paint_sign(painter, board, theme)

    # Mouse

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.placed.board_at(event.position().toPoint()))

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
        super().leaveEvent(event)

    def _hover(self, number: int | None) -> None:
        if number != self._hovered:
            self._hovered = number
            hand = number is not None and self.placed.boards[number].expandable
            self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
            self.update()
            self.hover_changed.emit()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self.placed.board_at(event.position().toPoint())
        if number is not None and event.button() == Qt.MouseButton.LeftButton:
            self._current = number
            self._toggle_current()
            self.update()

    @override
    def event(self, event: QEvent) -> bool:
        if not isinstance(event, QHelpEvent):
            return super().event(event)
        number = self.placed.board_at(event.pos())
        if number is None:
            QToolTip.hideText()
        else:
            board = self.placed.boards[number]
            names = square_names(board.mask) or "no squares"
            more = "\nClick to see its own steps" if board.expandable and not board.is_open else ""
            QToolTip.showText(event.globalPos(), f"{board.text}\n{to_hex(board.mask)}\n{names}{more}", self)
        return True

    # Keyboard

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        last = len(self.placed.boards) - 1
        places = {
            Qt.Key.Key_Right: self._current + 1,
            Qt.Key.Key_Down: self._current + 1,
            Qt.Key.Key_Left: self._current - 1,
            Qt.Key.Key_Up: self._current - 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if last >= 0 and key in places and event.modifiers() in _MODIFIERS:
            self._current = min(last, max(0, places[Qt.Key(key)]))
            self._hovered = None
            self._follow_focus()
        elif last >= 0 and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._toggle_current()
        else:
            super().keyPressEvent(event)

    def _toggle_current(self) -> None:
        board = self.placed.boards[self._current]
        if board.expandable:
            self.toggle(board.path)

    def _follow_focus(self) -> None:
        self.update()
        self.hover_changed.emit()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._follow_focus()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._follow_focus()
