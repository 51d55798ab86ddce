"""A scrolling page, a section that folds, a window beside the main one, and the line of notices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QMouseEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QToolTip,
    QWidget,
)

from pawnviz.model.preferences import Preference
from pawnviz.override import override
from pawnviz.view.widgets.labels import ElidedLabel
from pawnviz.view.widgets.layouts import column_of, row_of


class Page(QScrollArea):
    """A page that scrolls up and down; a subclass implements ``refresh``, and ``leave`` if it marks the board."""

    def __init__(self, name: str) -> None:
        """Make an empty page; ``name`` is what a screen reader calls it."""
        super().__init__()
        self._stale = True
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.refresh_if_seen)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body = QWidget()
        # Where the height of the body changes, only moved parts are repainted.
        self.body.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self.column = column_of(parent=self.body, margins=(10, 8, 10, 8), spacing=6)
        self.setWidget(self.body)

    def refresh(self) -> None:
        """Update the page."""
        raise NotImplementedError

    def leave(self) -> None:
        """Take the page's marks off the board; called when the page is hidden, but not when its window is minimized."""

    @Slot()
    def mark_stale(self) -> None:
        """Update the page once the program is idle, or when it is next visible."""
        self._stale = True
        if is_seen(self):
            self._timer.start(0)

    @Slot()
    def refresh_if_seen(self) -> None:
        """Update the page if it is visible and something has changed."""
        if self._stale and self.isVisible():
            self._stale = False
            self.refresh()

    def set_part_visible(self, part: QWidget, visible: bool) -> None:
        """Show or hide a part, and lay out the page at once; Qt would first squeeze all parts into the old height."""
        if visible == part.isHidden():
            self.column.setEnabled(False)
            part.setVisible(visible)
            self.column.setEnabled(True)
            self.settle()

    def settle(self) -> None:
        """Lay out the page, then its body, at once; Qt would do so in several visible steps."""
        parts = [part for part in self.body.findChildren(QWidget) if part.layout() is not None]
        once = (*reversed(parts), self.body, self)
        for part in (self, *once, *once):  # Again with the width that a scroll bar leaves.
            QCoreApplication.sendEvent(part, QEvent(QEvent.Type.LayoutRequest))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.mark_stale()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh_if_seen()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.leave()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._stale and is_seen(self):
            # It has come into the window without a word, as where the window has become larger.
            self._timer.start(0)


def is_seen(widget: QWidget) -> bool:
    """Return whether a widget is within its window: Qt keeps a dock behind another one's tab outside of it."""
    window = widget.window()
    return widget.isVisible() and window.rect().intersects(QRect(widget.mapTo(window, QPoint()), widget.size()))


class FoldButton(QToolButton):
    """A button with an arrow, checked and pointing down while it is unfolded; see ``toggled``."""

    def __init__(self, title: str, tip: str) -> None:
        super().__init__()
        self._title = title
        self.setCheckable(True)
        self.setAutoRaise(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(tip)
        self.toggled.connect(self._point)
        self.show_count(None)
        self._point(False)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.state &= ~QStyle.StateFlag.State_On  # The arrow says that it is open.
        QStylePainter(self).drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)

    def show_count(self, count: int | None) -> None:
        """Append a number of lines to the title; None appends nothing."""
        self.setText(self._title if count is None else f"{self._title} ({count})")

    @Slot(bool)
    def _point(self, is_open: bool) -> None:
        self.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)
        self.setAccessibleName(f"{self._title}, {'open' if is_open else 'closed'}")


def with_folded(names: tuple[str, ...], name: str, *, folded: bool) -> tuple[str, ...]:
    """Return the names of folded sections with this one or without it."""
    others = tuple(other for other in names if other != name)
    return (*others, name) if folded else others


class FoldSection(QWidget):
    """A titled part of a page that folds to its title; its name is kept among those of the folded sections."""

    def __init__(
        self,
        name: str,
        title: str,
        content: QWidget,
        folded: Preference[tuple[str, ...]],
        *beside: QWidget,
        tip: str = "",
    ) -> None:
        """Put controls ``beside`` the title, which fold with the content."""
        super().__init__()
        self._name = name
        self._folded = folded
        self._parts = (content, *beside)
        self.fold = FoldButton(title, tip)
        font = self.fold.font()
        font.setBold(True)
        self.fold.setFont(font)
        row = row_of((self.fold, 1), *beside, margins=0)
        column_of(row, content, parent=self, margins=0, spacing=2)
        self.fold.toggled.connect(self.set_open)
        folded.changed.connect(self._follow)
        self._follow()

    @Slot(bool)
    def set_open(self, is_open: bool) -> None:
        """Unfold the section or fold it."""
        self._folded.value = with_folded(self._folded.value, self._name, folded=not is_open)

    @Slot()
    def _follow(self) -> None:
        is_open = self._name not in self._folded.value
        self.fold.setChecked(is_open)
        for part in self._parts:
            part.setVisible(is_open)


