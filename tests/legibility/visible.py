"""How much of each mark is seen where several layers are shown: its ink against that of the mark alone at its place.

Ink is what a mark changes clearly on its square. It is seen where the whole board has the color of the mark alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, islice, product
from typing import Any, Final, NamedTuple

import chess
import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter

from pawnviz.core.board.bitboard import LIGHT_SQUARES, SQUARE_NAMES
from pawnviz.core.board.position import EMPTY, Position
from pawnviz.core.board.side import Side
from pawnviz.core.layers import LAYERS, Layer
from pawnviz.core.layers.marks import Family, Style
from pawnviz.core.picture.picture import Cell, Line, Look, Picture, ShownLayer, Strip, files_of, make_picture
from pawnviz.core.picture.places import SECOND, WHOLE, Spot, lay_out
from pawnviz.view.board.canvas import Tiles
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.paint import crossed_by, paint_board
from pawnviz.view.widgets.theme import LIGHT

LEAST_SEEN: Final = 0.6
"""The share of its ink that each mark keeps on each square, and an area's mark on all its squares together."""
LEAST_UNDER_LINE: Final = 0.4
"""The share that an area's mark keeps on a single square that a line runs across; of all its squares it keeps the usual
one."""
LEAST_SCALE: Final = 0.55
"""The least scale of a symbol, at which six layers of symbols fit on one square."""

_STRONG: Final = 60  # The least difference of a channel between ink and its ground.
_ALIKE: Final = 40  # The greatest difference of a channel between two pixels of one color.
_EACH_CHANNEL: Final = 0x01010101  # What is true of all four channels of a pixel.

Pixels = NDArray[np.uint8]
"""Rows and columns of pixels with four channels each, of which the last one is empty."""


class Alone(NamedTuple):
    """A mark alone at its place, and where it has ink."""

    pixels: Pixels
    ink: NDArray[np.bool_]
    drawn: int

    @classmethod
    def of(cls, pixels: Pixels, bare: Pixels) -> Alone:
        """Return a picture of a mark beside the same picture without it."""
        ink = (_difference(pixels, bare) >= _STRONG).view(np.uint32)[..., 0] != 0
        return cls(pixels, ink, int(np.count_nonzero(ink)))

    def seen_in(self, pixels: Pixels) -> Ink:
        """Return how much of the ink is seen in a picture with other marks."""
        kept = (_difference(pixels, self.pixels) <= _ALIKE).view(np.uint32)[..., 0] == _EACH_CHANNEL
        return Ink(int(np.count_nonzero(kept & self.ink)), self.drawn)


class Ink(NamedTuple):
    """The pixels of a mark that are seen, and all that it has."""

    seen: int
    drawn: int

    @property
    def share(self) -> float:
        return self.seen / self.drawn if self.drawn else 1.0


class Hidden(NamedTuple):
    """A mark that is not seen as it must be: where, and the share of its ink that is seen."""

    layers: tuple[str, ...]
    position: str
    mark: str
    place: str
    share: float

    def __str__(self) -> str:
        return f"{self.share:.0%} of {self.mark} on {self.place}: {', '.join(self.layers)}; {self.position}"


