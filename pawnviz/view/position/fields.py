"""Side to move, castling rights and en-passant square as fields beside the board."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QGridLayout, QLabel, QRadioButton, QWidget

from pawnviz.core.board.bitboard import SQUARE_NAMES, complement, parse_square, square_names
from pawnviz.model.document import Document
from pawnviz.view.widgets.drop_down import DropDown
from pawnviz.view.widgets.layouts import column_of

_RIGHTS: Final = {
    "K": "White may castle on the king's side",
    "Q": "White may castle on the queen's side",
    "k": "Black may castle on the king's side",
    "q": "Black may castle on the queen's side",
}
_NONE: Final = "–"


class PositionFields(QWidget):
    """The fields of a position that are not pieces; each change is one step of the document's history."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        layout = column_of(QLabel("To move"), parent=self, margins=0, spacing=4)
        self._white = QRadioButton("White")
        self._black = QRadioButton("Black")
        group = QButtonGroup(self)
        for button in (self._white, self._black):
            button.setToolTip(f"{button.text()} is to move (T switches)")
            button.setAccessibleName(f"{button.text()} to move")
            group.addButton(button)
            layout.addWidget(button)
        self._white.clicked.connect(self._set_side)
        self._black.clicked.connect(self._set_side)

        layout.addSpacing(6)
        layout.addWidget(QLabel("Castling"))
        grid = QGridLayout()
        grid.setSpacing(4)
        self._rights: dict[str, QCheckBox] = {}
        for index, (letter, meaning) in enumerate(_RIGHTS.items()):
            box = QCheckBox(letter)
            box.setToolTip(meaning)
            box.setAccessibleName(meaning)
            box.clicked.connect(self._set_castling)
            grid.addWidget(box, index // 2, index % 2)
            self._rights[letter] = box
        layout.addLayout(grid)
        self._other_rights = QLabel()
        self._other_rights.setToolTip("Rights of other rooks, by file as in Chess960; edit them in the FEN line")
        layout.addWidget(self._other_rights)

        layout.addSpacing(6)
        label = QLabel("En &passant")
        layout.addWidget(label)
        self._en_passant = DropDown()
        self._en_passant.setToolTip("The square that a pawn has just passed by a double step")
        self._en_passant.setAccessibleName("En-passant square")
        self._en_passant.activated.connect(self._set_en_passant)
        label.setBuddy(self._en_passant)
        layout.addWidget(self._en_passant)
        layout.addStretch(1)
        document.position_changed.connect(self._follow)
        self._follow()

    @Slot()
    def _follow(self) -> None:
        position = self._document.position
        (self._white if position.white_to_move else self._black).setChecked(True)
        known = 0
        for letter, box in self._rights.items():
            mask = position.with_castling_text(letter).castling
            known |= mask
            box.setChecked(bool(position.castling & mask))
        others = position.castling & complement(known)
        self._other_rights.setText(f"also {square_names(others)}")
        self._other_rights.setVisible(bool(others))
        rank = "6" if position.white_to_move else "3"
        names_in_list = [_NONE, *(file + rank for file in "abcdefgh")]
        current = _NONE if position.en_passant is None else SQUARE_NAMES[position.en_passant]
        if current not in names_in_list:
            names_in_list.append(current)
        if names_in_list != [self._en_passant.itemText(index) for index in range(self._en_passant.count())]:
            self._en_passant.clear()
            self._en_passant.addItems(names_in_list)
        self._en_passant.setCurrentIndex(names_in_list.index(current))

    @Slot()
    def _set_side(self) -> None:
        self._document.set_white_to_move(self._white.isChecked())

    @Slot()
    def _set_castling(self) -> None:
        position = self._document.position
        castling = position.castling
        for letter, box in self._rights.items():
            mask = position.with_castling_text(letter).castling
            castling = castling | mask if box.isChecked() else castling & complement(mask)
        self._document.set_castling(castling)

    @Slot(int)
    def _set_en_passant(self, index: int) -> None:
        text = self._en_passant.itemText(index)
        self._document.set_en_passant(None if text == _NONE else parse_square(text))
