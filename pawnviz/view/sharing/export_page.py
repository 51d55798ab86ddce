"""The pages of the export dialog: their base, that of a picture, and that of an animation."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar

from PySide6.QtCore import QMimeData, QSignalBlocker, QSize, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from pawnviz.core.picture.formats import (
    BOARD,
    LARGEST_WIDTH,
    LEAST_PAPER,
    MOST_PAPER,
    MOST_TENTHS,
    OPTIONS,
    SMALLEST_WIDTH,
    WIDEST_ANIMATION,
    Content,
    Format,
    formats_of,
)
from pawnviz.core.picture.picture import Look
from pawnviz.core.picture.sheet_positions import details_of, players_of
from pawnviz.core.words import capitalized, count_text
from pawnviz.model.document import Document
from pawnviz.model.games.game import OpenGame
from pawnviz.model.preferences import AnimationChoices, PictureChoices
from pawnviz.model.reading import caption
from pawnviz.override import override, plain_override
from pawnviz.view.export.animation import AnimationLayout, GameAnimation
from pawnviz.view.export.canvas import PainterCanvas
from pawnviz.view.export.figure import Figure, draw_figure
from pawnviz.view.export.files import figure_mime, size_fault
from pawnviz.view.sharing.saving import offered_name, wait_cursor
from pawnviz.view.widgets.fields import DropDown
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import STRETCH, row_of, with_properties

Control = TypeVar("Control", bound=QWidget)


class ExportPage(QWidget):
    """The choices for some contents of the registry of formats; the dialog has the preview and writes the files."""

    changed = Signal()  # The preview is out of date.
    chosen = Signal()  # The choices have changed, which are kept.
    announced = Signal(str, bool)  # An action has ended; carries a sentence, and whether it is a fault.
    title: ClassVar[str]  # The text of the page's tab.
    contents: ClassVar[tuple[Content, ...]]  # The contents of its exports.
    question: ClassVar[str]  # The title of the question for a file.

    def __init__(self) -> None:
        super().__init__()
        self.subject: Any = None  # The subject of the export for its format, or None.
        self.size_text = ""  # The text of its size.
        self.file_name = ""  # The suggested name of the file, without its suffix.
        self.obstacle = ""  # The obstacle to an export, as a sentence, or nothing.
        self.is_fault = False  # Whether the obstacle is an error.
        self.buttons: tuple[QAbstractButton, ...] = ()  # The buttons beside saving.
        self.format_box = DropDown({name: each.title for name, each in formats_of(*self.contents).items()})
        self.form = QFormLayout(fieldGrowthPolicy=QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.addLayout(self.form)
        self.controls: dict[str, QWidget] = {}  # Those of the fields of the choices.
        self.control("kind", self.format_box, "&Format")
        self.form.setRowVisible(self.format_box, self.format_box.count() > 1)

    @property
    def format(self) -> Format:
        """The chosen format."""
        return formats_of(*self.contents)[self.format_box.currentData()]

    def choose_format(self, path: Path) -> None:
        """Choose the format that the ending of a path names, if it is one of the page's."""
        name = path.suffix.lower().removeprefix(".")
        if name in formats_of(*self.contents):
            self.format_box.setCurrentIndex(self.format_box.findData(name))

    def control(self, field: str, control: Control, label: str | QWidget | None = None, tip: str = "") -> Control:
        """Take the control of a field of the choices, in a row of its own if it has a label, and return it."""
        self.controls[field] = control
        control.setToolTip(tip)
        if label is not None:
            self.form.addRow(label, control)
        return control

    def show_choices(self, choices: Any) -> None:
        """Show choices in the controls of their fields; decimals are kept in tenths."""
        self._choices = choices
        for name, control in self.controls.items():
            if not hasattr(choices, name):
                continue  # A sheet has one format.
            value = getattr(choices, name)
            if isinstance(control, QComboBox):
                control.setCurrentIndex(control.findData(value))
                control.currentIndexChanged.connect(self.choose)
            elif isinstance(control, QCheckBox):
                control.setChecked(value)
                control.toggled.connect(self.choose)
            elif isinstance(control, QSpinBox):
                control.setValue(value)
                control.valueChanged.connect(self.choose)
            elif isinstance(control, QDoubleSpinBox):
                control.setValue(value / 10)
                control.valueChanged.connect(self.choose)
        self.follow_format()

    @property
    def choices(self) -> Any:
        """The present choices."""
        values = {name: _value(box) for name, box in self.controls.items() if hasattr(self._choices, name)}
        return self._choices.replace(**values)

    def follow_format(self) -> None:
        """Enable the controls of the chosen format."""
        for option in OPTIONS & self.controls.keys():
            self.controls[option].setEnabled(option in self.format.options)

    @Slot()
    def choose(self) -> None:
        """Take other choices."""
        self.follow_format()
        self.announced.emit("", False)
        self.chosen.emit()
        self.changed.emit()

    @abstractmethod
    def refresh(self) -> None:
        """Update the subject, the obstacle, the text of its size and the name of its file."""

    @abstractmethod
    def draw(self, painter: QPainter) -> QSize:
        """Draw the preview if the painter is active, and return its size."""


