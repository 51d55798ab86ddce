"""The legend: what it names and where, and that it never moves the board."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QHelpEvent, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.core.board.position import START
from pawnviz.core.catalog import presets
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Family, Style, badge, hatch
from pawnviz.core.picture.picture import LegendEntry, Look, make_picture
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.legend import (
    LegendLayout,
    LegendMetrics,
    counts_in_words,
)
from pawnviz.view.board.legend_bar import LINES, LegendBar
from pawnviz.view.board.swatch import Sample, draw_placed
from pawnviz.view.main_window import Stage
from pawnviz.view.position.fen_line import FenLine
from pawnviz.view.widgets.theme import DARK, LIGHT, palette
from tests.view.board.painting import FLIPPED, ink, shown
from tests.view.hands import on_screen

WIDE = 680
"""The width beside the panels in a window of 1024 by 700."""


@pytest.fixture
def layers(qapp: QApplication) -> ShownLayers:
    return ShownLayers(Document())


@pytest.fixture
def legend(qtbot: QtBot, layers: ShownLayers) -> Iterator[LegendBar]:
    board = BoardView(layers.document, layers)
    qtbot.addWidget(board)
    legend = LegendBar(layers, board.pictures)
    qtbot.addWidget(legend)
    legend.resize(WIDE, legend.sizeHint().height())
    legend.show()
    QTest.qWaitForWindowExposed(legend)
    yield legend  # The board stays until the test has ended.


def entries(count: int) -> list[LegendEntry]:
    layers = list(LAYERS.values())[:count]
    return [LegendEntry(layer.title, Style(layer.mark), True, True, 1, 1) for layer in layers]


def tip(legend: LegendBar, place: QPoint) -> str:
    QToolTip.hideText()
    while QToolTip.isVisible():
        QTest.qWait(20)
    QApplication.sendEvent(legend, QHelpEvent(QEvent.Type.ToolTip, place, legend.mapToGlobal(place)))
    return QToolTip.text() if QToolTip.isVisible() else ""


def places_of(legend: LegendBar, count: int) -> tuple[QRectF, ...]:
    """Return where the entries of a legend are when so many layers are shown."""
    area = QRectF(legend.rect()).adjusted(8, 3, -8, -3)
    return LegendLayout(legend.entries[:count], area, LegendMetrics(legend.font()), lines=LINES).places.entries


def test_shown_layers_are_named_in_the_user_s_order(legend: LegendBar, layers: ShownLayers) -> None:
    layers.set_shown("stops", white=True, black=False)
    layers.set_shown("rear_spans", white=False, black=True)
    assert [entry.title for entry in legend.entries] == ["Front spans", "Rear spans", "Stops"]
    assert [(entry.white, entry.black) for entry in legend.entries] == [(True, True), (False, True), (True, False)]
    assert legend.accessibleDescription() == ("Front spans: White 48, Black 48; Rear spans: Black 8; Stops: White 8")
    layers.move("stops", -4)
    assert [entry.title for entry in legend.entries] == ["Stops", "Front spans", "Rear spans"]


def test_without_a_layer_the_legend_says_where_to_choose_one(legend: LegendBar, layers: ShownLayers) -> None:
    layers.clear()
    assert legend.accessibleDescription() == "No layer shown. Choose one in Layers."
    words = legend.grab().toImage()
    blank = QImage(words)
    blank.fill(words.pixelColor(0, 0))
    assert words != blank


def colors_of(legend: LegendBar) -> set[str]:
    image = legend.grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(300) for y in range(image.height())}


@pytest.mark.slow
def test_the_swatches_of_shown_sides_alone_have_the_theme_s_colors(legend: LegendBar, layers: ShownLayers) -> None:
    for theme, sides in product((LIGHT, DARK), ((True, True), (True, False), (False, True))):
        legend.setPalette(palette(theme))
        layers.show_exactly({"pawns": sides})
        colors = colors_of(legend)
        assert (theme.white_mark in colors, theme.black_mark in colors) == sides


@pytest.mark.parametrize("size", [(WIDE, 560), (400, 500)])
def test_the_squares_keep_their_place_and_size_to_the_pixel_with_any_layer(qtbot: QtBot, size: tuple[int, int]) -> None:
    document = Document()
    layers = ShownLayers(document)
    window = QWidget()
    qtbot.addWidget(window)
    board = BoardView(document, layers)
    legend = LegendBar(layers, board.pictures)
    layout = QVBoxLayout(window)
    layout.addWidget(board, 1)
    layout.addWidget(legend)
    window.resize(*size)
    window.show()
    QTest.qWaitForWindowExposed(window)
    layers.clear()
    assert legend.height() == legend.slot_height
    place, squares, slot = board.geometry(), board.board_geometry.board_rect, legend.geometry()

    def keep_their_place() -> bool:
        QApplication.processEvents()
        return (board.geometry(), board.board_geometry.board_rect) == (place, squares)

    for names in (*(preset.layers for preset in presets()), LAYERS, ()):
        layers.apply_preset(names)
        for identifier in ("rear_fills", "stops", "open_files", ""):
            layers.set_preview(identifier)
            assert keep_their_place() and legend.geometry() == slot
    for preference in (board.preferences.flipped, board.preferences.show_coordinates, board.preferences.show_captures):
        preference.value = not preference.value
        assert keep_their_place()
    board.state.illegal_squares = 0xFF
    document.set_fen("8/8/8/8/8/8/8/8 w - - 0 1")
    board.preferences.mark_last_move.value = True
    assert keep_their_place() and legend.geometry() == slot
    legend.hide()
    assert keep_their_place()


def test_an_entry_keeps_its_place_and_width_from_position_to_position(legend: LegendBar, layers: ShownLayers) -> None:
    layers.apply_preset(["stops", "isolated_pawns", "open_files"])
    titles, places = [entry.title for entry in legend.entries], places_of(legend, 3)
    for fen in ("8/8/8/8/8/8/PP6/8 w - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1", START.fen()):
        layers.document.set_fen(fen)
        assert [entry.title for entry in legend.entries] == titles
        assert places_of(legend, 3) == places


def test_layers_with_a_square_have_room_first_and_others_keep_places(legend: LegendBar, layers: ShownLayers) -> None:
    shown = ["isolated_pawns", "doubled_pawns", "backward_pawns", "passed_pawns", "hanging_pawns", "stops", "attacks"]
    legend.resize(480, legend.height())
    layers.document.set_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    layers.apply_preset(shown)
    titles = [entry.title for entry in legend.entries]
    count = 4
    layers.document.set_fen("4k3/1p2p3/8/8/4P3/8/1P6/4K3 w - - 0 1")
    seen = [entry.title for entry in legend.entries]
    assert all(entry.white_count for entry in legend.entries[:3]), "layers with squares are not left out"
    assert sorted(seen) == sorted(titles)
    layers.document.set_fen("4k3/1p2p3/8/8/8/4P3/1P6/4K3 w - - 0 1")
    assert [entry.title for entry in legend.entries] == seen, "no layer gains or loses all its squares"
    layers.document.set_fen("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1")
    kept = [entry.title for entry in legend.entries if entry.title in seen[:count] and entry.white_count]
    assert [seen.index(title) for title in kept] == [
        [entry.title for entry in legend.entries].index(title) for title in kept
    ]
    legend.resize(4000, legend.height())
    assert [entry.title for entry in legend.entries] == titles, "with room for all they are in the user's order"


def test_with_another_font_both_lines_have_room(qtbot: QtBot, layers: ShownLayers) -> None:
    board = BoardView(layers.document, layers)
    legend = LegendBar(layers, board.pictures)
    window = Stage(board, legend, FenLine(layers.document))
    qtbot.addWidget(window)
    window.resize(WIDE, 600)
    window.show()
    QTest.qWaitForWindowExposed(window)
    before, font = legend.height(), QFont(window.font())
    font.setPointSizeF(1.5 * font.pointSizeF())
    window.setFont(font)
    qtbot.waitUntil(lambda: legend.height() > 1.3 * before)
    assert legend.height() == legend.slot_height
    assert board.height() + legend.height() <= window.height()


def test_all_marks_and_counts_of_a_legend_that_is_asleep_are_faint(qtbot: QtBot, layers: ShownLayers) -> None:
    board = BoardView(layers.document, layers)
    qtbot.addWidget(board)
    legend = LegendBar(layers, board.pictures)
    qtbot.addWidget(legend)
    legend.resize(WIDE, legend.sizeHint().height())
    layers.apply_preset(["pawns", "stops"])
    awake = legend.grab().toImage()
    board.pictures.set_asleep(True)
    asleep = legend.grab().toImage()
    area = QRectF(0, 0, WIDE, legend.height() // 2)
    darkest = [
        min(image.pixelColor(x, y).lightness() for x in range(int(area.width())) for y in range(int(area.height())))
        for image in (awake, asleep)
    ]
    assert darkest[0] < 60 and darkest[1] > 100


def test_a_preview_is_named_at_the_right_and_moves_no_entry_of_line_1(legend: LegendBar, layers: ShownLayers) -> None:
    layers.apply_preset(presets()[0].layers)
    before = legend.grab().toImage()
    layers.set_preview("rear_fills")
    after = legend.grab().toImage()
    half = before.height() // 2
    first_line = (0, 0, before.width(), half)
    assert after.copy(*first_line) == before.copy(*first_line)
    right = (before.width() - 60, half, 50, half)
    assert after.copy(*right) != before.copy(*right)
    layers.set_preview("")
    assert legend.grab().toImage() == before


def test_a_preview_tints_the_entry_of_a_shown_layer_and_names_both_sides_of_one_shown_for_one(
    legend: LegendBar, layers: ShownLayers
) -> None:
    layers.set_shown("stops", white=True, black=False)
    layers.set_preview("stops")
    assert legend.preview == LegendEntry("Stops", Style(LAYERS["stops"].mark), True, True, 8, 8, layer="stops")
    assert [entry.black for entry in legend.entries] == [True, False]
    layers.set_preview("")
    layers.set_shown("stops", white=True, black=True)
    before = legend.grab().toImage()
    layers.set_preview("stops")
    after = legend.grab().toImage()
    first, second = places_of(legend, 2)
    assert after.copy(first.toRect()) == before.copy(first.toRect())
    tinted = after.copy(second.toRect())
    corner = tinted.pixelColor(tinted.width() - 1, tinted.height() // 2)
    assert corner == QColor(LIGHT.highlight)
    assert legend.preview is None


def test_a_preview_has_the_counts_and_the_style_of_its_layer_at_once(legend: LegendBar, layers: ShownLayers) -> None:
    layers.set_preview("passed_pawns")
    QApplication.processEvents()
    seen = [on_screen(legend)]
    layers.document.set_fen("4k3/8/8/P7/8/8/8/4K3 w - - 0 1")
    QApplication.processEvents()
    seen.append(on_screen(legend))
    layers.set_style("passed_pawns", Style(badge("?"), "#7a5200"))
    QApplication.processEvents()
    seen.append(on_screen(legend))
    assert seen[0] != seen[1] != seen[2]
    legend.update()
    QApplication.processEvents()
    assert on_screen(legend) == seen[2]


def test_the_tool_tip_of_an_entry_is_its_definition_and_that_of_the_rest_names_what_does_not_fit(
    legend: LegendBar, layers: ShownLayers
) -> None:
    layers.set_shown("stops", white=True, black=False)
    first, second = places_of(legend, 2)
    assert LAYERS["front_spans"].definition in tip(legend, first.center().toPoint())
    assert LAYERS["stops"].definition in tip(legend, second.center().toPoint())
    assert tip(legend, QPoint(legend.width() - 3, legend.height() - 3)) == ""
    layers.apply_preset(LAYERS)
    metrics = LegendMetrics(legend.font())
    area = QRectF(legend.rect()).adjusted(8, 3, -8, -3)
    width = (area.width() - metrics.between) / 2
    places = LegendLayout(legend.entries, area, metrics, lines=LINES, slot_width=width).places
    assert 3 <= len(places.entries) < len(LAYERS)
    named = unescape(tip(legend, places.more.center().toPoint())).split("<br>")
    assert [text.partition(":")[0] for text in named] == [
        entry.title for entry in legend.entries[len(places.entries) :]
    ]


@given(
    count=st.integers(0, 30),
    width=st.integers(60, 2000),
    lines=st.integers(0, 3),
    reserved=st.sampled_from((0, 40, 200)),
)
def test_entries_keep_in_lines_and_apart(qapp: QApplication, count: int, width: int, lines: int, reserved: int) -> None:
    metrics = LegendMetrics(QFont())
    named = entries(count)
    places = LegendLayout(named, QRectF(10, 20, width, 100), metrics, lines=lines, reserved=reserved).places
    rects = [*places.entries] + ([places.more] if not places.more.isEmpty() else [])
    assert len(places.entries) <= count
    assert places.more.isEmpty() == (len(places.entries) == count)
    if not lines:
        assert len(places.entries) == count
    else:
        assert len({rect.top() for rect in places.entries}) <= lines
    for number, rect in enumerate(rects):
        assert rect.left() >= 10
        assert rect.top() >= 20
        if rect is not places.more:
            assert rect.right() <= 10 + width + 0.01
        for other in rects[:number]:
            assert not rect.intersects(other)
    last_line = [rect for rect in places.entries if rect.top() == places.more.top()]
    if not places.more.isEmpty() and last_line:
        assert places.more.right() <= 10 + width - reserved + 0.01
    in_order = sorted(rects, key=lambda rect: (rect.top(), rect.left()))
    assert in_order == rects


def test_an_entry_makes_room_for_the_number_of_those_left_out(qapp: QApplication) -> None:
    metrics = LegendMetrics(QFont())
    named = entries(30)
    whole = LegendLayout(named, QRectF(0, 0, 100_000, 40), metrics).places.entries
    # As wide as three entries, so that each could stand in the only line, but not with the number after them.
    width = whole[2].right() + 1
    places = LegendLayout(named, QRectF(0, 0, width, 40), metrics, lines=1).places
    assert places.entries == whole[:2]
    assert places.more.right() <= width
    assert places.more.width() == metrics.horizontalAdvance("+28 more")
    # With room for the number, all three stay.
    roomy = width + metrics.between + metrics.horizontalAdvance("+27 more")
    assert LegendLayout(named, QRectF(0, 0, roomy, 40), metrics, lines=1).places.entries == whole[:3]


@FLIPPED
def test_the_legend_shows_a_mark_as_it_points_on_the_board(flipped: bool) -> None:
    image = QImage(200, 40, QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.window))
    painter = QPainter(image)
    entries = make_picture(START, Look(shown("stops"))).legend
    layout = LegendLayout(entries, QRectF(0, 0, 200, 40), LegendMetrics(painter.font()))
    layout.paint(painter, LIGHT, flipped=flipped)
    painter.end()
    for white in (True, False):
        widths = ink(image, white).sum(axis=1)
        widths = widths[widths > 0]
        assert (widths[-1] > widths[0]) == (white != flipped)


@pytest.mark.parametrize("family", [family for family in Family if family is not Family.HATCH], ids=lambda f: f.value)
def test_in_greyscale_a_mark_stands_in_the_legend_where_the_board_has_it(qapp: QApplication, family: Family) -> None:
    mark = next(layer.mark for layer in LAYERS.values() if layer.mark.family is family)
    middles = {}
    for white in (True, False):
        image = QImage(80, 80, QImage.Format.Format_Grayscale8)
        image.fill(QColor(LIGHT.window))
        painter = QPainter(image)
        draw_placed(painter, Sample(Style(mark), white), QRectF(0, 0, 80, 80), LIGHT)
        painter.end()
        dark = [(x, y) for x in range(4, 76) for y in range(4, 76) if image.pixelColor(x, y).red() < 140]
        middles[white] = tuple(sum(point[axis] for point in dark) / len(dark) / 80 for axis in (0, 1))
    (white_x, white_y), (black_x, black_y) = middles[True], middles[False]
    if family is Family.BADGE:  # Beside the pawn of its side, for both at the bottom right.
        assert min(white_x, white_y, black_x, black_y) > 0.5
    elif family is Family.STRIP:  # Below the board, White's above Black's.
        assert 0.45 < white_y < black_y - 0.15
    else:
        assert white_y > 0.6 and black_y < 0.4
    if family is Family.ATTACK:
        assert white_x < 0.45 and black_x > 0.55


def test_each_side_has_its_mark_before_its_count_behind_the_title(qapp: QApplication) -> None:
    metrics = LegendMetrics(QFont())
    entry = LegendEntry("Stops", Style(hatch("solid")), True, True, 3, 2)
    assert counts_in_words(entry) == "White 3, Black 2"
    assert counts_in_words(entry._replace(black_count=0)) == "White 3, Black 0"
    assert counts_in_words(entry._replace(white_count=0, black_count=0)) == "none here"
    assert counts_in_words(entry._replace(black=False)) == "White 3"
    layout = LegendLayout([entry], QRectF(0, 0, 500, 40), metrics)
    (place,) = layout.places.entries
    white, black = layout.parts(entry, place)
    assert metrics.horizontalAdvance("Stops") < white.square.left() < white.square.right() < white.text.left()
    assert white.text.right() < black.square.left() < black.text.left() < black.text.right() <= place.right()


def test_the_mark_of_a_side_without_a_square_is_pale_at_its_place(qapp: QApplication) -> None:
    entry = LegendEntry("Stops", Style(badge("S")), True, True, 3, 0)
    images = []
    for black_count in (0, 2):
        image = QImage(300, 40, QImage.Format.Format_RGB32)
        image.fill(QColor(LIGHT.window))
        painter = QPainter(image)
        painter.setFont(QFont())
        shown_entries = [entry._replace(black_count=black_count)]
        LegendLayout(shown_entries, QRectF(0, 0, 300, 40), LegendMetrics(QFont())).paint(painter, LIGHT)
        painter.end()
        images.append(image)
    assert ink(images[0], True).sum() == ink(images[1], True).sum() > 0
    assert ink(images[0], False).sum() == 0 < ink(images[1], False).sum()


def test_what_is_empty_here_is_grey_and_says_so(legend: LegendBar, layers: ShownLayers) -> None:
    layers.apply_preset(["passed_pawns"])
    assert legend.accessibleDescription() == "Passed pawns: none here"
    assert "none here" in tip(legend, places_of(legend, 1)[0].center().toPoint())
    assert not {LIGHT.text, LIGHT.white_mark} & colors_of(legend)
    layers.document.set_fen("8/8/8/P7/8/8/8/8 w - - 0 1")
    assert legend.accessibleDescription() == "Passed pawns: White 1, Black 0"
    assert {LIGHT.text, LIGHT.white_mark} <= colors_of(legend)


def previewed(layers: ShownLayers) -> list[tuple[str, bool, bool]]:
    if layers.now.pointed is not None:
        return [(layers.now.preview, *layers.now.pointed)]
    return [(entry.layer.identifier, entry.white, entry.black) for entry in layers.shown()]


def test_pointing_at_an_entry_fades_the_others_and_at_a_side_the_other(legend: LegendBar, layers: ShownLayers) -> None:
    layers.apply_preset(["attacks", "stops"])
    before = previewed(layers)
    place = places_of(legend, 2)[1]
    QTest.mouseMove(legend, place.topLeft().toPoint() + QPoint(6, 8))
    assert previewed(layers) == [("stops", True, True)]
    assert [entry.layer.identifier for entry in layers.shown()] == ["attacks", "stops"]
    assert [entry.title for entry in legend.entries] == ["Attacks", "Stops"], "the legend still names what is shown"
    assert legend.preview is None
    layout = LegendLayout(legend.entries, QRectF(), LegendMetrics(legend.font()))
    white, black = layout.parts(legend.entries[1], place)
    QTest.mouseMove(legend, black.text.center().toPoint())
    assert previewed(layers) == [("stops", False, True)]
    QTest.mouseMove(legend, white.square.center().toPoint())
    assert previewed(layers) == [("stops", True, False)]
    QTest.mouseMove(legend, QPoint(legend.width() - 2, 2))
    assert previewed(layers) == before
    QTest.mouseMove(legend, white.square.center().toPoint())
    QApplication.sendEvent(legend, QEvent(QEvent.Type.Leave))
    assert previewed(layers) == before
    assert layers.now.sides == {"attacks": (True, True), "stops": (True, True)}


def test_a_click_or_enter_explains_a_layer_and_arrow_keys_go_through_the_entries(
    legend: LegendBar, layers: ShownLayers, qtbot: QtBot
) -> None:
    layers.apply_preset(["attacks", "stops"])
    place = places_of(legend, 2)[1]
    with qtbot.waitSignal(legend.explained):
        QTest.mouseClick(legend, Qt.MouseButton.LeftButton, pos=place.center().toPoint())
    assert layers.current == "stops"
    layers.set_preview("")
    layers.apply_preset(["attacks", "stops", "front_spans"])
    before = previewed(layers)
    legend.activateWindow()
    legend.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(legend.hasFocus)
    assert previewed(layers) == before
    QTest.keyClick(legend, Qt.Key.Key_End)
    assert previewed(layers) == [("stops", True, True)]
    assert legend.accessibleName() == "Legend: Stops, White 8, Black 8"
    QTest.keyClick(legend, Qt.Key.Key_Right)
    assert previewed(layers) == [("stops", True, True)], "there is no entry behind the last"
    QTest.keyClick(legend, Qt.Key.Key_Left)
    assert previewed(layers) == [("front_spans", True, True)]
    with qtbot.waitSignal(legend.explained):
        QTest.keyClick(legend, Qt.Key.Key_Return)
    assert layers.current == "front_spans"
    QTest.keyClick(legend, Qt.Key.Key_Escape)
    assert previewed(layers) == before
    QTest.keyClick(legend, Qt.Key.Key_Home)
    legend.clearFocus()
    assert previewed(layers) == before
    assert legend.accessibleName() == "Legend"


def test_an_entry_switched_off_under_the_pointer_leaves_the_others_and_all_lines_stay_within_the_legend(
    legend: LegendBar, layers: ShownLayers
) -> None:
    layers.apply_preset(["attacks", "stops"])
    QTest.mouseMove(legend, places_of(legend, 2)[1].center().toPoint())
    layers.set_shown("stops", white=False, black=False)
    assert previewed(layers) == [("attacks", True, True)]
    layers.show_exactly(dict.fromkeys(list(LAYERS)[:12], (True, True)))
    bottom = max(place.bottom() for place in places_of(legend, 12))
    assert bottom + 3 <= legend.height()
