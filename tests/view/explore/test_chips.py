"""The line of chips: what is asked, added, edited and removed by mouse and keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from pawnviz.core.board.position import Position
from pawnviz.core.collections.fields import read_fields
from pawnviz.core.collections.question import PlayerPart, StructurePart
from pawnviz.core.picture.skeleton import make_skeleton
from pawnviz.core.structures.table import known_structures
from pawnviz.view.board.small_boards import skeleton_image
from pawnviz.view.chips.chip import PICTURE, Chip, chip_text, pictured_pawns
from pawnviz.view.widgets.page import FoldButton
from pawnviz.view.widgets.theme import theme_of
from tests.view.explore.program import CARLSBAD, ExploreProgram
from tests.view.hands import LEFT, open_menu, type_text


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("layer:outposts,white", "Outposts of White"),
        ("layer:outposts,black", "Outposts of Black"),
        ('where:"popcount(passed_pawns(own)) >= 1",either', "Passed pawns"),
        ("structure:carlsbad,black", "Carlsbad, Caro-Kann exchange (Black)"),
        ("pawns:8/8/8/8/3P4/8/8/8,black,mirrored,2", "Black’s pawns, mirrored too, up to 2 squares apart"),
        ("white:karpov", "karpov as White"),
        ("black:karpov", "karpov as Black"),
        ("moves:-20", "Up to move 20"),
        ("elo:2500-", "Elo 2500 or more"),
        ("year:-1974", "Until 1974"),
        ("result:0-1", "Black won"),
        ("for:15", "For 15 moves or more"),
    ],
)
def test_a_chip_says_its_part_in_few_words(part: str, text: str) -> None:
    assert [chip_text(each) for each in read_fields(part).parts] == [text]


def choose(menu: QMenu, *titles: str) -> None:
    """Choose an entry of a menu, through submenus, by titles without their letters."""
    for title in titles[:-1]:
        action = entry(menu, title)
        submenu = action.menu()
        assert isinstance(submenu, QMenu)
        submenu.aboutToShow.emit()
        menu = submenu
    entry(menu, titles[-1]).trigger()
    QApplication.processEvents()


def entry(menu: QMenu, title: str) -> QAction:
    return next(action for action in menu.actions() if action.text().replace("&", "") == title)


def family_of(menu: QMenu, title: str, structure: str) -> QMenu:
    """Return the menu of the family of a structure below an entry of a menu."""
    submenu = entry(menu, title).menu()
    assert isinstance(submenu, QMenu)
    submenu.aboutToShow.emit()
    families = [action.menu() for action in submenu.actions()]
    return next(
        family
        for family in families
        if isinstance(family, QMenu) and structure in (action.text().replace("&", "") for action in family.actions())
    )


def chip(explore: ExploreProgram, text: str) -> Chip:
    return next(chip for chip in explore.panel.chips.chips if chip.text() == text)


def title(explore: ExploreProgram) -> str:
    explore.wait()
    return explore.panel.heading.title.text()


def test_fields_become_chips_beside_the_pawns_here_and_stay_while_the_board_changes(explore: ExploreProgram) -> None:
    assert explore.chips() == ["These pawns"]
    explore.ready()
    explore.type_parts("white:adams elo:2600-")
    assert explore.chips() == ["These pawns", "adams as White", "Elo 2600 or more"]
    assert " 1 game," in title(explore)
    explore.drag("h2", "h3")
    assert " 1 game," in title(explore)
    assert explore.chips() == ["These pawns", "adams as White", "Elo 2600 or more"]


@pytest.mark.slow
def test_what_is_typed_is_counted_at_once_and_a_structure_takes_the_place_of_the_pawns(explore: ExploreProgram) -> None:
    explore.ready()
    field = explore.panel.chips.field
    QTest.keyClicks(field, "white:clark")
    explore.qtbot.waitUntil(lambda: len(explore.parts()) == 2)
    assert " 1 game," in title(explore) and explore.chips() == ["These pawns"]
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert " 3 games," in title(explore) and field.text() == ""
    explore.set_up("8/8/8/8/8/8/8/8 w - - 0 1")
    field = explore.write("elo:2400- structure:carlsbad,white")
    explore.qtbot.waitUntil(lambda: len(explore.parts()) == 2)
    assert title(explore).startswith("Carlsbad of White · 2 games, from move") and explore.chips() == ["These pawns"]
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert len(explore.parts()) == 1
    explore.type_parts("structure:carlsbad,white for:2")
    assert explore.chips() == ["Carlsbad of White", "For 2 moves or more"]


def test_a_wrong_field_is_named_nothing_is_lost_and_the_other_parts_are_asked(explore: ExploreProgram) -> None:
    explore.ready()
    field = explore.write("wite")
    explore.panel.chips.read_field()
    assert len(explore.parts()) == 2
    type_text(field, ":adams")
    explore.panel.chips.read_field()
    assert len(explore.parts()) == 1 and " 3 games," in title(explore)
    field.clear()
    explore.type_parts("wite:adams")
    line = explore.panel.chips
    assert line.message.isVisible() and line.message.is_error and "white" in line.message.text()
    assert line.field.text() == "wite:adams" and " 3 games," in title(explore)


@pytest.mark.slow
def test_the_menu_of_the_pawns_asks_for_one_side_for_mirrored_and_for_similar_ones(explore: ExploreProgram) -> None:
    explore.ready()
    for titles, text in (
        (("White’s pawns",), "White’s pawns"),
        (("Mirrored too, a-file for h-file",), "White’s pawns, mirrored too"),
        (("Either color, with the board turned",), "White’s pawns, mirrored too, either color"),
        (("Similar ones", "Up to 2 squares apart"), "White’s pawns, mirrored too, either color, up to 2 squares apart"),
    ):
        explore.panel.chips.chips[0].setFocus()
        explore.press(Qt.Key.Key_Space)
        menu = open_menu()
        choose(menu, *titles)
        menu.close()
        assert explore.chips() == [text]


@pytest.mark.slow
def test_chips_are_removed_by_delete_and_cross_visited_by_arrows_and_edited_in_place(explore: ExploreProgram) -> None:
    explore.ready()
    explore.type_parts("white:adams")
    explore.qtbot.waitUntil(lambda: len(explore.panel.chips.chips) == 2, timeout=60_000)
    first, second = explore.panel.chips.chips
    first.setFocus()
    explore.press(Qt.Key.Key_Right)
    assert second.hasFocus()
    explore.press(Qt.Key.Key_Left)
    assert first.hasFocus()
    explore.type_parts("elo:2600-")
    chip(explore, "Elo 2600 or more").setFocus()
    explore.press(Qt.Key.Key_Delete)
    assert explore.chips() == ["These pawns", "adams as White"]
    cross = chip(explore, "adams as White")
    QTest.mouseClick(cross, LEFT, pos=QPoint(cross.width() - 12, cross.height() // 2))
    assert explore.chips() == ["These pawns"]
    explore.type_parts("white:adams elo:2600-")
    edited = chip(explore, "adams as White")
    edited.setFocus()
    explore.press(Qt.Key.Key_Return)
    field = explore.panel.chips.field
    assert field.hasFocus() and field.text() == "white:adams" and not edited.isVisible()
    QTest.keyClicks(field, "white:clark")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert explore.chips() == ["These pawns", "clark as White", "Elo 2600 or more"]
    QTest.mouseClick(chip(explore, "clark as White"), LEFT, pos=QPoint(15, 10))
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert explore.chips() == ["These pawns", "clark as White", "Elo 2600 or more"]


@pytest.mark.slow
def test_a_structure_is_chosen_from_the_menu_in_place_of_the_pawns_and_says_whose(explore: ExploreProgram) -> None:
    explore.ready()
    menu = explore.panel.chips.add_button.menu()
    choose(family_of(menu, "A named structure", "Carlsbad of White"), "Carlsbad of White")
    assert explore.parts() == (StructurePart("carlsbad", True),) and explore.chips() == ["Carlsbad of White"]
    assert title(explore).startswith("Carlsbad of White · 3 games, from move")
    choose(menu, "The pawns on the board")
    assert explore.chips() == ["These pawns", "Carlsbad of White"]
    explore.ask("")
    explore.type_parts("structure:symmetrical")
    explore.panel.chips.chips[0].setFocus()
    explore.press(Qt.Key.Key_Return)
    assert not any(entry(open_menu(), title).isEnabled() for title in ("Of White", "Of Black", "Of either color"))
    open_menu().close()


@pytest.mark.slow
def test_the_menu_of_a_structure_says_whose_it_is_and_takes_another_one(explore: ExploreProgram) -> None:
    explore.ready()
    explore.type_parts("structure:carlsbad")
    assert explore.chips() == ["Carlsbad of either color"]
    explore.panel.chips.chips[0].setFocus()
    explore.press(Qt.Key.Key_Return)
    assert [action.text() for action in open_menu().actions() if action.isChecked()] == ["Of &either color"]
    choose(open_menu(), "Of Black")
    assert explore.chips() == ["Carlsbad, Caro-Kann exchange (Black)"]
    QTest.mouseClick(explore.panel.chips.chips[0], LEFT, pos=QPoint(12, 12))
    choose(open_menu(), "Also under more specific names")
    assert explore.chips() == ["Carlsbad, Caro-Kann exchange (Black), also under other names"]
    assert explore.parts() == (StructurePart("carlsbad", False, wide=True),)
    QTest.mouseClick(explore.panel.chips.chips[0], LEFT, pos=QPoint(12, 12))
    choose(family_of(open_menu(), "Another structure", "Hanging pawns of White"), "Hanging pawns of White")
    assert explore.chips() == ["Hanging pawns of White"]


@pytest.mark.slow
def test_the_menu_offers_an_example_and_a_word_or_a_square_what_may_be_meant(explore: ExploreProgram) -> None:
    explore.ready()
    field = explore.write("carlsb")
    assert field.is_offering
    explore.panel.chips.read_field()
    assert len(explore.parts()) == 1
    QTest.keyClick(field, Qt.Key.Key_Tab)
    assert field.text() == "structure:carlsbad,white "
    type_text(field, "", Qt.Key.Key_Return)
    assert explore.chips() == ["Carlsbad of White"]
    explore.panel.chips.chips[0].setFocus()
    explore.press(Qt.Key.Key_Delete)
    field = explore.write("W d4")
    assert field.is_offering
    QTest.keyClick(field, Qt.Key.Key_Tab)
    assert field.text() == 'pattern:"W d4" '
    type_text(field, "", Qt.Key.Key_Return)
    assert explore.chips() == ["W d4"]
    choose(explore.panel.chips.add_button.menu(), "Elo…")
    field = explore.panel.chips.field
    assert field.hasFocus() and field.text() == "elo:"
    assert field.is_offering and field.offer_list.model().index(0, 0).data() == "elo:2600-"


@pytest.mark.slow
def test_an_empty_answer_names_the_chip_that_emptied_it_or_the_structure_perhaps_meant(explore: ExploreProgram) -> None:
    explore.ready()
    explore.type_parts("white:adams year:2001-2010")
    explore.wait()
    assert "“2001–2010”" in explore.panel.state.text()
    assert [chip.is_empty for chip in explore.panel.chips.chips] == [False, False, True]
    explore.ask("")
    explore.type_parts("carlsbad")
    explore.wait()
    assert explore.panel.state.text() == (
        "No game is left: “carlsbad” is in no name of a player or event, opening, year or result. "
        "For Carlsbad of White ask structure:carlsbad,white."
    )


def test_the_heading_names_a_structure_asked_in_place_of_the_board_while_it_is_written(explore: ExploreProgram) -> None:
    explore.ready()
    assert title(explore).startswith("Carlsbad of White")
    field = explore.write("structure:carlsbad ")
    explore.qtbot.waitUntil(lambda: explore.explorer.is_current and explore.chips() == ["These pawns"])
    explore.wait()
    explore.qtbot.waitUntil(lambda: title(explore).startswith("Carlsbad of either color · 3 games"))
    type_text(field, "", Qt.Key.Key_Return)
    explore.wait()
    assert explore.chips() == ["Carlsbad of either color"] and title(explore).startswith("Carlsbad of either")


@pytest.mark.slow
def test_the_tab_key_goes_from_chips_to_moves_games_and_parts_that_fold(explore: ExploreProgram) -> None:
    explore.ready()
    panel = explore.panel
    explore.qtbot.waitUntil(lambda: bool(panel.led_to.buttons))
    lines = panel.findChildren(FoldButton)
    led_to, pieces, sayings = (
        next(line for line in lines if line.text() == text) for text in ("Where it led", "Pieces", "Sayings")
    )
    led_to.setFocus(Qt.FocusReason.TabFocusReason)
    part: QWidget
    for part in (panel.led_to.buttons[0], pieces):
        explore.press(Qt.Key.Key_Tab)
        assert part.hasFocus()
    explore.press(Qt.Key.Key_Space)
    for part in (next(iter(panel.pieces.buttons.values())), sayings):
        explore.press(Qt.Key.Key_Tab)
        assert part.hasFocus()
    explore.press(Qt.Key.Key_Space)
    for part in (panel.sayings.field, panel.sayings.test_button, panel.sayings.move_box):
        explore.press(Qt.Key.Key_Tab)
        assert part.hasFocus()
        assert panel.area.viewport().rect().contains(part.mapTo(panel.area.viewport(), part.rect().center()))
    panel.area.verticalScrollBar().setValue(0)
    explore.type_parts("white:adams")
    explore.wait()
    panel.chips.chips[0].setFocus()
    order = [*panel.chips.chips, panel.chips.add_button, panel.chips.field, panel.step_button, panel.moves]
    for part in order:
        assert part.hasFocus()
        explore.press(Qt.Key.Key_Tab)
    assert panel.games.hasFocus()
    explore.press(Qt.Key.Key_Tab)
    assert isinstance(explore.window.focusWidget(), FoldButton)
    panel.chips.field.setFocus()
    explore.press(Qt.Key.Key_Down)
    assert panel.moves.hasFocus()


@pytest.mark.slow
def test_a_field_that_is_half_written_leaves_the_others_asked(explore: ExploreProgram) -> None:
    explore.ready()
    message = explore.panel.chips.message
    for typed in ("white:adams  for:", "white:adams year:1999-1990", "for:x white:adams"):
        explore.panel.chips.field.clear()
        field = explore.write(typed)
        explore.qtbot.waitUntil(lambda: explore.parts()[1:] == (PlayerPart("adams", True),))
        explore.wait()
        assert title(explore).startswith("Carlsbad of White · 1 game")
        field.offer_list.hide()
        explore.qtbot.waitUntil(message.isVisible)
        assert "expected one such as" in message.text()


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


@pytest.mark.slow
def test_chips_menus_and_offers_of_structures_show_their_pawns_turned_as_the_board(explore: ExploreProgram) -> None:
    explore.explore()
    field = explore.write("carlsb")
    assert field.is_offering and shows(field.offer_list.viewport(), carlsbad())
    field.clear()
    family = family_of(explore.panel.chips.add_button.menu(), "A named structure", "Carlsbad of White")
    family.aboutToShow.emit()
    icon = entry(family, "Carlsbad of White").icon()
    wanted = skeleton_image(make_skeleton(*carlsbad()), theme_of(family), PICTURE, 1.0)
    assert icon.pixmap(PICTURE).toImage().convertToFormat(wanted.format()) == wanted
    explore.set_up(CARLSBAD)
    explore.type_parts("structure:carlsbad,white elo:2400-")
    explore.wait()
    structure, elo = explore.panel.chips.chips
    QApplication.processEvents()
    assert shows(structure, carlsbad()) and not shows(elo, carlsbad())
    explore.action("flip").trigger()
    assert shows(structure, carlsbad(), flipped=True)


@pytest.mark.slow
def test_two_keys_in_one_turn_of_the_event_loop_remove_two_chips(explore: ExploreProgram) -> None:
    explore.ready()
    explore.ask('pattern:"W d4" elo:2000- year:1990-')
    explore.panel.chips.chips[-1].setFocus()
    explore.press(Qt.Key.Key_Delete)
    explore.panel.chips.chips[-1].setFocus()
    explore.press(Qt.Key.Key_Delete)
    assert [chip.text() for chip in explore.panel.chips.chips] == ["W d4"]
