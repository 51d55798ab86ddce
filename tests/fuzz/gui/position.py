"""The position: its fields, its FEN line, and its history."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox
from shiboken6 import isValid

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import START, Position
from pawnviz.core.positions.game_text import NO_GAMES, is_game_text
from pawnviz.model.jobs import job as thread_job
from tests.fuzz.gui.part import Part, Step
from tests.fuzz.gui.program import give_focus, type_text
from tests.fuzz.gui.texts import FENS

CHECK_COMMANDS: Final = 50
"""Every so many events the commands of the history and the window's title are compared with the document."""
CHECK_HISTORY: Final = 250
"""Every so many events everything is undone and done again; fewer than the steps that are kept."""

TYPED: Final = "pPnNbBrRqQkK12345678/ -wbKQkqa3h6 09xX<&é"


class PositionPart(Part):
    """What is done to the position, and that the FEN line and the history agree with it."""

    def events(self) -> list[tuple[int, Step]]:
        return [
            (10, self.type_in_fen_line),
            (2, self.paste),
            (2, self.repair),
            (4, self.use_fields),
            (6, self.undo_or_redo),
        ]

    def checks(self) -> list[tuple[int, Step]]:
        return [(1, self.check_position), (CHECK_COMMANDS, self.check_commands), (CHECK_HISTORY, self.check_history)]

    def settle(self) -> None:
        """Set up the first position, forget the history, and wait until no ending is solved any longer."""
        self.document.show(self.document.free)
        self.document.set_fen(START.fen())
        self.document.undo_stack.clear()
        thread_job.end_threads()
        QApplication.processEvents()
        self.fuzzed.first_position = self.document.position

    def check_position(self) -> None:
        """Check that the position is that of its FEN and of the FEN line."""
        position = self.document.position
        fen = position.fen()
        if Position.from_fen(fen) != position:
            self.fail(f"the position is not that of its own FEN {fen}")
        self.check_line(position, fen)

    def check_line(self, position: Position, fen: str) -> None:
        """Check that the FEN line shows the position, or a text that cannot be read with its error."""
        text = self.window.fen_line.edit.text()
        try:
            read = Position.from_fen(text)
        except FenError as error:
            if self.window.fen_line.error is None:
                self.fail(f"the FEN line has no error for {text[:200]!r}: {error}")
            expected = f"This is a game in PGN. {NO_GAMES}" if is_game_text(text) else error.message
            if self.window.fen_line.message != expected:
                self.fail(f"the FEN line says {self.window.fen_line.message!r}, not {expected!r}")
            return
        if self.window.fen_line.error is not None:
            self.fail(f"the FEN line has an error for {text!r}: {self.window.fen_line.error}")
        if read != position:
            self.fail(f"the FEN line has {text!r}, the position is {fen}")
        focus = QApplication.focusWidget()
        elsewhere = focus is not None and focus.window() is self.window and focus is not self.window.fen_line.edit
        if elsewhere and text != fen:
            self.fail(f"the FEN line was left with {text!r}, not {fen}")

    def check_commands(self) -> None:
        """Check what the window says of history and file."""
        stack = self.document.subject.undo_stack
        if self.document.steps.activeStack() is not stack:
            self.fail("the steps that can be undone are not those of the subject on the board")
        for name, possible in (("undo", stack.canUndo()), ("redo", stack.canRedo())):
            if self.window.menus.actions_by_name[name].isEnabled() != possible:
                self.fail(f"the command {name} is not enabled as the history says")
        panels = self.window.workspaces.made_games
        is_game = panels is not None and panels.games.is_on_board and panels.games.listing is not None
        modified = panels.games.edits.is_modified if panels is not None and is_game else self.document.free.modified
        if self.window.isWindowModified() != modified:
            self.fail("the title is not modified as the document says")

    def check_history(self) -> None:
        """Undo all steps of the free position, which leads to the start, do them again, and begin a new history.

        A step that has left another subject leads back to it. At the end the subject of before is shown again.
        """
        self.note("undo and redo everything")
        self.fuzzed.put_away()
        document, subject = self.document, self.document.subject
        document.show(document.free)
        stack = document.undo_stack
        kept = stack.count() < stack.undoLimit()
        while stack.canRedo():
            stack.redo()
        last = document.position
        passed = [last]
        while stack.canUndo():
            self.window.menus.actions_by_name["undo"].trigger()
            document.show(document.free)
            passed.append(document.position)
        if kept and document.position != self.fuzzed.first_position:
            self.fail(f"undo leads to {document.position.fen()}, not to {self.fuzzed.first_position.fen()}")
        self.check_position()
        for position in reversed(passed[:-1]):
            self.window.menus.actions_by_name["redo"].trigger()
            if document.position != position:
                self.fail(f"redo leads to {document.position.fen()}, not to {position.fen()}")
        if stack.canRedo():
            self.fail("there is more to redo than was undone")
        self.check_position()
        free = document.free
        free.restore(last, free.path, modified=free.modified, entry=free.file_place.entry, edited=free.edited_elsewhere)
        self.fuzzed.first_position = last
        self.check_position()
        if isValid(subject) and subject.is_open:
            document.show(subject)

    def undo_or_redo(self) -> None:
        """Undo or redo some steps."""
        name, count = self.random.choice(("undo", "undo", "redo")), self.random.randint(1, 4)
        self.note(f"{name} {count} times")
        for _ in range(count):
            self.window.menus.actions_by_name[name].trigger()

    def type_in_fen_line(self) -> None:
        """Edit the FEN in place."""
        edit = self.window.fen_line.edit
        if not edit.hasFocus():
            self.note("go to the FEN line")
            self.window.activateWindow()
            QApplication.processEvents()
            self.window.fen_line.focus()
            if self.random.random() < 0.5:
                edit.setCursorPosition(self.random.randint(0, len(edit.text())))
        choice = self.random.random()
        if choice < 0.5:
            text = "".join(self.random.choices(TYPED, k=self.random.randint(1, 4)))
            self.note(f"type {text!r} into the FEN line")
            type_text(edit, text)
        elif choice < 0.6:
            text = self.random.choice(FENS[:8])
            self.note(f"type {text!r} over the FEN line")
            edit.selectAll()
            type_text(edit, text[: self.random.randint(1, len(text))])
        else:
            keys = ("Backspace", "Delete", "Home", "End", "Left", "Ctrl+A", "Ctrl+Z", "Ctrl+Y", "Ctrl+X", "Ctrl+V")
            key = self.random.choice((*keys, "Return", "Escape", "Ctrl+Backspace", "Shift+Left", "Ctrl+C"))
            self.note(f"press {key} in the FEN line")
            QTest.keySequence(edit, QKeySequence(key))

    def paste(self) -> None:
        """Paste an odd text into the widget with the focus."""
        text = self.random.choice(FENS)
        self.note(f"paste {text[:60]!r} in {type(self.fuzzed.focused()).__name__}")
        QGuiApplication.clipboard().setText(text)
        QTest.keySequence(self.fuzzed.focused(), QKeySequence("Ctrl+V"))

    def repair(self) -> None:
        """Repair what is not legal, the first or a further problem."""
        actions = [action for action in self.window.fen_line.more_button.menu().actions() if action.isEnabled()]
        if actions and self.window.fen_line.more_button.isVisible() and self.random.random() < 0.5:
            action = self.random.choice(actions)
            self.note(f"repair {action.text()!r}")
            action.trigger()
        elif self.window.fen_line.repair_button.isVisible():
            self.note(f"repair {self.window.fen_line.repair_button.text()!r}")
            self.window.fen_line.repair_button.click()

    def use_fields(self) -> None:
        """Change side to move, castling or en passant."""
        fields = self.panels.fields
        if self.random.random() < 0.3:
            box = fields.findChild(QComboBox)
            if isinstance(box, QComboBox):
                key = self.random.choice((Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End))
                self.note(f"press {key.name} in the en-passant list")
                give_focus(box)
                QTest.keyClick(box, key)
            return
        button = self.random.choice(fields.findChildren(QAbstractButton))
        if isinstance(button, QAbstractButton):
            self.note(f"click the field {button.accessibleName()}")
            button.click()
