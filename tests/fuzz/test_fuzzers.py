from __future__ import annotations

import os
import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position
from pawnviz.core.collections.store import arrays_of_games
from pawnviz.core.endings import wins
from pawnviz.core.endings.king_pairs import places_among
from pawnviz.core.endings.wins import Wins
from pawnviz.core.formula.parser import FormulaError, parse
from pawnviz.core.formula.tree import Formula
from pawnviz.core.games.cutting import GameText
from pawnviz.core.games.pgn import Problem, ReadGame, read_game
from tests.core.collections.sample import collected
from tests.core.games.sample import MASTERS, texts_of
from tests.fuzz import endings, fen, formula, pgn, streams
from tests.fuzz.__main__ import FUZZERS, main
from tests.fuzz.collect import faults_of
from tests.fuzz.streams import Try, make_try


def test_tries_are_printed_after_the_command_with_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fen", "--count", "500", "--seed", "1"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "python -m tests.fuzz fen --count 500 --seed 1"
    assert len(said) == 11
    texts, accepted = (int(words.split()[0]) for words in said[-1].split(", ")[:2])
    assert texts == 500
    assert 40 < accepted < 460, "the texts should be a mixture of FENs and others"
    assert main(["fen", "--count", "500", "--seed", "1"]) == 0
    again = capsys.readouterr().out.splitlines()
    assert [line.split(", ")[:2] for line in again] == [line.split(", ")[:2] for line in said]
    assert main(["fen", "--count", "1"]) == 0
    assert "--count 1 --seed " in capsys.readouterr().out


def test_a_seed_gives_the_same_tries_again() -> None:
    first, again, other = ([str(make_try(seed, number)) for number in range(50)] for seed in (5, 5, 6))
    assert first == again != other


def test_an_unknown_fuzzer_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["abacus"])
    assert stop.value.code == 2
    said = capsys.readouterr().err
    assert all(name in said for name in FUZZERS)


def raise_other(text: str) -> Position:
    raise IndexError("string index out of range")


def raise_long(text: str) -> Position:
    raise FenError("placement", "x" * 201, 0, 0)


def raise_lines(text: str) -> Position:
    raise FenError("placement", "one\ntwo", 0, 0)


def raise_beside(text: str) -> Position:
    raise FenError("placement", "wrong", 0, len(text) + 1)


def take_long(text: str) -> Position:
    end = time.process_time() + 2 * fen.LIMIT
    while time.process_time() < end:
        pass
    raise FenError("placement", "wrong", 0, 0)


def give_another(text: str) -> Position:
    return Position(white_to_move=text.endswith(" 0 1"))


@pytest.mark.parametrize("fault", [raise_other, raise_long, raise_lines, raise_beside, take_long, give_another])
def test_a_fault_is_found_and_shown_with_its_smallest_text_and_seed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fault: Callable[[str], Position]
) -> None:
    monkeypatch.setattr(Position, "from_fen", staticmethod(fault))
    monkeypatch.setattr(fen, "LIMIT", 0.002)
    assert fen.run(50, 3) == 1
    said = capsys.readouterr().err
    assert "text of seed 3 goes wrong:\n'" in said
    assert len(said.splitlines()[-1]) < 100, "the smallest text is shown"


@pytest.mark.parametrize("way", pgn.BREAKS)
def test_each_way_to_break_a_game_changes_the_line_that_it_names(way: str) -> None:
    for game in pgn.games()[:5]:
        lines = game.split(b"\n")
        before = list(lines)
        index = pgn.BREAKS[way](random.Random(3), lines)
        assert lines != before
        assert lines[index] not in before


def test_a_fault_in_another_line_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def beside(text: GameText) -> ReadGame:
        read = read_game(text)
        return ReadGame(read.game, tuple(Problem(line + 1, what) for line, what in read.problems))

    monkeypatch.setattr(pgn, "read_game", beside)
    assert pgn.run(50, 3) == 1
    assert "nothing is reported in line" in capsys.readouterr().err


def test_a_good_game_that_is_lost_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    real = pgn.games()
    monkeypatch.setattr(pgn, "games", lambda: real)
    monkeypatch.setattr(pgn, "cut", lambda blocks: [GameText(b"".join(blocks), 1, 0)])
    assert pgn.run(50, 3) == 1
    assert "a good game is lost" in capsys.readouterr().err


