from __future__ import annotations

from random import Random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import square_names
from pawnviz.core.board.position import START, Position
from pawnviz.core.pawn_moves.changes import (
    CHANGE_LABELS,
    Clause,
    PawnChanges,
    pawn_changes,
    predicate,
    said_alone,
    sentence,
)
from pawnviz.core.pawn_moves.moves import PawnMove, after_capture, after_move, pawn_moves
from pawnviz.core.pawn_moves.report import MoveReport, moved_by, report_of
from tests.core.pawn_moves.reference import (
    Case,
    all_games,
    chess_board,
    from_games,
    place,
    with_kings,
)
from tests.data import rows_beside
from tests.reference import LAYER_REFERENCES, NUMBER_REFERENCES, Square, mask_of_squares


def moves_of_python_chess(position: Position, white: bool) -> set[str]:
    """Return the legal moves of a color's pawns, promotions to a queen only, and no double step from the first rank."""
    board = chess_board(position, white)
    return {
        move.uci()
        for move in board.generate_legal_moves(board.pawns, ~board.kings & chess.BB_ALL)
        if move.promotion in (None, chess.QUEEN)
        if not (
            chess.square_distance(move.from_square, move.to_square) == 2
            and chess.BB_SQUARES[move.from_square] & chess.BB_BACKRANKS
        )
    }


def moves(position: Position, white: bool) -> list[str]:
    return [move.uci for move in pawn_moves(position.sides()[0 if white else 1])]


def test_the_moves_of_pawns_are_those_of_python_chess_in_games() -> None:
    for position in all_games():
        for white in (True, False):
            found = moves(position, white)
            assert len(found) == len(set(found))
            assert set(found) == moves_of_python_chess(position, white), position.fen()


@given(position=with_kings())
def test_the_moves_of_pawns_are_those_of_python_chess_on_boards_that_no_game_reaches(position: Position) -> None:
    # There python-chess takes en passant wherever the square is set, pawnviz only where a pawn can have passed it.
    position = position.with_en_passant(None)
    for white in (True, False):
        assert set(moves(position, white)) == moves_of_python_chess(position, white)


@pytest.mark.slow
def test_the_position_after_a_move_is_that_of_python_chess() -> None:
    for position in all_games():
        for move in pawn_moves(position.sides()[0 if position.white_to_move else 1]):
            board = chess_board(position, position.white_to_move)
            board.push(chess.Move.from_uci(move.uci))
            # python-chess writes the en-passant square where taking is legal, pawnviz where a pawn attacks it.
            after = after_move(position, move)
            assert after.fen().split()[:2] == board.fen().split()[:2]
            assert after.fen().split()[4:] == board.fen().split()[4:]
            assert after.castling == board.clean_castling_rights()
            assert board.has_legal_en_passant() <= (after.en_passant is not None)


def test_texts_are_as_people_write_moves() -> None:
    position = Position.from_fen("3r2k1/4P3/8/2pP4/4p3/3P4/P7/4K3 w - c6 0 1")
    white = {move.text for move in pawn_moves(position.sides()[0])}
    assert white == {"a2-a3", "a2-a4", "d3-d4", "dxe4", "d5-d6", "dxc6 e.p.", "e7-e8=Q", "exd8=Q"}
    assert {move.text for move in pawn_moves(position.sides()[1])} == {"c5-c4", "exd3", "e4-e3"}


def test_without_kings_or_with_several_every_move_counts() -> None:
    assert moves(Position.from_fen("4r3/8/8/3p4/4P3/8/8/8 w - - 0 1"), True) == ["e4e5", "e4d5"]
    assert moves(Position.from_fen("4r3/8/8/3p4/4P3/8/8/2K1K3 w - - 0 1"), True) == ["e4e5", "e4d5"]


