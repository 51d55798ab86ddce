from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import SQUARE_NAMES, parse_square, squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side
from pawnviz.core.explain.headline import break_words, pawn_headline
from pawnviz.core.explain.summary import summary_of
from pawnviz.core.layers import LAYERS
from tests.strategies import Board, boards


def headline(fen: str, square: str) -> str:
    """Return the headline of the pawn on a square of a FEN."""
    position = Position.from_fen(fen)
    return pawn_headline(
        position.sides()[0 if position.piece_at(parse_square(square)) == "P" else 1], parse_square(square)
    )


HEADLINES: Final = """\
3r4/8/4p3/3n4/3P4/8/8/8 d4
An isolated pawn on a half-open file, stopped by the black knight.
8/8/3p4/8/3P4/8/8/8 d4
An isolated pawn on a closed file.
8/8/8/8/3P4/2p5/3p4/8 d4
An isolated passed pawn, 4 moves from promotion: nothing stands in its way.
1q6/8/3p4/8/2p5/8/1P6/8 b2
An isolated pawn on a half-open file, ready to strike at c4 from b3: weak.
8/8/8/2p1p3/8/3P4/2P5/8 d3
The head of a pawn chain, guarded by c2, ready to strike at c5 and e5 from d4.
r3r1k1/p2q1ppp/1p3n2/3p4/P1pP4/1nP1PPN1/1BQ3PP/4RRK1 e3
The base of a pawn chain, guarding d4, ready to strike at d5 from e4.
8/8/2p1p3/8/3P4/4P3/8/8 e3
The base of a pawn chain, guarding d4.
8/8/7p/8/5PP1/8/8/8 g4
A candidate passed pawn, with one pawn to help it and one to hold it back, ready to strike at h6 from g5.
8/pp2p3/8/8/2PP4/8/8/8 c4
One of two hanging pawns, beside d4.
8/8/8/3P4/2P5/8/8/8 d5
A protected and connected passed pawn, 3 moves from promotion: nothing stands in its way.
8/8/3q4/3P4/2P5/8/8/8 d5
A protected and connected passed pawn, 3 moves from promotion, blockaded by the black queen.
k7/8/8/8/8/8/7P/K7 h2
An isolated passed pawn, 5 moves from promotion: the black king is outside its square.
8/p7/8/8/8/P7/P7/8 a2
A doubled isolated pawn on a closed file.
8/5p2/5P2/8/8/6P1/7P/8 f6
A wedge that holds f7 fast.
8/8/2p1p3/8/3P4/2P5/8/8 d4
The head of a pawn chain, guarded by c3, ready to strike at c6 and e6 from d5.
8/1pp5/8/1P6/8/8/P7/8 b5
A pawn on a closed file, ready to strike at c7 from b6, holding back c7.
8/2p5/8/8/3P4/2P1P3/8/8 c3
The base of a pawn chain, guarding d4.
8/3q4/1r6/2p1p3/3P4/8/3P4/8 d4
A doubled isolated pawn on a half-open file, in tension with c5 and e5.
1q6/ppp5/8/8/8/8/PPP5/1K6 b2
One of three pawns side by side in front of its king.
""".splitlines()
"""A board and the square of a pawn, then what is said of it."""


@pytest.mark.parametrize(("place", "sentence"), list(zip(HEADLINES[::2], HEADLINES[1::2], strict=True)))
def test_a_headline_says_what_a_pawn_is_and_what_is_done_to_it(place: str, sentence: str) -> None:
    placement, square = place.split()
    assert headline(f"{placement} w - - 0 1", square) == sentence


@pytest.mark.parametrize(
    ("fen", "square", "strikes"),
    [
        ("4k3/8/8/2p5/8/8/3P4/3K4 w - - 0 1", "d2", "at c5 from d4"),
        ("4k3/8/8/2p5/7b/8/3P4/4K3 w - - 0 1", "d2", "at c5 from d4"),  # A bishop that pins nothing.
        ("4k3/8/8/2p5/1b6/8/3P4/4K3 w - - 0 1", "d2", ""),  # Pinned along a diagonal.
        ("4k3/8/8/2p5/8/8/r2P2K1/8 w - - 0 1", "d2", ""),  # Along its rank.
        ("3rk3/8/8/2p5/8/8/3P4/3K4 w - - 0 1", "d2", "at c5 from d4"),  # On its file it stays in the way.
        ("5k2/4p3/8/5P2/8/8/8/4K3 b - - 0 1", "e7", "at f5 from e6"),
        ("5k2/4p3/8/5P2/1B6/8/8/4K3 b - - 0 1", "e7", ""),
    ],
)
def test_a_pawn_that_is_pinned_is_not_ready_to_strike(fen: str, square: str, strikes: str) -> None:
    position = Position.from_fen(fen)
    side = next(side for side in position.sides() if side.pawns >> parse_square(square) & 1)
    assert break_words(side, parse_square(square)) == strikes
    assert ("ready to strike" in pawn_headline(side, parse_square(square))) == bool(strikes)
    told = summary_of(position).text
    assert ("may strike" in told) <= bool(strikes)


def test_of_a_pawn_that_does_nothing_in_particular_nothing_is_said() -> None:
    assert headline("8/8/4p3/4P3/2Pp4/8/3P4/8 w - - 0 1", "d2") == ""


def is_called_weak(side: Side[int], square: int) -> bool:
    """Return whether a pawn is weak, and isolated or not safe one step ahead."""
    ahead = side.forward(1 << square)
    can_go_on = bool(ahead & LAYERS["safe_squares"](side) & ~side.enemy.pawns)
    weak, isolated = (bool(LAYERS[name](side) >> square & 1) for name in ("target_pawns", "isolated_pawns"))
    return weak and (isolated or not can_go_on)


@given(board=boards(), square=st.integers(0, 63))
def test_a_headline_is_one_sentence_that_holds_on_the_board(board: Board, square: int) -> None:
    for side in board.sides():
        if side.pawns >> square & 1:
            text = pawn_headline(side, square)
            if not text:
                assert not is_called_weak(side, square)
                continue
            assert text.endswith(".") and text[0].isupper() and text.count(".") == 1
            held = {name for name in LAYERS if LAYERS[name](side) >> square & 1}
            passed = "passed_pawns" in held
            assert ("passed pawn" in text.replace("candidate passed pawn", "")) == passed
            assert ("isolated" in text) == ("isolated_pawns" in held)
            assert (": weak." in text) == is_called_weak(side, square)
            assert "blocked by" not in text or "rams" in held
            assert "in tension" not in text or "levers" in held
            assert "strike" not in text or "break_pawns" in held
            assert "candidate" not in text or "candidate_pawns" in held
            assert "half-open" not in text or LAYERS["half_open_files"](side.enemy) >> square & 1
            assert "king is outside" not in text or "outside_kings_square" in held
            pieces = side.pieces | side.enemy.pieces
            named = {name for name in SQUARE_NAMES if name in text}
            empty = {SQUARE_NAMES[place] for place in squares(LAYERS["break_squares"](side) | LAYERS["outposts"](side))}
            assert all(pieces >> parse_square(name) & 1 for name in named - empty)
