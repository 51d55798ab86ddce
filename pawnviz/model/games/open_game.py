"""The open game and its current position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import thread_time
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.board.position import Position
from pawnviz.core.games.line import MoveLine, UnreadableError, line_to, node_at
from pawnviz.core.games.lives import LifeEvent, PawnLife, life_events, pawn_lives_in_steps
from pawnviz.core.games.reading import Problem, ReadGame
from pawnviz.model.jobs import SliceJob

if TYPE_CHECKING:
    import chess.pgn

_PIECE: Final = 0.01  # The seconds of processor time after which the window has its turn.


class OpenGame(QObject):
    """A game and the current node in it; without a game there are no moves.

    Its line is the current moves and on along the first choices; it changes where a variation is entered or left.
    """

    changed = Signal()  # Another game or another line of it is current.
    moved = Signal()  # Another position of the line is the current one.
    edited = Signal()  # The moves, the comments or the glyphs of the game have changed.
    lives_found = Signal()  # The lives of a long line, for which somebody has asked, are there.

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._read: ReadGame | None = None
        self._nodes: list[chess.pgn.GameNode] = []
        self._line: MoveLine | None = None
        self._ply = 0
        self._lives: tuple[PawnLife, ...] | None = None
        self._events: tuple[LifeEvent, ...] | None = None
        self._living: SliceJob[tuple[PawnLife, ...]] = SliceJob(self, _PIECE, thread_time)
        self._living.ended.connect(self._take_lives)
        self._are_lives_late = False

    @property
    def game(self) -> chess.pgn.Game | None:
        """The game, or None."""
        return self._read.game if self._read is not None else None

    @property
    def read(self) -> ReadGame | None:
        """The game as it was read, or None."""
        return self._read

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The faults of the game."""
        return self._read.problems if self._read is not None else ()

    def forget_problems(self) -> None:
        """Drop the problems, since the file has the game as it is here."""
        if self._read is not None:
            self._read = replace(self._read, problems=())

    @property
    def line(self) -> MoveLine | None:
        """The line of moves, or None where there is no game or its first position cannot be read."""
        return self._line

    @property
    def ply(self) -> int:
        """The number of moves to the current position."""
        return self._ply

    @property
    def position(self) -> Position | None:
        """The current position, or None where there is no line."""
        return self._line.positions[self._ply] if self._line is not None else None

    @property
    def node(self) -> chess.pgn.GameNode | None:
        """The node of the current position."""
        return self._nodes[self._ply] if self._nodes else None

    @property
    def way(self) -> tuple[int, ...]:
        """The number of each choice that leads to the current position."""
        node, way = self.node, []
        while node is not None and node.parent is not None:
            way.append(next(number for number, other in enumerate(node.parent.variations) if other is node))
            node = node.parent
        return tuple(way[::-1])

    @property
    def last_node(self) -> chess.pgn.GameNode | None:
        """The node of the last position of the line."""
        return self._nodes[-1] if self._nodes else None

    @property
    def can_be_edited(self) -> bool:
        """Whether there is a game whose moves can be read."""
        return self._line is not None

    def follow_edit(self, node: chess.pgn.GameNode) -> None:
        """Go to a node after an edit of the game; the line is read again where it has changed."""
        nodes, ply = self._nodes, self._ply
        self._ply = self._depth_of(node)
        self._follow(node)
        self.edited.emit()
        is_other_line = len(nodes) != len(self._nodes) or any(
            before is not after for before, after in zip(nodes, self._nodes, strict=True)
        )
        if is_other_line:
            self.changed.emit()
        if is_other_line or ply != self._ply:
            self.moved.emit()

    @property
    def lives(self) -> tuple[PawnLife, ...]:
        """The lives of the pawns in the line; none until ``lives_found`` while those of a long line are computed."""
        if self._lives is None and self._line is not None and not self._living.is_running:
            self._are_lives_late = False
            self._living.start(pawn_lives_in_steps(self._line), at_once=True)
            self._are_lives_late = self._living.is_running
        return self._lives or ()

    @property
    def is_finding_lives(self) -> bool:
        """Whether the lives of a long line are being computed."""
        return self._living.is_running

    @Slot()
    def _take_lives(self) -> None:
        self._lives = self._living.result or ()
        if self._are_lives_late:
            self.lives_found.emit()

    @property
    def events(self) -> tuple[LifeEvent, ...]:
        """The events of the line: changes of pawns by moves; none as long as there are no lives."""
        if self._events is None and self._line is not None:
            events = life_events(self.lives, self._line)
            if self._living.is_running:
                return ()
            self._events = events
        return self._events or ()

    def open(self, read: ReadGame | None, way: Sequence[int] = ()) -> None:
        """Go to the end of a way in a game, as far as that has it, or with None hold none."""
        self._read = read
        node = node_at(read.game, way) if read is not None else None
        self._ply = self._depth_of(node) if node is not None else 0
        self._follow(node)
        self.changed.emit()
        self.moved.emit()

    def go_to(self, ply: int) -> None:
        """Go to the position after some moves of the line, at most its end."""
        if self._line is not None:
            ply = max(0, min(ply, len(self._line.moves)))
            if ply != self._ply:
                self._ply = ply
                self.moved.emit()

    def go_to_node(self, node: chess.pgn.GameNode) -> None:
        """Go to a node of the game, entering its variation."""
        if node in self._nodes:
            self.go_to(self._nodes.index(node))
            return
        self._ply = self._depth_of(node)
        self._follow(node)
        self.changed.emit()
        self.moved.emit()

    def go_to_variation(self, step: int) -> None:
        """Go to the next choice in place of the current move, or with a negative step to the one before."""
        node = self.node
        if node is None or node.parent is None:
            return
        choices = node.parent.variations
        place = next(index for index, choice in enumerate(choices) if choice is node) + step
        if 0 <= place < len(choices):
            self.go_to_node(choices[place])

    @staticmethod
    def _depth_of(node: chess.pgn.GameNode) -> int:
        depth = 0
        parent = node.parent
        while parent is not None:
            depth += 1
            parent = parent.parent
        return depth

    def _follow(self, node: chess.pgn.GameNode | None) -> None:
        self._living.cancel()
        self._lives = self._events = None
        self._nodes = []
        self._line = None
        if node is None:
            return
        while node.variations:
            node = node.variations[0]
        try:
            self._line = line_to(node)
        except UnreadableError:
            self._ply = 0
            return
        while node is not None:
            self._nodes.append(node)
            node = node.parent
        self._nodes.reverse()
