"""The command that says what was played with the pawns of a position."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from statistics import median

import chess
import pytest

from tests.cli.running import run
from tests.cli.test_search import boards_of_games
from tests.core.games.sample import MASTERS

START = chess.STARTING_FEN


def pawns(board: chess.Board) -> tuple[int, int]:
    return board.pawns & board.occupied_co[chess.WHITE], board.pawns & board.occupied_co[chess.BLACK]


def move_text(before: chess.Board, after: chess.Board) -> str:
    """Return the last move of a board as it changed the pawns."""
    move = after.peek()
    if before.piece_type_at(move.from_square) == chess.PAWN:
        sign = "x" if before.is_capture(move) else "-"
        return f"{chess.square_name(move.from_square)}{sign}{chess.square_name(move.to_square)}"
    return f"piece x{chess.square_name(move.to_square)}"


@pytest.mark.parametrize("fen", [START, "8/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/8 w - - 0 1"])
def test_the_answer_is_the_one_that_python_chess_counts(capsys: pytest.CaptureFixture[str], fen: str) -> None:
    wanted = pawns(chess.Board(fen))
    moves: Counter[tuple[str, str]] = Counter()
    delays: dict[tuple[str, str], list[float]] = {}
    count = 0
    for boards in boards_of_games(MASTERS):
        plies = [ply for ply, board in enumerate(boards) if pawns(board) == wanted]
        if not plies:
            continue
        count += 1
        end = next((ply for ply in range(plies[0], len(boards)) if pawns(boards[ply]) != wanted), None)
        if end is not None:
            side = "white" if boards[end - 1].turn else "black"
            move = move_text(boards[end - 1], boards[end]), side
            moves[move] += 1
            delays.setdefault(move, []).append((end - plies[0]) / 2)
    status, out, err = run(capsys, "explore", fen, str(MASTERS), "--format", "json")
    found = json.loads(out)
    assert (status, err, found["games"]) == (0, "", count)
    assert found["wins"] + found["draws"] + found["losses"] <= count
    assert {(each["move"], each["side"]): each["games"] for each in found["next"]} == moves
    for each in found["next"]:
        assert each["median_delay"] == median(delays[each["move"], each["side"]])
    played = [each["games"] for each in found["next"]]
    assert played == sorted(played, reverse=True)


def test_the_answer_is_in_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "explore", START, str(MASTERS))
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[0].startswith("24 games, from move 1 on")
    assert lines[1].startswith("White won ")
    assert any(line.split()[:2] == ["e2-e4", "White"] for line in lines)


def test_a_structure_takes_the_place_of_the_pawns(capsys: pytest.CaptureFixture[str]) -> None:
    question = (str(MASTERS), "--pattern", "W d -c -e", "--format", "json")
    _, searched, _ = run(capsys, "search", *question)
    _, explored, _ = run(capsys, "explore", START, *question)
    assert json.loads(explored)["games"] == len(searched.splitlines()) > 0


def test_pawns_that_nobody_had_have_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    fen = "8/8/8/8/8/8/8/8 w - - 0 1"
    assert run(capsys, "explore", fen, str(MASTERS)) == (1, "", "pawnviz: no game fits\n")
    status, out, _ = run(capsys, "explore", fen, str(MASTERS), "--format", "json")
    assert status == 1
    assert (json.loads(out)["games"], json.loads(out)["difference"], json.loads(out)["next"]) == (0, None, [])


def test_a_missing_file_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, err = run(capsys, "explore", START, str(tmp_path / "missing.pgn"))
    assert (status, out) == (1, "")
    assert "missing.pgn" in err


def test_a_structure_or_a_pattern_needs_no_position(capsys: pytest.CaptureFixture[str]) -> None:
    for question in (("--pattern", "W d -c -e"), ("--structure", "carlsbad")):
        assert run(capsys, "explore", str(MASTERS), *question) == run(capsys, "explore", START, str(MASTERS), *question)
    assert run(capsys, "explore", str(MASTERS), "--pattern", "W d -c -e")[0] == 0
    assert run(capsys, "explore", str(MASTERS), "--fields", "elo:1-")[2] == ""


def test_a_position_that_cannot_be_read_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (("explore", "8/8/8/8/8/8/8/x w - -", str(MASTERS)), ("search", str(MASTERS), "--fen", "8/8")):
        status, out, err = run(capsys, *words)
        assert (status, out) == (1, "") and err.startswith("pawnviz: 8/8")
