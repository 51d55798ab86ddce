"""The step view: a formula as rows of small boards joined by operators, each row down to shifts and constants."""

from __future__ import annotations

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
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from pawnviz.core.board.bitboard import square_names, squares, to_hex
from pawnviz.core.formula.steps import Row, Term, cells
from pawnviz.override import override
from pawnviz.view.widgets.theme import LIGHT, Theme

CELL: Final = 9
"""The edge of a square of a small board in logical pixels, with the line beside it."""
BOARD: Final = 8 * CELL + 1

_MARGIN: Final = 10
_INDENT: Final = 18
_GAP: Final = 6
_LABEL_LINES: Final = 2

Path = tuple[int, ...]
"""The numbers of the terms that lead from the first row to a term; a row's result has -1 as its last number."""

RESULT: Final = -1


class Box(NamedTuple):
    """A small board of the view: where it stands, what it shows, and the operator in front of it.

    ``label_text`` is as much of ``text`` as its label holds.
    """

    path: Path
    rect: QRect
    label: QRect
    operator: str
    operator_rect: QRect
    text: str
    label_text: str
    mask: int
    expandable: bool
    is_constant: bool


class Heading(NamedTuple):
    """The name of a row below the first one, with the line that ties it to the rows below it."""

    text: str
    rect: QRect


