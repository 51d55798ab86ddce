"""The document: the position, the steps that led to it, and the file it belongs to. The only thing that changes."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from weakref import ref

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoCommand, QUndoStack

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import START, Position
from pawnviz.model.storage import (
    FileError,
    FileState,
    MissingFileError,
    file_state,
    is_changed,
    read_file,
    write_file,
)
from pawnviz.override import override

__all__ = ["Document", "FileError", "piece_name"]

UNDO_LIMIT: Final = 1000
"""The number of steps that can be undone."""

LARGEST_FILE: Final = 10_000_000
"""The number of bytes up to which a file of positions is read."""

MOST_FAULTS: Final = 1000
"""The number of lines that cannot be read after which a file is given up."""

FEWEST_SLASHES: Final = 3
"""The number of slashes from which a word is taken for the pieces of a position; a right one has seven."""

_KINDS: Final = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
_DIRECTIONS: Final = {(0, 1): "north", (0, -1): "south", (1, 0): "east", (-1, 0): "west"}
_COMMENTS: Final = ("#", "%", ";", "//")


def piece_name(piece: str) -> str:
    """Return the name of a piece, one of ``PIECES``, such as ``white pawn`` for ``P``."""
    return f"{'white' if piece.isupper() else 'black'} {_KINDS[piece.lower()]}"


class _Step(QUndoCommand):
    """A step of the undo stack: the position before and after, and the file where the step is the opening of one."""

    def __init__(
        self,
        document: Document,
        after: Position,
        text: str,
        *,
        stroke: int = 0,
        stroke_text: str = "",
        path_after: str | None = None,
    ) -> None:
        super().__init__(text)
        # Not the document itself: that is a ring through the undo stack, which Python's collector takes apart in an
        # order that Qt does not survive.
        self._document = ref(document)
        self._before = document.position
        self._after = after
        self.stroke = stroke
        self._stroke_text = stroke_text or text
        self._path_before = document.path
        self._path_after = path_after

    def go_on(self, after: Position, text: str, stroke_text: str) -> None:
        """Lead to a later position of the stroke; a stroke that ends where it began is no step and is obsolete."""
        self._after = after
        if self.text() != text:
            self._stroke_text = "paint" if self._stroke_text != (stroke_text or text) else self._stroke_text
            self.setText(self._stroke_text)
        self.setObsolete(after == self._before)

    @override
    def redo(self) -> None:
        self._give(self._after, self._path_after)

    @override
    def undo(self) -> None:
        self._give(self._before, None if self._path_after is None else self._path_before)

    def _give(self, position: Position, path: str | None) -> None:
        """Have the document take a position and, unless it is None, a path."""
        document = self._document()
        if document is not None:
            document._take(position, path)


class Document(QObject):
    """A position that is edited step by step, each of which can be undone, and the file that it was read from.

    The signals carry nothing; they are sent once the undo stack, ``path`` and ``modified`` agree with the position.
    """

    position_changed = Signal()
    """The position is another one."""
    file_changed = Signal()
    """The path is another one, or ``modified`` is."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin with the start position, without a file."""
        super().__init__(parent)
        self._position = START
        self._path = ""
        self._clean_path = ""
        self._file_states: dict[str, FileState | None] = {}
        self._stroke = 0
        self._announced_position = START
        self._announced_file = ("", False)
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
        return self._path

    @property
    def modified(self) -> bool:
        """Whether the position was edited since it was opened, saved or begun."""
        return not self._undo_stack.isClean()

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
        self.edit(self._position.cleared(), "clear the board")

    def set_start(self) -> None:
        """Take the start position."""
        self.edit(START, "set up the start position")

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
        self.edit(Position.from_fen(text), "edit the FEN" if stroke else "set the FEN", stroke=stroke)

    # Files

    def open_file(self, path: str) -> int:
        """Take the first position of a file as one step, and return how many lines of positions the file has.

        Undoing it also brings back the file before.

        Empty lines, comments and lines that are no position are passed over. Raises ``FileError`` and changes nothing
        when the file cannot be read or holds no position.
        """
        file = Path(path).absolute()
        state = file_state(file, LARGEST_FILE)
        position, count = _first_position(file)
        opened = str(file)
        if position != self._position or opened != self._path:
            self._undo_stack.push(_Step(self, position, f"open {file.name}", path_after=opened))
        self._file_states[opened] = state
        self._mark_clean(opened)
        return count

    @property
    def file_holds_more(self) -> bool:
        """Whether the document's file holds anything but one FEN, or cannot be read: saving would destroy that."""
        try:
            lines = [line for line in _text(Path(self._path)).splitlines() if line.strip()] if self._path else []
        except MissingFileError:
            return False
        except FileError:
            return True
        if len(lines) != 1:
            return bool(lines)
        try:
            Position.from_fen(lines[0])
        except FenError:
            return True
        # What follows the four fields of an EPD are operations.
        return any(not word.isdigit() for word in lines[0].split()[4:])

    @property
    def file_state(self) -> FileState | None:
        """What the document's file looked like when it was last opened or saved here; None where that is not known."""
        return self._file_states.get(self._path)

    @property
    def file_was_changed(self) -> bool:
        """Whether another program has changed the document's file since it was last opened or saved here."""
        state = self.file_state
        return state is not None and is_changed(Path(self._path), state, LARGEST_FILE)

    def save_file(self, path: str) -> None:
        """Write the position's FEN as one line, whole or not at all; raises ``FileError`` where that fails."""
        file = Path(path).absolute()
        write_file(file, f"{self._position.fen()}\n".encode("ascii"))
        self._file_states[str(file)] = file_state(file, LARGEST_FILE)
        self._mark_clean(str(file))

    def restore(
        self, position: Position, path: str = "", *, modified: bool = False, state: FileState | None = None
    ) -> None:
        """Take over the position and file of an earlier session, with nothing to undo.

        ``state`` is what the file looked like then; without it, what it looks like now counts.
        """
        self._position = position
        self._path = self._clean_path = path
        self._file_states = {path: state or file_state(Path(path), LARGEST_FILE)} if path else {}
        self._undo_stack.clear()
        if modified:
            self._undo_stack.resetClean()
        else:
            self._undo_stack.setClean()
        self._announce()

    def _mark_clean(self, path: str) -> None:
        """Note that the file of this path holds the position."""
        self._path = self._clean_path = path
        self._undo_stack.setClean()
        self._announce()

    def _take(self, position: Position, path: str | None) -> None:
        """Take the position of a step and, unless it is None, a path; the undo stack then has it announced."""
        self._position = position
        if path is not None:
            self._path = path

    @Slot()
    def _announce(self) -> None:
        """Send the signals for whatever changed since they were sent last."""
        if self._undo_stack.isClean():
            # The clean step is what was opened or saved last, whichever way led to it.
            self._path = self._clean_path
        position_differs = self._position != self._announced_position
        file = (self._path, self.modified)
        file_differs = file != self._announced_file
        self._announced_position = self._position
        self._announced_file = file
        if position_differs:
            self.position_changed.emit()
        if file_differs:
            self.file_changed.emit()


