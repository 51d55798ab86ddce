"""The pattern that is drawn on the board, and pieces on its squares."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QLineEdit, QPushButton, QSizePolicy, QToolButton, QWidget

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.collections.answer import share_text
from pawnviz.core.collections.question import PatternPart, PawnsPart, StructurePart
from pawnviz.core.collections.replay import PIECES
from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.structures.pattern import (
    cycled,
    cycled_file,
    grouped,
    pattern_marks,
    pattern_of_pawns,
    pattern_words,
    read_pattern,
)
from pawnviz.core.words import plural
from pawnviz.model.collections.explorer import Explorer
from pawnviz.model.collections.piece_heat import MoveCache, PieceHeat
from pawnviz.model.document import Document, piece_name
from pawnviz.override import override
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.overlay import draw_heat_disc
from pawnviz.view.board.state import LEAST_SHARE, BoardState, HeatMarks
from pawnviz.view.board.tool_palette import piece_pixmap
from pawnviz.view.widgets.labels import MessageLabel, native_keys, plain_label
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of
from pawnviz.view.widgets.theme import theme_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


_EDGE: Final = 30
_SHOWN: Final = "KQRBNP"
_STEPS: Final = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
_MOST_NAMED: Final = 8  # The number of squares that are named.
_SQUARE: Final = 40  # The edge of a square in logical pixels.
_GAP: Final = 4  # The room between a disc and its share.


class HeatLegend(QWidget):
    """Discs of the largest, a medium and the least share, each with its percentage; nothing without a piece."""

    def __init__(self) -> None:
        super().__init__()
        self._heat: HeatMarks | None = None
        self._shares: tuple[float, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setToolTip("The share of the time that the piece stands on a square")

    def show_heat(self, heat: HeatMarks | None) -> None:
        """Show the legend of discs, or nothing."""
        self._heat, self._shares = heat, ()
        if heat is not None:
            most = max(heat.shares)
            self._shares = (*(share for share in (most, most / 4) if share >= 2 * LEAST_SHARE), LEAST_SHARE)
        self.setAccessibleName(f"Discs of {', '.join(map(share_text, self._shares))} of the time" if heat else "")
        self.setVisible(heat is not None)
        self.update()

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
            for share in self._shares:
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

    def __init__(self, state: BoardState) -> None:
        super().__init__()
        self._state = state
        self.heat = PieceHeat(self)
        self.buttons: dict[int, QToolButton] = {}
        self.legend = HeatLegend()
        self.result = MessageLabel()
        self._group = QButtonGroup(self, exclusive=False)
        self.piece = 0  # The number of the chosen one in ``PIECES``, 0 for none.
        self._set_up()
        self.heat.progressed.connect(self._follow)
        self.heat.ended.connect(self._follow)
        self._group.idClicked.connect(self._choose)
        self._follow()

    def _set_up(self) -> None:
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
        self.piece = piece if self.buttons[piece].isChecked() else 0
        for number, button in self.buttons.items():
            button.setChecked(number == self.piece)
        self.ask()

    def ask(self) -> None:
        """Ask for the games of the chosen piece anew, while the page is visible."""
        if self.piece and self.isVisible():
            self.wanted.emit()
        else:
            self.stop()

    def stop(self) -> None:
        """Show no squares."""
        self.heat.cancel()
        self._follow()

    def begin(self, moves: MoveCache, games: NDArray[Any], first: NDArray[Any], end: NDArray[Any]) -> None:
        """Replay the spells of an answer, arrays of the shape ``(spells,)``."""
        if self.piece:
            self.heat.replay(moves, games, first, end, self.piece)
            self._follow()

    @Slot()
    def _follow(self) -> None:
        heat, fault = self.heat.heat, self.heat.fault
        shares = () if heat is None else tuple(heat.shares.tolist())
        is_anywhere = max(shares, default=0) >= LEAST_SHARE
        marks = HeatMarks(self.piece <= 6, shares) if self.piece and is_anywhere else None
        self._state.heat = marks
        self.legend.show_heat(marks)
        if fault:
            self.result.show_message(fault, is_error=True)
        elif not self.piece:
            self.result.show_message("Choose a piece: its squares in these games are shown on the board.")
        elif heat is not None:
            self.result.show_message(self._sentences(shares, heat.games))
        else:
            self.result.show_message("")

    def _sentences(self, shares: tuple[float, ...], games: int) -> str:
        of_all = f" of {self.heat.game_count:,}" if games < self.heat.game_count else ""
        sample = f"{games:,}{of_all} {plural(self.heat.game_count, 'game')}, replayed while they fit"
        largest = sorted(range(64), key=lambda square: -shares[square])[:_MOST_NAMED]
        largest = [square for square in largest if shares[square] >= LEAST_SHARE]
        named = ", ".join(f"{SQUARE_NAMES[square]} {share_text(shares[square])}" for square in largest)
        return f"{sample}. Share of the time on a square: {named}." if named else f"{sample}: there is hardly ever one."

    @override
    def showEvent(self, event: QEvent) -> None:
        self.ask()

    @override
    def hideEvent(self, event: QEvent) -> None:
        self.stop()

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_icons()
        super().changeEvent(event)


def _letter(piece: int) -> str:
    letter = PIECES[(piece - 1) % 6]
    return letter if piece <= 6 else letter.lower()


_HINT = (
    "Click squares: a white pawn, a black one, no pawn, free. Drag over several: a pawn on one of them. The right "
    "button goes backwards, and drags for Black. Right click on a file’s letter below the board: no pawn on this file. "
    f"By keys: {native_keys('Ctrl+B')} leads to the board, arrow keys to a square, and Space clicks it."
)


class PatternDrawing(QObject):
    """The text of a pattern, which clicks and drags on the board change while it is drawn, as ``_HINT`` says."""

    changed = Signal()  # Another pattern is drawn, or drawing has begun or ended.

    def __init__(self, board: BoardView, document: Document) -> None:
        super().__init__(board)
        self._board = board
        self._document = document
        self.is_active = False
        self.text = ""
        self._dragged = 0  # The squares of the drag.
        self._file: int | None = None  # The file below which the button was pressed.

    def begin(self, text: str) -> None:
        """Draw a pattern, at first the one of a text."""
        if not self.is_active:
            self.is_active = True
            self._board.installEventFilter(self)
        self.set_text(text)

    @Slot()
    def end(self) -> None:
        """Give the board its mouse back; the pattern stays asked."""
        if self.is_active:
            self.is_active = False
            self._board.removeEventFilter(self)
            self._board.state.pattern_marks = ()
            self.changed.emit()

    def set_text(self, text: str) -> None:
        """Draw another pattern; the marks of a faulty one are those before."""
        self.text = text
        with suppress(FormulaError):
            self._board.state.pattern_marks = pattern_marks(text)
        self.changed.emit()

    def take_board(self) -> None:
        """Draw the pattern of all pawns on the board."""
        position = self._document.position
        self.set_text(pattern_of_pawns(position.pawns & position.white, position.pawns & position.black))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent):
            return self._take_mouse(event)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._take_key(event)
        return False

    def _take_mouse(self, event: QMouseEvent) -> bool:
        button, square = event.button(), self._board.square_at(event.position())
        if event.type() == QEvent.Type.MouseMove:
            if self._dragged and square is not None:
                self._dragged |= 1 << square
            return bool(event.buttons())
        if button not in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            return True
        if event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick):
            self._dragged = 0 if square is None else 1 << square
            self._file = self._file_below(event.position())
        elif event.type() == QEvent.Type.MouseButtonRelease:
            places, self._dragged = self._dragged, 0
            is_left = button == Qt.MouseButton.LeftButton
            if not places:
                if self._file is not None and self._file == self._file_below(event.position()):
                    self._change(partial(cycled_file, file=self._file, step=1 if is_left else -1))
            elif places & places - 1:
                self._change(partial(grouped, places=places, white=is_left))
            else:
                self._change(partial(cycled, square=places.bit_length() - 1, step=1 if is_left else -1))
        return True

    def _take_key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            self.end()
            return True
        state = self._board.state
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter) and state.cursor_shown:
            is_shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._change(partial(cycled, square=state.cursor, step=-1 if is_shifted else 1))
            return True
        return False

    def _file_below(self, place: QPointF) -> int | None:
        geometry = self._board.board_geometry
        point, board = place * geometry.scale, geometry.board_rect
        column = int((point.x() - board.left()) // geometry.square_size)
        return geometry.column(column) if point.y() > board.bottom() and 0 <= column < 8 else None

    def _change(self, change: Callable[[str], str]) -> None:
        with suppress(FormulaError):
            self.set_text(change(self.text))


class PatternBar(QWidget):
    """The pattern that is drawn on the board as text, asked while it is drawn; hidden otherwise."""

    structure_wanted = Signal(str, str)  # A structure of the user is to be kept; carries its title and its pattern.
    left = Signal()  # Escape was pressed.

    def __init__(self, explorer: Explorer, document: Document, drawing: PatternDrawing) -> None:
        super().__init__()
        self._explorer = explorer
        self._drawing = drawing
        self._asked = ""  # The pattern of the part that is drawn, empty before there is one.
        self.field = QLineEdit(maxLength=4096, placeholderText="W d4 -c; B d5 -e")
        self.field.setAccessibleName("Pattern")
        self.field.setToolTip("Words on White’s pawns after W, on Black’s after B: d4, e2/e3, -c, c+c")
        self.board_button = QPushButton("From the &board")
        self.board_button.setToolTip("Use all pawns on the board")
        self.done_button = QPushButton("Do&ne")
        self.done_button.setToolTip("End drawing; the pattern stays in the question (Escape on the board)")
        self.name_field = QLineEdit(maxLength=80, placeholderText="Name of your own structure")
        self.name_field.setAccessibleName("Name of your own structure")
        self.keep_button = QPushButton("&Keep as a structure")
        self.keep_button.setToolTip("Add it to your structures: it is then named on boards and above games")
        self.message = MessageLabel(muted=True)
        pattern = row_of(plain_label("Pattern"), (self.field, 1), self.board_button, self.done_button, spacing=4)
        name = row_of(plain_label("Name"), (self.name_field, 1), self.keep_button, spacing=4)
        column_of(pattern, name, self.message, parent=self, margins=0, spacing=4)
        self.hide()
        self.field.textEdited.connect(drawing.set_text)
        self.field.returnPressed.connect(drawing.end)
        self.board_button.clicked.connect(drawing.take_board)
        self.done_button.clicked.connect(drawing.end)
        self.keep_button.clicked.connect(self._keep)
        self.name_field.returnPressed.connect(self._keep)
        drawing.changed.connect(self._follow)

    @Slot(str)
    def begin(self, text: str) -> None:
        """Draw a pattern: the one of a part that is asked already, or a new one."""
        self._asked = text
        self.name_field.clear()
        self._drawing.begin(text)
        self.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._drawing.end()
            self.left.emit()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _follow(self) -> None:
        drawing = self._drawing
        self.setVisible(drawing.is_active)
        if not drawing.is_active:
            return
        if self.field.text() != drawing.text:
            self.field.setText(drawing.text)
        try:
            terms = read_pattern(drawing.text)
        except FormulaError as error:
            self.message.show_message(f"Column {error.column}: {error.message}.", is_error=True)
            self.keep_button.setEnabled(False)
            return
        self.keep_button.setEnabled(bool(terms))
        self.message.show_message(pattern_words(terms) if terms else _HINT)
        if drawing.text.strip() != self._asked:
            self._ask(drawing.text.strip())

    def _ask(self, text: str) -> None:
        before, self._asked = self._asked, text
        parts = list(self._explorer.parts)
        old = next((part for part in parts if isinstance(part, PatternPart) and part.pattern == before), None)
        if old is not None:
            place = parts.index(old)
            parts[place : place + 1] = [replace(old, pattern=text)] if text else []
        elif text:
            parts = [PatternPart(text), *(part for part in parts if not isinstance(part, PawnsPart))]
        self._explorer.set_parts(parts)

    @Slot()
    def _keep(self) -> None:
        title = " ".join(self.name_field.text().split())
        if not title:
            self.message.show_message("A structure needs a name; write one beside the button.", is_error=True)
            self.name_field.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.keep_button.isEnabled():
            self.structure_wanted.emit(title, self._drawing.text.strip())

    def ask_for_kept(self, structure: str) -> None:
        """End drawing, and ask for the structure that the pattern is kept as, by its identifier, in place of it."""
        parts = self._explorer.parts
        self._drawing.end()
        for place, part in enumerate(parts):
            if isinstance(part, PatternPart) and part.pattern == self._asked and not part.mirrored:
                named = StructurePart(structure, None if part.either_color else True)
                self._explorer.set_parts((*parts[:place], named, *parts[place + 1 :]))
                break
        self.left.emit()
