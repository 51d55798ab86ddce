"""The subjects of a board: their common behavior, pinned ones, and the free position with its files.

A game is one too, in ``model.games``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from weakref import ref

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoCommand, QUndoStack
from shiboken6 import isValid

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import START, Position
from pawnviz.core.positions import PositionFile, is_game_text
from pawnviz.core.positions import title as title_of
from pawnviz.model.storage import FileError, FileState, file_state, is_changed, read_file, write_file
from pawnviz.override import override, plain_override


class Markup:
    """The arrows and circles, by source and target with the number of the color, and the pinned square."""

    def __init__(self) -> None:
        self.drawings: dict[tuple[int, int], int] = {}
        self.pinned: int | None = None


class Subject(QObject):
    """A position for a board, with steps, drawings and a pinned square; this one takes neither moves nor edits."""

    position_changed = Signal()  # The position or its markup has changed.
    drawings_changed = Signal()  # Arrows or circles have changed.
    opened_or_closed = Signal()  # There is a position to show now, or there no longer is.
    name = ""  # The noun for the subject in the text of a step that leaves it, such as ``the game``.

    def __init__(self, position: Position, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._position = position
        self.markup = Markup()
        self.undo_stack = QUndoStack(self)

    @property
    def position(self) -> Position:
        """The current position."""
        return self._position

    @property
    def is_open(self) -> bool:
        """Whether there is a position to show."""
        return True

    @property
    def title(self) -> str:
        """The name of the position for people, such as a file, or players and a move; empty for none."""
        return ""

    @property
    def position_before(self) -> Position | None:
        """The position before the last move; None if no move has led here."""
        return None

    @property
    def last_move(self) -> str:
        """The last move with its number, such as ``14...c5``; empty for none."""
        return ""

    @property
    def last_squares(self) -> int:
        """The mask of the squares that the last move left and reached; 0 if no move has led here."""
        return 0

    def copied(self) -> tuple[str, str]:
        """Return the text for the clipboard, and its noun."""
        return self.position.fen(), "the FEN"

    # Edits and moves

    takes_moves = False  # Whether pieces move by the rules of chess, and keys and the wheel go through the moves.

    def edit(self, position: Position, text: str, *, stroke: int = 0, stroke_text: str = "") -> bool:
        """Take another position as ``FreePosition.edit`` does; return False, and change nothing if none is taken."""
        return False

    def targets(self, source: int) -> int:
        """Return the squares to which a move from a square can be played."""
        return 0

    def promotions(self, source: int, target: int) -> Sequence[int]:
        """Return the pieces that a move between two squares can promote to, by the numbers of python-chess."""
        return ()

    def play(self, source: int, target: int, promotion: int | None = None) -> bool:
        """Play the move between two squares, and return whether there is one."""
        return False

    def step(self, count: int) -> None:
        """Go forward by a number of moves, or with a negative one back; at most to the end."""

    def change_variation(self, step: int) -> None:
        """Go to the next choice in place of the current move, or with a negative step to the one before."""

    # Drawings

    @property
    def drawings(self) -> Mapping[tuple[int, int], int]:
        """The arrows and circles: the number of the color by source and target square."""
        return self.markup.drawings

    def toggle_drawing(self, source: int, target: int, color: int) -> None:
        """Add an arrow, or a circle on a single square, or remove it if it is there in the same color."""
        drawings = self.markup.drawings
        if drawings.get((source, target)) == color:
            del drawings[source, target]
        else:
            drawings[source, target] = color
        self.drawings_changed.emit()

    def clear_drawings(self) -> None:
        """Remove all arrows and circles."""
        self.markup.drawings.clear()
        self.drawings_changed.emit()


class PinnedPosition(Subject):
    """A fixed position; an edit of it is one of the free position."""

    name = "the pinned position"


LARGEST_FILE: Final = 64_000_000  # The most bytes of a file of positions.
MOST_FAULTS: Final = 1000  # The number of unreadable lines after which a file is given up.


class GamesFileError(FileError):
    """A file that holds games, not positions."""


class Place(NamedTuple):
    """A file by its path, empty for none, and the number of one of its entries, from 0."""

    path: str = ""
    entry: int = 0


class LeftFile(NamedTuple):
    """A file with unsaved edits: its state when they were made, if known, and the edited positions by their entries."""

    state: FileState | None
    edited: Mapping[int, Position]


class OpenedFiles:
    """The files that a document was opened from or saved to, with the unsaved positions of their other entries."""

    def __init__(self, place: Place, position: Position | None, state: FileState | None = None) -> None:
        """Know one place, with its position and the ``state`` of its file, by default those on the disk."""
        self._files: dict[str, PositionFile] = {}
        self._edited: dict[Place, Position] = {}
        self._saved: dict[Place, Position | None] = {} if position is None else {place: position}
        self.states: dict[str, FileState | None] = {}
        """The states of files by their paths when they were last read or written, as far as that is known."""
        if place.path:
            self.states[place.path] = state or file_state(Path(place.path), LARGEST_FILE)

    def open(self, path: Path, edited: Mapping[int, Position]) -> tuple[Place, Position]:
        """Read a file anew, and return the place and position of its first entry, with edits of some entries.

        Raises ``FileError`` and changes nothing if no entry can be read.
        """
        state = file_state(path, LARGEST_FILE)
        file = _read(path)
        begins_as_game = is_game_text("".join(file.lines[:50]))
        first_fault = ""
        # The tags FEN of games are no entries.
        has_tags = begins_as_game and bool(file.entries) and file.text(0).startswith("[")
        for entry in range(0 if has_tags else min(len(file.entries), MOST_FAULTS)):
            try:
                position = file.position(entry)
            except FenError as error:
                first_fault = first_fault or f"“{path.name}”, line {file.entries[entry] + 1}: {error.message}"
                continue
            place = Place(str(path), entry)
            # Edits belong to the file as it was: another program's change of it is asked about on saving.
            self._know(place.path, file, self.states.get(place.path, state) if edited else state)
            for other, edit in edited.items():
                self.leave(Place(place.path, other), edit)
            return place, self._edited.get(place, position)
        if begins_as_game:
            raise GamesFileError(
                f"“{path.name}” holds games in PGN; a file of positions has a FEN or an EPD on each line."
            )
        example = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"
        raise FileError(first_fault or f"“{path.name}” holds no position; a FEN is a line such as {example}.")

    def file(self, path: str) -> PositionFile | None:
        """Return the content of a file, read when it is first needed; None if it cannot be read."""
        if path and path not in self._files:
            try:
                self._files[path] = _read(Path(path))
            except FileError:
                return None
        return self._files.get(path)

    def _know(self, path: str, file: PositionFile, state: FileState | None) -> None:
        self._files[path] = file
        self.states[path] = state
        for places in (self._edited, self._saved):
            for place in [place for place in places if place.path == path]:
                del places[place]

    def saved(self, place: Place) -> Position | None:
        """Return the position of a place on the disk; None if that is not known."""
        if place not in self._saved:
            file = self.file(place.path)
            try:
                self._saved[place] = file.position(place.entry) if file is not None else None
            except (FenError, IndexError):
                self._saved[place] = None
        return self._saved[place]

    def position(self, place: Place) -> Position:
        """Return the position of a place with its edits; raises ``FenError`` if its line cannot be read."""
        if place in self._edited:
            return self._edited[place]
        file = self.file(place.path)
        if file is None:
            raise FenError("text", f"“{Path(place.path).name}” cannot be read any more.", 0, 0)
        return file.position(place.entry)

    def leave(self, place: Place, position: Position, to: Place | None = None) -> None:
        """Keep the position of a place that is left, if it was edited there, and forget that of the place to go to."""
        if position == self.saved(place):
            self._edited.pop(place, None)
        else:
            self._edited[place] = position
        if to is not None:
            self._edited.pop(to, None)

    def forget_edits(self, path: str) -> None:
        """Drop the edited positions of a file's entries."""
        for place in [place for place in self._edited if place.path == path]:
            del self._edited[place]

    def edited_files(self) -> dict[str, LeftFile]:
        """Return the files with edited positions of entries that were left, by their paths."""
        return {path: LeftFile(self.states.get(path), self.edited(path)) for path, _ in self._edited}

    def restore_left(self, left: Mapping[str, LeftFile]) -> None:
        """Add the files that ``edited_files`` has returned in an earlier session."""
        for path, file in left.items():
            self.states[path] = file.state
            self._edited.update({Place(path, entry): position for entry, position in file.edited.items()})

    def edited(self, path: str) -> dict[int, Position]:
        """Return the edited positions of a file's entries that were left, by their numbers."""
        return {place.entry: position for place, position in self._edited.items() if place.path == path}

    def save(
        self, place: Place, position: Position, path: Path, *, drops_lost_moves: bool = False
    ) -> tuple[Place, str]:
        """Write the file of a place with its edits and this position; return its place at ``path`` and lost attributes.

        All other content of the file stays, but for ``PositionFile.lost_moves`` if these are dropped. The edits are no
        longer those of the former file. Raises ``FileError`` if the file cannot be written.
        """
        target = Place(str(path), place.entry if place.path else 0)
        file = self.file(place.path) if place.path and Path(place.path).exists() else self._files.get(place.path)
        if file is None:
            if place.path == target.path and path.exists():
                _read(path)  # An unreadable file is not overwritten.
            target, file = Place(target.path), PositionFile(())
        entry = min(target.entry, max(0, len(file.entries) - 1))
        positions = self.edited(place.path) | {entry: position}
        written = file.with_positions(positions, drops_lost_moves=drops_lost_moves)
        losses = write_file(path, written.data())
        if place.path:
            self.forget_edits(place.path)
        self._know(target.path, written, file_state(path, LARGEST_FILE))
        self._saved[Place(target.path, entry)] = position
        return Place(target.path, entry), losses


