"""The subjects of the board: the free position, which waits while another one is shown, and its history."""

from __future__ import annotations

from pawnviz.core.board.position import Position
from pawnviz.model.subjects.opened_files import Place
from pawnviz.model.subjects.subject import Subject
from tests.fuzz.gui.part import Part, Step
from tests.fuzz.gui.program import FuzzedProgram


class SubjectsPart(Part):
    """That what is seen and undone is the subject's, and that the free position waits while another one is shown."""

    def __init__(self, fuzzed: FuzzedProgram) -> None:
        """Follow the subjects of a running program."""
        super().__init__(fuzzed)
        self._waiting: tuple[Subject, Position, int, int] | None = None
        self._file: tuple[Place, bool] | None = None
        self.document.subject_changed.connect(self.forget)

    def checks(self) -> list[tuple[int, Step]]:
        return [(1, self.check_subject), (1, self.check_free)]

    def forget(self) -> None:
        """Note that another subject is on the board, so that the free position may be another one."""
        self._waiting = self._file = None

    def check_subject(self) -> None:
        """Check that the board and the history are the subject's, and that it can be shown."""
        document, subject = self.document, self.document.subject
        if document.position != subject.position:
            self.fail(f"the board has {document.position.fen()}, but its subject {subject.position.fen()}")
        if [cell.piece for cell in self.board.pictures.picture.cells] != [
            subject.position.piece_at(square) or "" for square in range(64)
        ]:
            self.fail("the pieces on the board are not those of its subject")
        if document.steps.activeStack() is not subject.undo_stack:
            self.fail("the steps that can be undone are not those of the subject on the board")
        if not subject.is_open:
            self.fail("the board shows a subject that is closed")

    def check_free(self) -> None:
        """Check that the free position, its history and its file stay while another subject is on the board."""
        free, subject = self.document.free, self.document.subject
        if subject is free:
            return
        waiting = subject, free.position, free.undo_stack.count(), free.undo_stack.index()
        if self._waiting is None:
            self._waiting = waiting
        if self._waiting != waiting:
            self.fail(f"the free position {self._waiting[1:]} became {waiting[1:]} while {subject.name} was shown")
        file = free.file_place, free.modified
        if self._file is None or not subject.takes_moves:
            self._file = file  # A pinned position is no hindrance to saving the free position.
        if self._file != file:
            self.fail(f"the file of the free position {self._file} became {file} while {subject.name} was shown")
