"""The steps of a formula as small boards: their places, their painting, and the view that scrolls them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import reduce
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from pawnviz.core.board.bitboard import square_names, to_hex
from pawnviz.core.formula.steps import Row, drawn_boards
from pawnviz.override import override
from pawnviz.view.board.small_boards import paint_mask
from pawnviz.view.widgets.theme import Theme, theme_of

SQUARE_EDGE: Final = 9  # The edge of a square of a small board in logical pixels, with the line beside it.
BOARD_EDGE: Final = 8 * SQUARE_EDGE + 1  # The edge of a small board in logical pixels.

MARGIN: Final = 10
GAP: Final = 6
_INDENT: Final = 18
_LABEL_LINES: Final = 2

Path = tuple[int, ...]
"""The numbers of the terms that lead from the first row to a term; a row's result has ``RESULT`` as its last number."""

RESULT: Final = -1

_STEPS: Final = {
    **{Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1},
    **{Qt.Key.Key_Home: -1 << 20, Qt.Key.Key_End: 1 << 20},
}


class StepBoard(NamedTuple):
    """A small board with its label, its place, and the operator in front of it.

    ``label_text`` is as much of ``text`` as fits ``label``. An ``expandable`` board is made of others, whose row
    ``is_open`` or not. ``white`` is the color whose mask it is, None for neither, as for constants.
    """

    path: Path
    rect: QRect
    label: QRect
    operator: str
    operator_rect: QRect
    text: str
    label_text: str
    mask: int
    white: bool | None
    expandable: bool
    is_open: bool

    @property
    def area(self) -> QRect:
        """The rectangle of the board with its label."""
        return self.rect.united(self.label)

    def contains(self, point: QPoint) -> bool:
        """Return whether a point is on the board, its label, or the sign that opens its row."""
        return self.rect.adjusted(-3, -5, 6, 3).contains(point) or self.label.contains(point)


@dataclass
class _StepsLayout:
    """The small boards and the headings, with their places, of a row and of the open rows below it; their height."""

    boards: list[StepBoard] = field(default_factory=list)
    headings: list[tuple[str, QRect]] = field(default_factory=list)
    height: int = 2 * MARGIN

    def board_at(self, point: QPoint) -> int | None:
        return next((number for number, board in enumerate(self.boards) if board.contains(point)), None)


