from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter

from pawnviz.core.board.position import START, Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style
from pawnviz.core.picture.formats import CAPTIONS
from pawnviz.core.picture.picture import Look, ShownLayer
from pawnviz.core.picture.sheet_positions import SheetPosition
from pawnviz.view.export.position_sheet import FINENESS, PositionSheet, SheetLayout, page_size
from pawnviz.view.widgets.theme import LIGHT

pytestmark = pytest.mark.usefixtures("qapp")

LONG = SheetPosition(START, "A title that is much longer than a board is wide " * 8)
SHOWN = tuple(ShownLayer(layer, Style(layer.mark)) for layer in list(LAYERS.values())[:8])


def image_of(sheet: PositionSheet, number: int = 0) -> QImage:
    scale = 2 / 3 / FINENESS
    image = QImage((sheet.size * scale).toSize(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.magenta)
    painter = QPainter(image)
    painter.scale(scale, scale)
    sheet.draw_page(painter, number, quick=True)
    painter.end()
    return image


def dark_squares(image: QImage) -> list[tuple[int, int]]:
    """Return the points with the color of dark squares."""
    return points_of(image, LIGHT.dark_square)


def points_of(image: QImage, color: str) -> list[tuple[int, int]]:
    rows, columns = np.nonzero(colors(image) == QColor(color).rgb())
    return list(zip((3 * columns).tolist(), (3 * rows).tolist(), strict=True))


def colors(image: QImage) -> NDArray[np.uint32]:
    points = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    return points[::3, : image.width() : 3]


@pytest.mark.parametrize(
    "layout",
    [
        SheetLayout(),
        SheetLayout(1, 1, page_size("a5", landscape=False)),
        SheetLayout(4, 3, page_size("letter", landscape=True), title="A long title " * 30, look=Look(SHOWN)),
        SheetLayout(8, 8, captions="none"),
        SheetLayout(
            1, 6, page_size("legal", landscape=True), numbers=False, look=Look(flipped=True, coordinates=False)
        ),
    ],
    ids=["2x3", "one", "4x3 with all", "64", "narrow"],
)
def test_boards_stay_within_the_margins_on_every_page(layout: SheetLayout) -> None:
    count = layout.columns * layout.rows
    sheet = PositionSheet([LONG] * (count + 1), layout)
    assert sheet.page_count == 2
    image = image_of(sheet)
    found = dark_squares(image)
    margin = 40 * 2 / 3
    assert min(x for x, _ in found) >= margin - 1 and max(x for x, _ in found) <= image.width() - margin + 1
    assert min(y for _, y in found) >= margin - 1 and max(y for _, y in found) <= image.height() - margin + 1
    rows = sorted({y for _, y in found})
    assert 1 + sum(after - before > 9 for before, after in pairwise(rows)) <= 8 * layout.rows
    last = image_of(sheet, 1)
    found_last = dark_squares(last)
    assert found_last or points_of(last, LIGHT.light_square), "one board is on the last page"
    assert count == 1 or len(found_last) < len(found)
    assert image.pixelColor(2, 2).name() == LIGHT.base


def test_a_sheet_has_an_empty_page_without_positions() -> None:
    sheet = PositionSheet([], SheetLayout(title="Nothing", look=Look(SHOWN)))
    assert sheet.page_count == 1 and not dark_squares(image_of(sheet))


def test_the_foot_of_a_sheet_names_the_layers_that_some_board_shows() -> None:
    names = ("stops", "hanging_pawns", "doubled_pawns")
    shown = tuple(ShownLayer(LAYERS[name], Style(LAYERS[name].mark)) for name in names)
    doubled = Position.from_fen("8/8/8/8/8/P7/P7/8 w - - 0 1")
    layout = SheetLayout(2, 1, numbers=False)

    def feet(*positions: Position, shown: tuple[ShownLayer, ...]) -> QImage:
        """Return the end of the first page."""
        sheet = PositionSheet([SheetPosition(position) for position in positions], replace(layout, look=Look(shown)))
        image = image_of(sheet)
        return image.copy(0, image.height() - 50, image.width(), 50)

    assert feet(START, doubled, shown=shown) == feet(START, doubled, shown=(shown[0], shown[2]))
    assert feet(START, shown=shown) == feet(START, shown=shown[:1]) != feet(START, shown=())
    assert feet(START, shown=shown[1:]) == feet(START, shown=()), "without a layer to name there is no legend"


@pytest.mark.parametrize("columns", [1, 2])
def test_title_and_legend_stay_within_the_margins_beside_narrow_boards(columns: int) -> None:
    title = "A title of a length that takes most of the page and no more"
    sheet = PositionSheet([SheetPosition(START)], SheetLayout(columns, 2, title=title, look=Look(SHOWN)))
    image = image_of(sheet)
    # The last points are at the edge of the page, which is not that of a pixel.
    inked = 3 * np.nonzero((colors(image)[:-1, :-1] != QColor(LIGHT.base).rgb()).any(axis=0))[0]
    assert inked.min() >= 26 and inked.max() <= image.width() - 26


def test_captions_change_what_stands_below_a_board() -> None:
    position = Position.from_fen("r1bq1rk1/pp3ppp/2n1pn2/8/1b1P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9")
    entries = [SheetPosition(position, "A name")]
    layout = SheetLayout(1, 1)
    images = [image_of(PositionSheet(entries, replace(layout, captions=captions))) for captions in CAPTIONS]
    assert all(first != second for place, first in enumerate(images) for second in images[:place])
