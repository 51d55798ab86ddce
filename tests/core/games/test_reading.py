from __future__ import annotations

import io
import time
from collections.abc import Callable

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.position import Position
from pawnviz.core.games.annotations import MOST_DRAWINGS, drawings_of
from pawnviz.core.games.pgn import MOST_PROBLEMS, read_game, written_moves
from pawnviz.core.games.tree import (
    TypedMoveError,
    line_to,
    main_line,
    moves_between,
    split_glyph,
    typed_move,
)
from tests.core.games.sample import MASTERS, line_of, random_game, read, texts_of

HEAD = '[Event "a"]\n[Result "*"]\n\n'


def problems(moves: str, head: str = HEAD) -> list[tuple[int, str]]:
    """Return what is wrong with moves, whose first line is the fourth one of the file."""
    return [(problem.line, problem.text) for problem in read(f"{head}{moves}").problems]


def played(moves: str) -> str:
    """Return the moves that could be played, with their variations, as python-chess writes them."""
    return str(read(f"{HEAD}{moves}").game.accept(chess.pgn.StringExporter(headers=False, columns=None)))


def test_real_games_are_read_as_python_chess_reads_them() -> None:
    for text in texts_of(MASTERS.read_bytes()):
        game = read_game(text)
        assert game.problems == ()
        other = chess.pgn.read_game(io.StringIO(text.data.decode()))
        assert other is not None
        assert list(game.game.mainline_moves()) == list(other.mainline_moves())
        assert dict(game.game.headers) == {name: value.strip() for name, value in other.headers.items()}


@pytest.mark.parametrize("seed", range(4))
def test_a_game_with_everything_is_read_as_it_was_written(seed: int) -> None:
    game = random_game(seed)
    found = read(str(game))
    assert found.problems == ()
    assert str(found.game) == str(game)


def test_comments_variations_and_glyphs_stay_where_they_are() -> None:
    moves = "{a} 1. e4! {b} ({c} 1. d4 {d} d5 (1... Nf6 {e}) 2. c4?!) ({f} 1. c4) {g} 1... e5 $10 ;h\n2. Nf3 -- *"
    assert played(moves) == (
        "{ a } 1. e4 $1 { b g } ( { c } 1. d4 { d } 1... d5 ( 1... Nf6 { e } ) 2. c4 $6 ) "
        "( { f } 1. c4 ) 1... e5 $10 { h } 2. Nf3 -- *"
    )


def test_moves_are_read_as_people_write_them() -> None:
    assert played("1.e4 e5 2.Ng1f3 Nb8c6 3.f1b5 a7a6 4.b5xc6 d7xc6 5.0-0 *") == (
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *"
    )
    head = '[FEN "4k3/P6p/8/2pP4/8/8/8/4K3 w - c6 0 9"]\n\n'
    game = read(f"{head}9. dxc6e.p. h5 10. a8Q+ Kf7 11. Qb7+ *")
    assert game.problems == ()
    assert [move.uci() for move in game.game.mainline_moves()] == ["d5c6", "h7h5", "a7a8q", "e8f7", "a8b7"]


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("1. e4 e5\n2. Nf9 Nc6 *", [(5, "'Nf9' is no move")]),
        ("1. e4 e5\n2. Nd4 Nc6 *", [(5, "2. Nd4 is not legal here")]),
        ("1. Nf3 d5 2. d4 e5\n3. Nd2 *", [(5, "3. Nd2 is ambiguous: several pieces can move there")]),
        ("1. e4 \0 e5 *", [(4, "'\\x00' is no move")]),
        ("1. e4 e5\n{open\n2. Nf3 *", [(5, "a comment is not closed"), (6, "the moves end without a result")]),
        ("1. e4 e5\n(1... c5 *", [(5, "a variation is not closed"), (5, "the moves end without a result")]),
        ("1. e4 e5 )\n*", [(4, "a parenthesis is closed that was not opened")]),
        ("(1. e4) 1. d4 *", [(4, "a variation stands before the first move")]),
        ("1. e4 e5\n3. Nf3 Nc6 5. Bc4 *", [(5, "move 2 has the number 3")]),
        ("1. e4 e5\n\n", [(4, "the moves end without a result")]),
        ("1. e4 e5\n1-0", [(5, "the moves end with 1-0, the tag Result says '*'")]),
        ("1. e4 (1. d9 d5) e5 *", [(4, "'d9' is no move")]),
        ("1. e4 e5 * 2. d4", [(4, "'d4' stands after the result")]),
    ],
)
def test_what_is_wrong_is_named_with_its_line(moves: str, expected: list[tuple[int, str]]) -> None:
    assert problems(moves) == expected


