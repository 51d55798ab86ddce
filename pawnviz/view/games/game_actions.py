"""Commands on the current move of a game, for the menu, its keys and the context menu, and the dialog of comments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QSize, Qt, Slot
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QMenu, QPlainTextEdit, QWidget

from pawnviz.core.games import editing
from pawnviz.core.games.comments import comment_text
from pawnviz.core.games.writing import written_game
from pawnviz.core.words import capitalized
from pawnviz.model.games.game_edits import GameEdits
from pawnviz.model.games.open_game import OpenGame
from pawnviz.override import override
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import column_of

if TYPE_CHECKING:
    import chess.pgn

_SEPARATOR: Final = ("", "", "")
_ACTIONS: Final = (
    ("comment_after", "&Comment after the move…", "Ctrl+T"),
    ("comment_before", "Comment &before the move…", "Ctrl+Shift+T"),
    _SEPARATOR,
    ("promote", "&Promote the variation", "Ctrl+Up"),
    ("make_main", "&Make it the main line", "Ctrl+Shift+Up"),
    ("demote", "D&emote the variation", "Ctrl+Down"),
    _SEPARATOR,
    ("delete_rest", "Delete the moves &after this one", "Ctrl+Delete"),
    ("delete_variation", "&Delete the variation", "Ctrl+Shift+Delete"),
    _SEPARATOR,
    ("copy_game", "Cop&y the game", ""),
)

_ALWAYS: Final = ("comment_after", "comment_before", "copy_game")

_MEANINGS: Final = {
    **{1: "good move", 2: "mistake", 3: "brilliant move", 4: "blunder", 5: "interesting move", 6: "dubious move"},
    **{7: "only move", 10: "equal", 13: "unclear", 14: "White is slightly better", 15: "Black is slightly better"},
    **{16: "White is better", 17: "Black is better", 18: "White is winning", 19: "Black is winning"},
    **{22: "zugzwang", 32: "development", 36: "initiative", 40: "attack", 132: "counterplay", 146: "novelty"},
}
_GLYPH_MENUS: Final = (
    ("&Glyph of the move", (1, 2, 3, 4, 5, 6, 7)),
    ("Gl&yph of the position", (10, 13, 14, 15, 16, 17, 18, 19)),
    ("&Further glyphs", (22, 32, 36, 40, 132, 146)),
)

JUDGEMENTS: Final = {sign: number for number, sign in editing.MOVE_GLYPHS.items()}


class GameActions(QObject):
    """The actions that edit the open game at its current move, with their menu and their keys."""

    def __init__(self, game: OpenGame, edits: GameEdits, window: QWidget) -> None:
        super().__init__(window)
        self._game = game
        self._edits = edits
        self._window = window
        self._dialog: CommentDialog | None = None
        self._comments_before = False
        self._is_enabled = False
        self.actions_by_name: dict[str, QAction] = {}
        self.menu = QMenu(window)
        self.menu.setToolTipsVisible(True)
        self._glyphs: dict[int, QAction] = {}
        self._fill()
        self.menu.aboutToShow.connect(self.follow)
        self.menu.aboutToHide.connect(self._enable_all)

    def _fill(self) -> None:
        stack = self._edits.undo_stack
        undo = stack.createUndoAction(self._window, "&Undo")
        redo = stack.createRedoAction(self._window, "&Redo")
        for name, action in (("undo", undo), ("redo", redo)):
            self.actions_by_name[name] = action
            self.menu.addAction(action)
        self.menu.addSeparator()
        for name, text, keys in _ACTIONS:
            if not name:
                self.menu.addSeparator()
                continue
            action = self.menu.addAction(text)
            action.setObjectName(name)
            action.setShortcut(QKeySequence(keys))
            action.triggered.connect(self._edit)
            self.actions_by_name[name] = action
            if name == "comment_before":
                self._add_glyphs()
        self._window.addActions([*self.actions_by_name.values()])

    def set_enabled(self, enabled: bool) -> None:
        """Let the keys work while a game is on the board."""
        self._is_enabled = enabled
        self._enable_all()

    def _add_glyphs(self) -> None:
        for title, numbers in _GLYPH_MENUS:
            menu = self.menu.addMenu(title)
            for number in numbers:
                action = menu.addAction(f"{editing.GLYPHS[number]}\t{_MEANINGS[number]}")
                action.setCheckable(True)
                action.setData(number)
                action.triggered.connect(self._toggle_glyph)
                self._glyphs[number] = action
        action = self.menu.addAction("&Remove glyphs")
        action.setObjectName("remove_glyphs")
        action.triggered.connect(self._edit)
        self.actions_by_name["remove_glyphs"] = action

    @Slot()
    def follow(self) -> None:
        """Enable the actions of the current move, and check its glyphs."""
        node = self._game.node
        has_move = node is not None and node.parent is not None
        for name, action in self.actions_by_name.items():
            if name in _ALWAYS:
                action.setEnabled(node is not None)
            elif name not in ("undo", "redo"):
                action.setEnabled(node is not None and self._edit_of(name, node) is not None)
        for number, action in self._glyphs.items():
            action.setEnabled(has_move)
            action.setChecked(node is not None and number in node.nags)

    @Slot()
    def _enable_all(self) -> None:
        """Enable all actions while a game is on the board; impossible ones have no effect."""
        for name, action in self.actions_by_name.items():
            if name not in ("undo", "redo"):
                action.setEnabled(self._is_enabled)

    @staticmethod
    def _edit_of(name: str, node: chess.pgn.GameNode) -> editing.GameEdit | None:
        """Return the edit of an action's name at a node, None where it is impossible."""
        edits = {
            "promote": editing.promoted,
            "make_main": editing.made_main,
            "demote": editing.demoted,
            "delete_rest": editing.deleted_rest,
            "delete_variation": editing.deleted_variation,
            "remove_glyphs": editing.without_glyphs,
        }
        return edits[name](node)

    @Slot()
    def _edit(self) -> None:
        name, node, read = self.sender().objectName(), self._game.node, self._game.read
        if node is None or read is None:
            return
        if name == "copy_game":
            QGuiApplication.clipboard().setText(written_game(read.game, read.result))
        elif name in _ALWAYS:
            self.write_comment(before=name == "comment_before")
        else:
            self._edits.do(self._edit_of(name, node))

    @Slot()
    def _toggle_glyph(self) -> None:
        action, node = self.sender(), self._game.node
        if isinstance(action, QAction) and node is not None:
            self._edits.do(editing.with_glyph(node, action.data()))

    def type_judgement(self, sign: str) -> None:
        """Give the current move ``!`` or ``?``; a second sign makes ``!!``, ``!?``, ``?!`` or ``??``."""
        node = self._game.node
        if node is None:
            return
        before = next((sign for sign, number in JUDGEMENTS.items() if number in node.nags), "")
        both = before + sign
        self._edits.do(editing.with_glyph(node, JUDGEMENTS[both if both in JUDGEMENTS else sign]))

    def give_glyph(self, number: int) -> bool:
        """Give the current move a glyph by its number; return whether there is a move."""
        node = self._game.node
        if node is None or node.parent is None:
            return False
        if number not in node.nags:
            self._edits.do(editing.with_glyph(node, number))
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
        holder, name = editing.comment_place(node, before=before)
        move = editing.move_text(holder)
        where = f"{'before' if name == 'starting_comment' else 'after'} {move}" if move else "before the first move"
        self._dialog.ask(capitalized(f"comment {where}"), comment_text(getattr(holder, name)))

    @Slot()
    def _take_comment(self) -> None:
        node = self._game.node
        if self._dialog is not None and node is not None:
            self._edits.do(editing.commented(node, self._dialog.text, before=self._comments_before))

    @Slot()
    def _note_typed(self) -> None:
        if self._dialog is not None and self._dialog.isVisible():
            self._edits.set_typed(self._dialog.text, before=self._comments_before)

    @Slot()
    def _end_typing(self) -> None:
        self._edits.set_typed(None)


class CommentDialog(QDialog):
    """A comment before or after a move; Control and Enter accept it, Escape leaves it as it was."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Comment")
        self.heading = plain_label(bold=True)
        self.edit = QPlainTextEdit()
        self.edit.setTabChangesFocus(True)
        self.edit.setPlaceholderText("Without a text the comment is deleted")
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

    @property
    def text(self) -> str:
        """The text in the field."""
        return self.edit.toPlainText()

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
