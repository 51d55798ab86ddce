"""The section of an answer that shows where a piece stands over its games, as discs on the board, and their legend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QSizePolicy, QToolButton, QWidget

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.collections.answer import share_text
from pawnviz.core.collections.played_moves import PIECES
from pawnviz.core.words import plural
from pawnviz.model.collections.piece_heat import PieceHeat
from pawnviz.model.document import piece_name
from pawnviz.override import override
from pawnviz.view.board.overlay import draw_heat_disc
from pawnviz.view.board.state import LEAST_SHARE, BoardState, HeatMarks
from pawnviz.view.board.tool_palette import piece_pixmap
from pawnviz.view.widgets.labels import MessageLabel
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of
from pawnviz.view.widgets.theme import theme_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pawnviz.model.collections.piece_heat import MoveCache

_EDGE: Final = 30
_SHOWN: Final = "KQRBNP"
_STEPS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_MOST_NAMED: Final = 8  # The number of squares that are named.
_SQUARE: Final = 40  # The edge of a square in logical pixels.
_GAP: Final = 4  # The room between a disc and its share.


class HeatLegend(QWidget):
    """Discs of the largest, a medium and the least share, each with its percentage; nothing without a piece."""

    def __init__(self) -> None:
        super().__init__()
        self._heat: HeatMarks | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setToolTip("The part of the time that the piece stands on a square")

    def show_heat(self, heat: HeatMarks | None) -> None:
        """Show the legend of discs, or nothing."""
        self._heat = heat
        shares = ", ".join(map(share_text, self._shares()))
        self.setAccessibleName(f"Discs of {shares} of the time" if shares else "")
        self.setVisible(heat is not None)
        self.update()

    def _shares(self) -> tuple[float, ...]:
        if self._heat is None:
            return ()
        most = max(self._heat.shares)
        return (*(share for share in (most, most / 4) if share >= 2 * LEAST_SHARE), LEAST_SHARE)

    @override
    def sizeHint(self) -> QSize:
        return QSize(3 * (_SQUARE + self.fontMetrics().horizontalAdvance("100 %") + 3 * _GAP), _SQUARE)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        heat, theme, left = self._heat, theme_of(self), 0.0
        if heat is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for share in self._shares():
                radius = heat.radius(share) * _SQUARE
                center = QPointF(left + radius + 2, _SQUARE / 2)
                draw_heat_disc(painter, center, radius, _SQUARE, theme.mark_color(heat.white), theme)
                left += 2 * radius + 4 + _GAP
                text = share_text(share)
                painter.setPen(QColor(theme.text))
                width = painter.fontMetrics().horizontalAdvance(text)
                painter.drawText(QRectF(left, 0, width + 2, _SQUARE), Qt.AlignmentFlag.AlignVCenter, text)
                left += width + 4 * _GAP


class _PieceButton(QToolButton):
    """A button among others in rows, between which the arrow keys go."""

    step_wanted = Signal(int, int)  # An arrow key was pressed; carries the steps to the right and down.

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.step_wanted.emit(*step)


class PiecesPage(QWidget):
    """A button for each piece; the squares of the chosen one are discs on the board while the page is visible."""

    wanted = Signal()  # The games of a piece are to be replayed; ``begin`` gives them.

    def __init__(self, state: BoardState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self.heat = PieceHeat(self)
        self.buttons: dict[int, QToolButton] = {}
        self.legend = HeatLegend()
        self.result = MessageLabel()
        self._group = QButtonGroup(self)
        self._piece = 0
        self._set_up()
        self.heat.changed.connect(self._follow)
        self._group.idClicked.connect(self._choose)
        self._follow()

    def _set_up(self) -> None:
        self._group.setExclusive(False)
        grid = QGridLayout()
        grid.setSpacing(2)
        for row, first in enumerate((1, 7)):
            for column, letter in enumerate(_SHOWN):
                piece = first + PIECES.index(letter)
                button = _PieceButton()
                button.step_wanted.connect(self._step)
                button.setCheckable(True)
                button.setAutoRaise(True)
                button.setIconSize(QSize(_EDGE, _EDGE))
                name = f"{piece_name(_letter(piece))}s"
                button.setToolTip(f"Show the squares of {name}")
                button.setAccessibleName(name.capitalize())
                self._group.addButton(button, piece)
                self.buttons[piece] = button
                grid.addWidget(button, row, column)
        column_of(row_of(grid, STRETCH), self.legend, self.result, STRETCH, parent=self, margins=(0, 6, 0, 0))
        self._draw_icons()

    def _draw_icons(self) -> None:
        for piece, button in self.buttons.items():
            pixmap = piece_pixmap(_letter(piece), _EDGE, self.devicePixelRatioF(), theme_of(self))
            button.setIcon(QIcon(pixmap))

    # The piece

    @property
    def piece(self) -> int:
        """The number of the chosen piece in ``PIECES``, 0 for none."""
        return self._piece

    @Slot(int, int)
    def _step(self, columns: int, rows: int) -> None:
        """Move the focus to another piece: Qt has one stop of the Tab key for all of them, and no arrow keys."""
        numbers = list(self.buttons)
        place = next((place for place, number in enumerate(numbers) if self.buttons[number].hasFocus()), 0)
        column = min(max(place % len(_SHOWN) + columns, 0), len(_SHOWN) - 1)
        row = min(max(place // len(_SHOWN) + rows, 0), 1)
        self.buttons[numbers[row * len(_SHOWN) + column]].setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(int)
    def _choose(self, piece: int) -> None:
        self._piece = piece if self.buttons[piece].isChecked() else 0
        for number, button in self.buttons.items():
            button.setChecked(number == self._piece)
        self.ask()

    def ask(self) -> None:
        """Ask for the games of the chosen piece anew, while the page is visible."""
        if self._piece and self.isVisible():
            self.wanted.emit()
        else:
            self.heat.stop()

    def begin(self, moves: MoveCache, games: NDArray[Any], first: NDArray[Any], end: NDArray[Any]) -> None:
        """Replay the spells of an answer, arrays of the shape ``(spells,)``."""
        if self._piece:
            self.heat.start(moves, games, first, end, self._piece)

    @Slot()
    def _follow(self) -> None:
        heat, fault = self.heat.heat, self.heat.fault
        shares = () if heat is None else tuple(heat.shares.tolist())
        is_anywhere = max(shares, default=0) >= LEAST_SHARE
        marks = HeatMarks(self._piece <= 6, shares) if self._piece and is_anywhere else None
        self._state.set_heat(marks)
        self.legend.show_heat(marks)
        if fault:
            self.result.show_message(fault, is_error=True)
        elif not self._piece:
            self.result.show_message("Choose a piece: its squares in these games are shown on the board.")
        elif heat is not None:
            self.result.show_message(self._sentences(shares, heat.games))
        else:
            self.result.show_message("")

    def _sentences(self, shares: tuple[float, ...], games: int) -> str:
        """Return the sample and the squares with the largest shares in words."""
        of_all = f" of {self.heat.game_count:,}" if games < self.heat.game_count else ""
        sample = f"{games:,}{of_all} {plural(self.heat.game_count, 'game')}, replayed for as long as they fit"
        largest = sorted(range(64), key=lambda square: -shares[square])[:_MOST_NAMED]
        named = [
            f"{SQUARE_NAMES[square]} {share_text(shares[square])}"
            for square in largest
            if shares[square] >= LEAST_SHARE
        ]
        if not named:
            return f"{sample}: there is hardly ever one."
        return f"{sample}. Part of the time on a square: {', '.join(named)}."

    @override
    def showEvent(self, event: QEvent) -> None:
        self.ask()

    @override
    def hideEvent(self, event: QEvent) -> None:
        self.heat.stop()

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_icons()
        super().changeEvent(event)


def _letter(piece: int) -> str:
    """Return the letter of a piece by its number, capital for White's."""
    letter = PIECES[(piece - 1) % 6]
    return letter if piece <= 6 else letter.lower()
