"""The film of a game: the skeletons of its pawn structures in a row; a click goes to the move."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
)

from pawnviz.model.games.open_game import OpenGame
from pawnviz.model.preferences.preferences import Preferences
from pawnviz.override import override, plain_override
from pawnviz.view.board.skeleton_picture import SKELETON_KEY, skeleton_image
from pawnviz.view.games.film_model import FilmModel, Frame, Index
from pawnviz.view.games.game_page import GamePage
from pawnviz.view.widgets.fold import FoldButton
from pawnviz.view.widgets.labels import ElidedLabel
from pawnviz.view.widgets.markup import plain_tip
from pawnviz.view.widgets.switch import Switch
from pawnviz.view.widgets.theme import theme_of

_TIP: Final = (
    f"A picture of the pawns for each change of the structure, with what changed in yellow. {SKELETON_KEY} "
    "The line below says how long the pawns stood."
)
_EDGES: Final = (40, 56, 72)  # The edges of a picture in logical pixels: eight squares of whole ones.
_SHARE: Final = 0.12  # The most of the page's height that a picture takes.
_GAP: Final = 5  # The room around a picture.
_BAR: Final = 3  # The room for the bar below a picture.
_TEXT: Final = 14  # The height of the move below the bar.


class Film(GamePage):
    """A picture for each change of the pawns of the open game, below a line that folds them.

    The line names the moves and the structure of the picture under the pointer, else of the current one.
    """

    def __init__(self, game: OpenGame, preferences: Preferences) -> None:
        super().__init__(game)
        self._shown = preferences.show_film
        self.fold = FoldButton("Film of the pawns", plain_tip(_TIP))
        self.fold.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        Switch(self.fold, self._shown)
        self.heading = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self.model = FilmModel(game, self)
        self.view = FilmView(self.model, preferences)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 6, 0)
        row.setSpacing(8)
        row.addWidget(self.fold)
        row.addWidget(self.heading, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.view)
        self._shown.changed.connect(self._fold)
        self.view.entered.connect(self._name)
        self.view.viewportEntered.connect(self._name_current)
        self.view.left.connect(self._name_current)
        for chosen in (self.view.clicked, self.view.activated):
            chosen.connect(self._go)
        self._fold()

    def set_room(self, height: int) -> None:
        """Choose the size of the pictures for a page of this height in logical pixels."""
        self.view.set_edge(max(edge for edge in _EDGES if edge in (_EDGES[0], min(edge, height * _SHARE))))

    @plain_override
    def show_game(self) -> None:
        self.model.read_game()
        self.show_move()

    @plain_override
    def show_move(self) -> None:
        self.view.set_frame(self.model.row_at(self._game.ply))
        self._name_current()

    @Slot()
    def _fold(self) -> None:
        self.view.setVisible(self._shown.value)

    @Slot(QModelIndex)
    def _name(self, index: QModelIndex) -> None:
        self.heading.show_text(self.model.heading(index.row()))

    @Slot()
    def _name_current(self) -> None:
        frames, row = self.model.frames, self.view.frame_row
        text = ""
        if 0 <= row < len(frames):
            text = self.model.heading(row, later=self._game.ply > frames[row].spell.first)
        self.heading.show_text(text)

    @Slot(QModelIndex)
    def _go(self, index: QModelIndex) -> None:
        self._game.go_to(self.model.frames[index.row()].spell.first)


class FilmView(QListView):
    """The pictures in a row; Left and Right choose one, Enter and a click activate it."""

    left = Signal()  # The pointer has left the pictures.

    def __init__(self, model: FilmModel, preferences: Preferences) -> None:
        super().__init__()
        self._delegate = _FrameDelegate(self, model, preferences)
        self.frame_row = -1  # The row with the frame around it, -1 for none.
        self.edge = 0  # The edge of a picture in logical pixels.
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName("Film of the pawns")
        self.setFlow(QListView.Flow.LeftToRight)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setHorizontalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        self.set_edge(_EDGES[0])
        preferences.flipped.changed.connect(self.viewport().update)

    def set_edge(self, edge: int) -> None:
        """Give the pictures an edge in logical pixels."""
        if edge != self.edge:
            self.edge = edge
            self.setFixedHeight(self.frame_size.height() + self.horizontalScrollBar().sizeHint().height())
            self.doItemsLayout()
            self._scroll_to_frame()

    @property
    def frame_size(self) -> QSize:
        """The size of a picture with its bar, its text, and the room around it."""
        return QSize(self.edge + 2 * _GAP, self.edge + 2 * _GAP + _BAR + _TEXT)

    def set_frame(self, row: int) -> None:
        """Frame the picture of a row and scroll to it; -1 frames none."""
        self.frame_row = row
        self.setCurrentIndex(self.model().index(row, 0))
        self._scroll_to_frame()
        self.viewport().update()

    def _scroll_to_frame(self) -> None:
        """Scroll so far that the framed picture and those beside it are seen."""
        for row in (self.frame_row - 1, self.frame_row + 1, self.frame_row):
            if 0 <= row < self.model().rowCount():
                self.scrollTo(self.model().index(row, 0))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._scroll_to_frame()

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.left.emit()
        return super().viewportEvent(event)


class _FrameDelegate(QStyledItemDelegate):
    """Paints the pictures of a view, each with a bar for how long its pawns stood, and its move."""

    def __init__(self, view: FilmView, model: FilmModel, preferences: Preferences) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        self._flipped = preferences.flipped

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return self._view.frame_size

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        frame, theme, edge = self._model.frames[index.row()], theme_of(self._view), self._view.edge
        is_framed = index.row() == self._view.frame_row
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_HasFocus or option.state & QStyle.StateFlag.State_MouseOver:
            is_chosen = bool(option.state & QStyle.StateFlag.State_HasFocus)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.highlight if is_chosen else theme.button))
            painter.drawRoundedRect(QRectF(option.rect).adjusted(0, 0, 0, -1), 5, 5)
        picture = QRect(option.rect.left() + _GAP, option.rect.top() + _GAP, edge, edge)
        image = skeleton_image(frame.skeleton, theme, edge, self._view.devicePixelRatioF(), flipped=self._flipped.value)
        painter.drawImage(picture.topLeft(), image)
        if is_framed:
            painter.setPen(QPen(QColor(theme.cursor), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(picture).adjusted(-2, -2, 2, 2), 5, 5)
        below = picture.bottom() + _GAP
        bar = QRectF(picture.left(), below, max(2.0, frame.share * edge), 2)
        painter.fillRect(bar, QColor(theme.disabled_text))
        self._paint_move(painter, frame, QRect(option.rect.left(), below + _BAR, option.rect.width(), _TEXT), is_framed)
        painter.restore()

    def _paint_move(self, painter: QPainter, frame: Frame, rect: QRect, is_framed: bool) -> None:
        theme, font = theme_of(self._view), painter.font()
        font.setPixelSize(10)
        painter.setFont(font)
        painter.setPen(QColor(theme.text if is_framed else theme.muted_text))
        text = painter.fontMetrics().elidedText(frame.title, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, text)
