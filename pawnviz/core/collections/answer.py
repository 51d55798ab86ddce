"""The answer to a question: which games, how they ended, out of which openings, and the pawn moves that came next.

All is counted by game, never by position: a game counts once, by its first spell that is long enough.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.board.bitboard import complement
from pawnviz.core.collections.arrays import GameColumns, StructureRows
from pawnviz.core.collections.question import Part, Question
from pawnviz.core.collections.score import Expectations, Score
from pawnviz.core.collections.spells import Spells, spells
from pawnviz.core.collections.structure_move import MoveKind, StructureMove

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_MODEL_GAMES: Final = 20

_LEAST_KEPT: Final = 0.05  # The least share of the games in which a move that kept the question true was played.
MOST_KEPT: Final = 8
_MOST_COMPARED: Final = 100_000  # The most boards among which the commonest is looked for.

_FACTOR: Final = 0x9E37_79B9_7F4A_7C15  # An odd number whose products spread over all bits.


@dataclass(frozen=True, slots=True)
class OpeningCount:
    """An opening by its code, and the number of games that began with it."""

    code: str
    games: int


@dataclass(frozen=True, slots=True)
class NextMove:
    """A move that changed the pawns, and the games in which it was played.

    It ended spells as the next move after them, or was played in their course, in a game for the first time. ``share``
    is that of all spells, those included at whose end the game ended too. ``median_delay`` is in moves from the first
    position of the spell to the one after this move. ``white`` and ``black`` are the commonest pawns after it, of very
    many boards among an even sample.
    """

    move: StructureMove
    share: float
    score: Score
    median_delay: float
    white: int
    black: int
    ends: bool = True

    @property
    def former(self) -> tuple[int, int]:
        """The commonest pawns of White and of Black without the move, but for one that a pawn captured."""
        step = self.move
        origin, target = 1 << step.origin, 1 << step.target
        white, black = self.white, self.black
        if step.kind is MoveKind.PIECE_CAPTURE:
            return (white, black | target) if step.white else (white | target, black)
        return (
            (white & complement(target) | origin, black) if step.white else (white, black & complement(target) | origin)
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a collection to a question.

    ``median_move`` is the number of the move in whose turn the spells begin, as in a FEN, ``median_length`` their
    length in moves; both are ``None`` without spells. ``openings``, ``next`` and ``kept`` have the most played first;
    ``next`` are the moves that ended spells, ``kept`` those in their course, in at least a twentieth of the games.
    ``unrated`` counts the games that the difference leaves out, without both ratings or a result. ``model_games`` are
    places in ``spells``. Without spells, ``emptied_by`` is the first part with which there are none any more.
    """

    spells: Spells
    score: Score
    median_move: float | None
    median_length: float | None
    openings: tuple[OpeningCount, ...]
    next: tuple[NextMove, ...]
    kept: tuple[NextMove, ...]
    unrated: int
    model_games: NDArray[Any]
    emptied_by: Part | None


