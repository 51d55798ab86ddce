"""The dialog that exports the open game as an animated GIF or as one image a move."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QPainter, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from pawnviz.core.games.annotations import annotations_to
from pawnviz.core.picture.formats import ANIMATION_KINDS, MOST_TENTHS, SMALLEST_WIDTH, WIDEST_ANIMATION
from pawnviz.core.picture.sheet_positions import players_of
from pawnviz.core.words import count_text
from pawnviz.model.kept.export_choices import AnimationChoices
from pawnviz.override import override
from pawnviz.view.export.animation import AnimationLayout, GameAnimation
from pawnviz.view.export.canvas import PainterCanvas
from pawnviz.view.export.figure import draw_figure
from pawnviz.view.sharing.export_job import ExportJob, frame_paths
from pawnviz.view.sharing.export_window import ExportWindow
from pawnviz.view.sharing.preview import Preview
from pawnviz.view.sharing.saving import TargetQuestion, offered_name
from pawnviz.view.widgets.labels import plain_label

if TYPE_CHECKING:
    from pawnviz.model.games.open_game import OpenGame

_KIND_TEXTS: Final = {"gif": "GIF, animated", "png": "PNG, one image a move"}


class AnimationDialog(ExportWindow):
    """How a game becomes an animation, beside the frame of its current position; the layers are those of the board."""

    chosen = Signal()
    """Other choices were made."""

    def __init__(
        self,
        game: Callable[[], OpenGame | None],
        make_layout: Callable[[AnimationChoices, str], AnimationLayout],
        choices: AnimationChoices,
        parent: QWidget | None = None,
    ) -> None:
        """Begin with choices; ``game`` returns the open game, ``make_layout`` the layout for choices and players."""
        super().__init__(parent)
        self.setWindowTitle("Export the game")
        self._game = game
        self._make_layout = make_layout
        self._question = TargetQuestion(self)
        self._animation: GameAnimation | None = None
        self.preview = Preview(self._draw, "Preview of a frame")
        self.size_label = plain_label(muted=True)
        self.kind_box = QComboBox()
        self.width_box, self.seconds_box = QSpinBox(), QDoubleSpinBox()
        self.first_box, self.last_box = QSpinBox(), QSpinBox()
        self.colors_box = QComboBox()
        self.legend_box, self.caption_box = QCheckBox("&Legend"), QCheckBox("&Players and move")
        self.save_button = QPushButton("&Save…")
        self.close_button = QPushButton("Close")
        self._set_up(choices)
        self._lay_out()
        self._connect()

    def _set_up(self, choices: AnimationChoices) -> None:
        """Fill the controls."""
        for kind in ANIMATION_KINDS:
            self.kind_box.addItem(_KIND_TEXTS[kind], kind)
        self.kind_box.setCurrentIndex(ANIMATION_KINDS.index(choices.kind))
        self.colors_box.addItem("Light", "light")
        self.colors_box.addItem("Dark", "dark")
        self.colors_box.setCurrentIndex(self.colors_box.findData(choices.colors))
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
        self.cancel_button.setText("&Cancel")
        self.progress.setAccessibleName("Progress of the frames")
        self.save_button.setDefault(True)
        self.close_button.setAutoDefault(False)

    def _lay_out(self) -> None:
        """Put the preview on the left, the choices on the right."""
        left = QVBoxLayout()
        left.addWidget(self.preview, 1)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(self.size_label)
        middle.addStretch(1)
        left.addLayout(middle)
        plies = QHBoxLayout()
        for part in (self.first_box, plain_label("to"), self.last_box):
            plies.addWidget(part)
        plies.addStretch(1)
        half_moves = plain_label("Half-moves")
        half_moves.setBuddy(self.first_box)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow("&Format", self.kind_box)
        form.addRow("&Width", self.width_box)
        form.addRow("&Time", self.seconds_box)
        form.addRow(half_moves, plies)
        form.addRow("C&olors", self.colors_box)
        form.addRow("", self.legend_box)
        form.addRow("", self.caption_box)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.cancel_button, self.save_button, self.close_button):
            buttons.addWidget(button)
        right = QVBoxLayout()
        right.addLayout(form)
        right.addWidget(self.message)
        right.addStretch(1)
        right.addWidget(self.progress)
        right.addLayout(buttons)
        self.put_beside(left, right)

    def _connect(self) -> None:
        """Let the controls work."""
        for combo in (self.kind_box, self.colors_box):
            combo.currentIndexChanged.connect(self._choose)
        for spin in (self.width_box, self.seconds_box):
            spin.valueChanged.connect(self._choose)
        for check in (self.legend_box, self.caption_box):
            check.toggled.connect(self._choose)
        self.first_box.valueChanged.connect(self.follow)
        self.last_box.valueChanged.connect(self.follow)
        self.save_button.clicked.connect(self._save)
        self.close_button.clicked.connect(self.close)

    @override
    def sizeHint(self) -> QSize:
        return QSize(740, 520)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.message.clear()
        self.open_game()

    @property
    def choices(self) -> AnimationChoices:
        """What is chosen."""
        return AnimationChoices(
            kind=str(self.kind_box.currentData()),
            width=self.width_box.value(),
            tenths=round(10 * self.seconds_box.value()),
            legend=self.legend_box.isChecked(),
            caption=self.caption_box.isChecked(),
            colors=str(self.colors_box.currentData()),
        )

    # What is shown

    def open_game(self) -> None:
        """Show the open game, all of it."""
        game = self._game()
        count = len(game.line.moves) if game is not None and game.line is not None else 0
        for box, value in ((self.first_box, 0), (self.last_box, count)):
            box.setRange(0, count)
            box.setValue(value)
        self.refresh()

    @Slot()
    def _choose(self) -> None:
        self.message.clear()
        self.chosen.emit()
        self.follow()

    @Slot()
    @override
    def refresh(self) -> None:
        self._animation = self._make()
        self.show_progress()
        self.save_button.setEnabled(self._animation is not None and not self.is_exporting)
        if self._animation is not None:
            figure = self._animation.figure(self._animation.plies[0])
            frames = count_text(len(self._animation.plies), "frame")
            self.size_label.setText(f"{figure.width:,} × {figure.height:,} px  ·  {frames}")
        else:
            self.size_label.clear()
        self.preview.redraw()

    def _make(self) -> GameAnimation | None:
        """Return the animation as it is chosen, or say why there is none."""
        game = self._game()
        if game is None or game.line is None:
            self.message.show_message("Open a game first: File > Games.")
            return None
        headers = dict(game.game.headers) if game.game is not None else {}
        layout = self._make_layout(self.choices, players_of(headers))
        first, last = sorted((self.first_box.value(), self.last_box.value()))
        try:
            return GameAnimation(game.line, layout, first, last, annotations_to(game.last_node))
        except ValueError as error:
            text = str(error)
            self.message.show_message(f"{text[:1].upper()}{text[1:]}.", is_error=True)
            return None

    def _draw(self, painter: QPainter) -> QSize:
        """Draw the frame of the current position for the preview."""
        animation, game = self._animation, self._game()
        if animation is None or game is None:
            return QSize(1, 1)
        ply = max(animation.plies[0], min(game.ply, animation.plies[-1]))
        figure = animation.figure(ply)
        if painter.isActive():
            draw_figure(PainterCanvas(painter, figure.look, quick=True), figure)
        return QSize(figure.width, figure.height)

    # What is done

    @Slot()
    def _save(self) -> None:
        """Ask for a file and begin."""
        game = self._game()
        if game is None or game.game is None or self._animation is None:
            return
        name = offered_name(players_of(dict(game.game.headers)) or "Game")
        kind = self.choices.kind
        self._question.ask(
            "Export the game",
            str(Path(self.folder) / f"{name}.{kind}"),
            f"{_KIND_TEXTS[kind].partition(',')[0]} (*.{kind})",
            f".{kind}",
            self._write,
            None if kind == "gif" else self._frame_files,
        )

    def _frame_files(self, path: Path) -> list[Path]:
        """Return the files that are written for a path."""
        return frame_paths(path, len(self._animation.plies)) if self._animation is not None else []

    def _write(self, path: str) -> None:
        """Make the animation."""
        animation = self._make()
        if animation is None:
            return
        if path.lower().endswith(".gif"):
            self.begin(animation.gif_parts(), animation.part_count, [Path(path)])
        else:
            paths = frame_paths(Path(path), len(animation.plies))
            self.begin(animation.png_files(), len(paths), paths)

    @override
    def left_text(self, job: ExportJob) -> str:
        return f"; {count_text(job.file_count, 'image')} were written" if job.file_count else ""

    @override
    def saved_text(self, job: ExportJob) -> str:
        if job.file_count == 1:
            return job.paths[0].name
        return f"{count_text(job.file_count, 'image')} beside each other"
