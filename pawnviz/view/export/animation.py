"""A game as frames of one size, one for each position, with its layers and the last move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from itertools import compress
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtGui import QImage

from pawnviz.core.board.bitboard import mask_of
from pawnviz.core.board.position import START
from pawnviz.core.board.side import to_move_text
from pawnviz.core.games.annotations import Annotation
from pawnviz.core.picture.picture import PLAIN, Look, Picture, layers_with_squares, make_picture
from pawnviz.model.games.game import DRAWING_NUMBERS
from pawnviz.view.export.figure import Figure
from pawnviz.view.export.files import figure_image

if TYPE_CHECKING:
    from pawnviz.core.games.tree import MoveLine

MOST_FRAMES: Final = 1200  # The most frames of an animation.
_SAMPLES: Final = 6  # The number of frames that decide the palette.
_COLORS: Final = 255  # The colors of a palette; one more stands for unchanged pixels.


@dataclass(frozen=True, slots=True)
class AnimationLayout:
    """The look of frames: width in pixels, time, texts and board."""

    width: int = 480
    seconds: float = 1.0
    players: str = ""
    details: str = ""  # The line below the players on a living page.
    caption: bool = True
    legend: bool = True
    look: Look = PLAIN


class GameAnimation:
    """The frames of a line of moves between two plies, drawn one at a time."""

    def __init__(
        self,
        line: MoveLine,
        layout: AnimationLayout,
        first: int = 0,
        last: int | None = None,
        annotations: Sequence[Annotation] = (),
    ) -> None:
        """Show the positions from a ply to another one, by default to the last; raises ``ValueError`` for none.

        ``annotations`` has one element for each position of the line, or none at all.
        """
        end = len(line.moves) if last is None else min(last, len(line.moves))
        if not 0 <= first <= end:
            raise ValueError(f"there is no ply {first}; the game has {len(line.moves)}")
        self._line = line
        self._layout = layout
        self._annotations = annotations or (Annotation(),) * len(line.positions)
        self.plies = range(first, end + 1)
        if len(self.plies) > MOST_FRAMES:
            raise ValueError(f"an animation has at most {MOST_FRAMES:,} frames, not {len(self.plies):,}; choose plies")

    @cached_property
    def _named(self) -> tuple[bool, ...]:
        layers = layers_with_squares((self._line.positions[ply] for ply in self.plies), self._layout.look.layers)
        return tuple(entry in layers for entry in self._layout.look.layers)

    def figure(self, ply: int) -> Figure:
        """Return the frame after a number of plies, with its last move and the side to move, and annotations."""
        layout, line = self._layout, self._line
        annotation = self._annotations[ply]
        move = line.moves[ply - 1] if ply else None
        framed = mask_of((move.source, move.target)) if move is not None else 0
        picture = make_picture(line.positions[ply], layout.look, framed=framed)
        if layout.legend:
            picture = picture._replace(legend=tuple(compress(picture.legend, self._named)))
        return Figure(
            picture=picture,
            legend=layout.legend,
            caption=self._caption(ply) if layout.caption else "",
            width=layout.width,
            look=layout.look,
            drawings=tuple(
                (source, target, DRAWING_NUMBERS[color]) for (source, target), color in annotation.drawings.items()
            ),
            text_unit=self._text_unit,
            most_lines=self._caption_lines if layout.caption else 0,
            names_empty=True,
        )

    def _caption(self, ply: int) -> str:
        players = f"{self._layout.players}:  " if self._layout.players else ""
        return f"{players}{self._move(ply)}  ·  {to_move_text(self._line.positions[ply].white_to_move)}"

    def _move(self, ply: int) -> str:
        return f"{self._line.moves[ply - 1].text}{self._annotations[ply].glyphs}" if ply else "Start"

    def page_parts(self) -> Iterator[bytes]:
        """Yield an empty part for each frame, then the bytes of a living page."""
        from pawnviz.view.export.page import GameOfPage, page_parts

        moves = tuple(map(self._move, self.plies))
        annotations = self._annotations[self.plies.start : self.plies.stop]
        game = GameOfPage(self._line, self.plies, moves, annotations, self._layout.details)
        yield from page_parts(self._layout.players, map(self.figure, self.plies), game)

    @property
    def _text_unit(self) -> float:
        return min(600, 1.25 * self._layout.width)

    @cached_property
    def _caption_lines(self) -> int:
        """The lines of the longest caption, at most two, for which each frame has room."""
        longest = max(map(self._caption, self.plies), key=len)
        empty = Figure(Picture(START, ()), caption=longest, width=self._layout.width, text_unit=self._text_unit)
        return min(2, len(empty.caption_lines))

    @cached_property
    def _sample_plies(self) -> tuple[int, ...]:
        """The plies that decide the palette: a sample, and the first with each color of drawings."""
        samples = set(self.plies[:: max(1, -(-len(self.plies) // _SAMPLES))])
        seen = {color for ply in samples for color in self._annotations[ply].drawings.values()}
        for ply in self.plies:
            colors = set(self._annotations[ply].drawings.values())
            if not colors <= seen:
                samples.add(ply)
                seen |= colors
        return tuple(sorted(samples))

    @property
    def part_count(self) -> int:
        """The number of parts of a GIF."""
        return len(self._sample_plies) + len(self.plies) + 2

    def gif_parts(self) -> Iterator[bytes]:
        """Yield ``part_count`` parts of an animated GIF: empty ones while colors are chosen, head, frames and end.

        One palette serves all frames, of which only the changes are written. Raises ``ImportError`` without Pillow.
        """
        pillow, channels, gif = map(import_module, ("PIL.Image", "PIL.ImageChops", "PIL.GifImagePlugin"))
        samples = []
        for ply in self._sample_plies:
            samples.append(self._image(ply))
            yield b""
        width, height = samples[0].size
        all_samples = pillow.new("RGB", (width, height * len(samples)))
        for number, sample in enumerate(samples):
            all_samples.paste(sample, (0, number * height))
        palette = all_samples.quantize(_COLORS, method=pillow.Quantize.FASTOCTREE)
        yield b"".join(gif.getheader(palette.crop((0, 0, width, height)), info={"loop": 0})[0])
        before = None
        for ply in self.plies:
            image = self._image(ply)
            frame = image.quantize(palette=palette, dither=pillow.Dither.NONE)
            box = (0, 0, width, height)
            if before is not None:
                difference = channels.difference(image, before)
                box = difference.getbbox() or (0, 0, 1, 1)
                same = difference.convert("L", (1, 1, 1, 0)).point([255] + [0] * 255)
                frame.paste(_COLORS, mask=same)
            before = image
            duration = 10 * max(2, min(6000, round(self._layout.seconds * 100)))
            yield b"".join(
                gif.getdata(
                    frame.crop(box),
                    box[:2],
                    duration=duration * (3 if ply == self.plies[-1] else 1),
                    transparency=_COLORS,
                    disposal=1,
                )
            )
        yield b";"

    def _image(self, ply: int) -> Any:
        image = figure_image(self.figure(ply)).convertToFormat(QImage.Format.Format_RGB888)
        size = image.width(), image.height()
        line = image.bytesPerLine()
        return import_module("PIL.Image").frombuffer("RGB", size, bytes(image.constBits()), "raw", "RGB", line, 1)
