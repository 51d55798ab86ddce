"""The structures that a pawn or a break can lead to."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import START, Position
from pawnviz.core.pawn_moves.report import MOST_FUTURES, futures
from tests.positions import positions

GAMBIT = Position.from_fen("rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3")


def test_a_pawn_in_tension_leads_to_the_structures_after_each_exchange_and_after_its_step() -> None:
    found = {each.name: each for each in futures(GAMBIT, parse_square("c4"))}
    assert set(found) == {"cxd5 exd5", "cxd5 Qxd5", "…dxc4", "c4-c5"}
    assert "Carlsbad" in found["cxd5 exd5"].outcome
    carlsbad = found["cxd5 exd5"].position
    assert carlsbad.placement() == "rnbqkbnr/ppp2ppp/8/3p4/3P4/8/PP2PPPP/RNBQKBNR"


def test_a_break_square_leads_to_what_the_break_and_its_exchanges_make() -> None:
    position = Position.from_fen("6k1/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/6K1 w - - 0 1")
    names = [each.name for each in futures(position, parse_square("e4"))]
    assert "e3-e4" in names and any(name.startswith("e3-e4 dxe4") or name == "e3-e4 …dxe4" for name in names)
    assert [each.name for each in futures(position, parse_square("e3"))] == names
    assert futures(position, parse_square("h4")) == ()


def test_a_piece_and_a_square_without_a_break_have_no_future() -> None:
    assert futures(START, parse_square("g1")) == futures(START, parse_square("e5")) == ()
    assert [each.name for each in futures(START, parse_square("e7"))] == ["…e7-e6", "…e7-e5"]


@given(positions(), st.integers(0, 63))
def test_each_future_has_pawns_of_its_own_and_there_are_few(position: Position, square: int) -> None:
    found = futures(position, square)
    assert len(found) <= MOST_FUTURES
    structures = [each.pawns for each in found]
    now = position.pawns & position.white, position.pawns & position.black
    assert len({*structures, now}) == len(structures) + 1
    assert all(each.name and each.outcome for each in found)
