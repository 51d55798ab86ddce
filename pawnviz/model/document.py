"""The document: the position, the steps that led to it, and the file it belongs to. The only thing that changes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from weakref import ref

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoCommand, QUndoStack

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.position import START, Position
from pawnviz.model.opened_files import LARGEST_FILE, OpenedFiles, Place
from pawnviz.model.storage import FileError, FileState, is_changed
from pawnviz.override import override

if TYPE_CHECKING:
    from pawnviz.core.positions.position_file import PositionFile

__all__ = ["Document", "FileError", "piece_name"]

UNDO_LIMIT: Final = 1000
"""The number of steps that can be undone."""

NOTHING_EDITED: Final[Mapping[int, Position]] = {}

_KINDS: Final = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
_DIRECTIONS: Final = {(0, 1): "north", (0, -1): "south", (1, 0): "east", (-1, 0): "west"}


def piece_name(piece: str) -> str:
    """Return the name of a piece, one of ``PIECES``, such as ``white pawn`` for ``P``."""
    return f"{'white' if piece.isupper() else 'black'} {_KINDS[piece.lower()]}"


class LentPosition(NamedTuple):
    """A position that a stroke has set up for something with a name, such as a game; without one nothing is lent."""

    position: Position | None = None
    stroke: int = 0
    name: str = ""

    def leaving_text(self, position: Position, stroke: int) -> str:
        """Return what the text of a step from a position adds where the step leaves what this is lent for."""
        return f" and leave {self.name}" if self.name and position == self.position and stroke != self.stroke else ""


class _Step(QUndoCommand):
    """A step of the undo stack: the position before and after, and the place in a file where the step leads to one."""

    def __init__(
        self,
        document: Document,
        after: Position,
        text: str,
        *,
        stroke: int = 0,
        stroke_text: str = "",
        place_after: Place | None = None,
    ) -> None:
        self._leaving = document.lent.leaving_text(document.position, stroke)
        super().__init__(f"{text}{self._leaving}")
        # Not the document itself: that is a ring through the undo stack, which Python's collector takes apart in an
        # order that Qt does not survive.
        self._document = ref(document)
        self._before = document.position
        self._after = after
        self.stroke = stroke
        self._stroke_text = stroke_text or text
        self._place_before = document.file_place
        self._place_after = place_after
        self.setup_before = document.setup
        self._setup_after = document.setup

    @property
    def leads_to_another_entry(self) -> bool:
        """Whether the step only leads from one entry of a file to another one."""
        place = self._place_after
        return place is not None and place.path == self._place_before.path

    def set_up(self, setup: int) -> None:
        """Note that the step sets up another position instead of editing the one before."""
        self._setup_after = setup

    def go_on_to(self, after: Position, place: Place, setup: int, text: str) -> None:
        """Lead to another place instead; a step back to where it began is no step and is obsolete."""
        self._after, self._place_after = after, place
        self._setup_after = setup
        self.setText(f"{text}{self._leaving}")
        self.setObsolete((after, place) == (self._before, self._place_before))

    def go_on(self, after: Position, text: str, stroke_text: str) -> None:
        """Lead to a later position of the stroke; a stroke that ends where it began is no step and is obsolete."""
        self._after = after
        if self.text() != f"{text}{self._leaving}":
            self._stroke_text = "paint" if self._stroke_text != (stroke_text or text) else self._stroke_text
            self.setText(f"{self._stroke_text}{self._leaving}")
        self.setObsolete(after == self._before)

    @override
    def redo(self) -> None:
        self._give(self._after, self._place_after, self._setup_after)

    @override
    def undo(self) -> None:
        place = None if self._place_after is None else self._place_before
        self._give(self._before, place, self.setup_before)

    def _give(self, position: Position, place: Place | None, setup: int) -> None:
        """Have the document take a position, its setup and, unless it is None, a place in a file."""
        document = self._document()
        if document is not None:
            document._take(position, place, setup)


class Document(QObject):
    """A position that is edited step by step, each of which can be undone, and the file that it was read from.

    The signals carry nothing; they are sent once the undo stack, ``path`` and ``modified`` agree with the position.
    """

    position_changed = Signal()
    """The position is another one."""
    file_changed = Signal()
    """The place in a file is another one, ``modified`` is, or a file was opened."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin with the start position, without a file."""
        super().__init__(parent)
        self._position = START
        self._place = self._clean_place = Place()
        self._files = OpenedFiles(self._place, START)
        self.opening_count = 0
        """How many times a file was opened, also the same one anew."""
        self._stroke = 0
        self._setup = self._newest_setup = 0
        self.lent = LentPosition()
        """The position that was set up for something for a time, which the text of a step that edits it names."""
        self._announced_position = START
        self._announced_file = (self._place, False, 0)
        self._undo_stack = QUndoStack(self)
        self._undo_stack.setUndoLimit(UNDO_LIMIT)
        self._undo_stack.indexChanged.connect(self._announce)
        self._undo_stack.cleanChanged.connect(self._announce)

    @property
    def position(self) -> Position:
        """The current position."""
        return self._position

    @property
    def undo_stack(self) -> QUndoStack:
        """The steps that can be undone and redone."""
        return self._undo_stack

    @property
    def path(self) -> str:
        """The path of the file that the position belongs to, or an empty text."""
        return self._place.path

    @property
    def file_place(self) -> Place:
        """The file that the position belongs to, and which of its entries the position is."""
        return self._place

    @property
    def setup(self) -> int:
        """A number that stays while the position is edited: another one where another position was set up.

        Undoing that brings the number back.
        """
        return self._setup

    @property
    def modified(self) -> bool:
        """Whether the position differs from the one that was opened, saved or begun, or another one of its file does.

        Undoing all edits, or making them undone by hand, ends that.
        """
        return self.is_modified_with(self._position)

    def is_modified_with(self, position: Position) -> bool:
        """Return whether the document would be modified if a position were that of its place in its file."""
        return bool(self.edited_elsewhere) or position != self._files.saved(self._place)

    @property
    def edited_elsewhere(self) -> dict[int, Position]:
        """The positions of the file's other entries that were edited since it was opened or saved, by their numbers."""
        edited = self._files.edited(self.path)
        edited.pop(self._place.entry, None)
        return edited

    # Edits

    def edit(self, position: Position, text: str, *, stroke: int = 0, stroke_text: str = "") -> None:
        """Take another position as one step with this text; an equal position is no step.

        Steps of one stroke, a number other than 0, become one, unless something was undone or saved in between. Its
        text is then ``stroke_text``, or ``paint`` if these differ.
        """
        if position == self._position:
            return
        step = self._step_of(stroke)
        if step is None:
            self._undo_stack.push(_Step(self, position, text, stroke=stroke, stroke_text=stroke_text))
            return
        # Not QUndoCommand.mergeWith: PySide never gives back the memory of a command that was merged into another.
        step.go_on(position, text, stroke_text)
        self._position = position
        if step.isObsolete():
            # Qt takes an obsolete command off the stack without carrying it out.
            self._undo_stack.undo()
        else:
            self._announce()
            # Qt says so only of commands that it merges itself.
            self._undo_stack.undoTextChanged.emit(self._undo_stack.undoText())

    def _step_of(self, stroke: int) -> _Step | None:
        """Return the last step if it is of this stroke and nothing was undone or saved since."""
        stack = self._undo_stack
        if not stroke or stack.isClean() or stack.canRedo() or not stack.canUndo():
            return None
        step = stack.command(stack.index() - 1)
        return step if isinstance(step, _Step) and step.stroke == stroke else None

    def begin_stroke(self) -> int:
        """Return the number of a new stroke."""
        self._stroke += 1
        return self._stroke

    def place(self, square: int, piece: str, stroke: int = 0) -> None:
        """Put a piece, one of ``PIECES``, on a square from 0 to 63."""
        text = f"place {piece_name(piece)} on {SQUARE_NAMES[square]}"
        self.edit(self._position.with_piece(square, piece), text, stroke=stroke, stroke_text="paint")

    def remove(self, square: int, stroke: int = 0) -> None:
        """Take the piece from a square, if there is one."""
        piece = self._position.piece_at(square)
        if piece is not None:
            text = f"remove {piece_name(piece)} from {SQUARE_NAMES[square]}"
            self.edit(self._position.without_piece(square), text, stroke=stroke, stroke_text="erase")

    def move(self, source: int, target: int) -> None:
        """Put the piece of one square on another, in place of what stands there; it need not be a legal move."""
        text = f"move {SQUARE_NAMES[source]} to {SQUARE_NAMES[target]}"
        self.edit(self._position.moved(source, target), text)

    def copy(self, source: int, target: int) -> None:
        """Put a second piece like that of one square on another, in place of what stands there."""
        text = f"copy {SQUARE_NAMES[source]} to {SQUARE_NAMES[target]}"
        self.edit(self._position.copied(source, target), text)

    def clear(self) -> None:
        """Remove all pieces."""
        self._edit_anew(self._position.cleared(), "clear the board")

    def set_start(self) -> None:
        """Take the start position."""
        self._edit_anew(START, "set up the start position")

    def _edit_anew(self, position: Position, text: str) -> None:
        """Set up another position as one step; an equal position is no step."""
        if position != self._position:
            self._set_up(_Step(self, position, text))

    def set_white_to_move(self, white_to_move: bool) -> None:
        """Give the move to White or to Black."""
        text = f"give {'White' if white_to_move else 'Black'} the move"
        self.edit(self._position.with_white_to_move(white_to_move), text)

    def switch_side_to_move(self) -> None:
        """Give the move to the other side."""
        self.set_white_to_move(not self._position.white_to_move)

    def set_castling(self, castling: int) -> None:
        """Give castling rights to the rooks on these squares of ranks 1 and 8."""
        self.edit(self._position.with_castling(castling), "change the castling rights")

    def set_en_passant(self, square: int | None) -> None:
        """Set the en-passant square, on rank 3 or 6, or none."""
        text = "remove the en-passant square" if square is None else f"en passant on {SQUARE_NAMES[square]}"
        self.edit(self._position.with_en_passant(square), text)

    def swap_colors(self) -> None:
        """Exchange White and Black, seen from the other end of the board."""
        self.edit(self._position.swapped_colors(), "swap the colors")

    def mirror(self) -> None:
        """Exchange the a-file and the h-file, the b-file and the g-file, and so on."""
        self.edit(self._position.mirrored(), "mirror left and right")

    def shift(self, files: int, ranks: int) -> None:
        """Move all pieces by a number of files east and of ranks north; what leaves the board is removed."""
        direction = _DIRECTIONS.get((files, ranks))
        text = f"shift {direction}" if direction else f"shift by {files} files and {ranks} ranks"
        self.edit(self._position.shifted(files, ranks), text)

    def set_fen(self, text: str, stroke: int = 0) -> None:
        """Take the position of a FEN or an EPD line; raises ``FenError`` and changes nothing if it cannot be read."""
        position = Position.from_fen(text)
        if stroke:
            self.edit(position, "edit the FEN", stroke=stroke)
        else:
            self._edit_anew(position, "set the FEN")

    # Files

    def open_file(self, path: str) -> int:
        """Take the first position of a file as one step, and return how many lines of positions the file has.

        Undoing it also brings back the file before.

        Empty lines, comments and lines that are no position are passed over. Raises ``FileError`` and changes nothing
        when the file cannot be read or holds no position.
        """
        file = Path(path).absolute()
        place, position = self._files.open(file)
        self.opening_count += 1
        if position != self._position or place != self._place:
            self._set_up(_Step(self, position, f"open {file.name}", place_after=place))
            # A file that is opened again is as it is on the disk; undoing the step leads back to what was edited.
            self._files.forget_edits(place.path)
        self._mark_clean(place)
        return self.entry_count

    @property
    def position_file(self) -> PositionFile | None:
        """The lines of the document's file, read when they are first asked for; None where it has no file.

        They are those on the disk, without what was edited since.
        """
        return self._files.file(self.path)

    @property
    def entry_count(self) -> int:
        """The number of lines of positions in the document's file, 0 where it has none."""
        file = self.position_file
        return 0 if file is None else len(file.entries)

    @property
    def edited_entries(self) -> frozenset[int]:
        """The entries of the document's file whose positions were edited since it was opened or saved."""
        others = frozenset(self.edited_elsewhere)
        is_edited = bool(self.path) and self._position != self._files.saved(self._place)
        return others | {self._place.entry} if is_edited else others

    def go_to_entry(self, entry: int) -> None:
        """Take the position of another entry of the document's file; steps from entry to entry become one.

        A position that was edited before it was left comes back as it was. Raises ``FenError`` and changes nothing
        where the entry's line cannot be read, and ``IndexError`` where there is no such entry.
        """
        place = self._place._replace(entry=entry)
        if place == self._place:
            return
        position = self._files.position(place)
        text = f"go to position {entry + 1} of {Path(self.path).name}"
        stack = self._undo_stack
        last = stack.command(stack.index() - 1) if stack.canUndo() and not stack.canRedo() else None
        if not isinstance(last, _Step) or not last.leads_to_another_entry or stack.isClean():
            self._set_up(_Step(self, position, text, place_after=place))
            return
        self._newest_setup += 1
        last.go_on_to(position, place, self._newest_setup, text)
        self._take(position, place, self._newest_setup)
        if last.isObsolete():
            self._setup = last.setup_before
            stack.undo()
        else:
            self._announce()
            stack.undoTextChanged.emit(stack.undoText())

    @property
    def file_state(self) -> FileState | None:
        """What the document's file looked like when it was last opened or saved here; None where that is not known."""
        return self._files.state(self.path)

    @property
    def file_was_changed(self) -> bool:
        """Whether another program has changed the document's file since it was last opened or saved here."""
        state = self.file_state
        return state is not None and is_changed(Path(self.path), state, LARGEST_FILE)

    def save_file(self, path: str) -> str:
        """Write the document's file with every position that was edited, whole or not at all.

        What else stands in it stays: other positions, comments, and the operations of an EPD. Without a file of its
        own, the position's FEN is written as one line. Returns what of the file itself cannot stay, in sentences, empty
        where all does. Raises ``FileError`` where the file cannot be written.
        """
        place, losses = self._files.save(self._place, self._position, Path(path).absolute())
        self._mark_clean(place)
        return losses

    def restore(
        self,
        position: Position,
        path: str = "",
        *,
        modified: bool = False,
        state: FileState | None = None,
        entry: int = 0,
        edited: Mapping[int, Position] = NOTHING_EDITED,
    ) -> None:
        """Take over the position and file of an earlier session, with nothing to undo.

        ``state`` is what the file looked like then; without it, what it looks like now counts. ``edited`` are positions
        of other entries that were edited. A position without a file is not modified: nothing holds it in another form.
        """
        self._position = position
        self._place = self._clean_place = Place(path, entry)
        self._files = OpenedFiles(self._place, None if modified and path else position, state)
        for number, other in edited.items():
            self._files.leave(Place(path, number), other)
        self._newest_setup += 1
        self._setup = self._newest_setup
        self._undo_stack.clear()
        if modified:
            self._undo_stack.resetClean()
        else:
            self._undo_stack.setClean()
        self._announce()

    def _mark_clean(self, place: Place) -> None:
        """Note that this place holds the position."""
        self._place = self._clean_place = place
        self._undo_stack.setClean()
        self._announce()

    def _set_up(self, step: _Step) -> None:
        """Take a step that does not edit the position but sets up another one."""
        self._newest_setup += 1
        step.set_up(self._newest_setup)
        self._undo_stack.push(step)

    def _take(self, position: Position, place: Place | None, setup: int) -> None:
        """Take the position of a step and, unless it is None, a place; the undo stack then has it announced."""
        self._setup = setup
        if place is not None and place != self._place:
            self._files.leave(self._place, self._position)
            self._files.arrive(place)
            self._place = place
        self._position = position

    @Slot()
    def _announce(self) -> None:
        """Send the signals for whatever changed since they were sent last."""
        if self._undo_stack.isClean():
            # The clean step is what was opened or saved last, whichever way led to it.
            self._place = self._clean_place
        position_differs = self._position != self._announced_position
        file = (self._place, self.modified, self.opening_count)
        file_differs = file != self._announced_file
        self._announced_position = self._position
        self._announced_file = file
        if position_differs:
            self.position_changed.emit()
        if file_differs:
            self.file_changed.emit()
