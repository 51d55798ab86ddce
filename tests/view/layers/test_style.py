"""The style editor under hands: each change is on the board at once, Escape brings back what was before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QColorDialog, QLabel
from pytestqt.qtbot import QtBot

from pawnviz.core.layers import LAYERS, Layer
from pawnviz.core.layers.marks import SHAPES, Family, Mark, Style, badge, hatch, strip, target
from pawnviz.core.layers.registry import SPANS
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences import Preferences
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.swatch import contrast
from pawnviz.view.layers.panel import LayerPanel
from pawnviz.view.layers.style import LEAST_CONTRAST, ColorRow, StyleEditor
from pawnviz.view.widgets.theme import DARK, LIGHT, PALETTE, Theme, palette
from tests.view.program import RunningProgram

LEFT = Qt.MouseButton.LeftButton


def show_theme(theme: Theme) -> None:
    QApplication.setPalette(palette(theme))
    QApplication.processEvents()


@pytest.fixture
def panel(qtbot: QtBot, document: Document, layers: ShownLayers) -> Iterator[LayerPanel]:
    panel = LayerPanel(layers)
    qtbot.addWidget(panel)
    panel.resize(300, 700)
    panel.move(450, 40)
    panel.show()
    QTest.qWaitForWindowExposed(panel)
    yield panel
    show_theme(LIGHT)


def open_editor(panel: LayerPanel, identifier: str) -> StyleEditor:
    panel.activateWindow()
    while QApplication.activeWindow() is not panel:
        QTest.qWait(5)
    panel.tree.setFocus()
    panel.tree.setCurrentIndex(panel.tree.rows.index_of(identifier))
    QTest.keyClick(panel.tree, Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    editor = panel.findChild(StyleEditor)
    assert editor is not None
    QTest.qWaitForWindowExposed(editor)
    return editor


def choose_mark(editor: StyleEditor, mark: Mark) -> None:
    """Choose a shape in the open list of marks."""
    box = editor.fields.mark_box
    row = next(row for row in range(box.count()) if box.itemData(row, 257) == f"{mark.family.value} {mark.shape}")
    box.showPopup()
    view = box.view()
    view.scrollTo(view.model().index(row, 0))
    # A list that has just opened takes the first release for the end of the click that opened it.
    QTest.qWait(QApplication.doubleClickInterval() + 20)
    place = view.visualRect(view.model().index(row, 0)).center()
    QTest.mouseMove(view.viewport(), place)
    QTest.mouseClick(view.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, place)


def color_button(row: ColorRow, name: str) -> QAbstractButton:
    return next(button for button in row.buttons if button.accessibleName().endswith(name))


def hints(editor: StyleEditor) -> str:
    return editor.fields.hint.text() if editor.fields.hint.isVisible() else ""


def test_the_editor_shows_the_layer_s_style_and_every_shape_by_family(panel: LayerPanel, layers: ShownLayers) -> None:
    layers.set_style("stops", Style(badge("S!"), "#8f5f00", "", 0.6))
    editor = open_editor(panel, "stops")
    assert editor.windowTitle() == "Style of stops"
    assert "Stops" in [label.text() for label in editor.findChildren(QLabel)]
    assert editor.fields.mark_box.currentText() == "Disc"
    assert editor.fields.label_field.text() == "S!"
    assert color_button(editor.fields.white_row, "Orange").isChecked()
    assert color_button(editor.fields.black_row, "Theme").isChecked()
    assert editor.fields.opacity_slider.value() == 60
    assert editor.fields.opacity_label.text() == "60 %"
    box = editor.fields.mark_box
    rows = [(box.itemText(row), box.itemIcon(row).isNull()) for row in range(box.count())]
    expected: list[str] = []
    for family, shapes in SHAPES.items():
        assert not box.model().flags(box.model().index(len(expected), 0)) & Qt.ItemFlag.ItemIsSelectable
        expected.append(family.name)
        expected += [shape.capitalize() for shape in shapes]
    assert len(rows) == len(expected)
    for (text, plain), title in zip(rows, expected, strict=True):
        assert plain == title.isupper()
        assert plain or text == title


def test_a_mark_is_chosen_by_key_or_mouse_and_drawn_at_once(panel: LayerPanel, layers: ShownLayers) -> None:
    editor = open_editor(panel, "front_spans")
    QTest.keyClick(editor.fields.mark_box, Qt.Key.Key_Down)
    assert layers.style_of("front_spans") == Style(hatch("dashed"))
    for _ in range(len(SHAPES[Family.HATCH]) - 1):
        QTest.keyClick(editor.fields.mark_box, Qt.Key.Key_Down)
    assert layers.style_of("front_spans").mark == target("chevron")
    choose_mark(editor, target("diamond"))
    assert layers.style_of("front_spans") == Style(target("diamond"))
    assert editor.fields.mark_box.currentText() == "Diamond"
    assert not editor.fields.label_field.isVisible()


@pytest.mark.slow
def test_a_badge_gets_a_label_that_can_be_typed(panel: LayerPanel, layers: ShownLayers) -> None:
    editor = open_editor(panel, "front_spans")
    choose_mark(editor, badge(""))
    assert layers.style_of("front_spans").mark == badge("F")
    assert editor.fields.label_field.isVisible()
    editor.fields.label_field.selectAll()
    QTest.keyClicks(editor.fields.label_field, "Fsx")
    assert editor.fields.label_field.text() == "Fs"
    assert layers.style_of("front_spans").mark == badge("Fs")
    choose_mark(editor, strip("numbered"))
    assert layers.style_of("front_spans").mark == strip("numbered", "Fs")
    choose_mark(editor, strip("solid"))
    assert layers.style_of("front_spans").mark == strip("solid")


def test_a_label_that_cannot_be_drawn_is_refused_in_words(panel: LayerPanel, layers: ShownLayers) -> None:
    editor = open_editor(panel, "isolated_pawns")
    editor.fields.label_field.clear()
    editor.fields.label_field.insert("\u200b")
    QTest.keyClicks(editor.fields.label_field, "A")
    assert layers.style_of("isolated_pawns").mark == badge("IS")
    assert "label" in hints(editor)
    show_theme(DARK)
    assert editor.fields.label_field.text() == "\u200bA"
    assert "label" in hints(editor)


@pytest.mark.parametrize("white", [True, False], ids=["white", "black"])
def test_a_color_is_chosen_for_one_side(panel: LayerPanel, layers: ShownLayers, white: bool) -> None:
    editor = open_editor(panel, "stops")
    row = editor.fields.white_row if white else editor.fields.black_row
    QTest.mouseClick(color_button(row, "Bluish green"), LEFT)
    green = next(color.light for color in PALETTE if color.name == "Bluish green")
    style = layers.style_of("stops")
    assert (style.white_color, style.black_color) == ((green, "") if white else ("", green))
    QTest.mouseClick(color_button(row, "Theme"), LEFT)
    assert layers.style_of("stops") == Style(LAYERS["stops"].mark)


def test_any_other_color_comes_from_the_color_dialog_unless_cancelled(panel: LayerPanel, layers: ShownLayers) -> None:
    editor = open_editor(panel, "stops")

    def pick() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QColorDialog)
        dialog.setCurrentColor(QColor("#6b3fa0"))
        dialog.accept()

    QTimer.singleShot(0, pick)
    QTest.mouseClick(editor.fields.white_row.buttons[-1], LEFT)
    assert layers.style_of("stops").white_color == "#6b3fa0"
    assert editor.fields.white_row.buttons[-1].isChecked()
    assert "#6b3fa0" in {
        editor.fields.white_row.buttons[-1].grab().toImage().pixelColor(x, 12).name() for x in range(24)
    }

    def cancel() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QColorDialog)
        dialog.reject()

    QTimer.singleShot(0, cancel)
    QTest.mouseClick(editor.fields.black_row.buttons[-1], LEFT)
    assert layers.style_of("stops") == Style(LAYERS["stops"].mark, "#6b3fa0")
    assert editor.fields.black_row.buttons[0].isChecked()


def test_each_change_is_on_the_board_at_once_and_the_slider_is_read_in_percent(
    panel: LayerPanel, layers: ShownLayers, document: Document, qtbot: QtBot
) -> None:
    board = BoardView(document, layers)
    qtbot.addWidget(board)
    board.resize(400, 400)
    pictures = [board.grab().toImage()]
    editor = open_editor(panel, "front_spans")
    QTest.mouseClick(color_button(editor.fields.white_row, "Reddish purple"), LEFT)
    pictures.append(board.grab().toImage())
    QTest.keyClick(editor.fields.opacity_slider, Qt.Key.Key_Home)
    pictures.append(board.grab().toImage())
    QTest.keyClick(editor.fields.mark_box, Qt.Key.Key_Down)
    pictures.append(board.grab().toImage())
    assert all(one != other for number, one in enumerate(pictures) for other in pictures[:number])
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert board.grab().toImage() == pictures[0]
    editor = open_editor(panel, "stops")
    QTest.keyClick(editor.fields.opacity_slider, Qt.Key.Key_Left)
    assert layers.style_of("stops").opacity == pytest.approx(0.95)
    assert editor.fields.opacity_label.text() == "95 %"
    QTest.keyClick(editor.fields.opacity_slider, Qt.Key.Key_Home)
    assert layers.style_of("stops").opacity == pytest.approx(0.2)


def test_a_layer_that_is_not_shown_is_previewed_while_it_is_edited(panel: LayerPanel, layers: ShownLayers) -> None:
    editor = open_editor(panel, "attacks")
    assert layers.now.preview == "attacks"
    layers.set_preview("stops")
    assert layers.now.preview == "stops"
    layers.set_preview("")
    assert layers.now.preview == "attacks"
    QTest.mouseClick(editor.close_button, LEFT)
    assert layers.now.preview == ""
    assert not layers.sides_of("attacks")[0]


def test_escape_brings_back_the_style_from_before_and_closing_keeps_it(panel: LayerPanel, layers: ShownLayers) -> None:
    before = Style(hatch("waves"), "#8f5f00", "", 0.5)
    layers.set_style("front_spans", before)
    editor = open_editor(panel, "front_spans")
    QTest.mouseClick(color_button(editor.fields.white_row, "Blue"), LEFT)
    QTest.keyClick(editor.fields.opacity_slider, Qt.Key.Key_Home)
    QTest.keyClick(editor.fields.opacity_slider, Qt.Key.Key_Escape)
    assert layers.style_of("front_spans") == before
    assert not editor.isVisible()
    editor = open_editor(panel, "front_spans")
    QTest.mouseClick(color_button(editor.fields.white_row, "Blue"), LEFT)
    chosen = layers.style_of("front_spans")
    editor.close()
    assert layers.style_of("front_spans") == chosen != before


def test_reset_draws_the_layer_with_its_own_mark(panel: LayerPanel, layers: ShownLayers) -> None:
    editor = open_editor(panel, "front_spans")
    assert not editor.reset_button.isEnabled()
    choose_mark(editor, badge(""))
    assert editor.reset_button.isEnabled()
    QTest.mouseClick(editor.reset_button, LEFT)
    assert layers.style_of("front_spans") == Style(LAYERS["front_spans"].mark)
    assert editor.fields.mark_box.currentText() == "Solid"
    assert editor.fields.label_field.text() == ""


def test_the_editor_goes_over_to_another_layer_and_reads_other_changes(panel: LayerPanel, layers: ShownLayers) -> None:
    editor = open_editor(panel, "front_spans")
    QTest.mouseClick(color_button(editor.fields.white_row, "Blue"), LEFT)
    assert open_editor(panel, "isolated_pawns") is editor
    assert editor.identifier == "isolated_pawns"
    assert editor.fields.label_field.text() == "IS"
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert layers.style_of("front_spans").white_color
    editor = open_editor(panel, "front_spans")
    layers.set_style("front_spans", Style(target("cross"), "", "#00508f", 0.4))
    assert editor.fields.mark_box.currentText() == "Cross"
    assert color_button(editor.fields.black_row, "Blue").isChecked()
    assert editor.fields.opacity_slider.value() == 40
    assert layers.style_of("front_spans") == Style(target("cross"), "", "#00508f", 0.4)


def test_the_editor_closes_with_its_layer(panel: LayerPanel, layers: ShownLayers) -> None:
    original = LAYERS["telestops"]
    printed = Layer("printed", "As printed", SPANS, original.formula, "As printed.", original.mark, original.compute)
    layers.set_temporary([printed])
    editor = open_editor(panel, "printed")
    QTest.keyClick(editor.fields.opacity_slider, Qt.Key.Key_Home)
    layers.set_temporary([])
    assert not editor.isVisible()
    layers.set_style("front_spans", Style(hatch("waves")))


def test_each_offered_color_is_seen_well_on_both_squares_and_has_one_name() -> None:
    names = {color.light: color.name for color in PALETTE} | {color.dark: color.name for color in PALETTE}
    assert len(names) == 2 * len(PALETTE)
    for theme, color in product((LIGHT, DARK), PALETTE):
        for square in (theme.light_square, theme.dark_square):
            assert contrast(color.on(theme), square) >= LEAST_CONTRAST, (theme.name, color.name)


@pytest.mark.slow
def test_a_faint_color_is_named_as_such(panel: LayerPanel, layers: ShownLayers) -> None:
    editor = open_editor(panel, "front_spans")
    assert hints(editor) == ""
    layers.set_style("front_spans", Style(hatch("solid"), "#f0e040", "", 1.0))
    assert hints(editor).startswith("White's color is faint on this board: contrast 1.")
    layers.set_style("front_spans", Style(hatch("solid"), "#f0e040", "#ffffff", 1.0))
    assert hints(editor).startswith("Both colors are faint on this board: contrast 1.")
    show_theme(DARK)
    assert hints(editor) == ""


@pytest.mark.slow
def test_a_color_of_the_palette_is_that_of_its_name_in_the_other_theme(panel: LayerPanel, layers: ShownLayers) -> None:
    editor = open_editor(panel, "front_spans")
    QTest.mouseClick(color_button(editor.fields.white_row, "Yellow"), LEFT)
    chosen = layers.style_of("front_spans").white_color
    show_theme(DARK)
    assert color_button(editor.fields.white_row, "Yellow").isChecked()
    assert hints(editor) == ""
    assert layers.style_of("front_spans").white_color == chosen
    yellow = next(color for color in PALETTE if color.name == "Yellow")
    assert chosen == yellow.light
    assert DARK.mark_color(True, chosen).name() == yellow.dark
    assert LIGHT.mark_color(True, chosen).name() == yellow.light


def test_colors_that_another_theme_makes_faint_are_named(panel: LayerPanel, layers: ShownLayers) -> None:
    changes: list[tuple[str, str, Callable[[], None]]] = []
    panel.offer.connect(lambda *offer: changes.append(offer))
    layers.set_style("front_spans", Style(hatch("solid"), "#ffff80", "", 1.0))
    layers.set_style("stops", Style(target("chevron"), "#ffff80", "", 1.0))
    show_theme(DARK)
    assert changes == []
    show_theme(LIGHT)
    assert changes[-1][0] == "“Front spans” has a color that can hardly be seen in the light theme."
    show_theme(LIGHT)
    assert len(changes) == 1
    layers.set_shown("stops", True, False)
    show_theme(DARK)
    show_theme(LIGHT)
    assert changes[-1][0] == "“Front spans” and 1 more have colors that can hardly be seen in the light theme."
    changes[-1][2]()
    editor = panel.findChild(StyleEditor)
    assert editor is not None and editor.isVisible()
    assert editor.identifier == "front_spans"


@pytest.mark.slow
def test_the_editor_takes_another_theme_s_colors_at_once_even_hidden(program: RunningProgram, qtbot: QtBot) -> None:
    page = program.window.navigator.widgets.layers
    program.window.navigator.show_layers()
    page.edit_style("front_spans")
    editor = program.window.findChild(StyleEditor)
    assert editor is not None
    QTest.qWaitForWindowExposed(editor)

    def shown() -> QColor:
        return QColor(editor.screen().grabWindow(editor.winId()).toImage().pixelColor(2, 2))

    qtbot.waitUntil(lambda: shown() == QColor(LIGHT.window))
    program.action("theme_dark").trigger()
    QApplication.processEvents()
    page.hide()
    qtbot.waitUntil(lambda: shown() == QColor(DARK.window))


def test_the_box_of_marks_takes_the_colors_of_another_theme(panel: LayerPanel) -> None:
    editor = open_editor(panel, "front_spans")
    for theme in (DARK, LIGHT, DARK):
        show_theme(theme)
        QApplication.processEvents()
        image = editor.fields.mark_box.grab().toImage()
        lightness = image.pixelColor(image.width() // 2, 3).lightness()
        assert (lightness > 127) == (theme is LIGHT), theme.name


def test_the_editor_shows_marks_as_they_point_on_a_flipped_board(panel: LayerPanel, layers: ShownLayers) -> None:
    preferences = Preferences()
    layers.use(preferences)
    editor = open_editor(panel, "stops")
    before = editor.preview.grab().toImage(), editor.fields.mark_box.grab().toImage()
    preferences.flipped.value = True
    turned = editor.preview.grab().toImage(), editor.fields.mark_box.grab().toImage()
    assert turned[0] != before[0] and turned[1] != before[1]
    preferences.flipped.value = False
    assert editor.preview.grab().toImage() == before[0]


def test_the_editor_stands_above_the_panel_on_the_screen_and_not_over_the_board(panel: LayerPanel) -> None:
    editor = open_editor(panel, "stops")
    over = QRect(panel.mapToGlobal(QPoint(0, 0)), panel.size())
    assert abs(editor.geometry().right() - over.right()) < 20
    assert over.top() < editor.geometry().top() < editor.geometry().bottom() < over.bottom()
    assert not editor.isModal()
    editor.close()
    screen = panel.screen().availableGeometry()
    panel.move(screen.left() - 200, screen.bottom() - 150)
    editor = open_editor(panel, "stops")
    assert screen.contains(editor.geometry())
