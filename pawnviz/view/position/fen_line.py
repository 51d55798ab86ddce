"""The line below the board with the FEN, checked at each keystroke, and the verdict on it."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QClipboard, QColor, QFontDatabase, QFontInfo, QFontMetrics, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMenu, QMenuBar, QToolButton, QWidget
from shiboken6 import isValid

from pawnviz.core.board.fen import FenError
from pawnviz.model.document import Document
from pawnviz.override import override, plain_override
from pawnviz.view.widgets.labels import ElidedLabel
from pawnviz.view.widgets.layouts import column_of, row_of, with_properties
from pawnviz.view.widgets.theme import Recolored, icon, theme_of

if TYPE_CHECKING:
    from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent

    from pawnviz.core.board.legality import Problem

_FRAME: Final = 14  # The part of the field's width for frame and margins.


class FenEdit(QLineEdit):
    """A field for one line of text, a part of which can be marked as wrong."""

    given_up = Signal()  # Escape was pressed.
    left = Signal()  # The focus went elsewhere in the window.

    def __init__(self) -> None:
        super().__init__()
        self.is_pasted = False  # Whether a position, right or wrong, was pasted into the line.
        self._is_marked = False
        self._is_entered = False
        self._full_size = 0
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow_focus)

    def fit_text(self) -> None:
        """Shrink the letters, down to three quarters of their size, until the whole text fits."""
        font = self.font()
        if not self._full_size:
            self._full_size = QFontInfo(font).pixelSize()
            # The board keeps its place when the letters become smaller.
            self.setMinimumHeight(self.sizeHint().height())
        room = self.width() - _FRAME
        size = self._full_size
        font.setPixelSize(size)
        while size > 0.75 * self._full_size and QFontMetrics(font).horizontalAdvance(self.text()) > room:
            size -= 1
            font.setPixelSize(size)
        if QFontInfo(self.font()).pixelSize() != size:
            self.setFont(font)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_text()

    def mark(self, start: int, end: int, color: QColor, background: QColor) -> None:
        """Mark the characters from start up to end as wrong, or nothing if start equals end."""
        if end <= start and not self._is_marked:
            return
        from PySide6.QtGui import QInputMethodEvent, QTextCharFormat

        self._is_marked = end > start
        attributes = []
        if end > start:
            style = QTextCharFormat()
            style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            style.setUnderlineColor(color)
            style.setForeground(color)
            style.setBackground(background)
            # A line edit takes formats only as an input method's; positions count from its cursor.
            kind = QInputMethodEvent.AttributeType.TextFormat
            attributes.append(QInputMethodEvent.Attribute(kind, start - self.cursorPosition(), end - start, style))
        QCoreApplication.sendEvent(self, QInputMethodEvent("", attributes))

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and self._leaves_to_window(event):
            event.ignore()
            return False
        return super().event(event)

    def _leaves_to_window(self, event: QEvent) -> bool:
        """Return whether a key is the window's, since the field has nothing to undo, redo or copy."""
        from PySide6.QtGui import QKeyEvent, QKeySequence

        idle = (
            (QKeySequence.StandardKey.Undo, not self.isUndoAvailable()),
            (QKeySequence.StandardKey.Redo, not self.isRedoAvailable()),
            (QKeySequence.StandardKey.Copy, not self.hasSelectedText()),
        )
        return isinstance(event, QKeyEvent) and any(leave and event.matches(keys) for keys, leave in idle)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        from PySide6.QtGui import QKeySequence

        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self._paste()
        else:
            super().keyPressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in menu.actions():
            if action.objectName() == "edit-paste":
                action.triggered.disconnect()
                action.triggered.connect(self._paste)
        menu.popup(event.globalPos())

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        clipboard = QGuiApplication.clipboard()
        if event.button() == Qt.MouseButton.MiddleButton and clipboard.supportsSelection():
            self._put(clipboard.text(QClipboard.Mode.Selection))
        else:
            super().mouseReleaseEvent(event)

    @Slot()
    def _paste(self) -> None:
        self._put(QGuiApplication.clipboard().text())

    def _put(self, text: str) -> None:
        """Put a whole position in place of all, and other texts at the cursor."""
        from pawnviz.core.positions import FEWEST_SLASHES, position_line

        line = position_line(text)
        self.is_pasted |= bool(line) or text.count("/") >= FEWEST_SLASHES
        if line:
            self.selectAll()
        self.insert(line or text)

    @Slot(QWidget, QWidget)
    def _follow_focus(self, before: QWidget | None, now: QWidget | None) -> None:
        """Announce that the focus went elsewhere in the window, perhaps while another window was active."""
        if not isValid(self):
            return
        if now is self:
            self._is_entered = True
        elif self._is_entered and now is not None and now.window() is self.window() and not isinstance(now, QMenuBar):
            self._is_entered = False
            self.left.emit()


