"""A scrolling page and its ways to others, a section that folds, and a window beside the main one."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer, Slot
from PySide6.QtGui import QHideEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from pawnviz.model.preferences import Preference
from pawnviz.override import override
from pawnviz.view.widgets.layouts import column_of, row_of, with_properties

if TYPE_CHECKING:
    from pawnviz.core.collections.question import Part


class Navigation(Protocol):
    """The ways of a page to the rest of the window."""

    def say(self, text: str) -> None:
        """Show a sentence in the line of messages."""

    def show(self, name: str) -> None:
        """Show another page by its name."""

    def show_layers(self) -> None:
        """Show the list of layers."""

    def focus_board(self) -> None:
        """Move the focus to the board."""

    def pin_position(self) -> None:
        """Pin the position on the board for comparison."""

    def explore(self, part: Part) -> None:
        """Ask *Explore* for the games with a part of a question alone."""

    def find_difference(self, layers: tuple[str, str], color: bool | None) -> None:
        """Ask the open file where two layers differ, for a color or, with None, for both."""


class Page(QScrollArea):
    """A page that scrolls up and down; a subclass implements ``refresh``, and ``leave`` if it marks the board."""

    def __init__(self, name: str) -> None:
        super().__init__()
        with_properties(self, accessibleName=name, frameShape=QFrame.Shape.NoFrame, widgetResizable=True)
        self._stale = True
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.refresh_if_seen)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body = QWidget()
        # If the height of the body changes, only moved parts are repainted.
        self.body.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self.column = column_of(parent=self.body, margins=(10, 8, 10, 8), spacing=6)
        self.setWidget(self.body)

    @abstractmethod
    def refresh(self) -> None:
        """Update the page."""

    def leave(self) -> None:
        """Take the page's marks off the board; called when the page is hidden, but not when its window is minimized."""

    @Slot()
    def mark_stale(self) -> None:
        """Update the page once the program is idle, or when it is next visible."""
        self._stale = True
        if self.isVisible():
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


class FoldButton(QToolButton):
    """A button with an arrow, checked and pointing down while it is unfolded; see ``toggled``."""

    def __init__(self, title: str, tip: str) -> None:
        super().__init__(autoRaise=True, toolButtonStyle=Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        with_properties(self, checkable=True, focusPolicy=Qt.FocusPolicy.TabFocus, toolTip=tip)
        self._title = title
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
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
        *beside: QWidget | tuple[QWidget, int],
        tip: str = "",
    ) -> None:
        """Put controls ``beside`` the title, alone or with their stretch, which fold with the content."""
        super().__init__()
        self._name = name
        self._folded = folded
        self._parts = (content, *(part[0] if isinstance(part, tuple) else part for part in beside))
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
    """A window that opens beside the main one."""

    _is_placed = False

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        parent = self.parentWidget()
        if parent is None or self._is_placed:
            return
        self._is_placed = True
        self.resize(self.sizeHint())
        place, screen = parent.window().frameGeometry(), self.screen().availableGeometry()
        width = self.frameGeometry().width()
        self.resize(self.width(), min(self.height(), screen.height() - 40))
        left = min(place.right() + 1, screen.right() + 1 - width)
        top = max(screen.top(), min(place.top() + 30, screen.bottom() - self.frameGeometry().height()))
        self.move(max(screen.left(), left), top)

    def bring_to_front(self) -> None:
        """Show the window above the others, with the focus."""
        self.show()
        self.raise_()
        self.activateWindow()
