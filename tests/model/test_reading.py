from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import SQUARE_NAMES, parse_square, parse_squares, squares
from pawnviz.core.board.position import EMPTY, PIECES, Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.single_pawn import single_pawn
from pawnviz.core.picture.changes import layer_changes
from pawnviz.model.document import Document
from pawnviz.model.layers.layer_list import LayerListModel
from pawnviz.model.reading import (
    PAWN_FACTS,
    SQUARE_FACTS,
    pawn_facts,
    read_square,
    run_names,
    spoken_square,
    square_facts,
    square_sentence,
    what_if_sentence,
)
from tests.strategies import masks

FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8"


def _position(pieces: list[str]) -> Position:
    position = EMPTY
    for square, piece in enumerate(pieces):
        if piece:
            position = position.with_piece(square, piece)
    return position


POSITIONS = st.lists(st.sampled_from(("", "", "P", "p", *PIECES)), min_size=64, max_size=64).map(_position)


class Desk:
    def __init__(self, fen: str = FEN) -> None:
        self.document = Document()
        self.document.set_fen(fen)
        self.layers = LayerListModel(self.document)
        self.layers.clear()

    def sentence(self, square: str) -> str:
        return square_sentence(self.document, self.layers, parse_square(square))

    def spoken(self, square: str) -> str:
        return spoken_square(self.document, self.layers, parse_square(square))


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    return Desk()


def test_a_sentence_names_piece_layers_of_each_side_and_guards(desk: Desk) -> None:
    desk.layers.apply_preset(["front_spans", "attacks"])
    assert desk.sentence("c3") == (
        "c3 white pawn. White: Front spans, Attacks. Black: Front spans. Pawn guards: White 1, Black 0."
    )
    assert desk.sentence("b5") == (
        "b5 empty. White: Front spans, Attacks. Black: Front spans, Attacks. Pawn guards: White 1, Black 2."
    )
    assert desk.sentence("e6") == (
        "e6 empty. White: none of the shown layers. Black: Attacks. Pawn guards: White 0, Black 1."
    )


def test_a_sentence_says_when_no_layer_holds_the_square_and_when_none_is_shown(desk: Desk) -> None:
    assert desk.sentence("e1") == "e1 empty. No layers are shown. Pawn guards: White 0, Black 0."
    desk.layers.apply_preset(["stops", "telestops"])
    assert desk.sentence("e1") == "e1 empty. In none of the shown layers. Pawn guards: White 0, Black 0."


def test_a_side_that_a_layer_is_not_shown_for_is_not_named(desk: Desk) -> None:
    desk.layers.set_shown("front_spans", True, False)
    assert desk.sentence("b4") == (
        "b4 empty. White: Front spans. Black: none of the shown layers. Pawn guards: White 1, Black 0."
    )


def test_a_long_list_of_layers_is_counted(desk: Desk) -> None:
    desk.layers.apply_preset(["front_fills", "front_spans", "interspans", "stops", "attacks", "single_attacks"])
    assert desk.sentence("c4") == (
        "c4 empty. White: Front fills, Front spans, Interspans, Stops. "
        "Black: Front fills, Front spans, Interspans and 2 more. Pawn guards: White 0, Black 1."
    )


def test_a_fileset_holds_every_square_of_its_files(desk: Desk) -> None:
    desk.layers.apply_preset(["filesets"])
    assert "White: Filesets." in desk.sentence("c8")
    assert "In none of the shown layers." in desk.sentence("e1")


def test_a_previewed_layer_is_read_like_a_shown_one(desk: Desk) -> None:
    desk.layers.set_preview("stops")
    assert "White: Stops." in desk.sentence("a5")


def test_a_screen_reader_hears_square_piece_and_layers(desk: Desk) -> None:
    assert desk.spoken("d5") == "d5, black pawn"
    desk.layers.apply_preset(["front_spans", "attacks"])
    assert desk.spoken("b5") == "b5, empty; in Front spans of White and Black, Attacks of White and Black"
    desk.layers.set_shown("attacks", False, True)
    assert desk.spoken("b5") == "b5, empty; in Front spans of White and Black, Attacks of Black"


def facts_of(desk: Desk, square: str) -> dict[str, str]:
    position = desk.document.position
    piece = position.piece_at(parse_square(square))
    side = position.sides()[0 if piece == "P" else 1]
    return {
        caption: value for (caption, _), value in zip(PAWN_FACTS, pawn_facts(side, parse_square(square)), strict=True)
    }


def test_a_pawn_names_its_own_squares_and_the_pawns_around_it(desk: Desk) -> None:
    assert facts_of(desk, "c3") == {
        "Stop": "c4",
        "Telestops": "c5–c8",
        "Front span": "c4–c8",
        "Rear span": "c1 c2",
        "Attacks": "b4 d4",
        "Front attack span": "b4–b8 d4–d8",
        "Rear attack span": "b1–b3 d1–d3",
        "Lee": "a3 b3",
        "Luff": "d3–h3",
        "To promotion": "5 moves, on c8",
        "Helpers": "b2",
        "Sentries": "d5 b7",
        "Guards": "b2",
        "Attackers": "",
    }
    assert facts_of(desk, "d5")["To promotion"] == "4 moves, on d1"
    assert facts_of(desk, "d5")["Sentries"] == "c2 c3"


