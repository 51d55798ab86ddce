"""The page of the export dialog for the open game as an animated GIF or as one image a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QSpinBox

from pawnviz.core.games.annotations import annotations_to
from pawnviz.core.picture.formats import MOST_TENTHS, SMALLEST_WIDTH, WIDEST_ANIMATION, Content
from pawnviz.core.picture.sheet_positions import players_of
from pawnviz.core.words import capitalized, count_text
from pawnviz.model.preferences import AnimationChoices
from pawnviz.override import plain_override
from pawnviz.view.export.animation import AnimationLayout, GameAnimation
from pawnviz.view.export.canvas import PainterCanvas
from pawnviz.view.export.figure import draw_figure
from pawnviz.view.sharing.export_page import ExportPage, colors_box, number_box
from pawnviz.view.sharing.saving import offered_name
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import STRETCH, row_of

if TYPE_CHECKING:
    from pawnviz.model.games.open_game import OpenGame


class AnimationPage(ExportPage):
    """The choices for an animation, beside the frame of the current position; the layers are those of the board."""

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
        self._shown: tuple[str, int] = ("", 0)
        self.width_box = number_box(SMALLEST_WIDTH, WIDEST_ANIMATION, " px")
        self.width_box.setSingleStep(20)
        self.seconds_box = QDoubleSpinBox()
        self.seconds_box.setRange(0.1, MOST_TENTHS / 10)
        self.seconds_box.setDecimals(1)
        self.seconds_box.setSingleStep(0.5)
        self.seconds_box.setSuffix(" s a move")
        self.colors_box = colors_box()
        self.first_box, self.last_box = QSpinBox(), QSpinBox()
        self.legend_box, self.caption_box = QCheckBox("&Legend"), QCheckBox("&Players and move")
        for box, name in ((self.first_box, "First position, by half-moves"), (self.last_box, "Last position")):
            box.setAccessibleName(name)
            box.setToolTip("Counted in half-moves from the beginning; 0 is before the first move")
            box.valueChanged.connect(self.changed)
        self._lay_out()
        self.show_choices(
            choices,
            kind=self.format_box,
            width=self.width_box,
            tenths=self.seconds_box,
            legend=self.legend_box,
            caption=self.caption_box,
            colors=self.colors_box,
        )

    def _lay_out(self) -> None:
        half_moves = plain_label("Half-moves")
        half_moves.setBuddy(self.first_box)
        self.form.addRow("&Width", self.width_box)
        self.form.addRow("&Time", self.seconds_box)
        self.form.addRow(half_moves, row_of(self.first_box, plain_label("to"), self.last_box, STRETCH))
        self.form.addRow("C&olors", self.colors_box)
        self.form.addRow("", self.legend_box)
        self.form.addRow("", self.caption_box)
        self.column.addStretch(1)

    def choose_all(self) -> None:
        """Choose all positions of the open game."""
        game = self._game()
        count = len(game.line.moves) if game is not None and game.line is not None else 0
        self._shown = (self._players, count)
        for box, value in ((self.first_box, 0), (self.last_box, count)):
            box.setRange(0, count)
            box.setValue(value)

    @property
    def _players(self) -> str:
        game = self._game()
        return players_of(dict(game.game.headers)) if game is not None and game.game is not None else ""

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
        layout = self._make_layout(self.choices, self._players)
        first, last = sorted((self.first_box.value(), self.last_box.value()))
        try:
            self.subject = animation = GameAnimation(game.line, layout, first, last, annotations_to(game.last_node))
            figure, frames = animation.figure(first), count_text(len(animation.plies), "frame")
            self.size_text = f"{figure.width:,} × {figure.height:,} px  ·  {frames}"
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
