from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QListWidget, QPushButton
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import Position
from pawnviz.core.catalog.errata import exhibits
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.layers.layer_list import TEMPORARY
from pawnviz.model.layers.temporary_layers import TemporaryLayers
from pawnviz.model.subjects.subject import Exhibit
from pawnviz.view.formula.box import FormulaBox
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme, palette
from pawnviz.view.windows.errata_gallery import ErrataGallery
from tests.view.hands import Desk
from tests.view.program import RunningProgram

FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"


class GalleryDesk(Desk):
    """A window with a board and the gallery beside it; stops and telestops are shown, and one edit can be undone."""

    def __init__(self, qtbot: QtBot) -> None:
        super().__init__(qtbot)
        self.document.set_fen(FEN)
        self.layers.apply_preset(["stops", "telestops"])
        self.layers.set_shown("telestops", True, False)
        self.layers.set_current("stops")
        self.window.resize(640, 480)
        self.other_window = TemporaryLayers(self.layers, self.document)
        self.gallery = ErrataGallery(self.document, self.layers, self.window)
        self.gallery.show()
        self.settle()

    def settle(self) -> None:
        for _ in range(3):
            QApplication.processEvents()

    @property
    def exhibit_list(self) -> QListWidget:
        found = self.gallery.findChild(QListWidget)
        assert isinstance(found, QListWidget)
        return found

    def click_exhibit(self, title: str) -> None:
        (item,) = (item for item in self.exhibit_list.findItems(title, Qt.MatchFlag.MatchContains))
        place = self.exhibit_list.visualItemRect(item).center()
        QTest.mouseClick(self.exhibit_list.viewport(), Qt.MouseButton.LeftButton, pos=place)
        self.settle()

    def button(self, text: str) -> QPushButton:
        (found,) = (
            button for button in self.gallery.findChildren(QPushButton) if button.text().replace("&", "") == text
        )
        return found

    def press(self, text: str) -> None:
        QTest.mouseClick(self.button(text), Qt.MouseButton.LeftButton)
        self.settle()

    def texts(self) -> list[str]:
        """Return the texts that are seen; a formula is one text, however its lines are broken."""
        seen = [label for label in self.gallery.findChildren(QLabel) if label.isVisible() and label.text()]
        return [label.full_text if isinstance(label, FormulaBox) else label.text() for label in seen]

    @property
    def fen(self) -> str:
        return self.document.position.fen()

    def titles(self) -> list[str]:
        return [entry.layer.title for entry in self.layers.shown()]

    def state(self) -> tuple[str, list[tuple[str, bool, bool]], str, int]:
        """Return the position, what is shown and for whom, the current layer and the number of exhibits."""
        shown = [(entry.layer.title, entry.white, entry.black) for entry in self.layers.shown()]
        return self.fen, shown, self.layers.current, len(self.layers.all.temporary)


BEFORE = (FEN, [("Stops", True, True), ("Telestops", True, False)], "stops", 0)


@pytest.fixture
def desk(qtbot: QtBot) -> GalleryDesk:
    return GalleryDesk(qtbot)


def test_opening_the_gallery_lists_every_exhibit_and_changes_nothing(desk: GalleryDesk) -> None:
    listed = [desk.exhibit_list.item(row).text() for row in range(desk.exhibit_list.count())]
    assert listed == [f"{number}  {exhibit.title}" for number, exhibit in enumerate(exhibits(), 1)]
    assert not desk.exhibit_list.verticalScrollBar().isVisible()
    assert desk.exhibit_list.currentRow() == -1
    assert not any(exhibit.explanation in desk.texts() for exhibit in exhibits())
    assert any(text.startswith("Choose an exhibit to set it up on the board") for text in desk.texts())
    assert not any("href" in text for text in desk.texts())
    assert desk.state() == BEFORE
    assert not desk.gallery.isModal()
    desk.press("Close")
    assert not desk.gallery.isVisible()
    assert desk.state() == BEFORE
    assert desk.document.undo_stack.count() == 1


