from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import (
    BOARD,
    FILES,
    SQUARE_NAMES,
    flip_vertical,
    mask_of,
    mirror_horizontal,
    parse_square,
    parse_squares,
    square_names,
    squares,
)
from pawnviz.core.board.position import EMPTY, START, Position
from pawnviz.core.explain.terms import DISPUTED_TERMS, DisputedTerm
from pawnviz.core.formula.parser import parse
from pawnviz.core.games.cutting import cut
from pawnviz.core.games.pgn import read_game
from pawnviz.core.games.tree import MoveLine, main_line
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Family, Mark, Style, attack, badge, bar, hatch, strip
from pawnviz.core.pawn_moves.moves import PriceKind
from pawnviz.core.pawn_moves.report import report_of
from pawnviz.core.picture.difference import (
    PASTED,
    VariantRow,
    beside_mask,
    comparison_text,
    difference,
    difference_layers,
    mask_layer,
    part_text,
    variant_rows,
    verdict_text,
)
from pawnviz.core.picture.formats import BOARD as BOARD_CONTENTS
from pawnviz.core.picture.formats import FORMATS, OPTIONS, Content, Format, format_of, formats_of
from pawnviz.core.picture.picture import (
    EAST_END,
    FROM_EAST,
    FROM_WEST,
    GAINED,
    KEPT,
    LOST,
    NORTH_END,
    OTHERS_SHARE,
    SOUTH_EAST,
    SOUTH_END,
    WEST_END,
    Arrow,
    ChangeMark,
    Look,
    Picture,
    PlacedMark,
    ShownLayer,
    Strip,
    faded_around,
    files_of,
    layer_changes,
    make_picture,
    picture_of_change,
    picture_of_preview,
    places,
    strip_rows,
)
from pawnviz.core.picture.sheet_positions import (
    SheetPosition,
    caption_of,
    fitting_grid,
    game_positions,
    players_of,
)
from pawnviz.core.picture.skeleton import PawnLink, make_skeleton
from pawnviz.model.preferences import ExportChoices, converted
from tests.positions import positions
from tests.strategies import Board, array_sides, boards, masks, masks_list

SEED = Position.from_fen("4k3/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/4K3 w - - 0 1")


def shown(*identifiers: str, white: bool = True, black: bool = True) -> tuple[ShownLayer, ...]:
    return tuple(ShownLayer(LAYERS[name], Style(LAYERS[name].mark), white, black) for name in identifiers)


ISLANDS = ShownLayer(LAYERS["filesets"], Style(strip("solid")))


def marks_on(position: Position, square: str, layers: Sequence[ShownLayer]) -> tuple[PlacedMark, ...]:
    return make_picture(position, Look(tuple(layers))).cells[parse_square(square)].marks


@given(positions(), st.lists(st.sampled_from(sorted(LAYERS)), max_size=8, unique=True), st.booleans(), st.booleans())
def test_a_picture_holds_the_pieces_and_for_each_side_exactly_the_squares_of_its_layers(
    position: Position, names: list[str], white: bool, black: bool
) -> None:
    picture = make_picture(position, Look(shown(*names, white=white, black=black)))
    assert tuple(cell.piece for cell in picture.cells) == position.pieces()
    for side in position.sides():
        on = white if side.color else black
        for name in names:
            layer = LAYERS[name]
            mask = layer(side) if on else 0
            if layer.mark.family is Family.STRIP:
                strips = [found for found in picture.strips if found.mark == layer.mark and found.white == side.color]
                assert [found.files for found in strips] == ([files_of(mask)] if on else [])
            elif layer.mark.family is Family.LINE:
                lines = [found for found in picture.lines if found.white == side.color]
                assert [found.squares for found in lines] == ([mask] if on else [])
            else:
                drawn = [
                    square
                    for square, cell in enumerate(picture.cells)
                    for mark in cell.marks
                    if mark.layer == name and mark.mark == layer.mark and mark.white == side.color
                ]
                assert drawn == list(squares(mask))


