"""Who profits: the rooks and queens that get an opened file, and the knight or bishop that gets an outpost."""

from __future__ import annotations

from pawnviz.core.board.attackers import Pieces, bishop_reach, knight_reach, rook_reach
from pawnviz.core.board.bitboard import FILES, SQUARE_NAMES, complement, squares
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attacks import attacks
from pawnviz.core.words import listed


def has_minor_pieces(side: Side[int]) -> bool:
    """Return whether a side has a knight or a bishop, for which outposts and holes are."""
    return bool(side.knights | side.bishops)


def heavy_pieces_for(side: Side[int], file: int) -> int:
    """Return a side's rooks and queens on a file, else its rooks that can come there in one safe move.

    ``file`` is the mask of the whole file. A square is safe that no enemy pawn and no lesser enemy piece attacks.
    """
    standing = (side.rooks | side.queens) & file
    if standing:
        return standing
    enemy = Pieces.of(side.enemy)
    lesser = enemy._replace(rooks=0, queens=0, kings=0)
    coming = 0
    for rook in squares(side.rooks):
        targets = rook_reach(rook, side.occupied) & file & complement(side.occupied)
        if any(not lesser.attackers(square) for square in squares(targets)):
            coming |= 1 << rook
    return coming


def minor_piece_for(side: Side[int], square: int, *, knights_only: bool = False) -> int | None:
    """Return the square of the knight or bishop that is nearest to an empty square, at most two moves away, or None.

    On its way it stands on no square that an enemy pawn guards. Of several the one on the lowest square is returned.
    """
    pieces = side.knights if knights_only else side.knights | side.bishops
    closed = side.occupied | attacks(side.enemy)
    for most_moves in (1, 2):
        for piece in squares(pieces):
            reach = knight_reach if side.knights >> piece & 1 else bishop_reach
            reached = reach(piece, side.occupied)
            if most_moves == 2:
                ways = squares(reached & complement(closed))
                reached = 0
                for way in ways:
                    reached |= reach(way, side.occupied & complement(1 << piece))
            if reached >> square & 1:
                return piece
    return None


def file_text(side: Side[int], file: int) -> str:
    """Return a side's heavy pieces for a file in words: ``the rook on c1``, ``the rook and the queen``; empty for none.

    ``file`` is its number from 0 to 7.
    """
    pieces = heavy_pieces_for(side, FILES[file])
    names = [
        f"the {'queen' if side.queens >> square & 1 else 'rook'} on {SQUARE_NAMES[square]}"
        for square in squares(pieces)
    ]
    if len(names) > 1 and not pieces & side.queens:
        names = [f"the rooks on {listed([SQUARE_NAMES[square] for square in squares(pieces)])}"]
    return listed(names)


def outpost_text(side: Side[int], square: int, *, knights_only: bool = False) -> str:
    """Return the minor piece for an outpost: ``the knight on f3``, ``the knight there``; empty where none is near."""
    here = (side.knights if knights_only else side.knights | side.bishops) >> square & 1
    piece = square if here else minor_piece_for(side, square, knights_only=knights_only)
    if piece is None:
        return ""
    name = "knight" if side.knights >> piece & 1 else "bishop"
    return f"the {name} there" if here else f"the {name} on {SQUARE_NAMES[piece]}"