@pytest.mark.parametrize("exhibit", exhibits(), ids=lambda exhibit: exhibit.identifier)
def test_one_click_sets_up_an_exhibit_with_its_readings_as_layers(desk: GalleryDesk, exhibit: object) -> None:
    (chosen,) = (one for one in exhibits() if one is exhibit)
    desk.click_exhibit(chosen.title)
    assert desk.fen == chosen.fen
    assert desk.titles() == [mask.label for mask in chosen.masks]
    assert all(entry.white and entry.black for entry in desk.layers.shown())
    assert desk.layers.all[desk.layers.current].title == chosen.masks[0].label
    texts = desk.texts()
    assert chosen.explanation in texts
    for mask in chosen.masks:
        assert mask.label in texts
        assert mask.formula in texts
    assert any(chosen.source in text for text in texts)
    shown_on_board = {entry.title for entry in desk.board.pictures.picture.legend}
    assert shown_on_board == {mask.label for mask in chosen.masks}
    bold = [desk.exhibit_list.item(row).font().bold() for row in range(desk.exhibit_list.count())]
    assert bold == [one is exhibit for one in exhibits()]


def test_the_squares_on_which_the_readings_differ_are_computed(desk: GalleryDesk) -> None:
    expected = {
        "Telestops as printed": "Only the first holds: White e5.",
        "Telestops of doubled pawns": "Only the second holds: White e5.",
        "A function that hides what it calls": "There is one reading, so nothing differs.",
        "Strokes in the corners": "Only the first holds: White a1 h1.",
        "Border files": "Only the first holds: White a-file.",
        "A closed file without": "Only the first holds: White b-file; Black b-file.",
        "An interspan that holds": "Only the first holds: White d5; Black d5.",
    }
    for title, verdict in expected.items():
        desk.click_exhibit(title)
        assert verdict in desk.texts()
    desk.click_exhibit("Telestops as printed")
    assert "White 4 squares, Black 0 squares" in desk.texts()
    assert "White 3 squares, Black 0 squares" in desk.texts()


def test_the_comparison_follows_an_edit_of_the_exhibit(desk: GalleryDesk) -> None:
    desk.click_exhibit("Telestops as printed")
    desk.document.place(parse_square("b7"), "p")
    desk.settle()
    assert "Only the first holds: White e5; Black b6." in desk.texts()
    desk.document.clear()
    desk.settle()
    assert "On this position both readings are equal." in desk.texts()


def test_arrow_keys_set_up_what_is_read_and_enter_sets_it_up_again(desk: GalleryDesk, qtbot: QtBot) -> None:
    with qtbot.waitActive(desk.gallery):
        desk.gallery.activateWindow()
    desk.exhibit_list.setFocus(Qt.FocusReason.TabFocusReason)
    assert desk.exhibit_list.hasFocus()
    assert desk.state() == BEFORE
    for exhibit in exhibits()[:3]:
        QTest.keyClick(desk.exhibit_list, Qt.Key.Key_Down)
        assert exhibit.explanation in desk.texts()
        assert desk.fen == exhibit.fen
    desk.document.clear()
    QTest.keyClick(desk.exhibit_list, Qt.Key.Key_Return)
    assert desk.fen == exhibits()[2].fen
    assert desk.gallery.isVisible()


def test_previous_and_next_go_through_the_gallery(desk: GalleryDesk) -> None:
    assert not desk.button("Previous").isEnabled()
    for exhibit in exhibits():
        desk.press("Next")
        assert desk.fen == exhibit.fen
        assert desk.titles() == [mask.label for mask in exhibit.masks]
    assert not desk.button("Next").isEnabled()
    desk.press("Previous")
    assert desk.fen == exhibits()[-2].fen


def test_a_walk_through_the_gallery_is_no_step(desk: GalleryDesk) -> None:
    desk.click_exhibit(exhibits()[0].title)
    desk.press("Next")
    desk.press("Next")
    assert desk.fen == exhibits()[2].fen
    assert not desk.document.steps.canUndo()
    desk.press("Back to my position")
    assert desk.fen == FEN
    assert desk.document.steps.undoText() == "set the FEN"