def test_each_mark_and_each_strip_says_which_layer_it_is_of() -> None:
    same = Style(LAYERS["passed_pawns"].mark)
    layers = (ShownLayer(LAYERS["passed_pawns"], same), ShownLayer(LAYERS["isolated_pawns"], same), ISLANDS)
    picture = make_picture(SEED, Look(layers))
    (white, _) = SEED.sides()
    for name in ("passed_pawns", "isolated_pawns"):
        squares_of = mask_of(
            square
            for square, cell in enumerate(picture.cells)
            if any(mark.layer == name and mark.white for mark in cell.marks)
        )
        assert squares_of == LAYERS[name](white), "also where two layers have one mark"
    assert {strip.layer for strip in picture.strips} == {"filesets"}
    assert [entry.layer for entry in picture.legend] == ["passed_pawns", "isolated_pawns", "filesets"]


def test_a_layer_keeps_its_place_whether_or_not_other_layers_hold_the_square() -> None:
    layers = shown("stops", "telestops")
    assert [(mark.slot, mark.slot_count) for mark in marks_on(SEED, "b3", layers) if mark.white] == [(0, 2)]
    assert [(mark.slot, mark.slot_count) for mark in marks_on(SEED, "b4", layers) if mark.white] == [(1, 2)]


def test_a_layer_of_one_side_takes_no_place_from_the_other_side() -> None:
    layers = [*shown("stops", black=False), *shown("telestops")]
    white = [mark for mark in marks_on(SEED, "b4", layers) if mark.white]
    black = [mark for mark in marks_on(SEED, "b4", layers) if not mark.white]
    assert [(mark.slot, mark.slot_count) for mark in white] == [(1, 2)]
    assert [(mark.slot, mark.slot_count) for mark in black] == [(0, 1)]


def test_dots_say_where_the_attackers_stand_and_take_two_places() -> None:
    position = Position.from_fen("8/8/8/8/8/8/P1P5/8")
    layers = shown("attacks", "double_attacks", black=False)
    attackers = {name: marks_on(position, name, layers)[0].attackers for name in ("b3", "d3")}
    assert attackers == {"b3": FROM_WEST | FROM_EAST, "d3": FROM_WEST}
    assert [mark.slot for mark in marks_on(position, "b3", layers)] == [0, 2]
    assert [places(mark) for mark in (attack("dots"), attack("ring"), badge("I"))] == [2, 1, 1]


def test_letters_say_on_which_files_the_attackers_stand_and_take_two_places() -> None:
    position = Position.from_fen("8/8/8/8/8/1p1p4/P1P5/8")
    east, west = shown("east_capture_targets", "west_capture_targets", black=False)
    (letter,) = marks_on(position, "b3", [east])
    assert (letter.attackers, letter.file) == (FROM_WEST, 1)
    (letter,) = marks_on(position, "b3", [west])
    assert (letter.attackers, letter.file) == (FROM_EAST, 1)
    assert [places(attack(shape)) for shape in ("letter from west", "letter from east")] == [2, 2]


def test_colors_and_opacity_are_those_of_the_style_and_the_side() -> None:
    style = Style(hatch("waves"), "#112233", "#445566", 0.5)
    layer = ShownLayer(LAYERS["pawns"], style)
    white, black = marks_on(START, "a2", [layer]), marks_on(START, "a7", [layer])
    assert [(mark.mark, mark.color, mark.opacity) for mark in white] == [(hatch("waves"), "#112233", 0.5)]
    assert [(mark.mark, mark.color, mark.opacity) for mark in black] == [(hatch("waves"), "#445566", 0.5)]


def test_captures_are_arrows_from_pawn_to_target_when_they_are_asked_for() -> None:
    position = Position.from_fen("8/8/8/3p4/4P3/8/8/8")
    d5, e4 = parse_square("d5"), parse_square("e4")
    assert make_picture(position).arrows == ()
    assert make_picture(position, Look(captures=True)).arrows == (Arrow(e4, d5, True), Arrow(d5, e4, False))


