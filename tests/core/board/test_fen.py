from __future__ import annotations

import time
from dataclasses import replace

import chess
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pawnviz.core.board.arrays import boards_of, read_fens
from pawnviz.core.board.bitboard import RANKS, parse_squares
from pawnviz.core.board.fen import FenError, fen_span
from pawnviz.core.board.position import EMPTY, START, Position
from tests.fuzz.fen import TEXTS, check
from tests.positions import chess960_games, positions

CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
SAMPLE = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"


def error(text: str) -> FenError:
    """Return the error that reading a text gives."""
    with pytest.raises(FenError) as caught:
        Position.from_fen(text)
    return caught.value


# Reading


def test_the_start_position_is_read_and_written_as_it_is() -> None:
    assert START.fen() == chess.STARTING_FEN
    assert START.pawns == RANKS[1] | RANKS[6]
    assert START.castling == parse_squares("a1 h1 a8 h8")
    assert START.white_to_move and START.en_passant is None
    assert (START.halfmove_clock, START.fullmove_number) == (0, 1)


@pytest.mark.parametrize("field_count", range(1, 7))
def test_fields_that_are_missing_get_their_defaults(field_count: int) -> None:
    given_fields = ["8/8/8/3p4/4P3/8/8/R3K3", "b", "Q", "e3", "7", "30"]
    defaults = ["8/8/8/3p4/4P3/8/8/R3K3", "w", "-", "-", "0", "1"]
    read = Position.from_fen(" ".join(given_fields[:field_count]))
    assert read.fen() == " ".join(given_fields[:field_count] + defaults[field_count:])


def test_white_space_around_and_between_the_fields_does_not_matter() -> None:
    assert Position.from_fen("\n \t" + SAMPLE.replace(" ", "  \t ") + " \r\n") == Position.from_fen(SAMPLE)


def test_fullmove_number_0_is_read_as_1() -> None:
    assert Position.from_fen("8/8/8/8/8/8/8/8 w - - 0 0") == EMPTY


@pytest.mark.parametrize("zeros", [4301, 9000])
def test_a_clock_may_begin_with_more_zeros_than_python_reads(zeros: int) -> None:
    position = Position.from_fen(f"8/8/8/8/8/8/8/8 w - - {'0' * zeros}7 1")
    assert position.halfmove_clock == 7
    assert Position.from_fen(f"8/8/8/8/8/8/8/8 w - - 0 {'0' * zeros}").fullmove_number == 1


@pytest.mark.parametrize(
    ("operations", "clocks"),
    [
        ('bm f5; id "STS; 1"; c0 "f5=100";', (0, 1)),
        ("hmvc 12; fmvn 40;", (12, 40)),
        ("bm Kf1;fmvn 40;hmvc 12;", (12, 40)),
        ('id "; hmvc 99;"; hmvc 12; fmvn 0;', (12, 1)),
        ("noop;", (0, 1)),
    ],
)
def test_an_epd_line_is_read_with_its_clocks(operations: str, clocks: tuple[int, int]) -> None:
    read = Position.from_fen(f"8/8/8/8/8/8/8/K1k5 b - - {operations}")
    assert (read.halfmove_clock, read.fullmove_number) == clocks
    assert not read.white_to_move


def test_operations_may_follow_all_six_fields() -> None:
    assert Position.from_fen(f"{SAMPLE} bm a4; fmvn 9;") == replace(Position.from_fen(SAMPLE), fullmove_number=9)


PAWNS = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8"


@pytest.mark.parametrize(
    "rest",
    [
        "b - - 0 1 ;D1 20 ;D2 400",
        "b - -;D1 20",
        "b - -; bm Rb2;",
        "b - - 0 1; bm Rb2;",
        "b - - bm Rb2",
        "b - - 0 1 bm Rb2",
        'b - - am Rb2; id "last, without; a semicolon"',
        "b - - - - bm Rb2;",
        "b - - 0 - ;D1 20",
        "b - - 0 1;",
    ],
)
def test_operations_begin_with_a_semicolon_too_and_the_last_one_needs_none(rest: str) -> None:
    assert Position.from_fen(f"{PAWNS} {rest}").fen() == f"{PAWNS} b - - 0 1"


def test_clocks_are_read_from_a_last_operation_without_its_semicolon() -> None:
    assert Position.from_fen(f"{PAWNS} w - - bm Rb2; hmvc 7; fmvn 31").fen() == f"{PAWNS} w - - 7 31"


