"""Positions as pictures, which notebooks show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pawnviz.api.masks import Layer, position_of
from pawnviz.api.masks import layers as all_layers
from pawnviz.core.board.position import ChessBoard, Position
from pawnviz.core.layers.marks import Style, enlarged
from pawnviz.core.link import layer_and_sides
from pawnviz.core.picture.formats import BOARD, LARGEST_WIDTH, LEAST_PAPER, MOST_PAPER, SMALLEST_WIDTH, format_of
from pawnviz.core.picture.picture import Look, ShownLayer, make_picture
from pawnviz.core.words import escaped, quoted

if TYPE_CHECKING:
    from pawnviz.view.export.figure import Figure


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A picture of a position with layers, shown by notebooks; the first one starts Qt without a screen."""

    position: Position
    layers: tuple[str, ...]
    caption: str
    _look: Look = field(repr=False)
    _legend: bool = field(repr=False)
    _size: int = field(repr=False)
    _millimeters: float = field(default=0.0, repr=False)

    def svg(self) -> str:
        """Return the picture as the text of an SVG, made of shapes and texts alone."""
        from pawnviz.view.export.files import figure_svg

        return figure_svg(self._figure())

    def html(self) -> str:
        """Return the picture as a living page, whose layers are switched and whose squares say why they are held."""
        from pawnviz.view.export.page import page_parts

        return b"".join(page_parts(self.caption, [self._figure()])).decode()

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        """Return the living page in a frame that can reach nothing of the notebook."""
        return (
            f'<iframe sandbox="allow-scripts" title="{escaped(self.caption or "A board")}" width="100%"'
            f' height="{self._size + 220}" frameborder="0" srcdoc="{escaped(self.html())}"></iframe>'
        )

    def save(self, path: str | Path) -> None:
        """Write the picture to a file in the format of its ending: ``.png``, ``.svg``, ``.pdf``, ``.json`` and others.

        Raises ``ValueError`` for an unknown ending and for an image that would be too large, and ``OSError``.
        """
        from pawnviz.model.storage import FileError, write_file

        chosen = format_of(str(path), *BOARD)
        try:
            for each, data in chosen.writing(self._figure(), Path(path)).files():
                write_file(each, data)
        except FileError as error:
            raise OSError(error.message) from None

    def _figure(self) -> Figure:
        from pawnviz.view.export.figure import Figure, paper_width
        from pawnviz.view.export.files import prepare_fonts

        prepare_fonts(widgets=True)
        width = paper_width(self._millimeters) if self._millimeters else self._size
        return Figure(
            picture=make_picture(self.position, self._look),
            look=self._look,
            legend=self._legend,
            caption=self.caption,
            width=width,
            text_unit=600 if self._millimeters else min(600, 1.2 * width),
            millimeters=self._millimeters,
        )


def board(
    position: Position | ChessBoard | str,
    /,
    layers: Iterable[str | Layer] = (),
    *,
    legend: bool = True,
    caption: str = "",
    size: int = 400,
    millimeters: float = 0,
    theme: str = "light",
    flipped: bool = False,
    coordinates: bool = True,
    captures: bool = False,
    breaks: bool = True,
    large: bool = False,
) -> BoardPicture:
    """Return a position with layers as a picture, which a notebook shows; a text is read as a FEN.

    ``layers`` are layers and their identifiers, ``"white.stops"`` or ``"black.stops"`` for one side. ``size`` is the
    width in pixels; ``millimeters`` in its place is the width on paper, where no letter is smaller than 6.5 points.
    ``theme`` is ``"light"``, ``"dark"`` or ``"ink"``, which is black on white; ``captures`` draws each capture of a
    pawn as an arrow, and ``breaks`` the steps to break squares if that layer is shown. ``large`` draws letters,
    dots and arrows to be seen from afar.

    Raises ``KeyError`` for an unknown layer, ``FenError``, ``TypeError`` and ``ValueError``.
    """
    if isinstance(layers, str):
        raise TypeError(f"layers is a list, such as [{layers!r}]")
    if not SMALLEST_WIDTH <= size <= LARGEST_WIDTH:
        raise ValueError(f"size is from {SMALLEST_WIDTH} to {LARGEST_WIDTH}, not {size}")
    if millimeters and not LEAST_PAPER <= millimeters <= MOST_PAPER:
        raise ValueError(f"millimeters is from {LEAST_PAPER} to {MOST_PAPER}, or 0 for a size, not {millimeters:g}")
    if theme not in ("light", "dark", "ink"):
        raise ValueError(f"theme is 'light', 'dark' or 'ink', not {quoted(str(theme))}")
    read = Position.from_fen(position) if isinstance(position, str) else position_of(position)
    shown = tuple(map(_shown, layers))
    if large:
        shown = tuple(entry._replace(style=enlarged(entry.style)) for entry in shown)
    names = tuple(layer.layer.identifier for layer in shown)
    look = Look(shown, captures, breaks, flipped, coordinates, theme, large=large)
    return BoardPicture(read, names, caption, look, legend, size, millimeters)


def _shown(layer: str | Layer) -> ShownLayer:
    if isinstance(layer, Layer):
        return ShownLayer(layer.entry, Style(layer.entry.mark))
    identifier, white, black = layer_and_sides(layer)
    entry = all_layers[identifier].entry
    return ShownLayer(entry, Style(entry.mark), white, black)
