"""The page that sets up a position: side to move, castling, en passant, and edits of all pieces."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QGridLayout, QLabel, QPushButton, QRadioButton, QWidget

from pawnviz.core.board.bitboard import SQUARE_NAMES, complement, parse_square, square_names
from pawnviz.core.board.legality import problems
from pawnviz.model.document import Document
from pawnviz.view.widgets.buttons import arrow_button
from pawnviz.view.widgets.fields import DropDown
from pawnviz.view.widgets.labels import MessageLabel, section_title
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of, with_properties

_RIGHTS: Final = {
    "K": ("kingside", "White may castle kingside"),
    "Q": ("queenside", "White may castle queenside"),
    "k": ("kingside", "Black may castle kingside"),
    "q": ("queenside", "Black may castle queenside"),
}
_SHIFTS: Final = {
    "west": (Qt.ArrowType.LeftArrow, (-1, 0)),
    "east": (Qt.ArrowType.RightArrow, (1, 0)),
    "north": (Qt.ArrowType.UpArrow, (0, 1)),
    "south": (Qt.ArrowType.DownArrow, (0, -1)),
}
_NONE: Final = "–"


class SetUpPage(QWidget):
    """The parts of a position that are not single pieces; each change is one step of the document's history."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._white = QRadioButton("&White")
        self._black = QRadioButton("&Black")
        group = QButtonGroup(self)
        for button, side in ((self._white, "White"), (self._black, "Black")):
            with_properties(button, toolTip=f"{side} is to move", accessibleName=f"{side} to move")
            button.clicked.connect(self._set_side)
            group.addButton(button)
        self._rights: dict[str, QCheckBox] = {}
        for letter, (text, meaning) in _RIGHTS.items():
            self._rights[letter] = with_properties(QCheckBox(text), toolTip=meaning, accessibleName=meaning)
            self._rights[letter].clicked.connect(self._set_castling)
        tip = "Rights of other rooks, by file as in Chess960; edit them in the FEN line"
        self._other_rights = with_properties(QLabel(), toolTip=tip)
        tip = "The square that a pawn has just passed by a double step"
        self._en_passant = DropDown(name="En-passant square", tip=tip)
        self._en_passant.activated.connect(self._set_en_passant)
        label = QLabel("En p&assant")
        label.setBuddy(self._en_passant)
        grid = QGridLayout()
        grid.setVerticalSpacing(10)
        grid.setHorizontalSpacing(14)
        grid.setColumnStretch(3, 1)
        grid.addWidget(QLabel("To move"), 0, 0)
        grid.addWidget(self._white, 0, 1)
        grid.addWidget(self._black, 0, 2)
        for row, side in enumerate(("White", "Black"), 1):
            grid.addWidget(QLabel(f"{side} may castle"), row, 0)
            for column, box in enumerate(list(self._rights.values())[2 * row - 2 : 2 * row], 1):
                grid.addWidget(box, row, column)
        grid.addWidget(self._other_rights, 3, 1, 1, 2)
        grid.addWidget(label, 4, 0)
        grid.addWidget(self._en_passant, 4, 1)
        edits = QGridLayout()
        for place, (text, tip, edit) in enumerate(
            (
                ("&Start position", "Set up all pieces", document.set_start),
                ("&Clear board", "Remove all pieces", document.clear),
                ("Swap c&olors", "Exchange White and Black", document.swap_colors),
                ("&Mirror", "Exchange the a- and h-files", document.mirror),
            )
        ):
            command = with_properties(QPushButton(text), toolTip=tip)
            command.clicked.connect(edit)
            edits.addWidget(command, place // 2, place % 2)
        shifts = row_of(QLabel("Shift all pieces"))
        for name, (kind, _) in _SHIFTS.items():
            arrow = arrow_button(kind, f"Shift all pieces {name}")
            arrow.setObjectName(name)
            arrow.clicked.connect(self._shift)
            shifts.addWidget(arrow)
        shifts.addStretch(1)
        self.faults = MessageLabel()  # Below the controls, which stay where they are.
        parts = (section_title("Position"), grid, section_title("All pieces"), edits, shifts, self.faults, STRETCH)
        column_of(*parts, parent=self, margins=(12, 4, 12, 8), spacing=10)
        document.position_changed.connect(self._follow)
        self._follow()

    @Slot()
    def _shift(self) -> None:
        self._document.shift(*_SHIFTS[self.sender().objectName()][1])

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
        self.faults.show_message(" ".join(problem.text for problem in problems(position)), is_error=True)

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