@given(mask=masks())
def test_runs_name_each_square_once(mask: int) -> None:
    named = 0
    for name in run_names(mask).split():
        first, _, last = name.partition("–")
        ends = parse_square(first), parse_square(last or first)
        step = 8 if ends[0] % 8 == ends[1] % 8 else 1
        for square in range(ends[0], ends[1] + 1, step):
            assert not named >> square & 1
            named |= 1 << square
    assert named == mask


def test_two_squares_are_no_run() -> None:
    assert run_names(parse_squares("a2 a3 c1 d1 e1 g5")) == "c1–e1 a2 a3 g5"


def test_a_pawn_on_the_last_rank_is_there_and_one_before_it_needs_a_move(desk: Desk) -> None:
    desk.document.set_fen("P7/1P6/8/8/8/8/8/8")
    assert facts_of(desk, "a8")["To promotion"] == "it is there"
    assert facts_of(desk, "b7")["To promotion"] == "1 move, on b8"
    assert facts_of(desk, "a8")["Stop"] == ""


def square_facts_of(desk: Desk, square: str) -> dict[str, tuple[str, str]]:
    facts = square_facts(desk.document.position.sides(), parse_square(square))
    return {
        caption: (white.value, black.value) for (caption, _), (white, black) in zip(SQUARE_FACTS, facts, strict=True)
    }


def test_a_square_names_its_guards_now_and_ever_the_spans_it_is_in_and_the_verdicts(desk: Desk) -> None:
    assert square_facts_of(desk, "b4") == {
        "Guarded by": ("c3", ""),
        "Ever guarded by": ("c2 c3", "a6 c6"),
        "In front span of": ("b2", "b7"),
        "In rear span of": ("", ""),
        "Safe": ("yes", "no"),
        "Hole": ("no", "no"),
        "Outpost (wiki)": ("no", "no"),
        "Outpost (Stockfish)": ("no", "no"),
    }
    assert square_facts_of(desk, "e4")["Hole"] == ("yes", "no")
    assert square_facts_of(desk, "d3")["Hole"] == ("no", "no")
    assert square_facts_of(desk, "d4")["Safe"] == ("yes", "no")
    assert square_facts_of(desk, "b1")["In rear span of"] == ("b2", "")


def test_a_square_is_an_outpost_by_each_definition(desk: Desk) -> None:
    desk.document.set_fen("8/5p2/5P2/8/3P4/8/8/8")
    facts = square_facts_of(desk, "e5")
    assert (facts["Outpost (wiki)"], facts["Outpost (Stockfish)"]) == (("no", "no"), ("yes", "no"))


def test_each_verdict_on_a_square_has_its_reason(desk: Desk) -> None:
    desk.document.set_fen("8/8/8/2p5/4P3/8/8/8")
    facts = dict(zip(SQUARE_FACTS, square_facts(desk.document.position.sides(), parse_square("d5")), strict=True))
    whys = {caption: white.why for (caption, _), (white, _) in facts.items()}
    assert whys["Outpost (wiki)"].startswith("Outpost (wiki): ")
    assert whys["Outpost (Stockfish)"].startswith("Outpost (Stockfish): ")
    assert whys["Hole"].startswith("Not hole: d5 is on White's fifth rank, not on the third or fourth")
    assert whys["Safe"] == "Safe: no black pawn attacks d5."
    assert whys["Guarded by"] == ""


def test_every_fact_is_explained() -> None:
    for caption, explanation in (*PAWN_FACTS, *SQUARE_FACTS):
        assert caption[0].isupper()
        assert explanation.endswith(".")


# What if


def test_what_would_change_is_told_in_numbers_of_squares(desk: Desk) -> None:
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


def test_only_pawns_have_squares_of_their_own(desk: Desk) -> None:
    pawn = read_square(desk.document, desk.layers, parse_square("d5")).pawn
    assert pawn == single_pawn(False, parse_square("d5"))
    desk.document.place(parse_square("d5"), "n")
    reading = read_square(desk.document, desk.layers, parse_square("d5"))
    assert reading.pawn is None
    assert reading.piece == "black knight"


@given(position=POSITIONS, square=st.integers(0, 63), names=st.sets(st.sampled_from(sorted(LAYERS)), max_size=6))
def test_a_reading_agrees_with_the_masks(qapp: object, position: Position, square: int, names: set[str]) -> None:
    desk = Desk()
    desk.document.edit(position, "test")
    desk.layers.apply_preset(sorted(names))
    reading = read_square(desk.document, desk.layers, square)
    assert {entry.identifier for entry in reading.layers} == names
    for entry in reading.layers:
        for white, holds in ((True, entry.holds_white), (False, entry.holds_black)):
            held = set(squares(desk.layers.mask(entry.identifier, white)))
            if LAYERS[entry.identifier].turns:
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
