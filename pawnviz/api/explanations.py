"""Positions, squares and pawn endings in words, as the inspector says them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pawnviz.api.masks import ByColor, position_of
from pawnviz.core.board.bitboard import SQUARE_NAMES, file_fill, parse_square, square_names
from pawnviz.core.board.position import ChessBoard, Position
from pawnviz.core.board.side import Side
from pawnviz.core.endings import outcome as solving
from pawnviz.core.endings.outcome import Outcome, best_play
from pawnviz.core.explain import reasons as core
from pawnviz.core.explain.pawn_words import VERDICTS, RankedLabels, pawn_headline, ranked_labels
from pawnviz.core.explain.summary import summary_of
from pawnviz.core.explain.surroundings import Surroundings
from pawnviz.core.labels.table import Place
from pawnviz.core.layers import LAYERS


def solve(position: str | Position | ChessBoard, seconds: float = 10) -> solving.Ending:
    """Return the outcome of an ending of kings and pawns, as far as it is proved within ``seconds``.

    With it come the moves that keep the outcome, a line to the win, and the outcomes with a king elsewhere. Endings of
    up to three pawns are mostly decided within a second, those of more than five seldom at all. The fifty-move rule and
    repetitions are left out. Raises ``ValueError`` for another kind of position and if the kings touch or the side that
    has moved is in check, and ``TypeError`` for anything but a ``Position`` or a ``chess.Board``.
    """
    read = position_of(position)
    solution = solving.solve_within(read, seconds)
    play = best_play(read, solution)
    return solution.ending if play is None else replace(solution.ending, moves=play.keeping, line=play.line)


@dataclass(frozen=True, slots=True)
class SideSummary:
    """One sentence on a side's pawns, and every feature by its caption: ``"2 (a-c, f-h)"``, or ``"none"``."""

    sentence: str
    features: dict[str, str]


@dataclass(frozen=True, slots=True)
class Summary:
    """A position in words.

    ``structures`` are the named structures on the board, each with the color whose it is, ``headline`` is one line, and
    ``text`` all of it in several, the FEN first. ``first`` is the first sentence, empty if there is none.
    ``outcome`` is who wins an ending of kings and pawns if a few milliseconds prove it, else None;
    ``pawnviz.solve`` looks further.
    """

    headline: str
    first: str
    structures: tuple[str, ...]
    sides: ByColor[SideSummary]
    outcome: Outcome | None
    text: str = field(repr=False)


def summary(position: str | Position | ChessBoard) -> Summary:
    """Return a position in words: structure, pawn ending and weaknesses; raises ``TypeError`` as ``explain``."""
    read = position_of(position)
    words = summary_of(read)
    white, black = (
        SideSummary(side.sentence, {feature.caption: feature.text for feature in side.features}) for side in words.sides
    )
    structures = tuple(structure.heading for structure in words.structures)
    outcome = None if words.ending is None else words.ending.outcome
    first = "" if words.first is None else f"{words.first.text}."
    return Summary(words.headline, first, structures, ByColor(white, black), outcome, words.text)


@dataclass(frozen=True, slots=True)
class Reason:
    """Whether a layer of a color holds a square, and why.

    ``color`` is True for White's layer. ``text`` is a sentence that begins with the label, ``meaning`` explains it in
    plain words, and ``pawns`` are the squares of the pawns that the sentence names.
    """

    layer: str
    color: bool
    label: str
    holds: bool
    text: str
    meaning: str
    pawns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelLine:
    """One line on a pawn: a title, the reason that it gives, and the layers that it stands for.

    Variants of a disputed term are one line, whose title names the definitions that hold and those that do not.
    ``place`` is ``"first"``, ``"more"`` for what another line implies or what matters less, or ``"geometry"``.
    """

    title: str
    text: str
    layers: tuple[str, ...]
    place: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """The layers and the labels of a square.

    ``piece`` is the letter of the piece on it, capital for White, or None. ``layers`` are the identifiers of the layers
    that hold it, and ``guards`` the pawns that attack it. ``reasons`` say of a pawn why it carries each of its labels,
    the most telling first, and why another definition of such a label does not hold; ``headline`` is one sentence on
    it, and ``lines`` are its labels by consequence: wins and losses first. They are empty if no pawn stands.
    ``verdicts`` say for each side whether the square is safe, a hole, or an outpost.
    """

    square: str
    piece: str | None
    layers: ByColor[tuple[str, ...]]
    guards: ByColor[tuple[str, ...]]
    reasons: tuple[Reason, ...]
    verdicts: ByColor[tuple[Reason, ...]]
    headline: str = ""
    lines: tuple[LabelLine, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that the pawn carries."""
        return tuple(reason.label for reason in self.reasons if reason.holds)


def explain(position: str | Position | ChessBoard, square: str | int) -> Explanation:
    """Return the layers and the labels of a square of a position, with reasons.

    ``square`` is a name such as ``"d4"`` or a number from 0 (a1) to 63 (h8), as in python-chess. Raises ``ValueError``
    for another one, and ``TypeError`` for anything but a ``Position`` or a ``chess.Board``.
    """
    place = parse_square(square) if isinstance(square, str) else square
    if not 0 <= place < 64:
        raise ValueError(f"a square is a name such as e4 or a number from 0 to 63, not {square}")
    read = position_of(position)
    sides = ByColor(*read.sides())
    piece = read.piece_at(place)
    reasons: tuple[Reason, ...] = ()
    headline = ""
    lines: tuple[LabelLine, ...] = ()
    if piece in ("P", "p"):
        color = piece == "P"
        reasons = tuple(_reason(reason, color) for reason in core.pawn_reasons(sides[color], place))
        headline, lines = pawn_headline(sides[color], place), _lines(ranked_labels(sides[color], place))
    return Explanation(
        square=SQUARE_NAMES[place],
        piece=piece,
        layers=ByColor(*(_layers(side, place) for side in sides)),
        guards=ByColor(*(tuple(square_names(Surroundings(side, place).guards).split()) for side in sides)),
        reasons=reasons,
        verdicts=ByColor(
            *(tuple(_reason(core.reason(name, side, place), side.color) for name in VERDICTS) for side in sides)
        ),
        headline=headline,
        lines=lines,
    )


def _lines(ranked: RankedLabels) -> tuple[LabelLine, ...]:
    places = ((Place.FIRST, ranked.first), (Place.MORE, ranked.more), (Place.GEOMETRY, ranked.geometry))
    return tuple(
        LabelLine(line.title, line.text, tuple(reason.identifier for reason in line.reasons), place.value)
        for place, lines in places
        for line in lines
    )


def _layers(side: Side[int], square: int) -> tuple[str, ...]:
    """Return the identifiers of a side's layers that hold a square; a set of files holds all squares of its files."""
    return tuple(
        layer.identifier
        for layer in LAYERS.values()
        if (layer(side) if layer.turns else file_fill(layer(side))) >> square & 1
    )


def _reason(reason: core.Reason, color: bool) -> Reason:
    """Return a reason about a square of a color; the layer may be the other color's, as that of a pawn storm is."""
    of_enemy = core.rule_of(reason.identifier).of_enemy
    return Reason(
        layer=reason.identifier,
        color=color != of_enemy,
        label=reason.label,
        holds=reason.holds,
        text=reason.text,
        meaning=reason.explanation,
        pawns=tuple(square_names(reason.named).split()),
    )