_COLORS: Final = {"light": "Light", "dark": "Dark", "ink": "One ink"}
_COLORS_TIP: Final = "Light colors can be printed; one ink is black on white"


def number_box(least: int, most: int, suffix: str = "", kind: type[QSpinBox] = QSpinBox) -> QSpinBox:
    """Return a box for a whole number."""
    return kind(minimum=least, maximum=most, suffix=suffix)


def _value(control: QWidget) -> Any:
    if isinstance(control, QComboBox):
        return control.currentData()
    if isinstance(control, QDoubleSpinBox):
        return round(10 * control.value())
    return control.isChecked() if isinstance(control, QCheckBox) else control.property("value")


_WIDTHS: Final = (400, 800, 1200, 2400, 4800)  # The widths for Page Up and Page Down.


class _WidthBox(QSpinBox):
    """A width in pixels; Page Up and Page Down go to usual widths."""

    @override
    def stepBy(self, steps: int) -> None:
        if abs(steps) < 10:
            super().stepBy(steps * 10)
        elif steps > 0:
            self.setValue(next((width for width in _WIDTHS if width > self.value()), LARGEST_WIDTH))
        else:
            self.setValue(next((width for width in reversed(_WIDTHS) if width < self.value()), SMALLEST_WIDTH))


class PicturePage(ExportPage):
    """A choice of format, size and parts of a picture; a written caption stays until the position changes."""

    title = "P&icture"
    contents = BOARD
    question = "Export a picture"

    def __init__(
        self, document: Document, make_figure: Callable[[PictureChoices, str], Figure], choices: PictureChoices
    ) -> None:
        """Begin with choices; ``make_figure`` returns the board's figure for other ones with a caption."""
        super().__init__()
        self._document = document
        self._make_figure = make_figure
        self._described = document.position
        widths = "Page Up and Page Down: 400, 800, 1200, 2400, 4800"
        self.width_box = self.control(
            "width", number_box(SMALLEST_WIDTH, LARGEST_WIDTH, " px", _WidthBox), "&Width", widths
        )
        paper = "As wide as on paper, with letters of at least 6.5 points"
        self.paper_box = self.control("on_paper", QCheckBox("On &paper"), tip=paper)
        self.millimeter_box = self.control("millimeters", number_box(LEAST_PAPER, MOST_PAPER, " mm"), self.paper_box)
        self.millimeter_box.setAccessibleName("Width on paper")
        for number in (self.width_box, self.millimeter_box):
            number.setKeyboardTracking(False)
        self.colors_box = self.control("colors", DropDown(_COLORS), "C&olors", _COLORS_TIP)
        self.legend_box = self.control("legend", QCheckBox("&Legend"), "", "Name the shown layers below the board")
        ground = "Leave out the background beside the board"
        self.control("transparent", QCheckBox("&Transparent ground"), "", ground)
        self.caption_box = self.control("caption", QCheckBox("Ca&ption"), "")
        self.caption_edit = with_properties(QLineEdit(), maxLength=500, accessibleName="Caption")
        self._describe()
        self.form.addRow("", self.caption_edit)
        tip = "Copy the picture, as an image and as SVG"
        self.copy_button = with_properties(QPushButton("&Copy"), autoDefault=False, toolTip=tip)
        self.buttons = (self.copy_button,)
        self.column.addStretch(1)
        self.show_choices(choices)
        self.caption_edit.textChanged.connect(self.changed)
        self.copy_button.clicked.connect(self._copy)
        self._document.position_changed.connect(self.changed)
        self._document.free.file_changed.connect(self.changed)

    @plain_override
    def follow_format(self) -> None:
        super().follow_format()
        self.caption_edit.setEnabled(self.caption_box.isChecked())
        if "on_paper" in self.format.options:
            self.width_box.setEnabled(not self.paper_box.isChecked())
            self.millimeter_box.setEnabled(self.paper_box.isChecked())

    @plain_override
    def refresh(self) -> None:
        if self._document.position != self._described:
            self._described = self._document.position
            with QSignalBlocker(self.caption_edit):
                self._describe()
        text, path, name = self.caption_edit.text(), self._document.free.path, self.format.name
        choices = self.choices
        if "on_paper" not in self.format.options:
            choices = choices.replace(on_paper="millimeters" in self.format.options)
        self.subject = figure = self._make_figure(choices, text)
        self.file_name = offered_name(Path(path).stem if path else text.partition("  ·")[0])
        self.size_text = f"{figure.width:,} × {figure.height:,} px"
        if figure.millimeters:
            self.size_text = f"{figure.millimeters:g} × {figure.millimeters * figure.height / figure.width:.0f} mm"
        elif "width" not in self.format.options:
            self.size_text = ""
        fault = size_fault(figure) if name == "png" else ""
        self.obstacle, self.is_fault = f"{capitalized(fault)}." if fault else "", True

    def _describe(self) -> None:
        self.caption_edit.setText(caption(self._document))
        self.caption_edit.setCursorPosition(0)

    @plain_override
    def draw(self, painter: QPainter) -> QSize:
        figure = self.subject
        if painter.isActive():
            draw_figure(PainterCanvas(painter, figure.look, figure.fineness, quick=True), figure)
        return QSize(figure.width, figure.height)

    def mime(self) -> QMimeData | None:
        """Return the figure for another program, or report why it is too large."""
        self.refresh()
        fault = size_fault(self.subject)
        if fault:
            self.announced.emit(f"{capitalized(fault)}.", True)
            return None
        with wait_cursor():
            return figure_mime(self.subject)

    @Slot()
    def _copy(self) -> None:
        from PySide6.QtGui import QGuiApplication

        mime = self.mime()
        if mime is not None:
            QGuiApplication.clipboard().setMimeData(mime)
            self.announced.emit("Copied the picture, as an image and as SVG.", False)


