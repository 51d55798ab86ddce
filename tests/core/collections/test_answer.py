"""Answers: which games are model games, and which moves came next and in the meantime."""

from __future__ import annotations

import io
from statistics import median

import chess.pgn
import pytest

from pawnviz.core.collections.answer import MOST_KEPT, NextMove, answer
from pawnviz.core.collections.fields import read_fields
from pawnviz.core.collections.making import arrays_of_games
from tests.core.collections.slow_search import Asked, replayed, spells_of
from tests.core.games.sample import MASTERS, texts_of
from tests.core.structures.square_by_square import fulfills


@pytest.mark.parametrize(
    ("results", "usual"),
    [
        ({"1-0": 30, "0-1": 2}, 2),
        ({"0-1": 30, "1-0": 2}, 0),
        ({"1-0": 20, "1/2-1/2": 60, "0-1": 2}, 2),
        ({"1-0": 6, "1/2-1/2": 20, "0-1": 5}, 1),
        ({"1-0": 2, "1/2-1/2": 1}, 2),
    ],
)
def test_model_games_have_the_result_of_the_side_that_does_better_else_the_commonest(
    results: dict[str, int], usual: int
) -> None:
    games = [
        f'[WhiteElo "{2500 + number}"]\n[BlackElo "{2500 + number}"]\n[Result "{result}"]\n\n1. e4 e5 2. Nf3 {result}\n'
        for result, count in results.items()
        for number in range(count)
    ]
    rows, columns = arrays_of_games(texts_of("\n".join(games).encode()))
    found = answer(read_fields("pawns:8/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/8"), rows, columns, advantage=0.0)
    assert found.score.games == len(games)
    model_games = found.spells.game[found.model_games]
    assert set(columns.result[model_games].tolist()) == {usual}
    assert columns.white_elo[model_games].tolist() == sorted(columns.white_elo[model_games].tolist(), reverse=True)


def test_model_games_are_those_of_the_strongest_weaker_players_then_those_of_longer_spells() -> None:
    games = [
        f'[WhiteElo "{2500 + number}"]\n[BlackElo "{2900 - 2 * number}"]\n\n1. e4 e5 2. Nf3{moves} 1-0\n'
        for number in range(30)
        for moves in ("", " Nf6", " Nf6 3. Nc3")
    ]
    rows, columns = arrays_of_games(texts_of("\n".join(games).encode()))
    found = answer(read_fields("pawns:8/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/8"), rows, columns, advantage=0.0)
    model_games = found.spells.game[found.model_games]
    # The stronger player of the last games is the weakest of all stronger ones.
    assert columns.white_elo[model_games].tolist() == [rating for rating in range(2529, 2519, -1) for _ in range(2)]
    assert columns.plies[model_games].tolist() == [5, 4] * 10


def changes_of(game: chess.pgn.Game) -> list[str]:
    """Return how each move of a game changes the pawns, as it is written with its side, empty for those that do not."""
    board = game.board()
    changes = []
    for move in game.mainline_moves():
        origin, target = chess.square_name(move.from_square), chess.square_name(move.to_square)
        if board.piece_type_at(move.from_square) == chess.PAWN:
            change = f"{origin}{'x' if board.is_capture(move) else '-'}{target}"
        else:
            change = f"piece x{target}" if board.piece_type_at(move.to_square) == chess.PAWN else ""
        changes.append(f"{change} by {chess.COLOR_NAMES[board.turn]}" if change else "")
        board.push(move)
    return changes


def written(move: NextMove) -> str:
    """Return a move as ``changes_of`` does."""
    return f"{move.move.text} by {'white' if move.move.white else 'black'}"


@pytest.mark.parametrize("pattern", ["W d4", "W -d; B -d"])
def test_moves_next_and_in_the_meantime_are_those_by_python_chess(pattern: str) -> None:
    asked = Asked(f'pattern:"{pattern}"', lambda pawns: fulfills(pattern, *pawns))
    texts = list(texts_of(MASTERS.read_bytes()))
    games = [game for text in texts if (game := chess.pgn.read_game(io.StringIO(text.data.decode())))]
    expected = spells_of([asked], map(replayed, games))

    def counted(which: str) -> dict[str, tuple[int, float]]:
        delays: dict[str, list[float]] = {}
        for number, first, end in expected:
            changes = changes_of(games[number])
            plies = range(first + 1, end) if which == "kept" else range(end, min(end, len(changes)) + 1)
            seen: set[str] = set()
            for ply in plies:
                change = changes[ply - 1]
                if change and change not in seen and ply <= len(changes):
                    seen.add(change)
                    delays.setdefault(change, []).append((ply - first) / 2)
        return {change: (len(each), median(each)) for change, each in delays.items()}

    found = answer(read_fields(asked.text), *arrays_of_games(texts))
    assert len(found.spells) == len(expected) > 10
    assert {written(move): (move.score.games, move.median_delay) for move in found.next} == counted("next")
    kept = counted("kept")
    often = {change: each for change, each in kept.items() if each[0] >= max(1, 0.05 * len(expected))}
    assert len(found.kept) == min(MOST_KEPT, len(often))
    assert all(often[written(move)] == (move.score.games, move.median_delay) for move in found.kept)
    counts = sorted((count for count, _ in often.values()), reverse=True)
    assert [move.score.games for move in found.kept] == counts[:MOST_KEPT]
    assert not any(move.ends for move in found.kept)
