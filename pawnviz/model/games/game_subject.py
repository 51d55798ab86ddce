"""The open game as a subject of the board: moves are played in it, and drawings stand in its comments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Slot

from pawnviz.core.board.position import START, Position
from pawnviz.core.games.comments import drawings_of
from pawnviz.core.games.editing import drawn, moves_between, targets_from
from pawnviz.core.games.line import board_at
from pawnviz.core.games.writing import written_game
from pawnviz.core.picture.sheet_positions import game_positions, players_of
from pawnviz.model.games.game_edits import GameEdits
from pawnviz.model.games.open_game import OpenGame
from pawnviz.model.subjects.subject import Markup, Subject
from pawnviz.override import plain_override

if TYPE_CHECKING:
    import chess

DRAWING_LETTERS: Final = "GBRY"
"""The letters of the colors drawn without a modifier, with Shift, with Control and with Alt."""
DRAWING_NUMBERS: Final = {"B": 1, "R": 2, "G": 3, "Y": 4}  # The numbers of the colors by these letters.


class GameSubject(Subject):
    """The current position of the open game. Legal moves are played in the game; it takes no other edit."""

    name = "the game"
    takes_edits = False

    def __init__(self, game: OpenGame, edits: GameEdits, parent: QObject | None = None) -> None:
        super().__init__(START, parent, edits.undo_stack)
        self.game = game
        self.edits = edits
        self._drawings: dict[tuple[int, int], int] = {}
        self._board: chess.Board | None = None
        self._targets: dict[int, int] = {}
        self._was_open = self.is_open
        for change in (game.moved, game.edited, game.changed):
            change.connect(self._follow)
        game.changed.connect(self._forget_pin)

    @Slot()
    def _follow(self) -> None:
        node, position, drawings, was_open = self.game.node, self.game.position, self._drawings, self._was_open
        self._board = None
        self._targets = {}
        self._drawings = (
            {squares: DRAWING_NUMBERS[color] for squares, color in drawings_of(node.comment).items()} if node else {}
        )
        if position is not None and position != self._position:
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

    @property
    @plain_override
    def is_open(self) -> bool:
        return self.game.line is not None

    @property
    @plain_override
    def title(self) -> str:
        if self.game.line is None or self.game.game is None:
            return ""
        return game_positions(self.game.line, [self.game.ply], players_of(dict(self.game.game.headers)))[0].title

    @property
    @plain_override
    def position_before(self) -> Position | None:
        line, ply = self.game.line, self.game.ply
        return line.positions[ply - 1] if line is not None and ply else None

    @property
    @plain_override
    def last_move(self) -> str:
        line, ply = self.game.line, self.game.ply
        return line.moves[ply - 1].text if line is not None and ply else ""

    @property
    @plain_override
    def last_squares(self) -> int:
        move = self.game.node.move if self.game.node is not None else None
        return 1 << move.from_square | 1 << move.to_square if move is not None else 0

    @plain_override
    def copied(self) -> tuple[str, str]:
        read = self.game.read
        return (written_game(read.game, read.result), "the game") if read is not None else super().copied()

    # Moves

    @property
    @plain_override
    def takes_moves(self) -> bool:
        return True

    def _moves(self, source: int, target: int) -> list[chess.Move]:
        """Return the legal moves between two squares: several for a promotion."""
        board = self._board_now()
        return moves_between(board, source, target) if board is not None else []

    def _board_now(self) -> chess.Board | None:
        node = self.game.node
        if self._board is None and node is not None:
            self._board = board_at(node)
        return self._board

    @plain_override
    def targets(self, source: int) -> int:
        if source not in self._targets:
            board = self._board_now()
            self._targets[source] = targets_from(board, source) if board is not None else 0
        return self._targets[source]

    @plain_override
    def promotions(self, source: int, target: int) -> Sequence[int]:
        return [move.promotion for move in self._moves(source, target) if move.promotion is not None]

    @plain_override
    def play(self, source: int, target: int, promotion: int | None = None) -> bool:
        move = next((move for move in self._moves(source, target) if promotion in (None, move.promotion)), None)
        if move is not None:
            self.edits.play(move)
        return move is not None

    @plain_override
    def step(self, count: int) -> None:
        self.game.go_to(self.game.ply + count)

    @plain_override
    def change_variation(self, step: int) -> None:
        self.game.go_to_variation(step)

    # Drawings

    @property
    @plain_override
    def drawings(self) -> Mapping[tuple[int, int], int]:
        return self._drawings

    @plain_override
    def toggle_drawing(self, source: int, target: int, color: int) -> None:
        node = self.game.node
        if node is None:
            return
        drawings = drawings_of(node.comment)
        letter = DRAWING_LETTERS[color]
        if drawings.get((source, target)) == letter:
            del drawings[source, target]
        else:
            drawings[source, target] = letter
        self.edits.do(drawn(node, drawings))

    @plain_override
    def clear_drawings(self) -> None:
        node = self.game.node
        if node is not None:
            self.edits.do(drawn(node, {}))