def test_steps_to_break_squares_are_arrows_where_their_layer_is_shown() -> None:
    position = Position.from_fen("8/8/8/3p4/8/2P5/4P3/8")
    c3, c4, d5, d4, e2, e4 = map(parse_square, ("c3", "c4", "d5", "d4", "e2", "e4"))
    white = [Arrow(c3, c4, True, is_push=True, is_hollow=True), Arrow(e2, e4, True, is_push=True, is_hollow=True)]
    black = [Arrow(d5, d4, False, is_push=True, is_hollow=True)]
    assert make_picture(position).arrows == ()
    assert make_picture(position, Look(shown("break_squares"))).arrows == (*white, *black)
    assert make_picture(position, Look(shown("break_squares", white=False))).arrows == tuple(black)
    assert make_picture(position, Look(shown("break_squares"), breaks=False)).arrows == ()
    assert make_picture(position, Look(shown("break_pawns"))).arrows == ()


BREAKS_OF_GAMES = (
    "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 0 5",
    "r1bq1rk1/ppp1n1bp/3p1np1/3Ppp2/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 10",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "4k3/2p1p3/8/3P4/8/8/8/4K3 b - - 0 1",
    "4k3/8/8/8/2p5/8/1P1P4/4K3 w - - 0 1",
)


@pytest.mark.parametrize("fen", BREAKS_OF_GAMES)
def test_the_arrow_of_a_step_is_hollow_if_the_report_says_that_the_break_costs_a_pawn(fen: str) -> None:
    position = Position.from_fen(fen)
    arrows = make_picture(position, Look(shown("break_squares"))).arrows
    hollow = {(each.white, each.source, each.target): each.is_hollow for each in arrows}
    costs = (PriceKind.LOSS, PriceKind.GAMBIT)
    reports = [each for white in (True, False) for each in report_of(position, white).breaks]
    assert reports
    for each in reports:
        assert each.price is not None
        assert hollow[each.white, each.move.source, each.move.target] == (each.price.kind in costs), each.sentence


def test_the_legend_names_the_layers_in_their_order_with_their_sides() -> None:
    layers = [*shown("stops", black=False), *shown("filesets")]
    legend = make_picture(SEED, Look(tuple(layers))).legend
    assert [(entry.title, entry.white, entry.black) for entry in legend] == [
        ("Stops", True, False),
        ("Islands (filesets)", True, True),
    ]
    assert legend[0].style == layers[0].style


# Rows of strips


def test_each_bar_below_the_board_has_a_row_of_its_own_in_the_layers_order() -> None:
    assert strip_rows([strip("hollow"), strip("solid"), strip("dashed")]) == [0, 1, 2]


def test_signs_share_the_row_of_the_first_bar_wherever_it_comes() -> None:
    signs = [strip("east cap"), strip("west cap"), strip("diamond"), strip("triangle")]
    assert strip_rows([*signs, strip("solid"), strip("hollow")]) == [0, 0, 0, 0, 0, 1]
    assert strip_rows(signs) == [0, 0, 0, 0]
    assert strip_rows([strip("solid"), strip("diamond"), strip("diamond")]) == [0, 0, 1]


def test_numbered_strips_share_a_row_without_signs_and_bars() -> None:
    numbers = [strip("numbered", str(width)) for width in range(1, 9)]
    assert strip_rows(numbers) == [0] * 8
    assert strip_rows([numbers[0], strip("solid"), strip("diamond"), numbers[1]]) == [0, 1, 1, 0]


@given(st.lists(st.sampled_from([layer.mark for layer in LAYERS.values()]), max_size=10))
def test_rows_are_counted_from_0_without_a_gap_and_only_strips_have_one(marks: list[Mark]) -> None:
    rows = strip_rows(marks)
    assert [row == -1 for row in rows] == [mark.family is not Family.STRIP for mark in marks]
    used = {row for row in rows if row >= 0}
    assert used == set(range(len(used)))


def test_a_strip_holds_the_files_of_its_side_and_its_row() -> None:
    picture = make_picture(SEED, Look((ISLANDS, *shown("open_files"))))
    assert picture.strip_rows == 2
    assert [(found.white, found.row, found.files) for found in picture.strips] == [
        (True, 0, 0b11100111),
        (True, 1, 0b00010000),
        (False, 0, 0b11101111),
        (False, 1, 0b00010000),
    ]


