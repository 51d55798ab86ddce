"""The sections of an answer: its heading with bars, the next moves, and where its games led."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QHeaderView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from pawnviz.core.board.position import Position
from pawnviz.core.collections.answer import (
    INTERVAL_WORDS,
    MOST_BUNDLES,
    MOVES_ON,
    Answer,
    Bundle,
    NextMove,
    Score,
    bundles_of,
    count_sentence,
    difference_text,
    games_text,
    move_sentence,
    openings_text,
    pawns_alone,
    position_after,
    score_sentence,
    share_text,
    verdict,
    verdict_sentence,
)
from pawnviz.core.collections.scanner import MoveKind
from pawnviz.core.picture.picture import Arrow
from pawnviz.core.picture.skeleton import make_skeleton
from pawnviz.core.words import count_text
from pawnviz.model.jobs import KeepGoing, ThreadJob
from pawnviz.model.preferences import Preference, Preferences
from pawnviz.override import override, plain_override
from pawnviz.view.board.small_boards import SkeletonLabel, skeleton_icon, skeleton_image
from pawnviz.view.board.state import Preview, WeightedMove
from pawnviz.view.widgets.labels import ElidedLabel, MessageLabel, plain_label, plain_tip
from pawnviz.view.widgets.layouts import column_of, row_of
from pawnviz.view.widgets.page import with_folded
from pawnviz.view.widgets.rows import CENTER, LEFT, RIGHT, Index, RowPreview, RowsModel, RowTable
from pawnviz.view.widgets.theme import Theme, theme_of

if TYPE_CHECKING:
    from pawnviz.model.collections.explorer import Answered

SKELETON: Final = 72  # The edge of the skeleton.
FILLS: Final = ("#ffffff", "#9aa3ad", "#1f2428")  # Wins of White, draws, wins of Black.
TEXTS: Final = ("#1f2933", "#12212e", "#f4f5f7")
_RADIUS: Final = 4.0


def paint_score(painter: QPainter, box: QRectF, score: Score, theme: Theme) -> None:
    """Paint the shares of White's wins, draws and losses into a box, with percentages if there is room."""
    counts = (score.wins, score.draws, score.losses)
    total = sum(counts)
    painter.save()
    if total:
        left = box.left()
        for count, fill, ink in zip(counts, FILLS, TEXTS, strict=True):
            part = QRectF(left, box.top(), box.width() * count / total, box.height())
            painter.fillRect(part, QColor(fill))
            text = f"{100 * count / total:.0f} %"
            if painter.fontMetrics().horizontalAdvance(text) + 6 <= part.width():
                painter.setPen(QColor(ink))
                painter.drawText(part, Qt.AlignmentFlag.AlignCenter, text)
            left = part.right()
    painter.setPen(QPen(QColor(theme.border), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
    painter.restore()


def paint_difference(painter: QPainter, box: QRectF, score: Score, theme: Theme) -> None:
    """Paint White's score less the expected one as a dot with its interval across a line at zero, if it has one."""
    if score.interval is None or score.difference is None:
        return
    middle, half = box.center(), box.width() / 2 - _RADIUS

    def point(difference: float) -> QPointF:
        share = max(-1.0, min(1.0, difference / 0.25))
        return QPointF(middle.x() + share * half, middle.y())

    low, high = score.interval
    painter.save()
    painter.setPen(QPen(QColor(theme.disabled_text), 1))
    painter.drawLine(QPointF(middle.x(), box.top()), QPointF(middle.x(), box.bottom()))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.text), 2))
    painter.drawLine(point(low), point(high))
    painter.setBrush(QColor(theme.base if low <= 0 <= high else theme.text))
    painter.drawEllipse(point(score.difference), _RADIUS, _RADIUS)
    painter.restore()


