"""The answer of the explorer in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pawnviz.core.words import count_text, plural

if TYPE_CHECKING:
    from pawnviz.core.collections.answer import Answer, NextMove
    from pawnviz.core.collections.score import Score

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
    """Return score minus expectation with half the width of its interval, in percentage points; empty without games.

    Where games are too few for an interval this is said instead.
    """
    return mean_text(score.difference, score.interval)


def mean_text(mean: float | None, interval: tuple[float, float] | None) -> str:
    """Return a mean with half the width of its interval as ``difference_text`` does."""
    if mean is None:
        return ""
    return FEW_GAMES if interval is None else f"{signed(mean)} ± {50 * (interval[1] - interval[0]):.1f}"


def score_sentence(answer: Answer) -> str:
    """Return White's score against the expectation in one sentence."""
    score = answer.score
    if score.score is None:
        return "None of these games has a result."
    text = f"White scores {percent(score.score)}"
    small = " A small sample." if score.is_small else ""
    if score.difference is None or score.expected is None:
        return f"{text}. No game has both ratings, so nothing is expected of them.{small}"
    # The difference of the figures that are shown.
    points = round(round(100 * (score.expected + score.difference), 1) - round(100 * score.expected, 1), 1)
    compared = f"{abs(points):.1f} points {'more' if points > 0 else 'less'} than the" if points else "just the"
    expectation = f"{compared} {percent(score.expected)} that ratings let expect"
    interval = ", in too few games for an interval"
    if score.interval is not None:
        interval = f" (95 % interval {signed(score.interval[0])} to {signed(score.interval[1])})"
    # The score of all games is not that of the rated ones.
    rated = f"; {percent(score.expected + score.difference)} in the {games_text(score.rated)} with ratings"
    return f"{text}{rated if answer.unrated else ''}, {expectation}{interval}.{small}"


def openings_text(answer: Answer) -> str:
    """Return the commonest openings with their shares; empty where none are known."""
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
    return f"{text}; {difference_text(score)}{' points to the expectation' if score.interval else ' for a comparison'}"