def test_a_square_holds_its_marks_in_the_layers_order_white_s_before_black_s() -> None:
    found = marks_on(SEED, "b5", shown("interspans", "front_spans"))
    assert [(mark.mark.shape, mark.white) for mark in found] == [
        ("crosses", True),
        ("solid", True),
        ("crosses", False),
        ("solid", False),
    ]


def test_a_tinted_area_says_at_which_edges_and_corners_it_ends() -> None:
    tint = ShownLayer(LAYERS["front_fills"], Style(hatch("tint")), black=False)
    picture = make_picture(Position.from_fen("8/8/8/8/8/3P4/2P5/8"), Look((tint,)))
    ends = {SQUARE_NAMES[square]: cell.marks[0].ends for square, cell in enumerate(picture.cells) if cell.marks}
    assert (ends["c2"], ends["d3"]) == (SOUTH_END | EAST_END | WEST_END, SOUTH_END | EAST_END)
    assert (ends["c3"], ends["c5"], ends["c8"]) == (WEST_END | SOUTH_EAST, WEST_END, NORTH_END | WEST_END)
    assert ends["d5"] == EAST_END


LONDON = Position.from_fen("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8")


def change_picture(before: Position, after: Position, *identifiers: str) -> Picture:
    entries = shown(*identifiers)
    return picture_of_change(make_picture(before, Look(entries)), make_picture(after, Look(entries)))


def marks_at(picture: Picture, square: str) -> list[tuple[str, bool, int]]:
    return [(mark.mark.shape, mark.white, mark.change) for mark in picture.cells[parse_square(square)].marks]


def test_a_push_moves_the_stop_and_shortens_the_front_span() -> None:
    before = Position.from_fen("8/8/8/8/4P3/8/8/8")
    picture = change_picture(before, before.moved(parse_square("e4"), parse_square("e5")), "front_spans", "stops")
    assert marks_at(picture, "e5") == [("solid", True, LOST), ("chevron", True, LOST)]
    assert marks_at(picture, "e6") == [("solid", True, KEPT), ("chevron", True, GAINED)]
    assert marks_at(picture, "e7") == [("solid", True, KEPT)]
    assert [picture.cells[parse_square(square)].piece for square in ("e4", "e5")] == ["", "P"]


def test_of_two_dots_the_one_that_goes_is_marked_as_lost() -> None:
    before = Position.from_fen("8/8/8/8/3P1P2/8/8/8")
    after = before.without_piece(parse_square("f4"))
    picture = change_picture(before, after, "attacks")
    dots = picture.cells[parse_square("e5")].marks
    assert [(dot.attackers, dot.change) for dot in dots] == [(FROM_WEST, KEPT), (FROM_EAST, LOST)]
    back = change_picture(after, before, "attacks").cells[parse_square("e5")].marks
    assert [(dot.attackers, dot.change) for dot in back] == [(FROM_WEST, KEPT), (FROM_EAST, GAINED)]
    other = change_picture(after, after.moved(parse_square("d4"), parse_square("f4")), "attacks")
    dots = other.cells[parse_square("e5")].marks
    assert [(dot.attackers, dot.change) for dot in dots] == [(FROM_WEST, LOST), (FROM_EAST, GAINED)]


def test_marks_keep_their_order_and_place() -> None:
    before = Position.from_fen("8/8/8/8/4P3/8/8/8")
    entries = tuple(ShownLayer(LAYERS[name], Style(attack("ring"))) for name in ("stops", "front_spans", "telestops"))
    after = before.moved(parse_square("e4"), parse_square("e5"))
    picture = picture_of_change(make_picture(before, Look(entries)), make_picture(after, Look(entries)))
    assert [(mark.slot, mark.change) for mark in picture.cells[parse_square("e6")].marks] == [
        (0, GAINED),
        (1, KEPT),
        (2, LOST),
    ]


def _changed_islands(before: Position, after: Position) -> Sequence[Strip]:
    return picture_of_change(*(make_picture(each, Look((ISLANDS,))) for each in (before, after))).strips