@pytest.mark.parametrize(
    "text",
    [
        f"https://lichess.org/analysis/{PAWNS}_b_-_-_2_3",
        f"https://lichess.org/analysis/standard/{PAWNS}_b_-_-_2_3?color=white#12",
        f"lichess.org/editor/{PAWNS}_b_-_-_2_3?color=black",
        f"https://www.chess.com/analysis?fen={PAWNS.replace('/', '%2F')}+b+-+-+2+3&flip=false",
        f"https://lichess1.org/export/fen.gif?fen={PAWNS}%20b%20-%20-%202%203&color=white",
        f"{PAWNS}_b_-_-_2_3",
        f'"{PAWNS} b - - 2 3"',
        f"  '{PAWNS} b - - 2 3',",
        f"“{PAWNS} b - - 2 3”",
        f"`{PAWNS} b - - 2 3`",
        f"fen {PAWNS} b - - 2 3",
        f"FEN: {PAWNS} b - - 2 3",
        f"position fen {PAWNS} b - - 2 3",
        f'[FEN "{PAWNS} b - - 2 3"]',
        f'{{"fen": "{PAWNS} b - - 2 3", "cp": 30}}',
        f'{{"id":7,"fen":"{PAWNS.replace("/", chr(92) + "/")} b - - 2 3"}}',
        f"{PAWNS} b - - 2 3,30,0.55",
        f"00008,{PAWNS} b - - 2 3,f2g3 e6e7,1760",
        f'17;"{PAWNS} b - - 2 3";0.5',
        f"{PAWNS}[] b - - 2 3",
        f'"{PAWNS} b - - bm Rb2; hmvc 2; fmvn 3;"',
    ],
)
def test_a_position_is_read_as_other_programs_pass_it_on(text: str) -> None:
    assert Position.from_fen(text).fen() == f"{PAWNS} b - - 2 3"


