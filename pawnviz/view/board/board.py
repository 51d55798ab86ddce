"""The board: it paints the picture of the document's position and turns mouse, keys and drops into edits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from pawnviz.core.board.fen import PIECES
from pawnviz.core.board.position import Position
from pawnviz.core.picture.changes import LayerChange, layer_changes, picture_of_change
from pawnviz.core.picture.picture import Cell, Picture, make_picture
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.settings import ERASER, HAND, TOOLS
from pawnviz.override import override
from pawnviz.view.board.arrows import draw_drawing
from pawnviz.view.board.drops import dropped_piece
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.overlay import draw_frame, draw_own_pawn, draw_pin, draw_spotlight, draw_warning, frame_width
from pawnviz.view.board.paint import paint_picture
from pawnviz.view.board.tiles import Tiles
from pawnviz.view.widgets.theme import Theme, theme_of

if TYPE_CHECKING:
    from pawnviz.core.layers.single_pawn import SinglePawn

_DRAWING_COLORS: Final = ("#6b3fa0", "#0072b2", "#b94a00", "#007a5e")
_STEPS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def other_color(piece: str) -> str:
    """Return the same piece of the other color."""
    return piece.swapcase()


class BoardView(QWidget):
    """A board that is edited with mouse and keys and shows the layers of a layer list.

    ``tool`` is ``HAND``, ``ERASER`` or a piece's letter. ``square`` is the current square: the keyboard cursor
    while it is shown, else the square under the pointer, else None. While a piece is held over another square, the
    marks that putting it down would bring and take away are shown.
    """

    square_changed = Signal()
    """Another square is under the eye or pinned, or something else is held over it."""
    tool_changed = Signal()
    first_painted = Signal()
    """The board has been painted for the first time; what that picture does not need can be loaded now."""

    def __init__(self, document: Document, layers: ShownLayers, parent: QWidget | None = None) -> None:
        """Show a document and the shown layers of a layer list."""
        super().__init__(parent)
        self._document = document
        self._layers = layers
        self._tiles = Tiles()
        self._picture: Picture | None = None
        self._geometry: Geometry | None = None
        self._flipped = False
        self._coordinates = True
        self._show_captures = False
        self._show_own_pawn = False
        self._shift_held = False
        self._tool = HAND
        self._cursor = 12
        self._cursor_shown = False
        self._hovered: int | None = None
        self._pinned: int | None = None
        self._clicked: int | None = None
        self._lifted: int | None = None
        self._lifted_piece = ""
        self._lifted_by_key = False
        self._copying = False
        self._what_if: Position | None = None
        self._what_if_picture: Picture | None = None
        self._compared: Position | None = None
        self._button = Qt.MouseButton.NoButton
        self._pointer = QPointF()
        self._pressed = QPointF()
        self._stroke = 0
        self._stroke_piece = ""
        self._stroke_square: int | None = None
        self._painting = False
        self._drawing_from: int | None = None
        self._drawings: dict[tuple[int, int], int] = {}
        self._illegal = 0
        self._spotlight: int | None = None
        self._incoming = ""
        self._painted = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(QSize(200, 200))
        self.setObjectName("board")
        self.setAccessibleName("Board")
        document.position_changed.connect(self._refresh)
        layers.changed.connect(self._refresh)

    # What is shown

    @property
    def picture(self) -> Picture:
        """What the board shows of the position, with marks told apart that a compared position has not."""
        if self._picture is None:
            self._picture = self._picture_of(self._document.position)
            if self._compared is not None:
                self._picture = picture_of_change(self._picture_of(self._compared), self._picture)
        return self._picture

    def _picture_of(self, position: Position) -> Picture:
        return make_picture(position, self._layers.shown(), show_captures=self._show_captures)

    @property
    def compared(self) -> Position | None:
        """The position that the one shown is compared with, or None."""
        return self._compared

    def set_compared(self, position: Position | None) -> None:
        """Tell apart which marks the position has gained and lost since another one, or with None show it plainly."""
        if position != self._compared:
            self._compared = position
            self._refresh()

    @property
    def board_geometry(self) -> Geometry:
        """Where the squares are, in device pixels."""
        if self._geometry is None:
            scale = self.devicePixelRatioF()
            self._geometry = Geometry(
                int(self.width() * scale),
                int(self.height() * scale),
                self._flipped,
                self._coordinates,
                scale=scale,
            )
        return self._geometry

    @property
    def flipped(self) -> bool:
        """Whether Black's first rank is at the bottom."""
        return self._flipped

    def set_flipped(self, flipped: bool) -> None:
        """Turn the board round, or back."""
        self._flipped = flipped
        self._lay_out()

    @property
    def coordinates(self) -> bool:
        """Whether files and ranks are named beside the board."""
        return self._coordinates

    def set_coordinates(self, shown: bool) -> None:
        """Show or hide the names of files and ranks."""
        self._coordinates = shown
        self._lay_out()

    @property
    def show_captures(self) -> bool:
        """Whether captures are drawn as arrows from the pawn to its target."""
        return self._show_captures

    def set_show_captures(self, shown: bool) -> None:
        """Show or hide the captures as arrows."""
        self._show_captures = shown
        self._refresh()

    @property
    def show_own_pawn(self) -> bool:
        """Whether the current pawn shows its own squares without a key being held."""
        return self._show_own_pawn

    def set_show_own_pawn(self, shown: bool) -> None:
        """Show the own squares of the current pawn always, or only while Shift is held."""
        self._show_own_pawn = shown
        self.update()

    def set_shift_held(self, held: bool) -> None:
        """Show the own squares of the current pawn while Shift is held."""
        if held != self._shift_held:
            self._shift_held = held
            self.update()

    @property
    def spotlight(self) -> int | None:
        """The squares that are shown by veiling all others, or None."""
        return self._spotlight

    def set_spotlight(self, mask: int | None) -> None:
        """Show a set of squares by veiling all others, or with None take the veil away."""
        if mask != self._spotlight:
            self._spotlight = mask
            self.update()

    def set_illegal_squares(self, mask: int) -> None:
        """Mark the squares that make the position illegal."""
        if mask != self._illegal:
            self._illegal = mask
            self.update()

    @property
    def square(self) -> int | None:
        """The square under the eye, or None."""
        return self._cursor if self._cursor_shown else self._hovered

    @property
    def cursor_square(self) -> int:
        """The square of the keyboard cursor, shown or not."""
        return self._cursor

    @property
    def pinned(self) -> int | None:
        """The square that is read while the current square changes, or None."""
        return self._pinned

    def set_pinned(self, square: int | None) -> None:
        """Pin a square to be read while the current square changes, or with None read what is under the eye again."""
        if square != self._pinned:
            self._pinned = square
            self._current_square_changed()

    @property
    def read_square(self) -> int | None:
        """The square that is read: the pinned one, else the one under the eye, or None."""
        return self.square if self._pinned is None else self._pinned

    def place_cursor(self, square: int) -> None:
        """Put the keyboard cursor on a square without showing it."""
        self._cursor = square

    def set_cursor_square(self, square: int) -> None:
        """Move the keyboard cursor to a square and show it."""
        self._cursor = square
        self._cursor_shown = True
        self._current_square_changed()

    @property
    def carried(self) -> int | None:
        """The square from which a piece was lifted by key and is carried by the board's cursor, or None."""
        return self._lifted if self._lifted_by_key else None

    @property
    def own_pawn(self) -> SinglePawn | None:
        """The pawn whose own squares are shown now, or None: with Shift the one under the eye before a pinned one."""
        if not (self._show_own_pawn or self._shift_held) or self._lifted is not None:
            return None
        for square in (self.square, self._pinned) if self._shift_held else (self.read_square,):
            piece = None if square is None else self._document.position.piece_at(square)
            if square is not None and piece in ("P", "p"):
                from pawnviz.core.layers.single_pawn import single_pawn

                return single_pawn(piece == "P", square)
        return None

    @property
    def drawings(self) -> dict[tuple[int, int], int]:
        """A person's own arrows and circles: source and target square, and the number of the color."""
        return dict(self._drawings)

    def clear_drawings(self) -> None:
        """Remove all of a person's own arrows and circles."""
        self._drawings.clear()
        self.update()

    @Slot()
    def _refresh(self) -> None:
        """Forget the picture and paint anew; let go of a stroke or a piece that somebody else has changed."""
        self._picture = self._what_if = self._what_if_picture = None
        lifted_another = self._lifted is not None and self._lifted_piece != self._document.position.piece_at(
            self._lifted
        )
        if lifted_another or (self._stroke and not self._painting):
            self._drop_everything()
        self._update_pointer()
        self.update()

    def _lay_out(self) -> None:
        """Put the squares in their places anew, so that another one may be under a pointer that did not move."""
        self._geometry = None
        if self._hovered is not None:
            self._hovered = self.square_at(self._pointer)
            self._update_pointer()
        self._current_square_changed()

    def _current_square_changed(self) -> None:
        self._what_if = self._what_if_picture = None
        self.update()
        self.square_changed.emit()

    # Tools

    @property
    def tool(self) -> str:
        """``HAND``, ``ERASER`` or the letter of the piece that is painted."""
        return self._tool

    def set_tool(self, tool: str) -> None:
        """Choose the tool; raises ``ValueError`` when there is none of this name."""
        if tool not in TOOLS:
            raise ValueError(f"{tool!r} is no tool: hand, eraser or a letter of {PIECES}")
        if tool != self._tool:
            self._tool = tool
            self._drop_everything()
            self._update_pointer()
            self.tool_changed.emit()

    def _update_pointer(self) -> None:
        shape = Qt.CursorShape.CrossCursor
        if self._lifted is not None and not self._lifted_by_key:
            shape = Qt.CursorShape.ClosedHandCursor
        elif self._tool == HAND:
            over_piece = self._hovered is not None and self._document.position.piece_at(self._hovered) is not None
            shape = Qt.CursorShape.OpenHandCursor if over_piece else Qt.CursorShape.ArrowCursor
        if shape != self.cursor().shape():
            self.setCursor(shape)

    # What if

    @property
    def what_if(self) -> Position | None:
        """The position if the piece that is held were put down where it is now, or None where that changes nothing."""
        if self._what_if is None:
            self._what_if = self._put_down_position()
        return None if self._what_if == self._document.position else self._what_if

    def _put_down_position(self) -> Position:
        position = self._document.position
        if self._incoming:
            return position if self._hovered is None else position.with_piece(self._hovered, self._incoming)
        source = self._lifted
        target = self._cursor if self._lifted_by_key else self._hovered
        if source is None or target == source:
            return position
        if target is None:
            return position if self._copying else position.without_piece(source)
        return position.copied(source, target) if self._copying else position.moved(source, target)

    def what_if_changes(self) -> tuple[LayerChange, ...]:
        """Return what the shown layers would gain and lose if the piece that is held were put down."""
        what_if = self.what_if
        if what_if is None:
            return ()
        shown = ((entry.layer, entry.white, entry.black) for entry in self._layers.shown())
        return layer_changes(self._document.position, what_if, shown)

    @property
    def seen_picture(self) -> Picture:
        """The picture with what the piece that is held would change, and without this piece on its square."""
        if self._lifted is None and not self._incoming:
            return self.picture
        if self._what_if_picture is None:
            what_if = self.what_if
            plain = self._picture_of(self._document.position)
            picture = self.picture if what_if is None else picture_of_change(plain, self._picture_of(what_if))
            gone = None if self._copying else self._lifted
            self._what_if_picture = replace(
                picture,
                cells=tuple(
                    Cell("" if square == gone else cell.piece, seen.marks)
                    for square, (cell, seen) in enumerate(zip(plain.cells, picture.cells, strict=True))
                ),
            )
        return self._what_if_picture

    def _set_copying(self, copying: bool) -> None:
        """Hold a copy of the lifted piece, or the piece itself."""
        if copying != self._copying:
            self._copying = copying
            if self._lifted is not None:
                self._current_square_changed()

    @property
    def _mouse_busy(self) -> bool:
        """Whether a piece, a stroke or a drawing is held with the mouse."""
        lifted = self._lifted is not None and not self._lifted_by_key
        return lifted or bool(self._stroke) or self._drawing_from is not None

    def _lift(self, square: int, *, by_key: bool) -> None:
        """Take the piece of a square into the hand."""
        self._lifted = square
        self._lifted_piece = self._document.position.piece_at(square) or ""
        self._lifted_by_key = by_key
        self._copying = False
        self._what_if = self._what_if_picture = None
        self._update_pointer()
        self.update()

    def _drop_everything(self) -> bool:
        """Let go of a lifted piece, a stroke or a drawing; return whether there was any."""
        busy = self._lifted is not None or self._mouse_busy
        self._lifted = self._clicked = None
        self._lifted_by_key = self._copying = False
        self._stroke = 0
        self._drawing_from = None
        self._update_pointer()
        if busy:
            self._current_square_changed()
        return busy

    # Painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        geometry, theme = self.board_geometry, theme_of(self)
        painter = QPainter(self)
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
        board = geometry.board_rect
        if not board.contains(exposed):
            painter.save()
            painter.setClipRegion(QRect(exposed))
            window = QColor(theme.window)
            width, height = geometry.width + 2, geometry.height + 2
            painter.fillRect(0, 0, width, board.top(), window)
            painter.fillRect(0, board.bottom() + 1, width, height, window)
            painter.fillRect(0, board.top(), board.left(), board.height(), window)
            painter.fillRect(board.right() + 1, board.top(), width, board.height(), window)
            painter.restore()
        paint_picture(painter, self.seen_picture, geometry, theme, self._tiles, exposed)
        self._paint_above(painter, geometry, theme)
        painter.end()
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self, self._announce_first_painting)

    @Slot()
    def _announce_first_painting(self) -> None:
        self.first_painted.emit()

    def _paint_above(self, painter: QPainter, geometry: Geometry, theme: Theme) -> None:
        """Paint what is not part of the picture: illegal squares, drawings, pin, cursor, own squares, lifted piece."""
        if self._illegal:
            for square in range(64):
                if self._illegal >> square & 1:
                    draw_warning(painter, square, geometry, theme)
        for (source, target), number in self._drawings.items():
            draw_drawing(painter, source, target, QColor(_DRAWING_COLORS[number]), geometry, theme)
        if self._spotlight is not None:
            draw_spotlight(painter, self._spotlight, geometry, theme)
        pawn = self.own_pawn
        if pawn is not None:
            draw_own_pawn(painter, pawn, geometry, theme)
        if self._pinned is not None:
            draw_pin(painter, self._pinned, geometry, theme)
        if self._cursor_shown and self.hasFocus():
            draw_frame(painter, self._cursor, geometry, QColor(theme.cursor), theme, Qt.PenStyle.SolidLine)
        if self._incoming and self._hovered is not None:
            draw_frame(painter, self._hovered, geometry, QColor(theme.link), theme, Qt.PenStyle.SolidLine)
        if self._lifted is not None:
            self._paint_lifted(painter, self._lifted, geometry, theme)
            return
        for framed in {self._pinned, self._cursor if self._cursor_shown and self.hasFocus() else None}:
            if framed is not None:  # What the frame has covered is drawn again, and no more: marks may be translucent.
                rect = geometry.square_rect(framed)
                inset = frame_width(rect.width())
                painter.setClipRegion(QRegion(rect) - rect.adjusted(inset, inset, -inset, -inset))
                self._tiles.draw_edge_marks(painter, rect.topLeft(), self.seen_picture.cells[framed], theme)
                painter.setClipping(False)

    def _paint_lifted(self, painter: QPainter, source: int, geometry: Geometry, theme: Theme) -> None:
        """Paint the piece that was lifted where it is held, and a frame where it was."""
        draw_frame(painter, source, geometry, QColor(theme.link), theme, Qt.PenStyle.DotLine)
        size = geometry.square_size
        if self._lifted_by_key:
            place = QPointF(geometry.square_rect(self._cursor).topLeft())
            painter.setOpacity(0.75)
        else:
            scale = geometry.scale
            place = QPointF(self._pointer.x() * scale - size / 2, self._pointer.y() * scale - size / 2)
        painter.drawImage(place, self._tiles.stamp(self._lifted_piece, theme))
        painter.setOpacity(1)

    # Mouse

    def square_at(self, point: QPointF) -> int | None:
        """Return the square at a point of the widget, or None beside the board."""
        geometry = self.board_geometry
        return geometry.square_at(point.x() * geometry.scale, point.y() * geometry.scale)

    def square_center(self, square: int) -> QPoint:
        """Return the middle of a square in the widget's own coordinates."""
        geometry = self.board_geometry
        return (geometry.square_center(square) / geometry.scale).toPoint()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pointer = self._pressed = event.position()
        square = self.square_at(event.position())
        self._cursor_shown = False
        self._hovered = square
        button = event.button()
        hand = button == Qt.MouseButton.LeftButton and self._tool == HAND
        if self._drop_everything() or square is None:
            if hand:
                self._pinned = None
            self._current_square_changed()
            return
        self._clicked = square if hand else None
        self._cursor = square
        self._button = button
        position = self._document.position
        if button == Qt.MouseButton.MiddleButton:
            self._begin_stroke(square, "")
        elif hand:
            if position.piece_at(square) is not None:
                self._lift(square, by_key=False)
        elif button == Qt.MouseButton.RightButton and self._tool == HAND:
            self._drawing_from = square
        elif button in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            piece = self._tool
            if piece == ERASER:
                self._begin_stroke(square, "")
            else:
                piece = piece if button == Qt.MouseButton.LeftButton else other_color(piece)
                self._begin_stroke(square, "" if position.piece_at(square) == piece else piece)
        self._current_square_changed()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        before = self._pointer
        self._pointer = event.position()
        self.set_shift_held(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        if self._mouse_busy and not event.buttons() & self._button:
            # A menu or another window took the mouse, and with it the release of the button.
            self._drop_everything()
        if self._stroke:
            self._paint_stroke(before, event.position())
        self._set_copying(bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        square = self.square_at(event.position())
        if square != self._clicked:
            self._clicked = None
        if square != self._hovered or self._cursor_shown:
            moved_by_hand = event.position() != before or square != self._hovered
            self._hovered = square
            if moved_by_hand and not self._lifted_by_key:
                self._cursor_shown = False
            self._update_pointer()
            self._current_square_changed()
        elif self._lifted is not None:
            self.update()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        square = self.square_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and self._clicked is not None:
            if square == self._clicked:
                self.set_pinned(None if square == self._pinned else square)
            self._clicked = None
        if not self._mouse_busy or event.button() != self._button:
            return
        source = self._lifted
        if self._drawing_from is not None:
            if square is not None:
                self._draw(self._drawing_from, square, event.modifiers())
        elif source is not None:
            copy = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            # The piece is let go also where that changes nothing.
            self._drop_everything()
            self._put_down(source, square, copy)
        self._drop_everything()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        if self._hovered is not None and not self._mouse_busy:
            self._hovered = None
            self._current_square_changed()
        super().leaveEvent(event)

    def _put_down(self, source: int, target: int | None, copy: bool) -> None:
        """Move or copy a lifted piece to a square; off the board it is removed, unless it was a copy."""
        if target is None:
            if not copy:
                self._document.remove(source)
        elif target != source:
            if copy:
                self._document.copy(source, target)
            else:
                self._document.move(source, target)

    def _begin_stroke(self, square: int, piece: str) -> None:
        """Begin to paint a piece, or with no piece to erase."""
        self._stroke = self._document.begin_stroke()
        self._stroke_piece = piece
        self._stroke_square = square
        self._paint_square(square)

    def _paint_stroke(self, start: QPointF, end: QPointF) -> None:
        """Paint each square between two points of the pointer's way, however fast it went."""
        way = end - start
        length = max(abs(way.x()), abs(way.y()))
        count = 1 + int(length * self.board_geometry.scale / (self.board_geometry.square_size / 4))
        for step in range(1, count + 1):
            square = self.square_at(start + way * (step / count))
            if square is not None and square != self._stroke_square:
                self._stroke_square = square
                self._paint_square(square)

    def _paint_square(self, square: int) -> None:
        self._painting = True
        if self._stroke_piece:
            self._document.place(square, self._stroke_piece, self._stroke)
        else:
            self._document.remove(square, self._stroke)
        self._painting = False

    def _draw(self, source: int, target: int, modifiers: Qt.KeyboardModifier) -> None:
        """Add an arrow or a circle, or remove it when it is there in the same color."""
        number = 0
        for index, modifier in enumerate(
            (
                Qt.KeyboardModifier.ShiftModifier,
                Qt.KeyboardModifier.ControlModifier,
                Qt.KeyboardModifier.AltModifier,
            )
        ):
            if modifiers & modifier:
                number = index + 1
        if self._drawings.get((source, target)) == number:
            del self._drawings[source, target]
        else:
            self._drawings[source, target] = number
        self.update()

    # Keys

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        control = modifiers == Qt.KeyboardModifier.ControlModifier
        plain = modifiers in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
        text = event.text()
        if key == Qt.Key.Key_Shift:
            self.set_shift_held(True)
            event.ignore()
        elif key == Qt.Key.Key_Control:
            self._set_copying(True)
            event.ignore()
        elif self._mouse_busy and key != Qt.Key.Key_Escape:
            # Keys would change what the mouse is just about to change.
            event.ignore()
        elif key in _STEPS and plain:
            columns, rows = _STEPS[Qt.Key(key)]
            if self._cursor_shown:
                self._cursor = self.board_geometry.neighbour(self._cursor, columns, rows)
            self._cursor_shown = True
            self._current_square_changed()
        elif plain and len(text) == 1 and text in PIECES:
            self._at_cursor(text)
        elif plain and key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._at_cursor("")
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and (plain or control):
            self._lift_or_put_down(control)
        elif key == Qt.Key.Key_Escape:
            self._leave_mode(event)
        else:
            super().keyPressEvent(event)

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Shift:
            self.set_shift_held(False)
        elif event.key() == Qt.Key.Key_Control:
            self._set_copying(False)
        super().keyReleaseEvent(event)

    def _at_cursor(self, piece: str) -> None:
        """Place a piece at the cursor, or remove what stands there; with no cursor shown, at the pointer's square."""
        square = self.square
        if square is None:
            self._cursor_shown = True
            self._current_square_changed()
            square = self._cursor
        self._cursor = square
        if piece:
            self._document.place(square, piece)
        else:
            self._document.remove(square)

    def _lift_or_put_down(self, copy: bool) -> None:
        """Lift the piece at the cursor with the hand, or put it down; use another tool on the cursor's square."""
        if not self._cursor_shown:
            self._cursor_shown = True
            self._current_square_changed()
            return
        square = self._cursor
        if self._tool == ERASER:
            self._document.remove(square)
        elif self._tool != HAND:
            if self._document.position.piece_at(square) == self._tool:
                self._document.remove(square)
            else:
                self._document.place(square, self._tool)
        elif self._lifted is not None:
            source = self._lifted
            self._drop_everything()
            self._put_down(source, square, copy)
        elif self._document.position.piece_at(square) is not None:
            self._lift(square, by_key=True)
            self._current_square_changed()

    def _leave_mode(self, event: QKeyEvent) -> None:
        """Let go of what is held, then of the pin, then return to the hand, then hide the cursor."""
        if self._drop_everything():
            return
        if self._pinned is not None:
            self.set_pinned(None)
        elif self._tool != HAND:
            self.set_tool(HAND)
        elif self._cursor_shown:
            self._cursor_shown = False
            self._current_square_changed()
        else:
            event.ignore()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() in (
            Qt.FocusReason.TabFocusReason,
            Qt.FocusReason.BacktabFocusReason,
            Qt.FocusReason.ShortcutFocusReason,
        ):
            self._cursor_shown = True
            self._current_square_changed()
        super().focusInEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._drop_everything()
        self._shift_held = False
        if self._cursor_shown and event.reason() not in (
            Qt.FocusReason.ActiveWindowFocusReason,
            Qt.FocusReason.PopupFocusReason,
            Qt.FocusReason.MenuBarFocusReason,
        ):
            self._cursor_shown = False
            self._current_square_changed()
        super().focusOutEvent(event)

    # Drops

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._incoming = dropped_piece(event.mimeData())
        if self._incoming:
            event.acceptProposedAction()
        else:
            event.ignore()

    @override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if not self._incoming:
            event.ignore()
            return
        self._pointer = event.position()
        self._hovered = self.square_at(event.position())
        event.acceptProposedAction()
        self._current_square_changed()

    @override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._incoming = ""
        self._hovered = None
        self._current_square_changed()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        piece = dropped_piece(event.mimeData())
        square = self.square_at(event.position())
        self._incoming = ""
        if not piece:
            event.ignore()
            return
        if square is None:
            event.ignore()
        else:
            self._document.place(square, piece)
            event.acceptProposedAction()
        self._current_square_changed()

    # Size

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