def test_lost_files_stay_faded_below_the_board() -> None:
    before = Position.from_fen("8/8/8/8/2PP4/8/8/8")
    after = before.moved(parse_square("d4"), parse_square("c5"))
    white = [strip for strip in _changed_islands(before, after) if strip.white]
    assert [(strip.files, strip.opacity < 1) for strip in white] == [(0b1000, True), (0b0100, False)]


@given(before=positions(), after=positions(), names=st.sets(st.sampled_from(sorted(LAYERS)), max_size=5))
def test_without_the_lost_marks_a_picture_of_changes_is_the_picture_afterwards(
    before: Position, after: Position, names: set[str]
) -> None:
    entries = shown(*sorted(names))
    first, second = make_picture(before, Look(entries)), make_picture(after, Look(entries))
    picture = picture_of_change(first, second)

    def joined(marks: tuple[PlacedMark, ...], without: int) -> list[PlacedMark]:
        """Return marks without those of a change, dots of one place put together again."""
        found: list[PlacedMark] = []
        for mark in marks:
            if mark.change == without:
                continue
            plain = mark._replace(change=KEPT)
            if found and found[-1]._replace(attackers=0) == plain._replace(attackers=0):
                found[-1] = plain._replace(attackers=plain.attackers | found[-1].attackers)
            else:
                found.append(plain)
        return found

    for square in range(64):
        marks = picture.cells[square].marks
        assert joined(marks, LOST) == list(second.cells[square].marks)
        # A mark that stays ends as afterwards.
        ends = {(mark.layer, mark.white): mark.ends for mark in marks if mark.change == KEPT}
        former = [
            mark._replace(ends=ends.get((mark.layer, mark.white), mark.ends)) for mark in first.cells[square].marks
        ]
        assert joined(marks, GAINED) == former
    assert picture.arrows == second.arrows
    assert [cell.piece for cell in picture.cells] == [cell.piece for cell in second.cells]


def test_equal_pictures_have_no_changes() -> None:
    entries = shown("front_spans", "attacks", "filesets")
    picture = make_picture(LONDON, Look(entries))
    assert picture_of_change(picture, picture) == picture


def test_layers_that_differ_are_listed_with_what_they_gain_and_lose() -> None:
    before = Position.from_fen("8/8/8/8/4P3/8/8/8")
    after = before.moved(parse_square("e4"), parse_square("e5"))
    layers = [(LAYERS[name], True, True) for name in ("stops", "front_spans", "isolated_files", "rear_spans")]
    found = layer_changes(before, after, layers)
    assert [(change.layer.identifier, change.white) for change in found] == [
        ("stops", True),
        ("front_spans", True),
        ("rear_spans", True),
    ]
    assert [(square_names(change.gained), square_names(change.lost)) for change in found] == [
        ("e6", "e5"),
        ("", "e5"),
        ("e4", ""),
    ]
    assert [change.counts for change in found] == [(1, 1), (4, 3), (3, 4)]
    assert layer_changes(before, after, [(LAYERS["stops"], False, True)]) == ()


def test_another_mark_of_the_same_layer_is_another_mark() -> None:
    before = Position.from_fen("8/8/8/8/4P3/8/8/8")
    first = make_picture(before, Look((ShownLayer(LAYERS["stops"], Style(hatch("solid"))),)))
    second = make_picture(before, Look(shown("stops")))
    marks = picture_of_change(first, second).cells[parse_square("e5")].marks
    assert [mark.change for mark in marks] == [LOST, GAINED]


RAMMED = Position.from_fen("8/6p1/5p1p/5P1P/8/8/8/8")


@given(first=masks(), second=masks())
def test_a_difference_has_each_square_of_both_masks_once(first: int, second: int) -> None:
    only_first, only_second, both = difference(first, second)
    assert only_first | both == first
    assert only_second | both == second
    assert only_first & only_second == only_first & both == only_second & both == 0


