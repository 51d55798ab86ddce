"""Buttons and switches, and the ring around the control with the focus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QScrollArea,
    QSlider,
    QTabBar,
    QToolButton,
    QToolTip,
    QWidget,
)
from shiboken6 import isValid

from pawnviz.model.preferences import Preference
from pawnviz.override import override
from pawnviz.view.widgets.labels import scaled_font
from pawnviz.view.widgets.theme import icon, theme_of


class Switch(QObject):
    """Keeps a checkable control and a preference alike."""

    def __init__(self, button: QAction | QAbstractButton, preference: Preference[bool]) -> None:
        super().__init__(button)
        self._button = button
        self._preference = preference
        button.setCheckable(True)
        button.setChecked(preference.value)
        button.toggled.connect(self._change)
        preference.changed.connect(self._follow)

    @Slot(bool)
    def _change(self, checked: bool) -> None:
        self._preference.value = checked

    @Slot()
    def _follow(self) -> None:
        self._button.setChecked(self._preference.value)


_COPIED_TIME: Final = 1500  # The milliseconds for which a tool tip says that a text was copied.


class IconButton(QToolButton):
    """A flat button with an icon in the color of the texts; its accessible name is its tip without keys in brackets."""

    _name = ""

    def __init__(self, name: str, tip: str) -> None:
        """Show an icon by its name, none for an empty one."""
        super().__init__(autoRaise=bool(name))
        self._name = name
        self.setIconSize(QSize(16, 16))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.set_tip(tip)
        self._draw_icon()

    def set_tip(self, tip: str) -> None:
        """Change the tip and the accessible name."""
        self.setToolTip(tip)
        self.setAccessibleName(tip.partition(" (")[0])

    def _draw_icon(self) -> None:
        if self._name:
            self.setIcon(icon(self._name, theme_of(self).text))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_icon()


class CopyButton(IconButton):
    """A button that copies a given text."""

    copied = Signal(str)  # A sentence on the copied text.

    def __init__(self, what: str, side: str = "", *, text: str = "") -> None:
        """Copy ``what``, of a side if one is named; the button shows ``text``, or an icon without one."""
        super().__init__("" if text else "copy", "")
        self._of = ""
        self._offered: str | Callable[[], str] = ""
        self.setText(text)
        self.set_what(f"{side}'s {what}" if side else what)
        if text:
            self.setFont(scaled_font(self.font(), 0.9))
        else:
            self.setFixedSize(20, 20)
        self.clicked.connect(self._copy)

    def set_what(self, what: str) -> None:
        """Rename the copied thing."""
        self._what = what
        self.set_tip(f"Copy {what}")

    def offer(self, text: str | Callable[[], str], of: str) -> None:
        """Take the text to copy, or a function that returns it, and the title of its layer."""
        self._offered = text
        self._of = of

    @Slot()
    def _copy(self) -> None:
        text = self._offered if isinstance(self._offered, str) else self._offered()
        QGuiApplication.clipboard().setText(text)
        show_copied(self)
        self.copied.emit(f"Copied {self._what} of {self._of}.")


def arrow_button(kind: Qt.ArrowType, tip: str) -> QToolButton:
    """Return a button with an arrow; its accessible name is the tip without the keys in parentheses."""
    button = QToolButton(arrowType=kind)
    button.setToolTip(tip)
    button.setAccessibleName(tip.partition(" (")[0])
    return button


def show_copied(button: QWidget) -> None:
    """Say in a tool tip below a button that a text was copied."""
    QToolTip.showText(button.mapToGlobal(button.rect().bottomLeft()), "Copied", button, button.rect(), _COPIED_TIME)


WIDTH: Final = 2  # The width of the ring in logical pixels.

_RINGED: Final = (QAbstractButton, QAbstractItemView, QComboBox, QScrollArea, QSlider, QTabBar)
"""A field for text has a cursor instead."""

_MOVING: Final = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide)


class FocusRing(QWidget):
    """A ring in the accent color around a window's control with the focus, above it and transparent to the mouse."""

    def __init__(self, window: QWidget, without: tuple[type[QWidget], ...] = ()) -> None:
        """Follow the focus within a window; controls of the kinds in ``without`` paint a mark of their own."""
        super().__init__(window)
        self._window = window
        self._without = without
        self._control: QWidget | None = None
        self._watched: tuple[QWidget, ...] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow)

    @Slot(QWidget, QWidget)
    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        if not isValid(self) or not isValid(self._window):
            return
        for former in self._watched:
            if isValid(former):
                former.removeEventFilter(self)
        is_here = isinstance(now, _RINGED) and not isinstance(now, self._without) and now.window() is self._window
        self._control = now if is_here else None
        watched = []
        part: QWidget | None = self._control
        while part is not None and part is not self._window:
            watched.append(part)
            part.installEventFilter(self)
            part = part.parentWidget()
        self._watched = tuple(watched)
        self._place()

    def _place(self) -> None:
        """Surround the visible part of the control, or hide if none is visible."""
        control = self._control
        visible = control.visibleRegion().boundingRect() if control is not None and isValid(control) else None
        if control is None or visible is None or visible.isEmpty():
            self.hide()
            return
        place = visible.translated(control.mapTo(self._window, QPoint(0, 0)))
        self.setGeometry(place.adjusted(-WIDTH, -WIDTH, WIDTH, WIDTH))
        self.show()
        self.raise_()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVING:
            self._place()
        return super().eventFilter(watched, event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.palette().accent().color(), WIDTH))
            half = WIDTH / 2
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 3, 3)
