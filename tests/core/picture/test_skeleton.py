"""Skeletons of boards worked by hand, and of mirrored ones."""

from __future__ import annotations

from hypothesis import given

from pawnviz.core.board.bitboard import SQUARE_NAMES, flip_vertical, mirror_horizontal, parse_squares, square_names
from pawnviz.core.board.position import Position
from pawnviz.core.picture.skeleton import PawnLink, make_skeleton
from tests.strategies import Board, boards

CHAINS = "4k3/pp3ppp/4p3/2ppP3/3P4/2P5/PP3PPP/4K3 w - - 0 1"
PASSERS = "8/P4pkp/6p1/1p6/8/6P1/5P1P/6K1 w - - 0 1"


def pawns(fen: str) -> tuple[int, int]:
    position = Position.from_fen(fen)
    return position.pawns & position.white, position.pawns & position.black


def names(links: tuple[PawnLink, ...]) -> set[str]:
    """Return lines as ``e3f2`` with the side in the case of the letters: capital for White."""
    texts = {SQUARE_NAMES[link.west] + SQUARE_NAMES[link.east]: link.white for link in links}
    return {text.upper() if white else text for text, white in texts.items()}


def test_chains_join_a_pawn_to_its_guard_and_phalanxes_pawns_side_by_side() -> None:
    skeleton = make_skeleton(*pawns(CHAINS))
    assert names(skeleton.chains) == {"B2C3", "C3D4", "D4E5", "d5e6", "e6f7"}
    assert names(skeleton.phalanxes) == {"A2B2", "F2G2", "G2H2", "a7b7", "c5d5", "f7g7", "g7h7"}
    assert square_names(skeleton.rammed) == "d4 e5"
    assert skeleton.isolated == skeleton.passed == skeleton.changed == 0


def test_isolated_and_passed_pawns_of_both_colors_are_marked() -> None:
    skeleton = make_skeleton(*pawns(PASSERS))
    assert square_names(skeleton.isolated) == "b5 a7"
    assert square_names(skeleton.passed) == "b5 a7"
    assert skeleton.rammed == 0


def test_changed_squares_hold_other_pawns_than_formerly_or_none_any_more() -> None:
    former = pawns("4k3/8/2p1p3/3p4/2PP4/8/8/4K3 w - - 0 1")
    skeleton = make_skeleton(*pawns("4k3/8/2p5/3p4/3P4/8/8/4K3 w - - 0 1"), former)
    assert square_names(skeleton.changed) == "c4 e6"
    taken = make_skeleton(*pawns("4k3/8/2p1p3/3P4/3P4/8/8/4K3 w - - 0 1"), former)
    assert square_names(taken.changed) == "c4 d5"


@given(boards())
def test_a_turned_or_mirrored_board_has_the_turned_or_mirrored_skeleton(board: Board) -> None:
    sides = board.sides()
    white, black = sides[0].pawns, sides[1].pawns
    skeleton = make_skeleton(white, black)
    turned = make_skeleton(flip_vertical(black), flip_vertical(white))
    mirrored = make_skeleton(mirror_horizontal(white), mirror_horizontal(black))
    for name in ("isolated", "passed"):
        mask: int = getattr(skeleton, name)
        assert getattr(turned, name) == flip_vertical(mask)
        assert getattr(mirrored, name) == mirror_horizontal(mask)
    # The rammed pawns are White's: on the turned board those that were Black's.
    assert turned.rammed == flip_vertical(skeleton.rammed << 8)
    assert mirrored.rammed == mirror_horizontal(skeleton.rammed)
    for name in ("chains", "phalanxes"):
        links: tuple[PawnLink, ...] = getattr(skeleton, name)
        assert set(getattr(turned, name)) == {
            PawnLink(link.west ^ 56, link.east ^ 56, not link.white) for link in links
        }
        assert set(getattr(mirrored, name)) == {PawnLink(link.east ^ 7, link.west ^ 7, link.white) for link in links}


def test_nothing_is_drawn_for_squares_without_pawns() -> None:
    skeleton = make_skeleton(0, 0, (parse_squares("e2"), 0))
    assert skeleton == make_skeleton(0, 0)._replace(changed=parse_squares("e2"))
    assert not any(skeleton[:-1])
