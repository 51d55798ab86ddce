"""Windows with unsaved edits of games are killed: the edits are offered again, and no file is touched.

Two windows edit random games in a process each, and say the moves of all edited games after each edit. One after the
other is killed; the next one is offered its edits alone, and restores or discards them. The files of games keep their
bytes and times. At the end the age of the oldest lost edit is printed.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.core.games.sample import MASTERS
from tests.fuzz.frame import LONGEST, all_of, in_child, tries

if TYPE_CHECKING:
    from pawnviz.model.games.game import GameEdits, OpenGame
    from pawnviz.view.app import Program

LATEST: Final = 5.0
"""The seconds after which an edit has to be on the disk, even on a machine that has other things to do."""

_GAMES: Final = 24  # The number of games of a file that are edited.


# In the child


def _opened(folder: Path) -> tuple[Program, Callable[[Callable[[], bool]], None]]:
    """Return a program after its start, and a function that lets it work until a condition holds."""
    from pawnviz.model.kept.folder import START_NAME
    from pawnviz.view.app import Program, make_application

    application = make_application()
    program = Program(None, folder)

    def work_until(holds: Callable[[], bool]) -> None:
        end = time.monotonic() + LONGEST
        while not holds():
            if time.monotonic() > end:
                raise TimeoutError("the window does not go on")
            application.processEvents()
            time.sleep(0.002)

    program.show()
    work_until(lambda: hasattr(program.window, "menus") and not (folder / START_NAME).exists())
    return program, work_until


def _edit(folder: Path, path: Path, seed: str, pipe: int) -> None:
    """Edit the games of a file until the process is killed, and write their moves with the time into a file."""
    from pawnviz.view.games.moves import CommentDialog

    program, work_until = _opened(folder)
    chance = random.Random(seed)
    program.window.files.open_path(str(path))
    panels = program.window.workspaces.games
    work_until(lambda: panels.games.listing is not None and not panels.games.listing.job.is_running)
    actions = panels.moves_page.actions_of_game
    while True:
        panels.list.choose_game(chance.randrange(_GAMES))
        work_until(lambda: not panels.games.reading.is_running)
        line = panels.games.game.line
        panels.games.game.go_to(chance.randrange(len(line.moves) + 1) if line is not None else 0)
        _make_edit(panels.games.game, chance)
        _say(path, panels.games.edits)
        os.write(pipe, b".")
        _work_for(chance.random() * 0.4, work_until)
        if chance.random() < 0.3:
            actions.write_comment(before=chance.random() < 0.3)
            dialog = program.window.findChild(CommentDialog)
            assert isinstance(dialog, CommentDialog)
            for word in range(chance.randrange(1, 5)):
                dialog.edit.insertPlainText(f" {chance.choice(('typed', '<i>', 'ö½', '[%csl Ge4]'))} {word}")
                _say(path, panels.games.edits)
                _work_for(chance.random() * 0.4, work_until)
            dialog.accept()


def _say(path: Path, edits: GameEdits) -> None:
    with path.with_suffix(".said").open("a") as file:
        file.write(json.dumps([time.monotonic(), edits.unsaved_and_typed()]) + "\n")


def _work_for(seconds: float, work_until: Callable[[Callable[[], bool]], None]) -> None:
    end = time.monotonic() + seconds
    work_until(lambda: time.monotonic() >= end)


def _make_edit(game: OpenGame, chance: random.Random) -> None:
    """Make a random edit of the open game at its current move."""
    from pawnviz.core.games import tree as editing
    from pawnviz.core.games.tree import board_at

    node, edits = game.node, game.edits
    assert node is not None
    kind = chance.randrange(7)
    moves = list(board_at(node).legal_moves)
    if kind == 0:
        edits.do(editing.deleted_rest(node))
    elif kind == 1:
        edits.do(editing.commented(node, f"a {{comment}} of {chance.randrange(999)}", before=chance.random() < 0.5))
    elif kind == 2:
        edits.do(editing.with_glyph(node, chance.choice((1, 2, 13, 16, 40, 146))))
    elif kind == 3:
        game.toggle_drawing(chance.randrange(64), chance.randrange(64), chance.randrange(4))
    elif kind == 4 and game.undo_stack.canUndo():
        game.undo_stack.undo()
    elif moves:
        edits.play(chance.choice(moves))


def _answer(folder: Path, title: str, pipe: int) -> None:
    """Answer the offer of a next window, and say its sentence, the moves of the unsaved games, and its files."""
    from PySide6.QtWidgets import QApplication, QMessageBox

    program, work_until = _opened(folder)
    recovery, notice = program.window.recovery, program.window.notice
    text = notice.text if notice.offer_button.isVisible() else ""
    moves: list[str] = []
    if text:
        notice.offer_button.click()
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        next(button for button in box.buttons() if button.text() == title).click()
        work_until(lambda: not recovery.has_edits)
        edits = program.window.workspaces.games.games.edits
        moves = [*edits.unsaved().values()]
        edits.close()
    program.autosave.flush()
    os.write(pipe, json.dumps([text, moves]).encode())


# In the parent


class _Window:
    def __init__(self, folder: Path, path: Path, seed: str) -> None:
        self.path = path
        self.process, self._pipe = in_child(partial(_edit, folder, path, seed))
        os.read(self._pipe, 1)  # After the first edit.

    def kill(self) -> list[tuple[float, dict[str, str]]]:
        """Kill the window, and return the moves of its games in each state, with its age, the oldest first."""
        os.kill(self.process, signal.SIGKILL)
        end = time.monotonic()
        os.waitpid(self.process, 0)
        os.close(self._pipe)
        lines = self.path.with_suffix(".said").read_text().split("\n")[:-1]
        return [(end - moment, games) for moment, games in map(json.loads, lines)]


def _faults(folder: Path, window: _Window, chance: random.Random) -> tuple[list[str], float]:
    """Kill a window, answer the offer of the next one; return what is wrong, and the age of the oldest lost edit."""
    states = window.kill()
    is_changed = chance.random() < 0.25
    if is_changed:
        with window.path.open("ab") as file:
            file.write(b"\n")
    before, stamp = window.path.read_bytes(), window.path.stat().st_mtime_ns
    title = "&Discard" if chance.random() < 0.2 else "&Restore"
    process, answers = in_child(partial(_answer, folder, title))
    said = all_of(answers)
    os.waitpid(process, 0)
    if not said:
        return ["the next window has failed"], 0.0
    text, moves = json.loads(said)
    faults = []
    if (window.path.read_bytes(), window.path.stat().st_mtime_ns) != (before, stamp):
        faults.append("the file of games is not as it was")
    if text and f"“{window.path.name}”" not in text:
        faults.append(f"the offer is about another file: {text}")
    if text and title == "&Discard":
        return faults, 0.0
    kept = next((place for place, (_, games) in reversed([*enumerate(states)]) if _same(games, moves)), -1)
    if kept < 0 and (text or moves):
        faults.append(f"{moves} are restored, which was no state")
    lost = states[kept + 1][0] if kept + 1 < len(states) else 0.0
    if lost > LATEST:
        found = sorted(path.name for path in folder.iterdir())
        faults.append(f"an edit is lost that is {lost:.1f} s old; offered is “{text}”; there are {found}")
    return faults, lost


def _same(games: dict[str, str], moves: list[str]) -> bool:
    return sorted(games.values()) == sorted(moves)


def run(count: int, seed: int) -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for module in ("pawnviz.view.app", "pawnviz.view.games.games_page"):
        import_module(module)  # Once for all processes.
    chance = random.Random(seed)
    ages = [0.0]
    windows: list[_Window] = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "settings")

        def faults_of(number: int) -> list[str]:
            while len(windows) < 2:
                path = Path(place, f"{number}-{len(windows)}.pgn")
                shutil.copy(MASTERS, path)
                windows.append(_Window(folder, path, f"{seed}.{number}.{len(windows)}"))
            time.sleep(chance.random() * 3)
            faults, lost = _faults(folder, windows.pop(chance.randrange(2)), chance)
            ages.append(lost)
            return faults

        try:
            return tries(count, seed, "kill", faults_of, lambda: f"the oldest lost edit {max(ages):.1f} s old")
        finally:
            for window in windows:
                window.kill()
