from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import SQUARE_NAMES, parse_square, squares
from pawnviz.core.board.fen import PIECES
from pawnviz.core.board.position import EMPTY, Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.picture.changes import layer_changes
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.reading import (
    guard_counts,
    spoken_square,
    square_content,
    square_sentence,
    what_if_sentence,
)

FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8"


def _position(pieces: list[str]) -> Position:
    position = EMPTY
    for square, piece in enumerate(pieces):
        if piece:
            position = position.with_piece(square, piece)
    return position


POSITIONS = st.lists(st.sampled_from(("", "", "P", "p", *PIECES)), min_size=64, max_size=64).map(_position)


class ReadBoard:
    def __init__(self, fen: str = FEN) -> None:
        self.document = Document()
        self.document.set_fen(fen)
        self.layers = ShownLayers(self.document)
        self.layers.clear()

    def sentence(self, square: str) -> str:
        return square_sentence(self.document, self.layers, parse_square(square))

    def spoken(self, square: str) -> str:
        return spoken_square(self.document, self.layers, parse_square(square))


@pytest.fixture
def desk(qtbot: QtBot) -> ReadBoard:
    return ReadBoard()


def test_pawns_that_attack_a_square_are_counted_for_each_side() -> None:
    position = Position.from_fen("8/8/2p1p3/8/4P3/8/8/8")
    assert [guard_counts(position, parse_square(name)) for name in ("d5", "f5", "e4")] == [(1, 2), (1, 1), (0, 0)]


def test_a_sentence_names_piece_layers_of_each_side_and_guards(desk: ReadBoard) -> None:
    desk.layers.apply_preset(["front_spans", "attacks"])
    assert desk.sentence("c3") == (
        "c3 white pawn. White: Attacks, Front spans. Black: Front spans. Pawn guards: White 1, Black 0."
    )
    assert desk.sentence("b5") == (
        "b5 empty. White: Attacks, Front spans. Black: Attacks, Front spans. Pawn guards: White 1, Black 2."
    )
    assert desk.sentence("e6") == (
        "e6 empty. White: none of the shown layers. Black: Attacks. Pawn guards: White 0, Black 1."
    )


def test_a_sentence_says_when_no_layer_holds_the_square_and_when_none_is_shown(desk: ReadBoard) -> None:
    assert desk.sentence("e1") == "e1 empty. No layers are shown. Pawn guards: White 0, Black 0."
    desk.layers.apply_preset(["stops", "telestops"])
    assert desk.sentence("e1") == "e1 empty. In none of the shown layers. Pawn guards: White 0, Black 0."


def test_a_side_that_a_layer_is_not_shown_for_is_not_named(desk: ReadBoard) -> None:
    desk.layers.set_shown("front_spans", True, False)
    assert desk.sentence("b4") == (
        "b4 empty. White: Front spans. Black: none of the shown layers. Pawn guards: White 1, Black 0."
    )


def test_a_long_list_of_layers_is_counted(desk: ReadBoard) -> None:
    desk.layers.apply_preset(["front_fills", "front_spans", "interspans", "stops", "attacks", "single_attacks"])
    assert desk.sentence("c4") == (
        "c4 empty. White: Front spans, Interspans, Stops, Front fills. "
        "Black: Attacks, Front spans, Interspans and 2 more. Pawn guards: White 0, Black 1."
    )


def test_a_fileset_holds_every_square_of_its_files(desk: ReadBoard) -> None:
    desk.layers.apply_preset(["filesets"])
    assert "White: Islands (filesets)." in desk.sentence("c8")
    assert "In none of the shown layers." in desk.sentence("e1")


def test_a_previewed_layer_is_read_like_a_shown_one(desk: ReadBoard) -> None:
    desk.layers.set_preview("stops")
    assert "White: Stops." in desk.sentence("a5")


def test_a_screen_reader_hears_square_piece_and_layers(desk: ReadBoard) -> None:
    assert desk.spoken("d5") == "d5, black pawn"
    desk.layers.apply_preset(["front_spans", "attacks"])
    assert desk.spoken("b5") == "b5, empty; in Attacks of White and Black, Front spans of White and Black"
    desk.layers.set_shown("attacks", False, True)
    assert desk.spoken("b5") == "b5, empty; in Attacks of Black, Front spans of White and Black"


# What if


def test_what_would_change_is_shown_in_numbers_of_squares(desk: ReadBoard) -> None:
    before = desk.document.position
    after = before.moved(parse_square("f4"), parse_square("f5"))
    layers = [(LAYERS[name], True, True) for name in ("stops", "front_spans", "rear_spans")]
    changes = layer_changes(before, after, layers)
    assert what_if_sentence(changes) == (
        "Put down here: Stops of White +1 −1, Front spans of White −1, Rear spans of White +1."
    )
    assert what_if_sentence(changes[:1], removed=True) == "Taken off the board: Stops of White +1 −1."
    assert what_if_sentence(()) == "Put down here: nothing changes in the shown layers."
    assert what_if_sentence(changes * 2).endswith("Rear spans of White +1 and 3 more.")


@given(position=POSITIONS, square=st.integers(0, 63), names=st.sets(st.sampled_from(sorted(LAYERS)), max_size=6))
def test_a_square_shows_what_the_masks_hold(qapp: object, position: Position, square: int, names: set[str]) -> None:
    desk = ReadBoard()
    desk.document.edit(position, "test")
    desk.layers.apply_preset(sorted(names))
    reading = square_content(desk.document, desk.layers, square)
    assert {entry.layer.identifier for entry in reading.layers} == names
    for entry in reading.layers:
        for white, holds in ((True, entry.holds_white), (False, entry.holds_black)):
            held = set(squares(desk.layers.mask(entry.layer.identifier, white)))
            if LAYERS[entry.layer.identifier].turns:
                assert holds == (square in held)
            else:
                assert holds == ((square & 7) in held)
    sides = position.sides()
    for side, count in zip(sides, (reading.white_guards, reading.black_guards), strict=True):
        behind = -8 if side.color else 8
        attackers = [
            square + behind + step
            for step in (-1, 1)
            if 0 <= square + behind + step < 64 and abs((square + step) % 8 - square % 8) == 1
        ]
        assert count == sum(side.pawns >> attacker & 1 for attacker in attackers)
    sentence = square_sentence(desk.document, desk.layers, square)
    assert sentence.startswith(f"{SQUARE_NAMES[square]} {reading.piece or 'empty'}. ")
    assert "\n" not in sentence
