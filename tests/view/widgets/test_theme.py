"""Themes: colors that can be read, and palettes with which widgets are seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.model.preferences import BOARDS
from pawnviz.view.widgets.theme import (
    BOARD_COLORS,
    DARK,
    LIGHT,
    PALETTE,
    Theme,
    apply_palette,
    palette,
    theme_for,
    theme_of,
    with_board,
)
from tests.view.vision import color_look, contrast

Role = QPalette.ColorRole


def ratio(first: str | QColor, second: str | QColor) -> float:
    """Return the contrast of two colors."""
    return float(contrast(color_look(QColor(first)), color_look(QColor(second))))


BOARD_THEMES = [with_board(theme, board) for board in BOARD_COLORS for theme in (LIGHT, DARK)]


def boards() -> pytest.MarkDecorator:
    """Run a test on each board in the light and in the dark theme."""
    names = [f"{board}, {theme}" for board in BOARD_COLORS for theme in ("light", "dark")]
    return pytest.mark.parametrize("theme", BOARD_THEMES, ids=names)


def themes() -> pytest.MarkDecorator:
    """Run a test in the light and in the dark theme."""
    return pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)


@pytest.fixture
def in_theme(qapp: QApplication) -> Iterator[None]:
    """Bring back the palette and the style after a test that changes them."""
    colors, style = QPalette(qapp.palette()), qapp.style().objectName()
    qapp.setStyle("Fusion")
    yield
    qapp.setPalette(colors)
    qapp.setStyle(style)


@themes()
def test_every_color_of_a_theme_is_written_as_six_hexadecimal_digits(theme: Theme) -> None:
    colors = [color for name, color in theme._asdict().items() if name != "name"]
    assert all(QColor(color).name() == color for color in colors)


@themes()
def test_texts_have_a_contrast_of_4_5_with_their_grounds(theme: Theme) -> None:
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


@themes()
def test_disabled_texts_are_fainter_and_still_readable(theme: Theme) -> None:
    assert 2 <= ratio(theme.disabled_text, theme.window) < ratio(theme.muted_text, theme.window)


@boards()
def test_the_squares_of_the_board_are_told_apart(theme: Theme) -> None:
    assert ratio(theme.light_square, theme.dark_square) >= 1.25


@boards()
def test_every_color_of_a_mark_has_a_contrast_of_3_with_both_squares(theme: Theme) -> None:
    marks = {"White": theme.white_mark, "Black": theme.black_mark, "illegal": theme.warning, "cursor": theme.cursor}
    marks |= {color.name: color.on(theme) for color in PALETTE}
    assert len(marks) == 4 + len(PALETTE)
    grounds = (theme.light_square, theme.dark_square)
    assert not [name for name, color in marks.items() if min(ratio(color, ground) for ground in grounds) < 3]


@boards()
def test_a_palette_carries_the_colors_of_the_board(qtbot: QtBot, theme: Theme) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.setPalette(palette(theme))
    assert theme_of(widget) == theme


def test_the_boards_that_are_kept_are_those_that_can_be_chosen() -> None:
    assert tuple(BOARD_COLORS) == BOARDS
    assert with_board(LIGHT, BOARDS[0]) == LIGHT
    assert with_board(DARK, BOARDS[0]) == DARK
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


@themes()
def test_a_side_s_mark_has_the_theme_s_color_unless_one_was_chosen(theme: Theme) -> None:
    assert theme.mark_color(True) == QColor(theme.white_mark)
    assert theme.mark_color(False) == QColor(theme.black_mark)
    assert theme.mark_color(True, "#123456") == QColor("#123456")


def test_a_theme_is_chosen_by_name_or_by_the_system(qapp: QApplication) -> None:
    assert theme_for("light") == LIGHT
    assert theme_for("dark") == DARK
    assert theme_for("system") in (LIGHT, DARK)
    assert theme_for("dark", "brown") == with_board(DARK, "brown")


@themes()
def test_a_palette_makes_disabled_texts_differ_from_others(qapp: QApplication, theme: Theme) -> None:
    colors = palette(theme)
    for role in (Role.WindowText, Role.Text, Role.ButtonText, Role.PlaceholderText):
        assert colors.color(QPalette.ColorGroup.Disabled, role) == QColor(theme.disabled_text)
        assert colors.color(QPalette.ColorGroup.Active, role) != QColor(theme.disabled_text)


@themes()
@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
def test_an_empty_box_is_seen_in_the_window(
    qtbot: QtBot, in_theme: None, theme: Theme, kind: type[QCheckBox | QRadioButton]
) -> None:
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


@themes()
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
