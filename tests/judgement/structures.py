"""Names of structures beside a person's, and plans beside the moves of masters and of the board."""

from __future__ import annotations

import io
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import chess
import chess.pgn
import numpy

import pawnviz
from pawnviz.core.board.arrays import PawnBoards
from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import one_pawn
from pawnviz.core.collections.arrays import StructureRows
from pawnviz.core.collections.scanner import MoveKind, StructureMove
from pawnviz.core.layers import LAYERS
from pawnviz.core.structures import known_structures, structures
from pawnviz.core.structures.rule import turned_text
from tests.core.structures.test_plan import can_be_played, keeps_its_pawn, missing_pieces, named_moves, now_sentences
from tests.judgement import Figure, games_file, is_held_back

NAMED: Final = Path(__file__).parent / "named_positions.tsv"
"""Positions of masters at random: the game's number, the FEN, and the name that a person found right.

When they were drawn two of the 196 names were wrong, and were mended; a name that changes has to be judged again.
"""

_PLY: Final = 30
_SHARE: Final = 0.15  # A move is played in a structure where at least this share of its games has it.
_FEWEST_GAMES: Final = 20


def _is_any(number: int) -> bool:
    return number > 0


_PARTS: Final[dict[str, Callable[[int], bool]]] = {
    "tuned": lambda number: not is_held_back(number),
    "held back": is_held_back,
}
_ALL: Final = {**_PARTS, "all": _is_any}


def names() -> list[Figure]:
    """Return how many positions after 15 moves have a name, and how many names a person found wrong."""
    figures = []
    rows, numbers = _rows()
    leading = _leading(rows)
    table = known_structures()
    # These names say which files are open or who has more pawns, and no square.
    general = numpy.array([structure.general and not structure.rule.terms for structure, _ in table.versions])
    at_ply = numpy.flatnonzero((rows.ply <= _PLY) & (rows.end > _PLY))
    for part, belongs in _PARTS.items():
        places = [row for row in at_ply.tolist() if belongs(numbers[rows.game[row]])]
        found = leading[places]
        named = 100 * float(numpy.mean(found >= 0))
        bare = 100 * float(numpy.mean((found >= 0) & general[found]))
        figures.append(Figure("positions after 15 moves with a name", named, "%", part, "at least 80", named >= 80))
        figures.append(Figure("... by files or counts alone", bare, "%", part, "at most 25", bare <= 25))
        judged = [line.split("\t") for line in NAMED.read_text("utf-8").splitlines()]
        own = [(fen, heading) for number, fen, heading in judged if belongs(int(number))]
        wrong = sum(_heading(fen) != heading for fen, heading in own) * 100 / len(own)
        figures.append(Figure(f"wrong names of {len(own)} judged ones", wrong, "%", part, "at most 1", wrong <= 1))
    return figures


def plans() -> list[Figure]:
    """Return how many breaks of masters are named, and how much of the plans cannot be played."""
    return [*_named_moves(), *_impossible()]


# What masters played


class _Played(NamedTuple):
    """In how many games a structure led, and each pawn move was played while it did; breaks attack a pawn at once."""

    games: dict[str, set[int]]
    moves: dict[tuple[str, bool, str], set[int]]
    breaks: dict[tuple[str, bool, str], set[int]]


def _named_moves() -> Iterator[Figure]:
    for part in _ALL:
        played = _played(part)
        for what, moves in (("breaks", played.breaks), ("all pawn moves", played.moves)):
            common = [
                key
                for key, games in moves.items()
                if len(played.games[key[0]]) >= _FEWEST_GAMES and len(games) >= _SHARE * len(played.games[key[0]])
            ]
            named = sum(move in _named(identifier, white) for identifier, white, move in common)
            share = 100 * named / len(common)
            name = f"of {len(common)} {what} in 15 % of a structure's games, named"
            yield Figure(name, share, "%", part, "100" if what == "breaks" else "", named == len(common))


@cache
def _named(identifier: str, white: bool) -> frozenset[str]:
    plans = known_structures().structures[identifier].plans[0 if white else 1]
    return frozenset(move for plan in plans for move in named_moves(plan.sentence))