def _text(path: Path) -> str:
    """Return the text of a file; raises ``FileError`` where it cannot be read or is no text."""
    data = read_file(path, LARGEST_FILE)
    # Some editors on Windows save texts in UTF-16.
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    text = data.decode(encoding, errors="replace")
    if "\0" in text:
        raise FileError(f"“{path.name}” is not a text; a file with a FEN or EPD line is needed.")
    return text


def _first_position(path: Path) -> tuple[Position, int]:
    """Return the first position of a file of FEN or EPD lines and the number of its lines; raises ``FileError``."""
    first_fault = ""
    candidates = [(number, line) for number, line in enumerate(_text(path).splitlines(), 1) if _is_placement(line)]
    for number, line in candidates[:MOST_FAULTS]:
        try:
            return Position.from_fen(line), len(candidates)
        except FenError as error:
            first_fault = first_fault or f"“{path.name}”, line {number}: {error.message}"
    example = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"
    raise FileError(first_fault or f"“{path.name}” holds no position; a FEN is a line such as {example}.")


def _is_placement(line: str) -> bool:
    """Return whether a line begins with a word that can be meant as the pieces of a position, right or wrong."""
    word, _, _ = line.lstrip().partition(" ")
    return word.count("/") >= FEWEST_SLASHES and not word.startswith(_COMMENTS) and "://" not in word
