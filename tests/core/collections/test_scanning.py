from __future__ import annotations

import random
import re
from array import array
from collections.abc import Sequence
from pathlib import Path

import chess
import numpy
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pawnviz.core.board.position import START, Position
from pawnviz.core.collections.arrays import UNKNOWN_RESULT, GameColumns, StructureRows
from pawnviz.core.collections.collecting import ranges, scan_range
from pawnviz.core.collections.replay import (
    CASTLING,
    EN_PASSANT,
    PIECES,
    PlayedGames,
    heat_of,
    masks_of,
    material,
    moves_of,
    replay,
    replayed,
)
from pawnviz.core.collections.scanner import DoubtfulError, MoveKind, StructureMove, Structures, scan
from pawnviz.core.collections.store import Block, CollectionError, arrays_of_games
from pawnviz.core.collections.workers import HERE
from pawnviz.core.games.cutting import GameText, head_end
from pawnviz.core.games.pgn import read_game
from tests.core.games.sample import MASTERS, random_game, texts_of

DAMAGE = (
    *b"!|?!| $5| {open| ; rest| }| (| )| 1-0|\n%escaped\n| ...| <x>|$".split(b"|"),
    *b" e.p.| --| 0000|.| =| \xe2\x80\xa6|\x01| 7|=Q| 1/2| *\n".split(b"|"),
)


def move_texts(structures: Structures) -> list[str]:
    return [StructureMove.of(code).text for code in structures.move[1:]]


def scanned(text: GameText) -> Structures:
    return scan(text.data[head_end(text.data) :])


def test_real_games_are_scanned_as_they_are_played() -> None:
    for text in texts_of(MASTERS.read_bytes()):
        assert scanned(text) == replayed(text)


@given(st.integers(0, 10**9))
def test_random_games_with_comments_variations_and_glyphs_are_scanned_as_they_are_played(seed: int) -> None:
    (text,) = texts_of(str(random_game(seed, 150)).encode())
    assert scanned(text) == replayed(text)


@pytest.mark.parametrize(
    ("moves", "made"),
    [
        ("1. e4 e5 2. Nf3 Nc6", "e2-e4, e7-e5"),
        ("1.e4 d5 2.exd5 Qxd5", "e2-e4, d7-d5, e4xd5, piece xd5"),
        ("1. e4 a6 2. e5 d5 3. exd6", "e2-e4, a7-a6, e4-e5, d7-d5, e5xd6"),
        ("1 e4 Nf6 2 e5 Nd5 3 c4 Nb6 4 a4 d6 5 exd6 exd6", "e2-e4, e4-e5, c2-c4, a2-a4, d7-d6, e5xd6, e7xd6"),
        ("1. h4 g5 2. hxg5 h6 3. gxh6 Nf6 4. h7 Rg8 5. hxg8=Q", "h2-h4, g7-g5, h4xg5, h7-h6, g5xh6, h6-h7, h7xg8"),
        (
            "1. e4! {best; by test} e5?! ; (or e6)\n 2. Nf3 $1 (2. f4 exf4 (2... d5)) 2... Nxe4+",
            "e2-e4, e7-e5, piece xe4",
        ),
        ("1. Nf3 d5 2. Ng5 h6 3. Nf7 h5", "d7-d5, h7-h6, piece xf7, h6-h5"),
    ],
)
def test_each_move_that_changes_the_pawns_is_named(moves: str, made: str) -> None:
    assert ", ".join(move_texts(scan(moves.encode()))) == made


@pytest.mark.parametrize(
    "moves",
    [
        "1. e5",
        "1. e4 e5 2. e5",
        "1. exd6",
        "1. e4 e5 2. Kxe4",
        "1. e4 hello",
        "1. e4 --",
        "1. e4 1-0 e5",
        "1. e4 <e5>",
        "1. e2e4",
        "1. e4 0000",
        "1. e4 é5",
        "1. e9",
        "1. e4 e5 2. e3",
        "1. exh4",
        "1. e8=Q",
        "1. h4 g5 2. hxg5 h6 3. gxh6 Nf6 4. h7 Rg8 5. hxg8",
    ],
)
def test_moves_that_pawns_cannot_make_and_unknown_words_are_doubtful(moves: str) -> None:
    with pytest.raises(DoubtfulError):
        scan(moves.encode())


