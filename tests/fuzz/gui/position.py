"""The position: its FEN line, its history, its subject and its file."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position
from pawnviz.core.games.pgn import written_moves
from pawnviz.core.positions import NO_GAMES, is_game_text
from pawnviz.model.subjects import Place, Subject
from tests.fuzz.gui.program import FuzzedProgram, Part, Step, give_focus, type_text
from tests.fuzz.gui.texts import FENS

CHECK_STEPS: Final = 10
"""Every so many events some steps are undone and done again."""
TYPED: Final = "pPnNbBrRqQkK12345678/ -wbKQkqa3h6 09xX<&é"
KEYS: Final = (
    *("Backspace", "Delete", "Home", "End", "Left", "Ctrl+A", "Ctrl+Z", "Ctrl+Y", "Ctrl+X", "Ctrl+V"),
    *("Return", "Escape", "Ctrl+Backspace", "Shift+Left", "Ctrl+C"),
)


class PositionPart(Part):
    """Events of the FEN line, files and history, and that position, FEN line, history and subject agree."""

    def __init__(self, fuzzed: FuzzedProgram) -> None:
        """Forget the waiting free position whenever the subject changes."""
        super().__init__(fuzzed)
        self._waiting: tuple[Subject, Position, int, Place] | None = None
        self.document.subject_changed.connect(self.forget)

    def forget(self) -> None:
        """Note that another subject is on the board, so that the free position may be another one."""
        self._waiting = None

    def events(self) -> list[tuple[int, Step]]:
        return [(8, self.type_fen), (3, self.paste), (2, self.repair), (6, self.undo_or_redo), (4, self.open_file)]

    def checks(self) -> list[tuple[int, Step]]:
        return [
            *((1, self.check_line), (1, self.check_subject), (1, self.check_waiting), (1, self.check_title)),
            (CHECK_STEPS, self.check_steps),
        ]

    # Events

    def type_fen(self) -> None:
        edit = self.window.fen_line.edit
        if self.fuzzed.is_presenting:
            return
        if not edit.hasFocus():
            self.note("go to the FEN line")
            self.window.activateWindow()
            QApplication.processEvents()
            self.fuzzed.run_command("edit_fen")
            if self.random.random() < 0.5:
                edit.setCursorPosition(self.random.randint(0, len(edit.text())))
        choice = self.random.random()
        if choice < 0.6:
            text = "".join(self.random.choices(TYPED, k=self.random.randint(1, 4)))
            if choice > 0.5:
                text = self.random.choice(FENS[:8])
                text = text[: self.random.randint(1, len(text))]
                edit.selectAll()
            self.note(f"type {text!r} into the FEN line")
            type_text(edit, text)
        else:
            keys = self.random.choice(KEYS)
            self.note(f"press {keys} in the FEN line")
            QTest.keySequence(edit, QKeySequence(keys))

    def paste(self) -> None:
        text = self.random.choice(FENS)
        self.note(f"paste {text[:60]!r} on the board")
        QGuiApplication.clipboard().setText(text)
        give_focus(self.board)
        QTest.keySequence(self.board, QKeySequence("Ctrl+V"))

    def repair(self) -> None:
        line = self.window.fen_line
        if line.repair_button.isVisible():
            self.note(f"repair {line.repair_button.text()!r}")
            line.repair_button.click()

    def undo_or_redo(self) -> None:
        name, count = self.random.choice(("undo", "undo", "redo")), self.random.randint(1, 4)
        self.note(f"{name} {count} times")
        for _ in range(count):
            self.fuzzed.run_command(name)

    def open_file(self) -> None:
        path = self.random.choice(self.fuzzed.paths[1:])
        self.note(f"open {path}")
        self.window.files.open_path(path)

    # Checks

    def check_line(self) -> None:
        """Check that the FEN line shows the position, or a text that cannot be read with its error."""
        position, line = self.document.position, self.window.fen_line
        fen, text = position.fen(), line.edit.text()
        if Position.from_fen(fen) != position:
            self.fail(f"the position is not that of its own FEN {fen}")
        try:
            read = Position.from_fen(text)
        except FenError as error:
            expected = f"This is a game in PGN. {NO_GAMES}" if is_game_text(text) else error.message
            if line.error is None or line.message != expected:
                self.fail(f"the FEN line says {line.message!r} of {text[:200]!r}, not {expected!r}")
            return
        if line.error is not None:
            self.fail(f"the FEN line has an error for {text!r}: {line.error}")
        if read != position:
            self.fail(f"the FEN line has {text!r}, the position is {fen}")
        focus = QApplication.focusWidget()
        if focus not in (None, line.edit) and focus.window() is self.window and text != fen:
            self.fail(f"the FEN line was left with {text!r}, not {fen}")

    def check_subject(self) -> None:
        document, subject = self.document, self.document.subject
        if document.position != subject.position:
            self.fail(f"the board has {document.position.fen()}, but its subject {subject.position.fen()}")
        steps = document.steps.activeStack()
        # An undone edit of a pinned position can be redone while this has no steps of its own.
        if steps is not subject.undo_stack and (steps is not document.free.undo_stack or subject.undo_stack.count()):
            self.fail("the steps that can be undone are not those of the subject on the board")
        if not subject.is_open:
            self.fail("the board shows a subject that is closed")

    def check_waiting(self) -> None:
        """Check that the free position and its history stay while another subject is on the board."""
        free, subject = self.document.free, self.document.subject
        if subject is free:
            return
        waiting = subject, free.position, free.undo_stack.index(), free.file_place
        if not subject.takes_moves or self._waiting is None:
            self._waiting = waiting  # A pinned position does not keep the free position from being saved.
        if self._waiting != waiting:
            self.fail(f"the free position {self._waiting[1:]} became {waiting[1:]} while {subject.name} was shown")

    def check_title(self) -> None:
        panels = self.window.workspaces.made_games
        is_game = panels is not None and panels.games.is_on_board and panels.games.listing is not None
        modified = panels.games.edits.is_modified if panels is not None and is_game else self.document.free.modified
        if self.window.isWindowModified() != modified:
            self.fail("the title is not marked as modified as the document says")

    def check_steps(self) -> None:
        """Undo some steps of the subject and do them again, which leads through the same positions."""
        if self.board.state.gesture is not None or self.window.fen_line.edit.hasFocus():
            return
        document, subject = self.document, self.document.subject
        count = self.random.randint(0, 12)
        stack, passed = subject.undo_stack, [self.state()]
        self.note(f"undo and redo {count} steps")
        while stack.canUndo() and len(passed) <= count:
            self.fuzzed.run_command("undo")
            document.show(subject)  # A step that has left a game leads back to it.
            passed.append(self.state())
        for state in reversed(passed[:-1]):
            self.fuzzed.run_command("redo")
            document.show(subject)
            if self.state() != state:
                self.fail(f"redo leads to {self.state()}, not to {state}")

    def state(self) -> str:
        """Return the FEN of the position, or of games the moves of each edited one: undoing a step opens its game."""
        panels = self.window.workspaces.made_games
        game = panels.games.game.game if panels is not None and panels.games.is_on_board else None
        if panels is None or game is None:
            return self.document.position.fen()
        edits, read = panels.games.edits, panels.games.game.read
        unsaved, shown = edits.unsaved(), written_moves(game, read.result if read is not None else "")
        if edits.index in unsaved and unsaved[edits.index] != shown:
            self.fail(f"the board has {shown}, the edits have {unsaved[edits.index]}")
        return "\n".join(f"game {index}: {moves}" for index, moves in unsaved.items())
