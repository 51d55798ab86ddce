"""The offer to restore unsaved edits of games that a crash has left, until it is answered."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.words import count_text, listed, plural
from pawnviz.model.kept.folder import UnsavedGames, UnsavedGamesFile, UnsavedGamesFiles
from pawnviz.model.storage import FileError

if TYPE_CHECKING:
    from pawnviz.view.workspaces.workspaces import Workspaces

_MOST_NAMED: Final = 5  # The number of games that the question names.
_PASTED: Final = "pasted games"


class GameRecovery(QObject):
    """Asks about the unsaved edits of games of ended programs, one file after another, the newest first.

    Edits are made in the open games, where they are unsaved as before; nothing is written into their file. If that is
    not as it was, the edited games are opened alone. A file of edits is deleted once this program has kept them.
    """

    offered = Signal(str, str, object)  # There is something to answer: a sentence, a button's text and a function.
    withdrawn = Signal(str)  # The offer with this sentence does not hold any more.
    changed = Signal()  # There is something to answer, or nothing any more.
    restored = Signal()  # Edits were restored, and are to be kept at once.
    message = Signal(str)  # A sentence for the status line.

    def __init__(self, workspaces: Workspaces) -> None:
        """Begin without an offer, until ``take`` is called."""
        super().__init__(workspaces)
        self._workspaces = workspaces
        self._files: UnsavedGamesFiles | None = None
        self._sentence = ""
        self._restored_file: UnsavedGamesFile | None = None
        self._is_alone = False
        workspaces.games_made.connect(self._follow_games)

    @Slot()
    def _follow_games(self) -> None:
        self._workspaces.games.games.restoring.ended.connect(self._take_restored)

    @property
    def has_edits(self) -> bool:
        """Whether there are edits to restore or to discard."""
        return bool(self._left)

    @property
    def _left(self) -> list[UnsavedGamesFile]:
        return self._files.left if self._files is not None else []

    def take(self, files: UnsavedGamesFiles) -> str:
        """Find the files that ended programs have left, and offer their edits; return a notice on faulty ones."""
        self._files = files
        notice = files.find()
        self.offer()
        return notice

    def offer(self) -> None:
        """Offer to answer about the newest edits; without any, withdraw the last offer."""
        if self._sentence:
            self.withdrawn.emit(self._sentence)
            self._sentence = ""
        if self._left:
            self._sentence = _sentence(self._left[-1].kept)
            self.offered.emit(self._sentence, "Restore or discard…", self.ask)
        self.changed.emit()

    @Slot()
    def ask(self) -> None:
        """Ask whether the newest edits are to be restored or discarded; the offer stays until that is answered."""
        self.offer()
        if not self._left:
            self.message.emit("No edits of games are left from an earlier session")
            return
        from PySide6.QtWidgets import QMessageBox

        unsaved = self._left[-1].kept
        if not unsaved.path:
            state = "They were pasted and are in no file. Restore opens the edited games alone."
        elif unsaved.is_file_unchanged:
            state = "The file is as it was. Restore opens it with the edits, which you can then save."
        else:
            fate = "was changed by another program since" if Path(unsaved.path).exists() else "is not there any more"
            state = f"The file {fate}. Restore opens the edited games alone, which you can save beside it."
        self._workspaces.games.list.saving.ask(
            self._sentence,
            f"{state} Discard deletes the edits.",
            (
                ("&Restore", QMessageBox.ButtonRole.AcceptRole, self._restore),
                ("&Discard", QMessageBox.ButtonRole.DestructiveRole, self._discard),
            ),
            "Unsaved edits of games",
        )

    def _discard(self) -> None:
        self._remove(self._left[-1])
        self.message.emit("The edits are discarded; the file is as it was")

    def _remove(self, file: UnsavedGamesFile) -> None:
        try:
            file.remove()
        except FileError as error:
            self.message.emit(error.message)
            return
        self._left.remove(file)
        self.offer()

    def _restore(self) -> None:
        self._restored_file = self._left[-1]
        self._open(is_alone=not self._restored_file.kept.is_file_unchanged)

    def _open(self, *, is_alone: bool) -> None:
        """Open the file of the edits, or the edited games alone, and make the edits."""
        assert self._restored_file is not None
        self._is_alone = is_alone
        unsaved = self._restored_file.kept
        if self._workspaces.current != "explore":
            self._workspaces.show_games()
        panels = self._workspaces.games
        listing = panels.games.listing
        if is_alone:
            name = f"{Path(unsaved.path).name.partition('.')[0]}-edited" if unsaved.path else _PASTED
            panels.list.open_path(name, *unsaved.alone())
        elif listing is not None and listing.stamp == unsaved.stamp and listing.path.absolute() == Path(unsaved.path):
            panels.games.restore(unsaved)
        else:
            panels.list.open_path(unsaved.path, None, unsaved)

    @Slot()
    def _take_restored(self) -> None:
        """Delete the file of restored edits once they are kept here; open games alone that their file has not."""
        file, games = self._restored_file, self._workspaces.games.games
        if file is None or self._files is None:
            return
        if games.restoring.result is None:
            if self._is_alone:
                self.message.emit(f"The edits cannot be restored: {games.restoring.fault}")
            else:
                self._open(is_alone=True)
            return
        self._restored_file = None
        self.restored.emit()
        restored = f"Restored {count_text(len(file.kept.games), 'edited game')}"
        name = Path(file.kept.path).name
        self.message.emit(f"{restored} alone; “{name}” has others" if self._is_alone and name else restored)
        if self._files.own.kept == games.unsaved():
            self._remove(file)


def _sentence(unsaved: UnsavedGames) -> str:
    """Return a sentence that names the edited games."""
    numbers = [f"{kept.game + 1:,}" for kept in unsaved.games]
    if len(numbers) > _MOST_NAMED:
        numbers[_MOST_NAMED:] = [f"{len(numbers) - _MOST_NAMED} more"]
    name = f"“{Path(unsaved.path).name}”" if unsaved.path else _PASTED
    games = f"{plural(len(unsaved.games), 'game')} {listed(numbers)}"
    return f"Edits of {games} of {name} were not saved when pawnviz ended."
