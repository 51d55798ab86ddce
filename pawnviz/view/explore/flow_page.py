"""The page of the flow: the structures that follow in the games of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from pawnviz.core.collections.flow import STEPS, Flow, flow_of
from pawnviz.model.jobs.job import KeepGoing, ThreadJob
from pawnviz.model.preferences.preferences import Preference
from pawnviz.override import override
from pawnviz.view.explore.flow_view import FlowView
from pawnviz.view.widgets.message_label import MessageLabel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pawnviz.model.collections.explorer import Answered


_COMPUTING: Final = "The structures that follow are being gathered…"
_HINT: Final = "From left to right the structures that follow; a click, or Enter, lists the games that go there."


_FEW_STEPS: Final = (0, 8, 20)  # The moves at which columns stand in a narrow page, so that structures are named.
_WIDE: Final = 540  # The width of a page from which on all columns have room, in logical pixels.


def _computed(answered: Answered, steps: Sequence[int], keep_going: KeepGoing) -> tuple[Flow, NDArray[Any]]:
    spells = answered.answer.spells
    return flow_of(answered.rows, spells.game, spells.first, steps), answered.surplus[spells.game]


class FlowPage(QWidget):
    """The flow of an answer, computed in a thread once it is seen."""

    games_wanted = Signal(object)  # The games of a structure or a band are asked for; carries their places as an array.

    def __init__(self, flipped: Preference[bool]) -> None:
        super().__init__()
        self._answered: Answered | None = None
        self._is_stale = False
        self._steps: tuple[int, ...] = STEPS
        self._job: ThreadJob[tuple[Flow, NDArray[Any]]] = ThreadJob(self)
        self._job.ended.connect(self._take)
        self.view = FlowView(flipped)
        self.message = MessageLabel(muted=True)
        self.view.games_wanted.connect(self.games_wanted)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.addWidget(self.message)
        column.addWidget(self.view, 1)

    def show_answer(self, answered: Answered | None) -> None:
        """Show the flow of another answer, or with None none."""
        self._answered = answered
        self._is_stale = True
        self._compute()

    def _compute(self) -> None:
        if self.isVisible() and self._is_stale:
            self._is_stale = False
            if self._answered is None:
                self._job.cancel()
                self.message.show_message("")
                self.view.set_flow(None)
            else:
                self.message.show_message(_COMPUTING)
                self._job.start(partial(_computed, self._answered, self._steps))

    @Slot()
    def _take(self) -> None:
        if self._job.result is not None:
            self.message.show_message(_HINT)
            self.view.set_flow(*self._job.result)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._compute()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        steps = STEPS if self.width() >= _WIDE else _FEW_STEPS
        if steps != self._steps:
            self._steps = steps
            self._is_stale = True
            self._compute()
