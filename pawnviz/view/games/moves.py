"""The moves of a game as text with variations and comments, a field for moves, and the commands that edit them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Generator, Iterator
from time import thread_time
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QToolButton,
    QWidget,
)

from pawnviz.core.games import tree as editing
from pawnviz.core.games.annotations import GLYPHS, comment_text, glyph_text
from pawnviz.core.games.cutting import shown_result
from pawnviz.core.games.tree import TextMove, TypedMoveError, board_at, moves_in_text, split_glyph, typed_move
from pawnviz.model.games.game import OpenGame
from pawnviz.model.jobs import SliceJob
from pawnviz.override import override
from pawnviz.view.games.lives import go_by_key
from pawnviz.view.widgets.labels import MessageLabel, plain_label
from pawnviz.view.widgets.layouts import column_of
from pawnviz.view.widgets.theme import theme_of

if TYPE_CHECKING:
    import chess
    import chess.pgn

    Action = tuple[str, str, Callable[[chess.pgn.GameNode], editing.GameEdit | None] | None]

_GROUPS: Final[tuple[dict[str, Action], ...]] = (
    {
        "comment_after": ("&Comment after the move…", "Ctrl+T", None),
        "comment_before": ("Comment &before the move…", "Ctrl+Shift+T", None),
        "remove_glyphs": ("&Remove glyphs", "", editing.without_glyphs),
    },
    {
        "promote": ("&Promote the variation", "Ctrl+Up", editing.promoted),
        "make_main": ("&Make it the main line", "Ctrl+Shift+Up", editing.made_main),
        "demote": ("D&emote the variation", "Ctrl+Down", editing.demoted),
    },
    {
        "delete_rest": ("Delete the moves &after this one", "Ctrl+Delete", editing.deleted_rest),
        "delete_variation": ("&Delete the variation", "Ctrl+Shift+Delete", editing.deleted_variation),
    },
    {"copy_game": ("Cop&y the game", "", None)},
)
"""The text and the keys of each action, and its edit at a node, which is None if it is impossible."""
_EDITS: Final = {name: edit for group in _GROUPS for name, (_, _, edit) in group.items()}
_GLYPH_MENUS: Final = {
    "&Glyph of the move": {
        **{1: "good move", 2: "mistake", 3: "brilliant move", 4: "blunder", 5: "interesting move", 6: "dubious move"},
        **{7: "only move"},
    },
    "Gl&yph of the position": {
        **{10: "equal", 13: "unclear", 14: "White is slightly better", 15: "Black is slightly better"},
        **{16: "White is better", 17: "Black is better", 18: "White is winning", 19: "Black is winning"},
    },
    "&Further glyphs": {
        **{22: "zugzwang", 32: "development", 36: "initiative", 40: "attack", 132: "counterplay", 146: "novelty"},
    },
}
"""The meanings of glyphs by their numbers."""


class GameActions(QObject):
    """The actions that edit the open game at its current move, with their menu and their keys."""

    def __init__(self, game: OpenGame, window: QWidget) -> None:
        super().__init__(window)
        self._game = game
        self._window = window
        self._dialog: CommentDialog | None = None
        self._comments_before = False
        self._is_enabled = False
        self._actions: dict[str, QAction] = {}
        self._glyphs: dict[int, QAction] = {}
        self.menu = QMenu(window)
        self.menu.aboutToShow.connect(self.follow)
        self.menu.aboutToHide.connect(self._enable_all)
        stack = game.undo_stack
        steps = [stack.createUndoAction(window, "&Undo"), stack.createRedoAction(window, "&Redo")]
        self.menu.addActions(steps)
        for group in _GROUPS:
            self.menu.addSeparator()
            for name, (text, keys, _) in group.items():
                for title, meanings in _GLYPH_MENUS.items() if name == "remove_glyphs" else ():
                    menu = self.menu.addMenu(title)
                    for number, meaning in meanings.items():
                        self._glyphs[number] = glyph = menu.addAction(f"{GLYPHS[number]}\t{meaning}")
                        glyph.setCheckable(True)
                        glyph.setData(number)
                        glyph.triggered.connect(self._toggle_glyph)
                action = self._actions[name] = self.menu.addAction(text)
                action.setObjectName(name)
                action.setShortcut(QKeySequence(keys))
                action.triggered.connect(self._edit)
        window.addActions([*steps, *self._actions.values()])

    def set_enabled(self, enabled: bool) -> None:
        """Let the keys work while a game is on the board."""
        self._is_enabled = enabled
        self._enable_all()

    @Slot()
    def follow(self) -> None:
        """Enable the actions of the current move, and check its glyphs."""
        node = self._game.node
        for name, edit in _EDITS.items():
            self._actions[name].setEnabled(node is not None and (edit is None or edit(node) is not None))
        for number, action in self._glyphs.items():
            action.setEnabled(node is not None and node.parent is not None)
            action.setChecked(node is not None and number in node.nags)

    @Slot()
    def _enable_all(self) -> None:
        for action in self._actions.values():
            action.setEnabled(self._is_enabled)

    @Slot()
    def _edit(self) -> None:
        name, node = self.sender().objectName(), self._game.node
        edit = _EDITS[name]
        if node is None:
            return
        if edit is not None:
            self._game.edits.do(edit(node))
        elif name == "copy_game":
            QGuiApplication.clipboard().setText(self._game.copied()[0])
        else:
            self.write_comment(before=name == "comment_before")

    @Slot()
    def _toggle_glyph(self) -> None:
        action, node = self.sender(), self._game.node
        if isinstance(action, QAction) and node is not None:
            self._game.edits.do(editing.with_glyph(node, action.data()))

    def type_judgement(self, sign: str) -> None:
        """Give the current move ``!`` or ``?``; a second sign makes ``!!``, ``!?``, ``?!`` or ``??``."""
        node = self._game.node
        if node is None:
            return
        before = next((sign for sign, number in editing.JUDGEMENTS.items() if number in node.nags), "")
        both = before + sign
        self._game.edits.do(editing.with_glyph(node, editing.JUDGEMENTS[both if both in editing.JUDGEMENTS else sign]))

    def give_glyph(self, number: int) -> bool:
        """Give the current move a glyph by its number; return whether there is a move."""
        node = self._game.node
        if node is None or node.parent is None:
            return False
        if number not in node.nags:
            self._game.edits.do(editing.with_glyph(node, number))
        return True

    def write_comment(self, *, before: bool = False) -> None:
        """Ask for the comment before or after the current move."""
        node = self._game.node
        if node is None:
            return
        if self._dialog is None:
            self._dialog = CommentDialog(self._window)
            self._dialog.accepted.connect(self._take_comment)
            self._dialog.edit.textChanged.connect(self._note_typed)
            self._dialog.finished.connect(self._end_typing)
        self._comments_before = before
        holder, name, words = editing.comment_place(node, before=before)
        self._dialog.ask(f"Comment {words}", comment_text(getattr(holder, name)))

    @Slot()
    def _take_comment(self) -> None:
        node = self._game.node
        if self._dialog is not None and node is not None:
            text = self._dialog.edit.toPlainText()
            self._game.edits.do(editing.commented(node, text, before=self._comments_before))

    @Slot()
    def _note_typed(self) -> None:
        if self._dialog is not None and self._dialog.isVisible():
            self._game.edits.set_typed(self._dialog.edit.toPlainText(), before=self._comments_before)

    @Slot()
    def _end_typing(self) -> None:
        self._game.edits.set_typed(None)


class CommentDialog(QDialog):
    """A comment before or after a move; Control and Enter accept it, Escape leaves it as it was."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Comment")
        self.heading = plain_label(bold=True)
        self.edit = QPlainTextEdit(tabChangesFocus=True, placeholderText="Without a text the comment is deleted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column_of(self.heading, (self.edit, 1), buttons, parent=self)

    def ask(self, heading: str, text: str) -> None:
        """Open with a comment and the name of its place."""
        self.heading.setText(heading)
        self.edit.setAccessibleName(heading)
        self.edit.setPlainText(text)
        self.edit.moveCursor(QTextCursor.MoveOperation.End)
        self.edit.setFocus()
        self.open()

    @override
    def sizeHint(self) -> QSize:
        return QSize(420, 200)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.accept()
        else:
            super().keyPressEvent(event)


_CHANGED: Final = "\N{BLACK UP-POINTING SMALL TRIANGLE}"  # The sign behind a move that changed the pawns.
_UNBROKEN: Final = "\N{NON-BREAKING HYPHEN}"  # The hyphen of castling in the view; copies have the usual one.
_INDENT: Final = 12  # The margin of comments and variations in logical pixels.
_PIECE: Final = 0.01  # The seconds of processor time after which the window has its turn.
_PART: Final = 128  # The number of moves that are laid out at once.
_PARAGRAPH: Final = 4_000  # The number of characters after which one ends, since Qt lays one out whole.


class MovesView(QTextEdit):
    """The moves of the open game. Left and Right go through them, Home and End to the ends, Up and Down to choices."""

    typed = Signal(str)  # A letter or a sign was typed; carries it.
    menu_wanted = Signal(QPoint)  # The menu for the current move is wanted; carries the place on the screen.

    def __init__(self, game: OpenGame) -> None:
        super().__init__()
        self._game = game
        self._writer: _Writer | None = None
        self._shown: chess.pgn.Game | None = None
        self._marked: chess.pgn.GameNode | None = None
        self._writing: SliceJob[None] = SliceJob(self, _PIECE, thread_time)
        for change in (self._writing.progressed, self._writing.ended):
            change.connect(self._show_written)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName("Moves")
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTip(f"{_CHANGED} the pawns have changed")
        self._room = 0
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        game.changed.connect(self._show_game)
        game.edited.connect(self._write)
        game.moved.connect(self._show_move)

    def set_room(self, height: int) -> None:
        """Be as high as the moves are, up to a height, in which they scroll."""
        self._room = height
        self._fit()

    @Slot()
    def _fit(self) -> None:
        wanted = int(self.document().size().height()) + 2 * self.frameWidth()
        self.setFixedHeight(max(1, min(wanted, self._room)))
        self.ensureCursorVisible()

    # Text

    @Slot()
    def _show_game(self) -> None:
        if self._game.game is not self._shown:
            self._write()

    @Slot()
    def _write(self) -> None:
        self._writing.cancel()
        self._shown = self._game.game
        self._writer = self._marked = None
        self.clear()
        if self._shown is None or self._game.line is None:
            return
        self._writer = _Writer(self)
        self._writing.start(self._writer.write_game(self._shown), at_once=True)
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self._show_move()

    @Slot()
    def _show_written(self) -> None:
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
        mark = QTextCharFormat()
        mark.setBackground(self.palette().highlight())
        mark.setForeground(self.palette().highlightedText())
        selection = QTextEdit.ExtraSelection()
        selection.cursor, selection.format = cursor, mark
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
        data.setText(" ".join(text.split()))
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


class _Writer:
    """Writes the moves of a game into a text, a part at a time, and notes the begin and the end of each."""

    def __init__(self, view: MovesView) -> None:
        theme = theme_of(view)
        self.places: list[int] = []
        self.ends: list[int] = []
        self.nodes: list[chess.pgn.GameNode] = []
        self.numbers: dict[chess.pgn.GameNode, int] = {}  # Those of the nodes that are written, from 0.
        self._cursor = view.textCursor()
        self._plain, self._muted, self._comment, self._sign = (QTextCharFormat() for _ in range(4))
        self._plain.setForeground(view.palette().text())
        self._muted.setForeground(view.palette().placeholderText())
        self._comment.setForeground(QColor(theme.link))
        self._sign.setForeground(QColor(theme.last_move))
        self._line, self._note = QTextBlockFormat(), QTextBlockFormat()
        self._note.setLeftMargin(_INDENT)
        self._note.setBottomMargin(2)
        self._form = self._note

    def write_game(self, game: chess.pgn.Game) -> Generator[None, None, None]:
        """Write all moves; yields after each part but the last, which is laid out then."""
        parts = self._write_parts(game)
        self._cursor.beginEditBlock()
        for _ in parts:
            self._cursor.endEditBlock()
            yield
            self._cursor.beginEditBlock()
        self._cursor.endEditBlock()

    def _write_parts(self, game: chess.pgn.Game) -> Iterator[None]:
        yield from self._write_comment(game.comment)
        for part in moves_in_text(game, comment_text):
            if part is None:
                self._cursor.deletePreviousChar()  # The blank behind the last move or comment.
                self._write_parenthesis(") ")
                continue
            if part.node is not part.node.parent.variations[0]:
                self._write_parenthesis("(")
            yield from self._write_comment(part.node.starting_comment)
            self._write_move(part)
            yield from self._write_comment(part.node.comment)
            if len(self.nodes) % _PART == 0:
                yield
        self._begin(self._line)
        self._cursor.insertText(shown_result(game.headers.get("Result", "*")), self._plain)

    def _write_parenthesis(self, text: str) -> None:
        self._begin(self._note)
        self._cursor.insertText(text, self._muted)

    def _write_move(self, part: TextMove) -> None:
        board = part.before
        self._begin(self._note if part.depth else self._line)
        if self._cursor.positionInBlock() > 2 * _PARAGRAPH:
            self._cursor.insertBlock()
        if part.is_numbered:
            self._cursor.insertText(f"{board.fullmove_number}{'.' if board.turn else '...'}", self._muted)
        text = f"{board.san(part.node.move).replace('-', _UNBROKEN)}{glyph_text(part.node.nags)}"
        self.numbers[part.node] = len(self.nodes)
        self.nodes.append(part.node)
        self.places.append(self._cursor.position())
        self.ends.append(self._cursor.position() + len(text.partition(" ")[0]))
        self._cursor.insertText(text, self._muted if part.depth else self._plain)
        if not part.depth and part.after.pawns != board.pawns:
            self._cursor.insertText(_CHANGED, self._sign)
        self._cursor.insertText(" ", self._plain)

    def _begin(self, form: QTextBlockFormat) -> None:
        if not self._cursor.position():
            self._cursor.setBlockFormat(form)
        elif form is not self._form:
            self._cursor.insertBlock(form)
        self._form = form

    def _write_comment(self, comment: str) -> Iterator[None]:
        text = comment_text(comment)
        if text:
            self._begin(self._note)
        place = 0
        while len(text) - place > _PARAGRAPH:
            end = text.rfind(" ", place, place + _PARAGRAPH) + 1 or place + 250
            self._cursor.insertText(text[place:end], self._comment)
            self._cursor.insertBlock()
            place = end
            yield
        if text:
            self._cursor.insertText(f"{text[place:]} ", self._comment)


class _MoveField(QLineEdit):
    """A field for moves, out of which Left and Right go through the game while it is empty."""

    def __init__(self, view: MovesView) -> None:
        super().__init__()
        self._view = view

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and not self.text():
            steps = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
            if any(event.matches(key) for key in steps):
                event.ignore()  # In an empty field they are those of the game.
                return False
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self._view.setFocus()
        elif not self.text() and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._view.keyPressEvent(event)
        else:
            super().keyPressEvent(event)


class MovesPage(QWidget):
    """The moves of the open game, which are played, commented and put in order with a field and a button elsewhere."""

    def __init__(self, game: OpenGame, window: QWidget) -> None:
        super().__init__()
        self._game = game
        self.view = MovesView(game)
        self.actions_of_game = GameActions(game, window)
        self.field = _MoveField(self.view)
        self.field.setPlaceholderText("Type a move: Nf3 or Nf3!?")
        self.field.setAccessibleName("Move")
        self.field.setMaxLength(200)
        self.field.setClearButtonEnabled(True)
        self.edit_button = QToolButton(popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
        self.edit_button.setText("Ed&it")
        self.edit_button.setToolTip("Comments, glyphs, variations; also with the right button on a move")
        self.edit_button.setMenu(self.actions_of_game.menu)
        self.edit_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.fault = MessageLabel()
        self.fault.hide()
        column_of(self.view, self.fault, parent=self, margins=0, spacing=4)
        self.setFocusProxy(self.view)
        self.view.typed.connect(self.take_letter)
        self.view.menu_wanted.connect(self._show_menu)
        self.field.returnPressed.connect(self._play_typed)
        self.field.textChanged.connect(self.fault.hide)
        for change in (game.changed, game.moved):
            change.connect(self._follow)
        self._follow()

    @Slot()
    def _follow(self) -> None:
        self.fault.hide()
        self.field.setEnabled(self._game.is_open)
        self.edit_button.setEnabled(self._game.is_open)

    @Slot(str)
    def take_letter(self, text: str) -> None:
        """Take a sign typed in the moves or on the board: a judgement of the current move, or the start of the next."""
        if text in ("!", "?"):
            self.actions_of_game.type_judgement(text)
        elif text.isalnum() and self.field.isEnabled():
            self.field.setFocus()
            self.field.setText(text)

    @Slot(QPoint)
    def _show_menu(self, place: QPoint) -> None:
        if self._game.is_open:
            self.actions_of_game.menu.popup(place)

    @Slot()
    def _play_typed(self) -> None:
        words = self.field.text().split()
        while words:
            node = self._game.node
            if node is None:
                return
            san, glyph = split_glyph(words[0])
            is_number = words[0].rstrip(".").isdecimal() and len(words) > 1
            reason = ""
            try:
                if not is_number and (san or glyph is None):
                    self._game.edits.play(typed_move(board_at(node), san))
            except TypedMoveError as error:
                reason = str(error)
            if not reason and glyph is not None and not self.actions_of_game.give_glyph(glyph):
                reason = f"There is no move before {words[0]}"
            if reason:
                self.field.setText(" ".join(words))
                self.fault.show_message(f"{reason}.", is_error=True)
                self.fault.show()
                return
            words.pop(0)
        self.field.setText("")  # Without the steps of typing, which Undo would bring back.