class _StepsPlacer:
    """Places rows of small boards, with a cache of measured labels."""

    def __init__(self, metrics: QFontMetrics) -> None:
        self._metrics = metrics
        self._labels: dict[str, tuple[int, str]] = {}

    @property
    def line_height(self) -> int:
        return BOARD_EDGE + _LABEL_LINES * self._metrics.height()

    def place(self, row: Row | None, open_rows: Collection[Path], width: int) -> _StepsLayout:
        layout = _StepsLayout()
        if row is not None:
            bottom = self._place_row(layout, row, (), open_rows, width, MARGIN)
            # Below the last row there is a margin in place of the gap to another one.
            layout.height = bottom - 2 * GAP + 2 + MARGIN
        return layout

    def _place_row(
        self, layout: _StepsLayout, row: Row, path: Path, open_rows: Collection[Path], width: int, top: int
    ) -> int:
        metrics = self._metrics
        left = MARGIN + len(path) * _INDENT
        right = width - MARGIN
        if path:
            height = metrics.height() + 4
            layout.headings.append((row.text, QRect(left, top, max(40, right - left), height)))
            # The signs of boards that can be opened stand out above them.
            top += height + 3
        x = left
        last_edge = left
        for operator, text, mask, white, number in drawn_boards(row):
            place = (*path, RESULT if number is None else number)
            term = None if number is None else row.terms[number]
            sign_width = metrics.horizontalAdvance(operator) + 2 * GAP if operator else 0
            label_width, label_text = self._label(text)
            if x > left and x + sign_width + label_width > right:
                x = last_edge = left
                top += self.line_height + 2 * GAP
            x += sign_width
            board = QRect(x + (label_width - BOARD_EDGE) // 2, top, BOARD_EDGE, BOARD_EDGE)
            layout.boards.append(
                StepBoard(
                    path=place,
                    rect=board,
                    label=QRect(x, top + BOARD_EDGE + 2, label_width, _LABEL_LINES * metrics.height()),
                    operator=operator,
                    operator_rect=QRect(last_edge, top, board.left() - last_edge, BOARD_EDGE),
                    text=text,
                    label_text=label_text,
                    mask=mask,
                    white=white,
                    expandable=term is not None and term.has_row,
                    is_open=place in open_rows,
                )
            )
            last_edge = board.right()
            x += label_width
        top += self.line_height + 2 * GAP
        for number, term in enumerate(row.terms):
            below = term.row() if (*path, number) in open_rows else None
            if below is not None:
                top = self._place_row(layout, below, (*path, number), open_rows, width, top)
        return top

    def _label(self, text: str) -> tuple[int, str]:
        if text not in self._labels:
            metrics = self._metrics
            words = text.split()
            longest = max((metrics.horizontalAdvance(word) for word in words), default=0)
            half = metrics.horizontalAdvance(text) // _LABEL_LINES + longest // 2
            width = min(max(BOARD_EDGE, longest + 4, half), 2 * BOARD_EDGE)
            self._labels[text] = width, _fitted(text, width, metrics)
        return self._labels[text]


def _rows_below(row: Row) -> set[Path]:
    paths: set[Path] = set()
    seen: set[Row] = set()

    def collect(row: Row, path: Path) -> None:
        for number, term in enumerate(row.terms):
            below = term.row()
            if below is not None and below not in seen:
                seen.add(below)
                paths.add((*path, number))
                collect(below, (*path, number))

    collect(row, ())
    return paths


def _fitted(text: str, width: int, metrics: QFontMetrics) -> str:
    """Return a text in at most two lines of this width, elided if it does not fit."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or len(lines) == _LABEL_LINES or metrics.horizontalAdvance(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return "\n".join(metrics.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in lines)


def _paint_board(painter: QPainter, board: StepBoard, theme: Theme, *, framed: bool) -> None:
    if board.operator:
        painter.setPen(QColor(theme.text))
        painter.drawText(board.operator_rect, Qt.AlignmentFlag.AlignCenter, board.operator)
    painter.save()
    painter.translate(board.rect.topLeft())
    color = QColor(theme.muted_text) if board.white is None else theme.mark_color(board.white)
    paint_mask(painter, board.mask, color, theme, SQUARE_EDGE)
    painter.restore()
    if framed:
        painter.setPen(QColor(theme.cursor))
        painter.drawRect(board.rect.adjusted(-2, -2, 1, 1))
        painter.drawRect(board.rect.adjusted(-3, -3, 2, 2))
    painter.setPen(QColor(theme.text if board.path[-1] == RESULT or board.expandable else theme.muted_text))
    painter.drawText(board.label, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, board.label_text)


def _paint_sign(painter: QPainter, board: StepBoard, theme: Theme) -> None:
    sign = QRect(board.rect.right() - 10, board.rect.top() - 4, 15, 15)
    painter.fillRect(sign, QColor(theme.base))
    painter.setPen(QColor(theme.link))
    painter.drawRect(sign.adjusted(0, 0, -1, -1))
    middle = sign.center()
    painter.drawLine(middle.x() - 4, middle.y(), middle.x() + 4, middle.y())
    if not board.is_open:
        painter.drawLine(middle.x(), middle.y() - 4, middle.x(), middle.y() + 4)


class StepsView(QWidget):
    """Rows of small boards, placed as ``placed`` says; a click, Enter or Space opens the row of a board."""

    hover_changed = Signal()  # ``hovered_mask`` may have changed, or the visible boards.
    opened = Signal(QRect)  # A row was opened by mouse or key; carries its rectangle, heading included.

    def __init__(self) -> None:
        super().__init__(
            mouseTracking=True, focusPolicy=Qt.FocusPolicy.StrongFocus, accessibleName="Steps of the formula"
        )
        self._row: Row | None = None
        self._open: set[Path] = set()
        self._placer = _StepsPlacer(self.fontMetrics())
        self.placed = _StepsLayout()
        self._current = 0
        self._hovered: int | None = None

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
            self._open |= _rows_below(self._row)
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
        areas = [board.area for board in self.placed.boards if board.path[:-1] == path]
        area = reduce(QRect.united, areas, QRect())
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
            self._placer = _StepsPlacer(self.fontMetrics())
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

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), QColor(theme.base))
            for text, rect in self.placed.headings:
                painter.setPen(QColor(theme.border))
                painter.drawLine(rect.left(), rect.top() + 1, rect.right(), rect.top() + 1)
                painter.setPen(QColor(theme.muted_text))
                painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
            for number, board in enumerate(self.placed.boards):
                if board.area.united(board.operator_rect).intersects(event.rect()):
                    framed = number == self._hovered or (number == self._current and self.hasFocus())
                    _paint_board(painter, board, theme, framed=framed)
                    if board.expandable:
                        _paint_sign(painter, board, theme)

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
            self._follow_focus()

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
        text = ""  # Which hides the tool tip.
        if number is not None:
            board = self.placed.boards[number]
            more = "\nClick to see its own steps" if board.expandable and not board.is_open else ""
            text = f"{board.text}\n{to_hex(board.mask)}\n{square_names(board.mask) or 'no squares'}{more}"
        QToolTip.showText(event.globalPos(), text, self)
        return True

    # Keyboard

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, last = event.key(), len(self.placed.boards) - 1
        modifiers = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if last >= 0 and key in _STEPS and event.modifiers() in modifiers:
            self._current = min(last, max(0, self._current + _STEPS[Qt.Key(key)]))
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
