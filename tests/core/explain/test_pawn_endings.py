"""What is said of endings of kings and pawns: key squares, the opposition and the race of pawns."""

from __future__ import annotations

import random

import chess
import numpy
import pytest

from pawnviz.core.board.bitboard import parse_square, square_names
from pawnviz.core.board.position import Position
from pawnviz.core.endings.outcome import solve_within
from pawnviz.core.explain.pawn_endings import (
    ending_facts,
    key_squares,
    moves_text,
    opposition,
    proof_facts,
    race,
    runners,
)
from tests.core.endings.retrograde import Material, Reference
from tests.data import rows_beside


def texts(fen: str) -> list[str]:
    return [f"{fact.title}: {fact.text}" for fact in ending_facts(Position.from_fen(fen))]


@pytest.mark.parametrize(("fen", "expected"), rows_beside(__file__, "endings.tsv"))
def test_an_ending_is_spoken_of_as_books_do(fen: str, expected: str) -> None:
    assert " | ".join(texts(fen)) == expected


@pytest.mark.parametrize(
    ("white", "black", "expected"),
    [
        ("e4", "e6", "direct: the kings stand on the e-file with 1 square between"),
        ("c4", "e4", "direct: the kings stand on rank 4 with 1 square between"),
        ("e2", "e6", "distant: the kings stand on the e-file with 3 squares between"),
        ("a1", "g1", "distant: the kings stand on rank 1 with 5 squares between"),
        ("c3", "e5", "diagonal: the kings stand on a diagonal with 1 square between"),
        ("e3", "e6", ""),
        ("e3", "f5", ""),
        ("c3", "e6", ""),
    ],
)
def test_the_opposition_needs_an_odd_number_of_squares_between(white: str, black: str, expected: str) -> None:
    board = chess.Board(None)
    board.set_piece_at(chess.parse_square(white), chess.Piece(chess.KING, True))
    board.set_piece_at(chess.parse_square(black), chess.Piece(chess.KING, False))
    for turn, holder, mover in ((True, "Black", "White"), (False, "White", "Black")):
        board.turn = turn
        found = opposition(Position.from_fen(board.fen()))
        kind, _, kings = expected.partition(": ")
        text = f"{kind.capitalize()} opposition: {holder} has it; {kings}, and {mover} is to move." if expected else ""
        assert (f"{found.title}: {found.text}" if found else "") == text


@pytest.mark.parametrize(
    ("pawn", "expected"),
    [
        ("e2", "d4 e4 f4"),
        ("e4", "d6 e6 f6"),
        ("e5", "d6 e6 f6 d7 e7 f7"),
        ("a6", "b7 b8"),
        ("h6", "g7 g8"),
        ("a2", ""),
    ],
)
def test_key_squares_are_those_of_the_books(pawn: str, expected: str) -> None:
    assert square_names(key_squares(True, parse_square(pawn))) == expected
    turned = key_squares(False, parse_square(pawn) ^ 56)
    assert turned == int.from_bytes(key_squares(True, parse_square(pawn)).to_bytes(8, "little"), "big")


@pytest.mark.slow
def test_from_a_key_square_the_reference_wins_whoever_moves_and_from_no_other_square() -> None:
    reference = Reference(optimistic=False)
    for pawn in range(8, 56):
        found = reference.won(Material(frozenset([pawn]), frozenset()))
        for king in set(range(64)) - {pawn}:
            waiting = found.legal_waiting[king].copy()
            if chess.square_distance(king, pawn) > 1:
                waiting[[square for square in range(64) if chess.square_distance(square, pawn) == 1]] = False
            wins = found.to_move[king][found.legal_to_move[king]].all() and found.waiting[king][waiting].all()
            assert bool(key_squares(True, pawn) >> king & 1) == bool(wins), (pawn, king)


def random_ending(numbers: random.Random, pawn_count: int) -> chess.Board:
    """Return a board with both kings and pawns of either color, drawn at random; it need not be legal."""
    board = chess.Board(None)
    kings = numbers.sample(range(64), 2)
    for square in numbers.sample(sorted(set(range(8, 56)) - set(kings)), pawn_count):
        board.set_piece_at(square, chess.Piece(chess.PAWN, numbers.random() < 0.5))
    board.set_piece_at(kings[0], chess.Piece(chess.KING, True))
    board.set_piece_at(kings[1], chess.Piece(chess.KING, False))
    board.turn = numbers.random() < 0.5
    return board


