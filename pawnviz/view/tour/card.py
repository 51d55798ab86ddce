"""The card of the tour, which explains a part of the window and leads to the next one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPaintEvent, QPalette, QPen, QShortcut
from PySide6.QtWidgets import QApplication, QDockWidget, QFrame, QPushButton, QWidget
from shiboken6 import isValid

from pawnviz.core.catalog.tour import stops
from pawnviz.override import override
from pawnviz.view.tour.frame import PartFrame
from pawnviz.view.widgets.focus_ring import FocusRing
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import column_of, row_of
from pawnviz.view.widgets.theme import theme_of

CARD_WIDTH: Final = 320  # The width of the card in logical pixels.
_GAP: Final = 14  # The room between the card and its part.


class TourCard(QFrame):
    """A card that explains one part of the window at a time; the rest of the window works meanwhile."""

    ended = Signal()  # The tour was closed or is over.

    def __init__(self, window: QWidget, parts: Mapping[str, QWidget], show_part: Callable[[str], QWidget]) -> None:
        """Prepare a tour of a window; ``parts`` are its targets by name, and ``show_part`` opens and returns others."""
        super().__init__(window)
        self._window = window
        self._stops = stops()
        self._parts = parts
        self._show_part = show_part
        self._number = 0
        self._focus: QWidget | None = None
        self.frame = PartFrame(window)
        self.setObjectName("tour")
        self.setAccessibleName("Tour")
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        self.count = plain_label(muted=True)
        self.heading = plain_label(bold=True)
        self.text = plain_label(wrapped=True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.back_button = _button("&Back", "The part before this one (Left)")
        self.next_button = _button("Ne&xt", "The next part (Right)")
        self.close_button = _button("&Close", "End the tour (Escape); Help > Tour begins it again")
        head = row_of((self.heading, 1), self.count)
        buttons = row_of(self.back_button, self.next_button, self.close_button)
        column_of(head, self.text, buttons, parent=self, margins=(14, 12, 14, 12), spacing=8)
        self.back_button.clicked.connect(self.go_back)
        self.next_button.clicked.connect(self.go_on)
        self.close_button.clicked.connect(self.end)
        # A button would move the focus with the arrow keys.
        for key, slot in (("Left", self.go_back), ("Right", self.go_on), ("Escape", self.end)):
            shortcut = QShortcut(QKeySequence(key), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)
        self._ring = FocusRing(self)
        self._raising = QTimer(self)
        self._raising.setSingleShot(True)
        self._raising.timeout.connect(self.raise_)
        self.hide()

    @Slot()
    def start(self) -> None:
        """Begin with the first part."""
        if self.isHidden():
            self._focus = QApplication.focusWidget()
        self._go_to(0)

    @Slot()
    def go_on(self) -> None:
        """Go to the next part; after the last one the tour is over."""
        if self._number + 1 < len(self._stops):
            self._go_to(self._number + 1)
        else:
            self.end()

    @Slot()
    def go_back(self) -> None:
        """Go to the part before."""
        if self._number:
            self._go_to(self._number - 1)

    @Slot()
    def end(self) -> None:
        """Hide the card; the focus goes back."""
        if self.isHidden():
            return
        focused = QApplication.focusWidget()
        had_focus = focused is not None and self.isAncestorOf(focused)
        self.frame.set_part(None)
        self.hide()
        for watched in self._watched():
            watched.removeEventFilter(self)
        focus, self._focus = self._focus, None
        if had_focus and focus is not None and isValid(focus):
            focus.setFocus(Qt.FocusReason.OtherFocusReason)
        self.ended.emit()

    def _go_to(self, number: int) -> None:
        """Explain a part, and give the focus to the button to the next one."""
        self._number = number
        stop, count = self._stops[number], len(self._stops)
        self.heading.setText(stop.title)
        self.text.setText(stop.text)
        self.count.setText(f"{number + 1} of {count}")
        self.setAccessibleDescription(f"{stop.title}. {stop.text}")
        self.back_button.setEnabled(number > 0)
        is_last = number + 1 == count
        self.next_button.setText("D&one" if is_last else "Ne&xt")
        self.close_button.setVisible(not is_last)
        part = self._parts.get(stop.target) or self._show_part(stop.target)
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        for watched in self._watched():
            watched.installEventFilter(self)
        self.show()
        self.frame.set_part(part)
        self._settle()
        self.next_button.setFocus(Qt.FocusReason.OtherFocusReason)

    # Place

    @override
    def sizeHint(self) -> QSize:
        return QSize(CARD_WIDTH, self.heightForWidth(CARD_WIDTH))

    def _settle(self) -> None:
        """Stand beside the part, with the least overlap."""
        size, part, room = self.sizeHint(), self.frame.area, self._window.rect().adjusted(8, 8, -8, -8)
        top = min(max(room.top(), part.center().y() - size.height() // 2), room.bottom() - size.height())
        left = min(max(room.left(), part.center().x() - size.width() // 2), room.right() - size.width())
        below = QPoint(left, part.bottom() + _GAP)
        corners = [
            QPoint(part.left() - _GAP - size.width(), top),
            QPoint(part.right() + _GAP, top),
            QPoint(left, part.top() - _GAP - size.height()),
            below,
            QPoint(room.right() - size.width(), top),
        ]
        if part.height() < size.height():
            corners.insert(0, below)  # Beside a bar the card would cover the bars above and the board.
        places = [QRect(corner, size) for corner in corners]
        inside = [place for place in places if room.contains(place)]
        self.setGeometry(min(inside or [QRect(QPoint(left, top), size)], key=lambda place: _overlap(place, part)))
        self.raise_()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() == QEvent.Type.Resize and not self.isHidden():
            self._settle()
        elif event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.ZOrderChange):
            self._raising.start()  # A panel was made or comes to the front, which the window does in several steps.
        return False

    def _watched(self) -> list[QWidget]:
        """Return the window and its panels."""
        return [self._window, *self._window.findChildren(QDockWidget)]

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self) as painter:
            painter.setPen(QPen(QColor(theme_of(self).link), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))


def _overlap(first: QRect, second: QRect) -> int:
    common = first.intersected(second)
    return common.width() * common.height()


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAutoDefault(True)
    return button