def test_what_stands_before_a_fault_is_kept() -> None:
    assert played("1. e4 e5 2. Nf3 {good} Nf9 (2... d6 3. d4) 3. Bc4 *") == "1. e4 e5 2. Nf3 { good } *"
    assert played("1. e4 (1. d9 d5 (1... c5) 2. c4) (1. c4) e5 *") == "1. e4 ( 1. c4 ) 1... e5 *"


@pytest.mark.parametrize(
    ("moves", "expected", "words"),
    [
        ("1. e4 \0 e5 2. Nf3 *", "1. e4 e5 2. Nf3 *", "'\\x00' is no move"),
        ("1. e4 \0e5 2.\x1b Nf3 *", "1. e4 e5 2. Nf3 *", "'\\x00' is no move"),
        ("1. e4 $9999999999 e5 2. Nf3 *", "1. e4 { $9999999999 } 1... e5 2. Nf3 *", "'$9999999999' is no glyph"),
        ("1. e4 $ e5 $x 2. Nf3 $1a *", "1. e4 { $ } 1... e5 { $x } 2. Nf3 { $1a } *", "'$' is no glyph"),
        ("1. e4 & e5 *", "1. e4 { & } 1... e5 *", "'&' is no move; it stays as a comment"),
        ("1. e4 \u041af6 *", "1. e4 *", "is no move"),
    ],
)
def test_signs_that_are_no_moves_stay_as_comments_if_they_can_be_printed(moves: str, expected: str, words: str) -> None:
    assert played(moves) == expected
    assert words in problems(moves)[0][1]


def test_what_typographers_set_is_read() -> None:
    moves = "1.\xa0e2\u2013e4 e5\u200b 2.\u202fNf3\xa0Nc6 3. Bc4 Bc5 4\u2026 O\u2013O Nf6 \xbd\u2013\xbd"
    head = '[Result "\xbd-\xbd"]\n\n'
    game = read(f"{head}{moves}")
    assert [problem.text for problem in game.problems] == []
    assert game.game.headers["Result"] == "1/2-1/2"
    assert [move.uci() for move in game.game.mainline_moves()][-2:] == ["e1g1", "g8f6"]
    for text, result in (("1\u20130", "1-0"), ("0\u22121", "0-1"), ("\xbd", "1/2-1/2"), ("1/2\u20141/2", "1/2-1/2")):
        assert read(f"1. e4 {text}").game.headers["Result"] == result


def test_a_game_in_windows_1252_with_a_draw_of_halves_is_read() -> None:
    game = read("1.\xa0e4\xa0e5 \xbd-\xbd".encode("cp1252"))
    assert game.problems == () and game.game.headers["Result"] == "1/2-1/2"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("moves", "limit", "count"),
    [
        ("1. e4 " + "(" * 1_000_000, "1,000 variations in each other", 1),
        ("1. e4 e5 " + "(1... e5 " * 2_000, "1,000 variations in each other", 2),
        ("Nf3 Nf6 Ng1 Ng8 " * 1_000, "1,000 moves", 1_000),
        ("1. e4 " + "(e4) " * 60_000, "10,000 moves", 1),
        ("1. e4 " + "\n; a comment\n)" + " " * 10 + "{}" * 1_100_000, "2 MB", 1),
        ("1. e4 " + "! " * 280_000, "512 KB of moves", 1),
    ],
)
def test_what_is_read_of_a_game_is_limited(moves: str, limit: str, count: int) -> None:
    start = time.process_time()
    game = read(f"{HEAD}{moves}")
    assert time.process_time() - start < 10
    assert [problem for problem in game.problems if limit in problem.text and "left out" in problem.text]
    assert len(list(game.game.mainline_moves())) == count