def test_the_en_passant_square_is_set_only_where_a_pawn_can_take() -> None:
    after = {move.uci: after_move(START, move) for move in pawn_moves(START.sides()[0])}
    assert after["e2e4"].en_passant is None
    position = Position.from_fen("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")
    after = {move.uci: after_move(position, move) for move in pawn_moves(position.sides()[0])}
    assert after["e2e4"].en_passant == chess.E3
    assert after["e2e3"].en_passant is None


@given(position=from_games())
def test_the_position_after_a_capture_is_that_of_python_chess(position: Position) -> None:
    for white in (True, False):
        board = chess_board(position, white)
        for move in board.generate_legal_captures():
            takes_king = board.piece_type_at(move.to_square) == chess.KING
            if takes_king or board.is_en_passant(move) or move.promotion not in (None, chess.QUEEN):
                continue
            found = after_capture(position, move.from_square, move.to_square)
            later = board.copy(stack=False)
            later.push(move)
            assert found.placement() == later.board_fen()
            assert found.white_to_move != white
            assert found.castling == later.castling_rights & position.castling


def check_changes(position: Position, after: Position, moved: dict[int, int]) -> None:
    """Compare the changes from one position to another with those found square by square."""
    changes = pawn_changes(position, after, moved)
    case = Case(position, after, moved)
    for white in (True, False):
        found = changes.of(white)
        first, last = case.views(white)
        assert found.squares_lost == mask_of_squares(case.guard_lost(white))
        assert found.holes == mask_of_squares(LAYER_REFERENCES["holes"](last) - LAYER_REFERENCES["holes"](first))
        outposts, later = LAYER_REFERENCES["outposts"](first), LAYER_REFERENCES["outposts"](last)
        assert found.outposts_gained == mask_of_squares(later - outposts - last.own - last.enemy)
        assert found.outposts_lost == mask_of_squares(outposts - later - first.own - first.enemy)
        half_open = LAYER_REFERENCES["half_open_files"]
        assert found.half_open_files == mask_of_squares(half_open(last) - half_open(first))
        islands = NUMBER_REFERENCES["island_count"]
        assert (found.islands_before, found.islands_after) == (islands(first), islands(last))
        labels: dict[tuple[str, bool], set[Square]] = {}
        for change in found.labels:
            labels.setdefault((change.layer, change.gained), set()).add(place(change.square))
        for layer in CHANGE_LABELS:
            assert labels.get((layer, True), set()) == case.gained(layer, white)
            assert labels.get((layer, False), set()) == case.lost(layer, white)
    for mask, layer in ((changes.opened_files, "open_files"), (changes.closed_files, "closed_files")):
        first, last = case.views(True)
        assert mask == mask_of_squares(LAYER_REFERENCES[layer](last) - LAYER_REFERENCES[layer](first))


@given(position=from_games() | with_kings(), choice=st.randoms(use_true_random=False))
def test_changes_are_those_found_square_by_square(position: Position, choice: Random) -> None:
    for side in position.sides():
        moves = pawn_moves(side)
        for move in choice.sample(moves, min(2, len(moves))):
            check_changes(position, after_move(position, move), moved_by((move,)))


def changes_of(fen: str, uci: str) -> PawnChanges:
    position = Position.from_fen(fen)
    move = next(move for side in position.sides() for move in pawn_moves(side) if move.uci == uci)
    return pawn_changes(position, after_move(position, move), moved_by((move,)))


def test_a_push_gives_up_the_squares_that_no_other_pawn_can_guard() -> None:
    fen = "4k3/8/8/8/2PP4/8/8/4K3 w - - 0 1"
    # b5 and d5: the pawn d4 never attacks either.
    assert square_names(changes_of(fen, "c4c5").white.squares_lost) == "b5 d5"
    assert square_names(changes_of(fen, "d4d5").white.squares_lost) == "c5 e5"
    # The pawn b2 can still come to guard c5, and e2 to guard d5.
    assert changes_of("4k3/8/8/8/2P5/8/1P2P3/4K3 w - - 0 1", "c4c5").white.squares_lost == 1 << 33


