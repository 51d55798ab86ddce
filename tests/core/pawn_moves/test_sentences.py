from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.position import Position
from pawnviz.core.pawn_moves.moves import PawnMove
from pawnviz.core.pawn_moves.report import MoveReport, report_of
from pawnviz.core.pawn_moves.sentences import Clause, predicate, said_alone, sentence
from pawnviz.core.pawn_moves.tension import Exchange, moved_by, tensions
from tests.core.pawn_moves.claims import Case, is_true
from tests.core.pawn_moves.games import from_games, with_kings


def check_report(report: MoveReport) -> None:
    case = Case(report.position, report.after, report.white, moved_by((report.move,)))
    for clause in report.clauses:
        assert is_true(clause.text, case, report.move), (report.position.fen(), report.sentence)
    if not report.clauses:
        assert report.changes.is_empty
        assert report.sentence == f"{report.move.text} gives up no square for good and changes no label."


def check_exchange(exchange: Exchange, before: Position, earlier: tuple[PawnMove, ...] = ()) -> None:
    moved = moved_by((*earlier, *exchange.moves))
    if exchange.by_piece:
        moved = {source: target for source, target in moved.items() if target != exchange.moves[-1].target}
    case = Case(before, exchange.position, None, moved)
    for clause in exchange.clauses:
        assert is_true(clause.text, case), (before.fen(), exchange.name, clause.text)


def check_all(position: Position, choice: Random) -> None:
    for white in (True, False):
        reports = report_of(position, white).moves
        for report in choice.sample(reports, min(3, len(reports))):
            check_report(report)
            for exchange in report.exchanges()[:2]:
                check_exchange(exchange, position, (report.move,))
    for tension in tensions(position)[:2]:
        for exchange in tension.exchanges:
            check_exchange(exchange, position)


@given(position=from_games(), choice=st.randoms(use_true_random=False))
def test_every_sentence_is_true_in_games(position: Position, choice: Random) -> None:
    check_all(position, choice)


@given(position=with_kings(), choice=st.randoms(use_true_random=False))
def test_every_sentence_is_true_on_boards_that_no_game_reaches(position: Position, choice: Random) -> None:
    check_all(position, choice)


def test_claims_can_be_untrue() -> None:
    before = Position.from_fen("4k3/8/8/8/2PP4/8/8/4K3 w - - 0 1")
    after = Position.from_fen("4k3/8/8/2P5/3P4/8/8/4K3 b - - 0 1")
    case = Case(before, after, True, {26: 34})
    move = PawnMove(True, 26, 34)
    assert is_true("gives up b5 and d5 for good", case, move)
    for text in (
        "gives up b5 for good",
        "gives up b5, d5 and e5 for good",
        "gives up b5, d5 and 2 more squares for good",
        "costs Black b5 for good",
        "makes d4 backward",
        "isolates d4",
        "d4 is no longer isolated",
        "opens the c-file",
        "leaves White with 2 pawn islands instead of 1",
        "attacks d6",
        "Black can take it en passant",
        "gives Black an outpost on d5",
        "leads to the structure Carlsbad (White)",
    ):
        assert not is_true(text, case, move), text
    with pytest.raises(AssertionError, match="nobody has said"):
        is_true("wins", case, move)


def sentence_of(fen: str, text: str) -> str:
    position = Position.from_fen(fen)
    reports = [report for white in (True, False) for report in report_of(position, white).moves]
    return next(report.sentence for report in reports if report.move.text == text)


def test_a_move_is_said_in_one_sentence_with_what_matters_most_first() -> None:
    sicilian = "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 0 5"
    assert sentence_of(sicilian, "e7-e5") == (
        "e7-e5 weakens d6 (backward, unopposed), gives White an outpost on d5, leaves a hole on d5 "
        "and leads to the structure Boleslavsky hole (Black)."
    )
    # A square with an own pawn is no hole: b4 is left without a pawn that could guard it.
    assert sentence_of("4k3/p7/8/8/1P6/2P5/8/4K3 w - - 0 1", "c3-c4") == (
        "c3-c4 leaves a hole on d4, gains an outpost on d5 and leaves b4 for pieces alone to guard."
    )
    assert sentence_of("4k3/1p6/8/8/2PP4/8/1P6/4K3 w - - 0 1", "d4-d5") == (
        "d4-d5 makes d5 a protected passed pawn, gives up e5 for good and gains an outpost on e6."
    )
    assert sentence_of("4k3/8/8/8/2P5/8/1P1P4/4K3 w - - 0 1", "b2-b3") == (
        "b2-b3 makes c4 a protected passed pawn, leaves a hole on a3 and gains an outpost on a4."
    )


def test_a_passed_pawn_is_said_once_by_what_says_most_of_it() -> None:
    text = sentence_of("4k3/8/p4p2/1P4p1/6P1/5P2/8/4K3 w - - 0 1", "bxa6")
    assert "makes a6 an outside passed pawn" in text
    assert "a passed pawn" not in text.replace("an outside passed pawn", "")


def test_a_double_step_says_that_it_can_be_taken_en_passant_only_where_that_is_legal() -> None:
    assert "Black can take it en passant" in sentence_of("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2-e4")
    # The pawn d4 is pinned on the d-file.
    assert "passant" not in sentence_of("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2-e4")
    assert "passant" not in sentence_of("4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2-e4")


def test_clauses_are_joined_to_a_sentence() -> None:
    verbs = [Clause("attacks d6", 9), Clause("isolates d4", 8), Clause("opens the c-file", 7)]
    statement = Clause("e4 is no longer doubled", 6, is_statement=True)
    assert sentence("c5", verbs) == "c5 attacks d6, isolates d4 and opens the c-file."
    assert (
        sentence("c5", [*verbs, statement])
        == "c5 attacks d6, isolates d4 and opens the c-file; e4 is no longer doubled."
    )
    assert sentence("c5", [statement]) == "c5: e4 is no longer doubled."
    assert said_alone([statement]) == "e4 is no longer doubled."
    assert said_alone(verbs[:1]) == "Attacks d6."
    assert predicate(verbs, 1) == " attacks d6"
    assert sentence("c5", []) == "c5 gives up no square for good and changes no label."
