"""Tests of the theme and of icons."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QImage, QPalette
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

import pawnviz
from pawnviz.folders import read_resource, resource_path
from pawnviz.model.preferences import BOARDS
from pawnviz.view.commands import COMMANDS
from pawnviz.view.widgets.theme import (
    BOARD_COLORS,
    DARK,
    LIGHT,
    PALETTE,
    SIZES,
    Theme,
    app_icon,
    apply_palette,
    icon,
    palette,
    theme_for,
    theme_of,
    with_board,
)
from tests.view.vision import color_look, contrast

Role = QPalette.ColorRole


def ratio(first: str | QColor, second: str | QColor) -> float:
    return float(contrast(color_look(QColor(first)), color_look(QColor(second))))


BOARD_THEMES = [with_board(theme, board) for board in BOARD_COLORS for theme in (LIGHT, DARK)]


@pytest.fixture
def in_theme(qapp: QApplication) -> Iterator[None]:
    """Bring back the palette and the style after a test that changes them."""
    colors, style = QPalette(qapp.palette()), qapp.style().objectName()
    qapp.setStyle("Fusion")
    yield
    qapp.setPalette(colors)
    qapp.setStyle(style)


def test_texts_have_a_contrast_of_4_5_with_their_grounds_and_disabled_ones_are_fainter(qapp: QApplication) -> None:
    for theme in (LIGHT, DARK):
        assert all(QColor(color).name() == color for name, color in theme._asdict().items() if name != "name")
        pairs = [
            (theme.text, theme.window),
            (theme.text, theme.base),
            (theme.text, theme.alternate_base),
            (theme.text, theme.button),
            (theme.muted_text, theme.window),
            (theme.muted_text, theme.base),
            (theme.coordinates, theme.window),
            (theme.highlighted_text, theme.highlight),
            (theme.link, theme.window),
            (theme.link, theme.base),
            (theme.error_text, theme.error_background),
            (theme.error_text, theme.window),
            (theme.badge_text, theme.warning),
        ]
        assert not [pair for pair in pairs if ratio(*pair) < 4.5]
        assert 2 <= ratio(theme.disabled_text, theme.window) < ratio(theme.muted_text, theme.window)
        colors = palette(theme)
        for role in (Role.WindowText, Role.Text, Role.ButtonText, Role.PlaceholderText):
            assert colors.color(QPalette.ColorGroup.Disabled, role) == QColor(theme.disabled_text)
            assert colors.color(QPalette.ColorGroup.Active, role) != QColor(theme.disabled_text)


def test_squares_and_marks_are_told_apart_on_each_board_whose_colors_a_palette_carries(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    for theme in BOARD_THEMES:
        assert ratio(theme.light_square, theme.dark_square) >= 1.25
        marks = {"White": theme.white_mark, "Black": theme.black_mark, "illegal": theme.warning, "cursor": theme.cursor}
        marks |= {color.name: color.on(theme) for color in PALETTE}
        assert len(marks) == 4 + len(PALETTE)
        grounds = (theme.light_square, theme.dark_square)
        assert not [name for name, color in marks.items() if min(ratio(color, ground) for ground in grounds) < 3]
        widget.setPalette(palette(theme))
        assert theme_of(widget) == theme
    assert tuple(BOARD_COLORS) == BOARDS
    assert (with_board(LIGHT, BOARDS[0]), with_board(DARK, BOARDS[0])) == (LIGHT, DARK)
    assert len(set(BOARD_THEMES)) == 2 * len(BOARDS)


def test_another_palette_has_the_theme_that_is_as_light_or_as_dark(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    for color, theme in (("#ffffff", LIGHT), ("#202020", DARK)):
        given = QPalette(QColor(color))
        # Else it is that of the application, which may carry a theme.
        given.setColor(QPalette.ColorGroup.Disabled, QPalette.ColorRole.LinkVisited, QColor("#123456"))
        widget.setPalette(given)
        assert theme_of(widget) == theme


def test_a_theme_is_chosen_by_name_or_by_the_system_and_colors_marks_without_a_color(qapp: QApplication) -> None:
    for theme in (LIGHT, DARK):
        assert theme_for(theme.name) == theme
        assert theme.mark_color(True) == QColor(theme.white_mark)
        assert theme.mark_color(False) == QColor(theme.black_mark)
        assert theme.mark_color(True, "#123456") == QColor("#123456")
    assert theme_for("system") in (LIGHT, DARK)
    assert theme_for("dark", "brown") == with_board(DARK, "brown")


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
def test_an_empty_box_is_seen(qtbot: QtBot, in_theme: None, theme: Theme, kind: type[QCheckBox | QRadioButton]) -> None:
    apply_palette(LIGHT)
    window = QWidget()
    qtbot.addWidget(window)
    box = kind("", window)
    box.move(10, 10)
    window.show()
    apply_palette(theme)
    QApplication.processEvents()
    image = window.grab().toImage()
    ground = image.pixelColor(2, 2)
    ratios = [ratio(image.pixelColor(x, y), ground) for x in range(10, 32) for y in range(10, 32)]
    assert sum(found >= 2.9 for found in ratios) >= 24


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_a_checked_box_differs_from_an_empty_one(qtbot: QtBot, in_theme: None, theme: Theme) -> None:
    apply_palette(theme)
    pictures: list[QImage] = []
    for checked in (False, True):
        box = QCheckBox("")
        qtbot.addWidget(box)
        box.setChecked(checked)
        box.show()
        QApplication.processEvents()
        pictures.append(box.grab().toImage())
    empty, full = pictures
    points = [QPoint(x, y) for x in range(empty.width()) for y in range(empty.height())]
    assert sum(ratio(empty.pixelColor(point), full.pixelColor(point)) >= 3 for point in points) >= 8


def test_a_field_is_lighter_than_a_dark_window(qtbot: QtBot, in_theme: None) -> None:
    apply_palette(DARK)
    field = QLineEdit()
    qtbot.addWidget(field)
    field.show()
    QApplication.processEvents()
    inside = field.grab().toImage().pixelColor(field.width() // 2, field.height() // 2)
    assert inside == QColor(DARK.base)
    assert inside.lightness() > QColor(DARK.window).lightness() + 15


NAMES = sorted(path.stem for path in resource_path("icons").glob("*.svg") if path.stem != "pawnviz")


def colors(image: QImage) -> set[str]:
    points = ((x, y) for x in range(image.width()) for y in range(image.height()))
    seen = (image.pixelColor(x, y) for x, y in points)
    return {color.name() for color in seen if color.alpha() == 255}


def test_an_icon_is_a_stroke_drawing_in_the_asked_color_clear_of_the_edge_of_the_common_grid(qtbot: QtBot) -> None:
    asked = QColor("#20a040")
    for name in NAMES:
        source = read_resource(f"icons/{name}.svg")
        assert 'viewBox="0 0 24 24"' in source
        assert re.findall(r'stroke-width="([^"]+)"', source) == ["1.75"]
        assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', source)) <= {"none", "currentColor"}
        image = icon(name, asked.name()).pixmap(QSize(24, 24), 1.0).toImage()
        opaque = colors(image)
        assert opaque
        for drawn in map(QColor, opaque):
            differences = (drawn.red() - asked.red(), drawn.green() - asked.green(), drawn.blue() - asked.blue())
            assert max(map(abs, differences)) <= 2, name
        edge = [image.pixelColor(x, y) for x in range(24) for y in range(24) if {x, y} & {0, 23}]
        assert max(color.alpha() for color in edge) < 40, name


def test_no_two_icons_look_alike_at_16_pixels(qtbot: QtBot) -> None:
    images = {name: icon(name, "black").pixmap(QSize(16, 16), 1.0).toImage() for name in NAMES}
    alpha = {name: [image.pixelColor(i % 16, i // 16).alpha() for i in range(256)] for name, image in images.items()}
    for name in NAMES:
        for other in NAMES:
            if name < other:
                difference = sum(abs(a - b) for a, b in zip(alpha[name], alpha[other], strict=True)) / 255
                assert difference > 10, f"{name} and {other}"


def test_an_icon_has_a_picture_for_each_size_and_scale_factor(qtbot: QtBot) -> None:
    ratios = {screen.devicePixelRatio() for screen in QGuiApplication.screens()}
    shown = icon("undo", "black")
    for size in SIZES:
        for ratio in ratios:
            pixmap = shown.pixmap(QSize(size, size), ratio)
            assert pixmap.size() == QSize(size, size) * ratio
            assert pixmap.devicePixelRatio() == ratio


def test_an_icon_is_made_once_for_a_color_paler_if_disabled_and_an_unknown_one_is_an_error(qapp: QApplication) -> None:
    def darkness(mode: QIcon.Mode) -> int:
        image = icon("save", "#000000").pixmap(QSize(24, 24), 1.0, mode).toImage()
        pixels = (image.pixelColor(x, y) for x in range(24) for y in range(24))
        return sum(color.alpha() * (255 - color.lightness()) for color in pixels)

    apply_palette(LIGHT)  # Fusion pales it by the palette of the application.
    assert darkness(QIcon.Mode.Disabled) < 0.8 * darkness(QIcon.Mode.Normal)
    assert icon("copy", QColor("#123456")).cacheKey() == icon("copy", "#123456").cacheKey()
    assert icon("copy", "#123456").cacheKey() != icon("copy", "#123457").cacheKey()
    with pytest.raises(FileNotFoundError):
        icon("no-such-icon", "black")


def test_the_program_icon_is_its_drawing(qtbot: QtBot) -> None:
    assert QSvgRenderer(str(resource_path("icons/pawnviz.svg"))).isValid()
    image = app_icon().pixmap(QSize(256, 256), 1.0).toImage()
    assert image.size() == QSize(256, 256)
    assert {"#0072b2", "#ffffff"} <= colors(image)


def test_each_icon_that_the_program_names_is_there() -> None:
    assert {command.icon for command in COMMANDS.values() if command.icon} <= set(NAMES)
    for path in Path(pawnviz.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if " icon(" in text or "(icon(" in text else ():
            if isinstance(node, ast.Call) and node.args and getattr(node.func, "id", "") == "icon":
                name = node.args[0]
                if isinstance(name, ast.Constant):
                    assert name.value in NAMES, f"{path.name}, line {node.lineno}"
