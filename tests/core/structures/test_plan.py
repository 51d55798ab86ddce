from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

import chess
import pytest
from hypothesis import given

from pawnviz.core.board.position import Position
from pawnviz.core.board.side import pawn_sides
from pawnviz.core.formula.conditions import parse_condition
from pawnviz.core.structures import FoundStructure, structures
from pawnviz.core.structures.rule import turned_text
from pawnviz.core.structures.structure import Plan, PlanState, mark_formula
from pawnviz.core.structures.table import built_in_structures
from tests.core.pawn_moves.reference import captures, gain_of
from tests.core.structures.tabiyas import EXAMPLES, TABIYAS, played
from tests.data import rows_beside
from tests.strategies import Board, boards

PLANS = {
    (structure.identifier, white, number): plan
    for structure in built_in_structures()
    for white, plans in zip((True, False), structure.plans, strict=True)
    for number, plan in enumerate(plans)
}


def holds(marked: str, fen: str, white: bool = True) -> bool:
    """Return whether a plan with this text can be played on a board, and by the other color on the board turned."""
    position = Position.from_fen(fen)
    plan = Plan(marked)
    answer = plan.can_be_played(position.sides()[0 if white else 1])
    turned = position.swapped_colors().sides()[1 if white else 0]
    assert plan.turned.can_be_played(turned) is answer
    return answer


def found_on(fen: str) -> tuple[FoundStructure, ...]:
    return structures(Position.from_fen(fen).sides()[0])


@pytest.mark.parametrize(
    ("mark", "placement", "expected"),
    rows_beside(__file__, "marks_of_plans.tsv"),
)
def test_a_mark_asks_for_what_a_plan_names(mark: str, placement: str, expected: str) -> None:
    assert mark_formula(mark)
    assert holds(f"Says [{mark}].", placement) is (expected == "yes")


@pytest.mark.parametrize(("text", "placement", "expected"), rows_beside(__file__, "plans_as_said.tsv"))
def test_a_plan_is_said_as_it_is_true_on_the_board(text: str, placement: str, expected: str) -> None:
    position = Position.from_fen(placement)
    plan = Plan(text)
    assert plan.said_on(position.sides()[0]) == expected
    turned = plan.turned.said_on(position.swapped_colors().sides()[1])
    assert turned.removesuffix(".") == turned_text(expected).removesuffix(".")


def test_a_side_without_a_plan_in_the_table_is_given_its_levers() -> None:
    found = found_on("8/5k2/p3p1p1/1p1pPp1p/1P1P1P1P/P5P1/5K2/8 w - - 0 1")[0]
    assert dict(found.plans) == {
        "White": ("a4 attacks b5, but needs one more guard of a4.",),
        "Black": ("a5 attacks b4, but needs one more guard of a5.",),
    }


def test_what_is_no_mark_stays_in_the_sentence() -> None:
    assert Plan("Waits [for now], then [c5].").sentence == "Waits [for now], then c5."
    assert (mark_formula("for now"), mark_formula("axe5"), mark_formula("c9")) == ("", "", "")


def test_a_turned_plan_has_the_squares_and_colors_of_the_other_side_of_the_board() -> None:
    plan = Plan("[cxd5] gives the [light-squared bishop] of White e4.").turned
    assert plan.sentence == "cxd4 gives the dark-squared bishop of Black e5."
    assert plan.moves == ("cxd4",)
    assert plan.turned == Plan("[cxd5] gives the [light-squared bishop] of White e4.")


def test_all_marks_and_the_condition_have_to_hold() -> None:
    plan = Plan("[c5] frees the [knight].", "center = {d4 d5}; popcount(enemy & center) >= 1")
    for placement, expected in (
        ("8/8/8/3p4/2P5/8/8/1N6", True),
        ("8/8/8/8/2P5/8/8/1N6", False),
        ("8/8/8/3p4/2P5/8/8/8", False),
        ("8/8/8/3p4/8/8/8/1N6", False),
    ):
        assert plan.can_be_played(Position.from_fen(placement).sides()[0]) is expected
    assert Plan("Waits.").can_be_played(Position.from_fen("8/8/8/8/8/8/8/8").sides()[1])


@given(board=boards())
def test_the_formula_of_a_mark_says_whether_the_move_can_be_made(board: Board) -> None:
    white, black = pawn_sides(*(side.pawns for side in board.sides()))
    position = chess.Board(None)
    for side, color in ((white, chess.WHITE), (black, chess.BLACK)):
        for square in chess.SquareSet(side.pawns):
            position.set_piece_at(square, chess.Piece(chess.PAWN, color))
    for move in ("c5", "e4", "h6", "a3", "cxd5", "exd4"):
        formula = parse_condition(mark_formula(move))
        assert formula.evaluate(white) is can_be_played(position, chess.WHITE, move)
        assert formula.evaluate(black) is can_be_played(position, chess.BLACK, move)


