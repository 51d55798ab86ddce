"""The heading of an answer: its words, the bar of results, and the score beside the expected one."""

from __future__ import annotations

import numpy
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from pawnviz.core.collections.answer import (
    Answer,
    OpeningCount,
    Score,
    count_sentence,
    delay_text,
    difference_text,
    openings_text,
    score_sentence,
    share_text,
    signed,
    verdict,
    verdict_sentence,
)
from pawnviz.core.collections.question import Spells
from pawnviz.view.explore.sections import paint_difference, paint_score
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme

NONE = numpy.zeros(0, int)


def answer(score: Score, length: float = 9.0, unrated: int = 0) -> Answer:
    openings = tuple(OpeningCount(code, games) for code, games in (("D35", 300), ("D36", 100), ("E10", 2)))
    return Answer(Spells(NONE, NONE, NONE, NONE, NONE), score, 14.0, length, openings, (), (), unrated, NONE, None)


RATED = Score(417, 150, 200, 67, 0.5995, 400, 0.581, 0.015, (-0.0234, 0.0534))


def test_the_score_is_a_sentence_with_its_interval_and_that_of_rated_games_is_told_from_that_of_all() -> None:
    assert score_sentence(answer(RATED)) == (
        "White scores 60.0 %, 1.5 points more than the 58.1 % expected from the ratings (95 % interval −2.3 to +5.3)."
    )
    assert score_sentence(answer(RATED, unrated=17)) == (
        "White scores 60.0 %; 59.6 % in the 400 games with ratings, 1.5 points more than the 58.1 % expected "
        "from the ratings (95 % interval −2.3 to +5.3)."
    )


def test_a_score_just_as_expected_is_neither_more_nor_less_and_differences_are_those_of_shown_figures() -> None:
    for difference in (-0.0004, 0.0, 0.0004):
        score = Score(417, 150, 117, 150, 0.5, 417, 0.5 - difference, difference, (-0.0234, 0.0234))
        assert score_sentence(answer(score)).startswith(
            "White scores 50.0 %, just the 50.0 % expected from the ratings (95"
        )
    score = Score(300, 150, 48, 102, 0.58045, 300, 0.58155, -0.0011, (-0.05, 0.05))
    assert score_sentence(answer(score)).startswith("White scores 58.0 %, 0.2 points less than the 58.2 % expected")


def test_games_without_ratings_or_results_say_so() -> None:
    unfinished = answer(Score(3, 2, 0, 0, 1.0, 0, None, None, None))
    for sentence in (score_sentence(unfinished), verdict_sentence(unfinished)):
        assert sentence.startswith("White scores 100") and " % in the 2 games with a result" in sentence
    unrated = Score(3, 1, 1, 1, 0.5, 0, None, None, None)
    assert score_sentence(answer(unrated)).startswith("White scores 50.0 %. No game has both ratings")
    assert score_sentence(answer(Score(3, 0, 0, 0, None, 0, None, None, None))) == "None of these games has a result."
    assert difference_text(unrated) == ""


def test_figures_are_short_have_their_signs_and_openings_their_shares() -> None:
    assert [signed(share) for share in (0.015, -0.004, 0.0001)] == ["+1.5", "−0.4", "±0.0"]
    assert [share_text(share) for share in (0.33, 0.004, 0.0, 1.0)] == ["33 %", "< 1 %", "0 %", "100 %"]
    assert [delay_text(count) for count in (0.5, 1.0, 9.0)] == ["at once", "after 1 move", "after 9 moves"]
    assert difference_text(RATED) == "+1.5 ± 3.8"
    assert openings_text(answer(RATED)) == "D35 72 % · D36 24 % · E10 < 1 %"
    assert count_sentence(answer(RATED)) == "417 games, from move 14 on, for 9 moves"
    assert count_sentence(answer(RATED, 0.5)) == "417 games, from move 14 on, for less than a move"