def test_a_pawn_is_captured_en_passant_only_at_once() -> None:
    at_once = scan(b"1. e4 a6 2. e5 d5 3. exd6")
    later = scan(b"1. e4 a6 2. e5 d5 3. a3 a5 4. exd6")
    assert at_once.black[-1].bit_count() == 7
    assert later.black[-1].bit_count() == 8  # As if it captured a piece, which a board would not find there.


@given(st.integers(0, 10**9), st.data())
def test_damaged_words_are_scanned_as_the_reader_reads_them_or_are_doubtful(seed: int, data: st.DataObject) -> None:
    """Pieces' moves stay as they are: without a board nobody knows that one is not legal."""
    (text,) = texts_of(str(random_game(seed, 60)).encode())
    moves = text.data[head_end(text.data) :]
    dice = random.Random(seed)
    words = re.split(rb"([ \n])", moves)
    for _ in range(data.draw(st.integers(1, 3))):
        place = dice.randrange(len(words))
        words[place] += dice.choice(DAMAGE)
    damaged = text._replace(data=text.data[: head_end(text.data)] + b"".join(words))
    try:
        structures = scanned(damaged)
    except DoubtfulError:
        return
    assert structures._replace(result=0) == replayed(damaged)._replace(result=0)


PARTS_OF_FILES = (
    *(b'[Event "A"]\n', b'[White "B"]\n', b'[Site "?"]\n[Event "C"]\n', b'[Event "D"]\n[Result "1-0"]\n'),
    *b"1. e4 e5 2. Nf3 1-0\n|1. d4 *\n|1. c4 {a comment 1-0\n\n|} 0-1\n|; a line 1-0\n|% 1/2-1/2\n".split(b"|"),
    *b"\n|\n\n|\r\n|\r\n\r\n|1. e4 1/2-1/2\r\n\r\n|*\n\n|1-0\n \n|(1. d4 *\n\n".split(b"|"),
    *b")|{|}|\xef\xbb\xbf|\r|text\n".split(b"|"),
)


def block_in_ranges(file: Path, length: int) -> tuple[Block, int]:
    """Return the games of a file by ranges, and the number of those."""
    block, line, count = Block(), 0, 0
    for part, scanned in HERE.map(scan_range, ranges(str(file), 0, file.stat().st_size, length)):
        block.extend(scanned.block, part.start, line)
        line += scanned.line_count
        count += 1
    return block, count


def block_at_once(data: bytes) -> Block:
    block = Block()
    for text in texts_of(data):
        block.add(text)
    return block