class Painted:
    """A board of one square size on which layers are drawn together and alone."""

    def __init__(self, size: int = 64, *, flipped: bool = False) -> None:
        """Prepare an empty board."""
        self.size = size
        self.geometry = Geometry(8 * size + 40, 8 * size + 43, flipped)
        assert self.geometry.square_size == size
        self._tiles = Tiles()
        self._tiles.prepare(LIGHT, size, flipped)
        self._alone: dict[tuple[Spot, str, bool], Alone] = {}
        self._bare: dict[tuple[str, bool], Pixels] = {}

    def hidden(self, position: Position, shown: Sequence[ShownLayer]) -> Iterator[Hidden]:
        """Yield the marks of which too little is seen on a position with these layers."""
        picture = make_picture(position, Look(tuple(shown)))
        names = tuple(entry.layer.identifier for entry in shown)
        board = self.board(picture) if picture.arrows or picture.strips or picture.lines else None
        areas: dict[str, list[Ink]] = {}
        crossed = {square for line in picture.lines for square in crossed_by(line)}
        for square, cell in enumerate(picture.cells):
            if not cell.marks:
                continue
            light = bool(LIGHT_SQUARES >> square & 1)
            if board is None:
                seen = _pixels(self._tiles.tile(cell, light))
            else:
                seen = _pixels(board.copy(self.geometry.square_rect(square)))
            for spot in lay_out(cell.marks, self.size, has_piece=bool(cell.piece)):
                if spot.part == SECOND:
                    continue
                ink = self.ink(seen, spot._replace(part=WHOLE), cell.piece, light)
                mark = f"{spot.placed.layer} of {'White' if spot.placed.white else 'Black'}"
                is_area = spot.placed.mark.family is Family.HATCH
                least = LEAST_UNDER_LINE if is_area and square in crossed else LEAST_SEEN
                if ink.share < least or spot.scale < LEAST_SCALE:
                    share = min(ink.share, spot.scale)
                    yield Hidden(names, position.fen(), mark, SQUARE_NAMES[square], share)
                if is_area:
                    areas.setdefault(mark, []).append(ink)
        for mark, inks in areas.items():
            whole = Ink(sum(ink.seen for ink in inks), sum(ink.drawn for ink in inks))
            if whole.share < LEAST_SEEN:
                yield Hidden(names, position.fen(), mark, "all its squares", whole.share)
        if board is not None:
            yield from self._hidden_beside_squares(picture, board, names)

    def ink(self, seen: Pixels, spot: Spot, piece: str, light: bool) -> Ink:
        """Return how much of a mark's ink is seen on a square."""
        return self._mark_alone(spot, piece, light).seen_in(seen)

    def ink_alone(self, spot: Spot, piece: str) -> int:
        """Return how many pixels of ink a mark has that is alone with a piece, or with none, on a light square."""
        return self._mark_alone(spot, piece, True).drawn

    def _mark_alone(self, spot: Spot, piece: str, light: bool) -> Alone:
        key = spot._replace(placed=spot.placed._replace(layer="")), piece, light
        if (piece, light) not in self._bare:
            self._bare[piece, light] = _pixels(self._tiles.tile(Cell(piece), light))
        if key not in self._alone:
            self._alone[key] = Alone.of(_pixels(self._tile(spot, piece, light)), self._bare[piece, light])
        return self._alone[key]

    def board(self, picture: Picture) -> QImage:
        """Return a whole board as it is painted in the window."""
        image = QImage(self.geometry.width, self.geometry.height, QImage.Format.Format_RGB32)
        image.fill(QColor(LIGHT.window))
        with QPainter(image) as painter:
            self._tiles.begin(painter)
            paint_board(self._tiles, picture, self.geometry)
        return image

    def _tile(self, spot: Spot, piece: str, light: bool) -> QImage:
        image = self._tiles.tile(Cell(""), light)
        with QPainter(image) as painter:
            self._tiles.begin(painter)
            is_area = spot.placed.mark.family is Family.HATCH
            if is_area:
                self._tiles.mark(spot, image.rect())
            if piece:
                self._tiles.piece(piece, image.rect())
            if not is_area:
                self._tiles.mark(spot, image.rect())
        return image

    def _hidden_beside_squares(self, picture: Picture, board: QImage, names: tuple[str, ...]) -> Iterator[Hidden]:
        """Yield the strips and lines of which too little is seen."""
        margin: QRect = self.geometry.strip_area(picture.strip_rows)
        bare = picture._replace(strips=tuple(strip._replace(files=0) for strip in picture.strips), lines=())
        for number, strip in enumerate(picture.strips):
            strips = (*bare.strips[:number], strip, *bare.strips[number + 1 :])
            yield from self._hidden_in(bare._replace(strips=strips), bare, board, margin, strip, names)
        without_marks = bare._replace(cells=tuple(Cell(cell.piece) for cell in picture.cells), arrows=())
        for line in picture.lines:
            squares = self.geometry.board_rect
            alone = without_marks._replace(lines=(line,))
            yield from self._hidden_in(alone, without_marks, board, squares, line, names)

    def _hidden_in(
        self, alone: Picture, bare: Picture, board: QImage, rect: QRect, part: Strip | Line, names: tuple[str, ...]
    ) -> Iterator[Hidden]:
        ink = Alone.of(_pixels(self.board(alone).copy(rect)), _pixels(self.board(bare).copy(rect)))
        share = ink.seen_in(_pixels(board.copy(rect))).share
        if share < LEAST_SEEN:
            mark = f"{part.layer} of {'White' if part.white else 'Black'}"
            yield Hidden(names, alone.position.fen(), mark, "the board" if part in alone.lines else "the margin", share)


