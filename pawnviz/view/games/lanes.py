"""Lanes below the lives of the pawns: numbers of both sides through the game, their choice, and their export."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QDir, QEvent, QObject, QPointF, QRectF, QStringListModel, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QAction,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QAbstractItemView, QCompleter, QLineEdit, QMenu, QToolButton, QWidget

from pawnviz.core.games.timeline import Lane, lane, lane_words
from pawnviz.core.games.tree import MoveLine
from pawnviz.core.labels.order import USUAL_LANES
from pawnviz.model.games.chosen_lanes import ChosenLanes, LaneError
from pawnviz.model.games.game import OpenGame
from pawnviz.model.preferences import LONGEST_LANE
from pawnviz.model.storage import FileError, write_file
from pawnviz.override import override, plain_override
from pawnviz.view.games.lives import LEFT, TimelineView, paint_other_set
from pawnviz.view.sharing.saving import offered_name
from pawnviz.view.widgets.labels import MessageLabel
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of
from pawnviz.view.widgets.questions import ask_for_file
from pawnviz.view.widgets.theme import Theme, theme_of

_WHAT: Final = (
    ("lanes", "The &numbers of the lanes…"),
    ("shown", "The &layers on the board…"),
    ("all", "&All layers and numbers…"),
)
_ENDINGS: Final = (".csv", ".json", ".parquet")
_MISSING: Final = "Parquet needs pyarrow; install pawnviz[parquet]"


class TimelineExport(QObject):
    """Writes a row for each position of the open game with masks and counts of both sides, as a button's menu says."""

    finished = Signal(str, bool)  # The export has ended; carries a sentence, and whether it is a fault.

    def __init__(self, game: OpenGame, lanes: ChosenLanes, window: QWidget) -> None:
        super().__init__(window)
        self._game = game
        self._lanes = lanes
        self._window = window
        self._folder = ""
        self._what = ""
        self.button = QToolButton(popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
        self.button.setText("E&xport")
        self.button.setToolTip("Save a row for each position, with masks and counts of both sides")
        self.menu = QMenu(self.button)
        self.choices = {what: self.menu.addAction(text) for what, text in _WHAT}
        self.menu.triggered.connect(self._ask)
        self.menu.aboutToShow.connect(self._show_possible)
        self.button.setMenu(self.menu)

    @Slot()
    def _show_possible(self) -> None:
        self.choices["lanes"].setEnabled(bool(self._lanes.chosen_entries()))
        self.choices["shown"].setEnabled(bool(self._lanes.shown_entries()))

    @Slot(QAction)
    def _ask(self, action: QAction) -> None:
        from pawnviz.core.games.timeline import can_write_parquet

        self._what = next(what for what, choice in self.choices.items() if choice is action)
        start = str(Path(self._folder or QDir.homePath()) / f"{self._name()}.csv")
        endings = _ENDINGS if can_write_parquet() else _ENDINGS[:-1]
        filters = ";;".join(f"{ending[1:].upper()} (*{ending})" for ending in endings)
        ask_for_file(self._window, "Export the timeline", start, filters, endings[0], self._write, endings=_ENDINGS)

    def _name(self) -> str:
        game = self._game.game
        names = [game.headers.get(color, "?") for color in ("White", "Black")] if game is not None else []
        return offered_name(" - ".join(name for name in names if name.strip("?"))) if any(names) else "game"

    def _write(self, path: str) -> None:
        from pawnviz.core.games.timeline import timeline, timeline_bytes

        line, lanes = self._game.line, self._lanes
        if line is None:
            return
        entries = {"lanes": lanes.chosen_entries, "shown": lanes.shown_entries, "all": lanes.all_entries}[self._what]()
        try:
            losses = write_file(Path(path), timeline_bytes(timeline(line, entries), Path(path).suffix[1:].lower()))
        except ImportError:
            self.finished.emit(f"{_MISSING}.", True)
        except FileError as error:
            self.finished.emit(f"“{Path(path).name}” was not saved: {error}", True)
        else:
            self._folder = str(Path(path).parent)
            self.finished.emit(f"Saved {path}. {losses}" if losses else f"Saved {path}", False)


_TITLE: Final = 16  # The height of a lane's title in logical pixels.
_GAP: Final = 7  # The room between two lanes.
_ROW: Final = _TITLE + 22 + _GAP  # The height of a lane with its title.
_SWATCH: Final = 8
_LABEL: Final = 11  # The height of a number beside the axis.
_STEPS: Final = (1, 2, 5, 10, 20, 50)  # The distances of ticks in values.
_CROSS: Final = 12  # The room at the right end of a title for the cross that removes the lane.
_NEAREST_MARKS: Final = 7  # The smallest distance of two marks of another set, so that they stay distinct.


class LaneRow(NamedTuple):
    """A lane's text, its title, and the lane itself or its fault."""

    text: str
    title: str
    lane: Lane | None
    fault: str = ""


class LanesView(TimelineView):
    """A lane for each chosen layer, number or formula, on the same axis as the lives of the pawns."""

    def __init__(self, game: OpenGame, lanes: ChosenLanes) -> None:
        super().__init__(game, "Lanes of numbers")
        self._lanes = lanes
        self._rows: tuple[LaneRow, ...] | None = None
        self._hovered: int | None = None
        game.changed.connect(self._show_other)
        game.moved.connect(self._show_move)
        lanes.changed.connect(self._show_other)
        self._show_other()

    @property
    def rows(self) -> tuple[LaneRow, ...]:
        """The visible lanes, computed when they are first needed; none without a game."""
        if self._rows is None:
            line = self._game.line
            self._rows = tuple(self._row(text, line) for text in self._lanes.texts) if line is not None else ()
        return self._rows

    def _row(self, text: str, line: MoveLine) -> LaneRow:
        try:
            return LaneRow(text, self._lanes.title(text), lane(line, self._lanes.entry(text)))
        except LaneError as error:
            return LaneRow(text, self._lanes.title(text), None, str(error))

    @Slot()
    def _show_other(self) -> None:
        self._rows = self._hovered = None
        self.setFixedHeight(len(self._lanes.texts) * _ROW)
        self._forget()
        self._show_move()

    @Slot()
    def _show_move(self) -> None:
        self.update()
        if QAccessible.isActive():
            rows = (f"{row.title}: {', '.join(text for _, text in self._values(row))}" for row in self.rows)
            self.setAccessibleDescription("; ".join(rows))

    # Places

    def row_at(self, y: float) -> int | None:
        """Return the number of the lane at a place from the top, from 0, or None."""
        row = int(y // _ROW)
        return row if 0 <= row < len(self.rows) else None

    def cross_rect(self, row: int) -> QRectF:
        """Return the place of the cross of a lane by its number from 0."""
        return QRectF(self.axis.x(self.axis.position_count) - _CROSS, row * _ROW + 2, _CROSS, _CROSS)

    def chart_rect(self, row: int) -> QRectF:
        """Return the place of the columns of a lane by its number from 0."""
        axis = self.axis
        return QRectF(LEFT, row * _ROW + _TITLE, axis.x(axis.position_count) - LEFT, _ROW - _TITLE - _GAP)

    # Painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.rows:
            return
        with QPainter(self) as painter:
            theme = self._begin(painter)
            for number, row in enumerate(self.rows):
                self._paint_title(painter, theme, number, row)
            bottom = len(self.rows) * _ROW - _GAP
            self._paint_current(painter, 0, bottom, theme)
            if self._hovered is not None:
                x = self.axis.x(self._hovered + 0.5)
                painter.setPen(QPen(QColor(theme.cursor), 1, Qt.PenStyle.DotLine))
                painter.drawLine(QPointF(x, 0), QPointF(x, bottom))

    @plain_override
    def _paint_game(self, painter: QPainter) -> None:
        theme = theme_of(self)
        for number, row in enumerate(self.rows):
            chart = self.chart_rect(number)
            base = chart.center().y()
            is_cut = row.lane is not None and row.lane.base > 0
            painter.setPen(QPen(QColor(theme.border), 1, Qt.PenStyle.DashLine if is_cut else Qt.PenStyle.SolidLine))
            painter.drawLine(QPointF(chart.left(), base), QPointF(chart.right(), base))
            if row.lane is not None and row.lane.greatest:
                self._paint_scale(painter, theme, chart, row.lane)
                for white in (True, False):
                    self._paint_side(painter, theme, chart, row.lane, white)

    def _paint_title(self, painter: QPainter, theme: Theme, number: int, row: LaneRow) -> None:
        cross = self.cross_rect(number)
        box = QRectF(LEFT, number * _ROW, cross.left() - LEFT - 4, _TITLE)
        middle_left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        metrics = painter.fontMetrics()
        values = self._values(row)
        room = box.width() - sum(metrics.horizontalAdvance(text) + _SWATCH + 14 for _, text in values)
        title = metrics.elidedText(row.title, Qt.TextElideMode.ElideRight, max(40, int(room)))
        painter.setPen(QColor(theme.text))
        painter.drawText(box, middle_left, title)
        x = box.left() + metrics.horizontalAdvance(title) + 14
        for white, text in values:
            swatch = QRectF(x, box.center().y() - _SWATCH / 2, _SWATCH, _SWATCH)
            _paint_columns(painter, theme, QPolygonF(swatch), white)
            painter.setPen(QColor(theme.text))
            painter.drawText(QRectF(swatch.right() + 4, box.top(), 200, _TITLE), middle_left, text)
            x = swatch.right() + 4 + metrics.horizontalAdvance(text) + 10
        note, ply, line = row.fault, self._hovered, self._game.line
        if row.lane is not None and not row.lane.greatest:
            note = "never in this game"
        elif not note and ply is not None and line is not None:
            note = line.moves[ply - 1].text if ply else "first position"
        elif row.lane is not None and row.lane.base:
            note = f"columns begin at {row.lane.base}"
        rest = QRectF(x, box.top(), box.right() - x, _TITLE)
        painter.setPen(QColor(theme.error_text if row.fault else theme.muted_text))
        painter.drawText(rest, middle_left, metrics.elidedText(note, Qt.TextElideMode.ElideRight, int(rest.width())))
        painter.setPen(QPen(QColor(theme.muted_text), 1.3))
        arm = cross.adjusted(3.5, 3.5, -3.5, -3.5)
        painter.drawLine(arm.topLeft(), arm.bottomRight())
        painter.drawLine(arm.topRight(), arm.bottomLeft())

    def _values(self, row: LaneRow) -> list[tuple[bool, str]]:
        if row.lane is None:
            return []
        ply = self._game.ply if self._hovered is None else self._hovered
        sides = ((True, "White"), (False, "Black"))
        return [(white, f"{name} {row.lane.side(white).values[ply]}") for white, name in sides]

    @staticmethod
    def _paint_scale(painter: QPainter, theme: Theme, chart: QRectF, lane: Lane) -> None:
        middle, values = chart.center().y(), lane.greatest - lane.base
        unit = (chart.height() / 2 - 1) / values
        step = next(step for step in _STEPS if step * unit >= 5 or step >= values)
        painter.setPen(QPen(QColor(theme.muted_text), 1))
        painter.drawLine(QPointF(LEFT - 1, chart.top()), QPointF(LEFT - 1, chart.bottom()))
        labeled = {0, values} if chart.height() >= 3 * _LABEL else {values}
        for value in {*range(0, values + 1, step), values}:
            for y in {middle - unit * value, middle + unit * value}:
                painter.drawLine(QPointF(LEFT - 4, y), QPointF(LEFT - 1, y))
                if value in labeled:
                    box = QRectF(0, y - _LABEL / 2, LEFT - 7, _LABEL)
                    flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                    painter.drawText(box, flags, str(lane.base + value))

    def _paint_side(self, painter: QPainter, theme: Theme, chart: QRectF, lane: Lane, white: bool) -> None:
        x_of, side, base = self.axis.x, lane.side(white), chart.center().y()
        heights = [value - lane.base for value in side.values]
        unit = (-1 if white else 1) * (chart.height() / 2 - 1) / (lane.greatest - lane.base)
        outline = QPolygonF()
        for value, plies in itertools.groupby(range(len(heights)), heights.__getitem__):
            run = list(plies)
            y = base + unit * value
            if value and outline.isEmpty():
                outline.append(QPointF(x_of(run[0]), base))
            if value:
                outline.append(QPointF(x_of(run[0]), y))
                outline.append(QPointF(x_of(run[-1] + 1), y))
            if outline.size() and (not value or run[-1] == len(heights) - 1):
                outline.append(QPointF(outline.last().x(), base))
                _paint_columns(painter, theme, outline, white)
                outline = QPolygonF()
        last_x = -float(_NEAREST_MARKS)
        for ply in range(1, len(heights)):
            if side.is_other_set(ply) and x_of(ply) - last_x >= _NEAREST_MARKS:
                last_x = x_of(ply)
                center = QPointF(last_x, base + unit * heights[ply])
                paint_other_set(painter, theme, center, theme.mark_color(white))

    # Hands

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)

    @plain_override
    def tip_at(self, x: float, y: float) -> str:
        """Return the squares of the lane at a place, and the change by the move."""
        ply, number, line = self.axis.ply_at(x), self.row_at(y), self._game.line
        if number is None or line is None:
            return ""
        row = self.rows[number]
        if self._cross_at(QPointF(x, y)) is not None:
            return f"Remove the lane “{row.title}”"
        return lane_words(row.lane, line, ply) if row.lane is not None and ply is not None else row.fault

    def _cross_at(self, place: QPointF) -> int | None:
        number = self.row_at(place.y())
        return number if number is not None and self.cross_rect(number).contains(place) else None

    def _hover(self, ply: int | None) -> None:
        if ply != self._hovered:
            self._hovered = ply
            self.update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._cross_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and number is not None:
            self._lanes.remove(self.rows[number].text)
        else:
            super().mousePressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        place = event.position()
        on_cross = self._cross_at(place) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if on_cross else Qt.CursorShape.ArrowCursor)
        self._hover(None if on_cross or self.row_at(place.y()) is None else self.axis.ply_at(place.x()))