# The built-in plans


def test_a_reader_finds_the_moves_of_a_sentence_where_it_marks_them() -> None:
    assert len(PLANS) > 1000
    for key, written in PLANS.items():
        for plan in (written, written.turned):
            assert sorted(named_moves(plan.sentence)) == sorted(plan.moves), key
            assert not set("[]") & set(plan.sentence), key


def test_no_plan_depends_on_a_second_pawn_move_that_may_have_been_played() -> None:
    assert {key: plan.moves for key, plan in PLANS.items() if len(plan.moves) > 1} == {}


def openings() -> Iterator[chess.Board]:
    """Yield all positions of all tabiyas, and the examples, with few pieces too."""
    for tabiya in TABIYAS.values():
        board = chess.Board()
        for move in tabiya.moves.split():
            board.push_san(move)
            yield board
        for square in chess.SQUARES:
            if board.piece_type_at(square) not in (None, chess.PAWN, chess.KING):
                board.remove_piece_at(square)
                yield board
    for fen in EXAMPLES.values():
        yield chess.Board(fen)


@pytest.mark.slow
def test_no_plan_names_a_move_twice_or_one_that_cannot_be_played_or_a_piece_that_is_not_there() -> None:
    move_count = plan_count = 0
    for board in list(openings())[::13]:
        for structure in found_on(board.fen()):
            for color in (chess.WHITE, chess.BLACK):
                text = structure.plans_for(color)
                moves = named_moves(text)
                assert all(can_be_played(board, color, move) for move in moves), (board.fen(), text)
                assert not list(missing_pieces(board, color, text)), (board.fen(), text)
                assert len(set(moves)) == len(moves), (board.fen(), text)
                move_count += len(moves)
                plan_count += bool(text)
    assert move_count > 1_300 and plan_count > 550


def test_a_push_for_now_is_legal_and_keeps_its_pawn() -> None:
    counts = Counter[str]()
    for board in list(openings())[::19]:
        for structure in found_on(board.fen()):
            for color in (chess.WHITE, chess.BLACK):
                side = board.copy()
                side.turn = color
                text = structure.plans_for(color)
                counts["all"] += len(named_moves(text))
                for sentence in now_sentences(text):
                    for move in named_moves(sentence):
                        counts["now"] += 1
                        assert keeps_its_pawn(side, move), (board.fen(), sentence)
    assert counts["now"] > 200 and counts["all"] - counts["now"] > 40


@pytest.mark.parametrize(
    ("mark", "placement", "state", "first"),
    rows_beside(__file__, "states_of_plans.tsv"),
)
def test_a_plan_is_for_now_or_after_something_or_blocked(mark: str, placement: str, state: str, first: str) -> None:
    position = Position.from_fen(placement)
    assert Plan(f"Says [{mark}].").standing_on(position.sides()[0]) == (PlanState(state), first)
    turned = Plan(f"Says [{mark}].").turned.standing_on(position.swapped_colors().sides()[1])
    assert (turned.state, bool(turned.first)) == (PlanState(state), bool(first))


def test_a_blocked_plan_is_said_only_if_it_is_asked_for() -> None:
    (found,) = found_on("r1bqr1k1/pp2bppp/2p2nn1/2Np2B1/3P4/3BP3/PPQ1NPPP/1R3RK1 b - - 0 12")[:1]
    assert found.structure.identifier == "carlsbad"
    assert "c5" not in named_moves(found.plans_for(chess.BLACK))
    assert "c5" in named_moves(found.blocked_plans(chess.BLACK))


def test_a_break_is_not_spoken_of_where_the_pawn_is_past_it() -> None:
    fen = "r1b1kbnr/pp3ppp/1qn1p3/3pP3/2pP4/P1P2N2/1P3PPP/RNBQKB1R w KQkq - 0 7"
    (chain,) = (each for each in found_on(fen) if each.structure.identifier == "french_chain")
    assert "c5" not in named_moves(chain.plans_for(chess.BLACK))
    before = found_on(fen.replace("3pP3/2pP4", "2ppP3/3P4"))[0]
    assert "c5" not in named_moves(before.plans_for(chess.BLACK))
    earlier = found_on("rnbqkbnr/ppp2ppp/4p3/3pP3/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 3")[0]
    assert "c5" in named_moves(earlier.plans_for(chess.BLACK))