@pytest.mark.parametrize("way", ["button", "window", "escape"])
def test_position_and_layers_come_back_in_the_end(desk: GalleryDesk, way: str) -> None:
    desk.click_exhibit("Telestops as printed")
    desk.press("Next")
    if way == "button":
        desk.press("Back to my position")
    elif way == "window":
        desk.gallery.close()
    else:
        QTest.keyClick(desk.gallery, Qt.Key.Key_Escape)
    assert not desk.gallery.isVisible()
    assert desk.state() == BEFORE
    assert desk.document.undo_stack.index() == desk.document.undo_stack.count() == 1


def test_an_edit_of_an_exhibit_is_one_of_the_own_position_and_undo_leads_back_to_the_exhibit(desk: GalleryDesk) -> None:
    desk.click_exhibit("Border files")
    exhibit = desk.fen
    desk.document.place(parse_square("d4"), "p")
    edited = desk.fen
    assert desk.document.subject is desk.document.free
    assert desk.document.steps.undoText() == "place black pawn on d4 and leave the exhibit"
    desk.document.steps.undo()
    assert desk.fen == exhibit and desk.document.subject is not desk.document.free
    assert not desk.document.steps.canUndo()
    desk.press("Back to my position")
    assert desk.state() == BEFORE
    desk.document.steps.redo()
    assert desk.fen == edited


def test_the_exhibit_may_be_kept(desk: GalleryDesk) -> None:
    assert not desk.button("Keep this position").isEnabled()
    desk.click_exhibit("Border files")
    desk.press("Keep this position")
    assert not desk.gallery.isVisible()
    assert desk.fen == "8/8/8/8/8/8/P3PP2/8 w - - 0 1"
    assert desk.state()[1:] == BEFORE[1:]
    desk.document.undo_stack.undo()
    assert desk.fen == FEN


def test_closing_the_window_keeps_an_edited_exhibit_as_the_own_position(desk: GalleryDesk) -> None:
    desk.click_exhibit("Border files")
    desk.document.place(parse_square("d4"), "p")
    edited = desk.fen
    desk.gallery.close()
    assert desk.fen == edited
    assert desk.state()[1:] == BEFORE[1:]
    desk.gallery.show()
    desk.click_exhibit("Border files")
    assert desk.fen != edited
    desk.press("Back to my position")
    assert desk.fen == edited
    desk.document.steps.undo()
    assert desk.fen == FEN, "with the gallery its exhibits are gone"


def test_the_gallery_leads_back_to_the_subject_from_before(desk: GalleryDesk) -> None:
    other = Exhibit(Position.from_fen("8/8/8/8/8/8/8/K1k5 w - - 0 1"), "the other one", desk.document)
    desk.click_exhibit("Border files")
    desk.document.show(desk.document.free)
    assert not desk.button("Next").isHidden()
    desk.document.show(other)
    desk.gallery.close()
    assert desk.document.subject is other, "what came to the board meanwhile stays there"


def test_layers_that_were_switched_on_meanwhile_stay(desk: GalleryDesk) -> None:
    desk.click_exhibit("Border files")
    desk.layers.set_shown("attacks", True, True)
    desk.press("Next")
    assert "Attacks" in desk.titles()
    desk.press("Back to my position")
    assert desk.titles() == ["Attacks"]


def test_styles_and_order_that_were_changed_meanwhile_stay(desk: GalleryDesk) -> None:
    desk.click_exhibit("Border files")
    style = desk.layers.style_of("stops")._replace(opacity=0.5)
    desk.layers.set_style("stops", style)
    desk.layers.move("telestops", -1)
    desk.press("Back to my position")
    assert desk.layers.style_of("stops") == style
    assert desk.titles() == ["Telestops", "Stops"]


