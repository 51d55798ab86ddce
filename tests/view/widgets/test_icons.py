from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QImage
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

import pawnviz
from pawnviz.folders import read_resource, resource_path
from pawnviz.view.commands import COMMANDS
from pawnviz.view.widgets.icons import SIZES, app_icon, icon
from pawnviz.view.widgets.theme import LIGHT, apply_palette

NAMES = sorted(path.stem for path in resource_path("icons").glob("*.svg") if path.stem != "pawnviz")


def colors(image: QImage) -> set[str]:
    points = ((x, y) for x in range(image.width()) for y in range(image.height()))
    seen = (image.pixelColor(x, y) for x, y in points)
    return {color.name() for color in seen if color.alpha() == 255}


@pytest.mark.parametrize("name", NAMES)
def test_an_icon_is_drawn_in_the_asked_color_and_keeps_clear_of_its_edge(qtbot: QtBot, name: str) -> None:
    image = icon(name, "#20a040").pixmap(QSize(24, 24), 1.0).toImage()
    opaque = colors(image)
    assert opaque
    for found in opaque:
        drawn, asked = QColor(found), QColor("#20a040")
        assert abs(drawn.red() - asked.red()) <= 2
        assert abs(drawn.green() - asked.green()) <= 2
        assert abs(drawn.blue() - asked.blue()) <= 2
    edge = [image.pixelColor(x, y) for x in range(24) for y in range(24) if {x, y} & {0, 23}]
    assert max(color.alpha() for color in edge) < 40


@pytest.mark.parametrize("name", NAMES)
def test_an_icon_is_a_stroke_drawing_on_the_common_grid(name: str) -> None:
    source = read_resource(f"icons/{name}.svg")
    assert 'viewBox="0 0 24 24"' in source
    assert re.findall(r'stroke-width="([^"]+)"', source) == ["1.75"]
    assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', source)) <= {"none", "currentColor"}


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


def test_a_disabled_icon_is_paler_than_an_enabled_one(qtbot: QtBot) -> None:
    def darkness(mode: QIcon.Mode) -> int:
        image = icon("save", "#000000").pixmap(QSize(24, 24), 1.0, mode).toImage()
        pixels = (image.pixelColor(x, y) for x in range(24) for y in range(24))
        return sum(color.alpha() * (255 - color.lightness()) for color in pixels)

    apply_palette(LIGHT)  # Fusion pales it by the palette of the application.
    assert darkness(QIcon.Mode.Disabled) < 0.8 * darkness(QIcon.Mode.Normal)


def test_an_icon_is_made_once_for_a_color(qtbot: QtBot) -> None:
    assert icon("copy", QColor("#123456")).cacheKey() == icon("copy", "#123456").cacheKey()
    assert icon("copy", "#123456").cacheKey() != icon("copy", "#123457").cacheKey()


def test_an_unknown_icon_is_an_error(qtbot: QtBot) -> None:
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
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and getattr(node.func, "id", "") == "icon":
                name = node.args[0]
                if isinstance(name, ast.Constant):
                    assert name.value in NAMES, f"{path.name}, line {node.lineno}"
