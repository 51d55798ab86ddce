"""The board for screen readers: a table of 64 squares, each with its piece and the shown layers that hold it.

Qt asks this module's factory for an interface when a screen reader first looks at an object. Each square is an object
of its own: Qt keeps one interface for each, and drops it with the board.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Final, cast

from PySide6.QtCore import QCoreApplication, QObject, QPoint, QPointF, QRect, QTimer, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QAccessibleInterface, QWindow
from shiboken6 import isValid

from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.reading import guard_counts, spoken_square
from pawnviz.override import override
from pawnviz.view.board.board import BoardView


def install(board: BoardView, document: Document, layers: ShownLayers) -> None:
    """Expose a board's squares to screen readers, at hardly any cost until one asks."""
    if board.findChild(BoardForReaders) is not None:
        return
    if QAccessible.isActive():
        # A screen reader that already looked at the board was given the interface of a plain widget, which Qt keeps.
        QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(QAccessible.queryAccessibleInterface(board)))
    BoardForReaders(board, document, layers)
    _install_factory(_interface)


_install_factory: Final = cache(QAccessible.installFactory)


def _interface(name: str, asked: QObject) -> QAccessibleInterface | None:
    readers = asked.findChild(BoardForReaders) if isinstance(asked, BoardView) else asked
    return readers.interface if isinstance(readers, (BoardForReaders, SquareForReaders)) else None


class BoardForReaders(QObject):
    """A board's interface and its squares; screen readers are notified when they change."""

    def __init__(self, board: BoardView, document: Document, layers: ShownLayers) -> None:
        super().__init__(board)
        self.board = board
        self.document = document
        self.layers = layers
        self.squares: tuple[SquareForReaders, ...] = ()  # Empty until a screen reader asks.
        self._texts: list[str] = []
        # Qt reports the board as a whole when it gets the focus; the square is reported after that.
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._report_focus)
        board.state.square_changed.connect(self._schedule_focus)
        document.position_changed.connect(self._report_texts)
        layers.changed.connect(self._report_texts)

    @cached_property
    def interface(self) -> QAccessibleInterface:
        """The board's interface, which is kept here: Qt holds no reference that Python counts."""
        self.squares = tuple(SquareForReaders(self, square) for square in range(64))
        self._texts = self._read_squares()
        return _BoardInterface(self, self.board)

    @property
    def focused_square(self) -> int | None:
        """The square of the keyboard cursor while it is shown and the board has the focus, else None."""
        cursor = self.board.state.cursor
        return cursor if self.board.hasFocus() and self.board.state.current_square == cursor else None

    def square_interface(self, square: int) -> QAccessibleInterface:
        """Return the interface of a square from 0 to 63."""
        return QAccessible.queryAccessibleInterface(self.squares[square])

    def _read_squares(self) -> list[str]:
        return [spoken_square(self.document, self.layers, square) for square in range(64)]

    @Slot()
    def _schedule_focus(self) -> None:
        if QAccessible.isActive() and self.focused_square is not None:
            self._timer.start(0)

    @Slot()
    def _report_focus(self) -> None:
        square = self.focused_square
        if square is not None:
            QAccessible.queryAccessibleInterface(self.board)  # Makes the squares if nobody has asked yet.
            QAccessible.updateAccessibility(QAccessibleEvent(self.squares[square], QAccessible.Event.Focus))

    @Slot()
    def _report_texts(self) -> None:
        """Report squares with another text, and announce the text of the focused one if it is among them."""
        if not (self.squares and QAccessible.isActive()):
            return
        before, self._texts = self._texts, self._read_squares()
        focused = self.focused_square
        for square, (old, new) in enumerate(zip(before, self._texts, strict=True)):
            if old != new:
                event = QAccessibleEvent(self.squares[square], QAccessible.Event.NameChanged)
                QAccessible.updateAccessibility(event)
                if square == focused:
                    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.board, new))


class SquareForReaders(QObject):
    """A square of a board, as the object that its interface belongs to."""

    def __init__(self, readers: BoardForReaders, square: int) -> None:
        super().__init__(readers)
        self.readers = readers
        self.square = square

    @cached_property
    def interface(self) -> QAccessibleInterface:
        """The square's interface, which is kept here."""
        return _SquareInterface(self.readers, self, self.square)


