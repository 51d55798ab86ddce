"""The board in words: what stands on a square, which shown layers hold it and for whom, and the numbers behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import (
    FILES,
    RANKS,
    SQUARE_NAMES,
    complement,
    file_fill,
    mask_of,
    popcount,
    square_names,
    squares,
)
from pawnviz.core.board.side import Side
from pawnviz.core.explain.reasons import reason
from pawnviz.core.explain.surroundings import Surroundings
from pawnviz.core.layers.marks import Style
from pawnviz.core.layers.single_pawn import SinglePawn, single_pawn
from pawnviz.core.picture.changes import LayerChange
from pawnviz.core.picture.picture import ShownLayer
from pawnviz.core.words import count_text
from pawnviz.model.document import Document, piece_name
from pawnviz.model.layers.layer_list import LayerListModel

LONGEST_LIST: Final = 4
"""The number of layers that a sentence names for a side before it counts the rest."""


@dataclass(frozen=True)
class LayerReading:
    """A shown layer seen from one square: its names and style, whom it is shown for, and whom it holds the square for.

    ``holds_white`` is true only where ``white`` is, and likewise for Black.
    """

    identifier: str
    title: str
    definition: str
    style: Style
    white: bool
    black: bool
    holds_white: bool
    holds_black: bool


@dataclass(frozen=True)
class SquareReading:
    """What a square from 0 to 63 shows: its piece in words (empty for none), pawns that attack it, the shown layers.

    ``white_guards`` and ``black_guards`` are 0 to 2. ``layers`` names every shown layer in the order of the list, also
    those that do not hold the square. ``pawn`` holds a pawn's own squares and is None where no pawn stands.
    """

    square: int
    piece: str
    white_guards: int
    black_guards: int
    layers: tuple[LayerReading, ...]
    pawn: SinglePawn | None

    @property
    def name(self) -> str:
        """The square's name, such as ``e4``."""
        return SQUARE_NAMES[self.square]

    def titles(self, white: bool) -> tuple[str, ...]:
        """Return the titles of the layers that hold the square for White or for Black."""
        return tuple(entry.title for entry in self.layers if (entry.holds_white if white else entry.holds_black))


def read_layers(layers: LayerListModel, square: int) -> tuple[LayerReading, ...]:
    """Return every shown layer, in the order of the list, as seen from a square from 0 to 63."""
    return tuple(
        LayerReading(
            entry.layer.identifier,
            entry.layer.title,
            entry.layer.definition,
            entry.style,
            entry.white,
            entry.black,
            entry.white and _holds(layers, entry, True, square),
            entry.black and _holds(layers, entry, False, square),
        )
        for entry in layers.shown()
    )


def _holds(layers: LayerListModel, entry: ShownLayer, white: bool, square: int) -> bool:
    """Return whether a layer holds a square; a set of files kept in one byte holds every square of its files."""
    mask = layers.mask(entry.layer.identifier, white)
    if not entry.layer.turns:
        mask = file_fill(mask)
    return bool(mask >> square & 1)


def read_square(document: Document, layers: LayerListModel, square: int) -> SquareReading:
    """Return what a square from 0 to 63 of the document's position shows."""
    piece = document.position.piece_at(square)
    white_guards, black_guards = layers.guard_counts(square)
    return SquareReading(
        square=square,
        piece=piece_name(piece) if piece else "",
        white_guards=white_guards,
        black_guards=black_guards,
        layers=read_layers(layers, square),
        pawn=single_pawn(piece == "P", square) if piece in ("P", "p") else None,
    )


def square_sentence(document: Document, layers: LayerListModel, square: int) -> str:
    """Return one line that reads a square from 0 to 63: piece, shown layers that hold it for each side, pawn guards.

    A side's layers beyond ``LONGEST_LIST`` are counted.
    """
    reading = read_square(document, layers, square)
    sides = [(name, reading.titles(white)) for name, white in (("White", True), ("Black", False))]
    if not reading.layers:
        held = "No layers are shown."
    elif not any(titles for _, titles in sides):
        held = "In none of the shown layers."
    else:
        held = " ".join(f"{name}: {_listed(titles) or 'none of the shown layers'}." for name, titles in sides)
    guards = f"Pawn guards: White {reading.white_guards}, Black {reading.black_guards}."
    return f"{reading.name} {reading.piece or 'empty'}. {held} {guards}"


def what_if_sentence(changes: Sequence[LayerChange], *, removed: bool = False) -> str:
    """Return one line on what putting a piece down, or removing it, would change: squares gained and lost by layer."""
    what = "Taken off the board" if removed else "Put down here"
    if not changes:
        return f"{what}: nothing changes in the shown layers."
    told = [
        f"{change.layer.title} of {'White' if change.white else 'Black'} {signed_counts(change)}" for change in changes
    ]
    return f"{what}: {_listed(tuple(told))}."


def signed_counts(change: LayerChange) -> str:
    """Return how many squares a layer gains and loses: ``+2 −1``, ``+2`` or ``−1``."""
    gained, lost = popcount(change.gained), popcount(change.lost)
    return " ".join(text for text, count in ((f"+{gained}", gained), (f"−{lost}", lost)) if count)


def _listed(titles: tuple[str, ...]) -> str:
    """Return titles separated by commas, those beyond the longest list as a number."""
    if len(titles) <= LONGEST_LIST:
        return ", ".join(titles)
    return f"{', '.join(titles[: LONGEST_LIST - 1])} and {len(titles) - LONGEST_LIST + 1} more"


