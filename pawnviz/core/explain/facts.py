"""Facts of a pawn and of a square in words: rows of captions, their meanings, and their values on a board."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import SQUARE_NAMES, popcount, square_names
from pawnviz.core.board.mask_reader import compact_names
from pawnviz.core.board.side import Side, one_pawn
from pawnviz.core.explain.reasons import Reason, reason
from pawnviz.core.explain.surroundings import Surroundings
from pawnviz.core.explain.weakness import guard_names
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.attacks import single_pawn
from pawnviz.core.words import count_text

PAWN_FACTS: Final = (
    ("Stop", "The square right in front of the pawn."),
    ("Telestops", "The squares in front of the pawn beyond its stop."),
    ("Front span", "All squares in front of the pawn on its file."),
    ("Rear span", "All squares behind the pawn on its file."),
    ("Attacks", "The squares that the pawn attacks where it stands."),
    ("Front attack span", "The squares that the pawn attacks, now or after advancing on its file."),
    (
        "Rear attack span",
        "The squares beside and behind the pawn on the adjacent files: own pawns there are its helpers.",
    ),
    ("Lee", "The squares beside the pawn on its rank towards the nearer edge of the board; a rook pawn has none."),
    ("Luff", "The squares beside the pawn on its rank towards the farther edge of the board."),
    (
        "To promotion",
        "How many moves the pawn needs to the last rank with nothing in its way, a double step being one.",
    ),
    ("To its back rank", "How many ranks lie behind the pawn: as many as its rear span has squares."),
    ("Protected by", "Own pieces of every kind that attack the pawn's square, whether they are pinned or not."),
    ("Helpers", "Own pawns beside or behind it on the adjacent files: they guard its stop, now or after advancing."),
    (
        "Sentries",
        "Enemy pawns in front of it on the adjacent files: they attack a square on its way, now or after advancing.",
    ),
    ("Guards", "Own pawns that attack the pawn's square, to take back what takes the pawn; pins are not considered."),
    ("Attackers", "Enemy pawns that attack the pawn."),
)
"""The facts of a pawn: captions, and their meanings in plain words."""


def pawn_facts(side: Side[int], square: int) -> tuple[str, ...]:
    """Return the values of ``PAWN_FACTS`` for a side's pawn on a square from 0 to 63, empty where there are none."""
    view = Surroundings(side, square)
    pawns = (view.supporters, view.ever_attackers, view.guards, view.attackers)
    return (*_own_facts(side.color, square), ", ".join(guard_names(side, square)), *map(square_names, pawns))


@cache
def _own_facts(color: bool, square: int) -> tuple[str, ...]:
    pawn, view = single_pawn(color, square), Surroundings(one_pawn(color, square), square)
    moves = view.moves_to_promotion
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
    way = f"{count_text(moves, 'move')}, on {SQUARE_NAMES[view.promotion_square]}" if moves else "it is there"
    ranks = popcount(pawn.rear_span)
    return (*map(compact_names, masks), way, count_text(ranks, "rank") if ranks else "it is there")


SQUARE_FACTS: Final = (
    ("Guarded by", "The side's pawns that attack the square."),
    ("Ever guarded by", "The side's pawns that attack the square, now or after advancing on their files."),
    ("In front span of", "The side's pawns whose front span holds the square: those behind it on its file."),
    ("In rear span of", "The side's pawns whose rear span holds the square: those in front of it on its file."),
    ("Safe", "Whether the side's pawns guard the square at least as often as enemy pawns attack it."),
    (
        "Hole",
        "Whether the square is on the side's third or fourth rank and no pawn of it can ever guard it "
        "without capturing.",
    ),
    (
        "Outpost (wiki)",
        "Whether a pawn of the side guards the square, on its ranks 4 to 6, and no enemy pawn can ever "
        "attack it without capturing.",
    ),
    (
        "Outpost (Stockfish)",
        "Whether the square, on the side's ranks 4 to 6, is guarded by its pawns or right behind a pawn, no enemy pawn "
        "attacks it, and none but rammed or backward ones can ever come to attack it.",
    ),
)
"""The facts of a square, each for both sides: captions, and their meanings in plain words."""

VERDICTS: Final = ("safe_squares", "holes", "outposts", "outposts_stockfish")
"""The layers of squares among the facts of a square, by their identifiers."""


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
        reasons = [reason(identifier, side, square) for identifier in VERDICTS]
        verdicts = [SquareFact("yes" if each.holds else "no", each.text) for each in reasons]
        columns.append((*(SquareFact(square_names(mask)) for mask in pawns), *verdicts))
    white, black = columns
    return tuple(zip(white, black, strict=True))


SQUARE_LABELS: Final = ("outposts", "holes", "break_squares", "key_squares", "opposition_squares", "weak_color_complex")
"""The layers of squares that a square's labels are of, in their order."""


def square_labels(side: Side[int], square: int) -> tuple[Reason, ...]:
    """Return why a side's layers of squares hold a square from 0 to 63, the most telling first.

    Where an enemy pawn attacks the square, a further reason says whether own pawns guard it as often. The opposition is
    left out where there are other pieces than kings and pawns.
    """
    view = Surroundings(side, square)
    is_pawn_ending = all(not (each.knights | each.bishops | each.rooks | each.queens) for each in (side, side.enemy))
    labels = [
        reason(identifier, side, square)
        for identifier in SQUARE_LABELS
        if (is_pawn_ending or identifier != "opposition_squares") and LAYERS[identifier](side) >> square & 1
    ]
    return (*labels, reason("safe_squares", side, square)) if view.attackers else tuple(labels)
