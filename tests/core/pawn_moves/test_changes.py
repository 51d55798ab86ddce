from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import square_names
from pawnviz.core.board.position import Position
from pawnviz.core.pawn_moves.changes import CHANGE_LABELS, PawnChanges, pawn_changes
from pawnviz.core.pawn_moves.moves import PawnMove, after_move, pawn_moves
from pawnviz.core.pawn_moves.tension import moved_by
from tests.core.pawn_moves.claims import Case, place
from tests.core.pawn_moves.games import from_games, with_kings
from tests.reference import LAYER_REFERENCES, NUMBER_REFERENCES, Square, mask_of_squares


def check_changes(position: Position, after: Position, moved: dict[int, int]) -> None:
    """Compare the changes from one position to another with those found square by square."""
    changes = pawn_changes(position, after, moved)
    case = Case(position, after, None, moved)
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


@given(position=from_games(), choice=st.randoms(use_true_random=False))
def test_changes_are_those_found_square_by_square_in_games(position: Position, choice: Random) -> None:
    for side in position.sides():
        moves = pawn_moves(side)
        for move in choice.sample(moves, min(2, len(moves))):
            check_changes(position, after_move(position, move), moved_by((move,)))


@given(position=with_kings(), choice=st.randoms(use_true_random=False))
def test_changes_are_those_found_square_by_square_on_any_board(position: Position, choice: Random) -> None:
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


def test_a_pawn_that_moves_keeps_its_labels() -> None:
    changes = changes_of("4k3/8/8/8/2P5/8/8/4K3 w - - 0 1", "c4c5")
    assert changes.white.labels == ()


def test_the_isolated_queens_pawn_comes_with_an_exchange() -> None:
    changes = changes_of("4k3/pp3ppp/4p3/2p5/3P4/4P3/PP3PPP/4K3 b - - 0 1", "c5d4")
    assert not changes.black.is_empty
    after = "4k3/pp3ppp/4p3/8/3p4/4P3/PP3PPP/4K3 w - - 0 1"
    taken = changes_of(after, "e3d4")
    assert "Isolated queen's pawn (White)" in taken.structures_after
    assert [change.layer for change in taken.white.labels if change.gained][0:1] == ["isolated_pawns"]


def test_nothing_changes_where_nothing_moves() -> None:
    position = Position.from_fen("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1")
    assert pawn_changes(position, position, {}).is_empty
    assert not changes_of(position.fen(), "c4c5").is_empty


def test_where_pawns_stand_at_the_end_is_followed_through_exchanges() -> None:
    first, second, third = PawnMove(True, 26, 34), PawnMove(False, 43, 34, 34), PawnMove(True, 25, 34, 34)
    assert moved_by((first,)) == {26: 34}
    assert moved_by((first, second)) == {43: 34}
    assert moved_by((first, second, third)) == {25: 34}
    assert moved_by((PawnMove(True, 48, 56),)) == {}
