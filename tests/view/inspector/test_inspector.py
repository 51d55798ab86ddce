from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QToolTip, QWidget

from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.view.inspector.sentences import SentenceList
from pawnviz.view.widgets.page import FoldButton
from pawnviz.view.widgets.theme import LIGHT
from tests.view.hands import settle
from tests.view.inspector.desk import InspectorWindow, seen_texts


def test_a_layer_that_holds_the_square_shows_its_mark_in_the_column_of_the_side(desk: InspectorWindow) -> None:
    desk.layers.apply_preset(["stops"])
    desk.turn_to("Square")
    desk.look_at("c4")
    viewport = desk.table.viewport()
    image = viewport.grab().toImage()

    def colors(column: int) -> set[str]:
        cell = desk.table.visualRect(desk.table.model().index(list(desk.rows()).index("Stops"), column))
        return {
            image.pixelColor(x, y).name()
            for x in range(cell.left(), cell.right())
            for y in range(cell.top(), cell.bottom())
        }

    assert LIGHT.white_mark in colors(1)
    assert LIGHT.black_mark not in colors(2)
    desk.look_at("d4")
    image = viewport.grab().toImage()
    assert LIGHT.white_mark not in colors(1)
    assert LIGHT.black_mark in colors(2)


def test_a_pawn_shows_its_own_squares_by_name(desk: InspectorWindow) -> None:
    page = desk.turn_to("Square")
    desk.click("c3")
    assert "Stop: c4" not in spoken(page)
    QTest.mouseClick(desk.named(QAbstractButton, "Geometry, closed"), Qt.MouseButton.LeftButton)
    settle()
    for text in (
        *("Stop: c4", "Telestops: c5–c8", "Front span: c4–c8", "Rear span: c1 c2"),
        *("Lee: a3 b3", "Luff: d3–h3", "Attacks: b4 d4"),
    ):
        assert text in spoken(page)
    desk.click("h6")
    assert "Stop: h5" in spoken(page)
    assert "Lee" not in spoken(page)
    desk.click("e4")
    assert "Stop" not in spoken(page)


def spoken(page: QWidget) -> str:
    """Return the sentences of a page that are seen."""
    return "\n".join(each.accessibleName() for each in page.findChildren(SentenceList) if each.isVisible())


def test_enter_on_a_row_explains_its_layer(desk: InspectorWindow) -> None:
    desk.layers.apply_preset(["front_spans", "telestops"])
    desk.turn_to("Square")
    desk.look_at("c5")
    desk.table.setFocus()
    desk.table.setCurrentIndex(desk.table.model().index(list(desk.rows()).index("Telestops"), 0))
    QTest.keyClick(desk.table, Qt.Key.Key_Return)
    settle()
    assert desk.layers.current == "telestops"
    assert LAYERS["telestops"].definition in seen_texts(desk.pages)


def test_numbers_of_both_sides_follow_the_position(desk: InspectorWindow) -> None:
    desk.board.preferences.for_programmers.value = True
    page = desk.turn_to("Position")
    desk.named(FoldButton, "Numbers, closed").click()
    settle()
    assert "White 0xe7 abc··fgh, Black 0xef abcd·fgh" in spoken(page)
    desk.document.set_fen("8/p6p/1p1pp1p1/8/8/1P3P2/P1P3PP/8")
    settle()
    assert "Island count: White 2, Black 3" in spoken(page)
    assert all(f"{number.title}: White " in spoken(page) for number in NUMBERS.values())


def test_layers_switched_on_and_previewed_appear_at_once_and_their_tool_tip_defines_them(desk: InspectorWindow) -> None:
    desk.turn_to("Square")
    desk.look_at("c4")
    place = desk.table.visualRect(desk.table.model().index(list(desk.rows()).index("Front spans"), 0)).center()
    viewport = desk.table.viewport()
    event = QHelpEvent(QEvent.Type.ToolTip, place, viewport.mapToGlobal(place))
    QApplication.sendEvent(viewport, event)
    assert QToolTip.text().startswith(f"<p>{LAYERS['front_spans'].definition}")
    QToolTip.hideText()
    desk.look_at("c4")
    desk.layers.set_shown("attacks", True, False)
    settle()
    assert "Attacks" not in desk.rows()
    desk.layers.set_preview("stops")
    settle()
    assert desk.rows()["Stops"] == ("White: in", "Black: no")
    desk.layers.set_preview("")
    settle()
    assert "Stops" not in desk.rows()