def answer(question: Question, rows: StructureRows, games: GameColumns, advantage: float | None = None) -> Answer:
    """Return the answer of a collection, whose White's advantage, in points of rating, is fitted where not given."""
    import numpy

    expectations = Expectations(games, advantage)
    holding = spells(question, rows, games)
    score = expectations.score(holding.game)
    lengths = (holding.end - holding.first) / 2
    return Answer(
        spells=holding,
        score=score,
        median_move=float(numpy.median(holding.first // 2 + 1)) if len(holding) else None,
        median_length=float(numpy.median(lengths)) if len(holding) else None,
        openings=_openings(holding, games),
        next=_next(holding, rows, expectations),
        kept=_kept(holding, rows, expectations),
        unrated=score.games - score.rated,
        model_games=_model_games(holding, lengths, games, score, expectations),
        emptied_by=None if len(holding) else _emptied_by(question, rows, games),
    )


def _emptied_by(question: Question, rows: StructureRows, games: GameColumns) -> Part | None:
    for count, part in enumerate(question.parts, 1):
        if not len(spells(Question(question.parts[:count]), rows, games)):
            return part
    return None


def _openings(holding: Spells, games: GameColumns) -> tuple[OpeningCount, ...]:
    import numpy

    counts = numpy.bincount(games.eco[holding.game])
    openings = (OpeningCount(games.texts[number], int(counts[number])) for number in numpy.flatnonzero(counts))
    return tuple(sorted((opening for opening in openings if opening.code), key=lambda each: (-each.games, each.code)))


def _next(holding: Spells, rows: StructureRows, expectations: Expectations) -> tuple[NextMove, ...]:
    import numpy

    after = holding.last_row + 1
    goes_on = numpy.zeros(len(holding), bool)
    inside = after < len(rows)
    goes_on[inside] = rows.game[after[inside]] == holding.game[inside]
    number, after = numpy.flatnonzero(goes_on), after[goes_on]
    codes = rows.move[after]
    order = numpy.argsort(codes, kind="stable")
    groups = numpy.split(order, numpy.flatnonzero(numpy.diff(codes[order])) + 1)
    return _most_played(
        _counted(holding, number[places], after[places], rows, expectations, ends=True)
        for places in groups
        if len(places)
    )


def _kept(holding: Spells, rows: StructureRows, expectations: Expectations) -> tuple[NextMove, ...]:
    import numpy

    # A row is one of a spell, but not its first one, where more have begun than ended.
    begun = numpy.zeros(len(rows) + 2, numpy.int8)
    begun[holding.first_row + 1] += 1
    begun[holding.last_row + 1] -= 1
    is_inside = numpy.cumsum(begun[: len(rows)], dtype=numpy.int8).view(bool)
    spell_of_game = numpy.zeros(int(rows.game.max(initial=0)) + 1, numpy.intp)
    spell_of_game[holding.game] = numpy.arange(len(holding))
    if (rows.end[holding.last_row] > holding.end).any():
        inside = numpy.flatnonzero(is_inside)
        is_inside[inside] = rows.ply[inside] < holding.end[spell_of_game[rows.game[inside]]]
    codes = numpy.where(is_inside, rows.move, 0)
    counted = numpy.bincount(codes, minlength=1)
    counted[0] = 0  # No move: rows outside.
    moves = []
    # Hardly a move is played twice in a game.
    for code in numpy.argsort(-counted, kind="stable")[:MOST_KEPT]:
        if counted[code] >= max(1.0, _LEAST_KEPT * len(holding)):
            played = numpy.flatnonzero(codes == code)
            game = rows.game[played]
            is_first = numpy.ones(len(played), bool)
            is_first[1:] = game[1:] != game[:-1]
            numbers = spell_of_game[game[is_first]]
            moves.append(_counted(holding, numbers, played[is_first], rows, expectations, ends=False))
    return _most_played(moves)


def _most_played(moves: Iterable[NextMove]) -> tuple[NextMove, ...]:
    return tuple(sorted(moves, key=lambda each: (-each.score.games, each.move.code)))


def _counted(
    holding: Spells,
    number: NDArray[Any],
    after: NDArray[Any],
    rows: StructureRows,
    expectations: Expectations,
    *,
    ends: bool,
) -> NextMove:
    """Return the move that made some rows of spells, which are given by their places."""
    even = after[:: -(-len(after) // _MOST_COMPARED)]
    white, black = _commonest(rows.white[even], rows.black[even])
    score = expectations.score(holding.game[number])
    delay = _median(rows.ply[after] - holding.first[number]) / 2
    return NextMove(
        StructureMove.of(int(rows.move[after[0]])), len(after) / len(holding), score, delay, white, black, ends
    )


def _median(numbers: NDArray[Any]) -> float:
    """Return the median of small numbers from 0 on, by how often each comes."""
    import numpy

    ends = numpy.cumsum(numpy.bincount(numbers))
    low, high = numpy.searchsorted(ends, ((len(numbers) - 1) // 2, len(numbers) // 2), side="right")
    return float(low + high) / 2


def _commonest(white: NDArray[Any], black: NDArray[Any]) -> tuple[int, int]:
    """Return the commonest pawns of boards, of equally common ones those with the lowest numbers."""
    import numpy

    # One number for each board is sorted many times faster than two; that it is of one board alone is checked.
    numbers = white * numpy.uint64(_FACTOR) ^ black
    _, places, inverse, counts = numpy.unique(numbers, return_index=True, return_inverse=True, return_counts=True)
    if (white[places][inverse] == white).all() and (black[places][inverse] == black).all():
        most = places[counts == counts.max()]
        return min(zip(white[most].tolist(), black[most].tolist(), strict=True))
    boards, counts = numpy.unique(numpy.stack((white, black), axis=1), axis=0, return_counts=True)
    first, second = boards[counts.argmax()].tolist()
    return first, second


def _model_games(
    holding: Spells, lengths: NDArray[Any], games: GameColumns, score: Score, expectations: Expectations
) -> NDArray[Any]:
    """Return the places of rated games with long spells, stronger players and the usual result.

    Of the rated games those are taken whose spell is at least as long as the median one and whose weaker player is at
    least as strong as the median one.
    """
    import numpy

    places = numpy.flatnonzero(expectations.is_rated[holding.game])
    if not len(places):
        return places
    game, length = holding.game[places], lengths[places]
    weaker = numpy.minimum(games.white_elo[game], games.black_elo[game])
    wanted = (length >= numpy.median(length)) & (weaker >= numpy.median(weaker))
    wanted &= games.result[game] == _usual_result(score)
    chosen = places[wanted]
    best: NDArray[Any] = chosen[numpy.lexsort((-length[wanted], -weaker[wanted]))][:MOST_MODEL_GAMES]
    return best


def _usual_result(score: Score) -> int:
    """Return the half points of White that fit a score: a win of the side that does better, else the commonest ones."""
    low, high = score.interval or (-1, 1)
    if not low <= 0 <= high:
        return 2 if low > 0 else 0
    counts = (score.losses, score.draws, score.wins)
    return counts.index(max(counts))
