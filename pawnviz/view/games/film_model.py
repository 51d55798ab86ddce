"""The frames of a game's film: its pawn structures one after another, each with its change."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from pawnviz.core.board.side import to_move_text
from pawnviz.core.explain.change_words import pawn_clauses
from pawnviz.core.games.line import MoveLine
from pawnviz.core.games.pawn_spells import PawnSpell, change_text, pawn_spells
from pawnviz.core.picture.sheet_positions import players_of
from pawnviz.core.picture.skeleton import Skeleton, make_skeleton
from pawnviz.core.structures import leading_structures
from pawnviz.core.words import count_text
from pawnviz.model.games.open_game import OpenGame
from pawnviz.override import override
from pawnviz.view.widgets.markup import plain_tip

Index = QModelIndex | QPersistentModelIndex
_ROOT: Final = QModelIndex()
_START: Final = "Start"


class Frame(NamedTuple):
    """A picture of the film: the skeleton with its changes.

    ``title`` is the last move that led there, ``share`` how long the pawns stood against those that stood longest, from
    0 to 1.
    """

    spell: PawnSpell
    skeleton: Skeleton
    title: str
    share: float


class FilmModel(QAbstractListModel):
    """The frames of the open game's line, computed when they are first needed."""

    def __init__(self, game: OpenGame, parent: QObject) -> None:
        super().__init__(parent)
        self._game = game
        self._frames: tuple[Frame, ...] = ()
        self._line: MoveLine | None = (
            None  # That of the frames; the game may have another one before they are read anew.
        )

    def read_game(self) -> None:
        """Take the frames of the game's line, none without a line."""
        self.beginResetModel()
        self._line = line = self._game.line
        self._frames = _frames(line) if line is not None else ()
        self.endResetModel()

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The frames in their order."""
        return self._frames

    def row_at(self, ply: int) -> int:
        """Return the row of the last frame up to the position of a ply; -1 without frames."""
        return bisect_right(self._frames, ply, key=lambda frame: frame.spell.first) - 1

    def heading(self, row: int, *, later: bool = False) -> str:
        """Return all moves that led to the frame of a row, the side to move, the structure's name, and the changes.

        With ``later`` it is that of a position some moves of pieces after it, where either side may be to move.
        """
        spell, line = self._frames[row].spell, self._line
        if line is None:
            return ""
        position = line.positions[spell.first]
        found = leading_structures(position.sides()[0], with_general=False)
        names = [structure.heading for structure in found[:1]]
        changed = ""
        if spell.first:
            changed = "; ".join(pawn_clauses(line.positions[spell.change - 1], position))
        moves = change_text(spell, line)
        if later:
            moves = f"Since {moves or 'the start'}"
        else:
            moves = f"{moves or _START}, {to_move_text(position.white_to_move)}"
        return " · ".join(filter(None, (moves, *names, changed)))

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._frames)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        frame = self._frames[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return frame.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return " · ".join(filter(None, (self._players, self.heading(index.row()))))
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self._words(index.row()))
        return None

    @property
    def _players(self) -> str:
        game = self._game.game
        return players_of(dict(game.headers)) if game is not None else ""

    def _words(self, row: int) -> str:
        """Return the players, the changes in the lines of *What happened*, and how long the pawns stood."""
        spell = self._frames[row].spell
        changes = [event.text for event in self._game.events if spell.change <= event.ply <= spell.first]
        count = -(-(spell.end - spell.first) // 2)
        stood = f"These pawns stood for {count_text(count, 'move')}"
        return "\n".join(filter(None, (self._players, self.heading(row), *changes, stood)))


def _frames(line: MoveLine) -> tuple[Frame, ...]:
    spells = pawn_spells(line)
    longest = max(spell.end - spell.first for spell in spells)
    frames: list[Frame] = []
    former: tuple[int, int] | None = None
    for spell in spells:
        pawns = spell.white, spell.black
        title = line.moves[spell.first - 1].text if spell.first else _START
        share = (spell.end - spell.first) / longest
        frames.append(Frame(spell, make_skeleton(*pawns, former), title, share))
        former = pawns
    return tuple(frames)
