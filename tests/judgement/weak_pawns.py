"""The cost of a weak pawn: the score, less the one expected from the ratings, of the side that has more of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from math import sqrt
from typing import Final, TextIO

import chess.pgn
import numpy

from pawnviz.core.board.arrays import boards_of
from pawnviz.core.board.bitboard import popcount
from pawnviz.core.board.position import Position
from pawnviz.core.collections.answer import Expectations, quantile
from pawnviz.core.collections.arrays import UNKNOWN_RESULT, GameColumns
from pawnviz.core.games.tree import position_of
from pawnviz.core.layers import LAYERS
from tests.judgement import Figure, games_file, is_held_back

PLIES: Final = (45, 60, 75)
WORDS: Final = ("weak_unopposed_pawns", "weak_pawns")
_RESULTS: Final = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}


class Game(chess.pgn.BaseVisitor["Game"]):
    """The result, the ratings and some positions of a game, read without its variations."""

    def begin_game(self) -> None:
        self.headers = dict[str, str]()
        self.positions: dict[int, Position] = {}

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.headers[tagname] = tagvalue

    def begin_variation(self) -> chess.pgn.SkipType:
        return chess.pgn.SKIP

    def visit_board(self, board: chess.Board) -> None:
        if board.ply() in PLIES:
            self.positions.setdefault(board.ply(), position_of(board))

    def result(self) -> Game:
        return self

    def elo(self, color: str) -> int:
        text = self.headers.get(f"{color}Elo", "")
        return int(text) if text.isdigit() else 0


def figures() -> list[Figure]:
    """Return the cost of each word at each ply, in all games and in those held back."""
    with games_file().open(encoding="utf-8", errors="replace") as file:
        games = list(_games(file))
    columns = {field.name: numpy.zeros(len(games), int) for field in fields(GameColumns) if field.name != "texts"}
    columns["result"] = numpy.array([_RESULTS.get(game.headers.get("Result", ""), UNKNOWN_RESULT) for game in games])
    for color in ("White", "Black"):
        columns[f"{color.lower()}_elo"] = numpy.array([game.elo(color) for game in games])
    expectations = Expectations(GameColumns(**columns, texts=("",)))
    found = []
    for ply in PLIES:
        numbers = numpy.array([number for number, game in enumerate(games) if ply in game.positions])
        boards = boards_of(games[number].positions[ply] for number in numbers)
        for word in WORDS:
            white, black = (numpy.asarray(popcount(LAYERS[word](side))) for side in boards.sides())
            for part in ("tuned", "held back"):
                chosen = numpy.array([is_held_back(number) == (part == "held back") for number in numbers])
                more, fewer = (numbers[chosen & whose] for whose in (white > black, white < black))
                costs = numpy.concatenate([expectations.residuals(more), -expectations.residuals(fewer)])
                half = quantile(len(costs) - 1) * costs.std(ddof=1) / sqrt(len(costs))
                title = f"ply {ply}: side with more {LAYERS[word].title.lower()}, ± {half:.3f}"
                found.append(Figure(title, float(costs.mean()), "points of a game", part))
    return found


def _games(file: TextIO) -> Iterator[Game]:
    while (game := chess.pgn.read_game(file, Visitor=Game)) is not None:
        yield game
