"""The futures of a pawn: skeletons on the far half of the board, while the pawn is held or its break pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Slot
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from pawnviz.core.layers.attacks import break_squares
from pawnviz.core.picture.picture import BREAKS
from pawnviz.model.document import Document
from pawnviz.override import override
from pawnviz.view.widgets.theme import theme_of

if TYPE_CHECKING:
    from pawnviz.core.pawn_moves.report import Future
    from pawnviz.model.collections.explorer import StructureCount
    from pawnviz.view.board.board import BoardView

DELAY: Final = 400  # The time for which a pawn is held or a break pointed at before its futures show, in milliseconds.

_COLUMNS: Final = 3  # The columns of squares that the cards take.


class FuturesView(QWidget):
    """Cards with the structures that a pawn can lead to; Up and Down choose one, Enter sets it up."""

    def __init__(self, document: Document, board: BoardView) -> None:
        super().__init__(board)
        self._document = document
        self._board = board
        self._asked: int | None = None
        self._count: StructureCount | None = None
        self.futures: tuple[Future, ...] = ()
        self.chosen = 0
        self._timer = QTimer(self, singleShot=True, interval=DELAY)
        self._timer.timeout.connect(self._show)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("Futures of the pawn")
        self.hide()
        board.state.changed.connect(self._follow)
        board.laid_out.connect(self._place)
        document.position_changed.connect(self._dismiss)

    def set_count(self, count: StructureCount) -> None:
        """Show also how many games of the open file have the structure of each future, by a count."""
        self._count = count
        count.changed.connect(self._describe)

    def _words(self, each: Future) -> str:
        games = self._count.text_of(each.position) if self._count is not None else ""
        return f"{each.outcome}\n{games}" if games else each.outcome

    @property
    def _square(self) -> int | None:
        """The square of the held pawn, or the pointed break square while the layer of breaks is shown, else None."""
        state, position = self._board.state, self._document.position
        held = state.held
        if held is not None:
            return held.source if held.piece in "Pp" and not held.copying else None
        square = state.current_square
        shown = next((each for each in self._board.pictures.look.layers if each.layer.identifier == BREAKS), None)
        if square is None or shown is None or state.gesture is not None:
            return None
        sides = zip((shown.white, shown.black), position.sides(), strict=True)
        return square if any(is_on and break_squares(side) >> square & 1 for is_on, side in sides) else None

    @Slot()
    def _follow(self) -> None:
        square = self._square
        if square != self._asked:
            self._end()
            self._asked = square
            if square is not None:
                self._timer.start()
        elif self.isVisible():
            self._place()

    @Slot()
    def _end(self) -> None:
        self._timer.stop()
        self._asked = None
        self.hide()

    @Slot()
    def _dismiss(self) -> None:
        """Hide the cards until the pointer comes to another square."""
        self._end()
        self._asked = self._square

    @Slot()
    def _show(self) -> None:
        from pawnviz.core.pawn_moves.report import futures  # The first picture needs none.

        square = self._asked
        self.futures = () if square is None else futures(self._document.position, square)
        self.chosen = 0
        if self.futures:
            self._describe()
            self._place()
            self.show()

    @Slot()
    def _describe(self) -> None:
        if not self.futures:
            return
        each = self.futures[self.chosen]
        outcome = self._words(each).replace("\n", "; ")
        text = f"{self.chosen + 1} of {len(self.futures)}: {each.name}: {outcome}"
        self.setAccessibleDescription(text)
        from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent  # The first picture needs none.

        if QAccessible.isActive():
            # The children that the board has for screen readers are its squares.
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._board, text))
        self.update()

    @Slot()
    def _place(self) -> None:
        """Stand in the outer columns on the other half of the board than the pointed square."""
        geometry, state = self._board.board_geometry, self._board.state
        pointed = self._asked if state.held is None or state.target is None else state.target
        if pointed is None:
            return
        size, scale = geometry.square_size, geometry.scale
        first = 8 - _COLUMNS if geometry.column(pointed & 7) < 4 else 0
        left = geometry.board_rect.left() + first * size
        rect = QRectF(left, geometry.board_rect.top(), _COLUMNS * size, 8 * size)
        self.setGeometry(QRectF(rect.topLeft() / scale, rect.size() / scale).toRect())

    def press(self, event: QKeyEvent) -> bool:
        """Handle a key while the cards are shown, and return whether it is for them."""
        if not self.isVisible():
            return False
        key = event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = -1 if key == Qt.Key.Key_Up else 1
            self.chosen = (self.chosen + step) % len(self.futures)
            self._describe()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            each = self.futures[self.chosen]
            self._board.state.let_go()
            self._end()
            self._document.edit(each.position, f"play {each.name}")
        else:
            self._dismiss()
            return False
        return True

    def cards(self) -> tuple[QRectF, ...]:
        """Return the places of the cards."""
        height = min(self.height() / (max(3, len(self.futures)) + 0.2), self.width() * 0.8)
        tops = (3 + number * height for number in range(len(self.futures)))
        return tuple(QRectF(3, top, self.width() - 6, height - 6) for top in tops)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        from pawnviz.core.picture.skeleton import make_skeleton
        from pawnviz.view.board.small_boards import skeleton_image

        theme, position = theme_of(self), self._document.position
        former = position.pawns & position.white, position.pawns & position.black
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for number, (each, card) in enumerate(zip(self.futures, self.cards(), strict=True)):
                is_chosen = number == self.chosen
                painter.setPen(QPen(QColor(theme.link if is_chosen else theme.border), 2 if is_chosen else 1))
                painter.setBrush(QColor(theme.base))
                painter.drawRoundedRect(card, 5, 5)
                edge = int(min(card.height() - 12, card.width() * 0.42))
                skeleton = make_skeleton(*each.pawns, former)
                flipped = self._board.board_geometry.flipped
                image = skeleton_image(skeleton, theme, edge, self.devicePixelRatioF(), flipped=flipped)
                painter.drawImage(QPointF(card.left() + 6, card.top() + 6).toPoint(), image)
                self._write(painter, each, card.adjusted(edge + 12, 5, -5, -5), is_chosen=is_chosen)

    def _write(self, painter: QPainter, each: Future, box: QRectF, *, is_chosen: bool) -> None:
        theme, flags = theme_of(self), Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop
        font = QFont(self.font())
        font.setPixelSize(max(9, min(13, round(box.width() / 9))))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        name = painter.boundingRect(box, flags, each.name)
        painter.drawText(box, flags, each.name)
        font.setBold(False)
        painter.setFont(font)
        painter.setPen(QColor(theme.muted_text))
        bottom = box.bottom()
        if is_chosen and box.height() > 6 * font.pixelSize():
            bottom -= 1.3 * font.pixelSize()
            painter.drawText(QRectF(box.left(), bottom, box.width(), box.bottom() - bottom), 0, "Enter: go there")
        line = QFontMetrics(font).lineSpacing()
        height = max(0.0, (bottom - name.bottom() - 1) // line * line)  # No line is cut in half.
        rest = QRectF(box.left(), name.bottom() + 1, box.width(), height)
        painter.setClipRect(rest)
        painter.drawText(rest, flags, self._words(each))
        painter.setClipping(False)
