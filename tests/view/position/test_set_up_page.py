from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QRadioButton
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import mask_of, parse_square
from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.view.position.set_up_page import SetUpPage
from tests.view.hands import LEFT, Hand

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CHESS960 = "nrkbqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBQBRN w KQkq - 0 1"


class Form:
    def __init__(self, qtbot: QtBot) -> None:
        self.document = Document()
        self.page = SetUpPage(self.document)
        qtbot.addWidget(self.page)
        self.page.show()
        with qtbot.waitActive(self.page):
            self.page.activateWindow()

    def set_up(self, fen: str) -> None:
        self.document.free.restore(Position.from_fen(fen))

    def fen(self) -> str:
        return self.document.position.fen()

    def radio(self, name: str) -> QRadioButton:
        return next(radio for radio in self.page.findChildren(QRadioButton) if radio.text() == f"&{name}")

    def right(self, letter: str) -> QCheckBox:
        side, wing = "White" if letter.isupper() else "Black", {"k": "king", "q": "queen"}[letter.lower()]
        name = f"{side} may castle {wing}side"
        return next(box for box in self.page.findChildren(QCheckBox) if box.accessibleName() == name)

    @property
    def rights(self) -> str:
        return "".join(letter for letter in "KQkq" if self.right(letter).isChecked())

    @property
    def en_passant(self) -> QComboBox:
        box = self.page.findChild(QComboBox)
        assert isinstance(box, QComboBox)
        return box

    def others(self) -> str:
        """The text about rights of other rooks, empty where it is hidden."""
        texts = [label.text() for label in self.page.findChildren(QLabel) if label.isVisible()]
        return next((text for text in texts if text.startswith("also")), "")

    def choose(self, text: str) -> None:
        """Choose an en-passant square by key, as from the list that drops down."""
        box = self.en_passant
        box.setFocus()
        QTest.keyClick(box, Qt.Key.Key_Home)
        while box.currentText() != text:
            before = box.currentIndex()
            QTest.keyClick(box, Qt.Key.Key_Down)
            assert box.currentIndex() != before, f"{text} is not in the list"


@pytest.fixture
def form(qtbot: QtBot) -> Form:
    return Form(qtbot)


def test_the_fields_show_the_position(form: Form) -> None:
    assert form.radio("White").isChecked()
    assert form.rights == "KQkq"
    assert form.en_passant.currentText() == "–"
    form.document.set_fen("4k3/8/8/8/4P3/8/8/4K2R b K e3 0 1")
    assert form.radio("Black").isChecked()
    assert form.rights == "K"
    assert form.en_passant.currentText() == "e3"


def test_the_side_to_move_is_chosen_and_undone_and_that_which_is_to_move_can_be_clicked(form: Form) -> None:
    form.set_up("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    form.radio("White").click()
    assert form.fen() == "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
    assert not form.document.undo_stack.canUndo()
    QTest.mouseClick(form.radio("Black"), LEFT, pos=form.radio("Black").rect().bottomLeft() / 2)
    assert not form.document.position.white_to_move
    form.document.undo_stack.undo()
    assert form.radio("White").isChecked()
    form.document.undo_stack.redo()
    assert form.radio("Black").isChecked()


def test_a_castling_right_is_given_and_taken_also_without_a_rook(form: Form) -> None:
    for letter in "KQkq":
        box = form.right(letter)
        box.click()
        assert form.document.position.castling_text() == "KQkq".replace(letter, "")
        box.click()
        assert form.fen() == START
        form.document.undo_stack.undo()
        assert not box.isChecked()
        form.document.undo_stack.undo()
        assert box.isChecked()
    form.set_up("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    for letter in "KQkq":
        form.right(letter).click()
    assert form.fen() == "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1"
    assert form.rights == "KQkq"


def test_rights_of_chess960_are_those_of_its_rooks_and_those_of_inner_rooks_are_named_and_stay(form: Form) -> None:
    form.set_up(CHESS960)
    assert form.rights == "KQkq"
    assert form.document.position.castling == mask_of(map(parse_square, ("b1", "g1", "b8", "g8")))
    form.right("Q").click()
    assert form.document.position.castling == mask_of(map(parse_square, ("g1", "b8", "g8")))
    form.right("Q").click()
    assert form.fen() == CHESS960
    assert form.others() == ""
    form.set_up("4k3/8/8/8/8/8/8/RR2K1RR w GBk - 0 1")
    assert form.others() == "also b1 g1"
    assert form.rights == "k"
    form.right("K").click()
    assert form.document.position.castling_text() == "KGBk"
    assert form.others() == "also b1 g1"
    form.right("K").click()
    assert form.document.position.castling_text() == "GBk"


def test_an_en_passant_square_of_the_side_to_move_is_chosen_by_key_and_not_by_the_wheel(form: Form) -> None:
    form.choose("d6")
    assert form.fen().split()[3] == "d6"
    form.choose("–")
    assert form.fen().split()[3] == "-"
    while form.document.undo_stack.canUndo():
        form.document.undo_stack.undo()
    assert form.fen() == START
    form.radio("White").setFocus()
    hand = Hand(form.en_passant)
    hand.wheel(form.en_passant.rect().center(), -1)
    hand.wheel(form.en_passant.rect().center(), -1)
    assert form.document.position.en_passant is None

    def listed() -> list[str]:
        return [form.en_passant.itemText(index) for index in range(form.en_passant.count())]

    assert listed() == ["–", *(file + "6" for file in "abcdefgh")]
    form.document.set_white_to_move(False)
    assert listed() == ["–", *(file + "3" for file in "abcdefgh")]
    form.document.set_fen("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1")
    assert form.en_passant.currentText() == "e3"
    form.choose("–")
    assert form.fen() == "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"
    assert form.en_passant.findText("e3") == -1


def test_a_fault_is_named_below_the_fields_until_it_is_mended(form: Form) -> None:
    form.set_up("4k3/8/8/8/8/8/8/8 w - - 0 1")
    assert form.page.faults.text() == "White has no king." and form.page.faults.is_error
    form.set_up(START)
    assert not form.page.faults.text()