def test_a_second_structure_names_no_move_and_repeats_no_sentence_of_the_first() -> None:
    hedgehog, bind, _ = found_on("r2q1rk1/1b1nbppp/pp1ppn2/8/2PQP3/1PN5/PB1N1PPP/R4RK1 w - - 0 12")
    assert (hedgehog.structure.identifier, bind.structure.identifier) == ("hedgehog", "maroczy_bind")
    for color, name in ((chess.WHITE, "White"), (chess.BLACK, "Black")):
        first, second = dict(hedgehog.plans), dict(bind.plans)
        shared = set(named_moves(hedgehog.plans_for(color))) & set(named_moves(bind.plans_for(color)))
        assert shared and not shared & set(named_moves(" ".join(second[name])))
        assert shared & set(named_moves(" ".join(first[name])))


def test_of_more_than_four_plans_the_further_ones_are_pawn_moves_in_one_sentence() -> None:
    carlsbad = found_on("r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R4RK1 b - - 2 10")[0]
    white, black = (" ".join(dict(carlsbad.plans)[name]) for name in ("White", "Black"))
    assert white.startswith("b4 begins the minority attack, but needs one more guard of b4. b5 leaves Black a weak")
    assert ", once the knight on f3 has moved." in white and white.endswith("Also played: a3, a4 and g3.")
    assert black.endswith(
        "A knight on d6 or c4 stops most of the queenside play. g6 prepares to exchange the light-squared bishop on f5."
    )
    assert all(move in white for move in named_moves(carlsbad.plans_for(chess.WHITE)))


def test_two_structures_of_a_board_say_once_what_white_holds_back() -> None:
    hedgehog, bind, _ = found_on("r2q1rk1/1b1nbppp/pp1ppn2/8/2PQP3/1PN2N2/PB3PPP/R4RK1 w - - 0 12")
    said = "Restrains the breaks on b5 and d5 with pieces."
    assert said in bind.plans_for(chess.WHITE)
    assert said in dict(hedgehog.plans)["White"] and said not in dict(bind.plans)["White"]


def test_isolated_queens_pawns_that_face_each_other_are_one_structure() -> None:
    found = found_on("2rq1rk1/pp3p1p/4bnp1/3pR3/3P2P1/2NB1P1P/PP3QK1/7R b - - 1 20")
    assert [each.heading for each in found if not each.is_implied] == ["Isolated queen's pawns face to face"]


def test_two_pawns_in_the_center_are_not_called_one() -> None:
    leading, *_ = found_on("3rq1k1/4rppp/2n3b1/pp2P3/2pP1QB1/P1P1R3/1B4PP/4R1K1 b - - 3 25")
    assert leading.heading == "Extra center pawns for White"
    assert "c5" not in named_moves(leading.plans_for(chess.BLACK))


def test_the_minority_attack_is_no_plan_of_a_side_whose_king_has_castled_there() -> None:
    short = "r2qrnk1/pp2bppp/2p2n2/3p4/3P4/2NBP3/PPQ1NPPP/R4RK1 w - - 0 13"
    long = "r2qrnk1/pp2bppp/2p2n2/3p4/3P4/2NBP3/PPQ1NPPP/2KR3R w - - 0 13"
    leading = [found_on(fen)[0] for fen in (short, long)]
    plans = [(each.plans_for(chess.WHITE), each.plans_for(chess.BLACK)) for each in leading]
    assert [("minority attack" in white, "minority attack" in black) for white, black in plans] == [
        (True, True),
        (False, False),
    ]
    assert "e4 is the break in the center." in plans[1][0]


def test_rooks_meet_only_where_both_sides_have_one() -> None:
    french = ("4rk2/ppp2ppp/8/3p4/3P4/8/PPP2PPP/4RK2 w - - 0 20", "5k2/ppp2ppp/8/3p4/3P4/8/PPP2PPP/4RK2 w - - 0 20")
    texts = [found_on(fen)[0].plans_for(chess.WHITE) for fen in french]
    assert [("Rooks meet" in text) for text in texts] == [True, False]


def test_a_structure_found_without_its_board_has_all_plans() -> None:
    (structure,) = (each for each in built_in_structures() if each.identifier == "carlsbad")
    found = FoundStructure(structure, color=True, squares=0)
    assert found.plans_for(True) == " ".join(plan.sentence for plan in structure.plans[0])


# Names that pieces decide


