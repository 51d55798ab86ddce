"""The film of a game, a picture for each structure, and its turning points as a list."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QObject, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QKeySequence, QPainter, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QListView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from pawnviz.core.board.side import to_move_text
from pawnviz.core.explain.pawn_words import pawn_clauses
from pawnviz.core.games.lives import (
    PawnSpell,
    change_text,
    event_kinds,
    pawn_spells,
    structure_events,
    structure_spells,
    structure_words,
)
from pawnviz.core.games.tree import MoveLine
from pawnviz.core.picture.sheet_positions import players_of
from pawnviz.core.picture.skeleton import Skeleton, make_skeleton
from pawnviz.core.structures import leading_structures
from pawnviz.core.words import count_text
from pawnviz.model.games.game import OpenGame
from pawnviz.model.preferences import Preference, Preferences
from pawnviz.override import override, plain_override
from pawnviz.view.board.small_boards import SKELETON_KEY, skeleton_icon, skeleton_image
from pawnviz.view.games.lives import GamePart, go_by_key
from pawnviz.view.widgets.buttons import CopyButton
from pawnviz.view.widgets.labels import ElidedLabel, plain_label, plain_tip
from pawnviz.view.widgets.layouts import column_of
from pawnviz.view.widgets.rows import Index, RowsModel
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


class Frame(NamedTuple):
    """A picture of the film: the skeleton with its changes."""

    spell: PawnSpell
    skeleton: Skeleton
    title: str  # The last move that led there.
    share: float  # How long the pawns stood against those that stood longest, from 0 to 1.


class FilmModel(RowsModel[Frame]):
    """The frames of the open game's line."""

    def __init__(self, game: OpenGame, parent: QObject) -> None:
        super().__init__(parent)
        self._game = game
        self._line: MoveLine | None = None  # That of the frames; the game may have another one already.

    def read_game(self) -> None:
        """Take the frames of the game's line, none without a line."""
        self._line = line = self._game.line
        self.show_rows(_frames(line) if line is not None else ())

    def row_of(self, ply: int) -> int:
        """Return the row of the last frame up to the position of a ply; -1 without frames."""
        return bisect_right(self.rows, ply, key=lambda frame: frame.spell.first) - 1

    def heading(self, row: int, *, later: bool = False) -> str:
        """Return all moves that led to the frame of a row, the side to move, the structure's name, and the changes.

        With ``later`` it is that of a position some moves of pieces after it, where either side may be to move.
        """
        spell, line = self.rows[row].spell, self._line
        if line is None:
            return ""
        position = line.positions[spell.first]
        found = leading_structures(position.sides()[0], with_general=False)
        names = [structure.heading for structure in found[:1]]
        changes = pawn_clauses(line.positions[spell.change - 1], position) if spell.first else ()
        moves = change_text(spell, line)
        since = f"Since {moves or 'the start'}" if later else ""
        moves = since or f"{moves or _START}, {to_move_text(position.white_to_move)}"
        return " · ".join(filter(None, (moves, *names, "; ".join(changes))))

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        frame, game = self.rows[index.row()], self._game.game
        if role == Qt.ItemDataRole.DisplayRole:
            return frame.title
        if role not in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return None
        words = (players_of(dict(game.headers)) if game is not None else "", self.heading(index.row()))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return " · ".join(filter(None, words))
        spell = frame.spell
        changes = [event.text for event in self._game.events if spell.change <= event.ply <= spell.first]
        stood = f"These pawns stood for {count_text(-(-(spell.end - spell.first) // 2), 'move')}"
        return plain_tip("\n".join(filter(None, (*words, *changes, stood))))


class Film(GamePart):
    """A picture for each change of the pawns of the open game, and a ``heading`` in words for elsewhere."""

    def __init__(self, game: OpenGame, preferences: Preferences) -> None:
        super().__init__(game)
        self.heading = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self.heading.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.model = FilmModel(game, self)
        self.view = FilmView(self.model, preferences.flipped)
        column_of(self.view, parent=self, margins=0)
        self.view.entered.connect(self._name)
        self.view.viewportEntered.connect(self._name_current)
        self.view.left.connect(self._name_current)
        for chosen in (self.view.clicked, self.view.activated):
            chosen.connect(self._go)

    @plain_override
    def show_game(self) -> None:
        self.model.read_game()
        self.show_move()

    @plain_override
    def show_move(self) -> None:
        self.view.set_frame(self.model.row_of(self._game.ply))
        self._name_current()

    @Slot(QModelIndex)
    def _name(self, index: QModelIndex) -> None:
        self.heading.show_text(self.model.heading(index.row()))

    @Slot()
    def _name_current(self) -> None:
        frames, row = self.model.rows, self.view.frame_row
        is_there = 0 <= row < len(frames)
        later = is_there and self._game.ply > frames[row].spell.first
        self.heading.show_text(self.model.heading(row, later=later) if is_there else "")

    @Slot(QModelIndex)
    def _go(self, index: QModelIndex) -> None:
        self._game.go_to(self.model.rows[index.row()].spell.first)


