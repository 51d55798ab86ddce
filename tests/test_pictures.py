"""The pictures of the documentation: one for each preset, small, and the page that shows them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from pawnviz.core.board.legality import problems
from pawnviz.core.board.position import Position
from pawnviz.core.catalog import Preset, presets
from pawnviz.core.picture.picture import Look, make_picture
from pawnviz.core.structures import leading_structures
from pawnviz.view.widgets.theme import DARK, LIGHT
from tests import structure_pictures
from tests.make_pictures import (
    PAGE,
    PICTURES,
    SHOTS,
    SQUARE,
    WINDOWS,
    board_picture,
    file_name,
    presets_page,
    save_small,
    shown_layers,
)

WRITE_AGAIN = "write it again: python -m tests.make_pictures"


def test_the_page_of_presets_is_what_the_presets_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == presets_page(), WRITE_AGAIN


def test_each_preset_has_a_picture_and_no_picture_is_left_over() -> None:
    assert list(SHOTS) == [preset.title for preset in presets()]
    expected = {file_name(preset) for preset in presets()} | {"six-layers.png", "dark.png", "marks.png"}
    expected |= {f"{name}.png" for name in WINDOWS}
    expected |= {"architecture.svg", structure_pictures.PICTURES.name}
    assert {path.name for path in PICTURES.iterdir()} == expected, WRITE_AGAIN


@pytest.mark.slow
def test_each_family_of_structures_has_a_small_picture_with_all_of_them(qapp: QApplication) -> None:
    families = structure_pictures.families()
    folder = structure_pictures.PICTURES
    assert {path.name for path in folder.iterdir()} == set(map(structure_pictures.file_name, families)), WRITE_AGAIN
    for family, structures in families.items():
        path = folder / structure_pictures.file_name(family)
        assert path.stat().st_size < 40_000
        image, drawn = QImage(str(path)), structure_pictures.family_picture(structures)
        assert image.size() == drawn.size(), WRITE_AGAIN


def test_the_example_of_a_structure_has_it() -> None:
    for family in structure_pictures.families().values():
        for structure in family:
            side = structure_pictures.example(structure).sides()[0]
            assert structure in [each.structure for each in leading_structures(side)]


@pytest.mark.parametrize("path", sorted(PICTURES.glob("*.png")), ids=lambda path: path.stem)
def test_a_picture_is_small_and_shows_a_whole_board(path: Path) -> None:
    assert path.stat().st_size < 100_000
    image = QImage(str(path))
    assert image.width() >= 8 * SQUARE
    assert image.height() >= 8 * SQUARE


@pytest.mark.parametrize("preset", presets(), ids=lambda preset: preset.title)
def test_each_layer_of_a_preset_is_seen_in_its_picture(qapp: QApplication, preset: Preset) -> None:
    position = Position.from_fen(SHOTS[preset.title].fen)
    assert not problems(position)
    shown = shown_layers(preset.layers)
    board = make_picture(position, Look(shown))
    seen = {mark.mark for cell in board.cells for mark in cell.marks} | {
        strip.mark for strip in board.strips if strip.files
    }
    assert not [entry.layer.title for entry in shown if entry.style.mark not in seen]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_a_picture_keeps_its_colors_when_it_is_made_small(qapp: QApplication, tmp_path: Path, theme: object) -> None:
    image = board_picture(SHOTS["Spans"].fen, ("front_spans", "stops"), DARK if theme is DARK else LIGHT)
    save_small(image, tmp_path / "small.png")
    small = QImage(str(tmp_path / "small.png"))
    assert small.size() == image.size()
    for x in range(0, image.width(), 7):
        for y in range(0, image.height(), 7):
            first, second = image.pixelColor(x, y), small.pixelColor(x, y)
            assert abs(first.lightness() - second.lightness()) <= 24
