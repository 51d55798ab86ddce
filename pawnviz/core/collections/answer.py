"""The answer to a question: its games, results, expected scores and the moves that came next, also in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy

from pawnviz.core.board.arrays import PawnBoards
from pawnviz.core.board.bitboard import complement
from pawnviz.core.board.position import Position
from pawnviz.core.collections.arrays import TEXT_COLUMNS, UNKNOWN_RESULT, GameColumns, StructureRows
from pawnviz.core.collections.collection import joined_arrays
from pawnviz.core.collections.question import Part, Question, Spells, in_threads, spells
from pawnviz.core.collections.scanner import MoveKind, StructureMove
from pawnviz.core.structures.table import StructureTable, known_structures
from pawnviz.core.words import count_text, plural

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pawnviz.core.collections.collection import GameSource

FEWEST: Final = 5
"""The number of games below which there is no interval: it would be wider than all scores are apart."""

INTERVAL_WORDS: Final = (
    "The interval of 95 % is by Student's t from the spread of the games and of four more, two won and two lost, lest "
    "a few equal results look sure; below five games there is none."
)
"""How the interval is computed, in a sentence."""

_FURTHER_GAMES: Final = 4
_FURTHER_SPREAD: Final = 0.25  # The square by which the score of each of these differs from the expected one.

# The quantiles of Student's t for an interval of 95 %, by degrees of freedom from 1.
_QUANTILES: Final = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131),
    *(2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)


def interval(values: NDArray[Any]) -> tuple[float, float] | None:
    """Return the interval around the mean of a score above the expected one for each game; None for too few games."""
    count = len(values)
    if count < FEWEST:
        return None
    mean = float(values.mean())
    squares = float(((values - mean) ** 2).sum()) + _FURTHER_GAMES * _FURTHER_SPREAD
    half = quantile(count - 1) * sqrt(squares / (count - 1 + _FURTHER_GAMES) / count)
    return mean - half, mean + half


def quantile(degrees: int) -> float:
    """Return the 97.5 % quantile of Student's t for a number of degrees of freedom, to three digits."""
    # Beyond the table by the first terms of its expansion around the normal distribution.
    return _QUANTILES[degrees - 1] if degrees <= len(_QUANTILES) else 1.96 + 2.3724 / degrees + 2.8225 / degrees**2


FEWEST_RATED: Final = 30  # A sample of fewer rated games is small.
_LARGEST_ADVANTAGE: Final = 2000.0
_HALVINGS: Final = 40  # The steps of the bisection, the last one of 4e-9 points.


@dataclass(frozen=True, slots=True)
class Score:
    """The results of some games, all White's.

    ``score`` is White's mean score over the games with a result, ``None`` without any. ``rated`` counts those in
    which both players have a rating; over these alone are ``expected``, the mean expectation, and ``difference``, the
    mean of score less expectation, ``None`` without any, with an ``interval`` of 95 %, ``None`` for too few.
    """

    games: int
    wins: int
    draws: int
    losses: int
    score: float | None
    rated: int
    expected: float | None
    difference: float | None
    interval: tuple[float, float] | None

    @property
    def is_small(self) -> bool:
        """Whether there are so few rated games that the difference says little."""
        return self.rated < FEWEST_RATED


