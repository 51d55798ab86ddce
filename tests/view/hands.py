"""Hands and eyes of the tests: mouse, keys and drops as events of shown widgets, and the board as it is painted."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS, Layer
from pawnviz.core.picture.picture import Picture, faded_around, make_picture, picture_of_change, picture_of_preview
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.canvas import Tiles
from pawnviz.view.board.overlay import paint_last_move
from pawnviz.view.board.paint import DRAWING_COLORS, draw_drawing, paint_board
from pawnviz.view.widgets.theme import theme_of
from pawnviz.view.windows.presentation import Presentation

LEFT: Final = Qt.MouseButton.LeftButton
RIGHT: Final = Qt.MouseButton.RightButton
MIDDLE: Final = Qt.MouseButton.MiddleButton
NONE: Final = Qt.KeyboardModifier.NoModifier
SHIFT: Final = Qt.KeyboardModifier.ShiftModifier
CONTROL: Final = Qt.KeyboardModifier.ControlModifier
ALT: Final = Qt.KeyboardModifier.AltModifier


def temporary_layers() -> tuple[Layer, ...]:
    """Return two layers of no registry, such as a window shows for a time."""
    made = [LAYERS[name]._replace(identifier=f"pasted_{name}") for name in ("telestops", "telestops_of_each")]
    return tuple(layer._replace(title=f"{layer.title} of another window") for layer in made)


class Hand:
    """A mouse over one widget; it remembers which buttons are down, and ``modifiers`` are the keys held with them."""

    def __init__(self, widget: QWidget) -> None:
        self.widget = widget
        self.buttons = Qt.MouseButton.NoButton
        self.modifiers = NONE

    def press(self, point: QPoint, button: Qt.MouseButton = LEFT) -> None:
        self.buttons |= button
        self._send(QEvent.Type.MouseButtonPress, point, button)

    def release(self, point: QPoint, button: Qt.MouseButton = LEFT) -> None:
        self.buttons &= ~button
        self._send(QEvent.Type.MouseButtonRelease, point, button)

    def move(self, point: QPoint) -> None:
        self._send(QEvent.Type.MouseMove, point, Qt.MouseButton.NoButton)

    def click(self, point: QPoint, button: Qt.MouseButton = LEFT) -> None:
        self.move(point)
        self.press(point, button)
        self.release(point, button)

    def double_click(self, point: QPoint, button: Qt.MouseButton = LEFT) -> None:
        self.click(point, button)
        self.buttons |= button
        self._send(QEvent.Type.MouseButtonDblClick, point, button)
        self.release(point, button)

    def drag(self, *points: QPoint, button: Qt.MouseButton = LEFT) -> None:
        """Press at the first point, go through the others and release at the last."""
        self.move(points[0])
        self.press(points[0], button)
        for point in points[1:]:
            self.move(point)
        self.release(points[-1], button)

    def wheel(self, point: QPoint, steps: float) -> None:
        event = QWheelEvent(
            QPointF(point),
            QPointF(self.widget.mapToGlobal(point)),
            QPoint(),
            QPoint(0, int(120 * steps)),
            self.buttons,
            self.modifiers,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QCoreApplication.sendEvent(self.widget, event)

    def _send(self, kind: QEvent.Type, point: QPoint, button: Qt.MouseButton) -> None:
        if not isValid(self.widget) or not self.widget.isVisible():
            return  # As on a screen: what the first click of two has put away does not hear the second.
        place = QPointF(self.widget.mapToGlobal(point))
        QCoreApplication.sendEvent(
            self.widget, QMouseEvent(kind, QPointF(point), place, button, self.buttons, self.modifiers)
        )


class Desk:
    def __init__(self, qtbot: QtBot, fen: str = "8/8/8/8/8/8/8/8") -> None:
        self.document = Document()
        self.document.set_fen(fen)
        self.document.undo_stack.clear()
        self.layers = ShownLayers(self.document)
        self.window = QMainWindow()
        self.board = BoardView(self.document, self.layers)
        self.window.setCentralWidget(self.board)
        qtbot.addWidget(self.window)
        self.window.resize(560, 600)
        self.window.show()
        with qtbot.waitActive(self.window):
            self.window.activateWindow()
        self.board.setFocus(Qt.FocusReason.MouseFocusReason)
        self.hand = Hand(self.board)

    @property
    def pieces(self) -> str:
        """The placement field of the position."""
        return self.document.position.placement()

    @property
    def steps(self) -> int:
        """The number of steps that can be undone."""
        return self.document.undo_stack.index()

    @property
    def current_square(self) -> str:
        """The current square, empty for none."""
        square = self.board.state.current_square
        return "" if square is None else "abcdefgh"[square & 7] + str(1 + (square >> 3))

    def at(self, square: str) -> QPoint:
        """Return the middle of a square."""
        return self.board.square_center(parse_square(square))

    def off_board(self) -> QPoint:
        return QPoint(2, self.board.height() // 2)

    def click(self, square: str, button: Qt.MouseButton = LEFT, modifiers: Qt.KeyboardModifier = NONE) -> None:
        self.hand.modifiers = modifiers
        self.hand.click(self.at(square), button)
        self.hand.modifiers = NONE

    def drag(self, *squares: str, button: Qt.MouseButton = LEFT, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """Drag from square to square; an empty name stands for beside the board."""
        self.hand.modifiers = modifiers
        self.hand.drag(*(self.at(square) if square else self.off_board() for square in squares), button=button)
        self.hand.modifiers = NONE

    def press_key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """Press and release a key in the widget with the focus, the board at first."""
        QTest.keyClick(QApplication.focusWidget() or self.board, key, modifiers)

    def type(self, text: str) -> None:
        QTest.keyClicks(QApplication.focusWidget() or self.board, text)

    def square_image(self, square: str) -> QImage:
        return self.board.grab(_logical_rect(self.board, parse_square(square))).toImage()

    def shows_own_squares(self) -> bool:
        return self.board.pictures.own_pawn is not None

    def shows_the_position(self) -> bool:
        """Return whether every square is painted as a new painter would paint the position and the shown layers."""
        return painted(self.board) == painted_afresh(self.board, self.document, self.layers)


def _logical_rect(board: BoardView, square: int) -> QRect:
    return board.board_geometry.square_rect(square)


def caption_text(presentation: Presentation) -> str:
    return "\n".join(label.text() for label in (presentation.title, presentation.caption) if label.text())


def on_screen(widget: QWidget) -> QImage:
    """Return the visible picture of a widget, without painting it anew."""
    window = widget.window()
    place = QRect(widget.mapTo(window, QPoint()), widget.size())
    return window.screen().grabWindow(window.winId()).copy(place).toImage()


def painted(board: BoardView) -> QImage:
    """Return the board's squares as the widget paints them; for a screen of scale factor 1."""
    return board.grab(board.board_geometry.board_rect).toImage().convertToFormat(QImage.Format.Format_RGB32)