class StepsView(QWidget):
    """Rows of small boards; a board made of others opens its own row at a click, Enter or Space.

    ``hover_changed`` tells that ``hovered_mask``, the mask under the pointer or the keyboard cursor, is another one.
    """

    hover_changed = Signal()
    opened = Signal(QRect)
    """A row was opened by hand; carries where it stands with its heading."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        self._row: Row | None = None
        self._white = True
        self._open: set[Path] = set()
        self._boxes: list[Box] = []
        self._headings: list[Heading] = []
        self._current = 0
        self._hovered: int | None = None
        self._theme = LIGHT
        self._empty_board = QPixmap()
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Steps of the formula")

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The small boards from the first row down, as they stand."""
        return tuple(self._boxes)

    @property
    def hovered_mask(self) -> int | None:
        """The mask that is looked at now, or None."""
        index = self._hovered if self._hovered is not None else (self._current if self.hasFocus() else None)
        return self._boxes[index].mask if index is not None and index < len(self._boxes) else None

    def set_theme(self, theme: Theme) -> None:
        """Draw in a theme's colors."""
        self._theme = theme
        self._empty_board = QPixmap()
        self.update()

    def set_row(self, row: Row | None, white: bool, *, keep_open: bool) -> None:
        """Show a row of White's or Black's; the same formula of another position keeps its open rows."""
        self._row = row
        self._white = white
        if not keep_open:
            self._open.clear()
            self._current = 0
        self._lay_out()

    @property
    def can_open(self) -> bool:
        """Whether a board that is seen is made of others that are not."""
        return any(box.expandable and box.path not in self._open for box in self._boxes)

    @property
    def can_close(self) -> bool:
        """Whether a row below the first one is open."""
        return bool(self._headings)

    def open_all(self) -> None:
        """Open every row, down to shifts and constants; a row that is met again stays closed."""
        if self._row is not None:
            seen: set[Row] = set()
            self._open_below(self._row, (), seen)
            self._lay_out()
            self._tell_opened(min(self._open, default=()))

    def close_all(self) -> None:
        """Close every row but the first."""
        self._open.clear()
        self._current = 0
        self._lay_out()

    def toggle(self, path: Path) -> None:
        """Open or close the row of a term."""
        if path in self._open:
            self._open = {other for other in self._open if other[: len(path)] != path}
        else:
            self._open.add(path)
        self._lay_out()
        self._tell_opened(path)

    def _tell_opened(self, path: Path) -> None:
        """Tell where the row of a term stands, if it is open."""
        boxes = [box for box in self._boxes if box.path[:-1] == path]
        if path in self._open and boxes:
            area = boxes[0].rect.united(boxes[-1].label)
            self.opened.emit(area.adjusted(0, -self.fontMetrics().height() - _MARGIN, 0, _GAP))

    def _open_below(self, row: Row, path: Path, seen: set[Row]) -> None:
        for index, term in enumerate(row.terms):
            below = term.row()
            if below is not None and below not in seen:
                seen.add(below)
                self._open.add((*path, index))
                self._open_below(below, (*path, index), seen)

    # Layout

    def _lay_out(self) -> None:
        """Place the boards for the present width and open rows."""
        self._boxes = []
        self._headings = []
        top = _MARGIN
        if self._row is not None:
            top = self._place_row(self._row, (), 0, top)
        self._current = min(self._current, max(0, len(self._boxes) - 1))
        self._hovered = None
        # Below the last row there is a margin in place of the gap to another one.
        self.setMinimumHeight(max(top - 2 * _GAP + 2, _MARGIN) + _MARGIN)
        self.setAccessibleDescription(
            "; ".join(f"{box.operator} {box.text}".strip() for box in self._boxes[:40]) or "no steps"
        )
        self.updateGeometry()
        self.update()
        self.hover_changed.emit()

    def _place_row(self, row: Row, path: Path, depth: int, top: int) -> int:
        """Place a row and the open rows below it, and return where the next one begins."""
        metrics = self.fontMetrics()
        left = _MARGIN + depth * _INDENT
        if path:
            height = metrics.height() + 4
            self._headings.append(Heading(row.text, QRect(left, top, max(40, self.width() - left - _MARGIN), height)))
            # The signs of boards that can be opened stand out above them.
            top += height + 3
        x = left
        last_edge = left
        line_height = BOARD + _LABEL_LINES * metrics.height() + 2 * _GAP
        for operator, text, mask, number in cells(row):
            term = None if number is None else row.terms[number]
            expandable = term is not None and term.has_row
            constant = term is not None and _is_constant(term)
            place = (*path, RESULT if number is None else number)
            sign_width = metrics.horizontalAdvance(operator) + 2 * _GAP if operator else 0
            width = self._label_width(text, metrics)
            if x > left and x + sign_width + width > self.width() - _MARGIN:
                x = last_edge = left
                top += line_height
            x += sign_width
            board = QRect(x + (width - BOARD) // 2, top, BOARD, BOARD)
            sign_rect = QRect(last_edge, top, board.left() - last_edge, BOARD)
            last_edge = board.right()
            label = QRect(x, top + BOARD + 2, width, _LABEL_LINES * metrics.height())
            fitting = fitted(text, width, metrics)
            self._boxes.append(Box(place, board, label, operator, sign_rect, text, fitting, mask, expandable, constant))
            x += width
        top += line_height
        for index, term in enumerate(row.terms):
            if (*path, index) in self._open:
                below = term.row()
                if below is not None:
                    top = self._place_row(below, (*path, index), depth + 1, top)
        return top

    @staticmethod
    def _label_width(text: str, metrics: QFontMetrics) -> int:
        """Return the width of a board with its label on at most two lines."""
        words = text.split()
        longest = max((metrics.horizontalAdvance(word) for word in words), default=0)
        half = metrics.horizontalAdvance(text) // _LABEL_LINES + longest // 2
        return min(max(BOARD, longest + 4, half), 2 * BOARD)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    @override
    def sizeHint(self) -> QSize:
        return QSize(480, self.row_height)

    @property
    def row_height(self) -> int:
        """The height of one line of boards with their labels and the margins around it."""
        return 2 * _MARGIN + BOARD + _LABEL_LINES * self.fontMetrics().height() + 2

    # Painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(theme.base))
        own = theme.mark_color(self._white)
        for heading in self._headings:
            self._paint_heading(painter, heading)
        for index, box in enumerate(self._boxes):
            if box.rect.united(box.label).united(box.operator_rect).intersects(event.rect()):
                self._paint_box(painter, index, box, own)
        painter.end()

    def _paint_heading(self, painter: QPainter, heading: Heading) -> None:
        painter.setPen(QColor(self._theme.border))
        rect = heading.rect
        painter.drawLine(rect.left(), rect.top() + 1, rect.right(), rect.top() + 1)
        painter.setPen(QColor(self._theme.muted_text))
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, heading.text)

    def _paint_box(self, painter: QPainter, index: int, box: Box, own: QColor) -> None:
        """Paint a small board, its operator and its label."""
        theme = self._theme
        if box.operator:
            painter.setPen(QColor(theme.text))
            painter.drawText(box.operator_rect, Qt.AlignmentFlag.AlignCenter, box.operator)
        painter.drawPixmap(box.rect.topLeft(), self._board())
        is_result = box.path[-1] == RESULT
        color = QColor(theme.muted_text) if box.is_constant else own
        for square in squares(box.mask):
            x = box.rect.left() + (square & 7) * CELL + 1
            y = box.rect.top() + (7 - (square >> 3)) * CELL + 1
            painter.fillRect(x, y, CELL - 1, CELL - 1, color)
        if index == self._hovered or (index == self._current and self.hasFocus()):
            painter.setPen(QColor(theme.cursor))
            painter.drawRect(box.rect.adjusted(-2, -2, 1, 1))
            painter.drawRect(box.rect.adjusted(-3, -3, 2, 2))
        painter.setPen(QColor(theme.text if is_result or box.expandable else theme.muted_text))
        painter.drawText(box.label, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, box.label_text)
        if box.expandable:
            self._paint_opener(painter, box)

    def _paint_opener(self, painter: QPainter, box: Box) -> None:
        """Paint a plus, or a minus where the row is open, at the top right of a board that is made of others."""
        theme = self._theme
        sign = QRect(box.rect.right() - 10, box.rect.top() - 4, 15, 15)
        painter.fillRect(sign, QColor(theme.base))
        painter.setPen(QColor(theme.link))
        painter.drawRect(sign.adjusted(0, 0, -1, -1))
        middle = sign.center()
        painter.drawLine(middle.x() - 4, middle.y(), middle.x() + 4, middle.y())
        if box.path not in self._open:
            painter.drawLine(middle.x(), middle.y() - 4, middle.x(), middle.y() + 4)

    def _board(self) -> QPixmap:
        """Return the picture of an empty small board."""
        ratio = self.devicePixelRatioF()
        if self._empty_board.isNull() or self._empty_board.devicePixelRatio() != ratio:
            self._empty_board = QPixmap(QSize(BOARD, BOARD) * ratio)
            self._empty_board.setDevicePixelRatio(ratio)
            self._empty_board.fill(QColor(self._theme.border))
            painter = QPainter(self._empty_board)
            for square in range(64):
                file, rank = square & 7, square >> 3
                color = self._theme.light_square if (file + rank) % 2 else self._theme.dark_square
                painter.fillRect(file * CELL + 1, (7 - rank) * CELL + 1, CELL - 1, CELL - 1, QColor(color))
            painter.end()
        return self._empty_board

    # Mouse and keys

    def box_at(self, point: QPoint) -> int | None:
        """Return the number of the board at a point, its label included, or None."""
        for index, box in enumerate(self._boxes):
            if box.rect.adjusted(-3, -5, 6, 3).contains(point) or box.label.contains(point):
                return index
        return None

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.box_at(event.position().toPoint()))

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
        super().leaveEvent(event)

    def _hover(self, index: int | None) -> None:
        if index != self._hovered:
            self._hovered = index
            hand = index is not None and self._boxes[index].expandable
            self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
            self.update()
            self.hover_changed.emit()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.box_at(event.position().toPoint())
        if index is not None and event.button() == Qt.MouseButton.LeftButton:
            self._current = index
            if self._boxes[index].expandable:
                self.toggle(self._boxes[index].path)
            self.update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        last = len(self._boxes) - 1
        steps = {
            Qt.Key.Key_Right: self._current + 1,
            Qt.Key.Key_Down: self._current + 1,
            Qt.Key.Key_Left: self._current - 1,
            Qt.Key.Key_Up: self._current - 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if (
            last >= 0
            and key in steps
            and event.modifiers()
            in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.KeypadModifier,
            )
        ):
            self._current = min(last, max(0, steps[Qt.Key(key)]))
            self._hovered = None
            self.update()
            self.hover_changed.emit()
        elif last >= 0 and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if self._boxes[self._current].expandable:
                self.toggle(self._boxes[self._current].path)
        else:
            super().keyPressEvent(event)

    @property
    def current_rect(self) -> QRect:
        """Where the board of the keyboard cursor stands, with its label."""
        if not self._boxes:
            return QRect()
        box = self._boxes[self._current]
        return box.rect.united(box.label)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()
        self.hover_changed.emit()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()
        self.hover_changed.emit()

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            index = self.box_at(event.pos())
            if index is None:
                QToolTip.hideText()
            else:
                box = self._boxes[index]
                names = square_names(box.mask) or "no squares"
                more = "\nClick to see its own steps" if box.expandable and box.path not in self._open else ""
                QToolTip.showText(event.globalPos(), f"{box.text}\n{to_hex(box.mask)}\n{names}{more}", self)
            return True
        return super().event(event)


def fitted(text: str, width: int, metrics: QFontMetrics) -> str:
    """Return a text in at most two lines of this width, its end left out where it does not fit."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or len(lines) == _LABEL_LINES or metrics.horizontalAdvance(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return "\n".join(metrics.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in lines)


def _is_constant(term: Term) -> bool:
    """Return whether a term is a set that no board changes, such as notAFile, which is drawn in grey."""
    return term.operator in ("&", "-", "|", "^") and not term.has_row and term.text.startswith("not")