class _PartInterface(QAccessibleInterface):
    """The interface of a board, or of one of its squares."""

    def __init__(self, readers: BoardForReaders, described: QObject, square: int = -1) -> None:
        super().__init__()
        self._readers = readers
        self._described = described
        self._square = square

    @override
    def isValid(self) -> bool:
        return isValid(self._described) and isValid(self._readers.board)

    @override
    def object(self) -> QObject:
        return self._described

    @override
    def window(self) -> QWindow:
        return self._readers.board.window().windowHandle()

    @override
    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Do nothing: the texts follow from the position."""

    @override
    def state(self) -> QAccessible.State:
        board, state = self._readers.board, QAccessible.State()
        state.focusable = True
        state.disabled = not board.isEnabled()
        state.invisible = not board.isVisible()
        focused = self._readers.focused_square
        state.focused = board.hasFocus() and self._square == (-1 if focused is None else focused)
        return state


class _BoardInterface(_PartInterface):
    """A board as a table of 64 squares in reading order."""

    @override
    def parent(self) -> QAccessibleInterface:
        around: QObject | None = self._readers.board.parentWidget() or QCoreApplication.instance()
        return _NOTHING if around is None else QAccessible.queryAccessibleInterface(around)

    @override
    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Table

    @override
    def childCount(self) -> int:
        return 64

    @override
    def child(self, index: int) -> QAccessibleInterface:
        if not 0 <= index < 64:
            return _NOTHING
        return self._readers.square_interface(self._readers.board.board_geometry.square_in(index & 7, index >> 3))

    @override
    def indexOfChild(self, child: QAccessibleInterface) -> int:
        target, geometry = child.object(), self._readers.board.board_geometry
        if not isinstance(target, SquareForReaders):
            return -1
        return 8 * geometry.row(target.square >> 3) + geometry.column(target.square & 7)

    @override
    def childAt(self, x: int, y: int) -> QAccessibleInterface:
        board = self._readers.board
        square = board.square_at(QPointF(board.mapFromGlobal(QPoint(x, y))))
        return _NOTHING if square is None else self._readers.square_interface(square)

    @override
    def focusChild(self) -> QAccessibleInterface:
        square = self._readers.focused_square
        if square is not None:
            return self._readers.square_interface(square)
        return self if self._readers.board.hasFocus() else _NOTHING

    @override
    def text(self, kind: QAccessible.Text) -> str:
        board = self._readers.board
        if kind == QAccessible.Text.Name:
            return board.accessibleName()
        if kind == QAccessible.Text.Description:
            mover = "White" if self._readers.document.position.white_to_move else "Black"
            return f"{mover} to move; {'Black' if board.board_geometry.flipped else 'White'} at the bottom"
        return ""

    @override
    def rect(self) -> QRect:
        board = self._readers.board
        return QRect(board.mapToGlobal(QPoint(0, 0)), board.size())


class _SquareInterface(_PartInterface):
    """A square as a cell of the board's table."""

    @override
    def parent(self) -> QAccessibleInterface:
        return self._readers.interface

    @override
    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Cell

    @override
    def childCount(self) -> int:
        return 0

    @override
    def child(self, index: int) -> QAccessibleInterface:
        return _NOTHING

    @override
    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    @override
    def childAt(self, x: int, y: int) -> QAccessibleInterface:
        return _NOTHING

    @override
    def text(self, kind: QAccessible.Text) -> str:
        readers = self._readers
        if kind == QAccessible.Text.Name:
            return spoken_square(readers.document, readers.layers, self._square)
        if kind == QAccessible.Text.Description:
            white, black = guard_counts(readers.document.position, self._square)
            return f"Pawn guards: White {white}, Black {black}"
        return ""

    @override
    def rect(self) -> QRect:
        board = self._readers.board
        geometry = board.board_geometry
        area = geometry.square_rect(self._square)
        scale = geometry.scale
        corner = board.mapToGlobal(QPointF(area.topLeft()) / scale).toPoint()
        return QRect(corner, (area.size() / scale))


_NOTHING: Final = cast(QAccessibleInterface, None)  # A null interface, which PySide6's types do not declare.
