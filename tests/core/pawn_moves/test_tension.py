from __future__ import annotations

import chess
from hypothesis import given

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.position import Position
from pawnviz.core.pawn_moves.report import report_of
from pawnviz.core.pawn_moves.tension import Exchange, Tension, exchanges_of_break, tensions
from tests.core.pawn_moves.exchanges import captures, gain_of
from tests.core.pawn_moves.games import chess_board, from_games

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
