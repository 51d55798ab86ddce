"""The lives of the pawns as they are drawn: marks of moves, texts of bands, short states, and their key."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QFontMetrics, QImage, QPainter
from pytestqt.qtbot import QtBot

from pawnviz.core.labels.table import LABELS
from pawnviz.model.games.open_game import OpenGame
from pawnviz.view.app import make_application
from pawnviz.view.games.life_key import LifeKey
from pawnviz.view.games.life_view import LifeView, _free_place
from tests.core.games.sample import read
from tests.view.games.showing import show_game
from tests.view.hands import Hand

MOVES = "1. e4 d5 2. exd5 c6 3. dxc6 bxc6 4. a4 c5 5. a5 *"


@pytest.fixture
def lives(qtbot: QtBot) -> LifeView:
    return show_game(qtbot, LifeView(game := OpenGame()), game, MOVES, width=900)


def test_each_push_has_its_rank_and_each_capture_its_square(lives: LifeView) -> None:
    texts = {}
    for life in lives._game.lives:
        marks = lives._marks(QFontMetrics(lives.font()), life, 50)
        texts[life.name_at(0)[-2:]] = [text for _, text in marks]
        boxes = [box for box, _ in marks]
        assert all(before.right() <= after.left() for before, after in itertools.pairwise(boxes))
    assert texts["a2"] == ["4", "5"]
    assert texts["e2"] == ["4", "d5", "c6"]
    assert texts["b7"] == ["c6", "5"]
    assert texts["h2"] == []


def test_the_lives_of_a_long_game_are_drawn_once_they_are_known(lives: LifeView, qtbot: QtBot) -> None:
    lives._game.open(read("1. e4 d5 2. exd5 " + "Nf6 Nf3 Ng8 Ng1 " * 240 + "*"))
    before = lives.grab().toImage()
    assert lives._game.is_finding_lives
    qtbot.waitUntil(lambda: not lives._game.is_finding_lives, timeout=60_000)
    assert lives.grab().toImage() != before
    assert len(lives._game.lives) == 16


def test_the_wheel_turned_away_goes_back_and_towards_oneself_on(lives: LifeView) -> None:
    lives._game.go_to(4)
    Hand(lives).wheel(QPoint(100, 100), 1)
    assert lives._game.ply == 3
    for _ in range(2):
        Hand(lives).wheel(QPoint(100, 100), -1)
    assert lives._game.ply == 5


def test_marks_too_near_to_each_other_are_lines_without_text(lives: LifeView) -> None:
    lives.resize(240, 400)
    life = next(life for life in lives._game.lives if life.home == 12)
    marks = lives._marks(QFontMetrics(lives.font()), life, 50)
    assert "" in [text for _, text in marks]


def test_the_text_of_a_band_stands_whole_between_marks_or_not_at_all() -> None:
    box = QRectF(0, 0, 100, 10)
    assert _free_place(box, [], 100) == 0
    assert _free_place(box, [], 101) is None
    assert _free_place(box, [QRectF(20, 0, 10, 10)], 50) == 30
    assert _free_place(box, [QRectF(20, 0, 10, 10)], 20) == 0
    assert _free_place(box, [QRectF(-5, 0, 10, 10), QRectF(60, 0, 10, 10)], 56) is None


def test_a_short_state_is_named_a_little_beside_it_as_well(lives: LifeView, qtbot: QtBot) -> None:
    knights = " ".join(f"{number}. Ng1 Ng8 {number + 1}. Nf3 Nf6" for number in range(5, 205, 2))
    lives._game.open(read(f"1. d4 a6 2. e3 a5 3. e4 a4 4. Nf3 Nf6 {knights} *"))
    qtbot.waitUntil(lambda: bool(lives._game.lives), timeout=60_000)
    number, life = next((n, life) for n, life in enumerate(lives._game.lives) if life.home == 11)
    spell = next(spell for spell in life.spells if spell.layer == "defended_pawns")
    assert lives._x(spell.end) - lives._x(spell.first) < 8
    y = lives.row_rect(number).center().y()
    tip = lives.tip_at(lives._x(spell.first) - 2, y)
    assert LABELS[spell.layer].life_word in tip


def test_the_key_explains_full_hatched_and_outlined_and_cuts_no_words(qtbot: QtBot) -> None:
    make_application()
    key = LifeKey()
    qtbot.addWidget(key)
    words = key.accessibleDescription()
    assert all(text in words for text in ("full: strong", "hatched: weak", "outlined: stopped", "number: rank reached"))
    for width, least in ((240, 3), (440, 5), (700, 7)):
        places = key.places(width)
        assert len(places) >= least
        assert list(places)[:3] == ["good", "bad", "stopped"]
        assert all(place.right() <= width for place in places.values())


def test_a_heading_stands_in_its_band_or_behind_it_and_not_across_its_edge(
    lives: LifeView, monkeypatch: pytest.MonkeyPatch
) -> None:
    metrics = QFontMetrics(lives.font())
    for width in (900, 400, 300):
        lives.resize(width, 400)
        texts: list[tuple[QRectF, str]] = []
        monkeypatch.setattr(LifeView, "_paint_text", lambda self, painter, box, text, to=texts: to.append((box, text)))
        image = QImage(lives.size(), QImage.Format.Format_RGB32)
        with QPainter(image) as painter:
            lives._paint_game(painter)
        assert texts
        for spell, (box, text) in zip(lives._structures, texts, strict=True):
            left, right = lives._x(spell.first), lives._x(spell.end)
            if metrics.horizontalAdvance(text) > box.width():
                continue  # There is no room for it, and it is left out.
            is_inside = left < box.left() and box.left() + metrics.horizontalAdvance(text) <= right
            assert is_inside or box.left() > right
            assert text == spell.found.heading or text.endswith("…")
