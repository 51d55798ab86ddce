"""The board: a widget that paints a picture with its overlay, and the slide of a piece at one step of a game."""

from __future__ import annotations

from math import ceil
from time import monotonic
from typing import Final, NamedTuple

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    QVariantAnimation,
    Signal,
    Slot,
)
from PySide6.QtGui import QAction, QColor, QContextMenuEvent, QKeyEvent, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QMenu, QSizePolicy

from pawnviz.core.board.position import Position
from pawnviz.core.picture.picture import Look
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences import HAND, Preferences
from pawnviz.override import override, plain_override
from pawnviz.view.board.canvas import Tiles
from pawnviz.view.board.futures import FuturesView
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.gestures import BoardGestures
from pawnviz.view.board.overlay import paint_overlay
from pawnviz.view.board.paint import paint_board
from pawnviz.view.board.shapes import fill
from pawnviz.view.board.state import BoardPictures
from pawnviz.view.widgets.layouts import with_properties
from pawnviz.view.widgets.theme import board_colors, theme_of

DURATION: Final = 120  # The time of a slide in milliseconds, 0 for none.


class Move(NamedTuple):
    """A piece that stands on another square than before, by the numbers of both squares."""

    piece: str
    source: int
    target: int


def move_between(before: Position, after: Position) -> Move | None:
    """Return the move of one piece between two positions, of castling that of the king; None if it is not just one."""
    pairs = list(zip(before.pieces(), after.pieces(), strict=True))
    changed = [square for square, (old, new) in enumerate(pairs) if old != new]
    if len(changed) > 4:  # As many as castling changes.
        return None
    moves = [
        Move(pairs[source][0], source, target)
        for source in changed
        for target in changed
        if pairs[source][0] and not pairs[source][1] and pairs[target][1] == pairs[source][0]
    ]
    moves.sort(key=lambda move: move.piece not in "Kk")
    return moves[0] if moves and (len(moves) == 1 or moves[0].piece in "Kk") else None


class Slide(QVariantAnimation):
    """Slides the piece of a game's single step over a board and repaints no more than its way."""

    def __init__(self, document: Document, board: BoardView) -> None:
        super().__init__(board)
        self._document = document
        self._board = board
        self._subject = document.subject
        self._before = document.position
        self._last = 0.0
        self.key_is_held = False
        """Whether the key that is being handled repeats itself."""
        self.move: Move | None = None
        """The move that is being shown, or None."""
        self.setStartValue(0.0)
        self.setEndValue(1.0)
        self.setEasingCurve(QEasingCurve.Type.InOutQuad)
        self.valueChanged.connect(self._repaint)
        self.finished.connect(self._end)
        document.position_changed.connect(self._follow)

    @Slot()
    def _follow(self) -> None:
        before, now = self._before, monotonic()
        is_same, is_late = self._subject is self._document.subject, now - self._last > 2 * DURATION / 1000
        self._subject, self._before, self._last = self._document.subject, self._document.position, now
        self.stop()
        self.move = None
        if not (DURATION and is_same and is_late and self._subject.takes_moves and not self.key_is_held):
            return
        from PySide6.QtWidgets import QStyle  # Its many enumerations take 20 ms of the start.

        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        if not self._board.preferences.slide_moves.value or not self._board.style().styleHint(hint, None, self._board):
            return
        move = move_between(before, self._before)
        if move is not None and self._board.isVisible() and move.target != self._board.state.hovered:
            self.move = move
            self.setDuration(DURATION)
            self.start()

    def rect(self) -> QRect:
        """Return the place of the piece, in the pixels of the geometry."""
        move, geometry = self.move, self._board.board_geometry
        if move is None:
            return QRect()
        source, target = (QPointF(geometry.square_rect(each).topLeft()) for each in (move.source, move.target))
        size = geometry.square_size
        place = source + (target - source) * float(self.currentValue())
        return QRect(round(place.x()), round(place.y()), size, size)

    @Slot()
    def _repaint(self) -> None:
        if self.move is not None:
            geometry = self._board.board_geometry
            ends = [geometry.square_rect(each) for each in (self.move.source, self.move.target)]
            way, scale = QRectF(ends[0].united(ends[1])), geometry.scale
            self._board.update(QRectF(way.topLeft() / scale, way.size() / scale).toAlignedRect())

    @Slot()
    def _end(self) -> None:
        self._repaint()
        self.move = None


