from __future__ import annotations

from hypothesis import given

from pawnviz.core.board.bitboard import parse_squares, square_names, squares
from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.pawn_moves.breaks import MOST_MOVES, Break, break_text, breaks
from pawnviz.core.pawn_moves.moves import pawn_moves
from tests.core.pawn_moves.games import from_games, with_kings

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
        found = breaks(side)
        assert [each.move_count for each in found] == sorted(each.move_count for each in found)
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
    side = Position.from_fen(fen).sides()[0 if white else 1]
    return [f"{each.text}: {break_text(side, each)}" for each in breaks(side)]


def test_a_break_says_how_far_it_is_and_what_is_in_the_way() -> None:
    fen = "4k3/8/4p3/8/8/5N2/5P2/4K3 w - - 0 1"
    assert found(fen) == ["f2-f4-f5: 2 moves away; on f5 it would attack e6; the white knight on f3 is in the way"]
    fen = "4k3/8/8/4p3/8/8/5P2/4K3 w - - 0 1"
    assert found(fen) == ["f2-f4: on f4 it would attack e5"]
    assert found("4k3/6p1/8/8/8/8/7P/4K3 w - - 0 1") == ["h2-h4-h5-h6: 3 moves away; on h6 it would attack g7"]


def test_a_break_of_a_pinned_pawn_says_so() -> None:
    assert found("8/8/8/3p4/8/k3P2K/8/8 w - - 0 1") == ["e3-e4: on e4 it would attack d5"]
    assert found("8/8/8/3p4/8/r3P2K/8/8 w - - 0 1") == ["e3-e4: on e4 it would attack d5; the king would be attacked"]


def test_of_doubled_pawns_the_front_one_breaks_and_no_pawn_passes_another() -> None:
    side = Position.from_fen("8/8/2p5/8/8/1P6/1P6/8 w - - 0 1").sides()[0]
    assert [(each.source, each.square) for each in breaks(side)] == [(17, 33)]
    assert found("8/1pp5/1p6/8/1P6/8/8/8 w - - 0 1") == []


def test_a_double_step_is_one_move_and_passes_the_third_rank() -> None:
    white, _ = Position.from_fen("8/8/8/8/2p5/8/1P6/8 w - - 0 1").sides()
    assert [square_names(sum(1 << square for square in each.route)) for each in breaks(white)] == ["b3"]
    _, black = Position.from_fen("8/2p5/8/8/1P6/8/8/8 w - - 0 1").sides()
    nearest = breaks(black)[0]
    assert (nearest.text, nearest.move_count, nearest.is_next) == ("c7-c5", 1, True)
    assert list(squares(nearest.targets)) == list(squares(parse_squares("b4")))
    assert isinstance(nearest, Break)