def test_what_is_kept_when_the_main_window_closes_is_what_the_gallery_gives_back(program: RunningProgram) -> None:
    program.layers.apply_preset(["stops"])
    before = program.position_fen()
    program.press_keys("Shift+F2")
    gallery = program.window.findChild(ErrataGallery)
    assert isinstance(gallery, ErrataGallery)
    chosen = gallery.findChild(QListWidget)
    assert isinstance(chosen, QListWidget)
    chosen.setCurrentRow(0)
    assert program.position_fen() == exhibits()[0].fen
    kept = []
    program.window.closing.connect(lambda: kept.append(program.inner.gather()))
    program.close()
    _, (_, session), (_, settings) = kept[0]
    assert settings.layers["shown"] == {"stops": "both"}
    assert session.fen == before
    assert not gallery.isVisible()


def test_the_gallery_can_be_opened_again(desk: GalleryDesk) -> None:
    desk.click_exhibit("Border files")
    desk.press("Back to my position")
    desk.gallery.show()
    desk.settle()
    assert desk.exhibit_list.currentRow() == -1
    assert not desk.exhibit_list.selectedItems()
    assert any(text.startswith("Choose an exhibit to set it up on the board") for text in desk.texts())
    assert desk.button("Close").isVisible()
    assert not desk.button("Keep this position").isEnabled()
    desk.click_exhibit("Telestops as printed")
    assert desk.fen == exhibits()[0].fen
    assert desk.layers.all.chapters()[-1].title == TEMPORARY
    desk.press("Back to my position")
    assert desk.state() == BEFORE


def test_every_control_has_a_name_and_the_texts_fit(desk: GalleryDesk) -> None:
    assert desk.exhibit_list.accessibleName() == "Exhibits"
    letters = []
    for button in desk.gallery.findChildren(QPushButton):
        assert button.toolTip()
        assert button.width() >= button.sizeHint().width()
        assert not button.autoDefault()
        letters.append(button.text().partition("&")[2][0])
    assert len(set(letters)) == 4
    for exhibit in exhibits():
        desk.click_exhibit(exhibit.title)
        for label in desk.gallery.findChildren(QLabel):
            if label.isVisible() and label.hasHeightForWidth():
                assert label.height() >= label.heightForWidth(label.width()), label.text()


def test_the_gallery_stands_on_the_screen_at_the_right_of_the_window(desk: GalleryDesk) -> None:
    screen = desk.gallery.screen().availableGeometry()
    area = QRect(desk.gallery.mapToGlobal(QPoint(0, 0)), desk.gallery.size())
    assert screen.contains(area)
    assert area.center().x() > desk.window.geometry().center().x()
    assert area.size() == desk.gallery.sizeHint()


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_marks_follow_the_theme(desk: GalleryDesk, theme: Theme) -> None:
    QApplication.setPalette(palette(DARK if theme == LIGHT else LIGHT))
    desk.exhibit_list.setCurrentRow(2)  # Its marks are bars, which show their color pure.
    QApplication.setPalette(palette(theme))
    desk.settle()
    link = next(label for label in desk.gallery.findChildren(QLabel) if "href" in label.text())
    marks = next(label for label in desk.gallery.findChildren(QLabel) if not label.pixmap().isNull())
    for label, wanted in ((marks, theme.white_mark), (marks, theme.black_mark), (link, theme.link)):
        image = label.grab().toImage()
        colors = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
        assert wanted in colors
    QApplication.setPalette(palette(LIGHT))


def test_a_layer_looked_at_before_that_is_gone_meanwhile_is_not_looked_at_again(desk: GalleryDesk) -> None:
    desk.layers.user_layers.set_kept(UserLayers([UserLayer("mine", "Mine", "own")]))
    desk.layers.set_current("mine")
    desk.click_exhibit("Telestops as printed")
    desk.layers.delete("mine")
    desk.gallery.reject()
    assert not desk.gallery.isVisible()
    assert desk.titles() == ["Stops", "Telestops"]
    assert desk.layers.current in desk.layers.all


def test_layers_that_another_window_has_put_on_the_board_stay(desk: GalleryDesk) -> None:
    desk.click_exhibit("Telestops as printed")
    other = exhibits()[-1].layers()
    desk.other_window.show(other)
    desk.gallery.reject()
    assert desk.layers.all.temporary == other