def test_tags_are_read_after_empty_lines_with_quotes_inside_and_without_utf_8() -> None:
    head = '[Event "a \\"b\\" c"]\n\n\n[White "the "best" one"]\n\n[Black "J\xfcrgen"]\n[Round 4]\n\n1. e4 *'
    game = read(head.encode("cp1252"))
    assert game.game.headers["Event"] == 'a "b" c'
    assert game.game.headers["White"] == 'the "best" one'
    assert game.game.headers["Black"] == "J\xfcrgen"
    assert game.problems == ((7, 'a tag has the form [Name "value"]'),)


def test_the_first_position_is_the_one_of_the_tags() -> None:
    assert problems("1. e4 *", '[FEN "8/8"]\n\n')[0][1].startswith("the tag FEN is wrong: ")
    assert problems("1. e4 *", '[Variant "Atomic"]\n\n') == [
        (1, "the game is 'Atomic', not chess; the moves are left out")
    ]
    assert "needs a tag FEN" in problems("1. e4 *", '[Variant "Chess960"]\n\n')[0][1]
    fen = "nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w KQkq - 0 1"
    game = read(f'[Variant "Chess960"]\n[FEN "{fen}"]\n\n1. g3 g6 2. f3 f6 3. Bf2 Bf7 4. O-O-O *')
    assert [problem.text for problem in game.problems] == ["4. O-O-O is not legal here"]
    assert game.game.board().chess960


def test_tags_of_more_than_the_limit_are_left_out_and_the_moves_are_read() -> None:
    game = read('[Event "a"]\n' + '[A "b"]\n' * 100_000 + '[White "c"]\n\n1. e4 *')
    assert game.problems == ((1, "the tags take more than 64 KB; the rest of them is left out"),)
    assert len(list(game.game.mainline_moves())) == 1 and "c" not in game.game.headers.values()


def test_a_game_of_nothing_but_faults_names_some_of_them() -> None:
    assert len(problems("1. e4 " + ") " * 1000)) == MOST_PROBLEMS


@given(st.text('[]{}();$%<>!?. \n*10-/2ORNaeh48x=+#"\\\0\xe9', max_size=200))
def test_no_text_raises(moves: str) -> None:
    for text in texts_of(f"{HEAD}1. e4 e5 {moves}".encode()):
        read_game(text)