@pytest.mark.parametrize("fen", ["8/8/8/2K5/1P3k1p/7P/8/8 w - - 1 60", "8/8/4kpp1/7p/P6P/3K2P1/5P2/8 w - - 0 1"])
def test_a_single_pawn_that_may_be_caught_runs_no_race(fen: str) -> None:
    assert texts(fen) == []


def test_a_king_in_the_square_of_a_runner_is_named() -> None:
    numbers = random.Random(6)
    named = 0
    for _ in range(300):
        board = random_ending(numbers, 2)
        position = Position.from_fen(board.fen())
        found = race(position)
        for runner in runners(position):
            assert found is not None
            king = board.king(not runner.color)
            assert king is not None
            is_in_time = chess.square_distance(king, runner.goal) - (board.turn != runner.color) <= runner.moves
            takes = board.turn != runner.color and chess.square_distance(king, runner.pawn) == 1
            says_so = f"square of {chess.square_name(runner.pawn)} and may catch it" in found.text
            assert says_so == is_in_time or takes, board.fen()
            named += says_so
    assert named > 100


def test_a_race_is_run_as_python_chess_pushes_the_pawns() -> None:
    numbers = random.Random(5)
    both = 0
    for _ in range(300):
        board = random_ending(numbers, 3)
        found = runners(Position.from_fen(board.fen()))
        both += len(found) == 2
        pawns = {runner.color: runner.pawn for runner in found}
        moves = {True: 0, False: 0}
        promoted: list[bool] = []
        turn = board.turn
        while len(promoted) < len(found):
            if turn in pawns and turn not in promoted:
                moves[turn] += 1
                pawns[turn] = pushed(board, pawns[turn], turn)
                if pawns[turn] // 8 in (0, 7):
                    runner = found[len(promoted)]
                    assert (runner.color, runner.goal, runner.moves) == (turn, pawns[turn], moves[turn]), board.fen()
                    king = board.king(not turn)
                    assert king is not None
                    assert runner.gives_check == bool(board.attacks(pawns[turn]) & chess.BB_SQUARES[king]), board.fen()
                    promoted.append(turn)
            turn = not turn
    assert both > 60


def pushed(board: chess.Board, pawn: int, color: bool) -> int:
    """Push a pawn as far as one move takes it, promote it to a queen, and return where it stands then."""
    forward = 8 if color else -8
    steps = 2 if pawn // 8 == (1 if color else 6) else 1
    assert not any(board.piece_at(pawn + forward * step) for step in range(1, steps + 1))
    board.remove_piece_at(pawn)
    target = pawn + forward * steps
    kind = chess.QUEEN if target // 8 in (0, 7) else chess.PAWN
    board.set_piece_at(target, chess.Piece(kind, color))
    return target


def test_a_fact_shows_its_squares() -> None:
    found = {
        fact.title: square_names(fact.squares)
        for fact in ending_facts(Position.from_fen("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"))
    }
    assert found == {"Direct opposition": "e4 e6", "Key squares of e3": "d5 e5 f5"}
    assert numpy.all([fact.explanation for fact in ending_facts(Position.from_fen("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"))])


def test_moves_are_numbered_as_in_a_book() -> None:
    white = Position.from_fen("8/8/3k4/8/3K4/8/3P4/8 w - - 0 12")
    black = Position.from_fen("8/8/3k4/8/3K4/8/3P4/8 b - - 0 12")
    assert moves_text(white, ("d3", "Ke6", "Kc5")) == "12.d3 Ke6 13.Kc5"
    assert moves_text(black, ("Ke6", "Kc5", "Kd7")) == "12...Ke6 13.Kc5 Kd7"


@pytest.mark.parametrize(
    ("fen", "title", "text"),
    [
        ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", "Drawing moves", "every move draws."),
        ("8/8/8/7K/3k2P1/8/8/8 w - - 0 1", "Winning moves", "every move wins."),
        ("8/8/8/8/8/1k6/1p6/1K6 b - - 0 1", "Winning moves", "1...Kc3 and Ka3; no other wins."),
        ("7K/8/k1P5/7p/8/8/8/8 w - - 0 1", "The only drawing move", "1.Kg7."),
        ("8/P7/8/8/8/2k5/8/K7 w - - 0 1", "Winning moves", "1.Ka2, Kb1 and a8=Q; other moves may win too."),
    ],
)
def test_other_moves_are_named_only_if_there_are_any(fen: str, title: str, text: str) -> None:
    position = Position.from_fen(fen)
    assert (title, text) in [fact[:2] for fact in proof_facts(position, solve_within(position, 60))]