class FilmView(QListView):
    """The pictures in a row; Left and Right choose one, Enter and a click activate it."""

    left = Signal()  # The pointer has left the pictures.

    def __init__(self, model: FilmModel, flipped: Preference[bool]) -> None:
        super().__init__()
        self.frame_row = -1  # The row with the frame around it, -1 for none.
        self.edge = 0  # The edge of a picture in logical pixels.
        self.setModel(model)
        self.setItemDelegate(_FrameDelegate(self, model, flipped))
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
        self.set_room(0)
        flipped.changed.connect(self.viewport().update)

    def set_room(self, height: int) -> None:
        """Choose the size of the pictures for a page of this height in logical pixels."""
        edge = max(edge for edge in _EDGES if edge in (_EDGES[0], min(edge, height * _SHARE)))
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
    def __init__(self, view: FilmView, model: FilmModel, flipped: Preference[bool]) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        self._flipped = flipped

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return self._view.frame_size

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        frame, theme, edge = self._model.rows[index.row()], theme_of(self._view), self._view.edge
        is_framed = index.row() == self._view.frame_row
        is_chosen = option.state & QStyle.StateFlag.State_HasFocus
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if is_chosen or option.state & QStyle.StateFlag.State_MouseOver:
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
        painter.fillRect(QRectF(picture.left(), below, max(2.0, frame.share * edge), 2), QColor(theme.disabled_text))
        place = QRect(option.rect.left(), below + _BAR, option.rect.width(), _TEXT)
        font = painter.font()
        font.setPixelSize(10)
        painter.setFont(font)
        painter.setPen(QColor(theme.text if is_framed else theme.muted_text))
        text = painter.fontMetrics().elidedText(frame.title, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, text)
        painter.restore()


def _frames(line: MoveLine) -> tuple[Frame, ...]:
    spells = pawn_spells(line)
    longest = max(spell.end - spell.first for spell in spells)
    frames = []
    for former, spell in zip((None, *spells), spells, strict=False):
        before = (former.white, former.black) if former is not None else None
        title = line.moves[spell.first - 1].text if spell.first else _START
        share = (spell.end - spell.first) / longest
        frames.append(Frame(spell, make_skeleton(spell.white, spell.black, before), title, share))
    return tuple(frames)


_KINDS: Final = {"Captures and promotions": (), **event_kinds()}

_ICON: Final = 28  # The edge of a skeleton in a row.
_PLY: Final = Qt.ItemDataRole.UserRole
# The keys to other rows; with Shift or Control they select rows and stay at the move.
_VERTICAL: Final = (
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End),
)
_PLAIN: Final = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class _EventList(QListWidget):
    """A list as high as its rows that copies the selected ones, or all; keys go to the move of another row or step."""

    def __init__(self, game: OpenGame) -> None:
        super().__init__()
        self._game = game
        self.room = 0  # The greatest height, beyond which the rows scroll.

    @override
    def updateGeometries(self) -> None:
        super().updateGeometries()
        self.setFixedHeight(max(1, min(self.room, self.contentsSize().height() + 2 * self.frameWidth())))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right)
        if event.matches(QKeySequence.StandardKey.Copy):
            chosen = sorted(self.row(item) for item in self.selectedItems())
            rows = chosen if len(chosen) > 1 else range(self.count())
            QGuiApplication.clipboard().setText("\n".join(self.item(row).text() for row in rows))
        elif not (steps and go_by_key(self._game, event)):
            super().keyPressEvent(event)
            if event.key() in _VERTICAL and event.modifiers() in _PLAIN and self.currentItem() is not None:
                self.itemActivated.emit(self.currentItem())