@pytest.mark.usefixtures("no_garbage_collection")
@pytest.mark.parametrize(
    "make",
    [
        lambda count: "1. e4 {" + "a " * 20 * count + "} *",
        lambda count: "1. e4 " + "{a} " * count + "*",
        lambda count: "1. e4 " + "(1. d4) " * count + "*",
        lambda count: "1. e4 " + "(1. d4 " * count + ")" * count + "*",
        lambda count: "1. Nf3 " + "(1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 " * (count // 4) + "*",
        lambda count: "1. Nf3 Nf6 " + "Ng1 (Ng5) Ng8 Nf3 Nf6 " * (count // 4) + "*",
        lambda count: '*\n\n[Event "' + "x " * 20 * count + '"]\n\n*',
        lambda count: '*\n\n[Event "' + '" ] ' * 20 * count + '"\n\n*',
        lambda count: "1. e4 " + "1" * 20 * count,
        lambda count: "1. e4 1" + "\n" * 20 * count,
        lambda count: "<" * 20 * count,
        lambda count: "< " * 20 * count,
        lambda count: "1. e4 " + "{}" * 10 * count,
        lambda count: "1. e4 " + "\n" * 20 * count + "}",
        lambda count: "(" * count,
    ],
    ids=range(15),
)
def test_the_time_is_linear(make: Callable[[int], str]) -> None:
    def seconds(count: int) -> float:
        (*_, text) = texts_of(f"{HEAD}{make(count)}".encode())
        times = []
        for _ in range(2):
            start = time.process_time()
            read_game(text)
            times.append(time.process_time() - start)
        return min(times)

    # A quadratic one would take sixteen times as long.
    assert seconds(1000) < 8 * seconds(250) + 0.02


def test_the_first_of_two_results_counts_and_the_other_one_is_named() -> None:
    found = read("0-1 (time)\n\n1. e4 e5 1-0\n")
    assert (found.result, found.game.headers["Result"]) == ("0-1", "0-1")
    assert any(problem.text == "'1-0' stands after the result" for problem in found.problems)
    twice = read("1. e4 1-0 1-0\n")
    assert (twice.result, twice.problems) == ("1-0", ())


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (
            "1. e4 e5 2. Nf3+- Nc6 3. Bb5 a6= 4. Ba4 Nf6N 5. O-O+=",
            "1. e4 e5 2. Nf3 $18 Nc6 3. Bb5 a6 $10 4. Ba4 Nf6 $146 5. O-O $14",
        ),
        ("1. e4 e5 2. Bc4 Nc6 3. Bxf7++ Kxf7", "1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7"),
        ("1. e4 d5 2. e5 f5= 3. exf6ep Nxf6D", "1. e4 d5 2. e5 f5 $10 3. exf6 Nxf6 $220"),
        ("1. e4 d5 2. e5 f5 3. exf6e.p.! *", "1. e4 d5 2. e5 f5 3. exf6 $1"),
        ("1. f4 e5 2. g4 Qh4mate", "1. f4 e5 2. g4 Qh4#"),
        ("1. f4 e5 2. g4 Qh4#-+", "1. f4 e5 2. g4 Qh4# $19"),
        ("1. e4 e5 2. Bc4 Nc6 3. Bxf7ch Kxf7 dbl ch", "1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7"),
        ("1. e4 e5 2. Bc4 Nc6 3. Bxf7+= Kxf7+/-", "1. e4 e5 2. Bc4 Nc6 3. Bxf7+ $10 Kxf7 $16"),
        ("1. e4 e5 2. Ke2=/\u221e Ke7\u2206!", "1. e4 e5 2. Ke2 $44 Ke7 $1 $140"),
        ("1. e4 \xb1\u2192 e5 2. Nf3 +/=N Nc6??\u2192", "1. e4 $16 $40 e5 2. Nf3 $14 $146 Nc6 $4 $40"),
        (
            "1. e4\u203c e5\u2049\ufe0f 2. Nf3 \u21c4 Nc6 \u2295\u2313 $6$14",
            "1. e4 $3 e5 $5 2. Nf3 $132 Nc6 $6 $14 $138 $142",
        ),
        ("1. e4 e5 2. \u2658f3\xb1 \u265ec6 3. \u2657b5 a6", "1. e4 e5 2. Nf3 $16 Nc6 3. Bb5 a6"),
    ],
)
def test_signs_that_are_glued_to_moves_and_to_each_other_are_read(moves: str, expected: str) -> None:
    assert played(f"{moves.removesuffix(' *')} *") == f"{expected} *"
    assert problems(f"{moves.removesuffix(' *')} *") == []


@pytest.mark.parametrize(
    "word", ["Nf3g5", "Nf3Q", "Nf3+-7", "O-O-O", "O-O-O-O", "f4=Q", "f4=N", "Nf3-O", "f3f", "Nf3O-O"]
)
def test_what_is_no_move_with_signs_stays_illegal(word: str) -> None:
    assert played(f"1. e4 e5 2. {word} Nc6 *") == "1. e4 e5 *"
    assert len(problems(f"1. e4 e5 2. {word} Nc6 *")) == 1


@pytest.mark.parametrize(
    ("word", "promoted"),
    [("c8(N)", "N"), ("c8/R", "R"), ("c8N", "N"), ("c8=Q+-", "Q"), ("cxd8(B)", "B"), ("c8\u265b", "Q")],
)
def test_promotions_are_read_as_people_write_them(word: str, promoted: str) -> None:
    game = read(f'[FEN "3n2k1/2P5/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. {word} *')
    assert game.problems == () and f"={promoted}" in game.game.variations[0].san()


