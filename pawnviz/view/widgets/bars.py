"""The tool bar, and the line of notices; the first picture of the window needs both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import QMetaMethod, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QActionEvent, QMouseEvent
from PySide6.QtWidgets import QPushButton, QToolBar, QToolButton, QToolTip, QWidget

from pawnviz.override import override
from pawnviz.view.widgets.labels import ElidedLabel
from pawnviz.view.widgets.layouts import row_of, with_properties


class ToolBar(QToolBar):
    """A tool bar whose buttons hold one connection for an action however often it changes.

    Qt 6.10 and 6.11 connect a tool button once more to the signal ``changed`` of its action each time that the action
    changes: 144 bytes, and a call more at each later change.
    """

    @override
    def actionEvent(self, event: QActionEvent) -> None:
        super().actionEvent(event)
        action = event.action()
        # The widget of a separator has no class in Python: to learn that, PySide6 would load all classes of widgets.
        if event.type() != QActionEvent.Type.ActionChanged or action.isSeparator():
            return
        button = self.widgetForAction(action)
        if isinstance(button, QToolButton):
            # The button follows its action by events; nothing that is seen depends on these connections.
            kind = action.metaObject()
            QObject.disconnect(action, kind.method(kind.indexOfSignal("changed()")), button, QMetaMethod())


LEAST_TIME: Final = 10_000  # The milliseconds for which a message without a button is shown.
_TIME_PER_CHARACTER: Final = 60


class _Notice(NamedTuple):
    text: str
    button: str = ""
    action: Callable[[], None] | None = None


class NoticeBar(QWidget):
    """The latest lasting message; one with a button stays, below later ones, until it is answered or closed."""

    added = Signal()  # A message was added, and is to be seen.

    def __init__(self) -> None:
        super().__init__()
        self._notices: list[_Notice] = []
        self.label = ElidedLabel(bold=True, mode=Qt.TextElideMode.ElideRight)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._go)
        self.offer_button = QPushButton(autoDefault=False)
        self.offer_button.clicked.connect(self._accept)
        self.close_button = QToolButton(autoRaise=True)
        with_properties(self.close_button, toolTip="Close this message", accessibleName="Close this message")
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
