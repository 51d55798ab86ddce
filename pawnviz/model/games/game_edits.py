"""The edits of the games of a file, which stay out of the file until they are saved."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from weakref import ref

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from pawnviz.core.games.editing import GameEdit, find_child, played
from pawnviz.core.games.reading import ReadGame
from pawnviz.core.games.writing import written_moves
from pawnviz.model.games.open_game import OpenGame
from pawnviz.override import override

if TYPE_CHECKING:
    import chess
    import chess.pgn


class _EditedGame(NamedTuple):
    """A game with edits, even undone ones, and its moves as its file has them."""

    read: ReadGame
    saved: str


class _Step(QUndoCommand):
    """An edit on the undo stack, with its game."""

    def __init__(self, edits: GameEdits, index: int, edit: GameEdit, before: chess.pgn.GameNode) -> None:
        super().__init__(edit.text)
        # Not the edits themselves: that would be a ring through the undo stack.
        self._edits = ref(edits)
        self._index = index
        self._edit = edit
        self._before = before

    @override
    def redo(self) -> None:
        self._show(self._edit.make, self._edit.node)

    @override
    def undo(self) -> None:
        self._show(self._edit.take_back, self._before)

    def _show(self, change: Callable[[], None], node: chess.pgn.GameNode) -> None:
        edits = self._edits()
        if edits is not None:
            change()
            edits.show_edited(self._index, node)


class GameEdits(QObject):
    """The edits of the games of a file, by their index, each a step; undoing one opens its game."""

    changed = Signal()  # Something was edited, undone or saved.
    game_changed = Signal()  # Another game is open.

    def __init__(self, game: OpenGame, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self._index = -1
        self._edited: dict[int, _EditedGame] = {}
        self.undo_stack = QUndoStack(self)
        self.undo_stack.indexChanged.connect(self.changed)
        self.undo_stack.cleanChanged.connect(self.changed)

    @property
    def index(self) -> int:
        """The index of the open game in the file, -1 where none is open."""
        return self._index

    @property
    def is_modified(self) -> bool:
        """Whether there are unsaved edits."""
        return not self.undo_stack.isClean()

    @property
    def edited(self) -> Collection[int]:
        """The indices of the edited games, which need not be read from the file."""
        return self._edited

    def open(self, index: int, read: ReadGame | None, way: Sequence[int] = ()) -> None:
        """Open a game, with its edits, at the end of a way."""
        self._index = index
        edited = self._edited.get(index)
        self._game.open(edited.read if edited is not None else read, way)
        self.game_changed.emit()

    def close(self) -> None:
        """Close the game, and drop the edits of all."""
        self._index = -1
        self._edited.clear()
        self.undo_stack.clear()
        self._game.open(None)

    def do(self, edit: GameEdit | None) -> None:
        """Make an edit of the open game; None is none."""
        read, node = self._game.read, self._game.node
        if edit is None or read is None or node is None:
            return
        if self._index not in self._edited:
            self._edited[self._index] = _EditedGame(read, written_moves(read.game, read.result))
        self.undo_stack.push(_Step(self, self._index, edit, node))

    def play(self, move: chess.Move) -> None:
        """Play a legal move at the current position: go to it where the game has it, else add it."""
        node = self._game.node
        if node is None:
            return
        child = find_child(node, move)
        if child is not None:
            self._game.go_to_node(child)
        else:
            self.do(played(node, move))

    def show_edited(self, index: int, node: chess.pgn.GameNode) -> None:
        """Show a node of a game after a step."""
        if index != self._index:
            self.open(index, None)
        self._game.follow_edit(node)

    def unsaved(self) -> dict[int, tuple[ReadGame, str]]:
        """Return the games that differ from the file by their index, each with its moves for the file."""
        games = {}
        for index, (read, saved) in sorted(self._edited.items()):
            moves = written_moves(read.game, read.result)
            if moves != saved:
                games[index] = (read, moves)
        return games

    def mark_saved(self) -> None:
        """Note that the file has the games as they are."""
        for index, (read, saved) in self._edited.items():
            moves = written_moves(read.game, read.result)
            if moves != saved:
                self._edited[index] = _EditedGame(replace(read, problems=()), moves)
                if index == self._index:
                    self._game.forget_problems()
        self.undo_stack.setClean()
