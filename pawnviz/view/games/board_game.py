"""The open game on the board: moves are played there, arrows and circles are drawn, and the wheel goes through it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction, QUndoGroup, QUndoStack
from PySide6.QtWidgets import QMenu, QWidget

from pawnviz.core.games.comments import drawings_of
from pawnviz.core.games.editing import drawn
from pawnviz.core.games.line import board_at
from pawnviz.core.games.typed_moves import moves_between, targets_from
from pawnviz.model.board_loan import BoardLoan
from pawnviz.model.games.game_edits import GameEdits
from pawnviz.model.games.open_game import OpenGame
from pawnviz.model.preferences.preferences import HAND
from pawnviz.view.board.arrows import GAME_COLORS
from pawnviz.view.board.board import BoardView

if TYPE_CHECKING:
    import chess

_DRAWN: Final = "GBRY"
"""The colors that are drawn without a modifier, with Shift, with Control and with Alt."""
_PIECES: Final = {5: "&Queen", 4: "&Rook", 3: "&Bishop", 2: "K&night"}
"""What a pawn may become, by the numbers of python-chess."""


class BoardGame(QObject):
    """The guest of the board while the position of a game is on it.

    A legal move is played in the game, and anything else edits the position, which leaves the game. Undo and Redo are
    those of the game meanwhile.
    """

    changed = Signal()
    """The game has come to the board or has left it, or is at another move."""

    def __init__(
        self, owner: QWidget, game: OpenGame, edits: GameEdits, loan: BoardLoan, board: BoardView, steps: QUndoGroup
    ) -> None:
        """Play the game of the window ``owner``; its steps come into a group, whose active stack is the document's."""
        super().__init__(owner)
        self._owner = owner
        self._game = game
        self._edits = edits
        self._loan = loan
        self._board = board
        self._steps = steps
        self._other_stack: QUndoStack = steps.activeStack()
        self._drawings: dict[tuple[int, int], int] = {}
        self._position: chess.Board | None = None
        self._targets: dict[int, int] = {}
        self._menu: QMenu | None = None
        self._choices: list[chess.Move] = []
        steps.addStack(edits.undo_stack)
        game.moved.connect(self._follow)
        game.edited.connect(self._follow)
        game.changed.connect(self._follow)
        loan.position_changed.connect(self._follow)

    @property
    def is_on_board(self) -> bool:
        """Whether the position on the board is that of the game."""
        return self._loan.has_position(self._owner) and self._loan.holds_position

    @property
    def was_left(self) -> bool:
        """Whether the position on the board was the game's and was edited."""
        return self._loan.has_position(self._owner) and self._loan.is_edited

    @Slot()
    def take_hand(self) -> None:
        """Choose the hand, so that the next click plays and does not place a piece."""
        self._board.preferences.tool.value = HAND

    @property
    def has_window(self) -> bool:
        """Whether the window of the game is open."""
        return self._owner.isVisible()

    @Slot()
    def leave(self) -> None:
        """Give the board back: the position from before returns, an edited one stays."""
        self._loan.give_back(self._owner)

    @Slot()
    def _follow(self) -> None:
        """Take part while the position on the board is that of the game."""
        is_on_board = self.is_on_board
        self._position = None
        self._targets = {}
        node = self._game.node
        found = drawings_of(node.comment) if node is not None else {}
        self._drawings = {squares: GAME_COLORS[color] for squares, color in found.items()}
        self._steps.setActiveStack(self._edits.undo_stack if is_on_board else self._other_stack)
        self._board.state.set_guest(self if is_on_board else None)
        self.changed.emit()

    def _board_now(self) -> chess.Board | None:
        """Return the board at the current move."""
        node = self._game.node
        if self._position is None and node is not None:
            self._position = board_at(node)
        return self._position

    # The guest

    @property
    def drawings(self) -> Mapping[tuple[int, int], int]:
        """The arrows and circles of the current position: the number of the color by source and target square."""
        return self._drawings

    def toggle_drawing(self, source: int, target: int, color: int) -> None:
        """Add an arrow or a circle that was drawn with the modifiers of this color, or remove it."""
        node = self._game.node
        if node is None:
            return
        drawings = drawings_of(node.comment)
        letter = _DRAWN[color]
        if drawings.get((source, target)) == letter:
            del drawings[source, target]
        else:
            drawings[source, target] = letter
        self._edits.do(drawn(node, drawings))

    def clear_drawings(self) -> None:
        """Remove all arrows and circles of the current position."""
        node = self._game.node
        if node is not None:
            self._edits.do(drawn(node, {}))

    def targets(self, source: int) -> int:
        """Return the squares to which a move from a square can be played."""
        board = self._board_now()
        if source not in self._targets:
            self._targets[source] = targets_from(board, source) if board is not None else 0
        return self._targets[source]

    def play(self, source: int, target: int) -> bool:
        """Play the move between two squares, and return whether there is one; a promotion asks for the piece."""
        board = self._board_now()
        moves = moves_between(board, source, target) if board is not None else []
        if len(moves) > 1:
            self._ask_for_piece(moves, target)
        elif moves:
            self._edits.play(moves[0])
        return bool(moves)

    def step(self, count: int) -> None:
        """Go forward by a number of moves, or with a negative one back."""
        self._game.go_to(self._game.ply + count)

    # Promotion

    def _ask_for_piece(self, moves: list[chess.Move], target: int) -> None:
        """Ask at a square what a pawn becomes; without an answer nothing is played."""
        if self._menu is None:
            self._menu = QMenu(self._board)
            self._menu.setAccessibleName("What the pawn becomes")
            self._menu.triggered.connect(self._promote)
        self._menu.clear()
        self._choices = moves
        for place, move in enumerate(moves):
            self._menu.addAction(_PIECES[move.promotion or 5]).setData(place)
        self._menu.setActiveAction(self._menu.actions()[0])
        self._menu.popup(self._board.mapToGlobal(self._board.square_center(target)))

    @Slot(QAction)
    def _promote(self, action: QAction) -> None:
        """Play the promotion to the chosen piece."""
        self._edits.play(self._choices[action.data()])