def test_real_games_in_ranges_are_the_same(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_bytes(MASTERS.read_bytes() + b"\n" + b"\n\n".join(str(random_game(seed)).encode() for seed in range(20)))
    for length in (1, 700, 5_000, 1 << 20):
        block, count = block_in_ranges(file, length)
        assert block == block_at_once(file.read_bytes())
        assert (count > 3) == (length < 1 << 20)


@given(st.lists(st.sampled_from(PARTS_OF_FILES), max_size=40), st.integers(1, 60))
@example([b"1. c4 {a comment 1-0\n\n", b'[Event "A"]\n', b"} 0-1\n", b"\n", b'[Event "A"]\n'], 1)
@example([b"1. d4 *\n", b"\n", b'[White "B"]\n', b'[Event "A"]\n', b"1. d4 *\n"], 1)
def test_damaged_games_in_ranges_are_the_same(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[bytes], length: int
) -> None:
    file = tmp_path_factory.mktemp("ranges") / "games.pgn"
    file.write_bytes(b"".join(pieces))
    assert block_in_ranges(file, length)[0] == block_at_once(file.read_bytes())


def test_a_file_without_ends_of_games_is_one_range(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_bytes(b"1. e4 e5 {comment} " * 20_000)
    assert len(list(ranges(str(file), 0, file.stat().st_size, 10))) == 1


def test_a_file_that_becomes_shorter_is_said(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_bytes(MASTERS.read_bytes())
    (part,) = ranges(str(file), 0, file.stat().st_size)
    file.write_bytes(b"short")
    with pytest.raises(CollectionError, match="has become shorter"):
        scan_range(part)
    with pytest.raises(CollectionError, match="has become shorter"):
        list(ranges(str(file), 0, part.end))
    file.unlink()
    with pytest.raises(CollectionError, match="cannot be read"):
        scan_range(part)


TAGS = '[Event "Cup"]\n[White "A"]\n[Black "B"]\n[Date "1975.04.??"]\n[WhiteElo "2700"]\n[BlackElo "?"]\n[ECO "D42"]\n'


def arrays(text: str) -> tuple[StructureRows, GameColumns]:
    return arrays_of_games(texts_of(text.encode()))


def pawns_at(rows: StructureRows, game: int, ply: int) -> tuple[int, int]:
    """Return the pawns of a position by the row that holds it."""
    ((row,),) = ((rows.game == game) & (rows.ply <= ply) & (ply < rows.end)).nonzero()
    return int(rows.white[row]), int(rows.black[row])


def test_each_position_of_each_game_has_its_pawns_in_one_row() -> None:
    texts = texts_of(MASTERS.read_bytes() + b"\n".join(str(random_game(seed)).encode() + b"\n" for seed in range(9)))
    rows, games = arrays_of_games(texts)
    for number, text in enumerate(texts):
        game = read_game(text).game
        board = game.board()
        plies = -1
        for plies, move in enumerate([None, *game.mainline_moves()]):
            if move is not None:
                board.push(move)
            pawns = tuple(board.pawns & board.occupied_co[color] for color in (chess.WHITE, chess.BLACK))
            assert pawns_at(rows, number, plies) == pawns
        assert games.plies[number] == plies
    assert rows.game.dtype == rows.ply.dtype == rows.end.dtype == "int32"
    assert rows.white.dtype == rows.black.dtype == "uint64"
    assert rows.move.dtype == "uint16"


def test_the_columns_hold_the_tags_and_the_place_of_each_game() -> None:
    text = f'{TAGS}[Result "1-0"]\n\n1. e4 1-0\n\n[Event "Cup"]\n[White "B"]\n\n1. d4 1/2-1/2\n'
    rows, games = arrays(text)
    assert list(games.result) == [2, 1]
    assert list(games.white_elo) == [2700, 0]
    assert list(games.black_elo) == [0, 0]
    assert list(games.year) == [1975, 0]
    assert [games.texts[number] for number in games.white] == ["A", "B"]
    assert [games.texts[number] for number in games.eco] == ["D42", ""]
    assert games.event[0] == games.event[1]
    assert list(games.number) == [1, 2]
    assert list(games.line) == [1, 12]
    assert text.encode()[games.offset[1] :].startswith(b'[Event "Cup"]\n[White "B"]')
    assert list(games.plies) == [1, 1]
    assert len(rows) == 4


@pytest.mark.parametrize(
    ("game", "plies", "row_count", "result"),
    [
        ('[FEN "8/2p5/8/3P4/8/8/8/k1K5 b - - 0 1"]\n\n1... c5 2. dxc6 *', 2, 3, UNKNOWN_RESULT),
        ('[Variant "Crazyhouse"]\n\n1. e4 1-0', 0, 0, UNKNOWN_RESULT),
        ('[Result "0-1"]\n\n1. e4 e5 2. e5 Nf6', 2, 3, 0),
        ('[Result "½-½"]\n\n1. e4 e5', 2, 3, 1),
        ('[Event "no moves"]\n', 0, 1, UNKNOWN_RESULT),
    ],
)
def test_games_that_cannot_be_scanned_have_what_the_reader_reads(
    game: str, plies: int, row_count: int, result: int
) -> None:
    rows, games = arrays(game)
    assert (list(games.plies), len(rows), list(games.result)) == ([plies], row_count, [result])


def test_a_game_without_structures_leaves_those_around_it_whole() -> None:
    rows, _ = arrays('[Event "A"]\n\n1. e4 *\n\n[Event "B"]\n[Variant "Atomic"]\n\n1. e4 *\n\n[Event "C"]\n\n1. d4 *\n')
    assert list(rows.game) == [0, 0, 2, 2]
    assert list(rows.end) == [1, 2, 1, 2]


def test_no_games_make_empty_arrays() -> None:
    rows, games = arrays_of_games([])
    assert (len(rows), len(games), games.texts) == (0, 0, ("",))


SQUARES = st.integers(0, 63)


@given(st.sampled_from([kind for kind in MoveKind if kind]), st.booleans(), SQUARES, SQUARES)
def test_a_move_is_read_back_from_its_number(kind: MoveKind, white: bool, origin: int, target: int) -> None:
    move = StructureMove(kind, white, origin, target)
    assert StructureMove.of(move.code) == move
    assert 0 < move.code < 1 << 15
    assert StructureMove.of(0) == StructureMove(MoveKind.START, False, 0, 0)
    assert StructureMove.of(0).text == ""


STARTS = (
    chess.STARTING_FEN,
    "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPpP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "4k3/8/8/1Q3Q2/8/8/1Q3Q2/4K3 w - - 0 1",
    "4k3/P6P/8/3pP3/8/8/p6p/4K3 w - d6 0 1",
)


def numbers_of(words: Sequence[str], fen: str = chess.STARTING_FEN) -> array[int]:
    return moves_of(GameText(f'[FEN "{fen}"]\n\n{" ".join(words)} *'.encode(), 1, 0))[0]


PAWNS = "4k3/P7/8/8/5pP1/8/8/R3K3 b Q g3 0 1"


def moves(text: str) -> list[int]:
    return list(moves_of(GameText(text.encode(), 1, 0))[0])


def number(words: str, kind: int = 0) -> int:
    return chess.parse_square(words[:2]) | chess.parse_square(words[2:]) << 6 | kind << 12


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5 2. Nf3 *",
        '[Event "a"]\n[White "b"]\n\n1. e4 {Best by test} e5 (1... c5 2. Nf3) 2. Nf3! $1 1-0',
        "1. e4 e5 2. Nf3 Nf6 3. Qxh8",
        "1. e4 e5 2. Nf3 Ke6",
    ],
)
def test_the_moves_of_the_main_line_are_those_that_the_reader_reads(text: str) -> None:
    assert moves(text)[:3] == [number("e2e4"), number("e7e5"), number("g1f3")]


def test_a_game_from_another_position_has_its_first_position() -> None:
    played, first = moves_of(GameText(f'[FEN "{PAWNS}"]\n\n1... fxg3 2. a8=Q+ Kd7 3. O-O-O+ *'.encode(), 1, 0))
    assert list(played) == [number("f4g3", EN_PASSANT), number("a7a8", 4), number("e8d7"), number("e1c1", CASTLING)]
    assert first == Position.from_fen(PAWNS)


@pytest.mark.parametrize("tags", ['[Variant "Atomic"]', '[FEN "nonsense"]', '[Variant "Chess960"]\n[FEN "nonsense"]'])
def test_a_game_on_no_usual_board_has_no_moves(tags: str) -> None:
    played, first = moves_of(GameText(f"{tags}\n\n1. e4 e5 *".encode(), 1, 0))
    assert (list(played), first) == ([], START)


VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


def random_games(count: int) -> list[tuple[str, list[chess.Board], list[str]]]:
    """Return games with their first position, all their boards and their moves."""
    generator = random.Random(7)
    games = []
    for number in range(count):
        board = chess.Board(STARTS[number % len(STARTS)])
        fen, boards, words = board.fen(), [board.copy()], []
        for _ in range(generator.randrange(60)):
            moves = list(board.legal_moves)
            if not moves:
                break
            words.append(board.san_and_push(generator.choice(moves)))
            boards.append(board.copy())
        games.append((fen, boards, words))
    return games


GAMES = random_games(40)
PLAYED = PlayedGames.of(
    [numbers_of(words, fen) for fen, _, words in GAMES],
    {number: Position.from_fen(fen) for number, (fen, _, _) in enumerate(GAMES)},
)


def test_every_position_of_every_game_is_the_one_of_python_chess() -> None:
    count = 0
    for ply, (numbers, pieces) in enumerate(replay(PLAYED, 1000)):
        expected = [number for number, (_, boards, _) in enumerate(GAMES) if len(boards) > ply]
        assert sorted(numbers.tolist()) == expected
        for number, row in zip(numbers.tolist(), pieces, strict=True):
            board = GAMES[number][1][ply]
            letters = "".join(" PNBRQKpnbrqk"[piece] for piece in row)
            assert letters == "".join(str(board.piece_at(square) or " ") for square in chess.SQUARES)
            count += 1
    assert count == sum(len(boards) for _, boards, _ in GAMES)


def test_masks_and_material_are_those_of_the_boards() -> None:
    for ply, (numbers, pieces) in enumerate(replay(PLAYED, 30)):
        boards = [GAMES[number][1][ply] for number in numbers.tolist()]
        for number, letter in enumerate(PIECES, 1):
            kind = chess.PIECE_SYMBOLS.index(letter.lower())
            assert masks_of(pieces, number).tolist() == [board.pieces_mask(kind, chess.WHITE) for board in boards]
            assert masks_of(pieces, number + 6).tolist() == [board.pieces_mask(kind, chess.BLACK) for board in boards]
        differences = [
            sum(
                VALUES[kind] * (len(board.pieces(kind, chess.WHITE)) - len(board.pieces(kind, chess.BLACK)))
                for kind in VALUES
            )
            for board in boards
        ]
        assert material(pieces).tolist() == differences


def test_no_games_have_no_positions() -> None:
    ((numbers, pieces),) = replay(PlayedGames.of([]), 10)
    assert len(numbers) == len(pieces) == 0


def test_a_piece_is_where_it_stands_for_a_part_of_each_game() -> None:
    played = PlayedGames.of([numbers_of(words.split()) for words in ("Nf3 d5 Ng1 d4", "e4", "Nc3 a6 Ne4")])
    heat = heat_of(played, numpy.array([0, 0, 5]), numpy.array([4, 2, 9]), PIECES.index("N") + 1)
    assert heat.games == 2
    assert heat.shares[chess.B1] == 1
    assert heat.shares[chess.G1] == (2 / 4 + 1) / 2
    assert heat.shares[chess.F3] == (2 / 4 + 0) / 2
    assert heat.shares.sum() == 2


def test_the_heat_of_two_parts_is_that_of_all_games() -> None:
    games = [numbers_of(words, fen) for fen, _, words in GAMES]
    others = [Position.from_fen(fen) for fen, _, _ in GAMES]

    def of(numbers: range) -> PlayedGames:
        return PlayedGames.of(
            [games[number] for number in numbers], dict(enumerate(others[number] for number in numbers))
        )

    first, end = numpy.zeros(40, int), numpy.full(40, 20)
    whole = heat_of(PLAYED, first, end, 9)
    joined = heat_of(of(range(15)), first[:15], end[:15], 9).joined(heat_of(of(range(15, 40)), first[15:], end[15:], 9))
    assert joined.games == whole.games == 40
    numpy.testing.assert_allclose(joined.shares, whole.shares)