@given(board=boards(), first=st.sampled_from(sorted(LAYERS)), second=st.sampled_from(sorted(LAYERS)))
def test_a_difference_is_the_same_as_layers_as_arrays_and_as_formulas(board: Board, first: str, second: str) -> None:
    layers = difference_layers(LAYERS[first], LAYERS[second])
    for side, array in zip(board.sides(), array_sides([board]), strict=True):
        found = [layer(side) for layer in layers]
        assert [parse(layer.formula).evaluate(side) for layer in layers] == found
        assert [masks_list(layer(array)) for layer in layers] == [[mask] for mask in found]
        if LAYERS[first].turns and LAYERS[second].turns:
            assert tuple(found) == difference(LAYERS[first](side), LAYERS[second](side))
        assert all(0 <= mask <= BOARD for mask in found)


def test_a_pasted_mask_is_compared_like_a_layer() -> None:
    mask = parse_squares("e3 e4 e5 h8")
    pasted = mask_layer(mask)
    white, _ = Position.from_fen("8/8/8/8/8/8/4P3/8").sides()
    layers = difference_layers(LAYERS["front_spans"], pasted)
    assert [square_names(layer(white)) for layer in layers] == ["e6 e7 e8", "h8", "e3 e4 e5"]
    assert layers[0].formula == "front_spans(own) - 0x8000001010100000"
    assert pasted.identifier == PASTED
    assert pasted.definition == "A mask from elsewhere with 4 squares."
    assert mask_layer(1).definition.endswith("with 1 square.")
    board = Board.of("8/8/8/8/8/8/4P3/8")
    assert masks_list(pasted(array_sides([board])[0])) == [mask]


def test_a_set_of_files_is_compared_by_its_whole_files() -> None:
    white, _ = Position.from_fen("8/8/8/8/8/8/PP6/8").sides()
    only_first, only_second, both = difference_layers(LAYERS["filesets"], LAYERS["isolated_files"])
    assert only_first(white) == FILES[0] | FILES[1]
    assert (only_second(white), both(white)) == (0, 0)
    assert only_first.formula == "file_fill(filesets(own)) - isolated_files(own)"


def test_a_layer_of_no_registry_is_compared_by_a_rule_in_words() -> None:
    own = LAYERS["stops"]._replace(identifier="of_my_own", title="Of my own")
    layers = difference_layers(LAYERS["telestops"], own)
    assert [layer.formula for layer in layers] == ["", "", ""]
    assert layers[0].rule == "Squares of Telestops that are not of Of my own."
    impostor = LAYERS["stops"]._replace(compute=LAYERS["pawns"].compute)
    assert difference_layers(LAYERS["telestops"], impostor)[0].formula == ""


# Disputed terms


def test_rows_of_a_term_name_each_pawn_that_a_definition_holds() -> None:
    rows = variant_rows(DISPUTED_TERMS["backward"], RAMMED.sides())
    assert rows[0] == VariantRow(True, parse_square("f5"), (True, False, True, True, False))
    assert rows[-1] == VariantRow(False, parse_square("g7"), (True,) * 5)
    assert (rows[0].is_disputed, rows[-1].is_disputed) == (True, False)
    assert [row.white for row in rows] == sorted((row.white for row in rows), reverse=True)


@pytest.mark.parametrize("term", DISPUTED_TERMS.values(), ids=list(DISPUTED_TERMS))
@given(board=boards())
def test_rows_hold_what_the_layers_hold(term: DisputedTerm, board: Board) -> None:
    rows = variant_rows(term, board.sides())
    for place, variant in enumerate(term.variants):
        for side in board.sides():
            held = [row.square for row in rows if row.white == side.color and row.holds[place]]
            assert held == [square for square in range(64) if LAYERS[variant.layer](side) >> square & 1]
    assert all(any(row.holds) for row in rows)
    assert not VariantRow(True, 0, (True, True)).is_disputed


@pytest.mark.parametrize(
    ("mask", "expected", "parts"),
    [
        ("e4 d5", "e4 c3", {"Given mask": "e4 d5", "Missing from the mask": "c3", "Surplus in the mask": "d5"}),
        ("e4", "e4 h8", {"Given mask": "e4", "Missing from the mask": "h8"}),
        ("a1 e4", "e4", {"Given mask": "a1 e4", "Surplus in the mask": "a1"}),
        ("e4", "e4", {"Given mask": "e4"}),
    ],
)
def test_a_mask_from_elsewhere_stands_beside_what_it_lacks_and_what_it_has_beyond(
    mask: str, expected: str, parts: dict[str, str]
) -> None:
    layers = beside_mask(parse_squares(mask), parse_squares(expected))
    assert len({layer.identifier for layer in layers}) == len({layer.mark for layer in layers}) == len(layers)
    for side in RAMMED.sides():
        assert {layer.title: square_names(layer(side)) for layer in layers} == {
            title: square_names(parse_squares(squares)) for title, squares in parts.items()
        }