class Ratings(NamedTuple):
    """The ratings and results of the games that have both, to which White's advantage is fitted.

    ``differences`` are White's rating minus Black's, ``counts`` the number of games with each difference, arrays of
    the shape ``(differences,)``, and ``points`` White's half points in all of these games.
    """

    differences: NDArray[Any]
    counts: NDArray[Any]
    points: int

    @classmethod
    def of(cls, games: GameColumns) -> Ratings:
        """Return the ratings and results of games."""
        rated = _is_rated(games)
        values = games.white_elo[rated].astype(numpy.int64) - games.black_elo[rated]
        least = int(values.min(initial=0))
        counts = numpy.bincount(values - least)
        places = numpy.flatnonzero(counts)
        return cls(places + least, counts[places], int(games.result[rated].sum(dtype=numpy.int64)))

    @classmethod
    def joined(cls, parts: Sequence[Ratings]) -> Ratings:
        """Return the ratings and results of the games of several parts together."""
        differences, places = numpy.unique(numpy.concatenate([part.differences for part in parts]), return_inverse=True)
        counts = numpy.zeros(len(differences), numpy.int64)
        numpy.add.at(counts, places, numpy.concatenate([part.counts for part in parts]))
        return cls(differences, counts, sum(part.points for part in parts))

    @property
    def advantage(self) -> float:
        """White's advantage, by which scores and expectations have the same mean, within bounds; 0 without games."""
        count = int(self.counts.sum())
        if not count:
            return 0.0
        low, high = -_LARGEST_ADVANTAGE, _LARGEST_ADVANTAGE
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            if float((expectation(self.differences + middle) * self.counts).sum()) < self.points / 2:
                low = middle
            else:
                high = middle
        return (low + high) / 2


class Expectations:
    """White's score and expected score in each game of a collection, with White's advantage in points of rating."""

    def __init__(self, games: GameColumns, advantage: float | None = None) -> None:
        """Fit White's advantage to the games where none is given."""
        self.is_rated = _is_rated(games)
        self._games = games
        self.advantage = Ratings.of(games).advantage if advantage is None else advantage

    @cached_property
    def _residuals(self) -> NDArray[Any]:
        """Score less expectation of each game, computed once for the many moves that a game counts for."""
        difference = self._games.white_elo.astype(float) - self._games.black_elo
        residuals: NDArray[Any] = self._games.result / 2 - expectation(difference + self.advantage)
        return residuals

    def residuals(self, games: NDArray[Any]) -> NDArray[Any]:
        """Return score less expectation of the rated ones among some games."""
        residuals: NDArray[Any] = self._residuals[games[self.is_rated[games]]]
        return residuals

    def score(self, games: NDArray[Any]) -> Score:
        """Return the score of some games by their numbers."""
        results = self._games.result[games]
        losses, draws, wins = (int(numpy.count_nonzero(results == points)) for points in range(3))
        finished = wins + draws + losses
        score = (wins + draws / 2) / finished if finished else None
        residuals = self.residuals(games)
        rated, expected, difference = len(residuals), None, None
        if rated:
            difference = float(residuals.mean())
            expected = float(results[self.is_rated[games]].mean()) / 2 - difference
        return Score(len(games), wins, draws, losses, score, rated, expected, difference, interval(residuals))


def _is_rated(games: GameColumns) -> NDArray[Any]:
    """Return which games have the ratings of both players and a result."""
    rated: NDArray[Any] = (games.white_elo > 0) & (games.black_elo > 0) & (games.result != UNKNOWN_RESULT)
    return rated


def expectation(difference: NDArray[Any]) -> NDArray[Any]:
    """Return the expected score for differences of rating."""
    expected: NDArray[Any] = 1 / (1 + 10 ** (difference / -400))
    return expected


MOST_MODEL_GAMES: Final = 20

