from __future__ import annotations

from typing import Final

import chess
import pytest
from hypothesis import given

from pawnviz.core.board.attackers import capturers, en_passant_capture, least_loss_capture, most_gain
from pawnviz.core.board.bitboard import SQUARE_NAMES, parse_square, parse_squares, square_names, squares
from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.pawn_moves import moves as merits
from pawnviz.core.pawn_moves.changes import MOST_MOVES, Break, break_text, breaks, position_of_break, price_of_break
from pawnviz.core.pawn_moves.moves import Price, PriceKind, Stand, pawn_moves, points
from pawnviz.core.pawn_moves.report import Exchange, Tension, exchanges_of_break, report_of, tensions
from tests.core.pawn_moves.reference import (
    all_games,
    captures,
    chess_board,
    from_games,
    gain_of,
    place,
    view,
    with_kings,
)
from tests.data import rows_beside
from tests.reference import LAYER_REFERENCES

Found = tuple[int, int, int, int, int]


def breaks_by_search(position: Position, white: bool) -> set[Found]:
    """Return source, break square, moves, targets and blockers of each break, by pushing every pawn move by move."""
    pieces = position.pieces()
    own, enemy, step, second = ("P", "p", 8, 1) if white else ("p", "P", -8, 6)
    found = set()
    for source in range(64):
        if pieces[source] != own:
            continue
        moves = {source: 0}
        waiting = [source]
        while waiting:
            square = waiting.pop(0)
            for distance in (1, 2) if square // 8 == second else (1,):
                way = [square + step * number for number in range(1, distance + 1)]
                if all(0 <= place < 64 and pieces[place] not in ("P", "p") for place in way) and way[-1] not in moves:
                    moves[way[-1]] = moves[square] + 1
                    waiting.append(way[-1])
        for square, count in moves.items():
            beside = [square + step + side for side in (-1, 1) if 0 <= square % 8 + side < 8]
            targets = sum(1 << place for place in beside if 0 <= place < 64 and pieces[place] == enemy)
            blockers = sum(1 << place for place in range(source + step, square + step, step) if pieces[place])
            if count and count <= MOST_MOVES and targets:
                found.add((source, square, count, targets, blockers))
    return found


@given(position=from_games() | with_kings())
def test_breaks_are_those_that_pushing_finds_in_games_and_on_any_board(position: Position) -> None:
    for side in position.sides():
        found = breaks(position, side.color)
        assert [each.move_count for each in found] == sorted(each.move_count for each in found)
        assert [each.is_next for each in found] == sorted((each.is_next for each in found), reverse=True)
        rows = {(each.source, each.square, each.move_count, each.targets, each.blockers) for each in found}
        assert len(rows) == len(found)
        assert rows == breaks_by_search(position, side.color)
        moves = pawn_moves(side)
        legal = {(move.source, move.target) for move in moves if not move.is_capture}
        expected = {pair for pair in legal if LAYERS["break_squares"](side) >> pair[1] & 1}
        assert {(each.source, each.square) for each in found if each.is_next} == expected
        for each in found:
            first = each.first_move
            assert (first in moves) if first is not None else ((each.source, each.route[0]) not in legal)


def found(fen: str, white: bool = True) -> list[str]:
    position = Position.from_fen(fen)
    return [f"{each.text}: {break_text(position, each)}" for each in breaks(position, white)]


def test_a_break_says_how_far_it_is_and_what_is_in_the_way() -> None:
    fen = "4k3/8/4p3/8/8/5N2/5P2/4K3 w - - 0 1"
    assert found(fen) == ["f2-f4-f5: the white knight on f3 is in the way; 2 moves away; on f5 it would attack e6"]
    fen = "4k3/8/8/4p3/8/8/5P2/4K3 w - - 0 1"
    assert found(fen) == ["f2-f4: on f4 it would attack e5; loses a pawn: needs one more guard of f4, 0 against 1"]
    assert found("4k3/6p1/8/8/8/8/7P/4K3 w - - 0 1") == ["h2-h4-h5-h6: 3 moves away; on h6 it would attack g7"]