def test_only_the_marks_of_the_pointed_layer_and_side_keep_their_opacity() -> None:
    names = ("stops", "front_spans", "closed_files")
    shown = tuple(ShownLayer(LAYERS[name], Style(LAYERS[name].mark, opacity=0.8)) for name in names)
    picture = faded_around(make_picture(START, Look(shown)), "stops", white=True, black=False)
    marks = [mark for cell in picture.cells for mark in cell.marks]
    assert {mark.opacity for mark in marks if mark.layer == "stops" and mark.white} == {0.8}
    others = {mark.opacity for mark in marks if mark.layer != "stops" or not mark.white}
    assert others == {strip.opacity for strip in picture.strips} == {0.8 * OTHERS_SHARE}


DIALOG = (BOARD_CONTENTS, (Content.SHEET,), (Content.ANIMATION,))


@pytest.mark.parametrize("each", FORMATS, ids=lambda each: f"{each.content.value}-{each.name}")
def test_each_format_has_options_that_there_are(each: Format) -> None:
    assert set(each.options) <= OPTIONS
    assert each.filter.endswith(f"(*.{each.name})")


def test_an_ending_stands_for_one_format_of_a_page() -> None:
    for contents in DIALOG:
        offered = [each for each in FORMATS if each.content in contents]
        assert list(formats_of(*contents).values()) == offered
        assert all(format_of(f"/folder/a.b{each.ending.upper()}", *contents) is each for each in offered)


@pytest.mark.parametrize("name", ["a.bmp", "a", ".png", "", "a.png/b"])
def test_another_ending_is_refused_with_all_that_would_be_right(name: str) -> None:
    with pytest.raises(ValueError, match=r"^the name of a picture ends in \.png, \.svg, .* or \.json, not "):
        format_of(name, *BOARD_CONTENTS)


def test_every_format_can_be_kept_as_the_last_choice() -> None:
    for part, contents in (("picture", BOARD_CONTENTS), ("animation", (Content.ANIMATION,))):
        for name in formats_of(*contents):
            assert getattr(converted({part: {"kind": name}}, ExportChoices), part).kind == name
    with pytest.raises(ValueError, match=r"^it\.picture\.kind must be “png”, “svg”, “pdf”"):
        converted({"picture": {"kind": "bmp"}}, ExportChoices)


BEFORE = Position.from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
AFTER = Position.from_fen("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1")


def test_a_preview_has_the_pieces_afterwards_its_own_arrows_and_marks() -> None:
    look = Look(shown("stops"))
    marks = (
        ChangeMark(Style(bar("notched"), "#123456", opacity=0.5), True, parse_squares("d3 f3"), GAINED),
        ChangeMark(Style(badge("B")), False, parse_squares("e4"), LOST),
    )
    arrow = Arrow(12, 28, True, is_push=True)
    picture = picture_of_preview(make_picture(BEFORE, look), make_picture(AFTER, look), marks, (arrow,))
    assert picture.cells[parse_square("e4")].piece == "P"
    assert picture.cells[parse_square("e2")].piece == ""
    assert picture.arrows == (arrow,)
    assert not picture.position.white_to_move
    (mark,) = picture.cells[parse_square("d3")].marks
    assert (mark.mark, mark.white, mark.color, mark.opacity, mark.change) == (
        bar("notched"),
        True,
        "#123456",
        0.5,
        GAINED,
    )
    assert [(each.mark, each.white, each.change) for each in picture.cells[parse_square("e4")].marks] == [
        (badge("B"), False, LOST)
    ]
    stops = {square: picture.cells[parse_square(square)].marks[0].change for square in ("e3", "e5")}
    assert stops == {"e3": LOST, "e5": GAINED}


