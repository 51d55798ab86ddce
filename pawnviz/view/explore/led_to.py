"""The section of an answer that says where its games led: a bar for each bundle of games."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from pawnviz.core.collections.answer import difference_text, games_text, share_text, verdict
from pawnviz.core.collections.bundles import MOST_BUNDLES, MOVES_ON, Bundle, bundles_of
from pawnviz.core.picture.skeleton import make_skeleton
from pawnviz.model.jobs import KeepGoing, ThreadJob
from pawnviz.model.preferences import Preference
from pawnviz.override import override
from pawnviz.view.board.small_boards import skeleton_image
from pawnviz.view.explore.heading import paint_difference
from pawnviz.view.widgets.labels import MessageLabel, plain_tip
from pawnviz.view.widgets.layouts import column_of
from pawnviz.view.widgets.theme import theme_of

if TYPE_CHECKING:
    from pawnviz.model.collections.explorer import Answered

_COMPUTING: Final = "The structures that follow are being gathered…"
_HINT: Final = f"{MOVES_ON} moves on, or at the end of a shorter game; a click lists the games:"
_ICON: Final = 28  # The edge of a skeleton.
_SCORE_WIDTH: Final = 90  # The width of the bar of the score.


def _computed(answered: Answered, keep_going: KeepGoing) -> tuple[Bundle, ...]:
    return bundles_of(answered.answer.spells, answered.rows, answered.games)


class BundleButton(QAbstractButton):
    """A bundle as a bar as long as its share of the games, with its skeleton, name and score."""

    def __init__(self, flipped: Preference[bool]) -> None:
        """Make a hidden bar without a bundle."""
        super().__init__()
        self.bundle: Bundle | None = None
        self._share = 0.0
        self._flipped = flipped
        flipped.changed.connect(self.update)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_bundle(self, bundle: Bundle, share: float) -> None:
        """Show a bundle with this share of all games."""
        self.bundle, self._share = bundle, share
        name = f"Still {bundle.heading}" if bundle.is_same else bundle.heading or "Other structures"
        self.setText(f"{name}  {bundle.score.games:,}")
        figures = f" ({difference_text(bundle.score)} points to the expectation)" if bundle.score.interval else ""
        words = f"{name}: {games_text(bundle.score.games)}, {share_text(share)}; {verdict(bundle.score)}{figures}"
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(f"{words}.\nA click or Enter lists these games."))
        self.show()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(260, max(_ICON, self.fontMetrics().height() + 8))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, bundle = theme_of(self), self.bundle
        if bundle is None:
            return
        with QPainter(self) as painter:
            left = _ICON + 6
            room = QRectF(self.rect()).adjusted(left, 1, -_SCORE_WIDTH - 8, -1)
            color = QColor(theme.link if bundle.heading else theme.disabled_text)
            color.setAlphaF(0.4 if self.underMouse() else 0.25)
            painter.fillRect(
                QRectF(room.left(), room.top(), max(2.0, room.width() * self._share), room.height()), color
            )
            if bundle.heading:
                skeleton, top = make_skeleton(bundle.white, bundle.black), (self.height() - _ICON) / 2
                image = skeleton_image(skeleton, theme, _ICON, self.devicePixelRatioF(), flipped=self._flipped.value)
                painter.drawImage(QPointF(0, top), image)
            painter.setPen(QColor(theme.text))
            text = room.adjusted(8, 0, 0, 0)
            elided = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, int(text.width()))
            painter.drawText(text, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, elided)
            score = QRectF(self.width() - _SCORE_WIDTH, 4, _SCORE_WIDTH, self.height() - 8)
            paint_difference(painter, score, bundle.score, theme)
            if self.hasFocus():
                painter.setPen(QPen(QColor(theme.link), 2))
                painter.drawRect(room.adjusted(1, 0, -1, 0))


class LedToPart(QWidget):
    """The bundles of an answer, computed in a thread once they are seen."""

    games_wanted = Signal(object)  # The games of a bundle are asked for; carries their places as an array.

    def __init__(self, flipped: Preference[bool]) -> None:
        super().__init__()
        self._answered: Answered | None = None
        self._is_stale = False
        self._job: ThreadJob[tuple[Bundle, ...]] = ThreadJob(self)
        self._job.ended.connect(self._take)
        self.message = MessageLabel(muted=True)
        self._buttons = tuple(BundleButton(flipped) for _ in range(MOST_BUNDLES + 1))
        for button in self._buttons:
            button.clicked.connect(self._list_games)
        column_of(self.message, *self._buttons, parent=self, margins=0, spacing=3)

    @property
    def buttons(self) -> tuple[BundleButton, ...]:
        """The bars of the bundles that are shown."""
        return tuple(button for button in self._buttons if button.bundle is not None)

    def show_answer(self, answered: Answered | None) -> None:
        """Show the bundles of another answer, or with None none."""
        self._answered = answered
        self._is_stale = True
        self._compute()

    def _compute(self) -> None:
        if self.isVisible() and self._is_stale:
            self._is_stale = False
            if self._answered is None:
                self._job.cancel()
                self._show(())
            else:
                if not self.buttons:
                    self.message.show_message(_COMPUTING)
                self._job.start(partial(_computed, self._answered))

    @Slot()
    def _take(self) -> None:
        if self._job.result is not None:
            self._show(self._job.result)
        elif self._job.fault:
            self._show(())
            self.message.show_message(self._job.fault, is_error=True)

    def _show(self, bundles: tuple[Bundle, ...]) -> None:
        total = sum(len(bundle.spells) for bundle in bundles)
        for button in self._buttons[len(bundles) :]:
            button.bundle = None
            button.hide()
        for button, bundle in zip(self._buttons, bundles, strict=False):
            button.show_bundle(bundle, len(bundle.spells) / total)
        self.message.show_message(_HINT if bundles else "")

    @Slot()
    def _list_games(self) -> None:
        button = self.sender()
        if isinstance(button, BundleButton) and button.bundle is not None:
            self.games_wanted.emit(button.bundle.spells)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._compute()
