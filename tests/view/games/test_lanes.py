"""Lanes of numbers beside the lives of the pawns, their choice, and their export."""

from __future__ import annotations

import csv
import json
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.core.games import timeline as timeline_files
from pawnviz.core.games.pgn import ReadGame
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.document import Document
from pawnviz.model.games.chosen_lanes import ChosenLanes
from pawnviz.model.games.game import OpenGame
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences import Preference, Preferences
from pawnviz.view.app import make_application
from pawnviz.view.games.lanes import LaneChooser, LanesView
from pawnviz.view.widgets.layouts import STRETCH, column_of
from pawnviz.view.widgets.theme import theme_of
from tests.core.games.sample import random_game, read
from tests.view.hands import Hand

MOVES = "1. e4 d5 2. exd5 c6 3. dxc6 bxc6 4. a4 c5 5. a5 *"


class LanesPage(QWidget):
    def __init__(self, game: OpenGame, lanes: ChosenLanes) -> None:
        super().__init__()
        self.lanes = LanesView(game, lanes)
        self.chooser = LaneChooser(game, lanes)
        column_of(self.lanes, self.chooser, STRETCH, parent=self)


class LanesOfGame(NamedTuple):
    page: LanesPage
    game: OpenGame
    layers: ShownLayers
    lanes: ChosenLanes

    def open(self, read_game: ReadGame) -> None:
        self.game.open(read_game)
        QApplication.processEvents()

    def titles(self) -> list[str]:
        return [row.title for row in self.page.lanes.rows]

    def place(self, ply: int, row: int) -> QPoint:
        view = self.page.lanes
        return QPoint(round(view.axis.x(ply + 0.5)), round(view.chart_rect(row).center().y()))

    def choose(self, title: str) -> None:
        chooser = self.page.chooser
        chooser.menu.popup(QPoint(0, 0))
        action = next(action for action in chooser.menu.actions() if action.text() == title)
        QTest.mouseClick(chooser.menu, Qt.MouseButton.LeftButton, pos=chooser.menu.actionGeometry(action).center())
        QApplication.processEvents()


@pytest.fixture
def desk(qtbot: QtBot) -> LanesOfGame:
    make_application()
    game = OpenGame()
    texts = ("island_count", "isolated_pawns")
    layers = ShownLayers(Document())
    lanes = ChosenLanes(layers, Preference(texts, Preferences.lanes))
    page = LanesPage(game, lanes)
    qtbot.addWidget(page)
    page.resize(640, 480)
    page.show()
    qtbot.waitExposed(page)
    found = LanesOfGame(page, game, layers, lanes)
    found.open(read(MOVES))
    return found


def colors(desk: LanesOfGame, x: float, top: float, bottom: float) -> set[str]:
    image = desk.page.lanes.grab().toImage()
    ratio = image.devicePixelRatio()
    return {image.pixelColor(int(x * ratio), y).name() for y in range(int(top * ratio), int(bottom * ratio))}


def test_lanes_of_both_sides_have_ink_above_and_below_one_line_with_ticks_in_mirrored_places(desk: LanesOfGame) -> None:
    view = desk.page.lanes
    chart = view.chart_rect(1)
    image = view.grab().toImage()
    ratio = image.devicePixelRatio()
    middle = chart.center().y()
    column = int((chart.left() - 3) * ratio)
    ground = image.pixelColor(4, int(middle * ratio)).name()

    def has_ink(y: float) -> bool:
        rows = range(int((y - 0.6) * ratio), int((y + 0.6) * ratio) + 1)
        return any(image.pixelColor(column, row).name() != ground for row in rows)

    lane = view.rows[1].lane
    assert lane is not None and lane.greatest == 2
    unit = (chart.height() / 2 - 1) / lane.greatest
    for value in (1, 2):
        assert has_ink(middle - value * unit) and has_ink(middle + value * unit)
    assert not has_ink(middle - 1.5 * unit) and not has_ink(middle + 1.5 * unit)
    desk.lanes.choose(("safe_squares",))
    QApplication.processEvents()
    theme = theme_of(desk.page)
    chart = view.chart_rect(0)
    middle, x = chart.center().y(), view.axis.x(3.5)
    assert colors(desk, x, middle - 5, middle - 2) == {theme.white_mark}
    assert colors(desk, x, middle + 3, middle + 6) == {theme.black_mark}


