from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.position import Position
from pawnviz.core.pawn_moves.changes import PawnChanges
from pawnviz.core.pawn_moves.moves import PawnMove
from pawnviz.core.pawn_moves.report import MoveReport, report_of
from pawnviz.core.pawn_moves.sentences import Clause, predicate, said_alone, sentence
from pawnviz.core.pawn_moves.tension import Exchange, moved_by, tensions
from tests.core.pawn_moves.claims import Case, has_minor_piece, is_true
from tests.core.pawn_moves.games import from_games, with_kings


def pawn_answer(report: MoveReport) -> tuple[PawnMove, ...]:
    """Return the capture of a pawn that answers a move, or nothing."""
    answer = report.answer.lstrip("…")
    if not answer or answer[0] not in "abcdefgh":
        return ()
    target = report.move.target
    source = target - target % 8 + "abcdefgh".index(answer[0]) + (8 if report.white else -8)
    return (PawnMove(not report.white, source, target, target),)


def check_report(report: MoveReport) -> None:
    case = Case(report.position, report.described, report.white, moved_by((report.move, *pawn_answer(report))))
    for clause in report.clauses:
        assert is_true(clause.text, case, report.move), (report.position.fen(), report.sentence)
    if not report.clauses:
        is_word_enough = bool(report.word)
        assert is_word_enough or _without_outposts(report.changes).is_empty
        rest = f": {report.word}." if is_word_enough else " weakens no square and changes no pawn for good."
        assert report.sentence == f"{report.move.text}{rest}"


def _without_outposts(changes: PawnChanges) -> PawnChanges:
    """Return changes without outposts of sides that have no piece for them."""
    white, black = (
        side if has_minor_piece(changes.after, side.white) else side._replace(outposts_gained=0, outposts_lost=0)
        for side in (changes.white, changes.black)
    )
    return changes._replace(white=white, black=black)


def check_exchange(exchange: Exchange, before: Position, earlier: tuple[PawnMove, ...] = ()) -> None:
    moved = moved_by((*earlier, *exchange.moves))
    if exchange.piece:
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
        "no black pawn can guard b5 again",
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


def outcome_of(fen: str, text: str, line: str) -> str:
    position = Position.from_fen(fen)
    reports = [report for white in (True, False) for report in report_of(position, white).breaks]
    (report,) = (report for report in reports if report.move.text == text)
    return next(exchange.outcome for exchange in report.exchanges() if exchange.name == line)


def test_a_move_is_said_in_one_sentence_with_what_matters_most_first() -> None:
    sicilian = "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 0 5"
    assert sentence_of(sicilian, "e7-e5") == (
        "e7-e5 weakens d6 (backward, unopposed), gives White an outpost on d5 for the knight on c3 "
        "and leads to the structure Boleslavsky hole (Black)."
    )
    # A square with an own pawn is no hole: b4 is left without a pawn that could guard it.
    assert sentence_of("1n2k3/p7/8/8/1P6/2P5/8/4K1N1 w - - 0 1", "c3-c4") == (
        "c3-c4 leaves a hole on d4 and gains an outpost on d5; now only pieces can guard b4."
    )
    assert sentence_of("4k3/1p6/8/8/2PP4/8/1P6/2B1K3 w - - 0 1", "d4-d5") == (
        "d4-d5 makes d5 a protected passed pawn, gives up e5 for good and gains an outpost on e6."
    )
    assert sentence_of("1n2k3/8/8/8/2P5/8/1P1P4/2N1K3 w - - 0 1", "b2-b3") == (
        "b2-b3 makes c4 a protected passed pawn, gives up a3 for good and gains an outpost on a4."
    )