class BoardView(BoardGestures):
    """A board that is edited with mouse and keys and shows the layers of a layer list."""

    laid_out = Signal()  # The squares may have another place or size.
    first_painted = Signal()  # The board was painted for the first time; the rest of the program can be loaded.
    menu_requested = Signal(QPoint)  # The board's context menu is asked for; carries the place on the screen.

    def __init__(self, document: Document, layers: ShownLayers, preferences: Preferences | None = None) -> None:
        super().__init__(document, preferences)
        self.pictures = BoardPictures(document, layers, self.state, self)
        self.futures = FuturesView(document, self)
        self.slide = Slide(document, self)
        self._geometry = Geometry(0, 0)
        self._tiles = Tiles()
        self._tiles.names_side = True
        self._painted = False
        with_properties(self, focusPolicy=Qt.FocusPolicy.StrongFocus, mouseTracking=True, acceptDrops=True)
        with_properties(self, objectName="board", accessibleName="Board", minimumSize=QSize(200, 200))
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.state.changed.connect(self._follow_state)
        self.pictures.changed.connect(self._refresh)
        for preference in (self.preferences.flipped, self.preferences.show_coordinates):
            preference.changed.connect(self._turn)
        self._turn()
        self._refresh()

    @Slot()
    def _follow_state(self) -> None:
        state, piece = self.state, self.state.held
        if piece is not None and piece.source is not None and not piece.by_key:
            shape = Qt.CursorShape.ClosedHandCursor
        elif state.tool != HAND:
            shape = Qt.CursorShape.CrossCursor
        else:
            over_piece = state.hovered is not None and self._document.position.piece_at(state.hovered) is not None
            shape = Qt.CursorShape.OpenHandCursor if over_piece else Qt.CursorShape.ArrowCursor
        if shape != self.cursor().shape():
            self.setCursor(shape)
        self.update()

    @Slot()
    def _refresh(self) -> None:
        self.end_disturbed_gesture()
        self.state.follow_markup()
        self.update()

    # Places

    @property
    @plain_override
    def board_geometry(self) -> Geometry:
        """The places of the squares, in device pixels; coordinates and strips have their room, shown or not."""
        scale = self.devicePixelRatioF()
        width, height = int(self.width() * scale), int(self.height() * scale)
        geometry = self._geometry
        if (geometry.width, geometry.height, geometry.scale) != (width, height, scale):
            self._geometry = geometry._replace(width=width, height=height, scale=scale)
        return self._geometry

    @property
    def look(self) -> Look:
        """The look of the board, with the colors of its theme."""
        theme = theme_of(self)
        return self.pictures.look._replace(theme=theme.name, colors=board_colors(theme))

    def width_for(self, height: int) -> int:
        """Return the width that a board of this height needs, in logical pixels."""
        geometry = self.board_geometry
        scale = geometry.scale
        high = geometry._replace(width=1_000_000, height=int(height * scale))
        return ceil((8 * high.square_size + high.coordinate_margin + high.side_margin) / scale)

    @Slot()
    def _turn(self) -> None:
        self._geometry = self._geometry._replace(flipped=self.pictures.look.flipped)
        self._lay_out()

    def set_magnification(self, factor: float) -> None:
        """Scale coordinates, strips and the marker of the side to move."""
        self._geometry = self._geometry._replace(magnification=factor)
        self._lay_out()

    def square_center(self, square: int) -> QPoint:
        """Return the middle of a square in the widget's coordinates."""
        geometry = self.board_geometry
        return (geometry.square_center(square) / geometry.scale).toPoint()

    def _lay_out(self) -> None:
        """Move the squares; the pointer may be over another one without having moved."""
        if self.state.hovered is not None:
            self.state.hover(self.square_at(self.state.pointer))
        self.laid_out.emit()
        self.update()

    @override
    def resizeEvent(self, event: QEvent) -> None:
        self._lay_out()

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._lay_out()
        return super().event(event)

    @override
    def sizeHint(self) -> QSize:
        return QSize(620, 640)

    # Painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._painted:
            # Also if painting fails: the window is filled once the board has been painted.
            self._painted = True
            QTimer.singleShot(0, self, self._announce_first_painting)
        geometry, theme = self.board_geometry, theme_of(self)
        with QPainter(self) as painter:
            scale = geometry.scale
            exposed = event.rect()
            if scale != 1:
                # A widget may stand at a fraction of a device pixel; squares must not.
                painter.scale(1 / scale, 1 / scale)
                offset = painter.deviceTransform()
                painter.translate(round(offset.dx()) - offset.dx(), round(offset.dy()) - offset.dy())
                exposed = QRect(
                    int(exposed.left() * scale) - 1,
                    int(exposed.top() * scale) - 1,
                    int(exposed.width() * scale) + 3,
                    int(exposed.height() * scale) + 3,
                )
            if not geometry.board_rect.contains(exposed):
                painter.save()  # A clip that is only switched off would let Qt miss the next one.
                painter.setClipRegion(QRegion(exposed) - geometry.board_rect)
                fill(painter, exposed, QColor(theme.window))
                painter.restore()
            self._tiles.prepare(theme, geometry.square_size, geometry.flipped)
            self._tiles.begin(painter)
            picture, move = self.pictures.seen, self.slide.move
            if move is not None:
                cells = list(picture.cells)
                cells[move.target] = cells[move.target]._replace(piece="")
                picture = picture._replace(cells=tuple(cells))
            paint_board(self._tiles, picture, geometry, exposed, coordinates=self.pictures.look.coordinates)
            paint_overlay(painter, self.state, self.pictures, geometry, self._tiles, has_focus=self.hasFocus())
            if move is not None:
                self._tiles.draw_piece(painter, QPointF(self.slide.rect().topLeft()), move.piece)

    @Slot()
    def _announce_first_painting(self) -> None:
        self.first_painted.emit()

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """By key the menu is about the current square; on squares the right button draws."""
        from PySide6.QtGui import QContextMenuEvent

        if event.reason() != QContextMenuEvent.Reason.Keyboard:
            if self.square_at(QPointF(event.pos())) is None and not self.state.is_mouse_busy:
                self.menu_requested.emit(event.globalPos())
            return
        square = self.state.cursor if self.state.current_square is None else self.state.current_square
        # The pointer leaves the board for the menu, and with it the square under it.
        self.state.show_cursor(square)
        self.menu_requested.emit(self.mapToGlobal(self.square_center(square)))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.slide.key_is_held = event.isAutoRepeat()
        if not self.futures.press(event):
            super().keyPressEvent(event)


class PromotionMenu(QMenu):
    """A menu of pieces over a board; the promotion to the chosen one is played, and without a choice nothing."""

    def __init__(self, document: Document, board: BoardView) -> None:
        super().__init__(board)
        self._document = document
        self._board = board
        self._squares = (0, 0)
        self.setAccessibleName("Piece that the pawn promotes to")
        self.triggered.connect(self._promote)
        board.state.promotion_asked.connect(self._ask)

    @Slot(int, int)
    def _ask(self, source: int, target: int) -> None:
        self._squares = (source, target)
        self.clear()
        names = {5: "&Queen", 4: "&Rook", 3: "&Bishop", 2: "K&night"}
        for piece in self._document.subject.promotions(source, target):
            self.addAction(names[piece]).setData(piece)
        self.setActiveAction(self.actions()[0])
        self.popup(self._board.mapToGlobal(self._board.square_center(target)))

    @Slot(QAction)
    def _promote(self, action: QAction) -> None:
        self._document.subject.play(*self._squares, action.data())