def test_what_is_unknown_in_a_chain_of_glyphs_is_reported_and_kept_on_saving() -> None:
    game = read(f"{HEAD}1. e4 \xb1\u2297\u2192 e5 (! 1... c5) *")
    assert [problem.text for problem in game.problems] == [
        "'!' is no glyph; it stays as a comment",
        "'\\u2297' is no glyph; it stays as a comment",
    ]
    written = written_moves(game.game)
    assert written == "1. e4 $16 $40 { \u2297 } 1... e5 ({ ! } 1... c5) *\n"
    assert problems(written) == []


def test_a_move_in_letters_of_another_language_is_named_with_it() -> None:
    assert problems("1. e4 e5 2. Sf3 Sc6 3. Lb5 *")[0][1] == "'Sf3' is no move; in German or Scandinavian it is Nf3"
    assert problems("1. e4 e5 2. Cf3 Cc6 3. Fb5 *")[0][1].endswith("in French it is Nf3")
    assert problems("1. e4 e5 2. \u041af3 *")[0][1].endswith("in Russian it is Nf3")
    assert problems("1. e4 e5 2. Sf4 *")[0][1] == "'Sf4' is no move"


def test_castling_of_chess960_needs_its_tag() -> None:
    fen = '[FEN "6kr/8/8/8/8/8/8/4K2R b Kk - 0 1"]\n'
    assert problems("1... O-O *", f"{fen}\n")[0][1] == "1... O-O is not legal here"
    assert problems("1... O-O *", f'{fen}[Variant "Chess960"]\n\n') == []


def test_a_fen_that_is_not_set_up_does_not_count_and_orthodox_is_chess() -> None:
    assert problems("1. e4 e5 *", '[FEN "6kr/8/8/8/8/8/8/4K2R b - - 0 1"]\n[SetUp "0"]\n[Variant "Orthodox"]\n\n') == []


def test_tags_that_end_without_an_empty_line_are_reported() -> None:
    assert problems("", '[Event "a"]\n[Result "1-0"]\n') == [
        (2, "the game is cut behind its tags: no empty line follows")
    ]


@pytest.mark.parametrize("seed", range(6))
def test_a_line_goes_through_the_positions_of_python_chess(seed: int) -> None:
    game = random_game(seed)
    line = main_line(game)
    board = game.board()
    assert line.positions[0].fen() == board.fen()
    for move, played, position in zip(game.mainline_moves(), line.moves, line.positions[1:], strict=True):
        assert (played.san, played.number, played.white) == (board.san(move), board.fullmove_number, board.turn)
        assert (played.source, played.target) == (move.from_square, move.to_square)
        before = board.copy()
        board.push(move)
        assert position == Position.from_fen(board.fen())
        gone = before.occupied_co[not before.turn] & ~board.occupied_co[not before.turn]
        assert gone == (0 if played.captured is None else 1 << played.captured)


def test_a_variation_is_a_line_too() -> None:
    game = read("1. e4 e5 (1... c5 2. Nf3) 2. Bc4 *").game
    sicilian = game.variations[0].variations[1]
    assert [move.text for move in line_to(sicilian.variations[0]).moves] == ["1.e4", "1...c5", "2.Nf3"]
    assert [move.text for move in main_line(game).moves] == ["1.e4", "1...e5", "2.Bc4"]


def test_en_passant_promotion_and_null_moves_are_told_apart() -> None:
    line = line_of("9. dxc6 -- 10. a8=N *", "4k3/P6p/8/2pP4/8/8/8/4K3 w - c6 0 9")
    capture, nothing, promotion = line.moves
    assert capture.captured == chess.C5 and capture.target == chess.C6
    assert nothing.source == nothing.target and nothing.captured is None
    assert (promotion.promotion, promotion.captured) == ("N", None)


def test_the_en_passant_square_is_kept_only_where_a_capture_is_legal() -> None:
    assert line_of("1. e4 *").positions[1].en_passant is None
    assert line_of("1. e4 d5 2. e5 f5 *").positions[4].en_passant == chess.F6


