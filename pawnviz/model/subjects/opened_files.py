"""The files of a document's steps: their content, and their edited positions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position
from pawnviz.model.storage import FileError, FileState, file_state, read_file, write_file

if TYPE_CHECKING:
    from pawnviz.core.positions import PositionFile

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
        self._states: dict[str, FileState | None] = {}
        if place.path:
            self._states[place.path] = state or file_state(Path(place.path), LARGEST_FILE)

    # Reading

    def open(self, path: Path, edited: Mapping[int, Position]) -> tuple[Place, Position]:
        """Read a file anew, and return the place and position of its first entry, with edits of some entries.

        Raises ``FileError`` and changes nothing where no entry can be read.
        """
        from pawnviz.core.positions import is_game_text

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
                line = file.entries[entry] + 1
                first_fault = first_fault or f"“{path.name}”, line {line}: {error.message}"
            else:
                place = Place(str(path), entry)
                # Edits belong to the file as it was: another program's change of it is asked about on saving.
                self._know(place.path, file, self._states.get(place.path, state) if edited else state)
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
        """Return the content of a file, read when it is first needed; None where it cannot be read."""
        if path and path not in self._files:
            try:
                self._files[path] = _read(Path(path))
            except FileError:
                return None
        return self._files.get(path)

    def state(self, path: str) -> FileState | None:
        """Return the state of a file when it was last read or written; None where that is not known."""
        return self._states.get(path)

    def _know(self, path: str, file: PositionFile, state: FileState | None) -> None:
        self._files[path] = file
        self._states[path] = state
        for places in (self._edited, self._saved):
            for place in [place for place in places if place.path == path]:
                del places[place]

    # Positions

    def saved(self, place: Place) -> Position | None:
        """Return the position of a place on the disk; None where that is not known."""
        if place not in self._saved:
            file = self.file(place.path)
            try:
                self._saved[place] = file.position(place.entry) if file is not None else None
            except (FenError, IndexError):
                self._saved[place] = None
        return self._saved[place]

    def position(self, place: Place) -> Position:
        """Return the position of a place with its edits; raises ``FenError`` where its line cannot be read."""
        edited = self._edited.get(place)
        if edited is not None:
            return edited
        file = self.file(place.path)
        if file is None:
            raise FenError("text", f"“{Path(place.path).name}” cannot be read any more.", 0, 0)
        return file.position(place.entry)

    def leave(self, place: Place, position: Position) -> None:
        """Keep the position of a place that is left, if it was edited there."""
        if position == self.saved(place):
            self._edited.pop(place, None)
        else:
            self._edited[place] = position

    def arrive(self, place: Place) -> None:
        """Go on with a place: its position is the document's from now on."""
        self._edited.pop(place, None)

    def forget_edits(self, path: str) -> None:
        """Drop the edited positions of a file's entries."""
        for place in [place for place in self._edited if place.path == path]:
            del self._edited[place]

    def edited_files(self) -> dict[str, LeftFile]:
        """Return the files with edited positions of entries that were left, by their paths."""
        paths = dict.fromkeys(place.path for place in self._edited)
        return {path: LeftFile(self._states.get(path), self.edited(path)) for path in paths}

    def restore_left(self, left: Mapping[str, LeftFile]) -> None:
        """Add the files that ``edited_files`` has returned in an earlier session."""
        for path, file in left.items():
            self._states[path] = file.state
            self._edited.update({Place(path, entry): position for entry, position in file.edited.items()})

    def edited(self, path: str) -> dict[int, Position]:
        """Return the edited positions of a file's entries that were left, by their numbers."""
        return {place.entry: position for place, position in self._edited.items() if place.path == path}

    # Writing

    def save(
        self, place: Place, position: Position, path: Path, *, drops_lost_moves: bool = False
    ) -> tuple[Place, str]:
        """Write the file of a place with its edits and this position; return its place at ``path`` and lost attributes.

        All other content of the file stays, but for ``PositionFile.lost_moves`` if these are dropped. The edits are no
        longer those of the former file. Raises ``FileError`` where the file cannot be written.
        """
        target = Place(str(path), place.entry if place.path else 0)
        file = self.file(place.path) if place.path and Path(place.path).exists() else self._files.get(place.path)
        if file is None:
            if place.path == target.path and path.exists():
                _read(path)  # An unreadable file is not overwritten.
            from pawnviz.core.positions import PositionFile

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
    """Return the lines of a file; raises ``FileError`` where it cannot be read or is no text."""
    # The first picture does not wait for files of positions.
    from pawnviz.core.positions import PositionFile

    data = read_file(path, LARGEST_FILE)
    try:
        return PositionFile.of(data)
    except ValueError:
        raise FileError(f"“{path.name}” is not a text; a file with a FEN or EPD line is needed.") from None
