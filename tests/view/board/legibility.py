"""Marks are told apart, in every kind of color vision, stand out from their squares, and hide no piece.

Two pictures are told apart when enough of their pixels differ noticeably (see ``vision``) even where they are most
alike: hatches, which have no place of their own, after any movement, marks of one family and side after any too, since
where one stands in its row says little, and other marks after the small movement that an eye does not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage

from pawnviz.core.board.position import EMPTY
from pawnviz.core.layers import LAYERS, Layer
from pawnviz.core.layers.marks import Family, Style
from pawnviz.core.picture.picture import FROM_EAST, FROM_WEST, Cell, Look, PlacedMark, ShownLayer, Strip, make_picture
from pawnviz.view.board.canvas import Tiles
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme
from tests.view.board.painting import paint_on
from tests.view.vision import VISIONS, Pixels, aligned, color_look, differing, look, noticeable

Placed = tuple[PlacedMark, ...]

SYMBOL_SHARE: Final = 1 / 256
"""The share of a square that differs between two symbols: 16 pixels at 64, the patch that noticeable units are for."""
HATCH_SHARE: Final = 1 / 64
"""The share of a square that differs between two hatches, which are looked at as a whole."""
UNSEEN_SHARE: Final = 0.05
"""How far a mark may be moved, in squares, without anybody saying that it stands elsewhere."""

PIECE_SHARE: Final = 0.12
"""The share of a piece's pixels that one mark may cover."""
PIECE_SHARE_OF_SIX: Final = 0.25
"""The share of a piece's pixels that six marks of one family may cover together."""
OUTLINE_SHARE: Final = 0.2
"""The share of a piece's outline that one mark may cover."""
OUTLINE_SHARE_OF_SIX: Final = 0.33
"""The share of a piece's outline that six marks of one family may cover together."""

THEMES: Final = (LIGHT, DARK)


class LayerMark(NamedTuple):
    """A layer's default mark for one side."""

    layer: Layer
    white: bool

    @property
    def name(self) -> str:
        return f"{self.layer.identifier} of {'White' if self.white else 'Black'}"

    @property
    def family(self) -> Family:
        return self.layer.mark.family


BOTH: Final = (True, False)
ON_SQUARES: Final = [
    LayerMark(layer, white)
    for layer in LAYERS.values()
    for white in BOTH
    if layer.mark.family not in (Family.STRIP, Family.LINE)
]
STRIPS: Final = [
    LayerMark(layer, white) for layer in LAYERS.values() for white in BOTH if layer.mark.family is Family.STRIP
]


def always(mask: int) -> Callable[[object], int]:
    return lambda side: mask


def shown_pair(first: LayerMark, second: LayerMark, masks: tuple[int, int]) -> Sequence[ShownLayer]:
    """Return two layers shown with the given sets of squares; both sides of one layer are one shown layer."""
    if first.layer is second.layer:
        white, black = masks if first.white else masks[::-1]
        layer = first.layer._replace(compute=lambda side: white if side.color else black)
        return (ShownLayer(layer, Style(layer.mark)),)
    layers = (mark.layer._replace(compute=always(mask)) for mark, mask in zip((first, second), masks, strict=True))
    return tuple(
        ShownLayer(layer, Style(layer.mark), mark.white, not mark.white)
        for layer, mark in zip(layers, (first, second), strict=True)
    )


@cache
def on_squares(first: LayerMark, second: LayerMark) -> tuple[Placed, Placed, Placed]:
    """Return the marks of three squares of one board: with the first alone, with the second alone, with both."""
    cells = make_picture(EMPTY, Look(tuple(shown_pair(first, second, (0b101, 0b110))))).cells
    return attacked_twice(cells[0].marks), attacked_twice(cells[1].marks), attacked_twice(cells[2].marks)


def attacked_twice(marks: Placed) -> Placed:
    """Return marks with dots for two attackers."""
    return tuple(
        mark._replace(attackers=FROM_WEST | FROM_EAST) if mark.mark.shape == "dots" else mark for mark in marks
    )


def alone(side: LayerMark) -> PlacedMark:
    attackers = FROM_WEST | FROM_EAST if side.layer.mark.shape == "dots" else 0
    return PlacedMark(side.layer.mark, side.white, "", 1.0, 0, 1, attackers)


class Squares:
    """Squares of one size and theme, painted once each."""

    def __init__(self, theme: Theme, size: int) -> None:
        self.theme = theme
        self.size = size
        self._tiles = Tiles()
        self._tiles.prepare(theme, size, flipped=False)
        self._painted: dict[tuple[Placed, bool, str], Pixels] = {}

    def look(self, marks: Placed, light: bool, piece: str = "") -> Pixels:
        found = self._painted.get((marks, light, piece))
        if found is None:
            tile = self._tiles.tile(Cell(piece, marks), light)
            found = self._painted[marks, light, piece] = look(tile)
        return found


@cache
def squares_of(theme: Theme, size: int) -> Squares:
    """Return the squares that several tests share."""
    return Squares(theme, size)


