"""A picture for each family of named structures: the skeletons of openings that lead to them."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pawnviz.core.board.position import START, Position
from pawnviz.core.picture.skeleton import make_skeleton
from pawnviz.core.structures import Structure
from pawnviz.core.structures.table import built_in_structures
from tests.core.structures.tabiyas import EXAMPLES, TABIYAS, played

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

PICTURES: Final = Path(__file__).parent.parent / "docs" / "pictures" / "structures"

_EDGE: Final = 96  # The edge of a skeleton in pixels.
_COLUMNS: Final = 6
_CELL: Final = (130, 160)  # The width and the height of a skeleton with its title.


def families() -> dict[str, tuple[Structure, ...]]:
    """Return the built-in structures of each family, in their order."""
    return {title: tuple(family) for title, family in groupby(built_in_structures(), lambda each: each.family)}


def file_name(family: str) -> str:
    """Return the name of a family's picture."""
    words = "".join(letter if letter.isalnum() else " " for letter in family.lower().replace("'", "")).split()
    return f"{'-'.join(words)}.png"


def example(structure: Structure) -> Position:
    """Return a position of a structure of the color that usually has it, after an opening where one leads there."""
    owner = None if structure.mutual else structure.of_white
    for tabiya in TABIYAS.values():
        if (tabiya.structure, tabiya.color) == (structure.identifier, owner):
            return played(tabiya.moves)
    fen = EXAMPLES.get(structure.identifier)
    return Position.from_fen(fen) if fen else START


def family_picture(structures: tuple[Structure, ...]) -> QImage:
    """Return the skeletons of structures with their titles."""
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QColor, QFont, QImage, QPainter

    from pawnviz.view.board.small_boards import draw_skeleton
    from pawnviz.view.widgets.theme import LIGHT

    width, height = _CELL
    rows = -(-len(structures) // _COLUMNS)
    image = QImage(_COLUMNS * width, rows * height, QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.window))
    font = QFont()
    font.setPixelSize(12)
    with QPainter(image) as painter:
        painter.setFont(font)
        painter.setPen(QColor(LIGHT.text))
        for number, structure in enumerate(structures):
            row, column = divmod(number, _COLUMNS)
            left, top = column * width, row * height + 8
            position = example(structure)
            skeleton = make_skeleton(position.pawns & position.white, position.pawns & position.black)
            draw_skeleton(painter, skeleton, QRectF(left + (width - _EDGE) // 2, top, _EDGE, _EDGE), LIGHT)
            flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
            painter.drawText(QRectF(left + 4, top + _EDGE + 4, width - 8, height - _EDGE - 12), flags, structure.title)
    return image
