"""A window that opens beside the main one."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QWidget

from pawnviz.override import override
from pawnviz.view.widgets.side_by_side import side_by_side


class _MadeRoom(NamedTuple):
    """The main window, where it stood, whether it filled the screen, and where it stands since."""

    main: QWidget
    before: QRect
    was_maximized: bool
    since: QRect


class SideWindow(QDialog):
    """A window that stands beside the main one, in the size of its hint, when it is first shown.

    One that has a ``least_main_width`` is for work with the main window's panels: where the screen is too narrow for
    both, the main window makes room while this one is open, down to that width, and takes its place back at the end.
    On a screen that is too narrow even for that, this one is as narrow as can be.
    """

    least_main_width: ClassVar[int] = 0
    """The width that the main window keeps when it makes room; 0 where it makes none."""

    _is_placed = False
    _made_room: _MadeRoom | None = None

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
        if self.least_main_width and not event.spontaneous():
            self._share_screen(parent.window())

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self._give_room_back()

    def _stand_beside(self, main: QWidget) -> None:
        """Move to the right of the main window, or as far to the right as the screen has room."""
        place, screen = main.frameGeometry(), self.screen().availableGeometry()
        width = self.frameGeometry().width()
        self.resize(self.width(), min(self.height(), screen.height() - 40))
        left = min(place.right() + 1, screen.right() + 1 - width)
        top = max(screen.top(), min(place.top() + 30, screen.bottom() - self.frameGeometry().height()))
        self.move(QPoint(max(screen.left(), left), top))

    def _share_screen(self, main: QWidget) -> None:
        """Let the main window make room where this one would hide a part of it."""
        # Wayland lets no program place its windows.
        if main.isFullScreen() or QGuiApplication.platformName().startswith("wayland"):
            return
        place, own = main.frameGeometry(), self.frameGeometry()
        least = self.minimumSizeHint().width() + own.width() - self.width()
        places = side_by_side(
            self.screen().availableGeometry(), place, own, least_main=self.least_main_width, least_side=least
        )
        if not place.intersects(own):
            return
        if places is None:
            # As much of the board as can be stays in sight.
            self.resize(least - own.width() + self.width(), self.height())
            self._stand_beside(main)
            return
        was_maximized = main.isMaximized()
        before = main.normalGeometry() if was_maximized else main.geometry()
        if was_maximized:
            main.showNormal()
        _set_frame(main, places.main)
        _set_frame(self, places.side)
        self._made_room = _MadeRoom(main, before, was_maximized, main.geometry())

    def _give_room_back(self) -> None:
        """Let the main window stand where it stood before, unless it was moved since."""
        made, self._made_room = self._made_room, None
        if made is not None and made.main.geometry() == made.since:
            made.main.setGeometry(made.before)
            if made.was_maximized:
                made.main.showMaximized()


def _set_frame(window: QWidget, frame: QRect) -> None:
    """Give a window its place, with its frame."""
    inner, outer = window.geometry(), window.frameGeometry()
    window.setGeometry(
        frame.adjusted(
            inner.left() - outer.left(),
            inner.top() - outer.top(),
            inner.right() - outer.right(),
            inner.bottom() - outer.bottom(),
        )
    )
