"""The merits of a break: rules in words whose points say in which order a side's breaks are listed.

What is weighed is what players weigh: material first, then what the push does for the pieces, for the king and for the
pawns. The points were fitted to 5,574 breaks that masters chose among two or more, and rounded; no engine took part.
They are fit for an order of breaks of one position, and say nothing of moves that are no breaks.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pawnviz.core.board.attackers import Pieces
from pawnviz.core.board.bitboard import FILES, complement, east, mask_of, squares, west
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side
from pawnviz.core.board.static_exchange import capturers, en_passant_capture, most_gain
from pawnviz.core.layers.attacks import attacks
from pawnviz.core.layers.squares import holes
from pawnviz.core.pawn_moves.moves import lever_targets

MATERIAL: Final = 10
"""For each pawn's worth less, by static exchange, that the enemy can win on some square after the push than before."""
FREEDOM: Final = 1
"""For each square more to which the own pieces other than king and pawns can go, guarded by no enemy pawn."""
GUARD: Final = 2
"""For each own piece or pawn that can take back on the break square, pieces behind others on a line included."""
RANK: Final = 1.5
"""For each rank that the break square is further up the board."""
DOUBLE_STEP: Final = 4
"""For a double step: of two breaks of a pawn the one that comes to the center at once."""
HIT: Final = 4
"""Where the pawn attacks a piece as well, which has to move."""
ROOKS: Final = 3
"""For an own rook on the file of an attacked pawn, which an exchange may open; as much is taken off for an enemy's."""
HOLE: Final = -2
"""For each hole that the push leaves on the own third and fourth rank."""
SHELTER: Final = -5
"""Where the pawn leaves the squares around or in front of its king while the enemy has a queen."""
EN_PASSANT: Final = -5
"""Where an enemy pawn can take it en passant, so that it may not stand where it went."""


class Stand(NamedTuple):
    """The assets of a side before a push, with which all its breaks are compared."""

    side: Side[int]
    lost: int
    freedom: int

    @classmethod
    def of(cls, side: Side[int]) -> Stand:
        """Return the stand of a side."""
        return cls(side, most_gain(side.enemy), freedom(side))


def points(before: Stand, after: Position, source: int, square: int) -> float:
    """Return the points of a break: the sum of those of its merits, in ``after`` the push from source to square."""
    white = before.side.color
    sides = after.sides()
    side = sides[0] if white else sides[1]
    enemy = side.enemy
    targets = lever_targets(side, square)
    target_files = mask_of(each for target in squares(targets) for each in squares(FILES[target % 8]))
    ahead = side.forward(1 << square)
    hit = (east(ahead) | west(ahead)) & enemy.pieces & complement(enemy.pawns)
    king = side.kings | east(side.kings) | west(side.kings)
    shelter = king | side.forward(king) | side.forward(side.forward(king))
    en_passant = en_passant_capture(enemy)
    lost = max(most_gain(enemy), 0 if en_passant is None else en_passant.gain)
    return (
        MATERIAL * (before.lost - lost)
        + FREEDOM * (freedom(side) - before.freedom)
        + GUARD * capturers(side, square).bit_count()
        + RANK * (square // 8 if white else 7 - square // 8)
        + DOUBLE_STEP * (abs(square - source) == 16)
        + HIT * bool(hit)
        + ROOKS * (bool(side.rooks & target_files) - bool(enemy.rooks & target_files))
        + HOLE * (holes(side) & complement(holes(before.side))).bit_count()
        + SHELTER * bool(shelter >> source & 1 and enemy.queens)
        + EN_PASSANT * (en_passant is not None)
    )


def freedom(side: Side[int]) -> int:
    """Return to how many squares a side's pieces other than king and pawns can go that no enemy pawn guards.

    A square to which two of them can go counts twice; checks and pins do not matter.
    """
    closed = complement(side.pieces | attacks(side.enemy))
    return sum((reached & closed).bit_count() for reached in Pieces.of(side).reached())
