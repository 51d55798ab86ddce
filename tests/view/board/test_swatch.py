"""Swatches: each mark differs from every other one at a small size, and stands in the middle of its swatch."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, qGray
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import SHAPES, Family, Mark, Style, badge, target
from pawnviz.view.board.swatch import EDGE, SIZE, SwatchLabel, contrast, draw_swatch, mixed, swatch, swatch_icon
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme, palette
from tests.view.parameters import slow

SHOWN_EDGE = 18
STYLES = [
    Style(Mark(family, shape, "3" if shape in ("disc", "numbered") else ""))
    for family, shapes in SHAPES.items()
    for shape in shapes
]
DEFAULTS = list(dict.fromkeys(layer.mark for layer in LAYERS.values()))


def name(style: Style) -> str:
    return f"{style.mark.family.value}-{style.mark.shape}"


def greys(image: QImage) -> bytes:
    """Return the lightness of each pixel, 0 to 255."""
    points = [(x, y) for y in range(image.height()) for x in range(image.width())]
    return bytes(qGray(image.pixel(*point)) for point in points)


def difference(one: bytes, other: bytes) -> float:
    """Return how much two pictures differ, in pixels of full contrast."""
    return sum(abs(first - second) for first, second in zip(one, other, strict=True)) / 255


def ink(image: QImage, theme: Theme) -> list[tuple[int, int]]:
    """Return the pixels inside the frame that differ from the swatch's ground."""
    ground = QColor(theme.light_square)
    found = []
    for x in range(2, image.width() - 2):
        for y in range(2, image.height() - 2):
            color = image.pixelColor(x, y)
            if abs(color.lightness() - ground.lightness()) + abs(color.saturation() - ground.saturation()) > 40:
                found.append((x, y))
    return found


@pytest.mark.parametrize(("white", "theme"), [(True, LIGHT), (False, DARK)], ids=["white", "black"])
def test_a_mark_is_seen_in_the_middle_of_its_swatch(qapp: QApplication, white: bool, theme: Theme) -> None:
    for style in STYLES:
        image = swatch(style, white, theme, SHOWN_EDGE, 2.0)
        assert image.size() == QSize(2 * SHOWN_EDGE, 2 * SHOWN_EDGE)
        pixels = ink(image, theme)
        assert len(pixels) >= 8, name(style)
        across = sum(x for x, _ in pixels) / len(pixels) / (2 * SHOWN_EDGE)
        down = sum(y for _, y in pixels) / len(pixels) / (2 * SHOWN_EDGE)
        slack = 0.45 if style.mark.family is Family.BAR else 0.25
        assert abs(across - 0.5) < 0.25 and abs(down - 0.5) < slack, name(style)


@pytest.mark.parametrize("theme", [LIGHT, *slow((DARK,))], ids=lambda theme: theme.name)
def test_no_two_default_marks_have_swatches_that_look_alike(qapp: QApplication, theme: Theme) -> None:
    pictures = {mark: greys(swatch(Style(mark), True, theme, SHOWN_EDGE, 1.0)) for mark in DEFAULTS}
    for one in DEFAULTS:
        for other in DEFAULTS:
            if one != other:
                assert difference(pictures[one], pictures[other]) > 2, f"{one} and {other}"


def test_the_sides_of_a_mark_differ_in_color_and_a_mark_that_points_forward_turns_with_the_board() -> None:
    for style in STYLES:
        assert swatch(style, True, LIGHT, SHOWN_EDGE, 1.0) != swatch(style, False, LIGHT, SHOWN_EDGE, 1.0)
    chevron = Style(target("chevron"))
    assert swatch(chevron, True, LIGHT, SHOWN_EDGE, 1.0) != swatch(chevron, True, LIGHT, SHOWN_EDGE, 1.0, flipped=True)


def test_a_swatch_has_the_chosen_color_and_opacity(qapp: QApplication) -> None:
    tint = Style(Mark(Family.BADGE, "disc", ""), "#8000c0", "", 1.0)
    colors = [swatch(tint, True, LIGHT, SHOWN_EDGE, 1.0).pixelColor(9, 9).name()]
    colors.append(swatch(tint._replace(opacity=0.5), True, LIGHT, SHOWN_EDGE, 1.0).pixelColor(9, 9).name())
    assert colors[0] == "#8000c0"
    assert colors[1] == mixed("#8000c0", LIGHT.light_square, 0.5).name()


def test_a_swatch_keeps_within_its_rectangle(qapp: QApplication) -> None:
    for style in STYLES:
        image = QImage(60, 60, QImage.Format.Format_RGB32)
        image.fill(QColor("#123456"))
        painter = QPainter(image)
        draw_swatch(painter, style, True, QRectF(20, 20, 20, 20), LIGHT)
        painter.end()
        outside = {
            image.pixelColor(x, y).name() for x in range(60) for y in range(60) if not (19 <= x <= 40 and 19 <= y <= 40)
        }
        assert outside == {"#123456"}, name(style)


def test_an_icon_holds_the_swatches_of_both_sides_also_in_a_chosen_row() -> None:
    style = Style(Mark(Family.BADGE, "disc", ""))
    image = swatch_icon(style, LIGHT, SHOWN_EDGE, 1.0).pixmap(QSize(39, 18)).toImage()
    assert image.pixelColor(9, 9).name() == LIGHT.white_mark
    assert image.pixelColor(30, 9).name() == LIGHT.black_mark
    icon = swatch_icon(STYLES[0], LIGHT, SHOWN_EDGE, 1.0)
    size = QSize(2 * SHOWN_EDGE + 3, SHOWN_EDGE)
    assert icon.pixmap(size, QIcon.Mode.Selected).toImage() == icon.pixmap(size).toImage()


def test_contrast_is_that_of_the_web_content_guidelines_and_mixed_colors_lie_between_their_parts() -> None:
    for color, expected in (("#000000", 21.0), ("#ffffff", 1.0), ("#777777", 4.48)):
        assert contrast(color, "#ffffff") == contrast("#ffffff", color) == pytest.approx(expected, abs=0.01)
    assert mixed("#ff0000", "#0000ff", 1.0).name() == "#ff0000"
    assert mixed("#ff0000", "#0000ff", 0.0).name() == "#0000ff"
    assert mixed("#ff0000", "#0000ff", 0.6).name() == "#990066"


def test_the_swatches_of_both_sides_follow_the_theme(qtbot: QtBot) -> None:
    label, style = SwatchLabel(), Style(badge("A"))
    qtbot.addWidget(label)
    label.show()
    label.show_style(style)
    assert label.sizeHint() == SIZE
    for theme in (DARK, LIGHT):
        QApplication.setPalette(palette(theme))
        QApplication.processEvents()
        ratio = label.devicePixelRatioF()
        assert label.pixmap().toImage() == swatch_icon(style, theme, EDGE, ratio).pixmap(SIZE, ratio).toImage()
