"""The skeleton of a position's pawns beside a text."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from pawnviz.core.picture.skeleton import Skeleton, make_skeleton
from pawnviz.model.preferences.preferences import Preference
from pawnviz.override import override
from pawnviz.view.board.skeleton_picture import ICON_EDGE, SKELETON_KEY, skeleton_image
from pawnviz.view.widgets.markup import plain_tip
from pawnviz.view.widgets.theme import theme_of


class SkeletonLabel(QWidget):
    """The picture of a skeleton in the colors of the theme, turned as the board; hidden while there are no pawns."""

    def __init__(self, flipped: Preference[bool], edge: int = ICON_EDGE) -> None:
        """Show nothing yet, in a square with an edge in logical pixels."""
        super().__init__()
        self._flipped = flipped
        self._skeleton: Skeleton | None = None
        self.setFixedSize(edge, edge)
        self.setAccessibleName("Picture of the pawns")
        self.setToolTip(plain_tip(SKELETON_KEY))
        self.setVisible(False)
        flipped.changed.connect(self.update)

    def show_pawns(self, white: int, black: int) -> None:
        """Show White's and Black's pawns, given as masks."""
        self._skeleton = make_skeleton(white, black)
        self.setVisible(bool(white | black))
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._skeleton is not None:
            ratio, flipped = self.devicePixelRatioF(), self._flipped.value
            image = skeleton_image(self._skeleton, theme_of(self), self.width(), ratio, flipped=flipped)
            with QPainter(self) as painter:
                painter.drawImage(QPoint(0, 0), image)