class AnimationPage(ExportPage):
    """The choices for an animation, beside the frame of the current position; the layers are those of the board."""

    title = "Ani&mation"
    contents = (Content.ANIMATION,)
    question = "Export the game"

    def __init__(
        self, game: Callable[[], OpenGame | None], look: Callable[[str], Look], choices: AnimationChoices
    ) -> None:
        """Begin with choices; ``game`` returns the open game, ``look`` the board's look in other colors."""
        super().__init__()
        self._game = game
        self._look = look
        self._shown: tuple[str, int] = ("", 0)
        self.width_box = self.control("width", number_box(SMALLEST_WIDTH, WIDEST_ANIMATION, " px"), "&Width")
        self.width_box.setSingleStep(20)
        seconds = QDoubleSpinBox(decimals=1, minimum=0.1, maximum=MOST_TENTHS / 10, singleStep=0.5, suffix=" s a move")
        self.control("tenths", seconds, "&Time")
        tip = "Counted in half-moves from the beginning; 0 is before the first move"
        self.first_box = with_properties(QSpinBox(), accessibleName="First position, by half-moves", toolTip=tip)
        self.last_box = with_properties(QSpinBox(), accessibleName="Last position", toolTip=tip)
        for number in (self.first_box, self.last_box):
            number.valueChanged.connect(self.changed)
        half_moves = plain_label("Half-moves", self.first_box)
        self.form.addRow(half_moves, row_of(self.first_box, plain_label("to"), self.last_box, STRETCH))
        self.control("colors", DropDown(_COLORS), "C&olors", _COLORS_TIP)
        self.control("legend", QCheckBox("&Legend"), "")
        self.control("caption", QCheckBox("&Players and move"), "")
        self.column.addStretch(1)
        self.show_choices(choices)

    def choose_all(self) -> None:
        """Choose all positions of the open game."""
        game = self._game()
        count = len(game.line.moves) if game is not None and game.line is not None else 0
        self._shown = (self._players, count)
        for box, value in ((self.first_box, 0), (self.last_box, count)):
            box.setRange(0, count)
            box.setValue(value)

    @property
    def _headers(self) -> dict[str, str]:
        game = self._game()
        return dict(game.game.headers) if game is not None and game.game is not None else {}

    @property
    def _players(self) -> str:
        return players_of(self._headers)

    @plain_override
    def refresh(self) -> None:
        game = self._game()
        self.subject, self.size_text, self.obstacle, self.is_fault = None, "", "", False
        self.file_name = offered_name(self._players or "Game")
        if game is None or game.line is None:
            self.obstacle = "Open a game first: Games, F3."
            return
        if self._shown != (self._players, len(game.line.moves)):
            self.choose_all()
        choices, is_page = self.choices, self.format.name == "html"
        layout = AnimationLayout(
            width=choices.width,
            seconds=choices.tenths / 10,
            players=self._players,
            details=details_of(self._headers),
            # On a page these are beside the board.
            caption=choices.caption and not is_page,
            legend=choices.legend and not is_page,
            look=self._look(choices.colors),
        )
        first, last = sorted((self.first_box.value(), self.last_box.value()))
        from pawnviz.core.games.tree import annotations_to  # It imports python-chess.

        try:
            annotations = annotations_to(game.node and game.node.end())
            self.subject = animation = GameAnimation(game.line, layout, first, last, annotations)
            figure, frames = animation.figure(first), count_text(len(animation.plies), "frame")
            self.size_text = f"{figure.width:,} × {figure.height:,} px  ·  {frames}"
            if is_page:
                layers = count_text(len(layout.look.layers), "layer")
                moves = count_text(len(animation.plies) - 1, "half-move")
                self.size_text = f"A page with {moves}, {layers}, turning points and lives of the pawns"
        except ValueError as error:
            self.obstacle, self.is_fault = f"{capitalized(str(error))}.", True

    @plain_override
    def draw(self, painter: QPainter) -> QSize:
        animation, game = self.subject, self._game()
        if animation is None or game is None:
            return QSize()
        ply = max(animation.plies[0], min(game.ply, animation.plies[-1]))
        figure = animation.figure(ply)
        if painter.isActive():
            draw_figure(PainterCanvas(painter, figure.look, quick=True), figure)
        return QSize(figure.width, figure.height)
