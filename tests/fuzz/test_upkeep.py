"""The comparison of the shown state with one read anew."""

from __future__ import annotations

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from pawnviz.view.app import make_application
from tests.fuzz.gui.upkeep import changes_look


def test_the_cross_of_a_field_that_fades_is_no_difference(qtbot: QtBot) -> None:
    make_application()
    field = QLineEdit("text")
    field.setClearButtonEnabled(True)
    qtbot.addWidget(field)
    field.show()
    qtbot.waitExposed(field)
    field.clear()
    QTest.qWait(40)
    assert not changes_look(field, lambda: QTest.qWait(60))
    assert changes_look(field, lambda: field.setText("other"))