def _read(path: Path) -> PositionFile:
    """Return the lines of a file; raises ``FileError`` if it cannot be read or is no text."""
    data = read_file(path, LARGEST_FILE)
    try:
        return PositionFile.of(data)
    except ValueError:
        raise FileError(f"“{path.name}” is not a text; a file with a FEN or EPD line is needed.") from None


UNDO_LIMIT: Final = 1000  # The number of steps that can be undone.


class _Step(QUndoCommand):
    """A step of the undo stack: position and markup before and after, and the places in a file where these differ."""

    def __init__(
        self,
        free: FreePosition,
        after: Position,
        text: str,
        *,
        stroke: int = 0,
        stroke_text: str = "",
        place_after: Place | None = None,
        sets_up: bool = False,
        left: Subject | None = None,
    ) -> None:
        self._leaving = f" and leave {left.name}" if left is not None else ""
        super().__init__(f"{text}{self._leaving}")
        # Not the position itself: that is a ring through the undo stack, which Python's collector takes apart in an
        # order that Qt does not survive.
        self._free = ref(free)
        self._left = None if left is None else ref(left)
        self._before, self._after = free.position, after
        self.stroke, self._stroke_text = stroke, stroke_text or text
        self._place_before, self._place_after = free.file_place, place_after
        self.markup_before, self._markup_after = free.markup, Markup() if sets_up else free.markup

    def go_on_to(self, after: Position, place: Place, markup: Markup, text: str) -> bool:
        """Lead to another entry instead if this leads to one of its file; a step back to its begin is obsolete."""
        if self._place_after is None or self._place_after.path != self._place_before.path:
            return False
        self._after, self._place_after, self._markup_after = after, place, markup
        self.setText(text)
        self.setObsolete((after, place) == (self._before, self._place_before))
        return True

    def go_on(self, after: Position, text: str, stroke_text: str) -> None:
        """Lead to a later position of the stroke; a stroke that ends at its begin is obsolete."""
        self._after = after
        if self.text() != f"{text}{self._leaving}":
            self._stroke_text = "paint" if self._stroke_text != (stroke_text or text) else self._stroke_text
            self.setText(f"{self._stroke_text}{self._leaving}")
        self.setObsolete(after == self._before and self._left is None)

    @override
    def redo(self) -> None:
        free = self._free()
        if free is not None:
            free.take(self._after, self._place_after, self._markup_after)

    @override
    def undo(self) -> None:
        free = self._free()
        if free is None:
            return
        free.take(self._before, None if self._place_after is None else self._place_before, self.markup_before)
        left = self._left() if self._left is not None else None
        if left is not None and isValid(left) and left.is_open:
            free.return_wanted.emit(left)


