"""A solved ending of kings and pawns in sentences: the moves that keep the outcome, and the line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pawnviz.core.board.position import Position
from pawnviz.core.endings.best_play import BestPlay, best_play, with_other_to_move
from pawnviz.core.endings.outcome import Outcome, Solution
from pawnviz.core.explain.pawn_endings import EndingFact
from pawnviz.core.words import listed

_MOST_MOVES: Final = 5  # The number of moves that are named; more are counted.
_MOVES: Final = "Each move of the side to move was judged by what proves the outcome."
_LINE: Final = (
    "The winner takes the way that needs fewest moves to the next pawn move or capture that wins, the other side the "
    "longest. It ends with a promotion, or where it grows long."
)
_BREAKTHROUGH: Final = (
    "A pawn offers itself to a pawn while its side has no passed pawn. That it wins is proved for every reply."
)
_OTHER_TO_MOVE: Final = "Both outcomes are proved. The same kings and pawns, the other side to move."
_VERBS: Final = {
    Outcome.WHITE_WINS: "White would win",
    Outcome.BLACK_WINS: "Black would win",
    Outcome.DRAW: "it would be a draw",
}


def proof_facts(position: Position, solution: Solution) -> tuple[EndingFact, ...]:
    """Return the facts about moves in the proof of an outcome, none where the outcome is not decided."""
    play = best_play(position, solution)
    if play is None:
        return ()
    return tuple(_facts(position, solution, play))


def _facts(position: Position, solution: Solution, play: BestPlay) -> Iterator[EndingFact]:
    outcome = solution.ending.outcome
    if play.keeping:
        kind = "drawing" if outcome is Outcome.DRAW else "winning"
        yield _moves(position, play, kind)
    if play.gives_pawn:
        yield EndingFact("Breakthrough", f"{moves_text(position, play.line[:1])} offers a pawn.", _BREAKTHROUGH)
    if len(play.line) > 1:
        yield EndingFact("Line", f"{moves_text(position, play.line)}.", _LINE)
    other = with_other_to_move(solution, position)
    if other not in (outcome, Outcome.NOT_DECIDED):
        mover = "Black" if position.white_to_move else "White"
        yield EndingFact(f"With {mover} to move", f"{_VERBS[other]}.", _OTHER_TO_MOVE, position.kings)


def _moves(position: Position, play: BestPlay, kind: str) -> EndingFact:
    if len(play.keeping) > _MOST_MOVES:
        return EndingFact(f"{kind.capitalize()} moves", f"{len(play.keeping)}.", _MOVES)
    number = f"{position.fullmove_number}{'.' if position.white_to_move else '...'}"
    moves = f"{number}{listed(play.keeping)}"
    if len(play.keeping) > 1:
        others = "; the others do not." if play.is_only else "; not all others are decided."
        return EndingFact(f"{kind.capitalize()} moves", f"{moves}{others}", _MOVES)
    if play.is_only:
        return EndingFact(f"The only {kind} move", f"{moves}.", _MOVES)
    return EndingFact(f"{kind.capitalize()} move", f"{moves}; not all others are decided.", _MOVES)


def moves_text(position: Position, sans: tuple[str, ...]) -> str:
    """Return moves with their numbers: ``1.Kb1 Kb7 2.Kc1``."""
    number, is_white = position.fullmove_number, position.white_to_move
    parts = []
    for place, san in enumerate(sans):
        if is_white:
            parts.append(f"{number}.{san}")
        else:
            parts.append(f"{number}...{san}" if place == 0 else san)
            number += 1
        is_white = not is_white
    return " ".join(parts)