def test_a_capture_takes_squares_from_both_sides() -> None:
    changes = changes_of("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1", "c4d5")
    assert square_names(changes.white.squares_lost) == "b5 d5 b6 d6 b7 d7 b8 d8"
    assert square_names(changes.white.squares_gained) == "c6 e6 c7 e7 c8 e8"
    assert square_names(changes.black.squares_lost) == "c1 e1 c2 e2 c3 e3 c4 e4"
    assert changes.black.labels == ()


def test_the_isolated_queens_pawn_comes_with_an_exchange() -> None:
    changes = changes_of("4k3/pp3ppp/4p3/2p5/3P4/4P3/PP3PPP/4K3 b - - 0 1", "c5d4")
    assert changes.black.labels
    after = "4k3/pp3ppp/4p3/8/3p4/4P3/PP3PPP/4K3 w - - 0 1"
    taken = changes_of(after, "e3d4")
    assert "Isolated queen's pawn (White)" in taken.structures_after
    assert [change.layer for change in taken.white.labels if change.gained][0:1] == ["isolated_pawns"]


def is_empty(changes: PawnChanges) -> bool:
    """Return whether nothing changes."""
    sides = (changes.white, changes.black)
    return (
        not any(any((*side[1:7], side.labels)) for side in sides)
        and all(side.islands_before == side.islands_after for side in sides)
        and not (changes.opened_files or changes.closed_files)
        and changes.structures_before == changes.structures_after
    )


def test_nothing_changes_where_nothing_moves() -> None:
    position = Position.from_fen("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1")
    assert is_empty(pawn_changes(position, position, {}))
    assert not is_empty(changes_of(position.fen(), "c4c5"))


def test_where_pawns_stand_at_the_end_is_followed_through_exchanges() -> None:
    first, second, third = PawnMove(True, 26, 34), PawnMove(False, 43, 34, 34), PawnMove(True, 25, 34, 34)
    assert moved_by((first,)) == {26: 34}
    assert moved_by((first, second)) == {43: 34}
    assert moved_by((first, second, third)) == {25: 34}
    assert moved_by((PawnMove(True, 48, 56),)) == {}


def sentence_of(fen: str, text: str) -> str:
    return next(report.sentence for report in reports_of(fen) if report.move.text == text)


def reports_of(fen: str) -> list[MoveReport]:
    """Return the reports of White's and of Black's pawn moves."""
    return [report for white in (True, False) for report in report_of(Position.from_fen(fen), white).moves]