def test_a_mark_that_a_shown_layer_has_there_anyway_is_there_once() -> None:
    look = Look(shown("passed_pawns"))
    marks = (ChangeMark(Style(LAYERS["passed_pawns"].mark), True, parse_squares("e4"), GAINED),)
    picture = picture_of_preview(make_picture(BEFORE, look), make_picture(AFTER, look), marks, ())
    assert len(picture.cells[parse_square("e4")].marks) == 1


ISOLATED = Position.from_fen("r1bq1rk1/pp3ppp/2n1pn2/8/1b1P4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9")


def line_of(moves: str) -> MoveLine:
    return main_line(read_game(next(cut([f"{moves} *\n".encode()]))).game)


def test_a_caption_says_what_it_is_asked_for() -> None:
    named, unnamed = SheetPosition(ISOLATED, "Tal"), SheetPosition(ISOLATED)
    assert caption_of(named, 3, "title") == "3 · Tal"
    assert caption_of(unnamed, 3, "title") == "3 · Black to move"
    assert caption_of(named, 3, "structure").startswith("3 · Isolated queen's pawn")
    assert caption_of(SheetPosition(EMPTY), 1, "structure") == "1 · White to move"
    assert caption_of(named, 12, "number") == "12"
    assert caption_of(named, 3, "none") == ""


def test_positions_of_a_game_are_called_by_the_move_before_them() -> None:
    line = line_of("1. e4 e5 2. Nf3")
    assert [entry.title for entry in game_positions(line, range(9))] == [
        "",
        "After 1.e4",
        "After 1...e5",
        "After 2.Nf3",
    ]
    assert [entry.title for entry in game_positions(line, (0, 3), "A – B")] == ["A – B", "A – B: after 2.Nf3"]
    assert game_positions(line, (-1, 4)) == []


def test_unknown_players_are_not_named() -> None:
    assert players_of({"White": "Anna", "Black": "?"}) == "Anna – ?"
    assert players_of({"White": "?", "Black": "?"}) == players_of({}) == ""
    assert players_of({"Event": "Own study: Chapter 1", "White": " "}) == "Chapter 1"


@pytest.mark.parametrize(
    ("count", "upright"), [(1, (1, 1)), (2, (1, 2)), (3, (2, 2)), (4, (2, 2)), (5, (2, 3)), (6, (2, 3)), (2000, (2, 3))]
)
def test_a_grid_fits_the_number_of_positions(count: int, upright: tuple[int, int]) -> None:
    assert fitting_grid(count, landscape=False) == upright
    assert fitting_grid(count, landscape=True) == upright[::-1]


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


# Differences in words

E4, D5 = parse_squares("e4"), parse_squares("d5")


@pytest.mark.parametrize(
    ("parts", "sides", "expected"),
    [
        (((E4, D5), (D5, 0), (0, 0)), (True, True), "They differ for White on 2 squares, for Black on 1 square."),
        (((E4, D5), (D5, 0), (0, 0)), (False, True), "They differ for Black on 1 square."),
        (((E4, 0), (0, 0), (0, D5)), (False, True), "No difference in this position."),
        (((E4, 0), (0, 0), (0, 0)), (False, True), "Neither holds a square in this position."),
    ],
)
def test_the_verdict_is_of_the_sides_that_are_compared(
    parts: tuple[tuple[int, int], ...], sides: tuple[bool, bool], expected: str
) -> None:
    assert verdict_text(parts, sides) == expected


def test_a_part_has_a_line_for_each_side_that_is_compared() -> None:
    assert part_text((E4 | D5, 0), (True, True)) == "White 2 squares: e4 d5\nBlack 0 squares"
    assert part_text((E4 | D5, 0), (False, True)) == "Black 0 squares"


def test_a_mask_is_compared_with_a_layer_or_the_layer_is_counted() -> None:
    assert comparison_text(None, E4, "Stops of White") == "Stops of White: 1 square."
    assert comparison_text(E4, E4, "Stops of White") == "Equal to Stops of White."
    assert comparison_text(D5, E4, "Stops of White") == "Differs from Stops of White.\nMissing: e4\nSurplus: d5"