def test_the_title_says_the_values_of_the_current_move_and_those_under_the_pointer(desk: LanesOfGame) -> None:
    view = desk.page.lanes
    desk.game.go_to(6)
    assert [text for _, text in view._values(view.rows[1])] == ["White 0", "Black 2"]
    Hand(view).move(desk.place(2, 1))
    QApplication.processEvents()
    assert [text for _, text in view._values(view.rows[1])] == ["White 0", "Black 0"]
    assert view.tip_at(*desk.place(8, 1).toTuple()) == (
        "Isolated pawns, 4...c5\nWhite 0\nBlack 2: c5 a7 (new c5; gone c6)"
    )
    assert view.tip_at(2, 5) == ""


def test_a_click_and_keys_go_to_moves(desk: LanesOfGame) -> None:
    view = desk.page.lanes
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=desk.place(7, 0))
    assert desk.game.ply == 7
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert desk.game.ply == 6
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=desk.place(2, 0))
    assert desk.game.ply == 2


def test_a_mark_stands_where_a_set_changed_and_its_count_did_not(desk: LanesOfGame) -> None:
    view = desk.page.lanes
    chart = view.chart_rect(1)
    before, after = (colors(desk, view.axis.x(ply), chart.top(), chart.bottom() + 4) for ply in (7, 8))
    assert theme_of(desk.page).base in after - before or after != before
    at_end = chart.bottom() - 1
    ground = theme_of(desk.page).base
    assert ground in colors(desk, view.axis.x(8), at_end - 1, at_end + 1), "the inside of the diamond"
    assert ground not in colors(desk, view.axis.x(7), at_end, at_end + 1)


def test_a_lane_is_switched_by_the_menu_and_taken_away_by_its_cross(desk: LanesOfGame) -> None:
    desk.choose("Levers")
    assert desk.titles() == ["Island count", "Isolated pawns", "Levers"]
    desk.choose("Isolated pawns")
    assert desk.titles() == ["Island count", "Levers"]
    desk.choose("Isolated pawns")
    desk.choose("Levers")
    view = desk.page.lanes
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.cross_rect(0).center().toPoint())
    assert desk.titles() == ["Isolated pawns"]
    assert desk.game.ply == 0, "the cross goes to no move"


def test_a_formula_is_typed_and_a_wrong_one_is_named_beside_the_field(desk: LanesOfGame) -> None:
    desk.choose("&Add a layer or formula…")
    chooser = desk.page.chooser
    field = chooser.field
    assert field.isVisible()
    field.setFocus()
    QTest.keyClicks(field, "own & rank_4(")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert chooser.message.isVisible() and "Column 14" in chooser.message.text()
    QTest.keyClicks(field, "own)")
    assert not chooser.message.isVisible()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert desk.titles()[-1] == "own & rank_4(own)"
    assert not field.isVisible()
    found = desk.page.lanes.rows[-1].lane
    assert found is not None and found.white.values[1] == 1