@pytest.mark.parametrize(
    ("fen", "identifier"),
    [
        ("r1bqk2r/4bppp/p1np1n2/1p1Np1B1/4P3/N7/PPP2PPP/R2QKB1R w KQkq - 0 10", "sveshnikov"),
        ("rnbqk2r/4bppp/p2p1n2/1p2p3/4P3/1NN5/PPP1BPPP/R1BQK2R w KQkq - 0 8", "najdorf"),
        ("rnbqk2r/4bppp/p2p4/1p2p3/4P3/8/PPP2PPP/R1BQK2R w KQkq - 0 8", "najdorf"),
    ],
)
def test_pieces_tell_a_sveshnikov_from_a_najdorf(fen: str, identifier: str) -> None:
    for position in (Position.from_fen(fen), Position.from_fen(fen).swapped_colors()):
        leading = structures(position.sides()[0])[0]
        assert leading.structure.identifier == identifier


def test_pieces_are_asked_for_only_where_they_are_known() -> None:
    position = played(TABIYAS["Open Catalan"].moves)
    assert structures(position.sides()[0])[0].structure.identifier == "open_catalan"
    bare = position.without_piece(chess.G2)
    assert "open_catalan" not in {each.structure.identifier for each in structures(bare.sides()[0])}


_WORD: Final = re.compile(r"[a-h]x[a-h][1-8]|[a-h][1-8]|[A-Za-z'-]+|[.,;]")
_PLACE: Final = re.compile(r"[a-h][1-8]")
_PIECES: Final = {
    "knight": (chess.KNIGHT,),
    "bishop": (chess.BISHOP,),
    "rook": (chess.ROOK,),
    "queen": (chess.QUEEN,),
    "piece": (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN),
}
_BEFORE_A_MOVE: Final = frozenset((".", ";", "break", "with", "by", "center", "prepares"))
"""What stands before a square that a pawn is to go to; any other square is one that is spoken of."""


def named_moves(text: str) -> list[str]:
    """Return the pawn moves that sentences name: ``c5``, ``cxd5``."""
    moves: list[str] = []
    before = [".", "."]
    for word in _WORD.findall(text):
        if ("x" in word and _PLACE.fullmatch(word[2:])) or (_PLACE.fullmatch(word) and before[-1] in _BEFORE_A_MOVE):
            moves.append(word)
        before = [before[-1], word]
    return moves


def can_be_played(board: chess.Board, color: bool, move: str) -> bool:
    """Return whether a pawn stands behind the move's square, and no pawn in its way; or whether it can capture now."""
    target = chess.parse_square(move[-2:])
    step = 8 if color else -8
    if "x" in move:
        origin = chess.square("abcdefgh".index(move[0]), chess.square_rank(target - step))
        taken = board.piece_at(target)
        return board.piece_at(origin) == chess.Piece(chess.PAWN, color) and taken is not None and taken.color != color
    if board.piece_type_at(target) == chess.PAWN:
        return False
    square = target - step
    while 0 <= square < 64:
        if board.piece_type_at(square) == chess.PAWN:
            return board.color_at(square) == color
        square -= step
    return False


def missing_pieces(board: chess.Board, color: bool, text: str) -> Iterator[str]:
    """Yield each word for a piece in sentences of a color's plans that has no such piece on the board."""
    words = re.findall(r"[A-Za-z-]+", text)
    for place, word in enumerate(words):
        name = word.lower().removesuffix("s")
        if name in _PIECES:
            owner = color if "enemy" not in words[max(place - 2, 0) : place] else not color
            pieces = [square for kind in _PIECES[name] for square in board.pieces(kind, owner)]
            if place and words[place - 1] in ("light-squared", "dark-squared"):
                light = words[place - 1] == "light-squared"
                pieces = [
                    square for square in pieces if bool(chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES) == light
                ]
            if not pieces:
                yield word


def now_sentences(text: str) -> list[str]:
    """Return the sentences that do not say what has to come first."""
    sentences = re.findall(r"[^.]+\.", text)
    return [sentence for sentence in sentences if not re.search(", (after|once|but needs) ", sentence)]


def keeps_its_pawn(board: chess.Board, move: str) -> bool:
    """Return whether a pawn's move is legal and no exchange on its square wins the pawn; captures win a piece."""
    target = chess.parse_square(move[-2:])
    for each in board.legal_moves:
        if each.to_square == target and board.piece_type_at(each.from_square) == chess.PAWN:
            if "x" in move and move[0] == chess.square_name(each.from_square)[0]:
                return board.is_capture(each)
            if "x" not in move and not board.is_capture(each):
                after = board.copy(stack=False)
                after.push(each)
                answers = [
                    *captures(after, target),
                    *(answer for answer in after.legal_moves if after.is_en_passant(answer)),
                ]
                return all(gain_of(after, answer) <= 0 for answer in answers)
    return False