def picture_anew(board: BoardView, document: Document, layers: ShownLayers) -> Picture:
    """Return what the board has to show, made from the document and the layers alone."""
    pictures = board.pictures

    def plain(position: Position) -> Picture:
        return make_picture(position, pictures.look._replace(layers=layers.shown()))

    now = plain(document.position)
    if pictures.preview is not None and board.state.held is None:
        preview = pictures.preview
        former = now if preview.before is None else plain(preview.before)
        return picture_of_preview(former, plain(preview.position), preview.marks, preview.arrows)
    before = pictures.changed_from
    seen = now if before is None else picture_of_change(plain(before), now)
    if layers.now.preview and layers.now.pointed is not None:
        white, black = layers.now.pointed
        return faded_around(seen, layers.now.preview, white=white, black=black)
    return seen


def painted_afresh(board: BoardView, document: Document, layers: ShownLayers) -> QImage:
    """Return the squares of a picture made anew from the document and the layers, with nothing kept from before.

    The corners of a game's last move and the board's arrows and circles are drawn over it.
    """
    geometry, theme = board.board_geometry, theme_of(board)
    image = QImage(board.width(), board.height(), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    tiles = Tiles()
    tiles.prepare(theme, geometry.square_size, geometry.flipped)
    tiles.begin(painter)
    paint_board(tiles, picture_anew(board, document, layers), geometry)
    paint_last_move(painter, board.pictures, geometry, theme, tiles)
    for (source, target), number in board.state.drawings.items():
        draw_drawing(painter, source, target, QColor(DRAWING_COLORS[number]), geometry, theme)
    painter.end()
    return image.copy(geometry.board_rect)


def settle() -> None:
    """Let the program do what one step after the other has put off."""
    for _ in range(4):
        QApplication.processEvents()


def open_menu() -> QMenu:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def text_data(text: str) -> QMimeData:
    data = QMimeData()
    data.setText(text)
    return data


def file_data(path: str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path)])
    return data


def enters(widget: QWidget, point: QPoint, data: QMimeData) -> bool:
    """Drag data onto a widget and return whether it would take it."""
    event = QDragEnterEvent(point, Qt.DropAction.CopyAction, data, LEFT, NONE)
    event.ignore()
    QCoreApplication.sendEvent(widget, event)
    return event.isAccepted()


def drags_over(widget: QWidget, point: QPoint, data: QMimeData) -> bool:
    event = QDragMoveEvent(point, Qt.DropAction.CopyAction, data, LEFT, NONE)
    event.ignore()
    QCoreApplication.sendEvent(widget, event)
    return event.isAccepted()


def drag_leaves(widget: QWidget) -> None:
    QCoreApplication.sendEvent(widget, QDragLeaveEvent())


def drops(widget: QWidget, point: QPoint, data: QMimeData) -> bool:
    event = QDropEvent(QPointF(point), Qt.DropAction.CopyAction, data, LEFT, NONE)
    event.ignore()
    QCoreApplication.sendEvent(widget, event)
    return event.isAccepted()


def hold_key(widget: QWidget, key: Qt.Key, down: bool) -> None:
    kind = QEvent.Type.KeyPress if down else QEvent.Type.KeyRelease
    QCoreApplication.sendEvent(widget, QKeyEvent(kind, key, NONE))


def type_text(field: QWidget, text: str, *keys: Qt.Key) -> None:
    """Type into a field and press keys; the window stays active, as on other platforms, whatever is offered."""
    QTest.keyClicks(field, text)
    for key in (*keys, None):
        field.window().activateWindow()
        QApplication.processEvents()
        if key is not None:
            QTest.keyClick(field, key)