class SideWindow(QDialog):
    """A window that opens beside the main one; see ``leave``."""

    _is_placed = False

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        parent = self.parentWidget()
        if parent is None:
            return
        if not self._is_placed:
            self._is_placed = True
            self.resize(self.sizeHint())
            self._stand_beside(parent.window())

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.leave()

    def leave(self) -> None:
        """Take the window's marks off the board; called at closing or hiding, but not at minimizing."""

    def _stand_beside(self, main: QWidget) -> None:
        place, screen = main.frameGeometry(), self.screen().availableGeometry()
        width = self.frameGeometry().width()
        self.resize(self.width(), min(self.height(), screen.height() - 40))
        left = min(place.right() + 1, screen.right() + 1 - width)
        top = max(screen.top(), min(place.top() + 30, screen.bottom() - self.frameGeometry().height()))
        self.move(QPoint(max(screen.left(), left), top))


LEAST_TIME: Final = 10_000  # The milliseconds for which a message without a button is shown.
_TIME_PER_CHARACTER: Final = 60


class _Notice(NamedTuple):
    text: str
    button: str = ""
    action: Callable[[], None] | None = None


class NoticeBar(QWidget):
    """The latest lasting message; one with a button stays, below later ones, until it is answered or closed.

    A message that does not fit is elided; its tool tip, which a click shows too, has all of it.
    """

    added = Signal()  # A message was added, and is to be seen.

    def __init__(self) -> None:
        """Start hidden."""
        super().__init__()
        self._notices: list[_Notice] = []
        self.label = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        font = self.label.font()
        font.setBold(True)
        self.label.setFont(font)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._go)
        self.offer_button = QPushButton()
        self.offer_button.setAutoDefault(False)
        self.offer_button.clicked.connect(self._accept)
        self.close_button = QToolButton()
        self.close_button.setAutoRaise(True)
        self.close_button.setToolTip("Close this message")
        self.close_button.setAccessibleName("Close this message")
        self.close_button.clicked.connect(self._close)
        row_of((self.label, 1), self.offer_button, self.close_button, parent=self, margins=(6, 0, 0, 0), spacing=6)
        height = self.offer_button.sizeHint().height()
        self.setFixedHeight(height)
        self.close_button.setMaximumHeight(height)
        self.hide()

    @property
    def text(self) -> str:
        """The message that is shown, empty without one."""
        return self._notices[-1].text if self._notices else ""

    def show_message(self, text: str) -> None:
        """Show a message in front of those that offer something, in place of one that does not."""
        self._put(_Notice(text))

    def offer(self, text: str, button: str, action: Callable[[], None]) -> None:
        """Show a message with a button that runs an action."""
        self._put(_Notice(text, button, action))

    def _put(self, notice: _Notice) -> None:
        self._notices = [other for other in self._notices if other.action is not None and other.text != notice.text]
        self._notices.append(notice)
        self.added.emit()
        self._show()
        self.show()
        self._timer.start(LEAST_TIME + len(notice.text) * _TIME_PER_CHARACTER)

    def remove(self, text: str) -> None:
        """Remove a message."""
        self._notices = [notice for notice in self._notices if notice.text != text]
        self._show()

    def _show(self) -> None:
        """Show the latest message; a status line that hides the bar for a message of its own shows it afterwards."""
        if not self._notices:
            self.hide()
        else:
            notice = self._notices[-1]
            self.label.show_text(" ".join(notice.text.split("\n")), notice.text)
            self.offer_button.setVisible(notice.action is not None)
            self.offer_button.setText(notice.button.replace("&", "&&"))

    @Slot()
    def _go(self) -> None:
        """Remove a message that was shown long enough, unless it offers something, is being read or is hidden."""
        if self._notices and (self.underMouse() or self.isHidden()):
            self._timer.start(LEAST_TIME)
        elif self._notices and self._notices[-1].action is None:
            self._close()

    @Slot()
    def _close(self) -> None:
        del self._notices[-1:]
        self._show()

    @Slot()
    def _accept(self) -> None:
        action = self._notices.pop().action
        self._show()
        if action is not None:
            action()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        QToolTip.showText(event.globalPosition().toPoint(), self.label.toolTip(), self)
