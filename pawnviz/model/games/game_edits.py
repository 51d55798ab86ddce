"""The edits of the games of a file, which stay out of the file until they are saved."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from weakref import ref

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from pawnviz.core.games.editing import Change, GameEdit, commented, find_child, played
from pawnviz.core.games.line import node_at
from pawnviz.core.games.reading import ReadGame
from pawnviz.core.games.writing import written_moves
from pawnviz.core.words import count_text
from pawnviz.model.games.open_game import OpenGame
from pawnviz.override import override

if TYPE_CHECKING:
    import chess
    import chess.pgn


class _EditedGame(NamedTuple):
    """A game with edits, even undone ones, and its moves as its file has them."""

    read: ReadGame
    saved: str


class RestoredGame(NamedTuple):
    """A game as its file has it, with its moves as they are written, and with its edits."""

    read: ReadGame
    saved: str
    edited: chess.pgn.Game
    moves: str


class _TypedComment(NamedTuple):
    """A comment of a game that is being typed, before or after the move of a node; ``game`` is its index."""

    game: int
    read: ReadGame
    node: chess.pgn.GameNode
    text: str
    before: bool


class _Step(QUndoCommand):
    """An edit on the undo stack, with the indices of its games; the first one is shown."""

    def __init__(self, edits: GameEdits, indices: Sequence[int], edit: GameEdit, before: chess.pgn.GameNode) -> None:
        super().__init__(edit.text)
        # Not the edits themselves: that would be a ring through the undo stack.
        self._edits = ref(edits)
        self._indices = indices
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
            edits.show_edited(self._indices, node)


class GameEdits(QObject):
    """The edits of the games of a file, by their index, each a step; undoing one opens its game."""

    changed = Signal()  # Something was edited, undone or saved, or is being typed.
    game_changed = Signal()  # Another game is open.

    def __init__(self, game: OpenGame, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self._index = -1
        self._edited: dict[int, _EditedGame] = {}
        self._moves: dict[int, str] = {}  # The present moves of edited games, as far as they are known.
        self._typed: _TypedComment | None = None
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
        self._typed = None
        self._edited.clear()
        self._moves.clear()
        self.undo_stack.clear()
        self._game.open(None)

    def do(self, edit: GameEdit | None) -> None:
        """Make an edit of the open game; None is none."""
        read, node = self._game.read, self._game.node
        if edit is None or read is None or node is None:
            return
        if self._index not in self._edited:
            self._edited[self._index] = _EditedGame(read, written_moves(read.game, read.result))
        self.undo_stack.push(_Step(self, (self._index,), edit, node))

    def restore(self, games: Mapping[int, RestoredGame], shown: int, way: Sequence[int]) -> None:
        """Give games by their indices the moves that they had with their edits, as one step, and show one at a way."""
        changes = []
        for index, (read, saved, other, _) in games.items():
            if index == self._index and self._game.read is not None:
                read = self._game.read
            self._edited.setdefault(index, _EditedGame(read, saved))
            game = self._edited[index].read.game
            for child in other.variations:
                child.parent = game
            changes.append(Change(game, "variations", list(game.variations), list(other.variations)))
            changes.append(Change(game, "comment", game.comment, other.comment))
        first, other = self._edited[shown].read.game, games[shown].edited
        node = node_at(other, way)
        text = f"restore {count_text(len(games), 'edited game')}"
        edit = GameEdit(text, tuple(changes), first if node is other else node)
        self.undo_stack.push(_Step(self, (shown, *(index for index in games if index != shown)), edit, first))
        self._moves.update({index: game.moves for index, game in games.items()})

    def set_typed(self, text: str | None, *, before: bool = False) -> None:
        """Note the text of a comment that is being typed before or after the current move; None ends it."""
        read, node = self._game.read, self._game.node
        self._typed = None
        if text is not None and read is not None and node is not None:
            self._typed = _TypedComment(self._index, read, node, text, before)
        self.changed.emit()

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

    def show_edited(self, indices: Sequence[int], node: chess.pgn.GameNode) -> None:
        """Show a node of the first of some games after a step."""
        for index in indices:
            self._moves.pop(index, None)
        if indices[0] != self._index:
            self.open(indices[0], None)
        self._game.follow_edit(node)

    def unsaved(self) -> dict[int, tuple[ReadGame, str]]:
        """Return the games that differ from the file by their index, each with its moves for the file."""
        return {
            index: (read, self._moves_of(index))
            for index, (read, saved) in sorted(self._edited.items())
            if self._moves_of(index) != saved
        }

    def _moves_of(self, index: int) -> str:
        if index not in self._moves:
            read = self._edited[index].read
            self._moves[index] = written_moves(read.game, read.result)
        return self._moves[index]

    def unsaved_and_typed(self) -> dict[int, str]:
        """Return the moves of the unsaved games by their index, with the comment that is being typed."""
        games = {index: moves for index, (_, moves) in self.unsaved().items()}
        typed = self._typed
        edit = commented(typed.node, typed.text, before=typed.before) if typed is not None else None
        if typed is not None and edit is not None:
            edit.make()
            games[typed.game] = written_moves(typed.read.game, typed.read.result)
            edit.take_back()
        return games

    def mark_saved(self) -> None:
        """Note that the file has the games as they are."""
        for index, (read, _) in self.unsaved().items():
            self._edited[index] = _EditedGame(replace(read, problems=()), self._moves_of(index))
            if index == self._index:
                self._game.forget_problems()
        self.undo_stack.setClean()
