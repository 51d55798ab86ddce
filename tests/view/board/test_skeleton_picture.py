"""The pictures of skeletons, pixel by pixel."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QIcon, qGray
from PySide6.QtWidgets import QApplication

from pawnviz.core.board.position import Position
from pawnviz.core.picture.skeleton import Skeleton, make_skeleton
from pawnviz.view.board.small_boards import skeleton_colors, skeleton_icon, skeleton_image
from pawnviz.view.board.swatch import contrast
from pawnviz.view.widgets.theme import BOARD_COLORS, DARK, LIGHT, Theme, with_board

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
EDGES = pytest.mark.parametrize("edge", [40, 120])


def pawns(placement: str) -> tuple[int, int]:
    position = Position.from_fen(f"{placement} w - - 0 1")
    return position.pawns & position.white, position.pawns & position.black


class Picture:
    """A skeleton's picture in a theme, of an edge in logical pixels."""

    def __init__(
        self, skeleton: Skeleton, theme: Theme, edge: int, *, ratio: float = 1.0, flipped: bool = False
    ) -> None:
        self.image = skeleton_image(skeleton, theme, edge, ratio, flipped=flipped)
        self.cell = self.image.width() // 8
        self.ground = {color.name() for color in skeleton_colors(theme).files}

    def at(self, column: int, row: int, x: float = 0.5, y: float = 0.5) -> str:
        """Return the color at a place of a square, by its column and its row from the top left."""
        return self.image.pixelColor(QPoint(int((column + x) * self.cell), int((row + y) * self.cell))).name()


@THEMES
@EDGES
def test_pawns_turn_with_the_board_and_are_hollow_if_isolated_with_a_ray_if_passed(theme: Theme, edge: int) -> None:
    skeleton = make_skeleton(*pawns("8/pp6/8/8/8/8/PP6/8"))
    colors = skeleton_colors(theme)
    plain, flipped = Picture(skeleton, theme, edge), Picture(skeleton, theme, edge, flipped=True)
    assert plain.at(1, 1) == flipped.at(6, 6) == colors.black.name()
    assert plain.at(0, 6) == flipped.at(7, 1) == colors.white.name()
    assert plain.at(6, 6) in plain.ground and plain.at(1, 3) in plain.ground
    picture = Picture(make_skeleton(*pawns("8/8/8/3P4/8/8/8/8")), theme, edge)
    assert picture.at(3, 3) in picture.ground
    assert {picture.at(3, 3, x / 10) for x in range(10)} - picture.ground, "its edge"
    for row in range(3):
        assert picture.at(3, row) not in picture.ground, "the ray goes to the edge"
        assert picture.at(2, row) in picture.ground
    assert picture.at(3, 5) in picture.ground
    turned = Picture(make_skeleton(*pawns("8/8/8/3P4/8/8/8/8")), theme, edge, flipped=True)
    assert turned.at(4, 7) not in turned.ground and turned.at(4, 0) in turned.ground


@THEMES
@EDGES
def test_chains_are_thicker_than_phalanxes_rams_have_a_bar_and_changed_squares_yellow(theme: Theme, edge: int) -> None:
    picture = Picture(make_skeleton(*pawns("8/8/8/8/3P4/2P5/8/PP6")), theme, edge)

    def thickness(column: float, row: float) -> int:
        """Return the number of pixels in a column that are not those of the ground."""
        x, top = int(column * picture.cell), int((row - 0.6) * picture.cell)
        heights = range(top, top + round(1.2 * picture.cell))
        return sum(picture.image.pixelColor(x, y).name() not in picture.ground for y in heights)

    assert thickness(3.0, 4.99) > thickness(1.0, 7.39) > 0
    colors = skeleton_colors(theme)
    former = pawns("8/8/3p4/8/3P4/8/8/8")
    picture = Picture(make_skeleton(*pawns("8/8/8/3p4/3P4/8/8/8"), former), theme, edge)
    border = {picture.image.pixelColor(int(3.4 * picture.cell), 4 * picture.cell + y).name() for y in (-1, 0)}
    assert colors.bar.name() in border
    square = {picture.at(3, 3, x / 10, y / 10) for x in range(10) for y in range(10)}
    assert colors.changed.name() in square
    assert picture.at(3, 2) == colors.changed_edge.name(), "a dot says that a pawn stood there"


@THEMES
def test_the_sides_are_told_apart_in_gray_and_stand_out_on_every_board(qapp: QApplication, theme: Theme) -> None:
    for board in BOARD_COLORS:
        colors = skeleton_colors(with_board(theme, board))
        for ground in (*colors.files, colors.changed):
            assert contrast(colors.white.name(), ground.name()) >= 3
            assert contrast(colors.black.name(), ground.name()) >= 3
        assert qGray(colors.white.rgb()) - qGray(colors.black.rgb()) >= 45


def test_a_picture_for_a_finer_screen_has_all_its_pixels(qapp: QApplication) -> None:
    skeleton = make_skeleton(*pawns("8/8/8/8/8/8/4P3/8"))
    image = skeleton_image(skeleton, LIGHT, 40, 2.0)
    assert image.size() == QSize(80, 80) and image.devicePixelRatio() == 2.0
    # The square of a black pawn has no blurred edge.
    black = Picture(make_skeleton(*pawns("8/1pp5/8/8/8/8/8/8")), LIGHT, 40, ratio=2.0)
    row = {black.at(1, 1, x / 10, 0.2) for x in range(10)}
    assert row <= black.ground | {skeleton_colors(LIGHT).black.name()}


def test_an_icon_looks_the_same_in_selected_rows(qapp: QApplication) -> None:
    white, black = pawns("8/pp6/8/8/8/8/PP6/8")
    icon = skeleton_icon(white, black, LIGHT, former=(white, 0))
    plain, selected = (
        icon.pixmap(QSize(40, 40), 1.0, mode).toImage() for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected)
    )
    assert plain == selected
    assert plain == skeleton_image(make_skeleton(white, black, (white, 0)), LIGHT, 40, 1.0).convertToFormat(
        plain.format()
    )
    assert plain != skeleton_icon(white, black, LIGHT).pixmap(QSize(40, 40), 1.0).toImage()