def test_a_break_of_a_pinned_pawn_says_so() -> None:
    text = "on e4 it would attack d5; loses a pawn: needs one more guard of e4, 0 against 1"
    assert found("8/8/8/3p4/8/k3P2K/8/8 w - - 0 1") == [f"e3-e4: {text}"]
    assert found("8/8/8/3p4/8/r3P2K/8/8 w - - 0 1") == [f"e3-e4: the king would be attacked; {text}"]


def test_the_price_of_a_break_is_left_out_where_it_is_far_or_pieces_are_in_the_way() -> None:
    position = Position.from_fen("4k3/6p1/4p3/8/8/5N2/5P1P/4K3 w - - 0 1")
    prices = {each.text: price_of_break(position, each) for each in breaks(position, True)}
    assert prices == dict.fromkeys(("f2-f4-f5", "f2-f4-f5-f6", "h2-h4-h5-h6"))


def test_breaks_of_the_same_distance_are_in_the_order_of_their_points() -> None:
    for position in all_games()[::40]:
        for side in position.sides():
            stand = Stand.of(side)
            found = [each for each in breaks(position, side.color) if each.is_next]
            given = [points(stand, position_of_break(position, each), each.source, each.square) for each in found]
            assert given == sorted(given, reverse=True)


def test_of_doubled_pawns_the_front_one_breaks_and_no_pawn_passes_another() -> None:
    position = Position.from_fen("8/8/2p5/8/8/1P6/1P6/8 w - - 0 1")
    assert [(each.source, each.square) for each in breaks(position, True)] == [(17, 33)]
    assert found("8/1pp5/1p6/8/1P6/8/8/8 w - - 0 1") == []


def test_a_double_step_is_one_move_and_passes_the_third_rank() -> None:
    white = breaks(Position.from_fen("8/8/8/8/2p5/8/1P6/8 w - - 0 1"), True)
    assert [square_names(sum(1 << square for square in each.route)) for each in white] == ["b3"]
    nearest = breaks(Position.from_fen("8/2p5/8/8/1P6/8/8/8 w - - 0 1"), False)[0]
    assert (nearest.text, nearest.move_count, nearest.is_next) == ("c7-c5", 1, True)
    assert list(squares(nearest.targets)) == list(squares(parse_squares("b4")))
    assert isinstance(nearest, Break)


QUEENS_GAMBIT = "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4"


def only(fen: str) -> Tension:
    (tension,) = tensions(Position.from_fen(fen))
    return tension


def is_mutual(tension: Tension) -> bool:
    """Return whether each of the two pawns can take the other."""
    return len({exchange.white for exchange in tension.exchanges}) == 2


def lines(tension: Tension) -> dict[str, str]:
    return {exchange.name: exchange.outcome for exchange in tension.exchanges}


def test_a_tension_has_each_exchange_with_the_structure_that_it_leads_to() -> None:
    tension = only(QUEENS_GAMBIT)
    assert tension.name == "c4 and d5"
    assert is_mutual(tension)
    found = lines(tension)
    assert list(found) == ["cxd5 exd5", "cxd5 Nxd5", "…dxc4"]
    assert "Carlsbad (White)" not in tension.structures
    carlsbad = next(exchange for exchange in tension.exchanges if exchange.name == "cxd5 exd5")
    assert carlsbad.position.placement() == "rnbqkb1r/ppp2ppp/5n2/3p4/3P4/2N5/PP2PPPP/R1BQKBNR"
    assert found["cxd5 exd5"] == "Carlsbad (White); half-opens the c-file for White and the e-file for Black"


def test_keeping_the_tension_names_the_structure_as_it_is() -> None:
    assert only(QUEENS_GAMBIT).kept == "Keep the tension: Queen's Gambit Declined (Black)"
    french = tensions(Position.from_fen("4k3/pp3ppp/4p3/2ppP3/3P4/2P5/PP3PPP/4K3 w - - 0 1"))
    assert french[0].kept == "Keep the tension: French chain (White)"


