"""What must agree in the window at any moment: what is seen is what would be seen if it were read anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from PySide6 import QtGui
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QWidget

from pawnviz.core.board.position import Position
from pawnviz.core.picture.changes import picture_of_change
from pawnviz.core.picture.picture import PlacedMark, make_picture
from pawnviz.model.layers.layer_list import LayerListModel
from pawnviz.view.board.board import BoardView
from pawnviz.view.main_window import MainWindow
from pawnviz.view.user_layers.editor import FormulaDialog
from pawnviz.view.widgets.page import Page
from pawnviz.view.windows.check_window import CheckWindow

Marks = tuple[PlacedMark, ...]


def stale_parts(window: MainWindow) -> Iterator[str]:
    """Yield the panels and windows that look otherwise once they are brought up to date by force."""
    pages: list[Page] = window.findChildren(Page)
    for page in pages:
        page.settle()
        if page.is_seen() and changes_look(page, page.refresh):
            yield page.accessibleName()
    if window.steps is not None and window.steps.isVisible() and changes_look(window.steps, window.steps.refresh):
        yield "Steps"
    bench = window.further_windows.bench
    if bench is not None and bench.isVisible():
        bench.copied.clear()  # It is said only until the bench is read anew.
        if changes_look(bench, bench.refresh):
            yield bench.windowTitle()
    dialogs: list[QDialog] = window.findChildren(QDialog)
    for dialog in dialogs:
        if dialog.isVisible() and not is_moving(dialog) and changes_look(dialog, partial(read_anew, dialog)):
            yield dialog.windowTitle()


def is_moving(dialog: QDialog) -> bool:
    """Return whether a window shows a check that goes on, or asks to end first what is written, which it says once."""
    if isinstance(dialog, CheckWindow):
        return dialog.progress.isVisible()
    return isinstance(dialog, FormulaDialog) and dialog.message.text().startswith("Save or cancel")


def read_anew(dialog: QWidget) -> None:
    """Have a window read everything again, as it does for the colors of another theme."""
    QApplication.sendEvent(dialog, QEvent(QEvent.Type.PaletteChange))


def changes_look(widget: QWidget, step: Callable[[], None]) -> bool:
    """Return whether a widget is painted in another way after a step; one that has got another size is not compared."""
    # Lists lay out their rows when they are painted, and their scroll bars a moment after.
    look(widget)
    QApplication.processEvents()
    before = look(widget)
    step()
    QApplication.processEvents()
    after = look(widget)
    return widget.isVisible() and after.size() == before.size() and after != before


def look(widget: QWidget) -> QImage:
    """Return a widget as it is painted."""
    return widget.grab().toImage()


def rich_by_accident(window: MainWindow) -> Iterator[str]:
    """Yield the texts that a label takes for HTML though nobody said that they are."""
    labels: list[QLabel] = window.findChildren(QLabel)
    for label in labels:
        if label.textFormat() == Qt.TextFormat.AutoText and QtGui.Qt.mightBeRichText(label.text()):
            yield label.text()


def comparison_fault(window: MainWindow, position: Position) -> str:
    """Return what does not agree between the comparison, its panel and the board, or an empty text."""
    comparison, panel = window.comparison, window.compare_panel
    if comparison.is_switched and comparison.pinned != position:
        return "the comparison is switched, but the pinned position is not on the board"
    if comparison.is_switched and not comparison.can_switch:
        return "the comparison is switched and cannot be switched back"
    is_open = window.compare_dock.toggleViewAction().isChecked()
    expected = None
    if panel is not None and is_open and comparison.pinned is not None and panel.mark_box.isChecked():
        expected = comparison.other if comparison.is_switched else comparison.pinned
    if window.board.compared != expected:
        return f"the board compares with {named(window.board.compared)}, not with {named(expected)}"
    return ""


def named(position: Position | None) -> str:
    """Return a position's FEN, or a word for none."""
    return "none" if position is None else position.fen()


def marks_of_change(board: BoardView, layers: LayerListModel, before: Position, after: Position) -> list[Marks]:
    """Return the marks of each square that tell what the shown layers would gain and lose by another position."""
    first, second = (make_picture(each, layers.shown(), show_captures=board.show_captures) for each in (before, after))
    return [cell.marks for cell in picture_of_change(first, second).cells]
