"""Layers that go into a shared file under hands."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from pawnviz.core.layers.marks import Style, badge, hatch
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.view.user_layers.export_dialog import ExportDialog
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme
from tests.view.program import RunningProgram

FEN = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
GUARDED = UserLayer("guarded", "Guarded", "own & attacks(own)", "Pawns that a pawn guards.", Style(badge("G")))
LONG = UserLayer("a_layer_with_a_rather_long_name", "A layer with a rather long title", "stops(own)", "Stops.")
WRONG = UserLayer("wrong", "Wrong", "own & nowhere(own)")


@pytest.fixture
def desk(open_program: Callable[..., RunningProgram]) -> RunningProgram:
    """Return the program with one layer of one's own."""
    program = open_program(FEN)
    program.layers.user_layers.set_kept(UserLayers([GUARDED]))
    return program


def click(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=button.rect().center())


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_the_boxes_of_layers_to_export_are_seen(desk: RunningProgram, theme: Theme) -> None:
    desk.window.preferences.theme.value = theme.name
    desk.action("export_layers").trigger()
    dialog = desk.window.findChild(ExportDialog)
    assert dialog is not None
    click(dialog.none_button)
    dialog.list.setCurrentRow(-1)
    QApplication.processEvents()
    row = dialog.list.visualItemRect(dialog.list.item(0))
    image = dialog.list.viewport().grab(QRect(row.topLeft(), row.size())).toImage()
    colors = {image.pixelColor(x, row.height() // 2).name() for x in range(4, 14)}
    assert QColor(theme.box).name() in colors
    assert dialog.note.text() == "Choose the layers that go into the file."
    assert not dialog.export_button.isEnabled()


def test_the_current_layer_stays_current_in_the_list_to_export(desk: RunningProgram) -> None:
    desk.action("export_layers").trigger()
    dialog = desk.window.findChild(ExportDialog)
    assert dialog is not None
    dialog.list.setCurrentRow(0)
    title = dialog.list.item(0).text()
    desk.window.preferences.theme.value = "dark"
    row = dialog.list.currentRow()
    assert row >= 0
    assert dialog.list.item(row).text() == title


def test_the_list_to_export_draws_a_layer_as_it_is_drawn_now(desk: RunningProgram) -> None:
    desk.action("export_layers").trigger()
    dialog = desk.window.findChild(ExportDialog)
    assert dialog is not None
    before = dialog.list.grab().toImage()
    identifier = desk.layers.user_layers.kept.entries[0].identifier
    desk.layers.set_style(identifier, Style(hatch("waves"), "#123456"))
    assert dialog.list.grab().toImage() != before