def test_a_layer_is_chosen_from_the_offered_titles_or_by_enter_and_escape_leaves_the_field(desk: LanesOfGame) -> None:
    desk.choose("&Add a layer or formula…")
    field = desk.page.chooser.field
    field.setFocus()
    QTest.keyClicks(field, "doubled paw")
    popup = field.completer().popup()
    assert popup is not None and popup.isVisible()
    QTest.keyClick(popup, Qt.Key.Key_Down)
    QTest.keyClick(popup, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert desk.titles()[-1] == "Doubled pawns"
    assert field.text() == "" and not field.isVisible()
    desk.choose("&Add a layer or formula…")
    field = desk.page.chooser.field
    field.setFocus()
    QTest.keyClicks(field, "stops")
    popup = field.completer().popup()
    assert popup is not None and popup.isVisible()
    QTest.keyClick(popup, Qt.Key.Key_Return)
    assert desk.titles()[-1] == "Stops"
    desk.choose("&Add a layer or formula…")
    field.setFocus()
    QTest.keyClicks(field, "zzz")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not field.isVisible() and desk.page.isVisible()
    assert field.text() == ""


def test_a_lane_that_cannot_be_read_says_why_and_can_be_taken_away(desk: LanesOfGame) -> None:
    desk.lanes.choose(("levers", "a_lost_layer"))
    QApplication.processEvents()
    view = desk.page.lanes
    assert view.rows[1].lane is None and "a_lost_layer" in view.rows[1].fault
    view.grab()
    assert view.tip_at(*desk.place(3, 1).toTuple()) == view.rows[1].fault
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.cross_rect(1).center().toPoint())
    assert desk.lanes.texts == ("levers",)


def test_what_is_said_of_an_export_is_seen_and_does_not_widen_the_page(
    desk: LanesOfGame, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page, chooser = desk.page, desk.page.chooser
    page.resize(550, 545)
    folder = tmp_path / ("long" * 50)
    folder.mkdir()
    desk.open(read(str(random_game(3, 60))))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(folder / "a.csv"), ""))
    export = chooser.export
    export.menu.popup(QPoint(0, 0))
    place = export.menu.actionGeometry(export.choices["all"]).center()
    QTest.mouseClick(export.menu, Qt.MouseButton.LeftButton, pos=place)
    QApplication.processEvents()
    assert chooser.message.text().startswith("Saved ")
    assert page.minimumSizeHint().width() < 538, "a long path does not widen the window"
    for part in (chooser.message, chooser.button, export.button):
        assert part.visibleRegion().boundingRect().size() == part.size()
    desk.open(read(str(random_game(4, 60))))
    assert not chooser.message.isVisible() and export.button.visibleRegion().contains(export.button.rect().center())


def test_empty_tiny_and_long_games_are_drawn(desk: LanesOfGame) -> None:
    view = desk.page.lanes
    for game in ('[Event "?"]\n\n *', "1. e4 *", str(random_game(3, 300)), None):
        desk.game.open(None if game is None else read(game))
        QApplication.processEvents()
        count = len(desk.game.line.positions) if desk.game.line is not None else 0
        assert view.isVisible() and not desk.page.grab().isNull()
        assert {view.axis.ply_at(x) for x in range(view.width())} - {None} <= set(range(count))
        if count:
            assert view.axis.nearest_ply(-5) == 0 and view.axis.nearest_ply(10_000) == count - 1
        else:
            assert view.rows == () and view.tip_at(100, 5) == ""


GAME = '[White "A"]\n[Black "B/C"]\n\n1. e4 d5 2. exd5 c6 3. dxc6 bxc6 *'


class ExportOfGame:
    """The export of a game, and a file dialog that is answered."""

    def __init__(self, desk: LanesOfGame, monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
        self.lanes, self.layers, self.chooser = desk.lanes, desk.layers, desk.page.chooser
        desk.open(read(GAME))
        desk.lanes.choose(("island_count", "own & rank_4(own)", "no_such_layer"))
        self.asked: list[str] = []
        self.path = path
        self.kind = "CSV"

        def answer(parent: object, title: str, start: str, filters: str) -> tuple[str, str]:
            self.asked = [start, *filters.split(";;")]
            return str(self.path), next(each for each in self.asked[1:] if self.kind in each)

        monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)

    def export(self, what: str, kind: str = "CSV") -> None:
        """Open the menu, click, and choose a format in the dialog."""
        menu, action = self.chooser.export.menu, self.chooser.export.choices[what]
        self.kind = kind
        menu.popup(QPoint(0, 0))
        assert action.isEnabled()
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
        QApplication.processEvents()

    @property
    def said(self) -> str:
        return self.chooser.message.text() if self.chooser.message.isVisible() else ""