class ScoreBar(QWidget):
    """A bar of White's wins, draws and losses, or with ``is_difference`` of the score less the expected one."""

    def __init__(self, *, is_difference: bool = False) -> None:
        super().__init__()
        self._score: Score | None = None
        self._is_difference = is_difference
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Fixed if is_difference else policy.Expanding, policy.Fixed)

    def show_score(self, score: Score, words: str = "") -> None:
        """Show a score, whose tool tip and accessible name are its counts, or other ``words``."""
        self._score = score
        self.setVisible(not self._is_difference or score.interval is not None)
        wins, draws, losses = map(games_text, (score.wins, score.draws, score.losses))
        counts = (f"White wins {wins}", f"{draws} drawn", f"Black wins {losses}")
        self.setAccessibleName(words or ", ".join(counts))
        self.setToolTip(plain_tip(words) if words else "\n".join(counts))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(_SCORE_WIDTH if self._is_difference else 160, self.fontMetrics().height() + 4)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._score is not None:
            with QPainter(self) as painter:
                paint = paint_difference if self._is_difference else paint_score
                paint(painter, QRectF(self.rect()), self._score, theme_of(self))


class AnswerHeading(QWidget):
    """The name and number of the games of an answer, their results, the verdict on White's score, and openings."""

    def __init__(self, flipped: Preference[bool]) -> None:
        super().__init__()
        self.title = plain_label(scale=1.25, bold=True, wrapped=True)
        self.bar = ScoreBar()
        self.difference = ScoreBar(is_difference=True)
        self.sentence = MessageLabel()
        self.openings = ElidedLabel()
        self.openings.setForegroundRole(self.openings.palette().ColorRole.PlaceholderText)
        self.skeleton = SkeletonLabel(flipped, SKELETON)
        bars = row_of((self.bar, 1), self.difference, spacing=8)
        column = column_of(self.title, bars, self.sentence, self.openings, spacing=4)
        row_of((self.skeleton, Qt.AlignmentFlag.AlignTop), (column, 1), parent=self, margins=0, spacing=8)

    def show_answer(self, answer: Answer, name: str, pawns: tuple[int, int]) -> None:
        """Show an answer with games to White's and Black's pawns, none unless they are asked, and their name."""
        self.skeleton.show_pawns(*pawns)
        self.title.setText(f"{name} · {count_sentence(answer)}" if name else count_sentence(answer))
        self.bar.show_score(answer.score)
        figures = f"{score_sentence(answer)} {INTERVAL_WORDS}"
        self.difference.show_score(answer.score, figures)
        # No line ends between a number and its percent sign.
        self.sentence.show_message(verdict_sentence(answer).replace(" %", "\N{NO-BREAK SPACE}%"))
        self.sentence.setToolTip(plain_tip(figures))
        openings = openings_text(answer)
        self.openings.show_text(openings)
        self.openings.setVisible(bool(openings))


_HINT: Final = f"{MOVES_ON} moves later, or at the end of a shorter game; a click lists the games:"
ICON: Final = 28  # The edge of a skeleton.
_SCORE_WIDTH: Final = 100  # The width of the bar of the score.


def _computed(answered: Answered, keep_going: KeepGoing) -> tuple[Bundle, ...]:
    return bundles_of(answered.answer.spells, answered.rows, answered.games)


