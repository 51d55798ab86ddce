"""How long the workspace of games takes to show a game and to follow a step, with everything open."""

from __future__ import annotations

from statistics import median, quantiles

from pawnviz.core.games.cutting import GameText
from pawnviz.core.games.reading import read_game
from tests.benchmarks import Row
from tests.benchmarks.board import LAYERS
from tests.benchmarks.games import LANES, long_game
from tests.benchmarks.window import open_program, settle, timed


def steps() -> list[Row]:
    """Return how long a game of 200 plies takes until it is seen, and a step of it, with six layers and six lanes."""
    game = read_game(GameText(str(long_game()).encode(), 1, 0))
    with open_program() as program:
        program.window.lanes.choose(LANES)
        program.window.last_move.marked.value = True
        program.layers.apply_preset(LAYERS)
        program.window.workspaces.show_games()
        panels = program.window.workspaces.games
        open_game = panels.games.game
        settle()
        opening = [timed(open_game.open, game) for _ in range(9)][1:]
        plies = range(1, len(open_game.line.moves) + 1 if open_game.line is not None else 0)
        taken = [timed(open_game.go_to, ply) for ply in plies]
        drawing = [timed(panels.page.grab) for _ in range(9)][1:]
    note = f"median of {len(taken)} plies, {quantiles(taken, n=100)[98] * 1e3:.1f} ms at the 99th percentile"
    return [
        Row("a game of 200 plies until it is seen", median(opening) * 1e3, "ms", None, "board, lives, six lanes, list"),
        Row("a step of the game until it is seen", median(taken) * 1e3, "ms", 16, note),
        Row("lives and six lanes painted", median(drawing) * 1e3, "ms", 16),
    ]
