"""Sheets of positions: collected, named, laid out and saved by hand, and printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QImage, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.core.board.position import START
from pawnviz.core.picture.picture import make_picture
from pawnviz.core.picture.sheet_positions import SheetPosition
from pawnviz.view.export.figure import Figure, paper_width
from pawnviz.view.export.position_sheet import page_size
from pawnviz.view.games.games_page import GamePanels
from pawnviz.view.sharing.export_dialog import ExportDialog
from pawnviz.view.sharing.printing import Printing, draw_printed_figure, draw_printed_sheet
from pawnviz.view.sharing.sheet_page import SheetList
from pawnviz.view.widgets.theme import LIGHT
from tests.view.program import OpenProgram, RunningProgram
from tests.view.sharing.test_pictures import answer_with

PGN: Final = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e6 2. d4 d5 3. e5 c5 4. c3 *\n'
EPD: Final = '8/1p6/8/8/8/8/1P6/8 w - - id "First"; bm b4;\n8/8/8/9 w - -\n8/8/8/3p4/3P4/8/8/8 b - - bm c5;\n'


def dialog_of(program: RunningProgram) -> ExportDialog:
    return next(iter(program.window.findChildren(ExportDialog)))


def titles(dialog: ExportDialog) -> list[str]:
    return [entry.title for entry in dialog.sheet.list.positions]


def add(dialog: ExportDialog, start: str) -> None:
    """Choose what the menu of the button adds."""
    dialog.sheet.add_menu.aboutToShow.emit()
    texts = [action.text().replace("&", "") for action in dialog.sheet.add_menu.actions()]
    next(action for action, text in zip(dialog.sheet.add_menu.actions(), texts, strict=True) if start in text).trigger()


def open_game(program: RunningProgram, qtbot: QtBot, path: Path) -> GamePanels:
    path.write_text(PGN)
    assert program.window.workspaces.open_games(str(path))
    panels = program.window.workspaces.games
    qtbot.waitUntil(lambda: panels.games.game.line is not None)
    QApplication.processEvents()
    return panels


def test_positions_are_collected_by_key_named_moved_and_removed(program: RunningProgram, qtbot: QtBot) -> None:
    for fen in (START.fen(), "8/8/8/3p4/3P4/8/8/8 w - - 0 1", "8/pp6/8/8/8/8/PP6/8 b - - 0 1"):
        program.document.set_fen(fen)
        program.press_keys("Ctrl+Shift+A")
    assert program.status_message() == "Added to the sheet, which has 3 positions"
    program.press_keys("Ctrl+Alt+E")
    dialog = dialog_of(program)
    assert dialog.isVisible() and dialog.sheet.list.count() == 3, "what was collected is there, and nothing is added"
    qtbot.waitUntil(dialog.isActiveWindow)
    dialog.sheet.list.setFocus()
    dialog.sheet.list.setCurrentRow(2)
    QTest.keyClick(dialog.sheet.list, Qt.Key.Key_F2)
    editor = dialog.sheet.list.findChild(QLineEdit)
    assert editor is not None
    QTest.keyClicks(editor, "Twins")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    QApplication.processEvents()
    QTest.keyClick(dialog.sheet.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert titles(dialog) == ["", "Twins", ""]
    assert dialog.sheet.list.positions[1].position.placement() == "8/pp6/8/8/8/8/PP6/8"
    dialog.sheet.list.setCurrentRow(0)
    QTest.keyClick(dialog.sheet.list, Qt.Key.Key_Delete)
    assert titles(dialog) == ["Twins", ""]
    QTest.mouseClick(dialog.sheet.clear_button, Qt.MouseButton.LeftButton)
    assert not dialog.sheet.list.count()


@pytest.mark.slow
def test_the_positions_of_a_file_and_of_a_game_are_laid_out_and_saved(
    open_program: OpenProgram, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "lesson.epd").write_text(EPD)
    program = open_program(str(tmp_path / "lesson.epd"))
    program.press_keys("Ctrl+Alt+E")
    dialog = dialog_of(program)
    assert titles(dialog) == ["lesson.epd, 1 of 3: First"]
    dialog.sheet.list.remove_all()
    add(dialog, "positions of “lesson.epd”")
    assert titles(dialog) == ["First", ""], "a best move is no title"
    open_game(program, qtbot, tmp_path / "game.pgn").games.game.go_to(3)
    add(dialog, "position on the board")
    add(dialog, "positions of the game")
    add(dialog, "structure of the game changes")
    assert titles(dialog)[2:6] == ["Anna – Ben: after 2.d4", "", "After 1.e4", "After 1...e6"]
    assert titles(dialog)[10] == "After 4.c3" and titles(dialog)[11:] == ["", "After 3.e5"]
    assert dialog.sheet.title_edit.text() == "Anna – Ben"
    qtbot.waitUntil(lambda: "Page 1 of 3" in dialog.size_label.text())
    dialog.sheet.next_button.click()
    dialog.sheet.next_button.click()
    assert dialog.size_label.text().startswith("Page 3 of 3") and not dialog.sheet.next_button.isEnabled()
    dialog.sheet.columns_box.setValue(4)
    qtbot.waitUntil(lambda: "of 2" in dialog.size_label.text())
    answer_with(monkeypatch, tmp_path / "sheet")
    dialog.save_button.click()
    assert dialog.progress.isVisible() and not dialog.save_button.isEnabled()
    dialog.cancel_button.click()
    assert dialog.message.text() == "Cancelled." and not (tmp_path / "sheet.pdf").exists()
    dialog.save_button.click()
    qtbot.waitUntil(lambda: dialog.job is None)
    pdf = (tmp_path / "sheet.pdf").read_bytes()
    assert pdf.count(b"/Type /Page\n") == 2 and b"/Subtype /Image" not in pdf
    assert dialog.message.text() == "Saved sheet.pdf."
    answer_with(monkeypatch, tmp_path / "none" / "sheet.pdf")
    dialog.save_button.click()
    qtbot.waitUntil(lambda: dialog.job is None)
    assert dialog.message.text().startswith("There is no folder")
    again = open_program()
    again.press_keys("Ctrl+Alt+E")
    assert dialog_of(again).choices.sheet.columns == 4 and not dialog_of(again).choices.sheet.fit


def test_boards_fit_the_number_of_positions_until_a_grid_is_chosen(program: RunningProgram) -> None:
    program.press_keys("Ctrl+Alt+E")
    dialog = dialog_of(program)

    def grid() -> tuple[int, int]:
        return dialog.sheet.columns_box.value(), dialog.sheet.rows_box.value()

    assert grid() == (1, 1), "the sheet begins with the position on the board"
    dialog.sheet.list.add(dialog.sheet.list.positions)
    assert grid() == (1, 2)
    dialog.sheet.orientation_box.setCurrentIndex(1)
    assert grid() == (2, 1), "on its side"
    dialog.sheet.orientation_box.setCurrentIndex(0)
    QTest.keyClick(dialog.sheet.columns_box, Qt.Key.Key_Up)
    assert grid() == (2, 2) and not dialog.sheet.fit_box.isChecked()
    dialog.sheet.list.add(dialog.sheet.list.positions * 4)
    assert grid() == (2, 2), "what was chosen stays"
    assert not program.window.preferences.exports.value.sheet.fit
    QTest.keyClick(dialog.sheet.fit_box, Qt.Key.Key_Space)
    assert grid() == (2, 3) and program.window.preferences.exports.value.sheet.fit


def test_a_sheet_names_the_layers_of_the_board_and_draws_them_if_wanted(program: RunningProgram, qtbot: QtBot) -> None:
    program.layers.clear()
    program.press_keys("Ctrl+Alt+E")
    sheet = dialog_of(program).sheet
    qtbot.waitUntil(lambda: sheet.layers_box.text() == "None is shown on the board")
    assert not sheet.layers_box.isEnabled()
    for name in ("pawns", "stops", "attacks"):
        program.layers.set_shown(name, True, True)
    titles = [shown.layer.title for shown in program.layers.shown()]
    qtbot.waitUntil(lambda: sheet.layers_box.text() == f"{titles[0]}, {titles[1]} and 1 more")
    assert all(title in sheet.layers_box.toolTip() for title in titles)
    assert sheet.layers_box.isChecked() and len(sheet.sheet_for().layout.look.layers) == 3
    QTest.keyClick(sheet.layers_box, Qt.Key.Key_Space)
    assert sheet.sheet_for().layout.look.layers == () and not sheet.legend_box.isEnabled()
    assert not program.window.preferences.exports.value.sheet.layers
    assert len(program.layers.shown()) == 3, "the board keeps its layers"


def test_titles_that_differ_at_their_end_look_different_in_the_list(qtbot: QtBot) -> None:
    positions = SheetList()
    qtbot.addWidget(positions)
    positions.resize(240, 100)
    positions.show()
    looks = []
    for move in ("36.Rxe4", "37.Kb1"):
        positions.remove_all()
        positions.add([SheetPosition(START, f"Karpov, Anatoly Evgenyevich – Kasparov, Garry Kimovich: after {move}")])
        looks.append(positions.grab().toImage())
    assert looks[0] != looks[1]
    assert not positions.horizontalScrollBar().isVisible()


@pytest.mark.parametrize("landscape", [False, True])
def test_a_printed_board_is_in_the_middle_within_margins_and_as_large_as_fits(qtbot: QtBot, landscape: bool) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    size = QSizeF(*page_size("a4", landscape=landscape))
    printing = Printing(draw_nothing, "Print the board", window, size)
    assert printing.printer.pageLayout().pageSize().id() == QPageSize.PageSizeId.A4
    printer, millimeter = printing.printer, QPrinter.Unit.Millimeter
    paper, page = printer.paperRect(millimeter), printer.pageRect(millimeter)
    image = QImage(paper.size().toSize(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.translate(page.topLeft())
    painter.scale(25.4 / printer.resolution(), 25.4 / printer.resolution())

    def figure(millimeters: int) -> Figure:
        picture, width = make_picture(START), paper_width(millimeters)
        return Figure(picture, caption="A caption", width=width, millimeters=millimeters)

    draw_printed_figure(painter, printer, figure)
    painter.end()
    dark = [(x, y) for y in range(image.height()) for x in range(image.width()) if is_dark_square(image, x, y)]
    left, right, top = min(x for x, _ in dark), max(x for x, _ in dark), min(y for _, y in dark)
    assert 15 <= top < 20 and left >= 15
    assert abs(left - (paper.width() - right)) < 6, "the coordinates are on one side alone"
    assert right - left > (160 if not landscape else 140)


def draw_nothing(painter: QPainter, printer: QPrinter) -> None:
    """Leave a page empty."""


def is_dark_square(image: QImage, x: int, y: int) -> bool:
    return image.pixelColor(x, y).name() == LIGHT.dark_square


def test_board_and_sheet_have_a_preview_of_their_print(program: RunningProgram, qtbot: QtBot) -> None:
    program.action("print_board").trigger()
    preview = next(each for each in program.window.findChildren(QPrintPreviewDialog) if each.isVisible())
    qtbot.wait(1)
    preview.close()
    program.action("export_sheet").trigger()
    dialog = dialog_of(program)
    QApplication.processEvents()
    assert dialog.sheet.print_button.isEnabled()
    dialog.sheet.list.add(dialog.sheet.list.positions * 7)
    pages: list[int] = []
    printer = QPrinter()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName("/dev/null")
    sheets: list[Any] = []

    def make(size: QSizeF) -> Any:
        sheets.append(dialog.sheet.sheet_for(size))
        pages.append(sheets[-1].page_count)
        return sheets[-1]

    painter = QPainter(printer)
    draw_printed_sheet(painter, printer, make)
    painter.end()
    page = printer.pageLayout().fullRectPoints()
    assert pages == [2] and [round(edge) for edge in sheets[0].layout.size] == [page.width(), page.height()]