class BundleButton(QAbstractButton):
    """A bundle as a bar as long as its share of the games, with its skeleton, name and score."""

    def __init__(self, flipped: Preference[bool]) -> None:
        super().__init__()
        self.bundle: Bundle | None = None
        self._share, self._is_scored = 0.0, False
        self._flipped = flipped
        flipped.changed.connect(self.update)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_bundle(self, bundle: Bundle, share: float, *, is_scored: bool) -> None:
        """Show a bundle with this share of all games; one of those shown is scored, or none."""
        self.bundle, self._share, self._is_scored = bundle, share, is_scored
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
        return QSize(260, max(ICON, self.fontMetrics().height() + 8))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, bundle = theme_of(self), self.bundle
        if bundle is None:
            return
        with QPainter(self) as painter:
            left = ICON + 6
            beside = _SCORE_WIDTH + 8 if self._is_scored else 0
            room = QRectF(self.rect()).adjusted(left, 1, -beside, -1)
            color = QColor(theme.link if bundle.heading else theme.disabled_text)
            color.setAlphaF(0.4 if self.underMouse() else 0.25)
            painter.fillRect(
                QRectF(room.left(), room.top(), max(2.0, room.width() * self._share), room.height()), color
            )
            if bundle.heading:
                skeleton, top = make_skeleton(bundle.white, bundle.black), (self.height() - ICON) / 2
                image = skeleton_image(skeleton, theme, ICON, self.devicePixelRatioF(), flipped=self._flipped.value)
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
        """Show the bundles of another answer, none for None."""
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
                    self.message.show_message("The structures that follow are being gathered…")
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
            is_scored = any(each.score.interval for each in bundles)
            button.show_bundle(bundle, len(bundle.spells) / total, is_scored=is_scored)
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


MEANTIME: Final = ("meantime", "In the meantime")  # The line above the moves with which the question stayed true.
RARE: Final = ("rare_moves", "Rare moves and captures by pieces")  # The line above those that are not among the first.
_MOVE, _SHARE, _GAMES, _RESULTS, _SCORE = range(5)
_NARROW: Final = 36  # The width in letters below which the number of games is in the tool tip alone.
_PADDING: Final = 9  # The height of a row beyond that of a line.
_TEXTS: Final = {_MOVE: "piece xh8", _SHARE: "                    100 %", _GAMES: " 99,999", _SCORE: "worse | better"}


class Fold(NamedTuple):
    """A line in the table that folds and unfolds the moves below it, and its name among the folded sections."""

    name: str
    title: str
    move_count: int
    is_open: bool

    @property
    def text(self) -> str:
        """The line's text."""
        return f"{'▾' if self.is_open else '▸'} {self.title} ({self.move_count})"


class NextMoveModel(RowsModel["NextMove | Fold"]):
    """A row for each move, the most played first, and one for each line that folds."""

    headings = ("Next", "Share", "Games", "Results", "worse | better")
    heading_tips: ClassVar = {
        _MOVE: "The next pawn move or capture of a pawn: the first after which the question no longer holds",
        _SHARE: "The share of the games in which it came next",
        _GAMES: "The number of these games",
        _RESULTS: "White's wins, draws and Black's wins",
        _SCORE: "White's score against the one that ratings predict, with its interval across the line of no "
        f"difference; a full dot if the difference is proved. {INTERVAL_WORDS}",
    }
    alignments: ClassVar = {_GAMES: RIGHT, _RESULTS: CENTER, _SCORE: CENTER}

    def __init__(self, table: QTableView, flipped: Preference[bool]) -> None:
        super().__init__(table)
        self._table = table
        self._flipped = flipped

    def move_at(self, index: Index) -> NextMove | None:
        """Return the move of an index, None for a line and if there is none."""
        row = self.row_at(index)
        return None if isinstance(row, Fold) else row

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        move, column = self.row_at(index), index.column()
        if isinstance(move, Fold) and column == _MOVE:
            words = f"{move.title}, {count_text(move.move_count, 'move')}, {'open' if move.is_open else 'closed'}"
            texts = {Qt.ItemDataRole.DisplayRole: move.text, Qt.ItemDataRole.AccessibleTextRole: words}
            return texts.get(Qt.ItemDataRole(role))
        if not isinstance(move, NextMove):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.alignments.get(column, LEFT)
        if role == Qt.ItemDataRole.AccessibleTextRole and column == _MOVE:
            return move_sentence(move)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return _text(move, column)
        if role == Qt.ItemDataRole.DecorationRole and column == _MOVE:
            theme, flipped = theme_of(self._table), self._flipped.value
            return skeleton_icon(move.white, move.black, theme, former=move.former, edge=ICON, flipped=flipped)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(f"{move_sentence(move)}.\nA click or Enter goes on to the pawns after it.")
        return None


