"""Tests of the dialogs that write user layers to a file and read them from one."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from pawnviz.core.layers.marks import Style, badge, hatch
from pawnviz.core.user_layers.collection import Choice, UserLayer, UserLayers
from pawnviz.core.user_layers.file import SUFFIX, write_layers
from pawnviz.view.user_layers.exchange import ExportDialog, ImportDialog
from pawnviz.view.widgets.theme import DARK, LIGHT
from tests.view.hands import drops, enters, file_data
from tests.view.program import OpenProgram, RunningProgram

FEN = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
GUARDED = UserLayer("guarded", "Guarded", "own & attacks(own)", "Pawns that a pawn guards.", Style(badge("G")))
LONG = UserLayer("a_layer_with_a_rather_long_name", "A layer with a rather long title", "stops(own)", "Stops.")
WRONG = UserLayer("wrong", "Wrong", "own & nowhere(own)")


@pytest.fixture
def desk(open_program: OpenProgram) -> RunningProgram:
    program = open_program(FEN)
    program.layers.user_layers.set_kept(UserLayers([GUARDED]))
    return program


def click(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=button.rect().center())


def test_the_list_to_export_shows_its_boxes_the_current_layer_and_each_as_it_is_drawn_now(desk: RunningProgram) -> None:
    desk.action("export_layers").trigger()
    dialog = desk.window.findChild(ExportDialog)
    assert dialog is not None
    dialog.list.setCurrentRow(0)
    title = dialog.list.item(0).text()
    desk.window.preferences.theme.value = "dark"
    assert dialog.list.item(dialog.list.currentRow()).text() == title
    click(dialog.none_button)
    assert dialog.note.text() == "Choose the layers that go into the file."
    assert not dialog.export_button.isEnabled()
    for theme in (LIGHT, DARK):
        desk.window.preferences.theme.value = theme.name
        dialog.list.setCurrentRow(-1)
        QApplication.processEvents()
        row = dialog.list.visualItemRect(dialog.list.item(0))
        image = dialog.list.viewport().grab(QRect(row.topLeft(), row.size())).toImage()
        colors = {image.pixelColor(x, row.height() // 2).name() for x in range(4, 14)}
        assert QColor(theme.box).name() in colors
    before = dialog.list.grab().toImage()
    identifier = desk.layers.user_layers.kept.entries[0].identifier
    desk.layers.set_style(identifier, Style(hatch("waves"), "#123456"))
    assert dialog.list.grab().toImage() != before


def drop_file(desk: RunningProgram, folder: Path, *entries: UserLayer) -> ImportDialog:
    path = folder / f"shared{SUFFIX}"
    path.write_text(write_layers(entries), encoding="utf-8")
    point = QPoint(300, 300)
    assert enters(desk.window, point, file_data(str(path)))
    drops(desk.window, point, file_data(str(path)))
    QApplication.processEvents()
    dialog = desk.window.findChild(ImportDialog)
    assert dialog is not None and dialog.isVisible()
    return dialog


def rows(dialog: ImportDialog) -> list[list[str]]:
    """Return the texts of the rows, the choice at the end."""
    items = [dialog.table.topLevelItem(row) for row in range(dialog.table.topLevelItemCount())]
    texts = [[item.text(column) for column in range(4)] for item in items if item is not None]
    return [[*row, box.currentText()] for row, box in zip(texts, dialog.table.boxes, strict=True)]


def test_a_dropped_file_shows_what_it_holds_and_takes_nothing_yet(desk: RunningProgram, tmp_path: Path) -> None:
    other = UserLayer("guarded", "Guarded", "attacks(own)", "", GUARDED.style)
    dialog = drop_file(desk, tmp_path, other, LONG, WRONG)
    assert rows(dialog) == [
        ["Guarded", "guarded_2", "2", "2", "Take, renamed"],
        [LONG.title, LONG.identifier, "1", "1", "Take"],
        ["Wrong", "wrong", "–", "–", "Skip"],
    ]
    assert list(desk.layers.user_layers.kept.layers) == ["guarded"]
    click(dialog.take_button)
    assert list(desk.layers.user_layers.kept.layers) == ["guarded", "guarded_2", LONG.identifier]
    assert desk.status_message() == "Took 2 layers"


def test_the_first_layer_taken_is_in_sight_also_if_a_search_held_it_back(desk: RunningProgram, tmp_path: Path) -> None:
    panel = desk.layers_page
    QTest.keyClicks(panel.search_field, "passed")
    dialog = drop_file(desk, tmp_path, LONG, UserLayer("other", "Other", "own"))
    click(dialog.take_button)
    assert panel.tree.current_identifier == LONG.identifier
    assert panel.tree.viewport().rect().contains(panel.tree.visualRect(panel.tree.currentIndex()).center())


def test_titles_and_names_share_the_room_and_numbers_keep_off_the_choices(desk: RunningProgram, tmp_path: Path) -> None:
    dialog = drop_file(desk, tmp_path, LONG)
    header = dialog.table.header()
    assert abs(header.sectionSize(0) - header.sectionSize(1)) <= 1
    metrics = dialog.table.fontMetrics()
    for column, title in ((2, "White"), (3, "Black")):
        assert header.sectionSize(column) >= metrics.horizontalAdvance(title) + 12
    item = dialog.table.topLevelItem(0)
    assert item is not None
    assert LONG.title in item.toolTip(0)
    assert item.toolTip(1) == LONG.identifier


def test_rows_that_are_not_taken_stay_legible_in_another_theme(desk: RunningProgram, tmp_path: Path) -> None:
    kept = UserLayer("other", "Other", "own")
    desk.layers.user_layers.set_kept(UserLayers([kept]))
    dialog = drop_file(desk, tmp_path, LONG, kept)
    dialog.table.boxes[1].choose(Choice.SKIP.value)
    taken, skipped = (dialog.table.topLevelItem(number) for number in range(2))
    assert taken is not None
    assert skipped is not None
    for name in ("dark", "light"):
        desk.window.preferences.theme.value = name
        QApplication.processEvents()
        colors = dialog.table.palette()
        assert skipped.foreground(0).color() == colors.placeholderText().color()
        assert taken.foreground(0).color() == colors.text().color()


def test_a_name_that_gets_the_ending_of_layer_files_overwrites_none_without_a_question(
    desk: RunningProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / f"mine{SUFFIX}"
    file.write_text("mine")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "mine"), ""))
    desk.window.user_layer_commands.export_layer(GUARDED.identifier)
    desk.answer("Cancel")
    assert file.read_text() == "mine"
    desk.window.user_layer_commands.export_layer(GUARDED.identifier)
    desk.answer("Overwrite")
    assert GUARDED.title in file.read_text() and desk.status_message() == f"Exported 1 layer to {file}"
