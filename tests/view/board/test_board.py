"""The board's widget: the current square, what is painted, and its size."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.picture.places import badge_box
from pawnviz.view.widgets.theme import DARK, palette, theme_of
from tests.view.hands import Desk, painted

START_PIECES = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def test_the_square_under_the_pointer_is_current_until_it_leaves_also_after_a_flip(start: Desk, qtbot: QtBot) -> None:
    with qtbot.waitSignal(start.board.state.square_changed):
        start.hand.move(start.at("b7"))
    assert start.current_square == "b7"
    start.hand.move(start.off_board())
    assert start.current_square == ""
    start.hand.move(start.at("b7"))
    QApplication.sendEvent(start.board, QEvent(QEvent.Type.Leave))
    assert start.current_square == ""
    start.hand.move(start.at("e4"))
    start.hand.wheel(start.at("e4"), 3)
    assert start.pieces == START_PIECES
    assert start.current_square == "e4"
    start.hand.move(start.at("b7"))
    with qtbot.waitSignal(start.board.state.square_changed):
        start.board.preferences.flipped.value = True
    assert start.current_square == "g2"
    start.board.preferences.flipped.value = False
    start.hand.move(start.at("h1"))
    start.window.resize(start.window.width() + 400, start.window.height() + 400)
    QApplication.processEvents()
    assert start.current_square != "h1"
    assert start.shows_the_position()


def test_the_current_pawn_shows_its_own_squares_when_switched_on(start: Desk) -> None:
    start.hand.move(start.at("e2"))
    before = start.square_image("e4")
    start.board.preferences.show_own_pawn.value = True
    assert start.shows_own_squares()
    assert start.square_image("e4") != before
    start.hand.move(start.at("e1"))
    assert not start.shows_own_squares()
    assert start.square_image("e4") == before


def test_layers_captures_flip_and_theme_are_painted_at_once(start: Desk) -> None:
    start.layers.apply_preset(["front_spans", "stops", "attacks", "safe_squares", "isolated_pawns", "filesets"])
    assert start.shows_the_position()
    start.document.set_fen("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR")
    assert start.shows_the_position()
    without = painted(start.board)
    start.board.preferences.show_captures.value = True
    assert painted(start.board) != without
    assert start.shows_the_position()
    start.board.preferences.flipped.value = True
    assert start.shows_the_position()
    light = painted(start.board)
    start.board.setPalette(palette(DARK))
    assert painted(start.board) != light
    assert start.shows_the_position()


def test_the_margins_are_empty_without_coordinates_and_the_board_fits_into_any_size(start: Desk) -> None:
    start.board.preferences.show_coordinates.value = False
    geometry = start.board.board_geometry
    strip = start.board.grab(QRect(0, 0, geometry.board_rect.left() - 1, start.board.height())).toImage()
    strip = strip.convertToFormat(QImage.Format.Format_RGB32)
    blank = QImage(strip.size(), strip.format())
    blank.fill(QColor(theme_of(start.board).window))
    assert strip == blank
    start.board.preferences.show_coordinates.value = True
    geometry = start.board.board_geometry
    strip = start.board.grab(QRect(0, 0, geometry.board_rect.left() - 1, start.board.height())).toImage()
    assert strip.convertToFormat(QImage.Format.Format_RGB32) != blank
    for width, height in ((200, 200), (211, 403), (1900, 1000)):
        start.window.resize(width, height)
        QApplication.processEvents()
        assert start.board.rect().contains(start.board.board_geometry.board_rect)
        assert start.shows_the_position()


def test_the_frame_of_a_pinned_square_leaves_its_badge_to_be_read(qtbot: QtBot) -> None:
    desk = Desk(qtbot, "4k3/8/3p4/4p3/4P3/2P5/8/4K3 w - - 0 1")
    desk.layers.apply_preset(["backward_pawns", "attacks"])
    rect = desk.board.board_geometry.square_rect(parse_square("d6"))
    box = badge_box(rect.width(), 0, "B")
    badge = QRectF(box.left, box.top, box.width, box.height).toAlignedRect()
    badge = badge.adjusted(2, 2, -2, -2).translated(rect.topLeft())
    corner = QRect(rect.bottomLeft() - QPoint(0, 5), QSize(5, 5))
    # Of a translucent mark, too, what the frame leaves free is drawn once.
    layers = desk.layers
    layers.set_style("backward_pawns", layers.style_of("backward_pawns")._replace(opacity=0.3))
    inner = badge.adjusted(0, 0, -4, -4)
    translucent = desk.board.grab().toImage().copy(inner)
    desk.click("d6")
    assert desk.board.grab().toImage().copy(inner) == translucent
    desk.click("d6")
    layers.reset_style("backward_pawns")
    before = desk.board.grab().toImage()
    desk.click("d6")
    after = desk.board.grab().toImage()
    assert after.copy(badge) == before.copy(badge)
    assert after.copy(corner) != before.copy(corner)