def test_nothing_is_said_twice() -> None:
    # What is an outpost for the enemy is no hole besides, and a pawn no longer backward is not opposed again besides.
    locked = "r1bq1rk1/pppnnpbp/3p2p1/3Pp3/2P1P3/2N5/PP2BPPP/R1BQNRK1 w - - 3 10"
    assert sentence_of(locked, "f7-f5") == "f7-f5 (offers a trade) attacks e4 and gives White an outpost on e6."
    najdorf = "rn1q1rk1/1p2bppp/p2pbn2/4p3/4P3/1NN1B3/PPP1BPPP/R2Q1RK1 w - - 6 10"
    assert sentence_of(najdorf, "d6-d5") == (
        "d6-d5 (offers a trade) attacks e4 and ends the structure Najdorf (Black); d5 is no longer backward."
    )
    # What both sides have alike stands once.
    carlsbad = "r1bqr1k1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R4RK1 w - - 0 1"
    assert outcome_of(carlsbad, "e3-e4", "exd5 cxd5") == (
        "Isolated queen's pawns face to face; isolates White's d4 and Black's d5"
    )
    # Each exchange of pawns takes files along: where more is to be said the squares are left out.
    chain = "r3kbnr/pp1b1ppp/1qn1p3/2ppP3/3P4/2PB1N2/PP3PPP/RNBQK2R w KQkq - 5 7"
    assert outcome_of(chain, "c3-c4", "…dxc4 Bxc4") == (
        "weakens White's d4 (backward, unopposed) and gives Black an outpost on d5 for the knight on c6"
    )


def test_outposts_and_holes_are_not_spoken_of_without_knights_and_bishops() -> None:
    assert sentence_of("8/5k2/8/2p5/2P1K3/8/5P2/8 w - - 0 1", "f2-f4") == ("f2-f4 gives up e4, e3, g4 and g3 for good.")
    # White's knight needs the outposts, Black has no piece for the holes.
    assert sentence_of("8/5k2/8/2p5/2P1K3/8/5P2/6N1 w - - 0 1", "f2-f4") == (
        "f2-f4 gives up e4, e3, g4 and g3 for good and gains outposts on e5 and g5."
    )


def test_a_break_has_its_word_and_says_who_profits() -> None:
    hedgehog = "r2q1rk1/1b2bppp/ppnppn2/8/2PNP3/1PN1B3/P3BPPP/2RQ1RK1 b - - 0 11"
    assert sentence_of(hedgehog, "d6-d5") == (
        "d6-d5 (offers a trade) attacks c4 and e4 and ends the structures Hedgehog (Black) and Maroczy bind (White)."
    )
    gambit = "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4"
    assert sentence_of(gambit, "e2-e4").startswith(
        "e2-e4 (loses a pawn: needs one more guard of e4, 1 against 2) attacks d5, gives up d3 for good"
    )
    assert "half-opens the d-file for White's queen on d1" in outcome_of(gambit, "c7-c5", "dxc5 Bxc5")


def test_a_capture_says_what_takes_back_and_is_told_as_it_is_then() -> None:
    # The pawn on d5 would be passed, but the queen takes it.
    position = "3qk3/8/8/3p4/2P5/8/8/4K3 w - - 0 1"
    text = sentence_of(position, "cxd5")
    assert text.startswith("cxd5 (…Qxd5 takes back) opens the c- and d-files, gives up d5, d6, b5 and 5 more squares")
    assert "passed" not in text
    assert sentence_of("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1", "cxd5").startswith("cxd5 (wins a pawn) ")
    assert sentence_of("3qk3/8/8/3n4/2P5/8/8/4K3 w - - 0 1", "cxd5").startswith(
        "cxd5 (wins a knight for a pawn: …Qxd5 takes back)"
    )


def test_a_push_says_what_it_prevents_and_that_it_comes_nearer_to_a_king() -> None:
    # With the pawn on a4 the break b7-b5 loses a pawn, which the knight could keep before.
    before = "4k3/1pn5/8/8/2P5/8/P7/4K3 w - - 0 1"
    assert "prevents …b5" in sentence_of(before, "a2-a4")
    assert "prevents" not in sentence_of(before, "a2-a3")
    # That White's pawn does not come to f4 any longer goes without saying.
    locking = "r1bq1rk1/pppnn1bp/3p2p1/3Ppp2/2P1P3/2NN1P2/PP2B1PP/R1BQ1RK1 b - - 0 11"
    assert "prevents" not in sentence_of(locking, "f5-f4")
    kings_indian = "r1bq1rk1/ppp1n1bp/3p1np1/3Ppp2/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 10"
    assert sentence_of(kings_indian, "f5-f4").startswith("f5-f4 comes nearer to the king on g1")
    report = report_of(Position.from_fen(kings_indian), False)
    assert [move.move.text for move in report.storms] == ["f5-f4"]


def test_a_push_that_only_loses_the_pawn_says_no_more() -> None:
    (report,) = report_of(Position.from_fen("4k3/8/8/8/8/1p6/8/K7 b - - 0 1"), False).moves
    bare = report._replace(clauses=())
    assert bare.sentence == "b3-b2: loses a pawn: needs one more guard of b2, 0 against 1."
    assert bare.said_alone == "Loses a pawn: needs one more guard of b2, 0 against 1."


