"""The output of UCI engines, checked: options, variations and best moves.

Source: https://www.chessprogramming.org/UCI
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pawnviz.core.words import shortened

if TYPE_CHECKING:
    import chess

_MATE: Final = 10_000_000  # More than any number of hundredths of a pawn that an engine says.
LONGEST_LINE: Final = 16  # The most moves of a variation that are read.
LONGEST_NAME: Final = 40  # The number of characters of an engine's name that are shown.

_SPIN: Final = re.compile(r"option name (\w+) type spin .*?\bmin (-?\d{1,12}) max (-?\d{1,12})\b")
_CHECK: Final = re.compile(r"option name (\w+) type check\b")
_COUNT: Final = re.compile(r"\d{1,4}", re.ASCII)
_VALUE: Final = re.compile(r"-?\d{1,6}", re.ASCII)


class NonsenseError(ValueError):
    """An engine's answer that breaks the protocol; the text ends a sentence that begins with the engine's name."""


class Evaluation(NamedTuple):
    """The value of a position for White: in hundredths of a pawn, or moves to mate, positive where White mates."""

    value: int
    is_mate: bool = False

    @property
    def text(self) -> str:
        """The evaluation as it is written: ``+0.35``, ``−1.20``, ``0.00``, ``#5`` and ``−#3``."""
        sign = "−" if self.value < 0 else ""
        if self.is_mate:
            return f"{sign}#{abs(self.value)}"
        return f"{sign or '+' if self.value else ''}{abs(self.value) / 100:.2f}"

    @property
    def spoken(self) -> str:
        """The evaluation in words: ``White mates in 5``, ``White is 0.35 pawns better``, ``even``."""
        side = "White" if self.value > 0 else "Black"
        if self.is_mate:
            return f"{side} mates in {abs(self.value)}"
        if not self.value:
            return "Even"
        return f"{side} is better by {abs(self.value) / 100:.2f} pawns"

    def strength(self, white: bool) -> int:
        """Return a number that is the greater the better this is for White or for Black."""
        best = _MATE - abs(self.value)
        value = (best if self.value > 0 else -best) if self.is_mate else self.value
        return value if white else -value


class Variation(NamedTuple):
    """One of an engine's best lines by rank, with depth in plies, line with numbers, and squares of its first move."""

    rank: int
    depth: int
    evaluation: Evaluation
    san: str
    source: int
    target: int


class Spin(NamedTuple):
    """The range of an option that is a number."""

    least: int
    most: int

    def nearest(self, value: int) -> int:
        """Return the value of the range that is nearest to another one."""
        return max(self.least, min(self.most, value))


def read_option(line: str) -> tuple[str, Spin | None] | None:
    """Return the name of an option that is a number with its range, or one that is a truth value; else None."""
    spin = _SPIN.match(line)
    if spin is not None:
        return spin[1], Spin(int(spin[2]), int(spin[3]))
    check = _CHECK.match(line)
    return None if check is None else (check[1], None)


def read_name(line: str) -> str:
    """Return the name that an engine gives itself, cut to ``LONGEST_NAME`` characters that can be printed."""
    name = line.removeprefix("id name").strip()
    return shortened("".join(character if character.isprintable() else " " for character in name), LONGEST_NAME)


def read_variation(line: str, board: chess.Board) -> Variation | None:
    """Return the variation of an ``info`` line up to its first illegal move, None for none and for bounds.

    Raises ``NonsenseError`` where the first move is illegal.
    """
    info = _Said(line)
    moves = info.moves
    if not moves or info.depth is None or info.evaluation is None:
        return None
    legal = _legal_moves(moves[:LONGEST_LINE], board)
    if not legal:
        raise NonsenseError(f"gives {_quoted(moves[0])} as a move, which is not legal here")
    evaluation = info.evaluation if board.turn else info.evaluation._replace(value=-info.evaluation.value)
    source, target = _squares(legal[0], board)
    return Variation(info.rank, info.depth, evaluation, board.variation_san(legal), source, target)


def check_best_move(line: str, board: chess.Board) -> None:
    """Raise ``NonsenseError`` where a ``bestmove`` line has no move that is legal in the position that was sent."""
    words = line.split()
    move = words[1] if len(words) > 1 else ""
    if not _legal_moves([move], board):
        raise NonsenseError(f"gives {_quoted(move)} as the best move, which is not legal here")


class _Said:
    """The parts of an ``info`` line."""

    def __init__(self, line: str) -> None:
        self.rank = 1
        self.depth: int | None = None
        self.evaluation: Evaluation | None = None
        self.moves: list[str] = []
        words = line.split()
        place = 1
        while place < len(words):
            word, rest = words[place], words[place + 1 :]
            if word == "pv":
                self.moves = rest
            if word in ("pv", "string"):
                return
            if word in ("depth", "multipv") and rest and _COUNT.fullmatch(rest[0]):
                if word == "depth":
                    self.depth = int(rest[0])
                else:
                    self.rank = int(rest[0])
                place += 1
            elif word == "score":
                self.evaluation = _read_score(rest)
                place += 2
            place += 1


def _read_score(words: list[str]) -> Evaluation | None:
    """Return the score at the beginning of some words, of the side to move; None for a bound and for nonsense."""
    if len(words) < 2 or words[0] not in ("cp", "mate") or not _VALUE.fullmatch(words[1]):
        return None
    if len(words) > 2 and words[2] in ("lowerbound", "upperbound"):
        return None
    value, is_mate = int(words[1]), words[0] == "mate"
    return None if is_mate and not value else Evaluation(value, is_mate)


def _legal_moves(words: list[str], board: chess.Board) -> list[chess.Move]:
    after = board.copy(stack=False)
    moves: list[chess.Move] = []
    for word in words:
        try:
            move = after.parse_uci(word)
        except ValueError:
            break
        if not move:
            break
        moves.append(move)
        after.push(move)
    return moves


def _squares(move: chess.Move, board: chess.Board) -> tuple[int, int]:
    if not board.is_castling(move):
        return move.from_square, move.to_square
    file = 6 if move.to_square > move.from_square else 2
    return move.from_square, move.from_square // 8 * 8 + file


def _quoted(word: str) -> str:
    text = "".join(character if character.isprintable() else "?" for character in word[:40])
    return f"“{shortened(text, 12)}”"
