"""A square in words for people and screen readers: its piece, and the shown layers that hold it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import SQUARE_NAMES, file_fill, popcount
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import to_move_text
from pawnviz.core.explain.surroundings import Surroundings
from pawnviz.core.layers import Layer
from pawnviz.core.layers.marks import Style
from pawnviz.core.picture.changes import LayerChange
from pawnviz.core.picture.picture import ShownLayer
from pawnviz.model.document import Document, piece_name
from pawnviz.model.layers.shown_layers import ShownLayers

LONGEST_LIST: Final = 4  # The number of layers in a sentence for a side; more are counted.


def caption(document: Document) -> str:
    """Return the heading for a picture on one line, ``caption_parts`` joined."""
    return "  ·  ".join(caption_parts(document))


def caption_parts(document: Document) -> list[str]:
    """Return the parts of the heading for a picture: the position's title, its structures, and the side to move."""
    from pawnviz.core.structures import leading_structures

    position, title = document.position, document.subject.title
    titles = [structure.title for structure in leading_structures(position.sides()[0])]
    to_move = to_move_text(position.white_to_move)
    parts = [", ".join(dict.fromkeys(titles)), to_move, ending_verdict(position)]
    parts = [*parts, title] if document.subject is document.free else [title, *parts]
    return [part for part in parts if part]


def ending_verdict(position: Position) -> str:
    """Return the winner of a pawn ending if that is proved at once, else an empty text."""
    if not position.pawns or position.knights | position.bishops | position.rooks | position.queens:
        return ""
    from pawnviz.core.endings.outcome import solved_at_once

    ending = solved_at_once(position)
    return ending.outcome.value if ending is not None and ending.is_decided else ""


class LayerAtSquare(NamedTuple):
    """A shown layer, its shown sides, and those of them for which it holds a square."""

    layer: Layer
    style: Style
    white: bool
    black: bool
    holds_white: bool
    holds_black: bool


class SquareContent(NamedTuple):
    """A square's piece in words, empty for none, pawn guards, and every shown layer.

    ``square`` is 0 to 63, the counts of guards are 0 to 2. ``layers`` are in the order of the list, also those that
    do not hold the square.
    """

    square: int
    piece: str
    white_guards: int
    black_guards: int
    layers: tuple[LayerAtSquare, ...]

    def titles(self, white: bool) -> list[str]:
        """Return the titles of the layers that hold the square for White or for Black."""
        return [entry.layer.title for entry in self.layers if (entry.holds_white if white else entry.holds_black)]


def layers_at(layers: ShownLayers, square: int) -> tuple[LayerAtSquare, ...]:
    """Return every shown layer, in the order of the list, and whether it holds a square from 0 to 63."""
    return tuple(
        LayerAtSquare(
            entry.layer,
            entry.style,
            entry.white,
            entry.black,
            entry.white and _holds(layers, entry, True, square),
            entry.black and _holds(layers, entry, False, square),
        )
        for entry in layers.shown()
    )


def _holds(layers: ShownLayers, entry: ShownLayer, white: bool, square: int) -> bool:
    mask = layers.mask(entry.layer.identifier, white)
    if not entry.layer.turns:
        mask = file_fill(mask)
    return bool(mask >> square & 1)


def square_content(document: Document, layers: ShownLayers, square: int) -> SquareContent:
    """Return the content of a square from 0 to 63 of the document's position."""
    piece = document.position.piece_at(square)
    return SquareContent(
        square, piece_name(piece) if piece else "", *guard_counts(document.position, square), layers_at(layers, square)
    )


def guard_counts(position: Position, square: int) -> tuple[int, int]:
    """Return how many white and how many black pawns attack a square from 0 to 63: 0 to 2 each."""
    white, black = (popcount(Surroundings(side, square).guards) for side in position.sides())
    return white, black


def square_sentence(document: Document, layers: ShownLayers, square: int) -> str:
    """Return one line on a square from 0 to 63: its piece, at most ``LONGEST_LIST`` layers a side, pawn guards."""
    content = square_content(document, layers, square)
    sides = [(name, content.titles(white)) for name, white in (("White", True), ("Black", False))]
    if not content.layers:
        layers_text = "No layers are shown."
    elif not any(titles for _, titles in sides):
        layers_text = "In none of the shown layers."
    else:
        layers_text = " ".join(
            f"{name}: {_short_list(titles) or 'none of the shown layers'}." for name, titles in sides
        )
    guards = f"Pawn guards: White {content.white_guards}, Black {content.black_guards}."
    return f"{SQUARE_NAMES[square]} {content.piece or 'empty'}. {layers_text} {guards}"


def what_if_sentence(changes: Sequence[LayerChange], *, removed: bool = False) -> str:
    """Return one line on the effect of putting a piece down, or removing it: squares gained and lost by layer."""
    what = "Taken off the board" if removed else "Put down here"
    if not changes:
        return f"{what}: nothing changes in the shown layers."
    texts = []
    for change in changes:
        counts = [f"{sign}{popcount(mask)}" for sign, mask in (("+", change.gained), ("−", change.lost)) if mask]
        texts.append(f"{change.layer.title} of {'White' if change.white else 'Black'} {' '.join(counts)}")
    return f"{what}: {_short_list(texts)}."


def _short_list(texts: Sequence[str]) -> str:
    """Return texts separated by commas; of more than ``LONGEST_LIST`` the last ones are counted."""
    if len(texts) <= LONGEST_LIST:
        return ", ".join(texts)
    return f"{', '.join(texts[: LONGEST_LIST - 1])} and {len(texts) - LONGEST_LIST + 1} more"


def spoken_square(document: Document, layers: ShownLayers, square: int) -> str:
    """Return a screen reader's text for a square: ``e4, white pawn; in Front spans of White, Attacks of Black``."""
    piece = document.position.piece_at(square)
    text = f"{SQUARE_NAMES[square]}, {piece_name(piece) if piece else 'empty'}"
    parts = []
    for entry in layers_at(layers, square):
        sides = [side for side, holds in (("White", entry.holds_white), ("Black", entry.holds_black)) if holds]
        if sides:
            parts.append(f"{entry.layer.title} of {' and '.join(sides)}")
    return f"{text}; in {', '.join(parts)}" if parts else text