def test_a_break_that_leaves_a_piece_hanging_says_so() -> None:
    # The pawn d3 guards the knight c4 until it goes to d4.
    fen = "2r1k3/8/8/4p3/2N5/3P4/8/4K3 w - - 0 1"
    assert "look elsewhere: the knight on c4 hangs" in sentence_of(fen, "d3-d4")


def test_a_hole_is_spoken_of_only_if_an_enemy_piece_can_use_it() -> None:
    said = "e2-e4 leaves holes on d4, d3 and f3 and gives up f4 for good."
    assert sentence_of("4k3/8/2n5/8/8/8/4P3/4K3 w - - 0 1", "e2-e4") == said


def test_a_push_that_prepares_a_break_says_so() -> None:
    fen = "4k3/8/6p1/8/8/8/7P/4K3 w - - 0 1"
    assert "prepares h5" in sentence_of(fen, "h2-h4")
    assert "prepares" not in sentence_of(fen.replace("6p1/8", "6p1/7n"), "h2-h4")


def test_a_passed_pawn_is_said_once_by_what_says_most_of_it() -> None:
    text = sentence_of("4k3/8/p4p2/1P4p1/6P1/5P2/8/4K3 w - - 0 1", "bxa6")
    assert "makes a6 an outside passed pawn" in text
    assert "a passed pawn" not in text.replace("an outside passed pawn", "")


NAJDORF = "2rq1rk1/3nbppp/p2pb3/1p2p1P1/4P2P/2N1BP1B/PPPQ4/1K1R3R w - - 1 17"


def test_a_passed_pawn_that_becomes_isolated_is_named_once() -> None:
    ending = "5k2/p1p4R/1pr5/3p1pP1/P2P1P2/2P2K2/8/8 w - - 0 35"
    assert outcome_of(ending, "a4-a5", "…bxa5") == (
        "wins a pawn; makes Black's a5 and a7 isolated passed pawns and opens the b-file for Black's rook on c6"
    )
    # An outside passed pawn is always isolated, but for a second one beside it.
    text = sentence_of("4k3/8/p4p2/1P4p1/6P1/5P2/8/4K3 w - - 0 1", "bxa6")
    assert "isolate" not in text


def test_only_squares_that_matter_are_said_to_lose_their_guard_in_an_exchange() -> None:
    # Nor would a pawn of Black have gone to guard a3, a2 and a1.
    assert outcome_of(NAJDORF, "a2-a4", "…bxa4 Nxa4").endswith(
        "weakens Black's a6 (isolated, unopposed); no black pawn can guard a4 again"
    )


def test_what_both_sides_get_from_an_exchange_has_one_verb() -> None:
    michell = "r4k2/1p2rn1p/p1p5/3b1pp1/PP1P4/2RNPP2/5K1P/1N4R1 w - - 2 31"
    assert outcome_of(michell, "e3-e4", "…fxe4 fxe4") == (
        "but then …Bxe4 wins a pawn; gives White an outpost on f5 and Black an outpost on f4"
    )


def test_a_weak_pawn_is_said_to_have_its_file_opened() -> None:
    outcome = outcome_of(NAJDORF, "f7-f5", "exf5 Bxf5")
    assert outcome == "opens the file against White's f3 and takes from White the outpost on d5"


def test_a_pawn_that_becomes_passed_is_not_said_to_lose_a_weakness_too() -> None:
    ending = Position.from_fen("5rk1/8/p2b1r2/8/1P6/P2p4/4P3/1R3RK1 w - - 0 31")
    (move,) = [move for move in report_of(ending, True).moves if move.move.text == "e2-e4"]
    assert "makes e4 a passed pawn" in move.sentence and "no longer" not in move.sentence


def test_a_double_step_says_that_it_can_be_taken_en_passant_only_where_that_is_legal() -> None:
    assert "Black can take it en passant" in sentence_of("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2-e4")
    # It is said among the four weightiest of eight changes.
    crowded = "rnbqk1nr/pppp1pb1/7p/6p1/2B1Pp2/3P1N2/PPP3PP/RNBQK2R w KQkq - 0 6"
    assert "Black can take it en passant" in sentence_of(crowded, "g2-g4")
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
    assert sentence("c5", []) == "c5 weakens no square and changes no pawn for good."