def told_apart(first: Pixels, second: Pixels, reach: int, share: float) -> float:
    """Return how far apart two pictures are in the worst kind of vision; 1 is just enough."""
    needed = share * first.size
    if reach:
        second = aligned(first, second, reach)
    return float(differing(first, second).min() / needed)


def pair_distances(squares: Squares, first: LayerMark, second: LayerMark, light: bool) -> Iterator[tuple[float, str]]:
    """Yield how far apart a pair is, alone and together, in units of what is needed."""
    one, other, both = (squares.look(marks, light) for marks in on_squares(first, second))
    hatches = first.family is Family.HATCH and second.family is Family.HATCH
    row = first.family is second.family and first.white == second.white
    share = HATCH_SHARE if hatches else SYMBOL_SHARE
    anywhere = squares.size if hatches or row else 0
    place = anywhere or round(squares.size * UNSEEN_SHARE)
    pair = f"{first.name}, {second.name}"
    yield told_apart(one, other, place, share), f"{pair}: one from the other"
    yield told_apart(both, one, anywhere, share), f"{pair}: both from the first alone"
    yield told_apart(both, other, anywhere, share), f"{pair}: both from the second alone"


def least_distances(squares: Squares, light: bool) -> NDArray[np.float64]:
    """Return for all pairs how far apart they are at least, from each mark painted once, in units of what is needed.

    It holds for marks that have places of their own. Of one mark alone and another alone, the pixels of each that the
    other does not come near differ; of both and one alone, the pixels of the other that the one does not cover.
    """
    looks = np.array([squares.look((alone(mark),), light).ravel() for mark in ON_SQUARES])
    bare = squares.look((), light).ravel()
    ink = noticeable(looks, bare).astype(np.float32)
    covered = looks != bare
    near = np.array(
        [grown(mask.reshape(squares.size, -1), round(squares.size * UNSEEN_SHARE)).ravel() for mask in covered]
    )
    found = []
    for vision in range(len(VISIONS)):
        far = ink[..., vision] @ ~near.T
        free = ink[..., vision] @ ~covered.T
        found += [far + far.T, free, free.T]
    distances: NDArray[np.float64] = np.min(found, axis=0) / (SYMBOL_SHARE * squares.size**2)
    return distances


def grown(mask: NDArray[np.bool_], reach: int) -> NDArray[np.bool_]:
    """Return a mask with all pixels that are up to ``reach`` rows and columns away from it."""
    padded = np.pad(mask, reach)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (2 * reach + 1, 2 * reach + 1))
    result: NDArray[np.bool_] = np.any(windows, axis=(2, 3))
    return result


def worst(distances: Iterator[tuple[float, str]], count: int = 12) -> list[str]:
    """Return the pairs that are not told apart, the worst first."""
    return [f"{distance:.2f} {pair}" for distance, pair in sorted(distances) if distance < 1][:count]


def all_pairs(squares: Squares, light: bool) -> Iterator[tuple[float, str]]:
    """Yield how far apart the default marks are, in units of what is needed.

    Two hatches, two marks in one row, and those others that are not told apart for sure are painted alone and together.
    Badges stand above each other, so that one never covers another; they are painted alone.
    """
    least = least_distances(squares, light)
    for (row, first), (column, second) in combinations(enumerate(ON_SQUARES), 2):
        same = first.family is second.family
        if same and first.family is Family.BADGE:
            corner = squares.size - round(squares.size * 0.4)
            one, other = (squares.look((alone(mark),), light)[corner:, corner:] for mark in (first, second))
            share = SYMBOL_SHARE * squares.size**2 / one.size
            reach = round(squares.size * UNSEEN_SHARE)
            yield told_apart(one, other, reach, share), f"{first.name}, {second.name}: one from the other"
        elif least[row, column] < 1 or (same and (first.family is Family.HATCH or first.white == second.white)):
            yield from pair_distances(squares, first, second, light)


def themes() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)


class Margin:
    """Strips below a board of one theme, painted as on the screen, once each."""

    def __init__(self, theme: Theme) -> None:
        """Prepare a board with squares of 32 pixels."""
        self.theme = theme
        self.geometry = Geometry(296, 324)
        assert self.geometry.square_size == 32
        self._tiles = Tiles()
        self._painted: dict[tuple[tuple[Strip, ...], int], Pixels] = {}

    def look(self, shown: Sequence[ShownLayer]) -> Pixels:
        picture = make_picture(EMPTY, Look(tuple(shown)))
        key = tuple(strip for strip in picture.strips if strip.files), picture.strip_rows
        if key not in self._painted:
            area = self.geometry.strip_area(0)
            image = QImage(self.geometry.width, self.geometry.height, QImage.Format.Format_RGB32)
            image.fill(QColor(self.theme.window))
            paint_on(image, picture, self.geometry, self.theme, self._tiles, area)
            self._painted[key] = look(image.copy(area))
        return self._painted[key]


def ground(theme: Theme, light: bool) -> Pixels:
    return color_look(QColor(theme.light_square if light else theme.dark_square))
