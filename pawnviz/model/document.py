"""The document: the subject that the board shows, the edits of its position, and a position pinned beside it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QUndoGroup, QUndoStack

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.position import START, Position
from pawnviz.core.board.side import player_name
from pawnviz.core.words import count_text
from pawnviz.model.subjects import FreePosition, PinnedPosition, Subject

_KINDS: Final = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
_DIRECTIONS: Final = {(0, 1): "north", (0, -1): "south", (1, 0): "east", (-1, 0): "west"}


def piece_name(piece: str) -> str:
    """Return the name of a piece, one of ``PIECES``, such as ``white pawn`` for ``P``."""
    return f"{'white' if piece.isupper() else 'black'} {_KINDS[piece.lower()]}"


class Document(QObject):
    """The subject that the board shows: the free position, or another one in its place.

    An edit of another subject, and any position that is set up, is one of the free position, which is shown then;
    undoing it leads back. Pieces of a game move by the rules, unless the document ``edits_freely``. A whole position
    that is set up leaves the file of the free position, an edit stays in its record. Each subject keeps its own undo
    stack; ``steps`` follows the current one.
    """

    position_changed = Signal()  # The position has changed.
    subject_changed = Signal()  # Another subject is shown.
    drawings_changed = Signal()  # Arrows or circles of the position have changed.
    edit_refused = Signal()  # The game has refused an edit.
    copied = Signal(str)  # An edit has made a copy of another subject; carries the subject's name.
    previous_changed = Signal()  # The position of the previous subject has changed behind the one that is shown.

    _is_returning = True  # A document whose attributes are gone hears its stack being cleared, and follows no step.

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.free = FreePosition(self)  # The position that can be edited freely, with its file.
        self.steps = QUndoGroup(self)  # The undo stacks of the subjects; that of the current one is active.
        self.edits_freely = False  # Whether an edit of a game makes a copy; otherwise a game takes moves alone.
        self._stroke = 0
        self._is_returning = False  # Whether a step of the free position that is being undone leads to another subject.
        self._subject: Subject = self.free
        self._previous: Subject = self.free
        self._announced = self._announced_previous = self.free.position
        self.free.return_wanted.connect(self._return)
        self.free.position_changed.connect(self._follow_previous)
        self.free.undo_stack.indexChanged.connect(self._follow_steps)
        self._take_up()

    # The subject

    @property
    def subject(self) -> Subject:
        """The subject that the board shows."""
        return self._subject

    @Slot(object)
    def show(self, subject: Subject) -> None:
        """Show another subject, in the state in which it was left."""
        if subject is not self._subject:
            self._show(subject, self._previous if isinstance(self._subject, PinnedPosition) else self._subject)

    @Slot(object)
    def _return(self, subject: Subject) -> None:
        """Show the subject that an undone step had left; a pinned position keeps its way back.

        If it has no steps of its own, those of the free position stay the current ones, so that the step can be redone.
        """
        self._show(subject, self._previous if isinstance(subject, PinnedPosition) else self._subject)
        if not subject.undo_stack.count():
            self._is_returning = True
            self.steps.setActiveStack(self.free.undo_stack)
            first_step = Qt.ConnectionType.SingleShotConnection
            subject.undo_stack.indexChanged.connect(self._follow_own_steps, first_step)

    @Slot()
    def _follow_steps(self) -> None:
        """Show the free position after a step of it, unless this has led back to the subject that is shown."""
        if "steps" not in vars(self):  # Python collects the document as garbage, and its stack ends with steps in it.
            return
        if not self._is_returning and self.steps.activeStack() is self.free.undo_stack:
            self.show(self.free)
        self._is_returning = False

    @Slot()
    def _follow_own_steps(self) -> None:
        self.steps.setActiveStack(self._subject.undo_stack)

    def _show(self, subject: Subject, previous: Subject) -> None:
        before, self._subject = self._subject, subject
        # The free position, which any closed one gives way to, is always followed.
        if self._previous is not self.free:
            self._previous.position_changed.disconnect(self._follow_previous)
            self._previous.opened_or_closed.disconnect(self._follow_previous)
        self._previous = previous
        if previous is not self.free:
            previous.position_changed.connect(self._follow_previous)
            previous.opened_or_closed.connect(self._follow_previous)
        self._announced_previous = self.previous.position
        before.position_changed.disconnect(self._follow)
        before.drawings_changed.disconnect(self.drawings_changed)
        self._take_up()
        self.subject_changed.emit()
        self._announced = subject.position
        self.position_changed.emit()

    @Slot()
    def _follow_previous(self) -> None:
        previous = self.previous
        if previous.position == self._announced_previous:
            return
        self._announced_previous = previous.position
        if previous is not self._subject:
            self.previous_changed.emit()

    def leave(self, subject: Subject) -> None:
        """Show the subject before this one, or the free position, if this one is shown."""
        if subject is self._subject:
            self.show(self.previous)

    @property
    def previous(self) -> Subject:
        """The subject to go back to, which is no pinned position, if it is still open."""
        return self._previous if self._previous is not self._subject and self._previous.is_open else self.free

    def _take_up(self) -> None:
        subject = self._subject
        subject.position_changed.connect(self._follow)
        subject.drawings_changed.connect(self.drawings_changed)
        if subject.undo_stack not in self.steps.stacks():
            self.steps.addStack(subject.undo_stack)
        self.steps.setActiveStack(subject.undo_stack)

    @Slot()
    def _follow(self) -> None:
        if self._subject.position == self._announced:
            self.drawings_changed.emit()
            return
        self._announced = self._subject.position
        self.position_changed.emit()

    @property
    def position(self) -> Position:
        """The position of the subject."""
        return self._subject.position

    @property
    def takes_edits(self) -> bool:
        """Whether pieces are set up freely; otherwise they move by the rules of chess."""
        return self.edits_freely or not self._subject.takes_moves

    @property
    def undo_stack(self) -> QUndoStack:
        """The undoable steps of the subject."""
        return self._subject.undo_stack

    # Edits

    def edit(self, position: Position, text: str, *, stroke: int = 0, stroke_text: str = "") -> None:
        """Take another position as one step, as ``FreePosition.edit`` does."""
        subject = self._subject
        if position == subject.position or subject.edit(position, text, stroke=stroke, stroke_text=stroke_text):
            return
        if self.takes_edits:
            self._leave_with(position, text, stroke=stroke, stroke_text=stroke_text)
            self.copied.emit(subject.name)
        else:
            self.edit_refused.emit()

    def _leave_with(self, position: Position, text: str, *, stroke: int = 0, stroke_text: str = "") -> None:
        """Go on with a position as the free one, in one step that leaves the subject."""
        self.free.set_up_from(self._subject, position, text, stroke=stroke, stroke_text=stroke_text)
        self.show(self.free)

    def set_up(self, position: Position, text: str) -> None:
        """Take a whole position as one step, which leaves the file and any other subject."""
        if self._subject is self.free:
            self.free.set_up(position, text)
        else:
            self._leave_with(position, text)

    def open_file(self, path: str, *, drops_edits: bool = False) -> int:
        """Go on with the first position of a file as the free position, as ``FreePosition.open_file`` does."""
        left = None if self._subject is self.free else self._subject
        count = self.free.open_file(path, left, drops_edits=drops_edits)
        self.show(self.free)
        return count

    def keep_position(self) -> None:
        """Make the position of another subject the free position, as one step."""
        subject = self._subject
        if subject is not self.free:
            self._leave_with(self.position, "take the position")
            self.copied.emit(subject.name)

    def begin_stroke(self) -> int:
        """Return the number of a new stroke."""
        self._stroke += 1
        return self._stroke

    def place(self, square: int, piece: str, stroke: int = 0) -> None:
        """Put a piece, one of ``PIECES``, on a square from 0 to 63."""
        text = f"place {piece_name(piece)} on {SQUARE_NAMES[square]}"
        self.edit(self.position.with_piece(square, piece), text, stroke=stroke, stroke_text="paint")

    def remove(self, square: int, stroke: int = 0) -> None:
        """Take the piece from a square, if there is one."""
        piece = self.position.piece_at(square)
        if piece is not None:
            text = f"remove {piece_name(piece)} from {SQUARE_NAMES[square]}"
            self.edit(self.position.without_piece(square), text, stroke=stroke, stroke_text="erase")

    def move(self, source: int, target: int) -> None:
        """Move a piece to another square, in place of any other piece; it need not be a legal move."""
        text = f"move {SQUARE_NAMES[source]} to {SQUARE_NAMES[target]}"
        self.edit(self.position.moved(source, target), text)

    def copy(self, source: int, target: int) -> None:
        """Copy a piece to another square, in place of any other piece."""
        text = f"copy {SQUARE_NAMES[source]} to {SQUARE_NAMES[target]}"
        self.edit(self.position.copied(source, target), text)

    def clear(self) -> None:
        """Remove all pieces."""
        self.set_up(self.position.cleared(), "clear the board")

    def set_start(self) -> None:
        """Take the start position."""
        self.set_up(START, "set up the start position")

    def set_white_to_move(self, white_to_move: bool) -> None:
        """Set White or Black to move."""
        self.edit(self.position.with_white_to_move(white_to_move), f"give {player_name(white_to_move)} the move")

    def switch_side_to_move(self) -> None:
        """Set the other side to move."""
        self.set_white_to_move(not self.position.white_to_move)

    def set_castling(self, castling: int) -> None:
        """Give castling rights to the rooks on these squares of ranks 1 and 8."""
        self.edit(self.position.with_castling(castling), "change the castling rights")

    def set_en_passant(self, square: int | None) -> None:
        """Set the en-passant square, on rank 3 or 6, or none."""
        text = "remove the en-passant square" if square is None else f"en passant on {SQUARE_NAMES[square]}"
        self.edit(self.position.with_en_passant(square), text)

    def swap_colors(self) -> None:
        """Exchange White and Black, seen from the other end of the board."""
        self.edit(self.position.swapped_colors(), "swap the colors")

    def mirror(self) -> None:
        """Exchange the a-file and the h-file, the b-file and the g-file, and so on."""
        self.edit(self.position.mirrored(), "mirror left and right")

    def shift(self, files: int, ranks: int) -> None:
        """Shift all pieces by files east and ranks north; pieces that leave the board are removed."""
        both = f"by {count_text(files, 'file')} and {count_text(ranks, 'rank')}"
        self.edit(self.position.shifted(files, ranks), f"shift {_DIRECTIONS.get((files, ranks), both)}")

    def set_fen(self, text: str, stroke: int = 0) -> None:
        """Take the position of a FEN or an EPD line, which leaves the file unless it is typed in a ``stroke``.

        Raises ``FenError`` and changes nothing if it cannot be read.
        """
        position = Position.from_fen(text)
        if stroke and self._subject is self.free:
            self.free.edit(position, "edit the FEN", stroke=stroke)
        elif stroke and position != self.position:
            self._leave_with(position, "edit the FEN", stroke=stroke)
        else:
            self.set_up(position, "set the FEN")


class Comparison(QObject):
    """A pinned position and the way there and back, which leaves no trace unless the pinned one is edited."""

    changed = Signal()  # The pinned position, or the one that it is compared with, has changed.

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._pinned: PinnedPosition | None = None
        document.position_changed.connect(self._follow)
        document.subject_changed.connect(self._follow)
        document.previous_changed.connect(self._follow)

    @property
    def pinned(self) -> Position | None:
        """The pinned position, or None."""
        return self._pinned.position if self._pinned is not None else None

    @property
    def other(self) -> Position:
        """The position to compare with the pinned one: the document's, or the one to switch back to."""
        return (self._document.previous if self.is_switched else self._document.subject).position

    @property
    def is_switched(self) -> bool:
        """Whether the pinned position is on the board in place of the other one."""
        return self._pinned is not None and self._document.subject is self._pinned

    @property
    def can_switch(self) -> bool:
        """Whether there is another position to switch to."""
        return self._pinned is not None and (self.is_switched or self._pinned.position != self.other)

    def pin(self) -> None:
        """Pin the document's position in place of an earlier one."""
        self._forget()
        self._pinned = PinnedPosition(self._document.position, self)
        self.changed.emit()

    def unpin(self) -> None:
        """Pin none; a pinned position on the board stays there."""
        if self._pinned is not None:
            self._forget()
            self.changed.emit()

    def _forget(self) -> None:
        if self.is_switched:
            self._document.keep_position()
        if self._pinned is not None:
            self._pinned.deleteLater()
            self._pinned = None

    def switch(self) -> None:
        """Switch the board between the pinned position and the other one; no effect if both are equal."""
        if self._pinned is None or not self.can_switch:
            return
        if self.is_switched:
            self._document.leave(self._pinned)
        else:
            self._document.show(self._pinned)

    @Slot()
    def _follow(self) -> None:
        if self._pinned is not None:
            self.changed.emit()