def test_a_wrong_end_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tried = Try(("--version", "--wrong"), "file", "closed", "file", None)
    assert streams.faults_of(tried, tmp_path) == ([], 1)
    failing = Try(("masks", "--side", "red"), "file", "file", "file", None)
    (status, lines), _ = streams.faults_of(failing, tmp_path)
    assert status == "the status is 2, not 0"
    assert lines.startswith("it says ")
    monkeypatch.setattr(streams, "make_try", lambda seed, number: failing)
    assert streams.run(1, 7) == 1
    assert "try 0 of seed 7 goes wrong: pawnviz masks --side red: the status is 2, not 0" in capsys.readouterr().err


def test_lost_and_doubled_games_and_damage_are_found(tmp_path: Path) -> None:
    path = tmp_path / "games.pawnviz"
    whole = arrays_of_games(texts_of(MASTERS.read_bytes()))
    collected(path, MASTERS)
    assert faults_of(path, whole, is_whole=True) == []
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE game SET number = 3 WHERE number = 5")
        connection.commit()
        assert faults_of(path, whole, is_whole=True) == ["the column number has other values"]
        connection.execute("UPDATE game SET number = 5 WHERE id = 4")
        connection.execute("UPDATE source SET game_count = 25")
        connection.commit()
        assert faults_of(path, whole, is_whole=True) == ["the sources have another number of games"]
        connection.execute("DELETE FROM block")
        connection.execute("UPDATE source SET game_count = 0")
        connection.commit()
        assert faults_of(path, whole, is_whole=True) == ["there are 0 games and 0 rows, not 24 and 638"]


@pytest.mark.parametrize("turn", ["to_move", "waiting"])
def test_a_wrong_placement_is_seen(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, turn: str
) -> None:
    solved = wins.KnownWins.wins

    def with_one_more(finder: wins.KnownWins, white: int, black: int, passed: int = 0) -> Wins:
        found = solved(finder, white, black, passed)
        missing = getattr(found, f"possible_{turn}") ^ places_among(white, black).legal(turn == "to_move")
        wrong = getattr(found, f"proved_{turn}") | missing & -missing
        return found._replace(**{f"proved_{turn}": wrong})

    monkeypatch.setattr(wins.KnownWins, "wins", with_one_more)
    assert endings.run(3, 4, most_pawns=1, duels=False) == 1
    assert "won, but not by the reference" in capfd.readouterr().err


def hang(text: str, names: object) -> Formula:
    while True:
        pass


def die(text: str, names: object) -> Formula:
    os.abort()


def fill_memory(text: str, names: object) -> Formula:
    return Formula(text, (), parse("own").result, size=len(bytearray(2 * formula.MEMORY)))


def execute(text: str, names: object) -> Formula:
    eval("1")
    raise FormulaError(1, "wrong")


def point_beside(text: str, names: object) -> Formula:
    raise FormulaError(len(text) + 2, "wrong")


def recurse(text: str, names: object) -> Formula:
    return recurse(text, names)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (hang, "SIGALRM"),
        (die, "SIGABRT"),
        (fill_memory, "MemoryError"),
        (execute, "is reached"),
        (point_beside, "AssertionError"),
        (recurse, "RecursionError"),
    ],
)
def test_a_fault_with_formulas_is_found_and_shown_with_its_text_and_seed(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, fault: Callable[..., Formula], words: str
) -> None:
    formula.check(formula.Case("ownn | own", False, {}))
    monkeypatch.setattr(formula, "READERS", {False: fault, True: fault})
    monkeypatch.setattr(formula, "WARM", ())
    assert formula.run(3, 4, seconds=1) == 1
    said = capfd.readouterr().err
    assert words in said
    assert "text of seed 4 goes wrong:\nCase(text=" in said


def test_a_text_that_takes_too_long_or_a_mask_too_large_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formula, "LIMIT", -1)
    with pytest.raises(AssertionError, match="reading takes"):
        formula.check(formula.Case("own", False, {}))
    monkeypatch.setattr(formula, "LIMIT", 1)
    monkeypatch.setattr(formula, "BOARD", 0xFF)
    with pytest.raises(AssertionError):
        formula.check(formula.Case("own", False, {}))
    assert parse("own").text == "own"
