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
from pawnviz.core.picture.picture import LayerChange
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
    """A shown layer, and the shown sides for which it holds a square."""

    layer: Layer
    style: Style
    holds_white: bool
    holds_black: bool

    @property
    def sides(self) -> list[str]:
        """The names of the sides for which it holds the square."""
        return [name for name, holds in (("White", self.holds_white), ("Black", self.holds_black)) if holds]


def layers_at(layers: ShownLayers, square: int) -> list[LayerAtSquare]:
    """Return every shown layer, in the order of the list, and whether it holds a square from 0 to 63."""

    def holds(layer: Layer, white: bool) -> bool:
        mask = layers.mask(layer.identifier, white)
        return bool((mask if layer.turns else file_fill(mask)) >> square & 1)

    return [
        LayerAtSquare(
            entry.layer,
            entry.style,
            entry.white and holds(entry.layer, True),
            entry.black and holds(entry.layer, False),
        )
        for entry in layers.shown()
    ]


def piece_at(document: Document, square: int) -> str:
    """Return the piece on a square of the document's position in words, or ``empty``."""
    piece = document.position.piece_at(square)
    return piece_name(piece) if piece else "empty"


def guard_counts(position: Position, square: int) -> tuple[int, int]:
    """Return how many white and how many black pawns attack a square from 0 to 63: 0 to 2 each."""
    white, black = (popcount(Surroundings(side, square).guards) for side in position.sides())
    return white, black


def square_sentence(document: Document, layers: ShownLayers, square: int) -> str:
    """Return one line on a square from 0 to 63: its piece, at most ``LONGEST_LIST`` layers a side, pawn guards."""
    found = layers_at(layers, square)
    titles = {side: [each.layer.title for each in found if side in each.sides] for side in ("White", "Black")}
    if not found:
        text = "No layers are shown."
    elif not any(titles.values()):
        text = "In none of the shown layers."
    else:
        text = " ".join(
            f"{side}: {_short_list(names) or 'none of the shown layers'}." for side, names in titles.items()
        )
    white, black = guard_counts(document.position, square)
    return f"{SQUARE_NAMES[square]} {piece_at(document, square)}. {text} Pawn guards: White {white}, Black {black}."


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
    text = f"{SQUARE_NAMES[square]}, {piece_at(document, square)}"
    found = [each for each in layers_at(layers, square) if each.sides]
    parts = [f"{each.layer.title} of {' and '.join(each.sides)}" for each in found]
    return f"{text}; in {', '.join(parts)}" if parts else text
