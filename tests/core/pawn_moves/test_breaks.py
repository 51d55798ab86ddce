from __future__ import annotations

from hypothesis import given

from pawnviz.core.board.bitboard import parse_squares, square_names, squares
from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.pawn_moves.breaks import (
    MOST_MOVES,
    Break,
    break_text,
    breaks,
    position_of_break,
    price_of_break,
)
from pawnviz.core.pawn_moves.merits import Stand, points
from pawnviz.core.pawn_moves.moves import pawn_moves
from tests.core.pawn_moves.games import all_games, from_games, with_kings

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


def check_breaks(position: Position) -> None:
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


@given(position=from_games())
def test_breaks_are_those_that_pushing_finds_in_games(position: Position) -> None:
    check_breaks(position)


@given(position=with_kings())
def test_breaks_are_those_that_pushing_finds_on_any_board(position: Position) -> None:
    check_breaks(position)


def found(fen: str, white: bool = True) -> list[str]:
    position = Position.from_fen(fen)
    return [f"{each.text}: {break_text(position, each)}" for each in breaks(position, white)]


def test_a_break_says_how_far_it_is_and_what_is_in_the_way() -> None:
    fen = "4k3/8/4p3/8/8/5N2/5P2/4K3 w - - 0 1"
    assert found(fen) == ["f2-f4-f5: 2 moves away; on f5 it would attack e6; the white knight on f3 is in the way"]
    fen = "4k3/8/8/4p3/8/8/5P2/4K3 w - - 0 1"
    assert found(fen) == ["f2-f4: on f4 it would attack e5; loses a pawn: needs one more guard of f4, 0 against 1"]
    assert found("4k3/6p1/8/8/8/8/7P/4K3 w - - 0 1") == ["h2-h4-h5-h6: 3 moves away; on h6 it would attack g7"]


def test_a_break_of_a_pinned_pawn_says_so() -> None:
    text = "e3-e4: on e4 it would attack d5; loses a pawn: needs one more guard of e4, 0 against 1"
    assert found("8/8/8/3p4/8/k3P2K/8/8 w - - 0 1") == [text]
    assert found("8/8/8/3p4/8/r3P2K/8/8 w - - 0 1") == [f"{text}; the king would be attacked"]


def test_the_price_of_a_break_is_left_out_where_it_is_far_or_pieces_are_in_the_way() -> None:
    position = Position.from_fen("4k3/6p1/4p3/8/8/5N2/5P1P/4K3 w - - 0 1")
    prices = {each.text: price_of_break(position, each) for each in breaks(position, True)}
    assert prices == dict.fromkeys(("f2-f4-f5", "f2-f4-f5-f6", "h2-h4-h5-h6"))


def test_the_first_break_is_the_one_with_the_most_points() -> None:
    # The c-pawn is guarded, the e-pawn is lost to one piece, the b-pawn to two.
    position = Position.from_fen("rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR b KQkq - 2 4")
    assert [each.text for each in breaks(position, False) if each.is_next] == ["c7-c5", "e6-e5", "b7-b5"]


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
