"""The moves of a game as text, with variations, comments and glyphs; a click goes to a move."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QContextMenuEvent, QFont, QKeyEvent, QMouseEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from pawnviz.core.games.annotations import glyph_text
from pawnviz.core.games.comments import comment_text
from pawnviz.model.games.open_game import OpenGame
from pawnviz.override import override
from pawnviz.view.widgets.theme import theme_of

if TYPE_CHECKING:
    import chess.pgn


_END: Final = ") "  # The end of a variation.
_UNBROKEN: Final = "\N{NON-BREAKING HYPHEN}"
"""The hyphen of castling in the view, at which no line ends; copies have the usual one."""


class MovesView(QTextEdit):
    """The moves of the open game. Left and Right go through them, Home and End to the ends, Up and Down to choices."""

    typed = Signal(str)  # A letter or a sign was typed; carries it.
    menu_wanted = Signal(QPoint)  # The menu for the current move is wanted; carries the place on the screen.

    def __init__(self, game: OpenGame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self._places: list[int] = []
        self._nodes: list[chess.pgn.GameNode] = []
        self._shown: chess.pgn.Game | None = None
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName("Moves")
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setPlaceholderText("Choose a game from the list")
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
        self._shown = self._game.game
        self._places, self._nodes = [], []
        self.clear()
        if self._shown is None or self._game.line is None:
            return
        writer = _Writer(self)
        # The text is laid out once, not after each move.
        writer.cursor.beginEditBlock()
        writer.write_game(self._shown)
        self._places, self._nodes = writer.places, writer.nodes
        result = self._shown.headers.get("Result", "*")
        writer.cursor.insertText(f" {result}", writer.plain)
        writer.cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self._show_move()

    @Slot()
    def _show_move(self) -> None:
        node = self._game.node
        place = next((number for number, found in enumerate(self._nodes) if found is node), None)
        if place is None:
            self.setExtraSelections([])
            self.moveCursor(QTextCursor.MoveOperation.Start)
            return
        cursor = self.textCursor()
        cursor.setPosition(self._places[place])
        cursor.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor, len(self._text_of(place)))
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

    def _text_of(self, place: int) -> str:
        """Return the text of a move, up to the blank or the end of the variation behind it."""
        text = self.toPlainText()[self._places[place] : self._places[place] + 20]
        return text.split()[0].rstrip(")") if text.split() else ""

    # Hands

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            self._go_to_point(event.position())

    def _go_to_point(self, point: QPointF) -> None:
        point = point + QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        hit = self.document().documentLayout().hitTest(point, Qt.HitTestAccuracy.ExactHit)
        place = bisect_right(self._places, hit) - 1
        if hit >= 0 and place >= 0:
            self._game.go_to_node(self._nodes[place])

    @override
    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        data.setText(self.textCursor().selection().toPlainText().replace(_UNBROKEN, "-"))
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


class _Writer:
    """Writes the moves of a game into a text and notes the begin of each."""

    def __init__(self, view: MovesView) -> None:
        theme = theme_of(view)
        self.cursor = view.textCursor()
        self.places: list[int] = []
        self.nodes: list[chess.pgn.GameNode] = []
        self.plain = QTextCharFormat()
        self.plain.setForeground(view.palette().text())
        self._main = QTextCharFormat(self.plain)
        self._main.setFontWeight(QFont.Weight.Bold)
        self._muted = QTextCharFormat()
        self._muted.setForeground(view.palette().placeholderText())
        self._comment = QTextCharFormat()
        self._comment.setForeground(QColor(theme.link))

    def write_game(self, game: chess.pgn.Game) -> None:
        """Write all moves: of each choice the first goes on, and the others come behind it in parentheses."""
        self._write_comment(game.comment)
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
                    self.cursor.deletePreviousChar()  # The blank behind the last move or comment.
                self.cursor.insertText(part, self._muted)
                continue
            node, before, depth, numbered = part
            after = self._write_move(node, before, depth, numbered)
            interrupted = bool(comment_text(node.comment))
            others = node.parent.variations[1:] if node.parent and node is node.parent.variations[0] else []
            if node.variations:
                waiting.append((node.variations[0], after, depth, interrupted or bool(others)))
            for other in reversed(others):
                waiting.append(_END)
                waiting.append((other, before, depth + 1, True))
                waiting.append("(")

    def _write_move(self, node: chess.pgn.GameNode, board: chess.Board, depth: int, numbered: bool) -> chess.Board:
        move = node.move
        assert move is not None
        self._write_comment(node.starting_comment)
        if board.turn or numbered:
            dots = "." if board.turn else "..."
            self.cursor.insertText(f"{board.fullmove_number}{dots}", self._muted)
        self.places.append(self.cursor.position())
        self.nodes.append(node)
        self.cursor.insertText(
            f"{board.san(move).replace('-', _UNBROKEN)}{glyph_text(node.nags)} ", self.plain if depth else self._main
        )
        self._write_comment(node.comment)
        after = board.copy(stack=False)
        after.push(move)
        return after

    def _write_comment(self, comment: str) -> None:
        text = comment_text(comment)
        if text:
            self.cursor.insertText(f"{text} ", self._comment)