@pytest.mark.parametrize(("fen", "moves", "sentence"), rows_beside(__file__, "sentences.tsv"))
def test_a_move_or_the_exchange_behind_it_has_a_sentence_that_was_found_true(
    fen: str, moves: str, sentence: str
) -> None:
    """The rows have every form of clause; each was read from its words and looked up on a board of python-chess."""
    found = {}
    for report in reversed(reports_of(fen)):
        found[report.move.text] = report.sentence
        if moves.startswith(f"{report.move.text} "):
            found |= {f"{report.move.text} {each.name}": each.outcome for each in report.exchanges()}
    assert found[moves] == sentence


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
        "Pawns on d4 and e5 against e6 (White); weakens White's d4 (backward, unopposed) and gives Black an outpost "
        "on d5 for the knight on c6"
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
    assert text.startswith(
        "cxd5 (Black takes back with Qxd5) opens the c- and d-files, gives up d5, d6, b5 and 3 more squares for good"
    )
    assert "passed" not in text
    assert sentence_of("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1", "cxd5").startswith("cxd5 (wins a pawn) ")
    assert sentence_of("3qk3/8/8/3n4/2P5/8/8/4K3 w - - 0 1", "cxd5").startswith(
        "cxd5 (wins a knight for a pawn: Black takes back with Qxd5)"
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


@pytest.mark.parametrize(
    ("fen", "move", "hanging"),
    [
        ("r1bq1rk1/pp3ppp/2n1pn2/8/1b1P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9", "b2-b3", "the knight on c3"),
        # The pawn opens the diagonal of the bishop on g7, or goes from the guard of the pawn beside it.
        ("4k3/6b1/8/8/3P4/8/8/R3K3 w Q - 0 1", "d4-d5", "the rook on a1"),
        ("3r1k2/8/8/8/3P4/4P3/8/4K3 w - - 0 1", "e3-e4", "the pawn on d4"),
        # A capture that is answered leaves the bishop behind.
        ("4k3/8/1qn5/2B1p3/3P4/8/8/4K3 w - - 0 1", "dxe5", "the bishop on c5"),
    ],
)
def test_a_move_that_takes_a_guard_away_names_the_piece_that_hangs(fen: str, move: str, hanging: str) -> None:
    report = next(each for each in report_of(Position.from_fen(fen), True).moves if each.move.text == move)
    assert f"look elsewhere: {hanging} hangs" in report.sentence
    assert report.is_lost is not report.move.is_capture


def test_a_hole_is_spoken_of_only_if_an_enemy_piece_can_use_it() -> None:
    said = "e2-e4 leaves holes on d4, d3 and f3 and gives up f4 for good."
    assert sentence_of("4k3/8/2n5/8/8/8/4P3/4K3 w - - 0 1", "e2-e4") == said


def test_a_push_that_prepares_a_break_says_so() -> None:
    fen = "4k3/8/6p1/8/8/8/7P/4K3 w - - 0 1"
    assert "prepares h5" in sentence_of(fen, "h2-h4")
    assert "prepares" not in sentence_of(fen.replace("6p1/8", "6p1/7n"), "h2-h4")


NAJDORF = "2rq1rk1/3nbppp/p2pb3/1p2p1P1/4P2P/2N1BP1B/PPPQ4/1K1R3R w - - 1 17"


def test_a_passed_pawn_that_becomes_isolated_is_named_once() -> None:
    ending = "5k2/p1p4R/1pr5/3p1pP1/P2P1P2/2P2K2/8/8 w - - 0 35"
    assert outcome_of(ending, "a4-a5", "…bxa5") == (
        "wins a pawn; makes Black's a5 and a7 isolated passed pawns and opens the b-file for Black's rook on c6"
    )
    # An outside passed pawn is always isolated, but for a second one beside it.
    text = sentence_of("4k3/8/p4p2/1P4p1/6P1/5P2/8/4K3 w - - 0 1", "bxa6")
    assert "makes a6 an outside passed pawn" in text
    assert "a passed pawn" not in text.replace("an outside passed pawn", "") and "isolate" not in text


def test_only_squares_that_matter_are_said_to_lose_their_guard_in_an_exchange() -> None:
    # Nor would a pawn of Black have gone to guard a3, a2 and a1.
    assert outcome_of(NAJDORF, "a2-a4", "…bxa4 Nxa4").endswith(
        "weakens Black's a6 (isolated, unopposed); no black pawn can guard a4 again"
    )


def test_what_both_sides_get_from_an_exchange_has_one_verb() -> None:
    michell = "r4k2/1p2rn1p/p1p5/3b1pp1/PP1P4/2RNPP2/5K1P/1N4R1 w - - 2 31"
    assert outcome_of(michell, "e3-e4", "…fxe4 fxe4") == (
        "but then …Bxe4 wins a pawn; Queenside majority, three against two (Black); "
        "gives White an outpost on f5 and Black an outpost on f4"
    )


def test_a_weak_pawn_is_said_to_have_its_file_opened() -> None:
    outcome = outcome_of(NAJDORF, "f7-f5", "exf5 Bxf5")
    assert outcome == (
        "Queenside majority, three against two (White); "
        "opens the file against White's f3 and takes from White the outpost on d5"
    )


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
