from __future__ import annotations

import pytest
from hypothesis import given

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.position import Position
from pawnviz.core.explain.change_words import change_sentence
from tests.positions import positions

NOTHING = "No passed, weak or doubled pawn, island or structure has come or gone."


def sentence(before: str, after: str) -> str:
    """Return what changed between two placements."""
    return change_sentence(*(Position.from_fen(f"{placement} w - - 0 1") for placement in (before, after)))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("8/8/4p3/8/8/1P1P4/2P5/8", "8/8/8/4p3/2P5/1P1P4/8/8", "d3 became backward."),
        (
            "n7/2p3p1/8/3P4/8/8/8/8",
            "n7/6p1/8/3P4/8/8/8/8",
            "d5 became passed; Black lost the isolated pawn c7; d5 is no longer weak; Black has 1 island, not 2.",
        ),
        ("n7/8/8/3P4/8/8/8/8", "n7/8/3P4/8/8/8/8/8", NOTHING),
        ("8/8/8/8/8/8/PP6/8", "8/8/8/8/8/8/P7/8", "White lost the passed pawn b2; a2 became isolated."),
        (
            "8/8/8/8/8/8/P7/8",
            "8/8/8/8/8/8/8/8",
            "White lost the passed pawn a2; White lost the isolated pawn a2; White has no pawns left.",
        ),
        (
            "8/ppp2p2/8/8/8/8/PPP2P2/8",
            "8/ppp2p2/8/8/6P1/8/PPP2P2/8",
            "f2 is no longer isolated; structure gone: Symmetrical.",
        ),
        (
            "8/p7/8/8/8/8/1P6/8",
            "8/p7/8/8/8/1P6/1P6/8",
            "White has a new isolated pawn on b3; b2 became doubled; White has a new doubled pawn on b3.",
        ),
    ],
)
def test_a_change_is_one_sentence_on_what_became_of_pawns(before: str, after: str, said: str) -> None:
    assert sentence(before, after) == said


def test_a_new_structure_is_named() -> None:
    found = sentence("4k3/pp3ppp/4p3/3p4/3P4/4P3/PP3PPP/4K3", "4k3/pp3ppp/4p3/8/3P4/8/PP3PPP/4K3")
    assert found == ("d4 became isolated; White has 3 islands, not 2; structure: Isolated queen's pawn of White.")


def test_many_changes_are_counted() -> None:
    found = sentence("8/pppppppp/8/8/8/8/PPPPPPPP/8", "8/p1p3p1/8/8/P3P3/8/2P3P1/8")
    assert found.endswith(" more changes.")
    assert found.count(";") == 3


@given(before=positions(), after=positions())
def test_the_same_position_has_not_changed_and_any_change_is_one_sentence(before: Position, after: Position) -> None:
    assert change_sentence(before, before) == NOTHING
    found = change_sentence(before, after)
    assert found.endswith(".")
    assert found[0].isupper() or found[:2] in SQUARE_NAMES
