"""The verdict of tables in words, and the facts that layers leave out if they say something else."""

from __future__ import annotations

from typing import Final, NamedTuple

from pawnviz.core.board.attackers import king_attacks
from pawnviz.core.board.bitboard import SQUARE_NAMES, square_names, squares
from pawnviz.core.board.legality import problems
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side, player_name
from pawnviz.core.layers.attacks import single_pawn
from pawnviz.core.layers.passers import key_squares, outside_kings_square
from pawnviz.core.words import count_text, listed, plural

MOST_PIECES: Final = 7  # The number of pieces, kings included, from which on there are no tables.

_DTZ: Final = (
    "Syzygy tables are exact: every position with so few pieces was solved. DTZ is the number of plies until the "
    "winning side can force a capture or a pawn move, give or take one; it is not the distance to mate."
)
_SQUARE: Final = (
    "The rule of the square compares how far the pawn and the enemy king have to go, and nothing else. It does not say "
    "who wins."
)
_KEY: Final = "The rule of books holds if the pawn is not lost; beside a knight pawn the defender may be stalemated."


class TableVerdict(NamedTuple):
    """The verdict of tables for White, as of ``Probe``; ``dtz`` is None where ``missing`` names the table."""

    wdl: int
    dtz: int | None = None
    missing: str = ""

    @property
    def winner(self) -> bool | None:
        """Who wins, White (True) or Black (False), with the fifty-move rule; None for a draw."""
        return self.wdl > 0 if abs(self.wdl) == 2 else None

    @property
    def title(self) -> str:
        """``White wins``, ``Black wins`` or ``Draw``."""
        return "Draw" if self.winner is None else f"{player_name(self.winner)} wins"


class TableSentence(NamedTuple):
    """A sentence on a verdict: a title, the text behind it, its squares, and a remark behind it."""

    title: str
    text: str
    squares: int = 0
    explanation: str = ""


def may_be_in_tables(position: Position) -> bool:
    """Return whether there may be tables for a position: few pieces, no castling rights, legal, and not over."""
    if position.castling or (position.white | position.black).bit_count() > MOST_PIECES or problems(position):
        return False
    import chess

    return any(chess.Board(position.fen()).generate_legal_moves())


def verdict_sentences(verdict: TableVerdict, position: Position) -> tuple[TableSentence, ...]:
    """Return the verdict on a position in a sentence, and one for each layer that says something else of a passer."""
    sentences = [TableSentence(verdict.title, _verdict_text(verdict, position), 0, _DTZ)]
    for side in position.sides():
        sentences += filter(None, (square_sentence(verdict, side, side.pawns), _key_sentence(side, verdict)))
    return tuple(sentences)


def _verdict_text(verdict: TableVerdict, position: Position) -> str:
    if verdict.wdl == 0:
        return "exact, by the tables."
    side = player_name(verdict.wdl > 0)
    if abs(verdict.wdl) == 1:
        return f"exact, by the tables: {side} would win, but the fifty-move rule comes first."
    if verdict.dtz is None:
        return f"exact, by the tables. How soon is not known: {verdict.missing} is missing."
    plies = count_text(verdict.dtz, "ply", "plies")
    text = f"exact, by the tables: {side} can force a capture or a pawn move within {plies}"
    clock = position.halfmove_clock
    if clock and clock + verdict.dtz > 100:
        return f"{text} (DTZ). The clock of the fifty-move rule stands at {clock}, so the draw may come first."
    return f"{text} (DTZ)."


def square_sentence(verdict: TableVerdict, side: Side[int], pawns: int) -> TableSentence | None:
    """Return why a side does not win though some of these pawns are outside the king's square, else None."""
    pawns &= outside_kings_square(side)
    if not pawns or verdict.winner is side.color:
        return None
    subject = f"{listed(square_names(pawns).split())} {plural(pawns.bit_count(), 'is', 'are')}"
    enemy = player_name(not side.color)
    enemies = [single_pawn(side.enemy.color, pawn) for pawn in squares(side.enemy.pawns)]
    runners = [(pawn.moves_to_promotion, pawn.square) for pawn in enemies if not pawn.front_span & side.occupied]
    why, named = f"the rule leaves out {enemy}'s pawns", pawns | side.enemy.pawns
    if runners:
        moves, pawn = min(runners)
        why += f", and {SQUARE_NAMES[pawn]} needs {count_text(moves, 'move')} to promote"
        named = pawns | 1 << pawn
    elif not enemies:
        why = f"the rule counts the moves of {enemy}'s king and nothing else"
    text = f"{subject}, but {_but(side, verdict)}: {why}."
    return TableSentence("Outside the king's square", text, named, _SQUARE)


def _key_sentence(side: Side[int], verdict: TableVerdict) -> TableSentence | None:
    """Return why a king on a key square of its side's only pawn does not win against a bare king."""
    is_lone = side.pieces.bit_count() == 2 and side.enemy.pieces.bit_count() == 1
    if verdict.winner is side.color or not is_lone or not key_squares(side) & side.kings:
        return None
    king = SQUARE_NAMES[side.kings.bit_length() - 1]
    beside = king_attacks(side.pawns) & side.enemy.kings
    enemy = f"{player_name(not side.color)}'s king"
    why = f"{enemy} is beside the pawn" if beside else f"the rule leaves out where {enemy} is"
    return TableSentence("Key squares", f"the king is on {king}, but {_but(side, verdict)}: {why}.", side.kings, _KEY)


def _but(side: Side[int], verdict: TableVerdict) -> str:
    return f"by the tables {'it is a draw' if verdict.winner is None else f'{player_name(not side.color)} wins'}"