@pytest.fixture
def exports(desk: LanesOfGame, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ExportOfGame:
    return ExportOfGame(desk, monkeypatch, tmp_path / "game.csv")


def test_the_numbers_of_the_lanes_are_columns_and_a_formula_is_named_by_its_text(exports: ExportOfGame) -> None:
    exports.export("lanes", "CSV")
    rows = list(csv.DictReader(exports.path.read_text(encoding="utf-8").splitlines()))
    formula = "own & rank_4(own)"
    assert list(rows[0]) == [
        *("ply", "san", "fen", "white.island_count", "black.island_count", f"white.{formula}", f"black.{formula}"),
        *(f"white.{formula}.count", f"black.{formula}.count"),
    ]
    assert [row[f"white.{formula}"] for row in rows[:2]] == ["0x0000000000000000", "0x0000000010000000"]
    assert [row["black.island_count"] for row in rows] == ["1", "1", "1", "2", "2", "2", "3"]
    assert exports.asked[0].endswith("/A - B C.csv")
    assert exports.said == f"Saved {exports.path}"


def test_the_layers_on_the_board_are_exported_as_json(exports: ExportOfGame) -> None:
    exports.path = exports.path.with_suffix("")
    exports.layers.apply_preset(["passed_pawns", "isolated_pawns"])
    exports.export("shown", "JSON")
    entries = json.loads(exports.path.with_suffix(".json").read_text())
    assert len(entries) == 7
    assert sorted(entries[0]["white"]) == ["isolated_pawns", "passed_pawns"]
    assert entries[6]["black"]["isolated_pawns"] == {"count": 2, "mask": "0x0001040000000000"}


def test_all_layers_and_those_of_the_user_that_can_be_read_are_exported(exports: ExportOfGame) -> None:
    own = (UserLayer("far_pawns", "Far", "own & rank_5(own)"), UserLayer("broken", "Broken", "own &"))
    exports.layers.user_layers.set_kept(UserLayers(own))
    exports.path = exports.path.with_suffix(".parquet")
    exports.export("all", "PARQUET")
    names = import_module("pyarrow.parquet").read_table(exports.path).column_names
    assert len(names) == 3 + 4 * (len(LAYERS) + 1) + 2 * len(NUMBERS)
    assert "white.far_pawns" in names and "white.broken" not in names


def no_library(*_: object) -> bytes:
    raise ImportError


def test_empty_or_cannot_be_written_is_not_offered(exports: ExportOfGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeline_files, "can_write_parquet", lambda: False)
    exports.lanes.choose(())
    exports.layers.clear()
    export = exports.chooser.export
    export.menu.popup(QPoint(0, 0))
    export.menu.close()
    assert [export.choices[what].isEnabled() for what in ("lanes", "shown", "all")] == [False, False, True]
    exports.path = exports.path.with_suffix(".parquet")
    monkeypatch.setattr(timeline_files, "timeline_bytes", no_library)
    exports.export("all")
    assert exports.asked[1:] == ["CSV (*.csv)", "JSON (*.json)"]
    assert exports.said == "Parquet needs pyarrow; install pawnviz[parquet]."


def test_a_file_that_cannot_be_written_is_named(exports: ExportOfGame, tmp_path: Path) -> None:
    exports.path = tmp_path / "no folder" / "game.csv"
    exports.export("all", "CSV")
    assert (
        exports.said == f"“game.csv” was not saved: There is no folder “{exports.path.parent}”; choose one that exists."
    )
