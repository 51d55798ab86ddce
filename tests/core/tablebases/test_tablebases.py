from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import chess
import pytest

from pawnviz.core.board.bitboard import square_names
from pawnviz.core.board.position import Position
from pawnviz.core.endings.outcome import Outcome, solve_within
from pawnviz.core.layers.passers import outside_kings_square
from pawnviz.core.tablebases.server import Probe, TableError, TableFolder
from pawnviz.core.tablebases.verdict import TableVerdict, may_be_in_tables, verdict_sentences

TABLES = Path(__file__).parents[2] / "tables"


@pytest.fixture(scope="module")
def tables() -> TableFolder:
    return TableFolder(str(TABLES))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the tables of a king and a pawn against a king."""
    for name in ("KPvK", "KQvK", "KRvK", "KBvK", "KNvK"):
        for ending in (".rtbw", ".rtbz"):
            shutil.copy(TABLES / f"{name}{ending}", tmp_path)
    return tmp_path


def test_the_tables_of_a_folder_are_counted(tables: TableFolder) -> None:
    assert (tables.counts, tables.largest, tables.fault_text) == ({".rtbw": 6, ".rtbz": 5}, 4, "")


@pytest.mark.parametrize(
    ("fen", "probe"),
    [
        ("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", Probe(-2, 8)),
        ("8/8/8/4k3/8/4P3/8/4K3 w - - 0 1", Probe(0, 0)),
        ("8/4P3/8/8/8/k7/8/4K3 w - - 0 1", Probe(2, 1)),
        ("8/8/8/8/8/k7/8/4K2Q w - - 0 1", Probe(2, 7)),
        ("2K5/8/8/P7/8/8/1p3k2/8 w - - 0 1", Probe(0, 0)),
        ("8/K7/8/7P/8/8/1p3k2/8 b - - 0 1", Probe(2, None, "KQvKP.rtbw")),
        ("8/K7/8/7P/8/8/1p6/k7 w - - 0 1", Probe(-2, None, "KPvKP.rtbz")),
        ("8/8/8/8/8/k7/8/1R2K2Q w - - 0 1", Probe(None, None, "KQRvK.rtbw")),
    ],
)
def test_what_tables_say(tables: TableFolder, fen: str, probe: Probe) -> None:
    assert tables.probe(fen) == probe


def test_solved_endings_have_the_verdict_of_the_tables(tables: TableFolder) -> None:
    chance = random.Random(4)
    decided = 0
    for _ in range(150):
        board = chess.Board(None)
        squares = chance.sample(range(64), 2) + chance.sample(range(8, 56), 2)
        if len(set(squares)) < 4:
            continue
        for square, piece in zip(squares, ("K", "k", "P", chance.choice("pk")), strict=True):
            if piece != "k" or square == squares[1]:
                board.set_piece_at(square, chess.Piece.from_symbol(piece))
        board.turn = chance.random() < 0.5
        if not board.is_valid():
            continue
        outcome = solve_within(Position.from_fen(board.fen()), 2).ending.outcome
        if outcome is Outcome.NOT_DECIDED:
            continue
        decided += 1
        wdl = tables.probe(board.fen()).wdl
        assert wdl is not None
        white = wdl if board.turn else -wdl
        expected = {2: Outcome.WHITE_WINS, -2: Outcome.BLACK_WINS}.get(white, Outcome.DRAW)
        assert outcome is expected, board.fen()
    assert decided > 90


def test_files_that_are_no_whole_tables_are_left_out_and_named(folder: Path) -> None:
    (folder / "KPvK.rtbw").write_bytes(b"")
    whole = (folder / "KQvK.rtbw").read_bytes()
    (folder / "KQvK.rtbw").write_bytes(whole[:-100])
    (folder / "KRvK.rtbw").write_bytes(b"<!DOCTYPE html>" * 10)
    (folder / "KBvK.rtbw").unlink()
    (folder / "KBvK.rtbw").mkdir()
    (folder / "KNvK.rtbw").unlink()
    os.mkfifo(folder / "KNvK.rtbw")
    (folder / "notes.txt").write_text("no table, and nobody's fault")
    tables = TableFolder(str(folder))
    assert tables.fault_text == (
        "Left out: KBvK.rtbw is no file, KNvK.rtbw is no file, KPvK.rtbw is empty and 2 other files."
    )
    assert tables.faults[3:] == ["KQvK.rtbw is cut short or damaged", "KRvK.rtbw is no Syzygy table"]
    assert tables.counts == {".rtbw": 0, ".rtbz": 5}
    assert tables.probe("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1") == Probe(None, None, "KPvK.rtbw")


def test_a_folder_without_tables_or_that_cannot_be_read_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"holds no Syzygy tables \(\*.rtbw and \*.rtbz\)\.$"):
        TableFolder(str(tmp_path))
    with pytest.raises(TableError, match=r"nowhere” cannot be read: No such file or directory\.$"):
        TableFolder(str(tmp_path / "nowhere"))
    (tmp_path / "KQvK.rtbw").write_bytes(b"")
    with pytest.raises(TableError, match=r"^Left out: KQvK.rtbw is empty\.$"):
        TableFolder(str(tmp_path))


def test_a_table_with_wrong_bytes_gives_an_answer_or_is_named(folder: Path) -> None:
    chance = random.Random(7)
    whole = (folder / "KPvK.rtbw").read_bytes()
    named = 0
    for _ in range(60):
        wrong = bytearray(whole)
        place = chance.randrange(4, 400)
        wrong[place : place + 8] = chance.randbytes(8)
        (folder / "KPvK.rtbw").write_bytes(wrong)
        tables = TableFolder(str(folder))
        try:
            tables.probe("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1")
        except TableError as error:
            assert str(error) == "The table KPvK.rtbw is damaged."
            named += 1
        tables.close()
    assert named > 5


QUEEN = "8/8/8/8/8/k7/8/4K2Q w - - 0 1"
PAWN = "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"


def answers(folder: Path, *fens: str) -> list[dict[str, Any]]:
    """Return what the process says of a folder and of positions; a table has a fifth of a second."""
    script = "import sys; from pawnviz.core.tablebases import server; server.LIMIT = 0.2; server.main(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)],
        input="".join(f"{fen}\n" for fen in fens),
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
        timeout=30,
        check=True,
    )
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_table_that_leads_in_a_circle_is_damaged_and_the_others_are_read_on(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    shutil.copytree(TABLES, folder)
    table = folder / "KQvK.rtbw"
    wrong = bytearray(table.read_bytes())
    wrong[6] = 0x22  # Two pieces that no such position has: python-chess looks for them for ever.
    table.write_bytes(wrong)
    head, queen, pawn = answers(folder, QUEEN, PAWN)
    assert head == {"wdl_tables": 6, "dtz_tables": 5, "largest": 4, "faults": ""}
    assert queen == {"fen": QUEEN, "fault": "The table KQvK.rtbw is damaged."}
    assert pawn == {"fen": PAWN, "wdl": -2, "dtz": 8, "missing": ""}


def test_a_folder_without_tables_is_said_to_have_none(tmp_path: Path) -> None:
    assert answers(tmp_path) == [{"fault": f"“{tmp_path}” holds no Syzygy tables (*.rtbw and *.rtbz)."}]


VERDICT_TABLES = str(Path(__file__).parents[2] / "tables")
RACE = "2K5/8/8/P7/8/8/1p3k2/8 w - - 0 1"
LOST = "8/K7/8/7P/8/8/1p3k2/8 b - - 0 1"
ALONE = "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"


def texts(fen: str, verdict: TableVerdict) -> list[str]:
    found = verdict_sentences(verdict, Position.from_fen(fen))
    return [f"{sentence.title}: {sentence.text}" for sentence in found]


@pytest.mark.parametrize(
    ("fen", "verdict", "sentence"),
    [
        (
            ALONE,
            TableVerdict(2, 10),
            "White wins: exact, by the tables: White can force a capture or a pawn move within 10 plies (DTZ).",
        ),
        (
            ALONE.replace("0 1", "95 70"),
            TableVerdict(2, 10),
            "White wins: exact, by the tables: White can force a capture or a pawn move within 10 plies (DTZ). The "
            "clock of the fifty-move rule stands at 95, so the draw may come first.",
        ),
        (
            ALONE,
            TableVerdict(-1, 110),
            "Draw: exact, by the tables: Black would win, but the fifty-move rule comes first.",
        ),
        (ALONE, TableVerdict(0, 0), "Draw: exact, by the tables."),
        (
            LOST,
            TableVerdict(-2, None, "KQvKP.rtbw"),
            "Black wins: exact, by the tables. How soon is not known: KQvKP.rtbw is missing.",
        ),
    ],
)
def test_the_verdict_in_a_sentence(fen: str, verdict: TableVerdict, sentence: str) -> None:
    assert texts(fen, verdict)[0] == sentence


def test_a_layer_that_says_something_else_says_why() -> None:
    assert texts(RACE, TableVerdict(0, 0))[1:] == [
        "Outside the king's square: a5 is, but by the tables it is a draw: the rule leaves out Black's pawns, and b2 "
        "needs 1 move to promote.",
        "Outside the king's square: b2 is, but by the tables it is a draw: the rule leaves out White's pawns, and a5 "
        "needs 3 moves to promote.",
    ]
    (_, found) = verdict_sentences(TableVerdict(-2, 1), Position.from_fen(LOST))
    assert found.text.startswith("h5 is, but by the tables Black wins: the rule leaves out Black's pawns")
    assert square_names(found.squares) == "b2 h5"
    assert texts("8/8/8/8/2p5/k1P4P/8/7K w - - 0 1", TableVerdict(0, 0))[1:] == [
        "Outside the king's square: h3 is, but by the tables it is a draw: the rule leaves out Black's pawns."
    ]


def test_a_king_on_a_key_square_that_does_not_win_says_why() -> None:
    assert texts("8/8/8/8/8/1K6/3k4/2P5 b - - 0 1", TableVerdict(0, 0))[1:] == []
    assert texts("8/8/2K5/8/2P5/2k5/8/8 b - - 0 1", TableVerdict(0, 0))[1:] == [
        "Key squares: the king is on c6, but by the tables it is a draw: Black's king is beside the pawn."
    ]


def test_a_layer_that_agrees_is_not_mentioned() -> None:
    assert len(texts("8/8/8/P7/8/8/6k1/7K w - - 0 1".replace("7K", "2K5"), TableVerdict(2, 1))) == 1


def test_against_a_bare_king_a_pawn_outside_its_square_wins_by_the_tables() -> None:
    tables, chance, found = TableFolder(VERDICT_TABLES), random.Random(2), 0
    while found < 60:
        board = chess.Board(None)
        white, black = chance.sample(range(64), 2)
        board.set_piece_at(white, chess.Piece.from_symbol("K"))
        board.set_piece_at(black, chess.Piece.from_symbol("k"))
        board.set_piece_at(chance.randrange(8, 56), chess.Piece.from_symbol("P"))
        board.turn = chance.random() < 0.5
        if not board.is_valid():
            continue
        position = Position.from_fen(board.fen())
        if outside_kings_square(position.sides()[0]):
            found += 1
            assert tables.probe(board.fen()).wdl == (2 if board.turn else -2), board.fen()


@pytest.mark.parametrize(
    ("fen", "may_be"),
    [
        (ALONE, True),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", False),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", True),
        ("4k3/pppppp2/8/8/8/8/8/4K3 w - - 0 1", False),
        ("8/8/8/8/8/8/8/4K2R w - - 0 1", False),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", False),
    ],
)
def test_only_legal_positions_of_few_pieces_that_go_on_are_asked_about(fen: str, may_be: bool) -> None:
    assert may_be_in_tables(Position.from_fen(fen)) == may_be
