"""The moves of a game in pairs of columns, with variations, comments and glyphs; a click goes to a move."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Generator, Iterator
from itertools import accumulate
from math import ceil
from time import thread_time
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from pawnviz.core.games.annotations import glyph_text
from pawnviz.core.games.comments import comment_text
from pawnviz.core.games.headers import shown_result
from pawnviz.model.games.open_game import OpenGame
from pawnviz.model.jobs.job import SliceJob
from pawnviz.override import override
from pawnviz.view.widgets.theme import theme_of

if TYPE_CHECKING:
    import chess.pgn


_MOST_PAIRS: Final = 3  # The most moves of both sides that stand beside each other in a wide view.
_OTHER_LINES: Final = 2  # The lines of the result and of the view's margins.
_END: Final = ") "  # The end of a variation.
_CHANGED: Final = "\N{BLACK UP-POINTING SMALL TRIANGLE}"  # The sign behind a move that changed the pawns.
_LEFT_OUT: Final = "…"  # Stands for White's move where a line goes on with Black's.
_UNBROKEN: Final = "\N{NON-BREAKING HYPHEN}"
"""The hyphen of castling in the view, at which no line ends; copies have the usual one."""
_PIECE: Final = 0.01  # The seconds of processor time after which the window has its turn.
_PART: Final = 128  # The number of moves that are laid out at once.
_PARAGRAPH: Final = 4_000
"""The number of characters after which a paragraph ends, since Qt lays one out whole."""
_LONGEST_WORD: Final = 250
"""The number of characters after which a paragraph of one word ends, which takes quadratic time."""


class MovesView(QTextEdit):
    """The moves of the open game. Left and Right go through them, Home and End to the ends, Up and Down to choices."""

    typed = Signal(str)  # A letter or a sign was typed; carries it.
    menu_wanted = Signal(QPoint)  # The menu for the current move is wanted; carries the place on the screen.

    def __init__(self, game: OpenGame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self._writer: _Writer | None = None
        self._shown: chess.pgn.Game | None = None
        self._marked: chess.pgn.GameNode | None = None
        self._pairs = 1
        self._writing: SliceJob[None] = SliceJob(self, _PIECE, thread_time)
        for change in (self._writing.progressed, self._writing.ended):
            change.connect(self._show_written)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName("Moves")
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setPlaceholderText("Choose a game from the list")
        self.setToolTip(f"{_CHANGED} the pawns have changed")
        game.changed.connect(self._show_game)
        game.edited.connect(self._write)
        game.moved.connect(self._show_move)

    # Text

    @Slot()
    def _show_game(self) -> None:
        if self._game.game is not self._shown:
            self._write()

    @Slot()
    def _write(self) -> None:
        self._writing.cancel()
        self._pairs = self._pairs_wanted()
        self._shown = self._game.game
        self._writer = self._marked = None
        self.clear()
        if self._shown is None or self._game.line is None:
            return
        self._writer = _Writer(self, self._pairs)
        self._writing.start(self._writer.write_game(self._shown), at_once=True)
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self._show_move()

    @property
    def is_writing(self) -> bool:
        """Whether further moves are still to be written."""
        return self._writing.is_running

    @Slot()
    def _show_written(self) -> None:
        """Mark the current move where it has just been written."""
        node = self._game.node
        if self._writer is not None and node in self._writer.numbers and node is not self._marked:
            self._show_move()

    @Slot()
    def _show_move(self) -> None:
        node, writer = self._game.node, self._writer
        number = writer.numbers.get(node) if writer is not None and node is not None else None
        self._marked = node if number is not None else None
        if writer is None or number is None:
            self.setExtraSelections([])
            self.moveCursor(QTextCursor.MoveOperation.Start)
            return
        cursor = self.textCursor()
        cursor.setPosition(writer.places[number])
        cursor.setPosition(writer.ends[number], QTextCursor.MoveMode.KeepAnchor)
        selection = QTextEdit.ExtraSelection()
        selection.cursor = cursor
        mark = QTextCharFormat()
        palette = self.palette()
        mark.setBackground(palette.highlight())
        mark.setForeground(palette.highlightedText())
        selection.format = mark
        self.setExtraSelections([selection])
        cursor.clearSelection()
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    # Hands

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            self._go_to_point(event.position())

    def _go_to_point(self, point: QPointF) -> None:
        point = point + QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        hit = self.document().documentLayout().hitTest(point, Qt.HitTestAccuracy.ExactHit)
        number = bisect_right(self._writer.places, hit) - 1 if self._writer is not None else -1
        if self._writer is not None and hit >= 0 and number >= 0:
            self._game.go_to_node(self._writer.nodes[number])

    @override
    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        text = self.textCursor().selection().toPlainText().replace(_UNBROKEN, "-").replace(_CHANGED, "")
        data.setText(" ".join(text.split()).replace(f". {_LEFT_OUT}", "..."))
        return data

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            self._go_to_point(QPointF(event.pos()))
            self.menu_wanted.emit(event.globalPos())
        else:
            self.menu_wanted.emit(self.viewport().mapToGlobal(self.cursorRect().bottomLeft()))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        with_command = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        text = event.text()
        if go_by_key(self._game, event):
            return
        if text.isprintable() and text.strip() and not with_command:
            self.typed.emit(text)
        else:
            super().keyPressEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._shown is not None:
            self._write()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._pairs_wanted() != self._pairs:
            self._write()

    def _pairs_wanted(self) -> int:
        """Return how many moves of both sides stand beside each other: one while all fit below each other."""
        # The width with a scroll bar, which fewer lines may do without.
        room = min(_MOST_PAIRS, max(1, int(self.contentsRect().width() // sum(_pair_widths(self)))))
        line_count = self.contentsRect().height() / QFontMetricsF(self.font()).lineSpacing() - _OTHER_LINES
        moves = len(self._game.line.moves) if self._game.line is not None else 0
        return min(room, max(1, ceil(moves / 2 / max(1.0, line_count))))


def go_by_key(game: OpenGame, event: QKeyEvent) -> bool:
    """Go through a game by a key, and return whether the key is for that."""
    steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10}
    key = Qt.Key(event.key())
    if key in steps:
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and abs(steps[key]) == 1:
            game.go_to_variation(steps[key])
        else:
            game.go_to(game.ply + steps[key])
    elif key == Qt.Key.Key_Home:
        game.go_to(0)
    elif key == Qt.Key.Key_End:
        game.go_to(len(game.line.moves) if game.line is not None else 0)
    elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
        game.go_to_variation(-1 if key == Qt.Key.Key_Up else 1)
    else:
        return False
    return True


def _pair_widths(view: MovesView) -> tuple[float, float, float]:
    """Return the widths of a number and of the columns of White's and Black's moves."""
    font = QFont(view.font())
    font.setBold(True)
    width = QFontMetricsF(font).horizontalAdvance
    column = width("Qa1xb2+!? ") + 16
    return width("000.") + 6, column, column


def _formats(view: MovesView, pairs: int) -> tuple[QTextBlockFormat, QTextBlockFormat]:
    """Return the formats of a line of moves, with its columns, and of comments and variations between them."""
    widths = _pair_widths(view)
    ends = list(accumulate(widths * pairs))[:-1]
    line, note = QTextBlockFormat(), QTextBlockFormat()
    line.setTabPositions([QTextOption.Tab(end, QTextOption.TabType.LeftTab) for end in ends])
    note.setLeftMargin(widths[0])
    note.setBottomMargin(2)
    return line, note


class _Writer:
    """Writes the moves of a game into a text, a part at a time, and notes the begin and the end of each."""

    def __init__(self, view: MovesView, pairs: int) -> None:
        """Write so many moves of both sides beside each other."""
        theme = theme_of(view)
        self.places: list[int] = []
        self.ends: list[int] = []
        self.nodes: list[chess.pgn.GameNode] = []
        self.numbers: dict[chess.pgn.GameNode, int] = {}
        """The numbers of the nodes that are written, from 0."""
        self._cursor = view.textCursor()
        self._plain = QTextCharFormat()
        self._plain.setForeground(view.palette().text())
        self._main = QTextCharFormat(self._plain)
        self._main.setFontWeight(QFont.Weight.Bold)
        self._muted = QTextCharFormat()
        self._muted.setForeground(view.palette().placeholderText())
        self._comment = QTextCharFormat()
        self._comment.setForeground(QColor(theme.link))
        self._sign = QTextCharFormat()
        self._sign.setForeground(QColor(theme.last_move))
        self._line, self._note = _formats(view, pairs)
        self._pairs = pairs
        self._is_in_line = False
        self._pairs_in_line = 0

    def write_game(self, game: chess.pgn.Game) -> Generator[None, None, None]:
        """Write all moves; yields after each part but the last, which is laid out then."""
        parts = self._write_parts(game)
        is_further = True
        while is_further:
            self._cursor.beginEditBlock()
            is_further = next(parts, False)
            self._cursor.endEditBlock()
            if is_further:
                yield

    def _write_parts(self, game: chess.pgn.Game) -> Iterator[bool]:
        """Write all moves, other choices in parentheses; yields true at the end of each part but the last."""
        yield from self._write_comment(game.comment)
        from pawnviz.core.games.first_board import first_board

        board = first_board(game.headers)
        # The rest to write, the next last: a node with the board before it, its depth, and whether its number
        # is written; or a parenthesis.
        waiting: list[tuple[chess.pgn.GameNode, chess.Board, int, bool] | str] = []
        if game.variations:
            waiting.append((game.variations[0], board, 0, True))
        while waiting:
            part = waiting.pop()
            if isinstance(part, str):
                if part == _END:
                    self._cursor.deletePreviousChar()  # The blank behind the last move or comment.
                self._begin_note()
                self._cursor.insertText(part, self._muted)
                continue
            node, before, depth, numbered = part
            yield from self._write_comment(node.starting_comment)
            after = self._write_move(node, before, depth, numbered)
            yield from self._write_comment(node.comment)
            if len(self.nodes) % _PART == 0:
                yield True
            interrupted = bool(comment_text(node.comment))
            others = node.parent.variations[1:] if node.parent and node is node.parent.variations[0] else []
            if node.variations:
                waiting.append((node.variations[0], after, depth, interrupted or bool(others)))
            for other in reversed(others):
                waiting.append(_END)
                waiting.append((other, before, depth + 1, True))
                waiting.append("(")
        self._begin_note()
        self._cursor.insertText(shown_result(game.headers.get("Result", "*")), self._plain)

    def _write_move(self, node: chess.pgn.GameNode, board: chess.Board, depth: int, numbered: bool) -> chess.Board:
        move = node.move
        assert move is not None
        after = board.copy(stack=False)
        after.push(move)
        if not depth:
            self._begin_line(board, numbered=numbered)
        else:
            self._begin_note()
            if self._cursor.positionInBlock() > 2 * _PARAGRAPH:
                self._cursor.insertBlock()
            if board.turn or numbered:
                self._cursor.insertText(f"{board.fullmove_number}{'.' if board.turn else '...'}", self._muted)
        text = f"{board.san(move).replace('-', _UNBROKEN)}{glyph_text(node.nags)}"
        self.numbers[node] = len(self.nodes)
        self.nodes.append(node)
        self.places.append(self._cursor.position())
        self.ends.append(self._cursor.position() + len(text.partition(" ")[0]))
        self._cursor.insertText(f"{text} " if depth else text, self._plain if depth else self._main)
        if not depth and after.pawns != board.pawns:
            self._cursor.insertText(f" {_CHANGED}", self._sign)
        return after

    def _begin_line(self, board: chess.Board, *, numbered: bool) -> None:
        """Begin the line of a move of the main line, or its next column."""
        if not (board.turn or numbered) and self._is_in_line:
            self._cursor.insertText("\t", self._plain)
            return
        if board.turn and self._is_in_line and self._pairs_in_line < self._pairs:
            self._cursor.insertText("\t", self._plain)
            self._pairs_in_line += 1
        else:
            self._begin_block(self._line)
            self._pairs_in_line = 1
        self._is_in_line = True
        self._cursor.insertText(f"{board.fullmove_number}.\t", self._muted)
        if not board.turn:
            self._cursor.insertText(f"{_LEFT_OUT}\t", self._muted)

    def _begin_note(self) -> None:
        """Begin a paragraph for comments and variations, unless one is begun."""
        if self._is_in_line or not self._cursor.position():
            self._begin_block(self._note)
            self._is_in_line = False

    def _begin_block(self, form: QTextBlockFormat) -> None:
        if self._cursor.position():
            self._cursor.insertBlock(form)
        else:
            self._cursor.setBlockFormat(form)

    def _write_comment(self, comment: str) -> Iterator[bool]:
        text = comment_text(comment)
        if text:
            self._begin_note()
        place = 0
        while len(text) - place > _PARAGRAPH:
            end = text.rfind(" ", place, place + _PARAGRAPH) + 1 or place + _LONGEST_WORD
            self._cursor.insertText(text[place:end], self._comment)
            self._cursor.insertBlock()
            place = end
            yield True
        if text:
            self._cursor.insertText(f"{text[place:]} ", self._comment)
