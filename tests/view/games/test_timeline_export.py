"""The timeline of a game exported from the window: what is in the file, and what is said of it."""

from __future__ import annotations

import csv
import json
from importlib import import_module
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from pawnviz.core.games import timeline as timeline_files
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.document import Document
from pawnviz.model.games.chosen_lanes import ChosenLanes
from pawnviz.model.games.game import OpenGame
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences import Preference, Preferences
from pawnviz.view.app import make_application
from pawnviz.view.games.lanes import LaneChooser
from tests.core.games.sample import read

GAME = '[White "A"]\n[Black "B/C"]\n\n1. e4 d5 2. exd5 c6 3. dxc6 bxc6 *'


class ExportOfGame:
    """A chooser of lanes over a game, and a file dialog that is answered."""

    def __init__(self, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
        make_application()
        self.game = OpenGame()
        self.game.open(read(GAME))
        self.document = Document()
        self.layers = ShownLayers(self.document)
        texts = ("island_count", "own & rank_4(own)", "no_such_layer")
        self.lanes = ChosenLanes(self.layers, Preference(texts, Preferences.lanes))
        self.chooser = LaneChooser(self.game, self.lanes)
        qtbot.addWidget(self.chooser)
        self.chooser.show()
        qtbot.waitExposed(self.chooser)
        self.asked: list[str] = []
        self.path = path

        def answer(parent: object, title: str, start: str, filters: str) -> tuple[str, str]:
            self.asked.append(start)
            return str(self.path) if self.path.name else "", filters

        monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)

    def export(self, what: str, kind: str) -> None:
        """Open the menus and click."""
        export = self.chooser.export
        export.menu.popup(QPoint(0, 0))
        menu = export.submenus[what]
        menu.popup(QPoint(0, 0))
        action = next(action for action in menu.actions() if action.text() == kind)
        assert action.isEnabled()
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
        export.menu.close()
        QApplication.processEvents()

    @property
    def said(self) -> str:
        return self.chooser.message.text() if self.chooser.message.isVisible() else ""


@pytest.fixture
def desk(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ExportOfGame:
    return ExportOfGame(qtbot, monkeypatch, tmp_path / "game.csv")


def test_the_numbers_of_the_lanes_are_columns_and_a_formula_is_named_by_its_text(desk: ExportOfGame) -> None:
    desk.export("lanes", "&CSV…")
    rows = list(csv.DictReader(desk.path.read_text(encoding="utf-8").splitlines()))
    formula = "own & rank_4(own)"
    assert list(rows[0]) == [
        *("ply", "san", "fen", "white.island_count", "black.island_count", f"white.{formula}", f"black.{formula}"),
        *(f"white.{formula}.count", f"black.{formula}.count"),
    ]
    assert [row[f"white.{formula}"] for row in rows[:2]] == ["0x0000000000000000", "0x0000000010000000"]
    assert [row["black.island_count"] for row in rows] == ["1", "1", "1", "2", "2", "2", "3"]
    assert desk.asked[0].endswith("/A - B C.csv")
    assert desk.said == f"Saved {desk.path}"


def test_the_layers_on_the_board_are_exported_as_json(desk: ExportOfGame) -> None:
    desk.path = desk.path.with_suffix(".json")
    desk.layers.apply_preset(["passed_pawns", "isolated_pawns"])
    desk.export("shown", "&JSON…")
    entries = json.loads(desk.path.read_text())
    assert len(entries) == 7
    assert sorted(entries[0]["white"]) == ["isolated_pawns", "passed_pawns"]
    assert entries[6]["black"]["isolated_pawns"] == {"count": 2, "mask": "0x0001040000000000"}


def test_all_layers_and_those_of_the_user_that_can_be_read_are_exported(desk: ExportOfGame) -> None:
    own = (UserLayer("far_pawns", "Far", "own & rank_5(own)"), UserLayer("broken", "Broken", "own &"))
    desk.layers.user_layers.set_kept(UserLayers(own))
    desk.path = desk.path.with_suffix(".parquet")
    desk.export("all", "&Parquet…")
    names = import_module("pyarrow.parquet").read_table(desk.path).column_names
    assert len(names) == 3 + 4 * (len(LAYERS) + 1) + 2 * len(NUMBERS)
    assert "white.far_pawns" in names and "white.broken" not in names


def test_what_is_empty_or_cannot_be_written_is_not_offered(desk: ExportOfGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeline_files, "can_write_parquet", lambda: False)
    desk.lanes.choose(())
    desk.layers.clear()
    export = desk.chooser.export
    export.menu.popup(QPoint(0, 0))
    export.menu.close()
    assert [export.submenus[what].isEnabled() for what in ("lanes", "shown", "all")] == [False, False, True]
    parquet = export.submenus["all"].actions()[2]
    assert not parquet.isEnabled() and "install pawnviz[parquet]" in parquet.toolTip()


def test_a_file_that_cannot_be_written_is_named(desk: ExportOfGame, tmp_path: Path) -> None:
    desk.path = tmp_path / "no folder" / "game.csv"
    desk.export("all", "&CSV…")
    assert desk.said == f"“game.csv” was not saved: There is no folder “{desk.path.parent}”; choose one that exists."


def test_a_timeline_for_which_no_file_is_chosen_is_not_written_and_says_nothing(
    desk: ExportOfGame, tmp_path: Path
) -> None:
    before = sorted(tmp_path.iterdir())
    desk.path = Path()
    desk.export("all", "&CSV…")
    assert (desk.said, sorted(tmp_path.iterdir())) == ("", before)