@pytest.mark.parametrize(
    ("text", "fen"),
    [
        ("position startpos", START.fen()),
        ("startpos moves e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        ("position fen 4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1 moves e1c1 e8f7", "8/P4k2/8/8/8/8/8/2KR4 w - - 2 2"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8q", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1"),
    ],
)
def test_moves_of_uci_are_played(text: str, fen: str) -> None:
    assert Position.from_fen(text).fen() == fen


@pytest.mark.parametrize(
    ("text", "span", "separator"),
    [
        (f"  {PAWNS} w - - 0 1 ;D1 20", f"{PAWNS} w - - 0 1", " "),
        (f"{PAWNS} w - -; bm Rb2;", f"{PAWNS} w - -", " "),
        (f"x.org/{PAWNS}_w_-_-_0_1?x", f"{PAWNS}_w_-_-_0_1", "_"),
        (f'["{PAWNS} w - -", 3]', f"{PAWNS} w - -", " "),
        (f"{PAWNS} w - - 0 1 moves b4b2 ", f"{PAWNS} w - - 0 1 moves b4b2", " "),
    ],
)
def test_the_place_of_the_fields_is_known(text: str, span: str, separator: str) -> None:
    found = fen_span(text)
    assert (text[found.start : found.end], found.separator) == (span, separator)


@given(positions())
def test_text_written_is_read_back_as_the_same_position(position: Position) -> None:
    read = Position.from_fen(position.fen())
    assert read == position
    assert hash(read) == hash(position)
    assert read.fen() == position.fen()


def test_every_legal_chess960_position_is_read_as_python_chess_reads_it() -> None:
    games = chess960_games()
    assert len(games) > 300
    for board in games:
        for text in (board.fen(en_passant="fen"), board.shredder_fen(en_passant="fen")):
            position = Position.from_fen(text)
            assert position.white == board.occupied_co[chess.WHITE]
            assert position.black == board.occupied_co[chess.BLACK]
            kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
            assert kinds == (
                position.pawns,
                position.knights,
                position.bishops,
                position.rooks,
                position.queens,
                position.kings,
            )
            assert position.castling == board.clean_castling_rights()
            assert position.en_passant == board.ep_square
            assert position.fen() == board.fen(en_passant="fen")


@pytest.mark.parametrize(
    ("placement", "letters", "rooks"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R", "KQkq", "a1 h1 a8 h8"),
        ("8/8/8/8/8/8/8/8", "KQkq", "a1 h1 a8 h8"),
        ("8/8/8/8/8/8/8/1R1RK1R1", "KQ", "b1 g1"),
        ("8/8/8/8/8/8/8/1R1RK1RR", "GD", "g1 d1"),
        ("1r1rk1rr/8/8/8/8/8/8/8", "gd", "g8 d8"),
        ("8/8/8/8/8/8/8/RRR4K", "KQ", "h1 a1"),
        ("8/8/8/8/8/8/8/K4RRR", "KQ", "h1 a1"),
        ("8/8/8/8/4K3/8/8/1R4R1", "KQ", "h1 a1"),
        ("8/8/8/8/8/8/8/4K3", "HA", "a1 h1"),
    ],
)
def test_a_castling_letter_names_the_outermost_rook_or_a_file(placement: str, letters: str, rooks: str) -> None:
    assert Position.from_fen(f"{placement} w {letters}").castling == parse_squares(rooks)


def test_castling_letters_may_come_in_any_order() -> None:
    assert Position.from_fen(CASTLE.replace("KQkq", "qkQK")) == Position.from_fen(CASTLE)
    assert Position.from_fen(CASTLE.replace("KQkq", "KQhH")).castling_text() == "KQk"


# What cannot be read


@pytest.mark.parametrize(
    ("text", "field", "illegal", "words"),
    [
        ("", "text", "", "empty"),
        (" \n ", "text", "", "empty"),
        ("8/8/8/8/8/8/8/8\n8/8/8/8/8/8/8/8", "text", "8/8/8/8/8/8/8/8\n8/8/8/8/8/8/8/8", "2 lines"),
        (f" {SAMPLE} extra", "text", "extra", "'extra'; a FEN ends there"),
        (f"{SAMPLE} | 30", "text", "| 30", "a FEN ends there"),
        ("8/8/17/8/8/8/8/8 w", "placement", "17", "Rank 6 of the placement, '17', has two numbers side by side"),
        ("https://lichess.org/analysis/8/8/8/8/8/8/8/8_W_-_-", "side to move", "W", "'W'; it must be w"),
        ("position fen 8/8/8/8/8/8/8/7 w - - 0 1", "placement", "7", "Rank 1 of the placement, '7', has 7 squares"),
        ("fen?8%2F8%2F8%2F8%2F8%2F8%2F8%2F8+W", "placement", "f", "'f'"),
        (f'{{"fen": "{PAWNS} w - e9"}}', "en passant", "e9", "'e9'"),
        ("9/8/8/8/8/8/8/8/8 w - -", "placement", "9", "'9'"),
        ("position startpos moves e2e4 e2e4", "text", "moves e2e4 e2e4", "The move 'e2e4' is not legal"),
        ("8/8/8/8/8/8/8/8 w - - id", "halfmove clock", "id", "'id'"),
        ("hello", "placement", "h", "'h'; pieces are PNBRQK"),
        ("8/8/8/8/8/8/8/7x w - - 0 1", "placement", "x", "'x'"),
        ("8/8/8/8/8/8/8/0P7", "placement", "0", "'0'"),
        ("8/8/8/8/8/8/8/٣P4", "placement", "٣", "\\u0663"),
        ("8/8/8/\x00/8/8/8/8", "placement", "\x00", "\\x00"),
        ("8/8/8/8/8/8/8", "placement", "8/8/8/8/8/8/8", "7 ranks; it needs 8"),
        ("8", "placement", "8", "1 rank; it needs 8"),
        ("8/8/8/8/8/8/8/8/", "placement", "8/8/8/8/8/8/8/8/", "9 ranks"),
        ("  8/8/pppp/8/8/8/8/8 w", "placement", "pppp", "Rank 6 of the placement, 'pppp', has 4 squares"),
        ("8/8//8/8/8/8/8", "placement", "", "Rank 6 of the placement, '', has 0 squares"),
        ("8/8/8/8/8/8/8/ppp5p", "placement", "ppp5p", "Rank 1 of the placement, 'ppp5p', has 9 squares"),
        ("8/8/8/8/8/8/8/8 W", "side to move", "W", "'W'; it must be w for White or b for Black"),
        ("8/8/8/8/8/8/8/8 w KX", "castling", "X", "'X'"),
        ("8/8/8/8/8/8/8/8 w KK", "castling", "K", "K twice"),
        ("8/8/8/8/8/8/8/8 w --", "castling", "-", "'-'"),
        ("8/8/8/8/8/8/8/8 w К", "castling", "К", "\\u041a"),
        ("8/8/8/8/8/8/8/8 w - e4 0 1", "en passant", "e4", "'e4'; it must be - or a square on rank 3 or 6"),
        ("8/8/8/8/8/8/8/8 w - - -1 1", "halfmove clock", "-1", "'-1'; it must be a number from 0 to 9999"),
        ("8/8/8/8/8/8/8/8 w - - 0 " + "1" * 50, "fullmove number", "1" * 50, f"'{'1' * 40}'..."),
        ("8/8/8/8/8/8/8/8 w - - 0 1.5", "fullmove number", "1.5", "'1.5'"),
        ("8/8/8/8/8/8/8/8 w - - ٣ 1", "halfmove clock", "٣", "\\u0663"),
        ("8/8/8/8/8/8/8/8 w - - a; hmvc 10000;", "halfmove clock", "10000", "'10000'"),
        ("8/8/8/8/8/8/8/8 w - - fmvn;", "fullmove number", "", "''"),
    ],
)
def test_an_error_names_the_field_the_wrong_part_and_what_would_be_right(
    text: str, field: str, illegal: str, words: str
) -> None:
    wrong = error(text)
    assert wrong.field == field
    assert text[wrong.start : wrong.end] == illegal
    assert words in wrong.message
    assert str(wrong) == wrong.message


@pytest.mark.parametrize(
    "text",
    [
        "x" * 1_000_000,
        "8" * 1_000_000,
        "/" * 1_000_000,
        "8/8/8/8/8/8/8/8 w - - " + "9" * 1_000_000,
        "8/8/8/8/8/8/8/8 w " + "K" * 9_000,
        " " * 1_000_000,
        "\n" * 500_000 + "x\n" * 250_000,
        "8/8/8/8/8/8/8/8 w - - a;" + " hmvc" * 1_900,
        "8/8/8/8/8/8/8/8 w - - hmvc 1;" + '"' * 9_001 + "x",
        "\x00" * 9_999,
        "\N{RIGHT-TO-LEFT OVERRIDE}\N{LINE SEPARATOR}" * 4_000,
        "\ud800" * 100,
        "p" * 9_999,
        "ppp/" * 2_400,
        "fen " * 2_400,
        "fen" + " " * 9_900 + "x",
        "a/" + "8/8/8/8/8/8/8/8 " * 600,
        "startpos moves " + "e2e4 " * 1_900,
    ],
)
def test_a_monstrous_text_gives_one_short_line_at_once(text: str) -> None:
    spent = []
    for _ in range(3):
        start = time.process_time()
        wrong = error(text) if "hmvc 1;" not in text else None
        spent.append(time.process_time() - start)
        if wrong is not None:
            assert len(wrong.message) <= 200
            assert wrong.message.isprintable() and wrong.message.isascii()
            assert 0 <= wrong.start <= wrong.end <= len(text)
    assert min(spent) < 0.05


def test_a_position_among_a_megabyte_of_blanks_is_read() -> None:
    assert Position.from_fen(" " * 500_000 + START.fen() + "\n" * 500_000) == START


@given(TEXTS)
@example("8/8/8/8/8/8/8/8 w - - hmvc")
@example('"8/8/8/8/8/8/8/8')
@example("startpos moves")
@example("8/8/8/8/8/8/8/8 w - - 0 9999 moves a1a1")
@example("4k3/8/8/8/8/8/8/4K3 b - - 0 9999 moves e8e7")
def test_any_text_is_a_position_or_an_error_of_one_short_line(text: str) -> None:
    check(text)


# Cost


PLAIN_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
NOT_PLAIN = (
    "",
    " ",
    f"{PLAIN_START} ",
    f" {PLAIN_START}",
    f"{PLAIN_START}  w",
    f"{PLAIN_START}\0",
    "/" + PLAIN_START,
    PLAIN_START + "/",
    PLAIN_START.replace("/8/", "//", 1),
    PLAIN_START.replace("8/8", "44/8"),
    PLAIN_START.replace("8/8", "0/8"),
    PLAIN_START.replace("8/8", "88/8"),
    PLAIN_START.replace("8/8", "7/8"),
    PLAIN_START.replace("8/8", "8 8"),
    PLAIN_START.replace("RNBQ", "RNB"),
    PLAIN_START.replace("rnbq", "rnbx"),
    "8/8/8//88/8/8/8",
    f"{PLAIN_START} W",
    f"{PLAIN_START} w kq KQ",
    f"{PLAIN_START} w QK",
    f"{PLAIN_START} w KK",
    f"{PLAIN_START} w KQkqK",
    f"{PLAIN_START} w HA",
    "4k3/8/8/8/8/8/8/4K3 w KQ",
    "4k3/8/8/8/8/8/8/R3K1K1 w Q",
    "4k3/8/8/8/8/8/8/3K3R w K",
    f"{PLAIN_START} w - e4",
    f"{PLAIN_START} w - E3",
    f"{PLAIN_START} w - e33",
    f"{PLAIN_START} w - i3",
    f"{PLAIN_START} w - - 00",
    f"{PLAIN_START} w - - 10000",
    f"{PLAIN_START} w - - -1",
    f"{PLAIN_START} w - - 1 0",
    f"{PLAIN_START} w - - 1 1 1",
    f"{PLAIN_START} w - - bm e4;",
    f"{PLAIN_START} w - - ٣ 1",
    "8" * 5000,
    "é",
)


def read(*lines: bytes) -> tuple[list[str], list[int]]:
    """Return the FENs that lines hold as far as they are plain, and the numbers of the other lines."""
    others: list[int] = []

    def leave_out(number: int, line: bytes) -> None:
        assert line == lines[number].removesuffix(b"\r")
        others.append(number)

    block = read_fens(b"".join(line + b"\n" for line in lines), leave_out)
    fens = [bytes(row).rstrip(b"\0").decode() for row in block.texts]
    expected = boards_of(map(Position.from_fen, fens))
    assert block.boards.masks.tolist() == expected.masks.tolist()
    assert block.boards.white_to_move.tolist() == expected.white_to_move.tolist()
    return fens, others


@given(st.lists(positions(), min_size=1, max_size=6))
def test_positions_are_read_from_their_fens(given: list[Position]) -> None:
    texts = [position.fen() for position in given]
    block = read_fens("".join(f"{text}\n" for text in texts).encode(), lambda number, line: given[number])
    assert [bytes(row).rstrip(b"\0").decode() for row in block.texts] == texts
    assert block.boards.masks.tolist() == boards_of(given).masks.tolist()


@pytest.mark.parametrize("rights", ["-", "K", "Qk", "KQkq", "Kq", "kq"])
def test_a_fen_as_programs_write_it_is_plain(rights: str) -> None:
    fens = [
        f"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w {rights} - 0 1",
        f"r3k2r/pppp1ppp/8/4p3/8/8/PPPPPPPP/R3K2R w {rights} e6 12 9999",
        f"rnbqkbnr/p1p1p1p1/1p1p1p1p/8/8/1P1P1P1P/P1P1P1P1/RNBQKBNR b {rights} h3 9999 100",
    ]
    assert read(*(fen.encode() for fen in fens)) == (fens, [])
    assert read(*(f"{fen}\r".encode() for fen in fens)) == (fens, [])


def test_missing_fields_are_added() -> None:
    fields = ["8/8/8/8/4P3/8/8/8", "b", "-", "e3", "7", "8"]
    texts, others = read(*(" ".join(fields[:count]).encode() for count in range(1, 7)))
    assert others == []
    defaults = ["w", "-", "-", "0", "1"]
    assert texts == [" ".join((*fields[:count], *defaults[count - 1 :])) for count in range(1, 7)]


@pytest.mark.parametrize("text", NOT_PLAIN)
def test_what_is_not_plain_is_left_to_the_exact_reader(text: str) -> None:
    line = text.encode()
    assert read(line) == ([], [0])
    assert read(PLAIN_START.encode(), line, PLAIN_START.encode()) == (
        [f"{PLAIN_START} w - - 0 1"] * 2,
        [1],
    )


@given(st.lists(positions().map(Position.fen), min_size=1, max_size=4), st.data())
def test_a_changed_fen_is_read_as_the_exact_reader_reads_it_or_left_to_it(fens: list[str], data: st.DataObject) -> None:
    lines = []
    for fen in fens:
        place = data.draw(st.integers(0, len(fen)))
        inserted = data.draw(st.text("PNBRQKpnbrqk0123456789/ -wbaceh\r", max_size=2))
        lines.append(fen[:place] + inserted + fen[place + data.draw(st.integers(0, 2)) :])
    texts, others = read(*(line.encode() for line in lines))
    plain = [line.removesuffix("\r") for number, line in enumerate(lines) if number not in others]
    assert texts == [Position.from_fen(line).fen() for line in plain]


def test_positions_of_other_lines_stand_in_the_order_of_the_lines() -> None:
    lines = [" 8/8/8/8/8/8/8/8", PLAIN_START, "8/8/8/8/8/8/P7/8 w - - bm a4;", "x", "8/8/8/8/8/8/1P6/8 b"]

    def position(number: int, line: bytes) -> Position | None:
        try:
            return Position.from_fen(line.decode())
        except FenError:
            return None

    block = read_fens("".join(f"{line}\n" for line in lines).encode(), position)
    assert [bytes(row).rstrip(b"\0").decode() for row in block.texts] == [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        f"{PLAIN_START} w - - 0 1",
        "8/8/8/8/8/8/P7/8 w - - 0 1",
        "8/8/8/8/8/8/1P6/8 b - - 0 1",
    ]
    assert block.boards.masks[2].tolist() == [0, 0x00FF00000000FF00, 1 << 8, 1 << 9]
    assert block.boards.white_to_move.tolist() == [True, True, True, False]
