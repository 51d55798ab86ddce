"""The film of a game: the skeletons of its pawn structures in a row; a click goes to the move."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QPainter, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from pawnviz.core.board.side import to_move_text
from pawnviz.core.explain.ranking import pawn_clauses
from pawnviz.core.games.line import MoveLine
from pawnviz.core.games.lives import PawnSpell, change_text, pawn_spells
from pawnviz.core.picture.sheet_positions import players_of
from pawnviz.core.picture.skeleton import Skeleton, make_skeleton
from pawnviz.core.structures import leading_structures
from pawnviz.core.words import count_text
from pawnviz.model.games.open_game import OpenGame
from pawnviz.model.preferences import Preferences
from pawnviz.override import override, plain_override
from pawnviz.view.board.skeleton_picture import SKELETON_KEY, skeleton_image
from pawnviz.view.games.game_view import GamePart
from pawnviz.view.widgets.labels import ElidedLabel
from pawnviz.view.widgets.layouts import column_of
from pawnviz.view.widgets.markup import plain_tip
from pawnviz.view.widgets.theme import theme_of

FILM_TIP: Final = (
    f"A picture of the pawns for each change of the structure, with what changed in yellow. {SKELETON_KEY} "
    "The bar below a picture is as long as the pawns stood."
)
_EDGES: Final = (40, 56, 72)  # The edges of a picture in logical pixels: eight squares of whole ones.
_SHARE: Final = 0.08  # The most of the page's height that a picture takes.
_GAP: Final = 5  # The room around a picture.
_BAR: Final = 3  # The room for the bar below a picture.
_TEXT: Final = 14  # The height of the move below the bar.
_START: Final = "Start"
_ROOT: Final = QModelIndex()
Index = QModelIndex | QPersistentModelIndex


class Frame(NamedTuple):
    """A picture of the film: the skeleton with its changes.

    ``title`` is the last move that led there, ``share`` how long the pawns stood against those that stood longest, from
    0 to 1.
    """

    spell: PawnSpell
    skeleton: Skeleton
    title: str
    share: float


class FilmModel(QAbstractListModel):
    """The frames of the open game's line, computed when they are first needed."""

    def __init__(self, game: OpenGame, parent: QObject) -> None:
        super().__init__(parent)
        self._game = game
        self._frames: tuple[Frame, ...] = ()
        self._line: MoveLine | None = (
            None  # That of the frames; the game may have another one before they are read anew.
        )

    def read_game(self) -> None:
        """Take the frames of the game's line, none without a line."""
        self.beginResetModel()
        self._line = line = self._game.line
        self._frames = _frames(line) if line is not None else ()
        self.endResetModel()

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The frames in their order."""
        return self._frames

    def row_at(self, ply: int) -> int:
        """Return the row of the last frame up to the position of a ply; -1 without frames."""
        return bisect_right(self._frames, ply, key=lambda frame: frame.spell.first) - 1

    def heading(self, row: int, *, later: bool = False) -> str:
        """Return all moves that led to the frame of a row, the side to move, the structure's name, and the changes.

        With ``later`` it is that of a position some moves of pieces after it, where either side may be to move.
        """
        spell, line = self._frames[row].spell, self._line
        if line is None:
            return ""
        position = line.positions[spell.first]
        found = leading_structures(position.sides()[0], with_general=False)
        names = [structure.heading for structure in found[:1]]
        changed = ""
        if spell.first:
            changed = "; ".join(pawn_clauses(line.positions[spell.change - 1], position))
        moves = change_text(spell, line)
        if later:
            moves = f"Since {moves or 'the start'}"
        else:
            moves = f"{moves or _START}, {to_move_text(position.white_to_move)}"
        return " · ".join(filter(None, (moves, *names, changed)))

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._frames)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        frame = self._frames[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return frame.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return " · ".join(filter(None, (self._players, self.heading(index.row()))))
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self._words(index.row()))
        return None

    @property
    def _players(self) -> str:
        game = self._game.game
        return players_of(dict(game.headers)) if game is not None else ""

    def _words(self, row: int) -> str:
        """Return the players, the changes in the lines of *Turning points*, and how long the pawns stood."""
        spell = self._frames[row].spell
        changes = [event.text for event in self._game.events if spell.change <= event.ply <= spell.first]
        count = -(-(spell.end - spell.first) // 2)
        stood = f"These pawns stood for {count_text(count, 'move')}"
        return "\n".join(filter(None, (self._players, self.heading(row), *changes, stood)))


class Film(GamePart):
    """A picture for each change of the pawns of the open game, and a line that says what it is.

    The line names the moves and the structure of the picture under the pointer, else of the current one.
    """

    def __init__(self, game: OpenGame, preferences: Preferences) -> None:
        super().__init__(game)
        self.heading = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self.heading.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.model = FilmModel(game, self)
        self.view = FilmView(self.model, preferences)
        column_of(self.view, self.heading, parent=self, margins=0, spacing=0)
        self.view.entered.connect(self._name)
        self.view.viewportEntered.connect(self._name_current)
        self.view.left.connect(self._name_current)
        for chosen in (self.view.clicked, self.view.activated):
            chosen.connect(self._go)

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


def _frames(line: MoveLine) -> tuple[Frame, ...]:
    spells = pawn_spells(line)
    longest = max(spell.end - spell.first for spell in spells)
    frames: list[Frame] = []
    former: tuple[int, int] | None = None
    for spell in spells:
        pawns = spell.white, spell.black
        title = line.moves[spell.first - 1].text if spell.first else _START
        share = (spell.end - spell.first) / longest
        frames.append(Frame(spell, make_skeleton(*pawns, former), title, share))
        former = pawns
    return tuple(frames)