def spoken_square(document: Document, layers: LayerListModel, square: int) -> str:
    """Return what a screen reader says of a square: ``e4, white pawn; in Front spans of White, Attacks of Black``."""
    piece = document.position.piece_at(square)
    held = []
    for entry in read_layers(layers, square):
        if entry.holds_white or entry.holds_black:
            whose = (
                "White and Black"
                if entry.holds_white and entry.holds_black
                else "White"
                if entry.holds_white
                else "Black"
            )
            held.append(f"{entry.title} of {whose}")
    text = f"{SQUARE_NAMES[square]}, {piece_name(piece) if piece else 'empty'}"
    return f"{text}; in {', '.join(held)}" if held else text


PAWN_FACTS: Final = (
    ("Stop", "The square right in front of the pawn."),
    ("Telestops", "The squares in front of the pawn beyond its stop."),
    ("Front span", "All squares in front of the pawn on its file."),
    ("Rear span", "All squares behind the pawn on its file."),
    ("Attacks", "The squares that the pawn attacks where it stands."),
    ("Front attack span", "The squares that the pawn attacks, now or after advancing on its file."),
    (
        "Rear attack span",
        "The squares on the files beside, beside and behind the pawn: own pawns there are its helpers.",
    ),
    ("Lee", "The squares beside the pawn on its rank towards the nearer edge of the board; a rook pawn has none."),
    ("Luff", "The squares beside the pawn on its rank towards the farther edge of the board."),
    (
        "To promotion",
        "How many moves the pawn needs to the last rank with nothing in its way, a double step being one.",
    ),
    ("Helpers", "Own pawns on the files beside, beside or behind: they guard its stop, now or after advancing."),
    ("Sentries", "Enemy pawns on the files beside, in front: they attack a square on its way, now or after advancing."),
    ("Guards", "Own pawns that attack the pawn's square, and take back what takes the pawn."),
    ("Attackers", "Enemy pawns that attack the pawn."),
)
"""The rows of a pawn's own facts: their captions and what these mean in plain words."""


def pawn_facts(side: Side[int], square: int) -> tuple[str, ...]:
    """Return the values of ``PAWN_FACTS`` for a side's pawn on a square from 0 to 63, empty where it has none."""
    pawn, view = single_pawn(side.color, square), Surroundings(side, square)
    moves = view.moves_to_promotion
    way = f"{count_text(moves, 'move')}, on {SQUARE_NAMES[view.promotion_square]}" if moves else "it is there"
    masks = (
        pawn.stop,
        pawn.telestops,
        pawn.front_span,
        pawn.rear_span,
        pawn.attacks,
        view.front_attack_span,
        view.rear_attack_span,
        pawn.lee,
        pawn.luff,
    )
    pawns = (view.supporters, view.ever_attackers, view.guards, view.attackers)
    return (*map(run_names, masks), way, *map(square_names, pawns))


def run_names(mask: int) -> str:
    """Return the names of squares with three and more in a row on a file, or on a rank, as a run: ``c4–c8 e5``."""
    names = []
    for lines, step in ((FILES, 8), (RANKS, 1)):
        for line in lines:
            for run in _runs(mask & line, step):
                if len(run) > 2:
                    names.append((run[0], f"{SQUARE_NAMES[run[0]]}–{SQUARE_NAMES[run[-1]]}"))
                    mask &= complement(mask_of(run))
    names += [(square, SQUARE_NAMES[square]) for square in squares(mask)]
    return " ".join(name for _, name in sorted(names))


def _runs(mask: int, step: int) -> list[list[int]]:
    """Return the squares of a mask on one line as runs of neighbours, whose numbers are a step apart."""
    runs: list[list[int]] = []
    for square in squares(mask):
        if runs and runs[-1][-1] + step == square:
            runs[-1].append(square)
        else:
            runs.append([square])
    return runs


SQUARE_FACTS: Final = (
    ("Guarded by", "The side's pawns that attack the square."),
    ("Ever guarded by", "The side's pawns that attack the square, now or after advancing on their files."),
    ("In front span of", "The side's pawns whose front span holds the square: those behind it on its file."),
    ("In rear span of", "The side's pawns whose rear span holds the square: those in front of it on its file."),
    ("Safe", "Whether the side's pawns guard the square at least as often as enemy pawns attack it."),
    ("Hole", "Whether the square is on the side's third or fourth rank and no pawn of it can ever guard it."),
    (
        "Outpost (wiki)",
        "Whether a pawn of the side guards the square, on its ranks 4 to 6, and no enemy pawn can ever attack it.",
    ),
    (
        "Outpost (Stockfish)",
        "Whether the square, on the side's ranks 4 to 6, is guarded by its pawns or right behind a pawn, no enemy pawn "
        "attacks it, and only rammed or backward ones can ever come to.",
    ),
)
"""The rows of a square's facts: their captions and what these mean in plain words."""

_VERDICTS: Final = ("safe_squares", "holes", "outposts", "outposts_stockfish")


class SquareFact(NamedTuple):
    """A fact of a square for one side: its value, empty where there is none, and a sentence that says why."""

    value: str
    why: str = ""


def square_facts(sides: tuple[Side[int], Side[int]], square: int) -> tuple[tuple[SquareFact, SquareFact], ...]:
    """Return the values of ``SQUARE_FACTS`` for White and for Black and a square from 0 to 63."""
    columns = []
    for side in sides:
        view = Surroundings(side, square)
        pawns = (view.guards, view.ever_guards, view.own_behind, view.own_in_front)
        reasons = [reason(identifier, side, square) for identifier in _VERDICTS]
        verdicts = [SquareFact("yes" if told.holds else "no", told.text) for told in reasons]
        columns.append((*(SquareFact(square_names(mask)) for mask in pawns), *verdicts))
    white, black = columns
    return tuple(zip(white, black, strict=True))
