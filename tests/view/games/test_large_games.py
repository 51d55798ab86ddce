"""Files of games of any content in the window, which goes on answering while they are listed, read and shown."""

from __future__ import annotations

import gc
import gzip
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.view.games.moves import MovesView
from tests.view.parameters import slow
from tests.view.program import RunningProgram

LONGEST_TURN: Final = 0.2  # The seconds of processor time that a turn may take.
TRIES: Final = 3
"""How often a file is tried until no turn was too long: other work on the machine makes some of them longer."""
HEAD: Final = b'[Event "large"]\n[Result "*"]\n\n'
COMMENT: Final = b"a word and another " * 50

FILES: Final[dict[str, bytes]] = {
    "a packed bomb": gzip.compress(HEAD + b"1. e4 " + b"(" * 4_000_000),
    "tens of thousands of moves": HEAD + b"1. e4 " + b"(1. d4 d5) " * 27_000 + b"*",
    "a line of thousands of moves": HEAD + b"Nf3 Nf6 Ng1 Ng8 " * 750 + b"*",
    "a megabyte of comments": HEAD + b"Nf3 {%b} Nf6 Ng1 {%b} Ng8 " % (COMMENT, COMMENT) * 500 + b"*",
    "one comment of a megabyte": HEAD + b"1. e4 {" + COMMENT * 1000 + b"} e5 *",
    "a word of a megabyte": HEAD + b"1. e4 {" + b"a" * 1_000_000 + b"} e5 *",
    "commands that do not end": HEAD + b"1. e4 {" + b"[%" * 400_000 + b"} e5 *",
    "commands of drawings that do not end": HEAD + b"1. e4 {" + b"[%csl " * 100_000 + b"} e5 *",
    "many drawings": HEAD + b"1. e4 {" + b"[%csl Ga1,Gb2]" * 60_000 + b"} e5 *",
    "many tags": b'[Event "a"]\n' + b"".join(b'[A%d "b"]\n' % number for number in range(100_000)) + b"\n1. e4 *",
    "empty lines": HEAD + b"1. e4 *" + b"\n" * 2_000_000,
    "closed parentheses": HEAD + b"1. e4 " + b")" * 1_000_000,
    "escaped lines": HEAD + b"1. e4" + b"\n%" * 1_000_000,
}


