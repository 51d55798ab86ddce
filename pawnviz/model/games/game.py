"""The open game as a subject of the board: its tree, place, drawings, and edits with their undo steps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from time import thread_time
from typing import TYPE_CHECKING, Final, NamedTuple
from weakref import ref

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoCommand

from pawnviz.core.board.position import START, Position
from pawnviz.core.games.annotations import drawings_of
from pawnviz.core.games.lives import LifeEvent, PawnLife, life_events, pawn_lives_in_steps
from pawnviz.core.games.pgn import Problem, ReadGame, written_game, written_moves
from pawnviz.core.games.tree import (
    Change,
    GameEdit,
    MoveLine,
    UnreadableError,
    board_at,
    commented,
    drawn,
    line_to,
    moves_between,
    node_at,
    nodes_to,
    played,
    targets_from,
    way_to,
)
from pawnviz.core.picture.sheet_positions import game_positions, players_of
from pawnviz.core.words import count_text
from pawnviz.model.jobs import SliceJob
from pawnviz.model.subjects import Markup, Subject
from pawnviz.override import override, plain_override

if TYPE_CHECKING:
    import chess
    import chess.pgn

DRAWING_NUMBERS: Final = {"B": 1, "R": 2, "G": 3, "Y": 4}  # The numbers of the colors by these letters.
_PIECE: Final = 0.01  # The seconds of processor time after which the window has its turn.


class OpenGame(Subject):
    """A game and the current node in it; without a game there are no moves. Legal moves are played in it.

    Its line is the current moves and on along the first choices; it changes if a variation is entered or left.
    """

    changed = Signal()  # Another game or another line of it is current.
    moved = Signal()  # Another position of the line is the current one.
    edited = Signal()  # The moves, the comments or the glyphs of the game have changed.
    lives_found = Signal()  # The lives of a long line, for which somebody has asked, are there.
    name = "the game"
    takes_moves = True

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(START, parent)
        self.read: ReadGame | None = None  # The game as it was read, or None.
        self.line: MoveLine | None = None  # The line of moves; None without a game or a readable first position.
        self.ply = 0  # The number of moves to the current position.
        self._nodes: list[chess.pgn.GameNode] = []
        self._lives: tuple[PawnLife, ...] | None = None
        self._events: tuple[LifeEvent, ...] | None = None
        self.living: SliceJob[tuple[PawnLife, ...]] = SliceJob(self, _PIECE, thread_time)
        """Computes the lives of a long line."""
        self.living.ended.connect(self._take_lives)
        self._are_lives_late = False
        self._drawings: dict[tuple[int, int], int] = {}
        self._board: chess.Board | None = None
        self._targets: dict[int, int] = {}
        self._was_open = False
        self.edits = GameEdits(self)
        for change in (self.moved, self.edited, self.changed):
            change.connect(self._announce)
        self.changed.connect(self._forget_pin)

    @property
    @plain_override
    def is_open(self) -> bool:
        return self.line is not None

    @property
    def game(self) -> chess.pgn.Game | None:
        """The game, or None."""
        return self.read.game if self.read is not None else None

    @property
    def node(self) -> chess.pgn.GameNode | None:
        """The node of the current position."""
        return self._nodes[self.ply] if self._nodes else None

    @property
    def way(self) -> tuple[int, ...]:
        """The number of each choice that leads to the current position."""
        return way_to(self.node) if self.node is not None else ()

    def open(self, read: ReadGame | None, way: Sequence[int] = ()) -> None:
        """Go to the end of a way in a game, as far as that has it, or with None hold none."""
        self.read = read
        self._go_into(node_at(read.game, way) if read is not None else None)

    def _go_into(self, node: chess.pgn.GameNode | None) -> None:
        self._set_node(node)
        self.changed.emit()
        self.moved.emit()

    def go_to(self, ply: int) -> None:
        """Go to the position after some moves of the line, at most its end."""
        ply = max(0, min(ply, len(self._nodes) - 1))
        if ply != self.ply:
            self.ply = ply
            self.moved.emit()

    def go_to_node(self, node: chess.pgn.GameNode) -> None:
        """Go to a node of the game, entering its variation."""
        if node in self._nodes:
            self.go_to(self._nodes.index(node))
        else:
            self._go_into(node)

    def show_edit(self, node: chess.pgn.GameNode) -> None:
        """Go to a node after an edit of the game; the line is read again if it has changed."""
        nodes, ply = self._nodes, self.ply
        self._set_node(node)
        self.edited.emit()
        # Nodes are compared by their identity.
        is_other_line = list(map(id, nodes)) != list(map(id, self._nodes))
        if is_other_line:
            self.changed.emit()
        if is_other_line or ply != self.ply:
            self.moved.emit()

    def _set_node(self, node: chess.pgn.GameNode | None) -> None:
        """Read the line through a node, and go to the node; without a first position there is no line."""
        self.living.cancel()
        self._lives = self._events = self.line = None
        self._nodes, self.ply = [], 0
        if node is None:
            return
        last = node.end()
        with suppress(UnreadableError):
            self.line, self._nodes = line_to(last), [node.game(), *nodes_to(last)]
            self.ply = self._nodes.index(node)

    @plain_override
    def step(self, count: int) -> None:
        self.go_to(self.ply + count)

    @plain_override
    def change_variation(self, step: int) -> None:
        node = self.node
        if node is not None and node.parent is not None:
            choices, place = node.parent.variations, self.way[-1] + step
            if 0 <= place < len(choices):
                self.go_to_node(choices[place])

    @Slot()
    def _announce(self) -> None:
        node, drawings, was_open = self.node, self._drawings, self._was_open
        position = self.line.positions[self.ply] if self.line is not None else self._position
        self._board, self._targets = None, {}
        comment = node.comment if node is not None else ""
        self._drawings = {squares: DRAWING_NUMBERS[color] for squares, color in drawings_of(comment).items()}
        if position != self._position:
            self._position = position
            self.position_changed.emit()
        elif drawings != self._drawings:
            self.drawings_changed.emit()
        self._was_open = self.is_open
        if self.is_open != was_open:
            self.opened_or_closed.emit()

    @Slot()
    def _forget_pin(self) -> None:
        self.markup = Markup()

    # Words

    @property
    @plain_override
    def title(self) -> str:
        if self.line is None or self.game is None:
            return ""
        return game_positions(self.line, [self.ply], players_of(dict(self.game.headers)))[0].title

    @property
    @plain_override
    def position_before(self) -> Position | None:
        return self.line.positions[self.ply - 1] if self.line is not None and self.ply else None

    @property
    @plain_override
    def last_move(self) -> str:
        return self.line.moves[self.ply - 1].text if self.line is not None and self.ply else ""

    @property
    @plain_override
    def last_squares(self) -> int:
        move = self.node.move if self.node is not None else None
        return 1 << move.from_square | 1 << move.to_square if move is not None else 0

    @plain_override
    def copied(self) -> tuple[str, str]:
        if self.read is None:
            return super().copied()
        return written_game(self.read.game, self.read.result), "the game"

    # Moves on the board

    def _moves(self, source: int, target: int) -> list[chess.Move]:
        return moves_between(board, source, target) if (board := self._board_now()) is not None else []

    def _board_now(self) -> chess.Board | None:
        if self._board is None and self.node is not None:
            self._board = board_at(self.node)
        return self._board

    @plain_override
    def targets(self, source: int) -> int:
        if source not in self._targets and (board := self._board_now()) is not None:
            self._targets[source] = targets_from(board, source)
        return self._targets.get(source, 0)

    @plain_override
    def promotions(self, source: int, target: int) -> Sequence[int]:
        return [move.promotion for move in self._moves(source, target) if move.promotion is not None]

    @plain_override
    def play(self, source: int, target: int, promotion: int | None = None) -> bool:
        for move in self._moves(source, target):
            if promotion in (None, move.promotion):
                self.edits.play(move)
                return True
        return False

    # Drawings

    @property
    @plain_override
    def drawings(self) -> Mapping[tuple[int, int], int]:
        return self._drawings

    @plain_override
    def toggle_drawing(self, source: int, target: int, color: int) -> None:
        if self.node is not None:
            letter, drawings = "GBRY"[color], drawings_of(self.node.comment)
            before = drawings.pop((source, target), "")
            added = {} if before == letter else {(source, target): letter}
            self.edits.do(drawn(self.node, drawings | added))

    @plain_override
    def clear_drawings(self) -> None:
        if self.node is not None:
            self.edits.do(drawn(self.node, {}))

    # Lives

    @property
    def lives(self) -> tuple[PawnLife, ...]:
        """The lives of the pawns in the line; none until ``lives_found`` while those of a long line are computed."""
        if self._lives is None and self.line is not None and not self.living.is_running:
            self._are_lives_late = False
            self.living.start(pawn_lives_in_steps(self.line), at_once=True)
            self._are_lives_late = self.living.is_running
        return self._lives or ()

    @Slot()
    def _take_lives(self) -> None:
        self._lives = self.living.result or ()
        if self._are_lives_late:
            self.lives_found.emit()

    @property
    def events(self) -> tuple[LifeEvent, ...]:
        """The events of the line: changes of pawns by moves; none as long as there are no lives."""
        lives = self.lives
        if self._events is None and self.line is not None and not self.living.is_running:
            self._events = life_events(lives, self.line)
        return self._events or ()


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
    """The edits of the games of a file, by their index, each a step of the open game; undoing one opens its game."""

    changed = Signal()  # Something was edited, undone or saved, or is being typed.
    game_changed = Signal()  # Another game is open.

    def __init__(self, game: OpenGame) -> None:
        super().__init__(game)
        self._game = game
        self.index = -1  # The index of the open game in the file, -1 if none is open.
        self._edited: dict[int, _EditedGame] = {}
        self._moves: dict[int, str] = {}  # The present moves of edited games, as far as they are known.
        self._typed: _TypedComment | None = None
        game.undo_stack.indexChanged.connect(self.changed)
        game.undo_stack.cleanChanged.connect(self.changed)

    @property
    def is_modified(self) -> bool:
        """Whether there are unsaved edits."""
        return not self._game.undo_stack.isClean()

    @property
    def edited(self) -> Collection[int]:
        """The indices of the edited games, which need not be read from the file."""
        return self._edited

    def open(self, index: int, read: ReadGame | None, way: Sequence[int] = ()) -> None:
        """Open a game, with its edits, at the end of a way."""
        self.index = index
        edited = self._edited.get(index)
        self._game.open(edited.read if edited is not None else read, way)
        self.game_changed.emit()

    def close(self) -> None:
        """Close the game, and drop the edits of all."""
        self.index = -1
        self._typed = None
        self._edited.clear()
        self._moves.clear()
        self._game.undo_stack.clear()
        self._game.open(None)

    def do(self, edit: GameEdit | None) -> None:
        """Make an edit of the open game; None is none."""
        read, node = self._game.read, self._game.node
        if edit is None or read is None or node is None:
            return
        if self.index not in self._edited:
            self._edited[self.index] = _EditedGame(read, written_moves(read.game, read.result))
        self._game.undo_stack.push(_Step(self, (self.index,), edit, node))

    def restore(self, games: Mapping[int, RestoredGame], shown: int, way: Sequence[int]) -> None:
        """Give games by their indices the moves that they had with their edits, as one step, and show one at a way."""
        changes = []
        for index, (read, saved, other, _) in games.items():
            if index == self.index and self._game.read is not None:
                read = self._game.read
            game = self._edited.setdefault(index, _EditedGame(read, saved)).read.game
            for child in other.variations:
                child.parent = game
            changes.append(Change(game, "variations", list(game.variations), list(other.variations)))
            changes.append(Change(game, "comment", game.comment, other.comment))
        first, other = self._edited[shown].read.game, games[shown].edited
        node = node_at(other, way)
        text = f"restore {count_text(len(games), 'edited game')}"
        edit = GameEdit(text, tuple(changes), first if node is other else node)
        self._game.undo_stack.push(_Step(self, (shown, *(index for index in games if index != shown)), edit, first))
        self._moves.update({index: game.moves for index, game in games.items()})

    def set_typed(self, text: str | None, *, before: bool = False) -> None:
        """Note the text of a comment that is being typed before or after the current move; None ends it."""
        read, node = self._game.read, self._game.node
        self._typed = None
        if text is not None and read is not None and node is not None:
            self._typed = _TypedComment(self.index, read, node, text, before)
        self.changed.emit()

    def play(self, move: chess.Move) -> None:
        """Play a legal move at the current position: go to it if the game has it, else add it."""
        node = self._game.node
        if node is None:
            return
        if node.has_variation(move):
            self._game.go_to_node(node.variation(move))
        else:
            self.do(played(node, move))

    def show_edited(self, indices: Sequence[int], node: chess.pgn.GameNode) -> None:
        """Show a node of the first of some games after a step."""
        for index in indices:
            self._moves.pop(index, None)
        if indices[0] != self.index:
            self.open(indices[0], None)
        self._game.show_edit(node)

    def unsaved(self) -> dict[int, str]:
        """Return the moves, for the file, of the games that differ from it, by their index."""
        for index in self._edited.keys() - self._moves.keys():
            read = self._edited[index].read
            self._moves[index] = written_moves(read.game, read.result)
        edited = sorted(self._edited.items())
        return {index: self._moves[index] for index, game in edited if self._moves[index] != game.saved}

    def problems(self, index: int) -> tuple[Problem, ...]:
        """Return the faults of an edited game."""
        return self._edited[index].read.problems

    def unsaved_and_typed(self) -> dict[int, str]:
        """Return the moves of the unsaved games by their index, with the comment that is being typed."""
        games = self.unsaved()
        if (typed := self._typed) and (edit := commented(typed.node, typed.text, before=typed.before)):
            edit.make()
            games[typed.game] = written_moves(typed.read.game, typed.read.result)
            edit.take_back()
        return games

    def mark_saved(self) -> None:
        """Note that the file has the games as they are."""
        for index, moves in self.unsaved().items():
            read = replace(self._edited[index].read, problems=())
            self._edited[index] = _EditedGame(read, moves)
            if index == self.index:
                self._game.read = read
        self._game.undo_stack.setClean()
