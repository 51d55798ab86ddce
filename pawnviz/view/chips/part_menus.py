"""The menus of parts: how the pawns on the board are asked, and which structure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QProxyStyle, QStyle, QStyleOption, QWidget

from pawnviz.core.collections.question import PawnsPart, StructurePart
from pawnviz.core.structures.structure import Structure
from pawnviz.core.structures.table import known_structures
from pawnviz.model.preferences import Preference
from pawnviz.override import override
from pawnviz.view.chips.chip_words import chip_text
from pawnviz.view.chips.part_picture import PICTURE, part_picture

_SIDES: Final = (("both", "&Both sides’ pawns"), ("white", "&White’s pawns"), ("black", "B&lack’s pawns"))
_FURTHER: Final = (
    ("mirrored", "&Mirrored too, a-file for h-file"),
    ("either_color", "&Either color, with the board turned"),
)
_APART: Final = (
    "E&xactly these",
    "Up to &1 square apart",
    "Up to &2 squares apart",
    "Up to &3 squares apart",
    "Up to &4 squares apart",
)


class PawnsMenu(QMenu):
    """The choices of a part about pawns."""

    chosen = Signal(object)  # Another part is chosen; carries it.

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._part = PawnsPart(0, 0)
        self._choices: list[tuple[QAction, str, Any]] = []
        self.setAccessibleName("Pawns")
        for sides, title in _SIDES:
            self._add(self, title, "sides", sides)
        self.addSeparator()
        for field, title in _FURTHER:
            self._add(self, title, field, None)
        apart = self.addMenu("&Similar ones")
        for most, title in enumerate(_APART):
            self._add(apart, title, "at_most", most)

    def _add(self, menu: QMenu, title: str, field: str, value: Any) -> None:
        """Add a choice of a field's value, or with None a switch."""
        action = menu.addAction(title)
        action.setCheckable(True)
        action.triggered.connect(self._choose)
        self._choices.append((action, field, value))

    def show_part(self, part: PawnsPart) -> None:
        """Check the choices of a part."""
        self._part = part
        for action, field, value in self._choices:
            current = getattr(part, field)
            action.setChecked(current if value is None else current == value)

    @Slot()
    def _choose(self) -> None:
        sender = self.sender()
        field, value = next((field, value) for action, field, value in self._choices if action is sender)
        changes: dict[str, Any] = {field: not getattr(self._part, field) if value is None else value}
        self.chosen.emit(replace(self._part, **changes))


class _PictureStyle(QProxyStyle):
    """A style whose menus have icons of the size of pictures."""

    @override
    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        if metric == QStyle.PixelMetric.PM_SmallIconSize:
            return PICTURE
        return super().pixelMetric(metric, option, widget)


class StructuresMenu(QMenu):
    """The named structures by families with pictures, each of the color that usually has it; filled when opened."""

    chosen = Signal(object)  # A structure is chosen; carries the part.

    def __init__(self, title: str, flipped: Preference[bool], parent: QWidget) -> None:
        super().__init__(title, parent)
        self._flipped = flipped
        self._pictures = _PictureStyle(self.style().name())
        self._families: dict[str, QMenu] = {}
        self._listed: set[str] = set()
        self.aboutToShow.connect(self._fill)

    @Slot()
    def _fill(self) -> None:
        """Add the structures that are known by now."""
        for structure in known_structures().structures.values():
            if structure.identifier not in self._listed:
                self._listed.add(structure.identifier)
                self._add(structure)

    def _add(self, structure: Structure) -> None:
        title = structure.family or "Others"
        if title not in self._families:
            self._families[title] = menu = self.addMenu(title.replace("&", "&&"))
            menu.setStyle(self._pictures)
            menu.aboutToShow.connect(self._draw)
        part = StructurePart(structure.identifier, None if structure.mutual else structure.of_white)
        action = self._families[title].addAction(chip_text(part).replace("&", "&&"))
        action.setData(part)
        action.triggered.connect(self._choose)

    @Slot()
    def _draw(self) -> None:
        """Draw the pictures of the family that is opened."""
        menu = self.sender()
        if isinstance(menu, QMenu):
            for action in menu.actions():
                action.setIcon(part_picture(action.data(), self._flipped, menu))

    @Slot()
    def _choose(self) -> None:
        sender = self.sender()
        if isinstance(sender, QAction):
            self.chosen.emit(sender.data())


_COLORS: Final = ((True, "Of &White"), (False, "Of &Black"), (None, "Of &either color"))


class StructureMenu(QMenu):
    """The choices of a part about a structure: whose it is, under which names, and others in its place."""

    chosen = Signal(object)  # Another part is chosen; carries it.

    def __init__(self, flipped: Preference[bool], parent: QWidget) -> None:
        super().__init__(parent)
        self._part = StructurePart("carlsbad")
        self.setAccessibleName("Structure")
        for color, title in _COLORS:
            action = self.addAction(title)
            action.setCheckable(True)
            action.setData(color)
            action.triggered.connect(self._choose)
        self._colors = self.actions()
        self._wide = self.addAction("Also under more &specific names")
        self._wide.setCheckable(True)
        self._wide.triggered.connect(self._choose)
        self.addSeparator()
        others = StructuresMenu("A&nother structure", flipped, self)
        others.chosen.connect(self.chosen)
        self.addMenu(others)

    def show_part(self, part: StructurePart) -> None:
        """Check the choices of a part; whose it is can be changed unless it belongs to both colors alike."""
        self._part = part
        self._wide.setChecked(part.wide)
        self._wide.setEnabled(any(named.leading for named in replace(part, wide=False).rules))
        for action in self._colors:
            action.setChecked(action.data() == part.color)
            action.setEnabled(not known_structures().structures[part.identifier].mutual)

    @Slot()
    def _choose(self) -> None:
        sender = self.sender()
        if sender is self._wide:
            self.chosen.emit(replace(self._part, wide=self._wide.isChecked()))
        elif isinstance(sender, QAction):
            self.chosen.emit(replace(self._part, color=sender.data()))
