"""The board as it is shown, as a figure."""

from __future__ import annotations

from pawnviz.model.document import Document
from pawnviz.model.kept.export_choices import PictureChoices
from pawnviz.model.reading import caption
from pawnviz.view.board.board import BoardView
from pawnviz.view.export.figure import Figure


def board_figure(document: Document, board: BoardView, choices: PictureChoices, text: str | None = None) -> Figure:
    """Return what a board shows as a figure: marks, arrows, drawings, orientation and the colors of its squares.

    ``text`` is the caption in place of the one that names structure, side to move and file.
    """
    drawings = ((source, target, number) for (source, target), number in board.state.drawings.items())
    return Figure(
        picture=board.pictures.picture,
        legend=choices.legend,
        caption=_caption(document, board, text) if choices.caption else "",
        width=choices.width,
        look=board.look._replace(theme=choices.colors),
        background=not choices.transparent,
        drawings=tuple(drawings),
    )


def _caption(document: Document, board: BoardView, text: str | None) -> str:
    """Return the caption, with how marks look that came and went with the last move where they are marked."""
    move = board.pictures.marked_move
    key = f"framed: new, struck: gone with {move}" if move else ""
    return "  ·  ".join(part for part in (caption(document) if text is None else text, key) if part)
