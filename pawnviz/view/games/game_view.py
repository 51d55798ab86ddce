"""What the views of a game share: the axis of its moves, keys, tool tips, and a page read only while it is seen."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Slot
from PySide6.QtGui import QColor, QFont, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QPixmap, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from pawnviz.model.games.open_game import OpenGame
from pawnviz.override import override
from pawnviz.view.widgets.theme import Theme, theme_of

LEFT: Final = 30  # The room left of the first position, for names and scales, in logical pixels.
_RIGHT: Final = 8
_NEAREST_NUMBERS: Final = 34  # The smallest distance of two numbers of moves.
_STEPS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10}


def go_by_key(game: OpenGame, event: QKeyEvent) -> bool:
    """Go through a game by a key, and return whether the key is for that."""
    key = Qt.Key(event.key())
    if key in _STEPS:
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and abs(_STEPS[key]) == 1:
            game.go_to_variation(_STEPS[key])
        else:
            game.go_to(game.ply + _STEPS[key])
    elif key == Qt.Key.Key_Home:
        game.go_to(0)
    elif key == Qt.Key.Key_End:
        game.go_to(len(game.line.moves) if game.line is not None else 0)
    elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
        game.go_to_variation(-1 if key == Qt.Key.Key_Up else 1)
    else:
        return False
    return True


class GamePart(QWidget):
    """A part of a page about the open game; a subclass implements ``show_game`` and ``show_move``.

    The game is read once the part is visible.
    """

    def __init__(self, game: OpenGame) -> None:
        super().__init__()
        self._game = game
        self._is_stale = True
        game.changed.connect(self.follow_game)
        game.moved.connect(self._follow_move)

    def show_game(self) -> None:
        """Show the game and its current move."""
        raise NotImplementedError

    def show_move(self) -> None:
        """Show the current move of the game that is shown."""
        raise NotImplementedError

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale:
            self._update()

    @Slot()
    def follow_game(self) -> None:
        """Show the game anew, at once or when the part is next visible."""
        self._is_stale = True
        if self.isVisible():
            self._update()

    def _update(self) -> None:
        self._is_stale = False
        self.show_game()

    @Slot()
    def _follow_move(self) -> None:
        if not self._is_stale:
            self.show_move()


class TipView(QWidget):
    """A view with ``tip_at`` the place under the pointer as its tool tip."""

    def tip_at(self, x: float, y: float) -> str:
        """Return the tool tip of a place, or an empty text."""
        return ""

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self.tip_at(event.pos().x(), event.pos().y())
            if text:
                QToolTip.showText(event.globalPos(), text, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)


class MoveAxis(NamedTuple):
    """The axis of a view of this width over a line of moves with this many positions, from left to right."""

    width: int
    position_count: int

    def x(self, ply: float) -> float:
        """Return the left edge of the position of a ply."""
        return LEFT + (self.width - LEFT - _RIGHT) * ply / max(1, self.position_count)

    def ply_at(self, x: float) -> int | None:
        """Return the ply of the position at a place from the left, or None beside all."""
        if x < LEFT or not self.position_count:
            return None
        ply = int((x - LEFT) * self.position_count / max(1, self.width - LEFT - _RIGHT))
        return ply if ply < self.position_count else None

    def nearest_ply(self, x: float) -> int:
        """Return the ply of the nearest position to a place from the left."""
        ply = self.ply_at(x)
        return ply if ply is not None else 0 if x < LEFT else max(0, self.position_count - 1)

    def number_step(self) -> int:
        """Return the distance of numbered moves, so that the numbers do not touch."""
        steps = (1, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000)
        return next((step for step in steps if self.x(2 * step) - self.x(0) >= _NEAREST_NUMBERS), steps[-1])


class TimelineView(TipView):
    """A painted view of the open game on the axis of its moves. A click goes to a move, and so do the keys.

    What does not depend on the current move is painted by ``_paint_game`` and kept as a picture until ``_forget``.
    """

    def __init__(self, game: OpenGame, name: str) -> None:
        super().__init__()
        self._game = game
        self._key: Hashable = None
        self._picture = QPixmap()
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def axis(self) -> MoveAxis:
        """The axis of the positions."""
        line = self._game.line
        return MoveAxis(self.width(), len(line.positions) if line is not None else 0)

    def ply_at(self, x: float) -> int | None:
        """Return the ply of the position at a place from the left, or None beside all."""
        return self.axis.ply_at(x)

    def _forget(self) -> None:
        """Drop the picture."""
        self._key = None
        self.update()

    def _paint_game(self, painter: QPainter) -> None:
        """Paint what does not depend on the current move."""
        raise NotImplementedError

    def _begin(self, painter: QPainter) -> Theme:
        """Set up the painter, paint the picture, and return the theme."""
        theme, ratio = theme_of(self), self.devicePixelRatioF()
        small = QFont(self.font())
        small.setPixelSize(10)
        painter.setFont(small)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        key = (self.width(), self.height(), ratio, theme)
        if key != self._key:
            self._key = key
            self._picture = QPixmap(round(self.width() * ratio), round(self.height() * ratio))
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            with QPainter(self._picture) as inner:
                inner.setRenderHints(painter.renderHints())
                inner.setFont(small)
                self._paint_game(inner)
        painter.drawPixmap(QPoint(0, 0), self._picture)
        return theme

    def _paint_current(self, painter: QPainter, top: float, bottom: float, theme: Theme) -> None:
        """Paint the current position as a column with a line at its beginning, and the frame of the focus."""
        left, right = self.axis.x(self._game.ply), self.axis.x(self._game.ply + 1)
        shade = QColor(theme.cursor)
        shade.setAlpha(50)
        painter.fillRect(QRectF(left, top, max(2.0, right - left), bottom - top), shade)
        painter.setPen(QPen(QColor(theme.cursor), 1))
        painter.drawLine(QPointF(left, top), QPointF(left, bottom))
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.cursor), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        ply = self.ply_at(event.position().x())
        if event.button() == Qt.MouseButton.LeftButton and ply is not None:
            self._game.go_to(ply)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._game.go_to(self.axis.nearest_ply(event.position().x()))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not go_by_key(self._game, event):
            super().keyPressEvent(event)
