"""The page of the export dialog for the open game as an animated GIF or as one image a move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QHBoxLayout, QSpinBox, QWidget

from pawnviz.core.games.annotations import annotations_to
from pawnviz.core.picture.formats import MOST_TENTHS, SMALLEST_WIDTH, WIDEST_ANIMATION, Content
from pawnviz.core.picture.sheet_positions import players_of
from pawnviz.core.words import count_text
from pawnviz.model.kept.export_choices import AnimationChoices
from pawnviz.override import override
from pawnviz.view.export.animation import AnimationLayout, GameAnimation
from pawnviz.view.export.canvas import PainterCanvas
from pawnviz.view.export.figure import draw_figure
from pawnviz.view.sharing.export_page import ExportPage, fill_colors
from pawnviz.view.sharing.saving import offered_name
from pawnviz.view.widgets.labels import plain_label

if TYPE_CHECKING:
    from pawnviz.model.games.open_game import OpenGame


class AnimationPage(ExportPage):
    """How a game becomes an animation, beside the frame of its current position; the layers are those of the board."""

    title = "Ani&mation"
    contents = (Content.ANIMATION,)
    question = "Export the game"

    def __init__(
        self,
        game: Callable[[], OpenGame | None],
        make_layout: Callable[[AnimationChoices, str], AnimationLayout],
        choices: AnimationChoices,
    ) -> None:
        """Begin with choices; ``game`` returns the open game, ``make_layout`` the layout for choices and players."""
        super().__init__()
        self._game = game
        self._make_layout = make_layout
        self._animation: GameAnimation | None = None
        self._shown: tuple[str, int] = ("", 0)
        self.width_box, self.seconds_box = QSpinBox(), QDoubleSpinBox()
        self.first_box, self.last_box = QSpinBox(), QSpinBox()
        self.colors_box = QComboBox()
        self.legend_box, self.caption_box = QCheckBox("&Legend"), QCheckBox("&Players and move")
        self._set_up(choices)
        self._lay_out()
        self._connect()
        self.fill_formats(choices.kind)

    def _set_up(self, choices: AnimationChoices) -> None:
        """Fill the controls."""
        fill_colors(self.colors_box, choices.colors)
        self.width_box.setRange(SMALLEST_WIDTH, WIDEST_ANIMATION)
        self.width_box.setSingleStep(20)
        self.width_box.setSuffix(" px")
        self.width_box.setValue(choices.width)
        self.seconds_box.setRange(0.1, MOST_TENTHS / 10)
        self.seconds_box.setDecimals(1)
        self.seconds_box.setSingleStep(0.5)
        self.seconds_box.setSuffix(" s a move")
        self.seconds_box.setValue(choices.tenths / 10)
        for box, name in ((self.first_box, "First position, by half-moves"), (self.last_box, "Last position")):
            box.setAccessibleName(name)
            box.setToolTip("Counted in half-moves from the beginning; 0 is before the first move")
        self.legend_box.setChecked(choices.legend)
        self.caption_box.setChecked(choices.caption)

    def _lay_out(self) -> None:
        """Put the controls below each other."""
        plies = QHBoxLayout()
        for part in (self.first_box, plain_label("to"), self.last_box):
            plies.addWidget(part)
        plies.addStretch(1)
        half_moves = plain_label("Half-moves")
        half_moves.setBuddy(self.first_box)
        self.form.addRow("&Width", self.width_box)
        self.form.addRow("&Time", self.seconds_box)
        self.form.addRow(half_moves, plies)
        self.form.addRow("C&olors", self.colors_box)
        self.form.addRow("", self.legend_box)
        self.form.addRow("", self.caption_box)
        self.column.addStretch(1)

    def _connect(self) -> None:
        """Let the controls work."""
        self.colors_box.currentIndexChanged.connect(self.choose)
        for spin in (self.width_box, self.seconds_box):
            spin.valueChanged.connect(self.choose)
        for check in (self.legend_box, self.caption_box):
            check.toggled.connect(self.choose)
        self.first_box.valueChanged.connect(self.changed)
        self.last_box.valueChanged.connect(self.changed)

    @property
    @override
    def controls(self) -> Mapping[str, QWidget]:
        return {"seconds": self.seconds_box}

    @property
    def choices(self) -> AnimationChoices:
        """What is chosen."""
        return AnimationChoices(
            kind=self.format.name,
            width=self.width_box.value(),
            tenths=round(10 * self.seconds_box.value()),
            legend=self.legend_box.isChecked(),
            caption=self.caption_box.isChecked(),
            colors=str(self.colors_box.currentData()),
        )

    def choose_all(self) -> None:
        """Choose all positions of the open game."""
        game = self._game()
        count = len(game.line.moves) if game is not None and game.line is not None else 0
        self._shown = (self._players, count)
        for box, value in ((self.first_box, 0), (self.last_box, count)):
            box.setRange(0, count)
            box.setValue(value)

    @property
    @override
    def subject(self) -> GameAnimation | None:
        return self._animation

    @property
    @override
    def size_text(self) -> str:
        if self._animation is None:
            return ""
        figure = self._animation.figure(self._animation.plies[0])
        return f"{figure.width:,} × {figure.height:,} px  ·  {count_text(len(self._animation.plies), 'frame')}"

    @property
    @override
    def file_name(self) -> str:
        return offered_name(self._players or "Game")

    @property
    def _players(self) -> str:
        """The players of the open game."""
        game = self._game()
        return players_of(dict(game.game.headers)) if game is not None and game.game is not None else ""

    @override
    def refresh(self) -> None:
        game = self._game()
        self._animation, self.obstacle, self.is_fault = None, "", False
        if game is None or game.line is None:
            self.obstacle = "Open a game first: File > Games."
            return
        if self._shown != (self._players, len(game.line.moves)):
            self.choose_all()
        layout = self._make_layout(self.choices, self._players)
        first, last = sorted((self.first_box.value(), self.last_box.value()))
        try:
            self._animation = GameAnimation(game.line, layout, first, last, annotations_to(game.last_node))
        except ValueError as error:
            text = str(error)
            self.obstacle, self.is_fault = f"{text[:1].upper()}{text[1:]}.", True

    @override
    def draw(self, painter: QPainter) -> QSize:
        animation, game = self._animation, self._game()
        if animation is None or game is None:
            return QSize(1, 1)
        ply = max(animation.plies[0], min(game.ply, animation.plies[-1]))
        figure = animation.figure(ply)
        if painter.isActive():
            draw_figure(PainterCanvas(painter, figure.look, quick=True), figure)
        return QSize(figure.width, figure.height)
