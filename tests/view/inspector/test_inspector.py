from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.view.inspector.sentences import SentenceList
from pawnviz.view.inspector.square_page import SquarePage
from pawnviz.view.widgets.page import FoldButton
from tests.view.hands import settle
from tests.view.inspector.desk import InspectorWindow, seen_texts


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


def test_layers_switched_on_and_previewed_appear_at_once(desk: InspectorWindow) -> None:
    page = desk.turn_to("Square")
    desk.look_at("c4")
    desk.layers.set_shown("attacks", True, False)
    settle()
    assert "Attacks" not in spoken(page)
    desk.layers.set_preview("stops")
    settle()
    assert "Stops: of White." in spoken(page)
    desk.layers.set_preview("")
    settle()
    assert "Stops" not in spoken(page)


def test_the_title_of_a_layer_leads_to_its_page_and_its_tool_tip_explains_it(desk: InspectorWindow) -> None:
    desk.layers.apply_preset(["front_spans", "telestops"])
    page = desk.turn_to("Square")
    assert isinstance(page, SquarePage)
    desk.look_at("c5")
    titles = [text.partition(":")[0] for text in page.facts.texts]
    block = page.facts.blocks[titles.index("Front spans")]
    assert block.sentence.tip.startswith(f"<p>{LAYERS['front_spans'].definition}")
    place = page.facts.sentence_rect(titles.index("Telestops")).topLeft() + QPoint(8, 7)
    QTest.mouseClick(page.facts, Qt.MouseButton.LeftButton, pos=place)
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
