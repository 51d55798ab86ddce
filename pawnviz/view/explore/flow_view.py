"""The flow of structures as a river: columns of structures, as high as games have them, and bands between them."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy

from pawnviz.core.collections.answer import FEW_GAMES, interval, mean_text, share_text
from pawnviz.core.collections.flow import Band, Flow, Node
from pawnviz.core.picture.skeleton import make_skeleton
from pawnviz.core.words import count_text
from pawnviz.model.preferences.preferences import Preference
from pawnviz.override import override, plain_override
from pawnviz.view.board.skeleton_picture import skeleton_image
from pawnviz.view.games.game_view import TipView
from pawnviz.view.widgets.theme import PALETTE, Theme, theme_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

_HEADING: Final = 22  # The height of the columns' headings in logical pixels.
_BAR: Final = 9  # The width of a node.
_MARGIN: Final = 6
_GAP: Final = 3  # The room between two nodes, where there are few.
_LEAST_LABEL: Final = 15  # The height of a node from which on it is named,
_LEAST_ICON: Final = 26  # and from which on it has its skeleton.
_ICON: Final = 24
_BY_KEY: Final = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
_BAND_OPACITY, _HOVERED_OPACITY = 0.32, 0.7


class Place(NamedTuple):
    """A node or a band of the flow: the number of its column from 0 and its own, ``is_band`` for a band behind it."""

    column: int
    number: int
    is_band: bool = False


class FlowView(TipView):
    """The flow of the games that a question found; a click on a structure or a band asks for its games.

    The arrow keys go from structure to structure, Enter asks for the games of the current one.
    """

    games_wanted = Signal(object)  # The places, among the spells, of the games of a node or a band.

    def __init__(self, flipped: Preference[bool]) -> None:
        super().__init__()
        self._flipped = flipped
        flipped.changed.connect(self.update)
        self._flow: Flow | None = None
        self._surplus: NDArray[Any] | None = None
        self._nodes: dict[Place, QRectF] = {}
        self._bands: dict[Place, QPainterPath] = {}
        self._colors: dict[str, QColor] = {}
        self._hovered: Place | None = None
        self.current: Place | None = None  # The structure that the keys have reached.
        self.setAccessibleName("Flow of structures")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_flow(self, flow: Flow | None, surplus: NDArray[Any] | None = None) -> None:
        """Show a flow, or nothing; ``surplus`` is White's score above the expected one in each of its games or NaN."""
        self._flow, self._surplus = flow, surplus
        self._hovered = self.current = None
        self._lay_out()
        if self.hasFocus() and self._nodes:
            self._step(0, 0)

    @override
    def sizeHint(self) -> QSize:
        return QSize(560, 320)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(260, 140)

    # Layout

    def _lay_out(self) -> None:
        self._nodes, self._bands = {}, {}
        flow = self._flow
        if flow is not None and flow.columns and flow.columns[0]:
            self._color_titles(flow)
            for number, column in enumerate(flow.columns):
                self._place_nodes(number, column, self._scale(flow))
            for number, bands in enumerate(flow.bands):
                self._place_bands(number, bands, self._scale(flow))
        self.update()

    def _color_titles(self, flow: Flow) -> None:
        counts: dict[str, int] = {}
        for node in chain.from_iterable(flow.columns):
            counts[node.heading] = counts.get(node.heading, 0) + node.games
        counts.pop("", None)
        theme = theme_of(self)
        colors = [QColor(color.on(theme)) for color in PALETTE[1:]]
        titles = sorted(counts, key=lambda title: -counts[title])
        self._colors = {title: colors[number % len(colors)] for number, title in enumerate(titles)}

    def _scale(self, flow: Flow) -> float:
        """Return the height of a game in logical pixels."""
        most = max(sum(node.games for node in column) for column in flow.columns)
        gaps = max((min(len(column), self._most_gaps) - 1) * _GAP for column in flow.columns)
        return float(max(1, self.height() - _HEADING - _MARGIN - gaps) / max(1, most))

    @property
    def _most_gaps(self) -> int:
        return max(2, self.height() // 40)

    def x_of(self, column: int) -> float:
        """Return the left edge of a column's nodes."""
        count = len(self._flow.columns) if self._flow is not None else 1
        return _MARGIN + (self.width() - 2 * _MARGIN) * column / max(1, count)

    def _place_nodes(self, column: int, nodes: tuple[Node, ...], scale: float) -> None:
        top = float(_HEADING)
        # Named structures stand above those without a name, whose order says as much.
        for rank, number in enumerate(sorted(range(len(nodes)), key=lambda number: not nodes[number].title)):
            height = nodes[number].games * scale
            self._nodes[Place(column, number)] = QRectF(self.x_of(column), top, _BAR, height)
            top += height + (_GAP if rank < self._most_gaps - 1 else 0)

    def _place_bands(self, column: int, bands: tuple[Band, ...], scale: float) -> None:
        left = {place: rect.top() for place, rect in self._nodes.items() if place.column == column}
        right = {place: rect.top() for place, rect in self._nodes.items() if place.column == column + 1}

        def top_of(band: Band) -> tuple[float, float]:
            source, target = Place(column, band.source), Place(column + 1, band.target)
            return self._nodes[source].top(), self._nodes[target].top()

        for number, band in sorted(enumerate(bands), key=lambda item: top_of(item[1])):
            source, target = Place(column, band.source), Place(column + 1, band.target)
            height = len(band.spells) * scale
            start = QPointF(self._nodes[source].right(), left[source])
            end = QPointF(self._nodes[target].left(), right[target])
            left[source] += height
            right[target] += height
            middle = (start.x() + end.x()) / 2
            path = QPainterPath(start)
            path.cubicTo(QPointF(middle, start.y()), QPointF(middle, end.y()), end)
            path.lineTo(end.x(), end.y() + height)
            path.cubicTo(
                QPointF(middle, end.y() + height), QPointF(middle, start.y() + height), start + QPointF(0, height)
            )
            path.closeSubpath()
            self._bands[Place(column, number, True)] = path

    # Contents

    def _node(self, place: Place) -> Node:
        assert self._flow is not None
        return self._flow.columns[place.column][place.number]

    def _band(self, place: Place) -> Band:
        assert self._flow is not None
        return self._flow.bands[place.column][place.number]

    def _spells(self, place: Place) -> NDArray[Any]:
        return self._band(place).spells if place.is_band else self._node(place).spells

    def words(self, place: Place) -> str:
        """Return a structure or a band in words: its games, their share and White's result."""
        assert self._flow is not None
        spells = self._spells(place)
        if place.is_band:
            band = self._band(place)
            title = f"{_name(self._node(Place(place.column, band.source)))} to "
            title += _name(self._node(Place(place.column + 1, band.target)))
        else:
            title = _name(self._node(place))
        whole = sum(node.games for node in self._flow.columns[place.column])
        share = share_text(len(spells) / max(1, whole))
        return f"{title}: {count_text(len(spells), 'game')}, {share}{self._result(spells)}"

    def _result(self, spells: NDArray[Any]) -> str:
        import numpy

        if self._surplus is None:
            return ""
        surplus = numpy.asarray(self._surplus, float)[spells]
        surplus = surplus[~numpy.isnan(surplus)]
        if not len(surplus):
            return ", none with both ratings"
        points = mean_text(float(surplus.mean()), interval(surplus))
        return f", White scores {points} points against the expectation" if points != FEW_GAMES else f", {points}"

    # Painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        flow = self._flow
        if flow is None:
            return
        with QPainter(self) as painter:
            theme = theme_of(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_headings(painter, flow, theme)
            for place, path in self._bands.items():
                is_strong = place == self._hovered or self._touches(place)
                color = self._color(self._node(Place(place.column, self._band(place).source)), theme)
                color.setAlphaF(_HOVERED_OPACITY if is_strong else _BAND_OPACITY)
                painter.fillPath(path, color)
            for place, rect in self._nodes.items():
                painter.fillRect(rect, self._color(self._node(place), theme))
            for place, rect in self._nodes.items():
                if rect.height() >= _LEAST_LABEL:
                    self._paint_label(painter, place, rect, theme)
            if self.current is not None and self.hasFocus():
                painter.setPen(QPen(QColor(theme.cursor), 2))
                painter.drawRect(self._nodes[self.current].adjusted(-2, -1, 2, 1))

    def _touches(self, band: Place) -> bool:
        """Return whether a band begins or ends at the pointed or current structure."""
        place = self._hovered or (self.current if self.hasFocus() else None)
        if place is None or place.is_band:
            return False
        ends = (Place(band.column, self._band(band).source), Place(band.column + 1, self._band(band).target))
        return place in ends

    def _color(self, node: Node, theme: Theme) -> QColor:
        return QColor(self._colors[node.heading]) if node.heading else QColor(theme.disabled_text)

    def _paint_headings(self, painter: QPainter, flow: Flow, theme: Theme) -> None:
        painter.setPen(QColor(theme.muted_text))
        for number, step in enumerate(flow.steps):
            games = sum(node.games for node in flow.columns[number])
            text = f"Now: {games:,}" if step == 0 else f"{step} moves on: {games:,}"
            rect = QRectF(self.x_of(number), 0, self._column_width, _HEADING - 4)
            metrics = QFontMetricsF(self.font())
            if metrics.horizontalAdvance(text) > rect.width():
                text = metrics.elidedText(f"+{step}: {games:,}", Qt.TextElideMode.ElideRight, rect.width())
            painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    @property
    def _column_width(self) -> float:
        return self.x_of(1) - self.x_of(0) - 6

    def _paint_label(self, painter: QPainter, place: Place, rect: QRectF, theme: Theme) -> None:
        node = self._node(place)
        left, line = rect.right() + 4, QFontMetricsF(self.font()).height()
        if rect.height() >= _LEAST_ICON:
            skeleton, ratio = make_skeleton(node.white, node.black), self.devicePixelRatioF()
            image = skeleton_image(skeleton, theme, _ICON, ratio, flipped=self._flipped.value)
            painter.drawImage(QPointF(left, rect.center().y() - _ICON / 2), image)
            left += _ICON + 4
        elif not node.title:
            return
        room = self.x_of(place.column) + self._column_width - left
        count = f"{node.games:,}"
        if rect.height() >= 2 * line:
            self._paint_text(painter, QPointF(left, rect.center().y() - line / 2), node.title, "", room, theme)
            self._paint_text(painter, QPointF(left, rect.center().y() + line / 2), count, "", room, theme)
        else:
            self._paint_text(painter, QPointF(left, rect.center().y()), node.title, f" {count}", room, theme)

    def _paint_text(self, painter: QPainter, middle: QPointF, text: str, end: str, room: float, theme: Theme) -> None:
        """Paint a line from its left middle, the text cut and its end whole where room is short."""
        metrics = QFontMetricsF(self.font())
        width = max(0.0, room - metrics.horizontalAdvance(end))
        text = (metrics.elidedText(text, Qt.TextElideMode.ElideRight, width) + end).strip()
        outline = QPainterPath()
        outline.addText(middle + QPointF(0, (metrics.ascent() - metrics.descent()) / 2), self.font(), text)
        painter.strokePath(outline, QPen(QColor(theme.base), 3))
        painter.fillPath(outline, QColor(theme.text))

    # Mouse and keys

    def place_at(self, x: float, y: float) -> Place | None:
        """Return the structure or the band at a point."""
        point = QPointF(x, y)
        for place, rect in self._nodes.items():
            if rect.adjusted(-3, 0, 3, 0).contains(point):
                return place
        return next((place for place, path in reversed(self._bands.items()) if path.contains(point)), None)

    @plain_override
    def tip_at(self, x: float, y: float) -> str:
        place = self.place_at(x, y)
        return "" if place is None else self.words(place)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self.place_at(event.position().x(), event.position().y())
        if place != self._hovered:
            self._hovered = place
            self.setCursor(Qt.CursorShape.ArrowCursor if place is None else Qt.CursorShape.PointingHandCursor)
            self.update()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        self.update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.place_at(event.position().x(), event.position().y())
        if place is not None and event.button() == Qt.MouseButton.LeftButton:
            self.games_wanted.emit(self._spells(place))

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.current is None and self._nodes and event.reason() in _BY_KEY:
            self._step(0, 0)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
        }
        key = Qt.Key(event.key())
        if key in steps and self._nodes:
            self._step(*steps[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current is not None:
            self.games_wanted.emit(self._spells(self.current))
        else:
            super().keyPressEvent(event)

    def _step(self, columns: int, rows: int) -> None:
        """Go to another column, to the structure at the same height, or up and down in the column."""
        if self.current is None:
            self.current = min(self._nodes, key=lambda place: (place.column, self._nodes[place].top()))
        else:
            column = self.current.column + columns
            places = sorted(
                (place for place in self._nodes if place.column == column), key=lambda place: self._nodes[place].top()
            )
            height = self._nodes[self.current].center().y()
            if columns and places:
                self.current = min(places, key=lambda place: abs(self._nodes[place].center().y() - height))
            elif rows and 0 <= places.index(self.current) + rows < len(places):
                self.current = places[places.index(self.current) + rows]
        self.setAccessibleDescription(self.words(self.current))
        self.update()

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._lay_out()
        super().changeEvent(event)

    @override
    def resizeEvent(self, event: object) -> None:
        self._lay_out()


def _name(node: Node) -> str:
    return node.heading or "A structure without a name"