def test_too_few_games_for_an_interval_and_small_samples_are_said() -> None:
    few = Score(3, 1, 1, 1, 0.5, 3, 0.6, -0.1, None)
    assert difference_text(Score(3, 1, 1, 1, 0.5, 0, None, None, None)) == ""
    assert difference_text(few) == "few games"
    assert score_sentence(answer(few)) == (
        "White scores 50.0 %, 10.0 points less than the 60.0 % expected from the ratings, in too few games for an "
        "interval. A small sample."
    )
    small = Score(5, 2, 2, 1, 0.6, 5, 0.5, 0.1, (-0.2, 0.4))
    assert small.is_small and score_sentence(answer(small)).endswith("A small sample.")


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize(("wins", "draws", "losses"), [(6, 3, 1), (1, 3, 6), (2, 8, 0)])
def test_whites_wins_are_white_at_the_left_and_blacks_black_at_the_right(
    theme: Theme, wins: int, draws: int, losses: int
) -> None:
    image = QImage(1000, 20, QImage.Format.Format_RGB32)
    score = Score(10, wins, draws, losses, None, 0, None, None, None)
    with QPainter(image) as painter:
        paint_score(painter, QRectF(0, 0, 1000, 20), score, theme)
    lightness = [QColor(image.pixel(x, 3)).lightness() for x in range(1000)]
    white, black = sum(each > 240 for each in lightness), sum(each < 60 for each in lightness)
    assert white == pytest.approx(100 * wins, abs=4) and black == pytest.approx(100 * losses, abs=4)
    assert all(each > 240 for each in lightness[3 : 100 * wins - 3])
    assert all(each < 60 for each in lightness[1003 - 100 * losses : -3])


def rated(low: float, high: float, games: int = 50) -> Score:
    return Score(
        games, games // 2, games // 4, games - games // 2 - games // 4, 0.6, games, 0.55, (low + high) / 2, (low, high)
    )


def test_whether_a_difference_is_proved_is_said_in_words() -> None:
    assert verdict(RATED) == "no difference proved"
    assert verdict(rated(0.01, 0.2)) == "better than expected"
    assert verdict(rated(-0.2, -0.01)) == "worse than expected"
    assert verdict(Score(3, 1, 1, 1, 0.5, 3, 0.5, 0.0, None)) == "few games"
    assert verdict(Score(3, 1, 1, 1, 0.5, 0, None, None, None)) == "no game with both ratings"
    assert verdict_sentence(answer(RATED)) == "White scores 60 %; ratings predict 58 %: no difference proved."
    few = Score(3, 1, 1, 1, 0.5, 3, 0.52, -0.02, None)
    assert verdict_sentence(answer(few)).endswith("ratings predict 52 %: too few games to compare.")
    assert "points" not in verdict_sentence(answer(RATED)) and "±" not in verdict_sentence(answer(RATED))


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_score_is_a_dot_with_its_interval_across_a_line_at_zero(theme: Theme) -> None:
    def painted(low: float, high: float) -> tuple[list[int], bool]:
        """Return where the interval is along its line, and whether the dot is full."""
        image = QImage(200, 21, QImage.Format.Format_RGB32)
        image.fill(QColor(theme.base))
        with QPainter(image) as painter:
            paint_difference(painter, QRectF(0, 0, 200, 21), rated(low, high), theme)
        assert image.pixelColor(100, 1) != QColor(theme.base), "the line at zero is the whole height"
        row = [x for x in range(200) if image.pixelColor(x, 10) != QColor(theme.base)]
        dot = round(100 + 96 * max(-1, (low + high) / 2 / 0.25))
        return row, image.pixelColor(dot, 10) == QColor(theme.text)

    row, is_full = painted(-0.05, 0.15)
    assert row[0] < 100 < row[-1] and not is_full
    row, is_full = painted(0.1, 0.2)
    assert next(x for x in row if x > 102) > 130 and is_full
    row, is_full = painted(-0.9, -0.1)
    assert row[0] <= 5, "it is cut off at the end of the bar"