def test_a_pinned_pawn_makes_a_tension_one_sided() -> None:
    # The pawn d5 is pinned on the d-file.
    tension = only("3k4/8/8/3p4/2P5/8/8/3RK3 w - - 0 1")
    assert not is_mutual(tension)
    assert list(lines(tension)) == ["cxd5"]


def test_en_passant_is_a_one_sided_tension() -> None:
    tension = only("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    assert (tension.name, is_mutual(tension), list(lines(tension))) == ("e5 and d5", False, ["exd6 e.p."])


def test_without_pawns_that_attack_each_other_there_is_no_tension() -> None:
    assert tensions(Position.from_fen("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1")) == ()
    assert tensions(Position.from_fen("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1")) == ()


def check_line(exchange: Exchange, board: chess.Board) -> None:
    """Play an exchange on a board of python-chess and compare the pawns."""
    board = board.copy(stack=False)
    board.turn = exchange.white
    for move in exchange.moves:
        played = chess.Move.from_uci(move.uci)
        assert played in board.legal_moves, (board.fen(), exchange.name)
        board.push(played)
    last = exchange.moves[-1].target
    back = [
        move
        for move in board.generate_legal_moves(~board.pawns & chess.BB_ALL, chess.BB_SQUARES[last])
        if not board.is_castling(move)
    ]
    gains = {move: gain_of(board, move) for move in captures(board, last)}
    if exchange.piece:
        answer = board.parse_san(exchange.piece)
        assert answer in back
        assert gains[answer] >= 0
        board.push(answer)
    elif len(exchange.moves) == 1:
        assert max([-1, *gains.values()]) < 0
    won = max([0, *(gain_of(board, move) for move in captures(board, last))])
    assert ("but then" in exchange.material) == (won > 0)
    found = exchange.position
    assert (found.pawns & found.white, found.pawns & found.black) == (
        board.pawns & board.occupied_co[True],
        board.pawns & board.occupied_co[False],
    )


@given(position=from_games())
def test_exchanges_are_legal_and_complete(position: Position) -> None:
    found = tensions(position)
    expected = set()
    for white in (True, False):
        board = chess_board(position, white)
        for move in board.generate_legal_moves(board.pawns):
            taken = move.to_square - (8 if white else -8) if board.is_en_passant(move) else move.to_square
            if board.piece_type_at(taken) == chess.PAWN and board.color_at(taken) is not white:
                expected.add((move.from_square, taken) if white else (taken, move.from_square))
    assert [(each.white_pawn, each.black_pawn) for each in found] == sorted(expected)
    for tension in found:
        for exchange in tension.exchanges:
            check_line(exchange, chess_board(position, exchange.white))
        firsts = {exchange.moves[0] for exchange in tension.exchanges}
        for first in firsts:
            board = chess_board(position, first.white)
            board.push(chess.Move.from_uci(first.uci))
            answers = list(board.generate_legal_moves(board.pawns, chess.BB_SQUARES[first.target]))
            pawns = {answer.from_square for answer in answers if not board.is_en_passant(answer)}
            lines = [
                exchange.moves[1].source
                for exchange in tension.exchanges
                if exchange.moves[0] == first and exchange.moves[1:]
            ]
            assert sorted(lines) == sorted(pawns)


@given(position=from_games())
def test_what_follows_a_break_is_legal(position: Position) -> None:
    for white in (True, False):
        for report in report_of(position, white).breaks:
            board = chess_board(position, white)
            board.push(chess.Move.from_uci(report.move.uci))
            found = exchanges_of_break(position, report.move)
            for exchange in found:
                later = board.copy(stack=False)
                if later.turn != exchange.white:
                    later.turn = exchange.white
                    later.ep_square = None
                check_line(exchange, later)
                taken = exchange.moves[0].captured
                assert report.move.target in (exchange.moves[0].source, taken)


def test_what_follows_a_break_is_counted_from_the_position_before_it() -> None:
    position = Position.from_fen("4k3/8/3p4/8/2P5/8/8/4K3 w - - 0 1")
    (report,) = report_of(position, True).breaks
    assert report.move.text == "c4-c5"
    assert [exchange.name for exchange in report.exchanges()] == ["…dxc5", "cxd6"]
    taken = report.exchanges()[0]
    assert any(clause.text.startswith("no white pawn can guard ") for clause in taken.clauses)
    assert SQUARE_NAMES[report.move.target] == "c5"


KINDS = {1: (PriceKind.GAMBIT, PriceKind.LOSS), 0: (PriceKind.EXCHANGE,), -1: (PriceKind.SAFE,)}


def price(fen: str, text: str) -> Price:
    position = Position.from_fen(fen)
    reports = [report for white in (True, False) for report in report_of(position, white).moves]
    found = next(report.price for report in reports if report.move.text == text)
    assert found is not None
    return found


@given(position=from_games() | with_kings())
def test_the_word_of_a_push_is_that_of_the_best_legal_capture(position: Position) -> None:
    for white in (True, False):
        for report in report_of(position, white).moves:
            if report.price is None:
                continue
            board = chess_board(report.after, not white)
            answers = list(captures(board, report.move.target))
            answers += [move for move in board.legal_moves if board.is_en_passant(move)]
            gain = max((gain_of(board, move) for move in answers), default=-1)
            kinds = KINDS[(gain > 0) - (gain < 0)]
            assert report.price.kind in kinds, (position.fen(), report.sentence)
            assert bool(report.price.gains) == (report.price.kind is PriceKind.GAMBIT)


@pytest.mark.parametrize(("fen", "move", "text"), rows_beside(__file__, "words_worked_by_hand.tsv"))
def test_words_worked_by_hand(fen: str, move: str, text: str) -> None:
    assert price(fen, move).text == text


def test_guards_and_attackers_are_counted_with_those_behind_others() -> None:
    found = price("q3k3/1b6/4pn2/8/3P1N2/2N5/8/4K3 w - - 0 1", "d4-d5")
    assert (found.kind, found.guards, found.attackers) == (PriceKind.LOSS, 2, 4)


def test_the_named_capture_is_legal() -> None:
    found = price("4k3/8/3p4/8/2P5/8/8/4K3 w - - 0 1", "c4-c5")
    assert found.capture is not None
    assert (found.capture.source, found.capture.gain) == (chess.D6, 1)


MOST_CAPTURERS: Final = 7  # More of them take too long.


@given(position=from_games() | with_kings())
def test_an_exchange_gains_what_the_best_legal_captures_gain(position: Position) -> None:
    for side in position.sides():
        board = chess_board(position, side.color)
        if board.is_attacked_by(board.turn, board.king(not board.turn) or 0):
            continue  # The king could be taken: python-chess has no rules for that.
        gains = {}
        for square in chess.SQUARES:
            found = least_loss_capture(side, square)
            if found is not None:
                gains[square] = found.gain
            if (capturers(side, square) | capturers(side.enemy, square)).bit_count() > MOST_CAPTURERS:
                continue
            expected = {move.from_square: gain_of(board, move) for move in captures(board, square)}
            assert (found is None) == (not expected), (position.fen(), square)
            if found is not None:
                assert found.gain == max(expected.values()) == expected[found.source], (position.fen(), square)
        assert most_gain(side) == max([0, *gains.values()]), position.fen()
        # A board of an editor may have a square without the pawn that has passed it.
        pawn = chess.Piece(chess.PAWN, not board.turn)
        passed = [
            move
            for move in board.legal_moves
            if board.is_en_passant(move) and board.piece_at(move.to_square ^ 8) == pawn
        ]
        en_passant = {move.from_square: gain_of(board, move) for move in passed}
        taken = en_passant_capture(side)
        assert (taken is None) == (not en_passant)
        if taken is not None:
            assert taken.gain == max(en_passant.values()) == en_passant[taken.source]


def test_guards_that_are_missing_are_counted_by_adding_them() -> None:
    # Two knights attack d5, one rook guards it.
    side = Position.from_fen("3rk3/8/8/3p4/8/2N1N3/8/4K3 w - - 0 1").sides()[0]
    gains = [least_loss_capture(side, parse_square("d5"), spare) for spare in (0, 1)]
    assert [found.gain for found in gains if found is not None] == [1, -2]


def test_capturers_are_those_on_lines_behind_others_and_no_pinned_ones() -> None:
    side = Position.from_fen("3rk3/3r4/5n2/3p4/8/8/3R4/3RK3 w - - 0 1").sides()[0]
    assert square_names(capturers(side, parse_square("d5"))) == "d1 d2"
    assert square_names(capturers(side.enemy, parse_square("d5"))) == "f6 d7 d8"
    pinned = Position.from_fen("3k4/8/5n2/3p4/7B/4N3/8/3K4 w - - 0 1").sides()[1]
    assert capturers(pinned, parse_square("d5")) == 0


WHOLE = chess.SquareSet(chess.BB_ALL)


def most_won(board: chess.Board) -> int:
    """Return the most that the side to move wins on one square."""
    moves = [move for square in WHOLE for move in captures(board, square)]
    moves += [move for move in board.legal_moves if board.is_en_passant(move)]
    return max([0, *(gain_of(board, move) for move in moves)])


def free_squares(board: chess.Board, white: bool) -> int:
    guarded = chess.SquareSet()
    for pawn in chess.SquareSet(board.pawns & board.occupied_co[not white]):
        guarded |= board.attacks(pawn)
    pieces = chess.SquareSet(board.occupied_co[white] & ~board.pawns & ~board.kings)
    return sum(len(board.attacks(piece) & ~board.occupied_co[white] & ~guarded) for piece in pieces)


def guards(board: chess.Board, square: int, white: bool) -> int:
    """Return how many pieces of a color can take on a square in turn, pieces behind others included."""
    legal = board.copy(stack=False)
    legal.turn = white
    legal.set_piece_at(square, chess.Piece(chess.PAWN, not white))
    pieces = board.copy(stack=False)
    found = 0
    while pieces.attackers(True, square) | pieces.attackers(False, square):
        for piece in pieces.attackers(True, square) | pieces.attackers(False, square):
            if board.color_at(piece) == white:
                found += piece == board.king(white) or may_leave(legal, piece, square)
            pieces.remove_piece_at(piece)
    return found


def may_leave(board: chess.Board, piece: int, square: int) -> bool:
    """Return whether the king is not attacked along a line that a piece leaves for a square."""
    king = board.king(board.turn)
    assert king is not None
    later = board.copy(stack=False)
    later.set_piece_at(square, later.remove_piece_at(piece))
    return not chess.ray(king, piece) or not later.is_attacked_by(not board.turn, king)


def counted(position: Position, after: Position, source: int, square: int, white: bool) -> float:
    """Return the points of a push, each rule counted square by square."""
    before, board = (chess_board(each, not white) for each in (position, after))
    own, enemy = board.occupied_co[white], board.occupied_co[not white]
    attacked = chess.SquareSet(board.attacks_mask(square) & enemy)
    files = {chess.square_file(target) for target in attacked & board.pawns}
    rooks = [
        any(chess.square_file(rook) in files for rook in chess.SquareSet(board.rooks & side)) for side in (own, enemy)
    ]
    seen = [view(each, white) for each in (position, after)]
    holes = len(LAYER_REFERENCES["holes"](seen[1]) - LAYER_REFERENCES["holes"](seen[0]))
    king = board.king(white)
    assert king is not None
    ahead = (chess.square_rank(source) - chess.square_rank(king)) * (1 if white else -1)
    beside = abs(chess.square_file(source) - chess.square_file(king))
    rank = chess.square_rank(square) if white else 7 - chess.square_rank(square)
    can_pass = any(board.is_en_passant(move) for move in board.legal_moves)
    return (
        merits.MATERIAL * (most_won_now(before) - most_won(board))
        + merits.FREEDOM * (free_squares(board, white) - free_squares(before, white))
        + merits.GUARD * guards(board, square, white)
        + merits.RANK * rank
        + merits.DOUBLE_STEP * (chess.square_distance(source, square) == 2)
        + merits.HIT * bool(attacked & ~board.pawns)
        + merits.ROOKS * (rooks[0] - rooks[1])
        + merits.HOLE * holes
        + merits.SHELTER * bool(beside <= 1 and 0 <= ahead <= 2 and board.queens & enemy)
        + merits.EN_PASSANT * can_pass
    )


def most_won_now(board: chess.Board) -> int:
    """Return the gain of the side that is taken to move, without en passant, which belongs to the other one."""
    plain = board.copy(stack=False)
    plain.ep_square = None
    return most_won(plain)


@pytest.mark.slow
@given(position=from_games())
def test_points_are_the_sum_of_the_rules(position: Position) -> None:
    for side in position.sides():
        stand = Stand.of(side)
        for each in breaks(position, side.color):
            if each.is_next:
                after = position_of_break(position, each)
                expected = counted(position, after, each.source, each.square, side.color)
                assert points(stand, after, each.source, each.square) == expected, (position.fen(), each.text)


@pytest.mark.parametrize(
    ("fen", "text", "expected"),
    [
        # A pawn lost, three ranks, and two holes.
        ("4k3/8/8/3p4/8/2P5/8/4K3 w - - 0 1", "c3-c4", -10 + 3 * 1.5 - 2 * 2),
        # The double step leaves four holes.
        ("4k3/8/8/3p4/8/8/2P5/4K3 w - - 0 1", "c2-c4", -10 + 3 * 1.5 + 4 - 4 * 2),
        ("4k3/8/8/3p4/8/1P6/2P5/4K3 w - - 0 1", "c2-c4", 3 * 1.5 + 2 + 4 - 4 * 2),  # Guarded.
        ("4k3/8/8/3p1n2/8/8/4P3/4K3 w - - 0 1", "e2-e4", -10 + 3 * 1.5 + 4 + 4 - 4 * 2),  # It attacks the knight too.
        ("3rk3/8/8/3p4/8/8/2P5/4K3 w - - 0 1", "c2-c4", -10 + 3 * 1.5 + 4 - 3 - 4 * 2),  # An enemy rook's file.
        ("3qk3/8/8/3p4/8/8/2P5/1K6 w - - 0 1", "c2-c4", -10 + 3 * 1.5 + 4 - 5 - 4 * 2),  # It leaves the king.
        ("4k3/8/8/3p4/1p6/8/2P5/4K3 w - - 0 1", "c2-c4", -10 + 3 * 1.5 + 4 - 5 - 4 * 2),  # To be taken en passant.
    ],
)
def test_points_worked_by_hand(fen: str, text: str, expected: float) -> None:
    position = Position.from_fen(fen)
    (found,) = (each for each in breaks(position, True) if each.text == text)
    after = position_of_break(position, found)
    assert points(Stand.of(position.sides()[0]), after, found.source, found.square) == expected


def test_a_position_is_seen_by_both_colors_alike() -> None:
    fen = "r1bq1rk1/ppp1n1bp/3p1np1/3Ppp2/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 10"
    position = Position.from_fen(fen)
    swapped = position.swapped_colors()
    for white in (True, False):
        own = [(each.source ^ 56, each.square ^ 56) for each in breaks(position, white)]
        assert sorted(own) == sorted((each.source, each.square) for each in breaks(swapped, not white))
        firsts = breaks(position, white)[0], breaks(swapped, not white)[0]
        assert (firsts[0].source ^ 56, firsts[0].square ^ 56) == (firsts[1].source, firsts[1].square)
        assert place(firsts[0].square)[0] == place(firsts[1].square)[0]
