"""The limits of the indexes: shown, changed and kept, and the indexes deleted."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pawnviz.folders import cache_folder
from pawnviz.view.windows.index_dialog import IndexDialog
from tests.view.explore.conftest import explore
from tests.view.explore.program import ExploreProgram
from tests.view.hands import LEFT

__all__ = ("explore",)


def open_dialog(explore: ExploreProgram) -> IndexDialog:
    explore.action("open_indexes").trigger()
    QApplication.processEvents()
    dialog = explore.window.findChild(IndexDialog)
    assert isinstance(dialog, IndexDialog) and dialog.isVisible()
    return dialog


def test_limits_are_preferences_and_the_whole_text_is_seen(explore: ExploreProgram) -> None:
    dialog = open_dialog(explore)
    assert (dialog.count.value(), dialog.megabytes.value()) == (50, 2000)
    for box, keys in ((dialog.count, "7"), (dialog.megabytes, "300")):
        box.setFocus()
        box.selectAll()
        QTest.keyClicks(box, keys)
        QTest.keyClick(box, Qt.Key.Key_Return)
    preferences = explore.window.preferences
    assert (preferences.index_count.value, preferences.index_megabytes.value) == (7, 300)
    explore.explore()
    dialog = open_dialog(explore)
    text = dialog.text
    assert "1 index of " in text.text()
    assert text.height() >= text.heightForWidth(text.width())
    assert dialog.folder.full_text == str(cache_folder() / "indexes")


def test_all_indexes_but_that_of_the_open_file_are_deleted(explore: ExploreProgram) -> None:
    explore.explore()
    folder = cache_folder() / "indexes"
    (own,) = folder.glob("*.pawnviz")
    for name in ("a.pawnviz", "b.pawnviz"):
        (folder / name).write_bytes(b"x" * 1000)
    dialog = open_dialog(explore)
    assert "\n3 indexes of " in dialog.text.text()
    QTest.mouseClick(dialog.delete_button, LEFT)
    assert list(folder.glob("*.pawnviz")) == [own] and "\n1 index of " in dialog.text.text()
    assert not dialog.delete_button.isEnabled()
    explore.type_parts("white:adams")
    explore.wait()
    assert explore.explorer.fault == "", "the index of the open file is still read"


def test_fewer_indexes_are_kept_from_the_next_file_on(explore: ExploreProgram) -> None:
    folder = cache_folder() / "indexes"
    folder.mkdir(parents=True)
    for name in ("a.pawnviz", "b.pawnviz"):
        (folder / name).write_bytes(b"x" * 1000)
    dialog = open_dialog(explore)
    dialog.count.setValue(2)
    dialog.close()
    explore.explore()
    assert len(list(folder.glob("*.pawnviz"))) == 2
