"""The line of chips: what is asked, added, edited and removed by mouse and keyboard."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from pawnviz.core.collections.position_parts import StructurePart
from pawnviz.view.explore.chip import Chip
from tests.view.explore.program import CARLSBAD, ExploreProgram
from tests.view.hands import LEFT


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


def popup() -> QMenu:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def chip(explore: ExploreProgram, text: str) -> Chip:
    return next(chip for chip in explore.panel.chips.chips if chip.text() == text)


def ready(explore: ExploreProgram) -> None:
    explore.explore()
    explore.set_up(CARLSBAD)
    explore.wait()


def title(explore: ExploreProgram) -> str:
    explore.wait()
    return explore.panel.heading.title.text()


def test_at_first_the_pawns_on_the_board_are_asked(explore: ExploreProgram) -> None:
    assert explore.chips() == ["These pawns"]


def test_fields_become_chips_and_stay_while_the_board_changes(explore: ExploreProgram) -> None:
    ready(explore)
    explore.type_parts("white:adams elo:2600-")
    assert explore.chips() == ["These pawns", "adams as White", "Elo 2600 or more"]
    assert " 1 game," in title(explore)
    explore.drag("h2", "h3")
    assert " 1 game," in title(explore)
    assert explore.chips() == ["These pawns", "adams as White", "Elo 2600 or more"]


def test_the_count_changes_while_one_types(explore: ExploreProgram) -> None:
    ready(explore)
    field = explore.panel.chips.field
    QTest.keyClicks(field, "white:clark")
    explore.qtbot.waitUntil(lambda: len(explore.parts()) == 2)
    assert " 1 game," in title(explore) and explore.chips() == ["These pawns"]
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert " 3 games," in title(explore) and field.text() == ""


def test_a_wrong_field_is_named_and_nothing_is_lost(explore: ExploreProgram) -> None:
    ready(explore)
    explore.type_parts("wite:adams")
    line = explore.panel.chips
    assert line.message.isVisible() and line.message.is_error and "white" in line.message.text()
    assert line.field.text() == "wite:adams" and " 3 games," in title(explore)


def test_delete_and_the_cross_remove_a_chip(explore: ExploreProgram) -> None:
    ready(explore)
    explore.type_parts("white:adams elo:2600-")
    chip(explore, "Elo 2600 or more").setFocus()
    explore.press(Qt.Key.Key_Delete)
    assert explore.chips() == ["These pawns", "adams as White"]
    cross = chip(explore, "adams as White")
    QTest.mouseClick(cross, LEFT, pos=QPoint(cross.width() - 12, cross.height() // 2))
    assert explore.chips() == ["These pawns"]


def test_a_chip_is_edited_in_place(explore: ExploreProgram) -> None:
    ready(explore)
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


def test_the_menu_of_the_pawns_asks_for_one_side_for_mirrored_and_for_similar_ones(explore: ExploreProgram) -> None:
    ready(explore)
    for titles, text in (
        (("White’s pawns",), "White’s pawns"),
        (("Mirrored too, a-file for h-file",), "White’s pawns, mirrored too"),
        (("Either color, with the board turned",), "White’s pawns, mirrored too, either color"),
        (("Similar ones", "Up to 2 squares apart"), "White’s pawns, mirrored too, either color, up to 2 squares apart"),
    ):
        explore.panel.chips.chips[0].setFocus()
        explore.press(Qt.Key.Key_Space)
        menu = popup()
        choose(menu, *titles)
        menu.close()
        assert explore.chips() == [text]


def test_arrow_keys_go_from_chip_to_chip(explore: ExploreProgram) -> None:
    ready(explore)
    explore.type_parts("white:adams")
    first, second = explore.panel.chips.chips
    first.setFocus()
    explore.press(Qt.Key.Key_Right)
    assert second.hasFocus()
    explore.press(Qt.Key.Key_Left)
    assert first.hasFocus()


def test_a_named_structure_takes_the_place_of_the_pawns(explore: ExploreProgram) -> None:
    ready(explore)
    menu = explore.panel.chips.add_button.menu()
    submenu = entry(menu, "A named structure").menu()
    assert isinstance(submenu, QMenu)
    submenu.aboutToShow.emit()
    family = next(action.menu() for action in submenu.actions() if "Carlsbad of White" in texts(action.menu()))
    assert isinstance(family, QMenu)
    choose(family, "Carlsbad of White")
    assert explore.parts() == (StructurePart("carlsbad", True),) and explore.chips() == ["Carlsbad of White"]
    assert title(explore).startswith("3 games, from move")
    choose(menu, "The pawns on the board")
    assert explore.chips() == ["These pawns", "Carlsbad of White"]


def texts(menu: object) -> list[str]:
    return [action.text().replace("&", "") for action in menu.actions()] if isinstance(menu, QMenu) else []


def test_the_menu_begins_a_field_and_shows_an_example(explore: ExploreProgram) -> None:
    ready(explore)
    choose(explore.panel.chips.add_button.menu(), "Elo…")
    field = explore.panel.chips.field
    assert field.hasFocus() and field.text() == "elo:"
    assert explore.panel.chips.message.text() == "Such as elo:2600-"


def test_an_empty_answer_says_which_chip_emptied_it(explore: ExploreProgram) -> None:
    ready(explore)
    explore.type_parts("white:adams year:2001-2010")
    explore.wait()
    assert "“2001–2010”" in explore.panel.state.text()
    assert [chip.is_empty for chip in explore.panel.chips.chips] == [False, False, True]


def test_the_tab_key_goes_from_the_chips_to_the_moves_and_the_games(explore: ExploreProgram) -> None:
    ready(explore)
    explore.type_parts("white:adams")
    explore.wait()
    panel = explore.panel
    panel.chips.chips[0].setFocus()
    order = [*panel.chips.chips, panel.chips.add_button, panel.chips.field, panel.moves]
    for part in order:
        assert part.hasFocus()
        explore.press(Qt.Key.Key_Tab)
    assert panel.pages.tabBar().hasFocus()
    explore.press(Qt.Key.Key_Tab)
    assert panel.games.hasFocus()
