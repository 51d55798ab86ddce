"""A pattern that is drawn on the board: clicks and drags, its text, and keeping it as a structure."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QPushButton, QWidget

from pawnviz.core.collections.question import PatternPart, PawnsPart, StructurePart
from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.structures.drawing import cycled, cycled_file, grouped, pattern_marks, pattern_of_pawns
from pawnviz.core.structures.pattern import pattern_words, read_pattern
from pawnviz.model.collections.explorer import Explorer
from pawnviz.model.document import Document
from pawnviz.override import override
from pawnviz.view.board.board import BoardView
from pawnviz.view.widgets.keys import native_keys
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import row_of
from pawnviz.view.widgets.message_label import MessageLabel

_HINT = (
    "Click squares: a white pawn, a black one, no pawn, free. Drag over several: a pawn on one of them. The right "
    "button goes backwards, and drags for Black. Right click on a file’s letter below the board: no pawn on this file. "
    f"By keys: {native_keys('Ctrl+B')} leads to the board, arrow keys to a square, and Space clicks it."
)


class PatternDrawing(QObject):
    """The text of a pattern, which clicks and drags on the board change while it is drawn.

    A click goes through a white pawn, a black one, none and free, the right button backwards; a drag asks for a pawn on
    one of its squares, with the right button a black one. A click below a file goes through no white pawn on it, no
    black one, none at all and free, the right button backwards. Space and Enter click the square of the board's cursor.
    """

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

    def end(self) -> None:
        """Give the board its mouse back."""
        if self.is_active:
            self.is_active = False
            self._board.removeEventFilter(self)
            self._board.state.set_pattern_marks(())
            self.changed.emit()

    def set_text(self, text: str) -> None:
        """Draw another pattern; the marks of a faulty one are those before."""
        self.text = text
        with suppress(FormulaError):
            self._board.state.set_pattern_marks(pattern_marks(text))
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
        button = event.button()
        if event.type() == QEvent.Type.MouseMove:
            square = self._board.square_at(event.position())
            if self._dragged and square is not None:
                self._dragged |= 1 << square
            return bool(event.buttons())
        if button not in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            return True
        square = self._board.square_at(event.position())
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
        """Return the file below which a place is, at its letter."""
        geometry = self._board.board_geometry
        point, board = place * geometry.scale, geometry.board_rect
        column = int((point.x() - board.left()) // geometry.square_size)
        return geometry.column(column) if point.y() > board.bottom() and 0 <= column < 8 else None

    def _change(self, change: Callable[[str], str]) -> None:
        """Change the pattern, unless its text is faulty."""
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
        self.field = QLineEdit()
        self.field.setMaxLength(4096)
        self.field.setPlaceholderText("W d4 -c; B d5 -e")
        self.field.setAccessibleName("Pattern")
        self.field.setToolTip("Words on White’s pawns after W, on Black’s after B: d4, e2/e3, -c, c+c")
        self.board_button = QPushButton("From the &board")
        self.board_button.setToolTip("Take all pawns on the board")
        self.done_button = QPushButton("Do&ne")
        self.done_button.setToolTip("Give the board its mouse back; the pattern stays asked (Escape on the board)")
        self.name_field = QLineEdit()
        self.name_field.setMaxLength(80)
        self.name_field.setPlaceholderText("Name of your own structure")
        self.name_field.setAccessibleName("Name of your own structure")
        self.keep_button = QPushButton("&Keep as a structure")
        self.keep_button.setToolTip("Add it to your structures: it is then named on boards and above games")
        self.message = MessageLabel(muted=True)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(4)
        grid.addWidget(plain_label("Pattern"), 0, 0)
        grid.addWidget(self.field, 0, 1)
        grid.addLayout(row_of(self.board_button, self.done_button), 0, 2)
        grid.addWidget(plain_label("Name"), 1, 0)
        grid.addWidget(self.name_field, 1, 1)
        grid.addWidget(self.keep_button, 1, 2)
        grid.addWidget(self.message, 2, 0, 1, 3)
        self.hide()
        self.field.textEdited.connect(drawing.set_text)
        self.field.returnPressed.connect(self.end)
        self.board_button.clicked.connect(drawing.take_board)
        self.done_button.clicked.connect(self.end)
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

    @Slot()
    def end(self) -> None:
        """End drawing; the pattern stays asked."""
        self._drawing.end()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.end()
            self.left.emit()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _follow(self) -> None:
        """Show the pattern and ask for it."""
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
        """Ask for the pattern in place of the one before it, or of the pawns on the board."""
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
            self.message.show_message("A structure has a name; write one beside the button.", is_error=True)
            self.name_field.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.keep_button.isEnabled():
            self.structure_wanted.emit(title, self._drawing.text.strip())

    def ask_for_kept(self, structure: str) -> None:
        """End drawing, and ask for the structure that the pattern is kept as, by its identifier, in place of it.

        A pattern that is asked mirrored too stays, since a structure is not asked so.
        """
        parts = self._explorer.parts
        self.end()
        for place, part in enumerate(parts):
            if isinstance(part, PatternPart) and part.pattern == self._asked and not part.mirrored:
                named = StructurePart(structure, None if part.either_color else True)
                self._explorer.set_parts((*parts[:place], named, *parts[place + 1 :]))
                break
        self.left.emit()