class FreePosition(Subject):
    """A position with undoable edits, and its file.

    The signals are sent once the undo stack, ``path`` and ``modified`` agree with the position.
    """

    file_changed = Signal()  # The place in a file or ``modified`` has changed, or a file was opened.
    file_left = Signal(str)  # A position that is in no file has taken the place of a file's; carries the file's name.
    return_wanted = Signal(object)  # A step that left another subject was undone; carries that open subject.

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(START, parent)
        self._place = self._clean_place = Place()
        self._files = OpenedFiles(self._place, START)
        self.opening_count = 0  # The number of opened files, counting the same one each time.
        self._announced: tuple[Position, Markup] = (START, self.markup)
        self._announced_file = (self._place, False, 0)
        self.undo_stack.setUndoLimit(UNDO_LIMIT)
        self.undo_stack.indexChanged.connect(self._announce)
        self.undo_stack.cleanChanged.connect(self._announce)

    @property
    def path(self) -> str:
        """The path of the position's file, or an empty text."""
        return self._place.path

    @property
    @plain_override
    def title(self) -> str:
        name, count, entry = Path(self.path).name, self.entry_count, self._place.entry
        file = self.position_file
        if file is None or entry >= count:
            return name
        name = f"{name}, {entry + 1:,} of {count:,}" if count > 1 else name
        called = title_of(file.text(entry))
        return f"{name}: {called}" if called else name

    @property
    def file_place(self) -> Place:
        """The position's file, and its entry there."""
        return self._place

    @property
    def modified(self) -> bool:
        """Whether this or another position of the file differs from the opened, saved or first one."""
        return bool(self.edited_elsewhere) or self._position != self._files.saved(self._place)

    @property
    def edited_elsewhere(self) -> dict[int, Position]:
        """The unsaved positions of the file's other entries, by their numbers."""
        edited = self._files.edited(self.path)
        edited.pop(self._place.entry, None)
        return edited

    # Edits

    @plain_override
    def edit(self, position: Position, text: str, *, stroke: int = 0, stroke_text: str = "") -> bool:
        """Take another position as one step with this text; an equal position is no step. Always return True.

        Steps of one stroke, a number other than 0, become one until an undo or a save. Its text is then
        ``stroke_text``, or ``paint`` if these differ.
        """
        if position == self._position:
            return True
        step = self._last_step
        if step is None or not stroke or step.stroke != stroke:
            self.undo_stack.push(_Step(self, position, text, stroke=stroke, stroke_text=stroke_text))
            return True
        # Not QUndoCommand.mergeWith: PySide never gives back the memory of a command that was merged into another.
        step.go_on(position, text, stroke_text)
        self._position = position
        self._show_changed(step)
        return True

    @property
    def _last_step(self) -> _Step | None:
        """The last step; None if something was undone or saved since."""
        stack = self.undo_stack
        if stack.isClean() or stack.canRedo() or not stack.canUndo():
            return None
        step = stack.command(stack.index() - 1)
        return step if isinstance(step, _Step) else None

    def _show_changed(self, step: _Step) -> None:
        """Announce another end of the last step, or take an obsolete one off the stack."""
        if step.isObsolete():
            # Qt does so without carrying it out.
            self.undo_stack.undo()
        else:
            self._announce()
            # Qt says so only of commands that it merges itself.
            self.undo_stack.undoTextChanged.emit(self.undo_stack.undoText())

    def set_up(self, position: Position, text: str) -> None:
        """Take a whole position, in no file, as one step, with a markup of its own.

        The file is left with its edits; without one, an equal position is no step.
        """
        if self.path:
            self._leave_file(position, f"{text} and leave {Path(self.path).name}", sets_up=True)
        elif position != self._position:
            self.undo_stack.push(_Step(self, position, text, sets_up=True))

    def set_up_from(
        self, left: Subject, position: Position, text: str, *, stroke: int = 0, stroke_text: str = ""
    ) -> None:
        """Take an edited position of another subject, in no file, as one step; undoing it leads back to the subject."""
        step = _Step(
            self, position, text, stroke=stroke, stroke_text=stroke_text, place_after=Place(), sets_up=True, left=left
        )
        self.undo_stack.push(step)

    # Files

    def open_file(self, path: str, left: Subject | None = None, *, drops_edits: bool = False) -> int:
        """Take the first position of a file as one step, and return how many lines of positions the file has.

        Unsaved edits of the file come back, unless ``drops_edits``. Undoing the step also brings back the file before,
        and leads back to another subject that was ``left`` for the file. Raises ``FileError`` and changes nothing when
        the file cannot be read or holds no position.
        """
        file = Path(path).absolute()
        edited = {} if drops_edits else self._files.edited(str(file))
        if str(file) == self.path and self._is_edited and not drops_edits:
            edited[self._place.entry] = self._position
        place, position = self._files.open(file, edited)
        self.opening_count += 1
        if position != self._position or place != self._place:
            step = _Step(self, position, f"open {file.name}", place_after=place, sets_up=True, left=left)
            self.undo_stack.push(step)
            if drops_edits:
                self._files.forget_edits(place.path)
        self._mark_clean(place)
        return self.entry_count

    def close_file(self) -> None:
        """Leave the file with its edits, in one step; its position stays as one of no file."""
        if self.path:
            self._leave_file(self._position, f"close {Path(self.path).name}", sets_up=False)

    def _leave_file(self, position: Position, text: str, *, sets_up: bool) -> None:
        name = Path(self.path).name
        self.undo_stack.push(_Step(self, position, text, place_after=Place(), sets_up=sets_up))
        self.file_left.emit(name)

    @property
    def can_revert(self) -> bool:
        """Whether the position differs from that of its record in the file."""
        return self._is_edited and self._files.saved(self._place) is not None

    def revert_record(self) -> None:
        """Take the position of the record in the file, as one step."""
        saved = self._files.saved(self._place)
        if self.path and saved is not None:
            self.edit(saved, "revert the record")

    @property
    def position_file(self) -> PositionFile | None:
        """The lines of the file on the disk, read when they are first asked for; None if it has no file."""
        return self._files.file(self.path)

    @property
    def entry_count(self) -> int:
        """The number of lines with positions in the file, 0 if it has none."""
        file = self.position_file
        return 0 if file is None else len(file.entries)

    @property
    def edited_entries(self) -> frozenset[int]:
        """The entries of the file with unsaved edits."""
        return frozenset([*self.edited_elsewhere, *([self._place.entry] if self._is_edited else ())])

    @property
    def _is_edited(self) -> bool:
        return bool(self.path) and self._position != self._files.saved(self._place)

    @property
    def left_files(self) -> dict[str, LeftFile]:
        """The files that were left with unsaved edits, by their paths."""
        return {path: left for path, left in self._files.edited_files().items() if path not in ("", self.path)}

    def go_to_entry(self, entry: int) -> None:
        """Take the position of another entry of the file; steps from entry to entry become one.

        An edited position comes back with its edits. Raises ``FenError`` and changes nothing if the entry's
        line cannot be read, and ``IndexError`` if there is no such entry.
        """
        place = self._place._replace(entry=entry)
        if place == self._place:
            return
        position, markup = self._files.position(place), Markup()
        text = f"go to position {entry + 1} of {Path(self.path).name}"
        last = self._last_step
        if last is None or not last.go_on_to(position, place, markup, text):
            self.undo_stack.push(_Step(self, position, text, place_after=place, sets_up=True))
            return
        self.take(position, place, last.markup_before if last.isObsolete() else markup)
        self._show_changed(last)

    @property
    def file_state(self) -> FileState | None:
        """The state of the file when it was last opened or saved here; None if that is not known."""
        return self._files.states.get(self.path)

    @property
    def file_was_changed(self) -> bool:
        """Whether another program has changed the file since it was last opened or saved here."""
        return self.file_state is not None and is_changed(Path(self.path), self.file_state, LARGEST_FILE)

    @property
    def lost_moves(self) -> dict[int, tuple[str, ...]]:
        """The operations, such as ``bm Nf3``, with moves that edits have made illegal, by the entry of the file."""
        file = self.position_file
        return {} if file is None else file.lost_moves({**self.edited_elsewhere, self._place.entry: self._position})

    def save_file(self, path: str, *, drops_lost_moves: bool = False) -> str:
        """Write the file with every edited position, whole or not at all; return lost attributes in sentences.

        Its other content stays: other positions, comments, and the operations of an EPD, but for ``lost_moves`` if
        these are dropped. Without a file of its own, the position's FEN is written as one line. Raises ``FileError``
        if the file cannot be written.
        """
        target = Path(path).absolute()
        place, losses = self._files.save(self._place, self._position, target, drops_lost_moves=drops_lost_moves)
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
        edited: Mapping[int, Position] | None = None,
        left: Mapping[str, LeftFile] | None = None,
    ) -> None:
        """Take over the position and file of an earlier session, with nothing to undo.

        ``state`` is the file's state at that time, by default the present one; ``edited`` are edited positions
        of other entries, ``left`` those of other files. A position without a file is not modified: nothing holds it in
        another form.
        """
        self._position = position
        self._place = self._clean_place = Place(path, entry)
        self._files = OpenedFiles(self._place, None if modified and path else position, state)
        for number, other in (edited or {}).items():
            self._files.leave(Place(path, number), other)
        self._files.restore_left(left or {})
        self.markup = Markup()
        self.undo_stack.clear()
        (self.undo_stack.resetClean if modified else self.undo_stack.setClean)()
        self._announce()

    def _mark_clean(self, place: Place) -> None:
        self._place = self._clean_place = place
        self.undo_stack.setClean()
        self._announce()

    def take(self, position: Position, place: Place | None, markup: Markup) -> None:
        """Take the position of a step and, unless it is None, a place; the undo stack then has it announced."""
        self.markup = markup
        if place is not None and place != self._place:
            self._files.leave(self._place, self._position, place)
            self._place = place
        if position is not self._position:
            self._position.forget_sides()  # The steps keep each position, and need none of its layers.
        self._position = position

    @Slot()
    def _announce(self) -> None:
        if not hasattr(self, "undo_stack"):
            return  # Python's collector has taken the attributes away, and the stack tells that it is emptied.
        if self.undo_stack.isClean():
            # The clean step is the last opened or saved state, whichever way led to it.
            self._place = self._clean_place
        before, file_before = self._announced, self._announced_file
        self._announced = (self._position, self.markup)
        self._announced_file = (self._place, self.modified, self.opening_count)
        if before[1] is not self.markup or before[0] != self._position:
            self.position_changed.emit()
        if file_before != self._announced_file:
            self.file_changed.emit()
