"""A running program in *Explore*, with a file of a few games of the Carlsbad structure."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView
from pytestqt.qtbot import QtBot

from pawnviz.core.collections.fields import read_fields
from pawnviz.core.collections.question import Part
from pawnviz.model.collections.explorer import Explorer
from pawnviz.view.chips.part_field import PartField
from pawnviz.view.explore.panel import ExplorePanel
from tests.view.hands import LEFT, type_text
from tests.view.program import RunningProgram

_BEGIN: Final = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 c6 6. e3"
_ENDINGS: Final = (
    ("Adams", "2650", "Brown", "2600", "1990", "1-0", "Be7 7. Bd3 O-O 8. h3 h6 9. Bh4 1-0"),
    ("Clark", "2400", "Adams", "2650", "1991", "0-1", "Be7 7. h3 O-O 8. a3 a5 0-1"),
    ("Davis", "", "Evans", "", "", "1/2-1/2", "Be7 7. Bd3 h6 8. Bh4 O-O 1/2-1/2"),
)


def game_text(white: str, white_elo: str, black: str, black_elo: str, year: str, result: str, moves: str) -> str:
    tags = {
        "Event": "Club",
        "Date": f"{year or '????'}.??.??",
        "White": white,
        "Black": black,
        "WhiteElo": white_elo,
        "BlackElo": black_elo,
        "Result": result,
        "ECO": "D35",
    }
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items() if value)
    return f"{head}\n{_BEGIN} {moves}\n\n"


GAMES: Final = "".join(game_text(*ending) for ending in _ENDINGS)
CARLSBAD: Final = "rnbqkb1r/pp3ppp/2p2n2/3p2B1/3P4/2N1P3/PP3PPP/R2QKBNR b KQkq - 0 6"


class ExploreProgram(RunningProgram):
    def __init__(self, qtbot: QtBot, folder: Path, start: str | None = None) -> None:
        super().__init__(qtbot, folder, start)
        self.path = folder / "carlsbad.pgn"
        self.path.write_text(GAMES)
        self.press_keys("F4")
        QApplication.processEvents()

    @property
    def panel(self) -> ExplorePanel:
        return self.window.workspaces.explore

    @property
    def explorer(self) -> Explorer:
        return self.window.workspaces.explore.explorer

    def explore(self, path: Path | None = None) -> None:
        """Open a file of games and wait for the answer."""
        assert self.window.files.open_path(str(path or self.path))
        self.wait()

    def ready(self) -> None:
        """Open the games of the Carlsbad structure, which is on the board, and wait for the answer."""
        self.explore()
        self.set_up(CARLSBAD)
        self.wait()

    def ask(self, text: str) -> None:
        self.explorer.set_parts(read_fields(text).parts)
        self.wait()

    def write(self, text: str) -> PartField:
        """Write a text into the field of the question, and return that."""
        field = self.panel.chips.field
        field.setFocus()
        type_text(field, text)
        return field

    def wait(self) -> None:
        """Wait until the present question is answered from the whole file."""
        jobs = (self.explorer.index.job, self.explorer.job)
        self.qtbot.waitUntil(lambda: self.explorer.is_current and not any(job.is_running for job in jobs))
        QApplication.processEvents()

    def set_up(self, fen: str) -> None:
        self.document.set_fen(fen)

    def texts(self, table: QTableView) -> list[list[str]]:
        model = table.model()
        return [
            [str(model.index(row, column).data() or "") for column in range(model.columnCount())]
            for row in range(model.rowCount())
        ]

    def row_center(self, table: QTableView, row: int) -> QPoint:
        return table.visualRect(table.model().index(row, 0)).center()

    def click_row(self, table: QTableView, row: int) -> None:
        QTest.mouseClick(table.viewport(), LEFT, pos=self.row_center(table, row))
        QApplication.processEvents()

    def double_click_row(self, table: QTableView, row: int) -> None:
        self.click_row(table, row)
        QTest.mouseDClick(table.viewport(), LEFT, pos=self.row_center(table, row))
        QApplication.processEvents()

    def point_at_row(self, table: QTableView, row: int) -> None:
        QTest.mouseMove(table.viewport(), self.row_center(table, row))
        QApplication.processEvents()

    def chips(self) -> list[str]:
        QApplication.processEvents()
        return [chip.text() for chip in self.panel.chips.chips]

    def type_parts(self, text: str) -> None:
        field = self.panel.chips.field
        field.setFocus()
        type_text(field, text, Qt.Key.Key_Return)

    def parts(self) -> tuple[Part, ...]:
        return self.explorer.question.parts