def _played(part: str) -> _Played:
    """Return the moves played, seen as each structure is written: turned where the other color has it."""
    rows, numbers = _rows()
    played = _Played(defaultdict(set), defaultdict(set), defaultdict(set))
    versions = known_structures().versions
    leading = _leading(rows).tolist()
    games, codes = rows.game.tolist(), rows.move.tolist()
    for row, number in enumerate(leading):
        game = games[row]
        if number < 0 or not _ALL[part](numbers[game]):
            continue
        structure, color = versions[number]
        played.games[structure.identifier].add(game)
        if row + 1 == len(games) or games[row + 1] != game:
            continue
        move = StructureMove.of(codes[row + 1])
        if move.kind not in (MoveKind.PUSH, MoveKind.PAWN_CAPTURE):
            continue
        is_push = move.kind == MoveKind.PUSH
        text = SQUARE_NAMES[move.target] if is_push else f"{SQUARE_NAMES[move.origin][0]}x{SQUARE_NAMES[move.target]}"
        is_as_written = color is structure.of_white
        key = (structure.identifier, move.white is is_as_written, text if is_as_written else turned_text(text))
        played.moves[key].add(game)
        enemy = int((rows.black if move.white else rows.white)[row + 1])
        if is_push and LAYERS["attacks"](one_pawn(move.white, move.target)) & enemy:
            played.breaks[key].add(game)
    return played


@cache
def _rows() -> tuple[StructureRows, list[int]]:
    """Return the structures of all games, and the number of each game."""
    with pawnviz.Collection(games_file()) as collection:
        return collection.rows, collection.games.number.tolist()


def _leading(rows: StructureRows) -> Any:
    """Return the number of the version that leads by the pawns of each row, -1 for none."""
    words = known_structures().rules.holding_on(PawnBoards(rows.white, rows.black))
    leading = numpy.full(len(rows), -1, numpy.int64)
    for number in reversed(range(len(known_structures().versions))):
        leading[(words[number // 64] >> numpy.uint64(number % 64)) & 1 == 1] = number
    return leading


# What the board allows


def _impossible() -> Iterator[Figure]:
    counts: dict[str, Counter[str]] = {part: Counter() for part in _PARTS}
    for number, board in sampled_positions():
        count = counts["held back" if is_held_back(number) else "tuned"]
        for structure in structures(Position.from_fen(board.fen()).sides()[0]):
            for color in (chess.WHITE, chess.BLACK):
                text = structure.plans_for(color)
                moves = named_moves(text)
                count["plans"] += bool(text)
                count["moves"] += len(moves)
                count["impossible"] += sum(not can_be_played(board, color, move) for move in moves)
                side = board.copy(stack=False)
                side.turn = color
                now = [move for sentence in now_sentences(text) for move in named_moves(sentence)]
                count["now"] += len(now)
                count["lost"] += sum(not keeps_its_pawn(side, move) for move in now)
                count["missing"] += any(missing_pieces(board, color, text))
    for part, count in counts.items():
        bad = (("impossible", "pawn moves", "moves", "that cannot be played"),)
        lost = ("lost", "moves for now", "now", "that are illegal or lose the pawn")
        for key, what, total, words in (*bad, lost, ("missing", "plans", "plans", "about missing pieces")):
            yield Figure(f"of {count[total]} {what} {words}", count[key], "", part, "0", not count[key])


def sampled_positions() -> Iterator[tuple[int, chess.Board]]:
    """Yield positions of each fortieth game with its number."""
    with games_file().open(encoding="utf-8", errors="replace") as file:
        texts = file.read().split("\n[Event ")
    for number, text in enumerate(texts, 1):
        if number % 40 not in (0, 1):
            continue
        game = chess.pgn.read_game(io.StringIO(text if number == 1 else f"[Event {text}"))
        board = game.board() if game else chess.Board()
        for ply, move in enumerate(game.mainline_moves() if game else (), 1):
            board.push(move)
            if ply % 16 == 0:
                yield number, board


def _heading(fen: str) -> str:
    found = structures(Position.from_fen(fen).sides()[0])
    return found[0].heading if found else ""
