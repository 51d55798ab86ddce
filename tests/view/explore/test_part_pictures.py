"""The skeletons of structures in chips, menus and offers."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from pawnviz.core.board.position import Position
from pawnviz.core.collections.fields import read_fields
from pawnviz.core.picture.skeleton import make_skeleton
from pawnviz.core.structures.table import known_structures
from pawnviz.view.board.skeleton_picture import skeleton_image
from pawnviz.view.chips.part_picture import PICTURE, pictured_pawns
from pawnviz.view.widgets.theme import theme_of
from tests.view.explore.program import CARLSBAD, ExploreProgram
from tests.view.explore.test_chips import entry, texts
from tests.view.hands import type_text


def shows(widget: QWidget, pawns: tuple[int, int], *, flipped: bool = False) -> bool:
    """Return whether the skeleton of some pawns is anywhere at the left of what a widget shows."""
    wanted = skeleton_image(make_skeleton(*pawns), theme_of(widget), PICTURE, 1.0, flipped=flipped)
    seen = widget.grab().toImage().convertToFormat(wanted.format())
    middle = QRect(4, 4, PICTURE - 8, PICTURE - 8)  # The rounded corners stand on the widget's own ground.

    def at(left: int, top: int) -> QImage:
        return seen.copy(middle.translated(left, top))

    tops = range(seen.height() - PICTURE + 1)
    return any(at(left, top) == wanted.copy(middle) for left in range(14) for top in tops)


def carlsbad() -> tuple[int, int]:
    pawns = known_structures().structures["carlsbad"].pictured_pawns(True)
    assert pawns is not None
    return pawns


def test_a_part_with_pawns_has_a_picture_and_others_have_none() -> None:
    position = Position.from_fen(CARLSBAD)
    white, black = position.pawns & position.white, position.pawns & position.black
    placement = "pp3ppp/2p5/3p4/3P4/4P3/PP3PPP"
    parts = read_fields(f"pawns:8/{placement}/8 pawns:8/{placement}/8,white structure:carlsbad,white elo:2600-").parts
    assert [pictured_pawns(part) for part in parts] == [(white, black), (white, 0), carlsbad(), None]
    (drawn,) = read_fields('pattern:"W d4 e2/e3 -c; B d5 c6/c7 -e"').parts
    assert pictured_pawns(drawn) == carlsbad()


def test_chips_show_the_pawns_turned_as_the_board(explore: ExploreProgram) -> None:
    explore.explore()
    explore.set_up(CARLSBAD)
    explore.type_parts("structure:carlsbad,white elo:2400-")
    explore.wait()
    structure, elo = explore.panel.chips.chips
    QApplication.processEvents()
    assert shows(structure, carlsbad()) and not shows(elo, carlsbad())
    explore.action("flip").trigger()
    assert shows(structure, carlsbad(), flipped=True)


def test_the_menu_of_structures_shows_their_pawns(explore: ExploreProgram) -> None:
    submenu = entry(explore.panel.chips.add_button.menu(), "A named structure").menu()
    assert isinstance(submenu, QMenu)
    submenu.aboutToShow.emit()
    family = next(action.menu() for action in submenu.actions() if "Carlsbad of White" in texts(action.menu()))
    assert isinstance(family, QMenu)
    family.aboutToShow.emit()
    icon = entry(family, "Carlsbad of White").icon()
    wanted = skeleton_image(make_skeleton(*carlsbad()), theme_of(family), PICTURE, 1.0)
    assert icon.pixmap(PICTURE).toImage().convertToFormat(wanted.format()) == wanted


def test_an_offered_structure_shows_its_pawns(explore: ExploreProgram) -> None:
    explore.explore()
    field = explore.panel.chips.field
    field.setFocus()
    type_text(field, "carlsb")
    assert field.is_offering and shows(field.offer_list.viewport(), carlsbad())
