"""Small boards without pieces: skeletons of pawns, masks, and the numbers of bits."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from PySide6.QtCore import QLineF, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QIcon,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from pawnviz.core.board.bitboard import LIGHT_SQUARES, complement, popcount, square_names, squares, to_hex
from pawnviz.core.board.notation import LERF, SquareMapping
from pawnviz.core.picture.skeleton import PawnLink, Skeleton, make_skeleton
from pawnviz.core.words import count_text
from pawnviz.model.preferences import Preference
from pawnviz.override import override
from pawnviz.view.board.geometry import Geometry, is_up
from pawnviz.view.board.shapes import antialiased, fill_with, round_pen
from pawnviz.view.board.swatch import image_of, mixed
from pawnviz.view.widgets.labels import NONE, ValueLabel, plain_label, plain_tip
from pawnviz.view.widgets.layouts import column_of, row_of, with_properties
from pawnviz.view.widgets.theme import Theme, theme_of

SMALLEST: Final = 97  # The least edge of the picture in logical pixels.
LARGEST: Final = 129  # The greatest edge of the picture in logical pixels.


class MaskView(QWidget):
    """A picture of a mask with rank 8 at the top, its squares filled in a side's color or in gray."""

    def __init__(self, name: str, *, white: bool = True) -> None:
        super().__init__(accessibleName=name, accessibleDescription="no squares")
        self.shown_mask = 0  # The squares that are filled.
        self._white = white
        self._muted = False
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_mask(self, mask: int, *, muted: bool = False) -> None:
        """Fill the squares of another mask in the side's color, or in gray."""
        if (mask, muted) != (self.shown_mask, self._muted):
            self.shown_mask, self._muted = mask, muted
            self.setAccessibleDescription(square_names(mask) or "no squares")
            self.update()

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        return 8 * ((min(LARGEST, max(SMALLEST, width)) - 1) // 8) + 1

    @override
    def sizeHint(self) -> QSize:
        return QSize(129, 129)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(SMALLEST, SMALLEST)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        with QPainter(self) as painter:
            scale = self.devicePixelRatioF()
            painter.scale(1 / scale, 1 / scale)
            offset = painter.deviceTransform()
            painter.translate(round(offset.dx()) - offset.dx(), round(offset.dy()) - offset.dy())
            line = max(1, round(scale))
            cell = max(2, (int(min(self.width(), self.height()) * scale) - line) // 8)
            color = QColor(theme.muted_text) if self._muted else theme.mark_color(self._white)
            paint_mask(painter, self.shown_mask, color, theme, cell, line)


@lru_cache(maxsize=8)
def _square_rects(cell: int, line: int) -> tuple[QRect, ...]:
    places = (((square & 7) * cell + line, (7 - (square >> 3)) * cell + line) for square in range(64))
    return tuple(QRect(left, top, cell - line, cell - line) for left, top in places)


def paint_mask(painter: QPainter, mask: int, color: QColor, theme: Theme, cell: int, line: int = 1) -> None:
    """Paint a board of squares every ``cell`` units with lines between them; those of a mask have the color."""
    rects = _square_rects(cell, line)
    painter.fillRect(0, 0, 8 * cell + line, 8 * cell + line, QColor(theme.border))
    light, dark = LIGHT_SQUARES & complement(mask), complement(LIGHT_SQUARES | mask)
    for shade, filled in ((QColor(theme.light_square), light), (QColor(theme.dark_square), dark), (color, mask)):
        fill_with(painter, shade)
        painter.drawRects([rects[square] for square in squares(filled)])


class MaskEditor(MaskView):
    """A mask whose squares are switched by click, drag or key."""

    edited = Signal()  # The user switched a square.

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._cursor = 0
        self._filling: bool | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedSize(8 * _CELL + 1, 8 * _CELL + 1)
        self.setToolTip("Click or drag to switch squares; arrow keys and Space do the same")

    def square_at(self, x: float, y: float) -> int | None:
        """Return the square at a point of the widget, or None."""
        cell = (self.width() - 1) // 8
        file, row = int(x // cell), int(y // cell)
        return 8 * (7 - row) + file if 0 <= file < 8 and 0 <= row < 8 and x >= 0 and y >= 0 else None

    def _switch(self, square: int, filled: bool) -> None:
        mask = self.shown_mask | 1 << square if filled else self.shown_mask & complement(1 << square)
        if mask != self.shown_mask:
            self.set_mask(mask)
            self.edited.emit()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        square = self.square_at(event.position().x(), event.position().y())
        if square is not None and event.button() == Qt.MouseButton.LeftButton:
            self._cursor = square
            self._filling = not self.shown_mask >> square & 1
            self._switch(square, self._filling)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        square = self.square_at(event.position().x(), event.position().y())
        if square is not None and self._filling is not None:
            self._switch(square, self._filling)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._filling = None

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}
        if event.key() in steps:
            files, ranks = steps[Qt.Key(event.key())]
            file = min(7, max(0, (self._cursor & 7) + files))
            rank = min(7, max(0, (self._cursor >> 3) + ranks))
            self._cursor = 8 * rank + file
            self.update()
        elif event.key() == Qt.Key.Key_Space:
            self._switch(self._cursor, not self.shown_mask >> self._cursor & 1)
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            cell = (self.width() - 1) // 8
            with QPainter(self) as painter:
                painter.setPen(QPen(self.palette().text().color(), 2))
                painter.drawRect(
                    (self._cursor & 7) * cell + 1, (7 - (self._cursor >> 3)) * cell + 1, cell - 1, cell - 1
                )


ICON_EDGE: Final = 40  # The usual edge of a skeleton in rows and chips, in logical pixels.

SKELETON_KEY: Final = (
    "White's pawns are discs, Black's are squares, isolated ones hollow. Thick lines are chains, thin lines phalanxes, "
    "bars rams, and rays lead from passed pawns to promotion."
)
"""The meaning of the marks and lines, for tool tips."""


class SkeletonColors(NamedTuple):
    """Opaque colors: of the odd and the even files, White's and Black's marks, bars of rams, and changed squares."""

    files: tuple[QColor, QColor]
    white: QColor
    black: QColor
    bar: QColor
    changed: QColor
    changed_edge: QColor

    def of(self, white: bool) -> QColor:
        """Return the color of a side's marks."""
        return self.white if white else self.black


@antialiased
def draw_skeleton(painter: QPainter, skeleton: Skeleton, rect: QRectF, theme: Theme, *, flipped: bool = False) -> None:
    """Draw a skeleton into a square, whose units are whole device pixels if the picture is to be crisp."""
    _Drawing(painter, skeleton, rect, theme, flipped).draw()


@lru_cache(maxsize=128)
def skeleton_image(skeleton: Skeleton, theme: Theme, edge: int, ratio: float, *, flipped: bool = False) -> QImage:
    """Return the picture of a skeleton, cached; ``edge`` is in logical pixels of ``ratio`` device pixels each."""
    return image_of(lambda painter, rect: draw_skeleton(painter, skeleton, rect, theme, flipped=flipped), edge, ratio)


def skeleton_icon(
    white: int,
    black: int,
    theme: Theme,
    *,
    former: tuple[int, int] | None = None,
    edge: int = ICON_EDGE,
    flipped: bool = False,
) -> QIcon:
    """Return the skeleton of White's and Black's pawns as an icon, with a picture for each screen's scale.

    ``former`` are White's and Black's pawns before the change that is marked. Selected rows show it unchanged.
    """
    skeleton, icon = make_skeleton(white, black, former), QIcon()
    for ratio in {screen.devicePixelRatio() for screen in QGuiApplication.screens()}:
        picture = QPixmap.fromImage(skeleton_image(skeleton, theme, edge, ratio, flipped=flipped))
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):
            icon.addPixmap(picture, mode)
    return icon


@lru_cache(maxsize=16)
def skeleton_colors(theme: Theme) -> SkeletonColors:
    """Return the colors of skeletons in a theme: marks at a contrast of 3:1 to what is below them."""
    is_dark = theme.name == "dark"
    # The square's color that is further from the marks.
    ground, other = theme.light_square, theme.dark_square
    if is_dark:
        ground, other = other, ground
    return SkeletonColors(
        files=(QColor(ground), mixed(other, ground, 0.3)),
        # Each side's color moves towards its own, which tells them apart in gray.
        white=mixed(theme.white_mark, "#ffffff", 0.7 if is_dark else 0.8),
        black=mixed(theme.black_mark, "#000000", 0.82 if is_dark else 0.72),
        bar=QColor(theme.text),
        changed=QColor("#3d3610" if is_dark else "#ffdf5e"),
        changed_edge=QColor("#f0d24a" if is_dark else "#b98900"),
    )


class _Drawing:
    """A skeleton that is being drawn, on squares of whole units."""

    def __init__(self, painter: QPainter, skeleton: Skeleton, rect: QRectF, theme: Theme, flipped: bool) -> None:
        self._painter = painter
        self._skeleton = skeleton
        self._colors = skeleton_colors(theme)
        self._turned = Geometry(0, 0, flipped)  # The columns and rows of squares.
        self._cell = cell = max(1, int(min(rect.width(), rect.height()) // 8))
        corner = QPointF(rect.center() - QPointF(4 * cell, 4 * cell))
        self._board = QRect(round(corner.x()), round(corner.y()), 8 * cell, 8 * cell)
        # Marks have whole units, so that squares are crisp.
        self._edges = {True: max(2, round(cell * 0.78)), False: max(2, round(cell * 0.71))}

    def draw(self) -> None:
        """Draw everything, from the ground up."""
        skeleton = self._skeleton
        self._draw_ground()
        for square in squares(skeleton.changed):
            self._draw_changed(square)
        for pawns, white in ((skeleton.white, True), (skeleton.black, False)):
            for square in squares(pawns & skeleton.passed):
                self._draw_ray(square, white)
        for link in skeleton.phalanxes:
            self._draw_link(link, 0.15)
        for link in skeleton.chains:
            self._draw_link(link, 0.36)
        for pawns, white in ((skeleton.white, True), (skeleton.black, False)):
            for square in squares(pawns):
                self._draw_pawn(square, white)
        for square in squares(skeleton.rammed):
            self._draw_bar(square)

    # Places

    def _square_rect(self, square: int) -> QRect:
        cell = self._cell
        column, row = self._turned.column(square & 7), self._turned.row(square >> 3)
        return QRect(self._board.left() + column * cell, self._board.top() + row * cell, cell, cell)

    def _mark_rect(self, square: int, white: bool) -> QRectF:
        # A small ring has to be larger, to be seen as hollow.
        edge = self._edges[white] + (self._cell < 9 and self._skeleton.isolated >> square & 1)
        inset = (self._cell - edge) // 2
        place = self._square_rect(square).topLeft()
        return QRectF(place.x() + inset, place.y() + inset, edge, edge)

    # Parts

    def _draw_ground(self) -> None:
        painter, cell, board = self._painter, self._cell, self._board
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(board), cell * 0.5, cell * 0.5)
        first, second = self._colors.files
        painter.fillPath(shape, first)
        stripes = QPainterPath()
        for file in range(0, 8, 2):
            stripes.addRect(QRectF(board.left() + self._turned.column(file) * cell, board.top(), cell, 8 * cell))
        painter.fillPath(shape.intersected(stripes), second)

    def _draw_changed(self, square: int) -> None:
        if not (self._skeleton.white | self._skeleton.black) >> square & 1:
            radius = max(1.0, self._cell * 0.18)
            fill_with(self._painter, self._colors.changed_edge)
            self._painter.drawEllipse(QRectF(self._square_rect(square)).center(), radius, radius)
            return
        line = max(1.0, self._cell * 0.08)
        rect = QRectF(self._square_rect(square)).adjusted(-line / 2, -line / 2, line / 2, line / 2)
        fill_with(self._painter, self._colors.changed, QPen(self._colors.changed_edge, line))
        self._painter.drawRoundedRect(rect, self._cell * 0.2, self._cell * 0.2)

    def _draw_ray(self, square: int, white: bool) -> None:
        middle, width = self._mark_rect(square, white).center(), max(1.0, round(self._cell * 0.4))
        end = self._board.top() if is_up(white, self._turned.flipped) else self._board.bottom() + 1
        ray = QRectF(middle.x() - width / 2, min(middle.y(), end), width, abs(end - middle.y()))
        color = mixed(self._colors.of(white).name(), self._colors.files[0].name(), 0.38)
        self._painter.fillRect(ray, color)

    def _draw_link(self, link: PawnLink, share: float) -> None:
        self._painter.setPen(round_pen(self._colors.of(link.white), max(1.0, self._cell * share)))
        first, last = (self._mark_rect(square, link.white).center() for square in (link.west, link.east))
        self._painter.drawLine(QLineF(first, last))

    def _draw_pawn(self, square: int, white: bool) -> None:
        painter, color, rect = self._painter, self._colors.of(white), self._mark_rect(square, white)
        is_hollow = self._skeleton.isolated >> square & 1
        if is_hollow:
            line = max(1.0, round(self._cell * 0.17))
            rect = rect.adjusted(line / 2, line / 2, -line / 2, -line / 2)
            painter.setPen(
                QPen(color, line, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap, Qt.PenJoinStyle.MiterJoin)
            )
            is_changed = self._skeleton.changed >> square & 1
            painter.setBrush(self._colors.changed if is_changed else self._colors.files[0])
        else:
            fill_with(painter, color)
        if white:
            painter.drawEllipse(rect)
        else:
            painter.drawRect(rect)

    def _draw_bar(self, square: int) -> None:
        middle = (self._mark_rect(square, True).center() + self._mark_rect(square + 8, False).center()) / 2
        length, width = round(self._cell * 0.9), max(1, round(self._cell * 0.26))
        bar = QRectF(round(middle.x() - length / 2), round(middle.y() - width / 2), length, width)
        self._painter.fillRect(bar, self._colors.bar)


class SkeletonLabel(QWidget):
    """The picture of a skeleton in the colors of the theme, turned as the board; hidden while there are no pawns."""

    def __init__(self, flipped: Preference[bool], edge: int = ICON_EDGE) -> None:
        super().__init__(accessibleName="Picture of the pawns", toolTip=plain_tip(SKELETON_KEY), visible=False)
        self._flipped = flipped
        self._skeleton: Skeleton | None = None
        self.setFixedSize(edge, edge)
        flipped.changed.connect(self.update)

    def show_pawns(self, white: int, black: int) -> None:
        """Show White's and Black's pawns, given as masks."""
        self._skeleton = make_skeleton(white, black)
        self.setVisible(bool(white | black))
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._skeleton is not None:
            ratio, flipped = self.devicePixelRatioF(), self._flipped.value
            image = skeleton_image(self._skeleton, theme_of(self), self.width(), ratio, flipped=flipped)
            with QPainter(self) as painter:
                painter.drawImage(QPoint(0, 0), image)


_EDGE: Final = 129  # The edge of the picture of a side's mask in logical pixels.


class SidePicture(QWidget):
    """The mask of one side: how many squares it has, a picture, and the number in hexadecimal."""

    def __init__(self, white: bool) -> None:
        super().__init__()
        side = "White" if white else "Black"
        self.count = ValueLabel(f"{side}'s squares", muted=True)
        self.picture = MaskView(f"{side}'s mask", white=white)
        self.picture.setFixedSize(_EDGE, _EDGE)
        self.hex = ValueLabel(f"{side}'s mask in hexadecimal", fixed=True, scale=0.85)
        heading = row_of(plain_label(side, bold=True), (self.count, 1), spacing=6)
        column_of(heading, self.picture, self.hex, parent=self, margins=0, spacing=2)
        # The same width for every number, so that nothing moves while one types.
        self.hex.setText(to_hex(0))
        heading_width = self.fontMetrics().horizontalAdvance(f"{side} was 64 squares") + 16
        self.setFixedWidth(max(self.hex.sizeHint().width(), _EDGE, heading_width))

    def show_mask(self, mask: int, *, stale: bool) -> None:
        """Show a mask, in gray if it is out of date."""
        self.picture.set_mask(mask, muted=stale)
        count = count_text(popcount(mask), "square")
        self.count.show_text((f"was {count}" if mask else NONE) if stale else count)
        self.hex.show_text(to_hex(mask))


_CELL: Final = 20  # The edge of a square in logical pixels.


class MappingPicture(QWidget):
    """A small board with the number of each square's bit; the first byte stands out."""

    def __init__(self) -> None:
        super().__init__(accessibleName="Where the bits lie")
        self.setFixedSize(8 * _CELL + 1, 8 * _CELL + 1)
        self.set_mapping(LERF)

    def set_mapping(self, mapping: SquareMapping) -> None:
        """Show another mapping."""
        self._mapping = mapping
        with_properties(self, accessibleDescription=mapping.title, toolTip=mapping.title)
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        with QPainter(self) as painter:
            font = painter.font()
            font.setPixelSize(9)
            painter.setFont(font)
            for square in range(64):
                bit = self._mapping.bit(square)
                rect = QRectF(1 + (square & 7) * _CELL, 1 + (7 - (square >> 3)) * _CELL, _CELL, _CELL)
                shade = theme.light_square if LIGHT_SQUARES >> square & 1 else theme.dark_square
                painter.fillRect(rect, QColor(theme.white_mark if bit < 8 else shade))
                painter.setPen(QColor(theme.badge_text if bit < 8 else theme.text))
                painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(bit))
            painter.setPen(QPen(QColor(theme.border), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