_LEAST_KEPT: Final = 0.05  # The least share of the games in which a move that kept the question true was played.
MOST_KEPT: Final = 8
_MOST_COMPARED: Final = 20_000  # The most boards among which the commonest is looked for.

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
    is its share of all spells, also of those that end with their game. ``median_delay`` is in moves from the first
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
        own, enemy = (self.white, self.black) if step.white else (self.black, self.white)
        if step.kind is MoveKind.PIECE_CAPTURE:
            enemy |= target
        else:
            own = own & complement(target) | origin
        return (own, enemy) if step.white else (enemy, own)


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
    """Return the answer of a collection, whose White's advantage, in points of rating, is fitted if not given."""
    expectations = Expectations(games, advantage)
    holding = spells(question, rows, games)
    score = expectations.score(holding.game)
    emptying = (
        part
        for count, part in enumerate(() if len(holding) else question.parts, 1)
        if not len(spells(Question(question.parts[:count]), rows, games))
    )
    return Answer(
        spells=holding,
        score=score,
        median_move=float(numpy.median(holding.first // 2 + 1)) if len(holding) else None,
        median_length=float(numpy.median(holding.lengths)) if len(holding) else None,
        openings=_openings(holding, games),
        next=_next(holding, rows, expectations),
        kept=_kept(holding, rows, expectations),
        unrated=score.games - score.rated,
        model_games=model_games(holding, games, _usual_result(score)),
        emptied_by=next(emptying, None),
    )


def _openings(holding: Spells, games: GameColumns) -> tuple[OpeningCount, ...]:
    counts = numpy.bincount(games.eco[holding.game], minlength=1)
    counts[0] = 0  # No code.
    openings = (OpeningCount(games.texts[number], int(counts[number])) for number in numpy.flatnonzero(counts))
    return tuple(sorted(openings, key=lambda each: (-each.games, each.code)))


def _next(holding: Spells, rows: StructureRows, expectations: Expectations) -> tuple[NextMove, ...]:
    goes_on = _go_on(holding, rows)
    number, after = numpy.flatnonzero(goes_on), holding.last_row[goes_on] + 1
    codes = rows.move[after]
    order = numpy.argsort(codes, kind="stable")
    groups = numpy.split(order, numpy.flatnonzero(numpy.diff(codes[order])) + 1)
    scores = ((places, expectations.score(holding.game[number[places]])) for places in groups if len(places))
    return _most_played(
        _counted(holding, number[places], after[places], rows, score, ends=True) for places, score in scores
    )


def _go_on(found: Spells, rows: StructureRows) -> NDArray[Any]:
    """Return which spells have another row of their game behind them."""
    behind = found.last_row + 1
    inside: NDArray[Any] = behind < len(rows)
    inside[inside] = rows.game[behind[inside]] == found.game[inside]
    return inside


def _kept(holding: Spells, rows: StructureRows, expectations: Expectations) -> tuple[NextMove, ...]:
    # The rows outside of spells and those inside, without the first one of a spell, come in turns.
    ends = numpy.stack((holding.first_row, holding.last_row), axis=1).ravel() + 1
    lengths = numpy.diff(ends, prepend=0, append=len(rows))
    is_inside = numpy.repeat(numpy.arange(len(lengths)) % 2 == 1, lengths)
    spell_of_game = numpy.zeros(int(rows.game.max(initial=0)) + 1, numpy.intp)
    spell_of_game[holding.game] = numpy.arange(len(holding))
    if (rows.end[holding.last_row] > holding.end).any():
        inside = numpy.flatnonzero(is_inside)
        is_inside[inside] = rows.ply[inside] < holding.end[spell_of_game[rows.game[inside]]]
    codes = numpy.where(is_inside, rows.move, 0)
    counted = numpy.bincount(codes, minlength=1)
    counted[0] = 0  # No move: rows outside.
    least = max(1.0, _LEAST_KEPT * len(holding))
    often = [code for code in numpy.argsort(-counted, kind="stable")[:MOST_KEPT] if counted[code] >= least]

    def move(code: int) -> NextMove:
        # Hardly a move is played twice in a game.
        played = numpy.flatnonzero(codes == code)
        game, places = numpy.unique(rows.game[played], return_index=True)
        score = expectations.score(game)
        return _counted(holding, spell_of_game[game], played[places], rows, score, ends=False)

    return _most_played(in_threads(move, often))


def _most_played(moves: Iterable[NextMove]) -> tuple[NextMove, ...]:
    return tuple(sorted(moves, key=lambda each: (-each.score.games, each.move.code)))


def _counted(
    holding: Spells, number: NDArray[Any], after: NDArray[Any], rows: StructureRows, score: Score, *, ends: bool
) -> NextMove:
    """Return the move that made some rows of spells, which are given by their places, with the score of their games."""
    even = after[:: -(-len(after) // _MOST_COMPARED)]
    pawns = _commonest(rows.white[even], rows.black[even])
    delay = float(numpy.median(rows.ply[after] - holding.first[number])) / 2
    move = StructureMove.of(int(rows.move[after[0]]))
    return NextMove(move, len(after) / len(holding), score, delay, *pawns, ends)


def _commonest(white: NDArray[Any], black: NDArray[Any]) -> tuple[int, int]:
    """Return the commonest pawns of boards, of equally common ones those with the lowest numbers."""
    # One number for each board is sorted many times faster than two; that it is of one board alone is checked.
    numbers = white * numpy.uint64(_FACTOR) ^ black
    _, places, inverse, counts = numpy.unique(numbers, return_index=True, return_inverse=True, return_counts=True)
    if (white[places][inverse] == white).all() and (black[places][inverse] == black).all():
        most = places[counts == counts.max()]
        return min(zip(white[most].tolist(), black[most].tolist(), strict=True))
    boards, counts = numpy.unique(numpy.stack((white, black), axis=1), axis=0, return_counts=True)
    first, second = boards[counts.argmax()].tolist()
    return first, second


def model_games(holding: Spells, games: GameColumns, result: int) -> NDArray[Any]:
    """Return the places of rated games with this result whose spells and weaker players are not below the median."""
    places = numpy.flatnonzero(_is_rated(games)[holding.game])
    if not len(places):
        return places
    game, length = holding.game[places], (holding.end - holding.first)[places]
    weaker = numpy.minimum(games.white_elo[game], games.black_elo[game])
    wanted = (length >= numpy.median(length)) & (weaker >= numpy.median(weaker))
    wanted &= games.result[game] == result
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


MOST_OPENINGS: Final = 4  # The number of openings that the heading names.

FEW_GAMES: Final = "few games"  # In place of an interval.


def games_text(count: int) -> str:
    """Return a number of games: ``1 game``, ``18,391 games``."""
    return f"{count:,} {plural(count, 'game')}"


def moves_text(count: float) -> str:
    """Return a number of moves: ``9 moves``, and below one ``less than a move``."""
    return count_text(round(count), "move") if count >= 1 else "less than a move"


def delay_text(count: float) -> str:
    """Return after how many moves something comes: ``after 9 moves``, and below one ``at once``."""
    return f"after {moves_text(count)}" if count >= 1 else "at once"


def percent(share: float) -> str:
    """Return a share as a percentage: ``53.6 %``."""
    return f"{100 * share:.1f} %"


def share_text(share: float) -> str:
    """Return the share of a move: ``33 %``, and below one percent ``< 1 %``."""
    return "< 1 %" if 0 < share < 0.01 else f"{100 * share:.0f} %"


def signed(share: float) -> str:
    """Return a difference in percentage points with its sign: ``+1.5`` or ``−0.4``."""
    points = round(100 * share, 1)
    return f"{'−' if points < 0 else '+' if points > 0 else '±'}{abs(points):.1f}"


def count_sentence(answer: Answer) -> str:
    """Return the number of games with when and for how long the question holds in them."""
    first, length = round(answer.median_move or 1), answer.median_length or 0.0
    return f"{games_text(answer.score.games)}, from move {first} on, for {moves_text(length)}"


def difference_text(score: Score) -> str:
    """Return score minus expectation with half its interval in points, or ``FEW_GAMES``; empty without games."""
    if score.difference is None:
        return ""
    if score.interval is None:
        return FEW_GAMES
    low, high = score.interval
    return f"{signed(score.difference)} ± {50 * (high - low):.1f}"


def verdict(score: Score) -> str:
    """Return whether a score differs from the expectation, in words such as ``no difference proved``."""
    if score.difference is None:
        return "no game with both ratings" if score.games else ""
    if score.interval is None:
        return FEW_GAMES
    low, high = score.interval
    return "better than expected" if low > 0 else "worse than expected" if high < 0 else "no difference proved"


def verdict_sentence(answer: Answer) -> str:
    """Return White's score beside the expected one, rounded, with the verdict in words."""
    score = answer.score
    if score.score is None:
        return score_sentence(answer)
    text = f"White scores {share_text(score.score)}{_of_finished(score)}"
    if score.difference is None or score.expected is None:
        return f"{text}; no game has both ratings."
    of_rated = share_text(score.expected + score.difference)
    rated = f" ({of_rated} with ratings)" if of_rated != share_text(score.score) else ""
    expectation = f"{text}{rated}; ratings predict {share_text(score.expected)}"
    if score.interval is None:
        return f"{expectation}: too few games to compare."
    return f"{expectation}: {verdict(score)}.{' A small sample.' if score.is_small else ''}"


def _of_finished(score: Score) -> str:
    finished = score.wins + score.draws + score.losses
    return f" in the {games_text(finished)} with a result" if finished < score.games else ""


def score_sentence(answer: Answer) -> str:
    """Return White's score against the expectation in one sentence."""
    score = answer.score
    if score.score is None:
        return "None of these games has a result."
    text = f"White scores {percent(score.score)}{_of_finished(score)}"
    small = " A small sample." if score.is_small else ""
    if score.difference is None or score.expected is None:
        return f"{text}. No game has both ratings, so nothing is expected of them.{small}"
    # The difference of the figures that are shown.
    points = round(round(100 * (score.expected + score.difference), 1) - round(100 * score.expected, 1), 1)
    compared = f"{abs(points):.1f} points {'more' if points > 0 else 'less'} than the" if points else "just the"
    expectation = f"{compared} {percent(score.expected)} expected from the ratings"
    interval = ", in too few games for an interval"
    if score.interval is not None:
        interval = " (95 % interval {} to {})".format(*map(signed, score.interval))
    # All games and rated games have different scores.
    rated = f"; {percent(score.expected + score.difference)} in the {games_text(score.rated)} with ratings"
    return f"{text}{rated if answer.unrated else ''}, {expectation}{interval}.{small}"


def openings_text(answer: Answer) -> str:
    """Return the commonest openings with their shares; empty if none are known."""
    games = max(1, answer.score.games)
    named = [f"{opening.code} {share_text(opening.games / games)}" for opening in answer.openings[:MOST_OPENINGS]]
    return " · ".join(named)


def move_sentence(move: NextMove) -> str:
    """Return a next move as a screen reader says it."""
    score = move.score
    text = (
        f"{move.move.text} by {'White' if move.move.white else 'Black'}{'' if move.ends else ' in the meantime'}: "
        f"{share_text(move.share)}, "
        f"{games_text(score.games)}, {delay_text(move.median_delay)}; "
        f"White wins {score.wins}, draws {score.draws}, loses {score.losses}"
    )
    if score.difference is None:
        return text
    figures = f" ({difference_text(score)} points to the expectation)" if score.interval else ""
    return f"{text}; {verdict(score)}{figures}"


def position_after(position: Position, move: NextMove, *, fits: bool = True) -> Position:
    """Return a position after a move: made on a board that ``fits`` the question, else the commonest pawns after it."""
    if fits and move.move.is_possible(position):
        return move.move.made_on(position)
    return pawns_alone(move.white, move.black, white_to_move=not move.move.white)


def pawns_alone(white: int, black: int, *, white_to_move: bool) -> Position:
    """Return the position of these pawns without pieces."""
    return Position(white=white, black=black, pawns=white | black, white_to_move=white_to_move)


MOVES_ON: Final = 12  # The moves behind the first position after which games are bundled.
MOST_BUNDLES: Final = 5  # The most bundles with a name.


@dataclass(frozen=True, slots=True)
class Bundle:
    """Games that lead to one named structure, or to any other one.

    ``heading`` is the structure's name and whose it is, empty for the others. ``is_same`` is true for the structure
    that leads at the first position of most games. ``white`` and ``black`` are the commonest pawns among the games;
    ``spells`` are the places of these in the spells that were bundled.
    """

    heading: str
    is_same: bool
    white: int
    black: int
    spells: NDArray[Any]
    score: Score


def bundles_of(
    found: Spells, rows: StructureRows, games: GameColumns, moves: int = MOVES_ON, most: int = MOST_BUNDLES
) -> tuple[Bundle, ...]:
    """Return the ``most`` frequent named structures ``moves`` after each spell begins, then the others."""
    if not len(found):
        return ()
    table = known_structures()
    before = _leading(table, rows, found.first_row)
    is_named = before >= 0
    same = int(numpy.bincount(before[is_named]).argmax()) if 2 * int(is_named.sum()) > len(found) else -1
    plies = found.first + 2 * moves
    # The row of each game's position at the ply, of its last position if it has fewer.
    span = int(rows.end.max(initial=0)) + int(plies.max(initial=0)) + 1
    keys = rows.game.astype(numpy.int64) * span + rows.ply
    places = numpy.searchsorted(keys, found.game.astype(numpy.int64) * span + plies, side="right") - 1
    leading = _leading(table, rows, places)
    counts = numpy.bincount(leading[leading >= 0], minlength=1)
    chosen = [int(code) for code in numpy.argsort(-counts, kind="stable")[:most] if counts[code]]
    expectations = Expectations(games)
    bundles = []
    for code in (*chosen, None):
        is_in = leading == code if code is not None else numpy.isin(leading, chosen, invert=True)
        spells = numpy.flatnonzero(is_in)
        if len(spells):
            white, black = _commonest(rows.white[places[spells]], rows.black[places[spells]])
            heading = ""
            if code is not None:
                structure, color = table.versions[code]
                heading = structure.heading_for(None if structure.mutual else color)
            score = expectations.score(found.game[spells])
            bundles.append(Bundle(heading, code == same, white, black, spells, score))
    return tuple(bundles)


def _leading(table: StructureTable, rows: StructureRows, places: NDArray[Any]) -> NDArray[Any]:
    """Return the number of the leading version of the structures in each of some rows, -1 for none."""
    words = table.rules.holding_on(PawnBoards(rows.white[places], rows.black[places]))
    leading = numpy.full(len(places), -1, numpy.int64)
    for number, word in reversed(list(enumerate(words))):
        lowest = word & (numpy.uint64(0) - word)
        has_one = word != 0
        leading[has_one] = 64 * number + numpy.bitwise_count(lowest[has_one] - numpy.uint64(1)).astype(numpy.int64)
    return leading


class Found(NamedTuple):
    """The first spells of a shard's games, each with the row behind it, and the ratings of all games of the shard."""

    rows: StructureRows
    games: GameColumns
    ratings: Ratings


def find(question: Question, source: GameSource) -> Found:
    """Return the games that were found for a question."""
    rows, games = source.rows(), source.games()
    found = spells(question, rows, games)
    counts = found.last_row - found.first_row + 1 + _go_on(found, rows)
    starts = numpy.cumsum(counts) - counts
    places = numpy.repeat(found.first_row - starts, counts) + numpy.arange(int(counts.sum()))
    columns = {field.name: getattr(rows, field.name)[places] for field in fields(StructureRows)}
    columns["game"] = numpy.repeat(numpy.arange(len(found), dtype=numpy.int32), counts)
    chosen = {
        field.name: getattr(games, field.name)[found.game] for field in fields(GameColumns) if field.name != "texts"
    }
    # The shard's other texts stay there.
    used = numpy.unique(numpy.concatenate([numpy.zeros(1, numpy.int32), *(chosen[name] for name in TEXT_COLUMNS)]))
    for name in TEXT_COLUMNS:
        chosen[name] = numpy.searchsorted(used, chosen[name]).astype(numpy.int32)
    of_spells = GameColumns(**chosen, texts=tuple(games.texts[text] for text in used))
    return Found(StructureRows(**columns), of_spells, Ratings.of(games))


def answer_of(question: Question, parts: Sequence[Found]) -> Answer:
    """Return the answer of at least one part, whose games are numbered by the order in which they were found."""
    rows, games, _ = joined_arrays([(part.rows, part.games) for part in parts])
    return answer(question, rows, games, Ratings.joined([part.ratings for part in parts]).advantage)