def _paint_columns(painter: QPainter, theme: Theme, outline: QPolygonF, white: bool) -> None:
    painter.setPen(QPen(theme.mark_color(white), 1))
    painter.setBrush(theme.mark_color(white))
    painter.drawPolygon(outline)


class _LaneField(QLineEdit):
    def __init__(self, lanes: ChosenLanes) -> None:
        super().__init__()
        self._lanes = lanes
        self._titles = QStringListModel(self)
        self.found = QCompleter(self._titles, self)
        self.found.setFilterMode(Qt.MatchFlag.MatchContains)
        self.found.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setCompleter(self.found)
        # Qt keeps Enter from the field while titles are offered, also if none of them is chosen.
        if popup := self.found.popup():
            popup.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_enter = isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        is_press = is_enter and event.type() == QEvent.Type.KeyPress
        if is_press and isinstance(watched, QAbstractItemView) and not watched.currentIndex().isValid():
            watched.hide()
            self.returnPressed.emit()
            return True
        return super().eventFilter(watched, event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        self._titles.setStringList([title for _, title in self._lanes.offered()])
        super().focusInEvent(event)


class LaneChooser(QWidget):
    """A button whose menu switches lanes on and off, a field for any other lane, and the export."""

    def __init__(self, game: OpenGame, lanes: ChosenLanes) -> None:
        super().__init__()
        self._lanes = lanes
        self.button = QToolButton(popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
        self.button.setText("&Numbers")
        self.button.setToolTip("Choose the numbers below the lives of the pawns")
        self.menu = QMenu(self.button)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.menu.triggered.connect(self._switch)
        self.button.setMenu(self.menu)
        self.field = _LaneField(lanes)
        self.field.setPlaceholderText("A layer, a number, or a formula such as own & rank_4(own)")
        self.field.setAccessibleName("Add a lane: a layer, a number or a formula")
        self.field.setToolTip("Type a part of a title, or a formula; Enter adds the lane, Escape cancels")
        self.field.setMaxLength(LONGEST_LANE)
        self.message = MessageLabel()
        # A path with a long name has no place for a break, and must not make the window wider.
        self.message.setMinimumWidth(1)
        self.export = TimelineExport(game, lanes, self)
        self.export.finished.connect(self._say)
        for button in (self.button, self.export.button):
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.field.hide()
        self.message.hide()
        self.field.returnPressed.connect(self._add)
        self.field.textEdited.connect(self.message.hide)
        self.field.found.activated.connect(self._add_title)
        game.changed.connect(self.message.hide)
        row = row_of(STRETCH, self.button, self.export.button, margins=0)
        column_of(row, self.field, self.message, parent=self, margins=0, spacing=2)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.field.isVisible():
            self.field.clear()
            self._close_field()
        else:
            super().keyPressEvent(event)

    @Slot(str, bool)
    def _say(self, text: str, is_error: bool) -> None:
        self.message.show_message(text, is_error=is_error)
        self.message.setToolTip(text)
        self.message.show()

    def _close_field(self) -> None:
        self.message.hide()
        self.field.hide()
        self.button.setFocus()

    @Slot()
    def _fill_menu(self) -> None:
        self.menu.clear()
        chosen = self._lanes.texts
        for texts in (USUAL_LANES, [text for text in chosen if text not in USUAL_LANES]):
            for text in texts:
                action = self.menu.addAction(self._lanes.title(text).replace("&", "&&"))
                action.setCheckable(True)
                action.setChecked(text in chosen)
                action.setData(text)
            self.menu.addSeparator()
        self.menu.addAction("&Add a layer or formula…")

    @Slot(QAction)
    def _switch(self, action: QAction) -> None:
        if action.data() is not None:
            self._try(str(action.data()), on=action.isChecked())
        else:
            self.field.show()
            self.field.setFocus()

    @Slot()
    def _add(self) -> None:
        text = self.field.text().strip()
        if text and self._try(text, on=True):
            self._close_field()
            self.field.clear()

    @Slot(str)
    def _add_title(self, title: str) -> None:
        if self._try(title, on=True):
            self._close_field()
            # The field takes the title once this has returned.
            QTimer.singleShot(0, self.field, self.field.clear)

    def _try(self, text: str, *, on: bool) -> bool:
        try:
            (self._lanes.add if on else self._lanes.remove)(text)
        except LaneError as error:
            self._say(str(error), True)
            return False
        self.message.hide()
        return True