VERDICT_SPACING: Final = 6  # The room between the parts of the verdict, in logical pixels.


class FenLine(Recolored, QWidget):
    """The document's FEN as an editable line; ``verdict`` names its faults.

    Of a legal pawn ending it names the winner, if that is proved at once. A readable text is on the board at
    once, and everything typed until the line is left is one step of the history; an unreadable one leaves the last
    good position on the board.
    """

    problems_changed = Signal()  # The list of problems was updated.
    error_shown = Signal(bool)  # An error of the text is shown, or no longer.
    finished = Signal()  # The line was left with a key; the focus may go back.

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._stroke = 0
        self._reading = False
        self.error: FenError | None = None  # Why the text cannot be read.
        self.problems: tuple[Problem, ...] = ()  # What makes the position illegal.
        self._checked = False
        self._ending = ""

        self.edit = FenEdit()  # The line itself.
        self.edit.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        tip = "The position as FEN; edit it here (Alt+D), Escape restores that of the board"
        # A text or a file that is dropped is set up as everywhere else in the window.
        with_properties(self.edit, accessibleName="FEN", toolTip=tip, acceptDrops=False)
        self.edit.textEdited.connect(self._read)
        self.edit.returnPressed.connect(self._finish)
        self.edit.given_up.connect(self.give_up)
        self.edit.left.connect(self._end_stroke)
        label = QLabel("FE&N")
        label.setBuddy(self.edit)

        self._sign = QLabel()
        self._sign.setFixedSize(16, 16)
        self._message = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        # Repairs the first problem; hidden if it has no repair.
        self.repair_button = QToolButton(toolButtonStyle=Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.repair_button.clicked.connect(self._repair_first)
        # Its menu lists the further problems and repairs them.
        self.more_button = QToolButton(popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more_button.setMenu(QMenu(self.more_button))
        self.more_button.menu().triggered.connect(self._repair_chosen)

        column_of(row_of(label, (self.edit, 1), margins=0), parent=self, margins=(8, 0, 8, 0))
        self.verdict = QWidget()  # A sentence on the line and the position, and repairs, for the status line.
        parts = (self._sign, (self._message, 1), self.repair_button, self.more_button)
        row_of(*parts, parent=self.verdict, margins=0, spacing=VERDICT_SPACING)
        # The row keeps its height whether or not it has buttons, so that the board does not jump.
        height = self.repair_button.sizeHint().height()
        self._message.setMinimumHeight(height)
        self.repair_button.setMaximumHeight(height)
        self.more_button.setMaximumHeight(height)

        self._timer = QTimer(self, singleShot=True, interval=80)
        self._timer.timeout.connect(self._check)
        document.position_changed.connect(self._follow)
        self._follow()

    @property
    def message(self) -> str:
        """The sentence of the verdict."""
        return self._message.full_text

    @property
    def illegal_squares(self) -> int:
        """The mask of the squares that make the position illegal."""
        return reduce(or_, (problem.squares for problem in self.problems), 0)

    @Slot()
    def focus(self) -> None:
        """Go to the line with all of it selected."""
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.edit.selectAll()

    def offer(self, text: str) -> bool:
        """Put a text into the line as if it were pasted; return whether it could be read and is on the board."""
        self._stroke = 0
        self.edit.is_pasted = True
        self.edit.setText(text.strip())
        self._read(text.strip())
        self._end_stroke()
        return self.error is None

    def wait(self) -> None:
        """Put the check of the position off until ``check_soon`` or the next change."""
        self._timer.stop()

    def check_soon(self) -> None:
        """Check the position in a moment."""
        self._timer.start()

    @Slot()
    def give_up(self) -> None:
        """Bring back the FEN of the board and leave the line."""
        self.error = None
        self.edit.is_pasted = False
        self._end_stroke()
        self.edit.setText(self._document.position.fen())
        self._show()
        self.edit.clearFocus()
        self.finished.emit()

    @plain_override
    def recolor(self) -> None:
        self._show()

    @Slot(str)
    def _read(self, text: str) -> None:
        if not self._stroke:
            self._stroke = self._document.begin_stroke()
        self._reading = True
        try:
            self.error = None
            # Also a pasted text that must be corrected first is no edit of the record.
            self._document.set_fen(text, 0 if self.edit.is_pasted else self._stroke)
            self.edit.is_pasted = False
        except FenError as error:
            from pawnviz.core.positions import NO_GAMES, is_game_text

            self.error = (
                FenError("text", f"This is a game in PGN. {NO_GAMES}", 0, len(text)) if is_game_text(text) else error
            )
        finally:
            self._reading = False
        self._show()

    @Slot()
    def _finish(self) -> None:
        if self.error is None:
            self.give_up()

    @Slot()
    def _end_stroke(self) -> None:
        self._stroke = 0
        if self.error is None:
            self._write()

    @Slot()
    def _follow(self) -> None:
        """Show the document's position, unless it comes from the line itself."""
        self._timer.start()
        if not self._reading:
            self._stroke = 0
            self._write()

    def _write(self) -> None:
        self.error = None
        self.edit.is_pasted = False
        fen = self._document.position.fen()
        if self.edit.text() != fen:
            self.edit.setText(fen)
            self.edit.fit_text()
            self.edit.setCursorPosition(0)
        self._show()

    @Slot()
    def _check(self) -> None:
        from pawnviz.core.board.legality import problems
        from pawnviz.model.reading import ending_verdict

        self._checked = True
        self.problems = problems(self._document.position)
        self._ending = "" if self.problems else ending_verdict(self._document.position)
        self._show()
        self.problems_changed.emit()

    def _show(self) -> None:
        theme, error = theme_of(self), self.error
        first = self.problems[0] if self.problems else None
        if error is not None:
            sign, text, color = "error", error.message, theme.error_text
        elif first is not None:
            sign, text, color = "warning", first.text, theme.error_text
        elif self._checked:
            ending = f" {self._ending}." if self._ending else ""
            sign, text, color = "ok", f"A legal position.{ending}", theme.muted_text
        else:
            sign, text, color = "", "", theme.muted_text
        if sign:
            self._sign.setPixmap(icon(sign, color, (16,)).pixmap(QSize(16, 16), self.devicePixelRatioF()))
        else:
            self._sign.clear()
        tip = error.message if error else "\n".join(problem.text for problem in self.problems)
        self._message.show_text(text, tip)
        palette = self._message.palette()
        palette.setColor(QPalette.ColorRole.WindowText, QColor(color))
        self._message.setPalette(palette)
        repairable = error is None and first is not None and first.repaired is not None
        self.repair_button.setVisible(repairable)
        if repairable and first is not None:
            self.repair_button.setText(first.repair)
            self.repair_button.setIcon(icon("repair", theme.text, (16,)))
            self.repair_button.setToolTip(f"{first.repair}; can be undone")
        others = self.problems[1:] if error is None else ()
        self.more_button.setVisible(bool(others))
        if others:
            self.more_button.setText(f"{len(others)} more")
            self.more_button.setToolTip("What else is not legal")
            self._fill_menu()
        parts = [self._sign.width(), self._message.fontMetrics().horizontalAdvance(text) + 4]
        buttons = (self.repair_button, self.more_button)
        parts += [button.sizeHint().width() for button in buttons if not button.isHidden()]
        self.verdict.setMaximumWidth(sum(parts) + VERDICT_SPACING * len(parts))
        self.error_shown.emit(error is not None)
        start, end = (0, 0) if error is None else (error.start, error.end)
        self.edit.mark(start, end, QColor(theme.error_text), QColor(theme.error_background))

    def _fill_menu(self) -> None:
        menu = self.more_button.menu()
        menu.clear()
        for number, problem in enumerate(self.problems[1:], 1):
            action = menu.addAction(f"{problem.text} {problem.repair}.".strip() if problem.repair else problem.text)
            action.setData(number)
            action.setEnabled(problem.repaired is not None)

    @Slot()
    def _repair_first(self) -> None:
        self._repair_problem(0)

    @Slot("QAction*")
    def _repair_chosen(self, action: QAction) -> None:
        self._repair_problem(int(action.data()))

    def _repair_problem(self, number: int) -> None:
        """Repair a problem as an edit that can be undone, if the position still has it."""
        from pawnviz.core.board.legality import problems

        chosen = self.problems[number]
        for problem in problems(self._document.position):
            if problem.repair == chosen.repair and problem.repaired is not None:
                self._document.edit(problem.repaired, problem.repair)
                return
