"""The lives of the pawns as they are drawn: marks of moves, texts of bands, short states, and their key."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from pawnviz.core.labels.table import LABELS
from pawnviz.model.games.game import OpenGame
from pawnviz.view.app import make_application
from pawnviz.view.games.lives import LifeKey, LifeView, _free_place
from pawnviz.view.widgets.theme import theme_of
from tests.core.games.sample import read
from tests.view.games.showing import show_game

CARLSBAD = "1. d4 d5 2. c4 e6 3. cxd5 exd5 4. e3 c6 5. Nc3 Nf6 6. Bd3 Bd6 7. Nge2 O-O 8. Qc2 Re8 9. O-O c5 10. dxc5 *"
MOVES = "1. e4 d5 2. exd5 c6 3. dxc6 bxc6 4. a4 c5 5. a5 *"


@pytest.fixture
def lives(qtbot: QtBot) -> LifeView:
    return show_game(qtbot, LifeView(game := OpenGame()), game, MOVES, width=900)


def test_each_push_has_its_rank_and_each_capture_its_square_unless_they_are_too_near(lives: LifeView) -> None:
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
    lives.resize(240, 400)
    life = next(life for life in lives._game.lives if life.home == 12)
    marks = lives._marks(QFontMetrics(lives.font()), life, 50)
    assert "" in [text for _, text in marks]


def test_the_lives_of_a_long_game_are_drawn_once_they_are_known(lives: LifeView, qtbot: QtBot) -> None:
    lives._game.open(read("1. e4 d5 2. exd5 " + "Nf6 Nf3 Ng8 Ng1 " * 240 + "*"))
    before = lives.grab().toImage()
    assert lives._game.living.is_running
    qtbot.waitUntil(lambda: not lives._game.living.is_running, timeout=60_000)
    assert lives.grab().toImage() != before
    assert len(lives._game.lives) == 16


def test_a_click_on_a_band_or_a_structure_goes_to_the_move_with_which_it_began(lives: LifeView) -> None:
    number, life = next((n, life) for n, life in enumerate(lives._game.lives) if life.home == 48)
    spell = next(spell for spell in life.spells if spell.layer == "isolated_pawns")
    assert spell.end - spell.first > 3
    row = lives.row_rect(number)
    place = QPoint(round(lives._x(spell.end - 0.5)), row.center().y())
    QTest.mousePress(lives, Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseMove(lives, place + QPoint(1, 0))
    assert lives._game.ply == spell.first
    QTest.mouseMove(lives, place + QPoint(40, 0))
    QTest.mouseRelease(lives, Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseClick(lives, Qt.MouseButton.LeftButton, pos=QPoint(round(lives._x(1.5)), row.center().y()))
    assert lives._game.ply == 1, "beside the bands a click goes to the move below it"
    lives._game.open(read(CARLSBAD))
    structure = next(spell for spell in lives._structures if spell.first)
    QTest.mouseClick(lives, Qt.MouseButton.LeftButton, pos=QPoint(round(lives._x(structure.end - 0.5)), 8))
    assert lives._game.ply == structure.first


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
        assert list(places)[:3] == ["full", "hatched", "outlined"]
        assert all(place.right() <= width for place in places.values())


@pytest.mark.parametrize("width", [900, 340])
def test_each_box_of_the_strip_of_structures_is_named_inside_and_others_not_drawn(lives: LifeView, width: int) -> None:
    lives._game.open(read(CARLSBAD))
    lives.resize(width, lives.height())
    image = lives.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    theme = theme_of(lives)
    drawn = []
    for spell in lives._structures:
        left, right = round(lives._x(spell.first)), round(lives._x(spell.end))
        colors = [image.pixelColor(x, y) for x in range(left + 2, right - 2) for y in range(4, 16)]
        drawn.append(QColor(theme.button) in colors)
        assert drawn[-1] == any(color.lightness() < 128 for color in colors), "a box has a text"
        tip = lives.tip_at((left + right) / 2, 5)
        assert spell.found.heading in tip, "what has no box is named by the pointer"
    assert any(drawn) and not all(drawn)


def test_all_lives_are_seen_in_a_low_page_and_have_more_room_in_a_high_one(lives: LifeView) -> None:
    heights = []
    for room in (150, 260, 400, 900):
        lives.set_room(room)
        last = lives.row_rect(15)
        assert last.bottom() < lives.height() and lives.row_rect(0).height() == last.height()
        heights.append(last.height())
    assert heights == sorted(set(heights)), "the rows grow"
    assert heights[0] >= lives.fontMetrics().capHeight()
