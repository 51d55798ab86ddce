"""The lives of a game's pawns on the axis of its moves, and the parts that all views of a game share."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.games.lives import CAPTURED, PROMOTED, PawnLife, StructureSpell, spell_words, structure_spells
from pawnviz.core.games.tree import MoveLine
from pawnviz.core.labels.table import LABELS, Tone
from pawnviz.model.games.game import OpenGame
from pawnviz.override import override, plain_override
from pawnviz.view.widgets.theme import Theme, theme_of

LEFT: Final = 30  # The room left of the first position, for names and scales, in logical pixels.
_RIGHT: Final = 8
_NUMBER_STEPS: Final = (1, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000)  # The distances of them in moves.
_CHOICES: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_STEPS: Final = {
    **{Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10},
    **{Qt.Key.Key_Home: -1_000_000, Qt.Key.Key_End: 1_000_000},
}
"""The numbers of moves by keys; the keys in both go to another choice with Shift."""


def go_by_key(game: OpenGame, event: QKeyEvent) -> bool:
    """Go through a game by a key, and return whether the key is for that."""
    key = Qt.Key(event.key())
    has_shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    if key in _CHOICES and (has_shift or key not in _STEPS):
        game.change_variation(_CHOICES[key])
    elif key in _STEPS:
        game.step(_STEPS[key])
    else:
        return False
    return True


class GamePart(QWidget):
    """A part of a page about the open game, which is read once the part is visible."""

    def __init__(self, game: OpenGame) -> None:
        super().__init__()
        self._game = game
        self._is_stale = True
        game.changed.connect(self.follow_game)
        game.moved.connect(self._follow_move)

    def show_game(self) -> None:
        """Show the game and its current move."""

    def show_move(self) -> None:
        """Show the current move of the game that is shown; nothing in a part that is about the whole game."""

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale:
            self.follow_game()

    @Slot()
    def follow_game(self) -> None:
        """Show the game anew, at once or when the part is next visible."""
        self._is_stale = not self.isVisible()
        if not self._is_stale:
            self.show_game()

    @Slot()
    def _follow_move(self) -> None:
        if not self._is_stale:
            self.show_move()


class TipView(QWidget):
    """A view with ``tip_at`` the place under the pointer as its tool tip."""

    def tip_at(self, x: float, y: float) -> str:
        """Return the tool tip of a place, or an empty text."""
        return ""

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            # An empty text hides the tool tip.
            QToolTip.showText(event.globalPos(), self.tip_at(event.pos().x(), event.pos().y()), self)
            return True
        return super().event(event)


class MoveAxis(NamedTuple):
    """The axis of a view of this width over a line of moves with this many positions, from left to right."""

    width: int
    position_count: int

    def x(self, ply: float) -> float:
        """Return the left edge of the position of a ply."""
        return LEFT + (self.width - LEFT - _RIGHT) * ply / max(1, self.position_count)

    def ply_at(self, x: float) -> int | None:
        """Return the ply of the position at a place from the left, or None beside all."""
        if x < LEFT or not self.position_count:
            return None
        ply = int((x - LEFT) * self.position_count / max(1, self.width - LEFT - _RIGHT))
        return ply if ply < self.position_count else None

    def nearest_ply(self, x: float) -> int:
        """Return the ply of the nearest position to a place from the left."""
        ply = self.ply_at(x)
        return ply if ply is not None else 0 if x < LEFT else max(0, self.position_count - 1)


class TimelineView(TipView):
    """A painted view of the open game on the axis of its moves; ``_paint_game`` paints what stays until ``_forget``."""

    def __init__(self, game: OpenGame, name: str) -> None:
        super().__init__()
        self._game = game
        self._key: Hashable = None
        self._pressed: QPointF | None = None
        self._picture = QPixmap()
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def axis(self) -> MoveAxis:
        """The axis of the positions."""
        line = self._game.line
        return MoveAxis(self.width(), len(line.positions) if line is not None else 0)

    @Slot()
    def _forget(self) -> None:
        self._key = None
        self.update()

    def _paint_game(self, painter: QPainter) -> None:
        """Paint all parts that do not depend on the current move."""

    def _begin(self, painter: QPainter) -> Theme:
        theme, ratio = theme_of(self), self.devicePixelRatioF()
        small = QFont(self.font())
        small.setPixelSize(10)
        painter.setFont(small)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        key = (self.width(), self.height(), ratio, theme)
        if key != self._key:
            self._key = key
            self._picture = QPixmap(round(self.width() * ratio), round(self.height() * ratio))
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            with QPainter(self._picture) as inner:
                inner.setRenderHints(painter.renderHints())
                inner.setFont(small)
                self._paint_game(inner)
        painter.drawPixmap(QPoint(0, 0), self._picture)
        return theme

    def _paint_current(self, painter: QPainter, top: float, bottom: float, theme: Theme) -> None:
        """Paint the current position as a column with a line at its beginning, and the frame of the focus."""
        left, right = self.axis.x(self._game.ply), self.axis.x(self._game.ply + 1)
        shade = QColor(theme.cursor)
        shade.setAlpha(50)
        painter.fillRect(QRectF(left, top, max(2.0, right - left), bottom - top), shade)
        painter.setPen(QPen(QColor(theme.cursor), 1))
        painter.drawLine(QPointF(left, top), QPointF(left, bottom))
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.cursor), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def clicked_ply(self, x: float, y: float) -> int | None:
        """Return the ply to which a click at a place goes, or None."""
        return self.axis.ply_at(x)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        ply = self.clicked_ply(event.position().x(), event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and ply is not None:
            self._pressed = event.position()
            self._game.go_to(ply)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            way = event.position() - (self._pressed or event.position())
            if self._pressed is None or way.manhattanLength() >= QApplication.startDragDistance():
                self._pressed = None  # It is a drag from now on.
                self._game.go_to(self.axis.nearest_ply(event.position().x()))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not go_by_key(self._game, event):
            super().keyPressEvent(event)


def paint_other_set(painter: QPainter, theme: Theme, center: QPointF, color: QColor) -> None:
    """Paint the mark of a set that changed while its count did not."""
    x, y = center.x(), center.y()
    painter.setPen(QPen(color, 1.2))
    painter.setBrush(QColor(theme.base))
    painter.drawPolygon([QPointF(x - 3, y), QPointF(x, y - 3), QPointF(x + 3, y), QPointF(x, y + 3)])


_HEAD: Final = 34  # The room above the lives: the structures, and the numbers of the moves.
_STRIP: Final = 17  # The bottom of the boxes of the structures in that room.
_GAP: Final = 8  # The room between White's lives and Black's.
_CROSS: Final = 4  # The half width of the cross of a capture.
_NEAR: Final = 3  # The distance from the pointer within which something is named.

_SIGN: Final = 20  # The width of a sign in logical pixels.
_SIGNS: Final = {  # The meanings of the signs.
    **{"full": "strong", "hatched": "weak", "outlined": "stopped", "double line": "protected"},
    **{"number": "rank reached", "cross": "captured", "diamond": "another set of the same size"},
}


class _Band(NamedTuple):
    first: int
    end: int
    labels: tuple[str, ...]  # Those of all that time, the leading one first.


class LifeView(TimelineView):
    """A row for each pawn of the open game, from its home square to its end, and the current move as a line across."""

    def __init__(self, game: OpenGame) -> None:
        super().__init__(game, "Lives of the pawns")
        self._room = 0
        self._kept_structures: tuple[StructureSpell, ...] | None = None
        game.changed.connect(self._show_game)
        game.moved.connect(self.update)
        game.lives_found.connect(self._forget)

    @Slot()
    def _show_game(self) -> None:
        self._kept_structures = None  # They are computed once they are seen.
        self.set_room(self._room)
        self._forget()

    def set_room(self, height: int) -> None:
        """Give all rows the same height within this one, as far as they can be read."""
        self._room = height
        line = self._game.line
        count = line.positions[0].pawns.bit_count() if line is not None else 16
        row = (height - _HEAD - _GAP - 4) // max(1, count)
        self.row_height = max(12, min(24, row))  # That of a life.
        self.setFixedHeight(_HEAD + count * self.row_height + _GAP + 4)

    @property
    def _structures(self) -> tuple[StructureSpell, ...]:
        line = self._game.line
        if self._kept_structures is None:
            self._kept_structures = structure_spells(line) if line is not None else ()
        return self._kept_structures

    # Places

    def _x(self, ply: float) -> float:
        return self.axis.x(ply)

    def row_rect(self, number: int) -> QRect:
        """Return the row of a life by its number from 0."""
        lives, row = self._game.lives, self.row_height
        gap = _GAP if number < len(lives) and not lives[number].white else 0
        return QRect(0, _HEAD + number * row + gap, self.width(), row)

    # Painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._game.line is not None:
            with QPainter(self) as painter:
                theme = self._begin(painter)
                self._paint_current(painter, _HEAD - 14, self.height(), theme)

    @plain_override
    def _paint_game(self, painter: QPainter) -> None:
        theme = theme_of(self)
        if self._game.line is not None:
            self._paint_head(painter, theme, self._game.line)
        for number, life in enumerate(self._game.lives):
            self._paint_life(painter, theme, number, life)

    def _paint_head(self, painter: QPainter, theme: Theme, line: MoveLine) -> None:
        for box, text in self._named_structures(painter.fontMetrics()):
            painter.setBrush(QColor(theme.button))
            painter.setPen(QPen(QColor(theme.border), 1))
            painter.drawRoundedRect(box, 3, 3)
            painter.setPen(QColor(theme.text))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        # Numbers do not touch each other.
        fitting = (step for step in _NUMBER_STEPS if self._x(2 * step) - LEFT >= 34)
        step = next(fitting, _NUMBER_STEPS[-1])
        painter.setPen(QColor(theme.muted_text))
        for ply, move in enumerate(line.moves, 1):
            number, x = str(move.number), self._x(ply)
            has_room = x + painter.fontMetrics().horizontalAdvance(number) <= self.width()
            if move.white and move.number % step == 0 and has_room:
                painter.drawText(QPointF(x, _HEAD - 4), number)

    def _named_structures(self, metrics: QFontMetrics) -> list[tuple[QRectF, str]]:
        # Boxes without room for a whole name are left out: the tool tips have all names.
        boxes = []
        for spell in self._structures:
            left, right = self._x(spell.first), self._x(spell.end)
            box = QRectF(left + 0.5, 2, right - left - 1, _STRIP - 2)
            names = (spell.found.heading, spell.found.title)
            boxes += [(box, name) for name in names if metrics.horizontalAdvance(name) + 7 <= box.width()][:1]
        return boxes

    def _paint_life(self, painter: QPainter, theme: Theme, number: int, life: PawnLife) -> None:
        row = self.row_rect(number)
        middle = row.center().y() + 0.5
        color = theme.mark_color(life.white)
        painter.setPen(QColor(theme.text))
        name = QRectF(0, row.top(), LEFT - 6, row.height())
        painter.drawText(name, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, SQUARE_NAMES[life.home])
        painter.setPen(QPen(color, 1.4))
        painter.drawLine(QPointF(self._x(0), middle), QPointF(self._x(life.end), middle))
        for spell in life.spells:
            if not LABELS[spell.layer].band:
                beside = middle + 2.5
                painter.drawLine(QPointF(self._x(spell.first), beside), QPointF(self._x(spell.end), beside))
        marks = self._marks(painter.fontMetrics(), life, middle)
        for band in _bands_of(life):
            self._paint_band(painter, theme, band, middle, color, [box for box, _ in marks])
        for box, text in marks:
            _paint_mark(painter, theme, box, text, color)
        x = self._x(life.end)
        if life.fate == CAPTURED:
            _paint_capture(painter, theme, QPointF(x, middle), color)
        elif life.fate == PROMOTED:
            painter.setPen(QPen(QColor(theme.base), 1))
            painter.setBrush(color)
            painter.drawPolygon([QPointF(x - 5, middle + 5), QPointF(x, middle - 6), QPointF(x + 5, middle + 5)])

    def _marks(self, metrics: QFontMetrics, life: PawnLife, middle: float) -> list[tuple[QRectF, str]]:
        marks: list[tuple[QRectF, str]] = []
        last = self._x(life.end) - (_CROSS if life.fate == CAPTURED else 0)
        ends = [*(self._x(stay.first) for stay in life.stays[2:]), last]
        for before, stay, end in zip(life.stays, life.stays[1:], ends, strict=False):
            name = SQUARE_NAMES[stay.square]
            text = name[1] if name[0] == SQUARE_NAMES[before.square][0] else name
            x, width = self._x(stay.first), metrics.horizontalAdvance(text) + 4
            if x + width > end - 1:
                text, width = "", 2
            marks.append((QRectF(x - 1, middle - 5.5, width, 11), text))
        return marks

    def _paint_band(
        self, painter: QPainter, theme: Theme, band: _Band, middle: float, color: QColor, marks: Sequence[QRectF]
    ) -> None:
        high = max(11, self.row_height - 6)
        box = QRectF(self._x(band.first), middle - high / 2, self._x(band.end) - self._x(band.first), high)
        first = LABELS[band.labels[0]]
        _paint_tone(painter, theme, box, first.tone, color)
        ink = QColor(theme.badge_text if first.tone is Tone.GOOD else theme.text)
        width = painter.fontMetrics().horizontalAdvance
        for text in (" · ".join(LABELS[name].band for name in band.labels), first.band):
            left = _free_place(box, marks, width(text) + 8)
            if left is not None:
                words = QRectF(left + 2, box.top() + 1, width(text) + 4, high - 2)
                if first.tone is not Tone.GOOD:
                    painter.fillRect(words, QColor(theme.base))
                painter.setPen(ink)
                painter.drawText(words, Qt.AlignmentFlag.AlignCenter, text)
                return

    # Hands

    def _life_at(self, y: float) -> PawnLife | None:
        rows = enumerate(self._game.lives)
        return next((life for number, life in rows if self.row_rect(number).contains(0, int(y))), None)

    @plain_override
    def clicked_ply(self, x: float, y: float) -> int | None:
        ply, life = self.axis.ply_at(x), self._life_at(y)
        if ply is None:
            return None
        if y < _STRIP:
            times = [(spell.first, spell.end) for spell in self._structures]
        else:
            times = [(band.first, band.end) for band in _bands_of(life)] if life is not None else []
        return next((first for first, end in times if first <= ply < end), ply)

    @plain_override
    def tip_at(self, x: float, y: float) -> str:
        """Return the structures at a place, or the pawn there with its labels and their times."""
        ply = self.axis.ply_at(x)
        line = self._game.line
        if ply is None or line is None:
            return ""
        first, last = (self.axis.nearest_ply(x + across) for across in (-_NEAR, _NEAR))
        if y < _HEAD:
            structures = [spell for spell in self._structures if spell.first <= last and first < spell.end]
            return "\n".join(spell_words(spell, line) for spell in structures)
        life = self._life_at(y)
        if life is None:
            return ""
        if life.square_at(ply) is None:
            return f"{life.name_at(life.end - 1)} was {life.fate} by {line.moves[life.end - 1].text}"
        sentences = [life.name_at(ply)]
        beside = [spell for spell in life.spells if spell.first <= last and first < spell.end]
        for spell in dict.fromkeys([*life.spells_at(ply), *beside]):
            since = f"since {line.moves[spell.first - 1].text}" if spell.first else "from the start"
            until = f", until {line.moves[spell.end - 1].text}" if spell.end < life.end else ""
            sentences.append(f"{LABELS[spell.layer].life_word} {since}{until}")
        return "\n".join(sentences)


def _paint_tone(painter: QPainter, theme: Theme, box: QRectF, tone: Tone, color: QColor) -> None:
    """Paint a band: full for a good state, hatched for a bad one, an outline for one that stops a pawn."""
    painter.setPen(QPen(color, 1))
    painter.setBrush(color if tone is Tone.GOOD else QColor(theme.base))
    painter.drawRoundedRect(box, 3, 3)
    if tone is Tone.BAD:
        painter.save()
        painter.setClipRect(box)
        painter.setOpacity(0.45)
        painter.setPen(QPen(color, 1.2))
        for step in range(int(box.width() / 5) + 4):
            x = box.left() + 5 * step
            painter.drawLine(QPointF(x - box.height(), box.bottom()), QPointF(x, box.top()))
        painter.restore()


def _paint_mark(painter: QPainter, theme: Theme, box: QRectF, text: str, color: QColor) -> None:
    painter.setPen(QPen(color, 1))
    painter.setBrush(QColor(theme.base))
    if text:
        painter.drawRoundedRect(box, 2, 2)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    else:
        painter.drawLine(QPointF(box.center().x(), box.top()), QPointF(box.center().x(), box.bottom()))


def _paint_capture(painter: QPainter, theme: Theme, center: QPointF, color: QColor) -> None:
    x, y = center.x(), center.y()
    for pen in (QPen(QColor(theme.base), 4), QPen(color, 1.8)):
        painter.setPen(pen)
        painter.drawLine(QPointF(x - 3.5, y - 3.5), QPointF(x + 3.5, y + 3.5))
        painter.drawLine(QPointF(x - 3.5, y + 3.5), QPointF(x + 3.5, y - 3.5))


def _free_place(box: QRectF, marks: Sequence[QRectF], width: float) -> float | None:
    """Return the first place in a box for something of this width between marks, from the left; None without one."""
    inside = [mark for mark in marks if mark.right() > box.left() and mark.left() < box.right()]
    lefts = [box.left(), *(mark.right() for mark in inside)]
    rights = [*(mark.left() for mark in inside), box.right()]
    return next((left for left, right in zip(lefts, rights, strict=True) if right - left >= width), None)


def _bands_of(life: PawnLife) -> list[_Band]:
    bands: list[_Band] = []
    spells = [spell for spell in life.spells if LABELS[spell.layer].band]
    borders = sorted({0, life.end, *(spell.first for spell in spells), *(spell.end for spell in spells)})
    for first, end in itertools.pairwise(borders):
        labels = tuple(spell.layer for spell in life.spells_at(first) if LABELS[spell.layer].band)
        general = {LABELS[name].kind_of for name in labels}
        labels = tuple(name for name in labels if name not in general and LABELS[name].told_with not in labels)
        last = bands[-1] if bands else None
        if last is not None and labels and last.end == first and last.labels[0] == labels[0]:
            bands[-1] = _Band(last.first, end, tuple(label for label in last.labels if label in labels))
        elif labels:
            bands.append(_Band(first, end, labels))
    return bands


class LifeKey(QWidget):
    """The signs with their words in a line, as many as fit; the tool tip has all."""

    def __init__(self) -> None:
        super().__init__()
        font = QFont(self.font())
        font.setPixelSize(11)
        self.setFont(font)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(self.fontMetrics().height() + 4)
        self.setAccessibleName("Key")
        meanings = [f"{sign}: {words}" for sign, words in _SIGNS.items()]
        self.setAccessibleDescription("; ".join(meanings))
        self.setToolTip("\n".join(meaning.capitalize() for meaning in meanings))

    def places(self, width: int) -> dict[str, QRectF]:
        """Return the places of the signs with their words that fit into a line of this width, the first ones first."""
        metrics = QFontMetricsF(self.font())
        places: dict[str, QRectF] = {}
        x = 6.0
        for sign, words in _SIGNS.items():
            across = _SIGN + 5 + metrics.horizontalAdvance(words)
            if x + across > width:
                break
            places[sign] = QRectF(x, 0, across, self.height())
            x += across + 12
        return places

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        color = QColor(theme.muted_text)
        tones = {"full": Tone.GOOD, "hatched": Tone.BAD, "outlined": Tone.STOPPED}
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for sign, place in self.places(self.width()).items():
                middle = place.center().y()
                box = QRectF(place.left(), middle - 5, _SIGN - 2, 10)
                painter.setPen(QPen(color, 1.4))
                if sign in tones:
                    _paint_tone(painter, theme, box, tones[sign], color)
                elif sign == "double line":
                    for y in (middle - 1.5, middle + 1.5):
                        painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
                elif sign == "number":
                    _paint_mark(painter, theme, QRectF(box.left() + 5, box.top(), 9, 10), "4", color)
                elif sign == "cross":
                    _paint_capture(painter, theme, box.center(), color)
                else:
                    paint_other_set(painter, theme, box.center(), color)
                painter.setPen(QColor(theme.muted_text))
                words = place.adjusted(_SIGN + 4, 0, 2, 0)
                painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, _SIGNS[sign])
