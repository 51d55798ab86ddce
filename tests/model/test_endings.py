"""What tables say of a document's position, through their process."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

import pawnviz.model.endings as module
from pawnviz.core.tablebases.verdict import TableVerdict
from pawnviz.model.document import Document
from pawnviz.model.endings import Tables
from pawnviz.model.preferences import Path as PathText
from pawnviz.model.preferences import Preference
from tests.engines import processes, wait_for

TABLES = Path(__file__).parents[1] / "tables"
WON = "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"


class Reader:
    """A document with a folder of tables, which is a copy."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.qtbot = qtbot
        self.folder = folder
        shutil.copytree(TABLES, folder)
        self.document = Document()
        self.document.set_fen(WON)
        self.tables = Tables(self.document, Preference("", PathText))
        self.tables.folder.value = str(folder)

    def ask(self, fen: str = "") -> None:
        """Ask about a position, and wait until there is an answer of any kind."""
        if fen:
            self.document.set_fen(fen)
        self.tables.ask()
        tables = self.tables
        self.qtbot.waitUntil(lambda: bool(tables.verdict or tables.missing or tables.fault))

    def verdict(self) -> TableVerdict | None:
        return self.tables.verdict

    def process(self) -> int:
        return self.tables._reading.number


@pytest.fixture
def reader(qapp: QCoreApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[Reader]:
    found = Reader(qtbot, tmp_path / "tables")
    yield found
    found.tables.end()
    assert wait_for(lambda: not processes(str(tmp_path)))


def test_positions_are_asked_about_one_after_another(reader: Reader) -> None:
    assert processes(str(reader.folder)) == []
    reader.ask()
    assert reader.verdict() == TableVerdict(2, 8)
    assert reader.tables.summary == "6 tables say who wins, 5 how far it is, for up to 4 pieces."
    number = reader.process()
    reader.ask("8/8/8/4k3/8/4P3/8/4K3 w - - 0 1")
    assert reader.verdict() == TableVerdict(0, 0)
    reader.ask("8/K7/8/7P/8/8/1p3k2/8 b - - 0 1")
    assert reader.verdict() == TableVerdict(-2, None, "KQvKP.rtbw")
    reader.ask("8/8/8/8/8/k7/8/1R2K2Q w - - 0 1")
    assert reader.verdict() is None
    assert reader.tables.missing == "KQRvK.rtbw"
    assert reader.process() == number
    reader.document.set_start()
    reader.tables.ask()
    assert reader.verdict() is None
    assert reader.tables.missing == reader.tables.fault == ""
    # What was found belongs to the position before.
    reader.document.set_fen(WON)
    assert reader.verdict() is None


def test_a_folder_that_is_gone_is_named_and_another_one_is_read(reader: Reader) -> None:
    folder = str(reader.folder / "gone")
    reader.tables.folder.value = folder
    reader.ask()
    assert reader.tables.fault == f"“{folder}” cannot be read: No such file or directory."
    reader.tables.folder.value = str(reader.folder)
    reader.ask()
    assert reader.verdict() == TableVerdict(2, 8)
    reader.tables.folder.value = ""
    assert reader.verdict() is None
    assert reader.tables.fault == reader.tables.summary == ""


def test_a_damaged_table_is_named_and_others_are_read_on(reader: Reader) -> None:
    table = reader.folder / "KPvK.rtbw"
    table.write_bytes(table.read_bytes()[:4] + b"\xff" * (table.stat().st_size - 4))
    reader.ask()
    assert reader.tables.fault == "The table KPvK.rtbw is damaged."
    reader.ask("8/8/8/8/8/k7/8/4K2Q w - - 0 1")
    assert reader.verdict() == TableVerdict(2, 7)


def test_a_process_that_ends_or_does_not_answer_is_replaced(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    reader.ask()
    os.kill(reader.process(), signal.SIGKILL)
    reader.qtbot.waitUntil(lambda: bool(reader.tables.fault))
    assert reader.tables.fault == "The tables cannot be read: the process that reads them has ended."
    reader.ask("8/8/8/4k3/8/4P3/8/4K3 w - - 0 1")
    assert reader.verdict() == TableVerdict(0, 0)
    os.kill(reader.process(), signal.SIGSTOP)
    monkeypatch.setattr(module, "PATIENCE", 200)
    reader.ask(WON)
    assert reader.tables.fault == "The tables have not answered within 0 seconds; one of them may be damaged."
    monkeypatch.undo()
    reader.ask("8/4P3/8/8/8/k7/8/4K3 w - - 0 1")
    assert reader.verdict() == TableVerdict(2, 1)
