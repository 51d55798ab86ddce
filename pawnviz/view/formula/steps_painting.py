"""The painter of the small boards of steps."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from pawnviz.core.board.bitboard import squares
from pawnviz.view.formula.steps_layout import BOARD_EDGE, RESULT, SQUARE_EDGE, RowHeading, StepBoard
from pawnviz.view.widgets.theme import Theme

_SQUARES: Final = tuple(
    QRect(file * SQUARE_EDGE + 1, (7 - rank) * SQUARE_EDGE + 1, SQUARE_EDGE - 1, SQUARE_EDGE - 1)
    for rank in range(8)
    for file in range(8)
)


def paint_heading(painter: QPainter, heading: RowHeading, theme: Theme) -> None:
    """Paint the name of a row, with a line above it."""
    rect = heading.rect
    painter.setPen(QColor(theme.border))
    painter.drawLine(rect.left(), rect.top() + 1, rect.right(), rect.top() + 1)
    painter.setPen(QColor(theme.muted_text))
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, heading.text)


def paint_board(painter: QPainter, board: StepBoard, theme: Theme, *, framed: bool) -> None:
    """Paint a small board with its squares in the color of their side, operator and label; constants are gray."""
    if board.operator:
        painter.setPen(QColor(theme.text))
        painter.drawText(board.operator_rect, Qt.AlignmentFlag.AlignCenter, board.operator)
    painter.save()
    painter.translate(board.rect.topLeft())
    painter.drawImage(0, 0, _empty_board(theme, painter.device().devicePixelRatioF()))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.muted_text) if board.white is None else theme.mark_color(board.white))
    painter.drawRects([_SQUARES[square] for square in squares(board.mask)])
    painter.restore()
    if framed:
        painter.setPen(QColor(theme.cursor))
        painter.drawRect(board.rect.adjusted(-2, -2, 1, 1))
        painter.drawRect(board.rect.adjusted(-3, -3, 2, 2))
    painter.setPen(QColor(theme.text if board.path[-1] == RESULT or board.expandable else theme.muted_text))
    painter.drawText(board.label, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, board.label_text)


def paint_sign(painter: QPainter, board: StepBoard, theme: Theme) -> None:
    """Paint a plus, or a minus where the board's row is open, at the top right of a board."""
    sign = QRect(board.rect.right() - 10, board.rect.top() - 4, 15, 15)
    painter.fillRect(sign, QColor(theme.base))
    painter.setPen(QColor(theme.link))
    painter.drawRect(sign.adjusted(0, 0, -1, -1))
    middle = sign.center()
    painter.drawLine(middle.x() - 4, middle.y(), middle.x() + 4, middle.y())
    if not board.is_open:
        painter.drawLine(middle.x(), middle.y() - 4, middle.x(), middle.y() + 4)


@lru_cache(maxsize=4)
def _empty_board(theme: Theme, ratio: float) -> QImage:
    image = QImage(QSize(BOARD_EDGE, BOARD_EDGE) * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor(theme.border))
    with QPainter(image) as painter:
        for square, rect in enumerate(_SQUARES):
            light = ((square & 7) + (square >> 3)) % 2
            painter.fillRect(rect, QColor(theme.light_square if light else theme.dark_square))
    return image
