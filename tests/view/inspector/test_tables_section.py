"""What endgame tables say, as the page of the position shows it, in the whole program."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square, square_names
from pawnviz.core.tablebases.verdict import TableVerdict
from pawnviz.view.inspector.sentences import SentenceList
from tests.engines import processes, wait_for
from tests.view.program import OpenProgram, RunningProgram

TABLES = Path(__file__).parents[2] / "tables"
RACE = "2K5/8/8/P7/8/8/1p3k2/8 w - - 0 1"


class Page:
    """The page of the position of a running program, and the section on tables."""

    def __init__(self, qtbot: QtBot, program: RunningProgram) -> None:
        self.qtbot = qtbot
        self.program = program
        self.tables = program.pages.position.tables

    def texts(self) -> list[str]:
        for _ in range(3):
            QApplication.processEvents()
        self.qtbot.waitUntil(lambda: not self.tables.is_waiting)
        for _ in range(3):
            QApplication.processEvents()
        section = self.program.pages.position.in_tables
        return section.texts if section.isVisible() else []


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of tables, which is what a person chooses."""
    copied = tmp_path / "syzygy"
    shutil.copytree(TABLES, copied)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(copied))
    return copied


def test_the_verdict_of_tables_is_first_and_differing_layers_say_why(
    qtbot: QtBot, open_program: OpenProgram, folder: Path
) -> None:
    program = open_program(RACE)
    page = Page(qtbot, program)
    assert page.texts() == []
    program.action("choose_tables").trigger()
    assert page.texts() == [
        "Draw: exact, by the tables.",
        "Outside the king's square: a5 is, but by the tables it is a draw: the rule leaves out Black's pawns, and b2 "
        "needs 1 move to promote.",
        "Outside the king's square: b2 is, but by the tables it is a draw: the rule leaves out White's pawns, and a5 "
        "needs 3 moves to promote.",
    ]
    assert "6 tables say who wins, 5 how far it is, for up to 4 pieces." in program.status_message()
    sentences = page.program.pages.position.in_tables
    middle = sentences.sentence_rect(1).center()
    QTest.mouseMove(sentences, middle - QPoint(1, 0))
    QTest.mouseMove(sentences, middle)
    assert square_names(program.board.state.spotlight or 0) == "b2 a5"
    program.document.set_fen("8/8/8/8/8/k7/8/1R2K2Q w - - 0 1")
    assert page.texts() == ["Not in the tables: KQRvK.rtbw is missing."]
    program.document.set_start()
    assert page.texts() == []


@pytest.mark.slow
def test_a_pawn_outside_the_king_s_square_that_does_not_win_has_the_tables_verdict(
    qtbot: QtBot, open_program: OpenProgram, folder: Path
) -> None:
    program = open_program(RACE)
    page = Page(qtbot, program)
    program.action("choose_tables").trigger()
    page.texts()
    program.hand.click(program.at(parse_square("a5")))

    def said() -> list[str]:
        for _ in range(3):
            QApplication.processEvents()
        return [
            text for part in program.pages.square.findChildren(SentenceList) for text in part.texts if "tables" in text
        ]

    assert said() == [
        "Outside the king's square: a5 is, but by the tables it is a draw: the rule leaves out Black's pawns, and b2 "
        "needs 1 move to promote."
    ]
    program.document.set_fen("2K5/8/8/P7/8/8/5k2/8 w - - 0 1")
    page.texts()
    assert page.tables.verdict == TableVerdict(2, 1)
    program.hand.click(program.at(parse_square("a5")))
    assert said() == [] and program.pages.square.isVisible()


@pytest.mark.slow
def test_the_folder_is_kept_until_it_is_forgotten_and_nothing_is_read_before_it_is_needed(
    qtbot: QtBot, open_program: OpenProgram, folder: Path
) -> None:
    program = open_program("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    program.action("choose_tables").trigger()
    Page(qtbot, program).texts()
    program.close()
    assert wait_for(lambda: not processes(str(folder)), 1)
    program = open_program()
    page = Page(qtbot, program)
    assert page.texts() == []
    assert processes(str(folder)) == []
    program.document.set_fen("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1")
    assert page.texts()[0].startswith("White wins: exact, by the tables")
    program.action("forget_tables").trigger()
    assert page.texts() == []
    assert wait_for(lambda: not processes(str(folder)), 1)
    assert program.status_message() == "Endgame tables are no longer used"


def test_files_that_cannot_be_used_are_named(qtbot: QtBot, open_program: OpenProgram, folder: Path) -> None:
    (folder / "KPvKP.rtbw").write_bytes(b"")
    program = open_program(RACE)
    page = Page(qtbot, program)
    program.action("choose_tables").trigger()
    assert page.texts() == ["Not in the tables: KPvKP.rtbw is missing."]
    assert program.notice().endswith("Left out: KPvKP.rtbw is empty.")
    shutil.rmtree(folder)
    program.action("choose_tables").trigger()
    assert page.texts() == [f"“{folder}” cannot be read: No such file or directory."]
