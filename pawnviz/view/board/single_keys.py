"""Commands by single keys, which work while the board or their own panel has the focus, and can be switched off."""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QAction, QFocusEvent, QGuiApplication, QKeyEvent, QShortcut, QWindow
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from pawnviz.model.preferences.preferences import Preference
from pawnviz.override import override

PAUSE: Final = 0.7  # The seconds for which typing has to pause after a window was closed before single keys work.

_MODIFIERS: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


def is_single(keys: str) -> bool:
    """Return whether a portable key sequence is a character without Ctrl or Alt, such as ``S`` or ``Shift+V``."""
    return len(keys.removeprefix("Shift+")) == 1


class SingleKeys(QObject):
    """The single keys of a board, off for a moment after a window was closed, lest typed words be commands."""

    # Of the class, since events still come when Python's collector has taken the attributes of the object away.
    _ends = 0.0

    def __init__(self, board: QWidget, is_on: Preference[bool]) -> None:
        """Begin with no keys; a preference switches them on and off."""
        super().__init__(board)
        self._board = board
        self._shortcuts: list[QShortcut] = []
        self._is_on = is_on
        is_on.changed.connect(self._follow)
        self._last: QWindow | None = None
        board.installEventFilter(self)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.focusWindowChanged.connect(self._follow_focus)

    def add(self, action: QAction, keys: Iterable[str], panel: QWidget | None = None) -> None:
        """Let keys carry out an action while the board, or in its place a part of a panel, has the focus."""
        from PySide6.QtGui import QKeySequence  # The first picture needs none.

        context = Qt.ShortcutContext.WidgetShortcut if panel is None else Qt.ShortcutContext.WidgetWithChildrenShortcut
        for sequence in keys:
            shortcut = QShortcut(QKeySequence(sequence), panel or self._board, context=context)
            shortcut.setProperty("action", action)
            shortcut.activated.connect(self._carry_out)
            shortcut.setEnabled(self._is_on.value)
            self._shortcuts.append(shortcut)

    def share(self, panel: QWidget) -> None:
        """Let all keys of the board work in a panel, too, except in its fields for text."""
        for shortcut in list(self._shortcuts):
            if shortcut.parent() is self._board:
                self.add(shortcut.property("action"), [shortcut.key().toString()], panel)

    @Slot()
    def _carry_out(self) -> None:
        """Carry out the action of a key, unless the board is in another window that does not take it."""
        action, window = self.sender().property("action"), self._board.window()
        if isinstance(action, QAction) and (action.parent() in (window, self._board) or action in window.actions()):
            action.trigger()

    @Slot()
    def _follow(self) -> None:
        """Switch all single keys on or off."""
        self._set_enabled(self._is_on.value)

    def _set_enabled(self, enabled: bool) -> None:
        for shortcut in self._shortcuts:
            shortcut.setEnabled(enabled)

    @Slot(QWindow)
    def _follow_focus(self, window: QWindow | None) -> None:
        last, self._last = self._last, window
        if last is not None and window is not None and not (isValid(last) and last.isVisible()):
            self.pause()

    def pause(self) -> None:
        """Let characters do nothing until typing has paused."""
        self._ends = monotonic() + PAUSE

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.MouseButtonPress:
            self._ends = 0.0
        elif isinstance(event, QFocusEvent) and event.reason() == Qt.FocusReason.PopupFocusReason:
            # The letters of an open menu are its own.
            self._set_enabled(kind == QEvent.Type.FocusIn and self._is_on.value)
        elif self._ends and kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            return isinstance(event, QKeyEvent) and self._takes(event)
        return super().eventFilter(watched, event)

    def _takes(self, event: QKeyEvent) -> bool:
        """Return whether a key is swallowed: a character during the pause, which begins anew with it."""
        text = event.text()
        if not (text.isprintable() and text.strip()) or event.modifiers() & _MODIFIERS:
            return False
        if monotonic() > self._ends:
            self._ends = 0.0
            return False
        self.pause()
        event.accept()
        return True