def test_the_clocks_of_a_game_stop_at_the_highest_ones() -> None:
    fen = "4k3/8/8/8/8/8/8/4K3 w - - 9998 9999"
    line = main_line(read(f'[FEN "{fen}"]\n\n9999. Ke2 Ke7 Ke1 Ke8 *').game)
    assert [position.fen().split()[4:] for position in line.positions[1:]] == [["9999", "9999"]] * 4


CASTLING = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("fen", "text", "move"),
    [
        (chess.STARTING_FEN, "Nf3", "g1f3"),
        (chess.STARTING_FEN, "1. e4", "e2e4"),
        (chess.STARTING_FEN, "12...nf3", "g1f3"),
        (chess.STARTING_FEN, "g1f3", "g1f3"),
        (CASTLING, "0-0", "e1g1"),
        (CASTLING, "3. o-o-o", "e1c1"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N", "a7a8n"),
        ("4k3/8/8/8/8/2p5/1P6/2B1K3 w - - 0 1", "bxc3", "b2c3"),
        ("4k3/8/8/8/8/2p5/8/B3K3 w - - 0 1", "bxc3", "a1c3"),
    ],
)
def test_moves_are_typed_as_people_type_them(fen: str, text: str, move: str) -> None:
    assert typed_move(chess.Board(fen), text).uci() == move


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Type a move such as Nf3"),
        ("7.", "Type a move such as Nf3"),
        ("Nf9", "'Nf9' is no move"),
        ("Nd4", "Nd4 is not legal here"),
        ("a5", "a5 is not legal here"),
        ("Nd2", "Nd2 is ambiguous: Nbd2 or Nfd2"),
        ("é", "'\\xe9' is no move"),
    ],
)
def test_what_cannot_be_played_is_named(text: str, reason: str) -> None:
    board = chess.Board()
    for san in ("d4", "d5", "Nf3", "e6"):
        board.push_san(san)
    with pytest.raises(TypedMoveError) as error:
        typed_move(board, text)
    assert str(error.value) == reason


def test_moves_go_from_a_square_to_another() -> None:
    def found(fen: str, source: str, target: str) -> list[str]:
        board = chess.Board(fen, chess960=True)
        board.chess960 = board.has_chess960_castling_rights()
        return [move.uci() for move in moves_between(board, chess.parse_square(source), chess.parse_square(target))]

    assert found(chess.STARTING_FEN, "e2", "e4") == ["e2e4"]
    assert found(chess.STARTING_FEN, "e2", "e5") == []
    assert found("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7", "a8") == ["a7a8q", "a7a8r", "a7a8b", "a7a8n"]
    assert found(CASTLING, "e1", "g1") == found(CASTLING, "e1", "h1") == ["e1g1"]
    assert found(CASTLING, "e1", "c1") == found(CASTLING, "e1", "a1") == ["e1c1"]
    assert found(CASTLING, "e1", "f1") == ["e1f1"]
    other = "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1"
    assert found(other, "f1", "g1") == ["f1g1"]
    assert found(other, "f1", "c1") == ["f1b1"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Nf3", ("Nf3", None)),
        ("Nf3!?", ("Nf3", 5)),
        ("2.Nf3??", ("2.Nf3", 4)),
        ("Qh5+!", ("Qh5+", 1)),
        ("!?", ("", 5)),
        ("+-", ("", 18)),
        ("e4!!!", ("e4!!!", None)),
        ("!!!", ("!!!", None)),
        ("a8=", ("a8=", None)),
    ],
)
def test_a_typed_word_is_a_move_a_glyph_or_both(text: str, parts: tuple[str, int | None]) -> None:
    assert split_glyph(text) == parts


def test_drawings_behind_very_many_are_not_read() -> None:
    many = ",".join(["Ga1"] * (MOST_DRAWINGS - 1))
    assert drawings_of(f"[%csl {many}][%cal Ra1h8,Ra1h7]") == {(0, 0): "G", (0, 63): "R"}