def _pixels(image: QImage) -> Pixels:
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    colors = rows[:, : image.width()] & np.uint32(0xFFFFFF)
    return colors.view(np.uint8).reshape(image.height(), image.width(), 4)


def _difference(first: Pixels, second: Pixels) -> Pixels:
    difference: Pixels = np.maximum(first, second) - np.minimum(first, second)
    return difference


def shown(names: Sequence[str]) -> list[ShownLayer]:
    """Return layers with their own marks, for both sides."""
    return [ShownLayer(LAYERS[name], Style(LAYERS[name].mark)) for name in names]


def kinds() -> list[str]:
    """Return the layers of all marks; of those that differ in their letters alone, such as badges, two."""
    found: dict[tuple[Family, str], list[str]] = {}
    for name, layer in LAYERS.items():
        found.setdefault(layer.mark[:2], []).append(name)
    return [name for names in found.values() for name in names[:2]]


def hidden_in_pairs(names: Sequence[str], size: int = 64) -> Iterator[Hidden]:
    """Yield the hidden marks where each two layers, of both sides, hold the same squares, some of them with a pawn.

    Two sets of files that have no file in common on any board are left out.
    """
    board = Painted(size)
    position = EMPTY.with_piece(1, "P").with_piece(9, "p")
    for pair in combinations((LAYERS[name] for name in names), 2):
        if all(layer.mark.family is Family.STRIP for layer in pair) and not _have_common_files(*pair):
            continue
        yield from board.hidden(position, [ShownLayer(_on_first_squares(each), Style(each.mark)) for each in pair])


def _on_first_squares(layer: Layer) -> Layer:
    """Return a layer that holds a1, b1, a2 and b2, or if its marks are badges, its side's pawn."""

    def compute(side: Side[Any]) -> int:
        return side.pawns if layer.mark.family is Family.BADGE else 0x303

    return layer._replace(compute=compute)


@cache
def _sides() -> list[Side[int]]:
    return [side for position in islice(random_positions(random.Random(1)), 200) for side in position.sides()]


def _have_common_files(first: Layer, second: Layer) -> bool:
    return any(files_of(first(side)) & files_of(second(side)) for side in _sides())


def hidden_at_random(count: int, seed: int = 1) -> Iterator[Hidden]:
    """Yield the hidden marks on positions of random games with random triples and sixes of layers."""
    numbers = random.Random(seed)
    boards = [Painted(size, flipped=flipped) for size, flipped in product((40, 64), (False, True))]
    for number, position in zip(range(count), random_positions(numbers), strict=False):
        names = numbers.sample(list(LAYERS), 3 if number % 2 else 6)
        yield from boards[number % len(boards)].hidden(position, shown(names))


def random_positions(numbers: random.Random) -> Iterator[Position]:
    """Yield positions of random games without end, each from the tenth to the seventieth ply."""
    while True:
        board = chess.Board()
        for _ in range(numbers.randrange(10, 70)):
            moves = list(board.legal_moves)
            if not moves:
                break
            pawn_moves = [move for move in moves if board.piece_type_at(move.from_square) == chess.PAWN]
            board.push(numbers.choice(pawn_moves if pawn_moves and numbers.random() < 0.5 else moves))
        yield Position.from_fen(board.fen())