class _Desk:
    """A running program in the workspace of games, whose turns are timed."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.program = RunningProgram(qtbot, folder)
        self.program.window.workspaces.show_games()
        self.panels = self.program.window.workspaces.games
        self.longest = 0.0

    @property
    def moves(self) -> MovesView:
        return self.panels.moves_page.view

    @property
    def is_busy(self) -> bool:
        games = self.panels.games
        is_listing = games.listing is not None and games.listing.job.is_running
        return is_listing or games.reading.is_running or games.game.living.is_running

    def time(self, do: Callable[[], object]) -> None:
        """Do something in a turn of its own."""
        start = time.thread_time()
        do()
        self.longest = max(self.longest, time.thread_time() - start)

    def settle(self) -> None:
        """Let the window work until it has nothing more to do."""
        end = time.monotonic() + 60
        quiet_count = 0
        while quiet_count < 5:
            assert time.monotonic() < end
            self.time(QApplication.processEvents)
            quiet_count = 0 if self.is_busy or self.moves._writing.is_running else quiet_count + 1

    def open(self, path: Path) -> None:
        self.time(lambda: self.panels.list.open_path(str(path)))
        self.settle()

    def go_through(self, path: Path) -> None:
        """Open a file with one game, scroll to its sections, and go to its moves."""
        self.open(path)
        game = self.panels.games.game
        assert game.line is not None and game.line.moves
        assert self.panels.list.line.full_text == f"{path.name} · 1 game"
        for section in self.panels.page.sections:
            self.time(partial(self.panels.page.area.ensureWidgetVisible, section))
            self.settle()
        for ply in (len(game.line.moves), len(game.line.moves) // 2, 1, 0):
            self.time(partial(game.go_to, ply))
            self.settle()


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[_Desk]:
    # A full collection in a turn would walk all objects that the tests before have left in this process. They stay
    # frozen: thawed with the objects of all tests, they would slow down every later collection.
    gc.collect()
    gc.freeze()
    opened = _Desk(qtbot, tmp_path)
    yield opened
    opened.program.end()


@pytest.mark.parametrize("names", [["one comment of a megabyte"], *slow([*FILES])])
def test_the_window_never_waits_for_a_file_of_games(desk: _Desk, tmp_path: Path, names: list[str]) -> None:
    usual, path = tmp_path / "usual.pgn", tmp_path / "large.pgn"
    usual.write_bytes(HEAD + b"1. e4 e5 *")
    for name in names:
        path.write_bytes(FILES[name])
        longest: list[float] = []
        while not longest or (min(longest) >= LONGEST_TURN and len(longest) < TRIES):
            desk.open(usual)
            desk.longest = 0.0
            desk.go_through(path)
            longest.append(desk.longest)
        assert min(longest) < LONGEST_TURN, (name, longest)


def test_all_moves_and_comments_of_a_large_game_are_written_and_one_is_marked(desk: _Desk, tmp_path: Path) -> None:
    path = tmp_path / "large.pgn"
    path.write_bytes(HEAD + b"Nf3 {%b} Nf6 Ng1 (Na4) {the end %b} Ng8 " % (COMMENT, b"x" * 25_000) * 20 + b"*")
    desk.time(lambda: desk.panels.list.open_path(str(path)))
    end = time.monotonic() + 60
    while not desk.moves._writing.is_running:
        assert time.monotonic() < end
        QApplication.processEvents()
    game = desk.panels.games.game
    game.go_to(79)
    assert not desk.moves.extraSelections(), "the move is not yet written"
    desk.settle()
    (selection,) = desk.moves.extraSelections()
    assert selection.cursor.selectedText() == "Ng1"
    text = desk.moves.toPlainText()
    assert text.count("a word and another") == 1000
    assert text.count("the end") == 20 and text.count("x") == 20 * 25_000
    assert text.count("Nf3") == text.count("Ng8") == 20 and text.endswith(" *")
    assert max(map(len, text.split("\n"))) < 25_000


def test_a_usual_game_is_written_at_once(desk: _Desk, tmp_path: Path) -> None:
    path = tmp_path / "usual.pgn"
    path.write_bytes(HEAD + b"1. e4 {good} (1. d4 d5 $9) e5 2. Nf3 *")
    desk.panels.list.open_path(str(path))
    desk.settle()
    game = desk.panels.games.game
    assert game.read is not None
    game.open(game.read)
    assert not desk.moves._writing.is_running
    assert desk.moves.toPlainText() == "1.e4▴ \ngood (1.d4 d5 $9) \n1...e5▴ 2.Nf3 *"
    game.go_to(1)
    game.change_variation(1)
    game.go_to(2)
    (selection,) = desk.moves.extraSelections()
    assert selection.cursor.selectedText() == "d5"


def test_the_fault_of_the_open_game_stays_when_the_list_ends(desk: _Desk, tmp_path: Path) -> None:
    path = tmp_path / "broken.pgn"
    path.write_bytes(HEAD + b"1. e4 Nf9 *\n\n" + (HEAD + b"1. e4 e5 *\n\n") * 8_000)
    desk.panels.list.open_path(str(path))
    words = "The game is broken in line 4: 'Nf9' is no move"
    end = time.monotonic() + 60
    while (read := desk.panels.games.game.read) is None or not read.problems:
        assert time.monotonic() < end
        QApplication.processEvents()
    listing = desk.panels.games.listing
    assert listing is not None and listing.job.is_running, "the first game is open while further ones are listed"
    desk.settle()
    assert len(listing.games) == 8_001
    assert desk.panels.list.message.text() == words
    assert desk.panels.list.message.isVisible()
    desk.panels.list.choose_game(1)
    desk.settle()
    assert not desk.panels.list.message.isVisible() and "8,001 games" in desk.panels.list.line.full_text
