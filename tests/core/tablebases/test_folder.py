"""Real tables, whole and damaged ones, and what they say."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import chess
import pytest

from pawnviz.core.board.position import Position
from pawnviz.core.endings.outcome import Outcome, solve_within
from pawnviz.core.tablebases.folder import Probe, TableError, TableFolder

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
