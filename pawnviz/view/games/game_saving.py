"""Saving the edited games of a file, with the questions before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QProgressDialog, QWidget

from pawnviz.core.words import count_text, listed, plural
from pawnviz.folders import is_resource
from pawnviz.model.games.games import MOST_NAMED, GameListing, Games
from pawnviz.model.jobs import SliceJob
from pawnviz.model.storage import FileError
from pawnviz.view.widgets.labels import MessageLabel
from pawnviz.view.widgets.questions import Question, ask_for_file

LARGE: Final = 16 << 20  # The number of bytes above which a file is written in pieces.


class GameSaving(QObject):
    """Saves the edited games of the open file, with messages in a label and questions that do not block."""

    saved = Signal()  # The games were saved, maybe to another file.
    reading_wanted = Signal()  # The file is to be opened again, since it has more than the list shows.
    discarded = Signal()  # The edits are to be dropped.

    def __init__(self, games: Games, message: MessageLabel, window: QWidget) -> None:
        super().__init__(window)
        self._games = games
        self._edits = games.edits
        self._message = message
        self._window = window
        self._then: Callable[[], object] | None = None  # The continuation after a save.
        self._written: Callable[[str], None] | None = None  # Is called with the lost attributes of the written file.
        self._writing: SliceJob[str] = SliceJob(self)
        self._writing.progressed.connect(self._show_progress)
        self._writing.ended.connect(self._end_writing)
        self._progress: QProgressDialog | None = None
        self._said = ""

    @property
    def _listing(self) -> GameListing:
        assert self._games.listing is not None
        return self._games.listing

    @property
    def says_saved(self) -> bool:
        """Whether the message is about a save."""
        return bool(self._said) and self._message.text() == self._said

    # Asking

    def may_end(self, then: Callable[[], object]) -> bool:
        """Return whether nothing is unsaved; else ask, and do ``then`` after an answer."""
        count = len(self._edits.unsaved()) if self._edits.is_modified else 0
        if not count or self._games.listing is None:
            return True
        self._ask(
            f"{count_text(count, 'game')} of “{self._listing.path.name}” {plural(count, 'was', 'were')} edited.",
            f"Save the edited {plural(count, 'game')}? Otherwise the edits are lost.",
            {"&Save": self.save, "&Discard": self._discard},
        )
        self._then = then
        return False

    def _ask(self, text: str, detail: str, answers: Mapping[str, Callable[[], object]]) -> None:
        Question(self._window, "Save games", text, detail, answers, cancelled=self._forget)

    def _forget(self) -> None:
        self._then = None

    def _end(self) -> None:
        then, self._then = self._then, None
        if then is not None:
            then()

    def _discard(self) -> None:
        self.discarded.emit()
        self._end()

    # Saving

    @Slot()
    def save(self) -> None:
        """Save to the file; ask if it is packed, was pasted or was changed meanwhile."""
        self._begin(self._save_to_file)

    @Slot()
    def save_as(self) -> None:
        """Ask for a file and save all games to it."""
        self._begin(self._save_to_other, needs_edits=False)

    def _begin(self, action: Callable[[], object], *, needs_edits: bool = True) -> None:
        listing = self._games.listing
        unsaved = self._edits.unsaved()
        if listing is None or (needs_edits and not unsaved):
            self._edits.mark_saved()
            self._say("There is nothing to save: no game was edited.")
            self._end()
            return
        fault = listing.saving_fault()
        if fault:
            self._fail(fault)
            return
        broken = [index for index in unsaved if self._edits.problems(index)]
        if not broken:
            action()
            return
        named = listed([str(index + 1) for index in broken[:MOST_NAMED]])
        more = " and others" if len(broken) > MOST_NAMED else ""
        problem = self._edits.problems(broken[0])[0]
        games = f"{plural(len(broken), 'Game')} {named}{more}"
        self._ask(
            f"{games} could not be read to the end: {problem.text} (line {problem.line}).",
            "The saved game ends before the part that could not be read. Save anyway?",
            {"&Save anyway": action},
        )

    def _save_to_file(self) -> None:
        listing = self._listing
        if not listing.is_in_file or is_resource(listing.path):
            self._save_to_other()
        elif not listing.file.is_plain:
            self._ask(
                f"“{listing.path.name}” is packed or in UTF-16 and is not written in that form.",
                "Save all its games as a plain PGN file in UTF-8?",
                {"Save &as…": self._save_to_other},
            )
        elif listing.was_changed:
            self._ask(
                f"“{listing.path.name}” was changed by another program since it was opened or saved here.",
                "Put the edited games into the changed file? Everything else in it stays as the other program left it.",
                {"&Put them in": self._save_into_changed, "Save &only them as…": self._save_edited_only},
            )
        else:
            self._save_to(listing.path)

    def _save_to_other(self) -> None:
        self._ask_for_file(self._save_to)

    def _ask_for_file(self, then: Callable[[Path], None], ending: str = "", title: str = "Save games") -> None:
        def check(path: str) -> None:
            if is_resource(Path(path)):
                self._fail(f"“{Path(path).name}” belongs to the program; save the games in another folder.")
            else:
                then(Path(path).absolute())

        listing = self._listing
        name = f"{listing.path.name.split('.pgn')[0].removesuffix('.zip') or 'games'}{ending}.pgn"
        has_folder = listing.is_in_file and not is_resource(listing.path)
        start = str(listing.path.with_name(name)) if has_folder else name
        ask_for_file(self._window, title, start, "Games (*.pgn);;All files (*)", ".pgn", check, cancelled=self._forget)

    def _save_to(self, path: Path) -> None:
        listing = self._listing
        moves = self._edits.unsaved()

        def written(losses: str) -> None:
            self._edits.mark_saved()
            self.saved.emit()
            edited = count_text(len(moves), "edited game")
            count = f"{edited} of {len(listing.games):,}"
            self._say(f"Saved “{path.name}”: {count}; everything else is unchanged. {losses}")

        self._start(listing.saving(moves, path), path, listing.file.length, written)

    def copy_games(self, indices: Sequence[int]) -> None:
        """Ask for a new file and write some games to it, by their index; the open file stays as it is."""
        if self._games.listing is None or not indices:
            self._say("There are no games to copy; open a file of games first.")
            return
        title = f"Copy {count_text(len(indices), 'game')} to a new file"
        self._ask_for_file(partial(self._copy, indices, is_save=False), "-copy", title)

    def _copy(self, indices: Sequence[int], path: Path, *, is_save: bool) -> None:
        listing = self._listing

        def written(losses: str) -> None:
            count = count_text(len(indices), "edited game" if is_save else "game")
            if is_save:
                self._edits.mark_saved()
            self._say(f"{'Saved' if is_save else 'Copied'} {count} {'as' if is_save else 'to'} “{path.name}”. {losses}")

        length = sum(listing.games[index].size for index in indices)
        self._start(listing.copying(indices, self._edits.unsaved(), path), path, length, written)

    def _start(
        self, work: Generator[float, None, str], path: Path, length: int, written: Callable[[str], None]
    ) -> None:
        self._written = written
        if length > LARGE:
            # It lies over all windows of the program, so that nothing is edited meanwhile.
            self._progress = QProgressDialog(f"Saving “{path.name}”…", "Cancel", 0, 1000, self._window)
            self._progress.setWindowModality(Qt.WindowModality.ApplicationModal)
            self._progress.setMinimumDuration(0)
            self._progress.setAutoReset(False)
            self._progress.canceled.connect(self._cancel)
            self._progress.show()
        self._writing.start(work, at_once=True)
        if self._progress is None:
            self._writing.finish()

    @Slot()
    def _show_progress(self) -> None:
        if self._progress is not None:
            self._progress.setValue(min(999, int(self._writing.part * 1000)))

    @Slot()
    def _end_writing(self) -> None:
        self._hide_progress()
        if self._writing.result is None or self._written is None:
            self._fail(self._writing.fault)
            return
        self._written(self._writing.result)
        self._end()

    @Slot()
    def _cancel(self) -> None:
        self._writing.cancel()
        self._hide_progress()
        self._then = None
        self._say("Nothing was saved; the file is as it was.")

    def _hide_progress(self) -> None:
        progress, self._progress = self._progress, None
        if progress is not None:
            progress.canceled.disconnect(self._cancel)
            progress.close()
            progress.deleteLater()

    def _save_into_changed(self) -> None:
        try:
            losses = self._listing.save_into_changed(self._edits.unsaved())
        except FileError as error:
            self._fail(error.message)
            return
        self._edits.mark_saved()
        if self._then is None:
            self.reading_wanted.emit()
        if losses:
            self._say(losses)
        self._end()

    def _save_edited_only(self) -> None:
        edited = sorted(self._edits.unsaved())
        self._ask_for_file(partial(self._copy, edited, is_save=True), "-edited")

    def _fail(self, fault: str) -> None:
        self._then = None
        self._say(fault, is_error=True)

    def _say(self, text: str, *, is_error: bool = False) -> None:
        self._said = text = text.rstrip()
        self._message.show_message(text, is_error=is_error)
        self._message.show()
