"""The window that checks an engine's masks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent, QPalette
from pytestqt.qtbot import QtBot

from pawnviz.core.checking import check_lines, fixture_lines
from pawnviz.core.position import START, Position
from pawnviz.model.document import Document
from pawnviz.model.layer_list import LayerListModel
from pawnviz.view.check_window import CheckWindow

PAWNS = "8/8/8/3p4/4P3/8/8/8 w - - 0 1"


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[CheckWindow]:
    """Return an open window over the start position."""
    document = Document()
    made = CheckWindow(document, LayerListModel(document, document))
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()


def ended(qtbot: QtBot, window: CheckWindow) -> None:
    qtbot.waitUntil(window.progress.isHidden, timeout=10_000)


def test_a_file_that_is_right_is_found_right(window: CheckWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "masks.txt"
    path.write_text("\n".join(fixture_lines([START, Position.from_fen(PAWNS)])), encoding="utf-8")
    window.check_file(str(path))
    ended(qtbot, window)
    assert window.verdict.text().startswith("All ")
    assert window.details.toPlainText() == "Every line of this layer is right."
    assert not window.show_button.isEnabled()
    assert window.verdict.foregroundRole() is QPalette.ColorRole.WindowText


def test_a_wrong_mask_is_named_with_its_first_square_and_shown_on_the_board(
    window: CheckWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "masks.txt"
    path.write_text(f"stops white {PAWNS} 0x1000000000\nattacks white {PAWNS} 0x0\nnonsense\n", encoding="utf-8")
    window.check_file(str(path))
    ended(qtbot, window)
    assert "2 lines checked, 1 wrong." in window.verdict.text()
    assert "1 cannot be read, the first is line 3" in window.verdict.text()
    assert window.verdict.foregroundRole() is QPalette.ColorRole.BrightText
    item = window.table.topLevelItem(0)
    assert item is not None
    assert [item.text(column) for column in range(3)] == ["attacks", "1", "1"]
    assert "first wrong square d5" in item.text(3)
    assert PAWNS in window.details.toPlainText()
    qtbot.mouseClick(window.show_button, Qt.MouseButton.LeftButton)
    assert window._document.position.fen() == PAWNS
    assert [entry.layer.identifier for entry in window._layers.shown()] == ["attacks"]


def test_a_file_that_is_not_there_is_said_to_be_missing(window: CheckWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.check_file(str(tmp_path / "<b>none.txt"))
    ended(qtbot, window)
    assert "<b>none.txt cannot be read" in window.verdict.text()
    assert window.verdict.textFormat() == Qt.TextFormat.PlainText


def test_a_long_check_can_be_cancelled(window: CheckWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "masks.txt"
    path.write_text(f"stops white {PAWNS} 0x1000000000\n" * 200_000, encoding="utf-8")
    window.check_file(str(path))
    qtbot.waitUntil(lambda: window.progress.value() > 0, timeout=10_000)
    assert window.cancel_button.isVisible()
    qtbot.mouseClick(window.cancel_button, Qt.MouseButton.LeftButton)
    assert window.verdict.text() == "The check was cancelled."
    assert window.progress.isHidden()


def test_a_dropped_file_is_checked(window: CheckWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "masks.txt"
    path.write_text(f"stops white {PAWNS} 0x1000000000\n", encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    none, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    window.dropEvent(QDropEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, left, none))
    ended(qtbot, window)
    assert window.verdict.text() == "The one line is right."


def test_a_file_without_lines_says_so(window: CheckWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "masks.txt"
    path.write_text("# nothing\n", encoding="utf-8")
    window.check_file(str(path))
    ended(qtbot, window)
    assert window.verdict.text() == "The file has no lines to check."


def test_a_file_that_is_no_list_of_masks_says_so(window: CheckWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "masks.txt"
    path.write_text(f"once {'upon' * 80}\n", encoding="utf-8")
    width = window.width()
    window.check_file(str(path))
    ended(qtbot, window)
    assert window.verdict.text().startswith("No line can be read; the first is line 1: ")
    assert window.verdict.text().endswith("words.")
    assert window.minimumSizeHint().width() <= width


def test_another_mapping_checks_the_file_again(window: CheckWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "masks.txt"
    path.write_text(f"stops white {PAWNS} 0x1000000000\n", encoding="utf-8")
    window.mapping_choice.setFocus()
    qtbot.keyClick(window.mapping_choice, Qt.Key.Key_Down)
    qtbot.keyClick(window.mapping_choice, Qt.Key.Key_Up)
    assert window.progress.isHidden()
    window.check_file(str(path))
    ended(qtbot, window)
    for _ in range(4):
        qtbot.keyClick(window.mapping_choice, Qt.Key.Key_Down)
    ended(qtbot, window)
    assert window.verdict.text() == "1 line checked, 1 wrong."


def test_before_a_file_is_opened_its_lines_are_shown_by_an_example(window: CheckWindow) -> None:
    lines = window.details.placeholderText().splitlines()
    report = check_lines(lines, None)
    assert (report.checked, report.unreadable_count) == (2, 0)
    assert not any(tally.wrong for tally in report.tallies)