def _text(move: NextMove, column: int) -> str:
    score = move.score
    results = f"{score.wins} / {score.draws} / {score.losses}"
    return (move.move.text, share_text(move.share), f"{score.games:,}", results, verdict(score))[column]


class NextMoveTable(RowPreview["NextMove"], RowTable):
    """The moves that came next; the one under the pointer, else the current one with the focus, is shown."""

    chosen = Signal()  # The board is to go on with the current move.
    clicked_once = Signal()  # The current row was clicked.

    def __init__(self, preferences: Preferences) -> None:
        super().__init__("Moves that came next", _PADDING)
        self._folded = preferences.folded_sections
        self._moves: tuple[NextMove, ...] = ()
        self._kept: tuple[NextMove, ...] = ()
        self._is_double = False  # Whether the last press was the second one of a double click.
        self.has_gone_on = False  # Whether the first click of a double click has gone on already.
        self.model_of_moves = NextMoveModel(self, preferences.flipped)
        preferences.flipped.changed.connect(self.viewport().update)
        self._folded.changed.connect(self._show_rows)
        self.setModel(self.model_of_moves)
        self.setAccessibleDescription("Arrow keys show a move on the board, Enter goes on to the pawns after it")
        self.setMouseTracking(True)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setIconSize(QSize(ICON, ICON))
        rows = self.verticalHeader()
        rows.setDefaultSectionSize(max(rows.defaultSectionSize(), ICON + 4))
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(_RESULTS, QHeaderView.ResizeMode.Stretch)
        bold = self.font()
        bold.setBold(True)
        for column, text in _TEXTS.items():
            width = QFontMetrics(bold).horizontalAdvance(text) + (ICON + 6 if column == _MOVE else 0)
            self.setColumnWidth(column, width + 14)
        self.setItemDelegate(_BarDelegate(self))
        self.selectionModel().currentChanged.connect(self.follow)

    def show_moves(self, moves: tuple[NextMove, ...], kept: tuple[NextMove, ...] = ()) -> None:
        """Show these moves, and below a line those with which the question stayed true."""
        self._moves, self._kept = moves, kept
        self._show_rows()

    @Slot()
    def _show_rows(self) -> None:
        rows = _rows(self._moves, self._kept, self._folded.value)
        if rows == self.model_of_moves.rows:
            return
        self.forget_row()
        self.clearSpans()
        # Without any interval, the heading alone says that there are too few games.
        self.setColumnHidden(_SCORE, not any(move.score.interval for move in (*self._moves, *self._kept)))
        self.model_of_moves.show_rows(rows)
        for number, row in enumerate(rows):
            if isinstance(row, Fold):
                self.setSpan(number, 0, 1, len(NextMoveModel.headings))
        self.fit_rows()
        self.follow()

    def _fold(self, index: Index) -> bool:
        row = self.model_of_moves.row_at(index)
        if not isinstance(row, Fold):
            return False
        self._folded.value = with_folded(self._folded.value, row.name, folded=row.is_open)
        self.setCurrentIndex(self.model_of_moves.index(index.row(), 0))
        return True

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() not in keys or not self._fold(self.currentIndex()):
            super().keyPressEvent(event)

    @plain_override
    def row_at(self, index: Index) -> NextMove | None:
        return self.model_of_moves.move_at(index)

    @plain_override
    def choose_current(self) -> None:
        self.chosen.emit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the columns that do not fit."""
        super().resizeEvent(event)
        metrics = self.fontMetrics()
        is_narrow = self.width() < _NARROW * metrics.horizontalAdvance("nn")
        share = "        100 %" if is_narrow else _TEXTS[_SHARE]
        self.setColumnWidth(_SHARE, metrics.horizontalAdvance(share) + 14)
        self.setColumnHidden(_GAMES, is_narrow)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._is_double = self.has_gone_on = False
        super().mousePressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self._is_on_current(event) and not self._fold(self.currentIndex()) and not self._is_double:
            self.clicked_once.emit()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        self._is_double = True
        if not self.has_gone_on and self._is_on_current(event):
            self.chosen.emit()

    def _is_on_current(self, event: QMouseEvent) -> bool:
        index = self.indexAt(event.position().toPoint())
        is_left = event.button() == Qt.MouseButton.LeftButton
        return is_left and index.isValid() and index.row() == self.currentIndex().row()


def _rows(
    moves: tuple[NextMove, ...], kept: tuple[NextMove, ...], folded: tuple[str, ...]
) -> tuple[NextMove | Fold, ...]:
    """Return the rows: first common moves of pawns, those in the meantime and the others below a line each."""
    common = [
        move
        for move in moves
        if move.score.games > 1 and move.share >= 0.03 and move.move.kind is not MoveKind.PIECE_CAPTURE
    ]
    first = (common or list(moves))[:6]
    others = tuple(move for move in moves if move not in first)
    if len(others) <= 2 and not kept:
        return moves
    rows: list[NextMove | Fold] = list(first)
    for (name, title), below in ((MEANTIME, kept), (RARE, others)):
        if below:
            is_open = name not in folded
            rows += [Fold(name, title, len(below), is_open), *(below if is_open else ())]
    return tuple(rows)


class _BarDelegate(QStyledItemDelegate):
    def __init__(self, table: NextMoveTable) -> None:
        super().__init__(table)
        self._table = table

    @override
    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if index.column() == _MOVE:
            option.font.setBold(self._table.model_of_moves.move_at(index) is not None)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        move = self._table.model_of_moves.move_at(index)
        column = index.column()
        if move is None or column in (_MOVE, _GAMES):
            super().paint(painter, option, index)
            return
        theme = theme_of(self._table)
        style = self._table.style()
        # The background of a chosen row, without a text.
        background = style.PrimitiveElement.PE_PanelItemViewItem
        style.drawPrimitive(background, QStyleOptionViewItem(option), painter, self._table)
        box = QRectF(option.rect).adjusted(4, 6, -4, -6)
        if column != _SHARE:
            paint = paint_score if column == _RESULTS else paint_difference
            paint(painter, box, move.score, theme)
            return
        text_width = painter.fontMetrics().horizontalAdvance("< 1 %") + 4
        bar = box.adjusted(0, 2, -text_width, -2)
        painter.fillRect(bar, QColor(theme.alternate_base))
        bar.setWidth(max(1.0, bar.width() * move.share))
        painter.fillRect(bar, theme.mark_color(move.move.white))
        painter.setPen(QColor(theme.text))
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, share_text(move.share))


def preview_of(position: Position, move: NextMove, *, fits: bool = True) -> Preview:
    """Return the preview of a move, as ``position_after``; pawns alone are compared with those before the move."""
    step = move.move
    arrow = Arrow(step.origin, step.target, step.white, is_push=step.kind is MoveKind.PUSH)
    is_move = fits and step.is_possible(position)
    before = None if is_move else pawns_alone(*move.former, white_to_move=step.white)
    arrows = (arrow,) if step.origin != step.target else ()
    return Preview(position_after(position, move, fits=fits), arrows=arrows, before=before)


def weighted_moves(position: Position, moves: tuple[NextMove, ...]) -> tuple[WeightedMove, ...]:
    """Return the first moves whose pawns are on the board, as heavy as they were often played."""
    most = max((move.share for move in moves), default=1.0) or 1.0
    return tuple(
        WeightedMove(step.origin, step.target, step.white, move.share / most, share_text(move.share))
        for move in moves[:8]
        for step in (move.move,)
        if position.piece_at(step.origin) == ("P" if step.white is not (step.kind is MoveKind.PIECE_CAPTURE) else "p")
    )