class Events(GamePart):
    """The structures of the open game, and a row for each of their changes, or its events of pawns."""

    def __init__(self, game: OpenGame, flipped: Preference[bool]) -> None:
        super().__init__(game)
        self._flipped = flipped
        self.structures = plain_label(wrapped=True)
        self.structures.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.structures.setAccessibleName("Structures of the game")
        self.kinds = QComboBox()
        self.kinds.setAccessibleName("Which events are listed")
        self.kinds.addItems(["Structure", "Everything", *_KINDS])
        self.kinds.setMaxVisibleItems(self.kinds.count())
        self.kinds.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.kinds.setMinimumContentsLength(8)
        self.list = _EventList(game)
        self.list.setAccessibleName("Effects of the moves on the pawns")
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setIconSize(QSize(_ICON, _ICON))
        self.list.setWordWrap(True)
        self.list.setSpacing(2)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.copy_button = CopyButton("what happened", text="Copy")
        column_of(self.structures, self.list, parent=self, margins=0, spacing=4)
        flipped.changed.connect(self._draw)
        game.lives_found.connect(self._follow_lives)
        self.kinds.activated.connect(self.follow_game)
        self.list.itemClicked.connect(self._go)
        self.list.itemActivated.connect(self._go)

    def set_room(self, height: int) -> None:
        """Show all events, or as many as fit this height."""
        self.list.room = height
        self.list.updateGeometries()

    @plain_override
    def show_game(self) -> None:
        line = self._game.line
        words = structure_words(structure_spells(line), line) if line is not None else ""
        self.structures.setText(f"{words}." if words else "No named structure." if line is not None else "")
        self.list.clear()
        if line is not None and not self.kinds.currentIndex():
            for change in structure_events(line):
                self._add_row(change.text, change.ply)
            self._draw()
        elif line is not None:
            self._add_moves(line)
        has_rows = bool(self.list.count())
        if line is not None and not has_rows and not self._game.living.is_running:
            item = QListWidgetItem("Nothing of this kind in this game.")
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self.copy_button.setEnabled(has_rows)
        rows = [self.structures.text(), *(self.list.item(row).text() for row in range(self.list.count()))]
        self.copy_button.offer("\n".join(rows), "the game")
        self.show_move()

    @Slot()
    def _draw(self) -> None:
        line = self._game.line
        if line is None or self.kinds.currentIndex():
            return
        spells = {spell.first: (former, spell) for former, spell in itertools.pairwise(pawn_spells(line))}
        for row in range(self.list.count()):
            item = self.list.item(row)
            if item.data(_PLY) in spells:
                former, spell = spells[item.data(_PLY)]
                pawns, before = (spell.white, spell.black), (former.white, former.black)
                theme, flipped = theme_of(self), self._flipped.value
                item.setIcon(skeleton_icon(*pawns, theme, former=before, edge=_ICON, flipped=flipped))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()
        super().changeEvent(event)

    @Slot()
    def _follow_lives(self) -> None:
        if self.kinds.currentIndex():
            self.follow_game()

    def _add_moves(self, line: MoveLine) -> None:
        labels, listed = _KINDS.get(self.kinds.currentText()), self._game.events
        if labels:
            listed = tuple(event for event in listed if set(labels).intersection(event.labels))
        elif labels is not None:
            listed = tuple(event for event in listed if not event.labels)
        for ply, events in itertools.groupby(listed, key=lambda event: event.ply):
            move = line.moves[ply - 1].text
            heading = self._add_row(move, ply)
            font = heading.font()
            font.setBold(True)
            heading.setFont(font)
            for event in events:
                words = event.text.removeprefix(move).lstrip(": ")
                self._add_row(f"    {words}", ply).setToolTip(event.text)

    def _add_row(self, text: str, ply: int) -> QListWidgetItem:
        item = QListWidgetItem(text)
        item.setData(_PLY, ply)
        item.setToolTip(text)
        self.list.addItem(item)
        return item

    @plain_override
    def show_move(self) -> None:
        self.list.clearSelection()
        items = [self.list.item(row) for row in range(self.list.count())]
        chosen = [item for item in items if item.data(_PLY) == self._game.ply]
        for item in chosen:
            item.setSelected(True)
        before = [item for item in items if (item.data(_PLY) or 0) <= self._game.ply]
        current = self.list.currentItem()
        if chosen and current not in chosen:
            # Keys go on from the rows of the current move.
            self.list.setCurrentItem(chosen[0], QItemSelectionModel.SelectionFlag.NoUpdate)
        if chosen or before:
            self.list.scrollToItem((chosen or before)[-1])

    @Slot(QListWidgetItem)
    def _go(self, item: QListWidgetItem) -> None:
        ply = item.data(_PLY)
        if ply is not None:
            self._game.go_to(ply)
