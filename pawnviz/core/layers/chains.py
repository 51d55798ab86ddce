"""Pawns that guard each other in chains, and pawns side by side."""

from __future__ import annotations

from typing import Final

from pawnviz.core.board.bitboard import Bits, complement, east, west
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attacks import attacks
from pawnviz.core.layers.marks import badge
from pawnviz.core.layers.registry import CHAINS, STOCKFISH_PAWNS, WIKI, layer

_DUOS: Final = WIKI + "Duo_Trio_Quart_(Bitboards)"


@layer("Defended pawns", CHAINS, "own & attacks(own)", badge("∧"), words=("guarded pawns", "supported pawns"))
def defended_pawns(side: Side[Bits]) -> Bits:
    """Own pawns that an own pawn guards."""
    return side.pawns & attacks(side)


@layer(
    "Defending pawns",
    CHAINS,
    "own & backward(east(own) | west(own))",
    badge("∨"),
    words=("guards", "supporting pawns"),
)
def defending_pawns(side: Side[Bits]) -> Bits:
    """Own pawns that guard an own pawn."""
    return side.pawns & side.backward(_beside(side))


@layer(
    "Chain bases",
    CHAINS,
    "defending_pawns(own) - defended_pawns(own)",
    badge("CB"),
    words=("base of a chain", "pawn chain"),
)
def chain_bases(side: Side[Bits]) -> Bits:
    """Own pawns that guard an own pawn and that none guards: the rear ends of pawn chains."""
    return defending_pawns(side) & complement(defended_pawns(side))


@layer(
    "Chain links",
    CHAINS,
    "defending_pawns(own) & defended_pawns(own)",
    badge("CL"),
    words=("pawn chain",),
    also_written=("defended_pawns(own) - chain_heads(own)",),
)
def chain_links(side: Side[Bits]) -> Bits:
    """Own pawns that guard an own pawn and that an own pawn guards: the middle of pawn chains."""
    return defending_pawns(side) & defended_pawns(side)


@layer(
    "Chain heads",
    CHAINS,
    "defended_pawns(own) - defending_pawns(own)",
    badge("CH"),
    words=("head of a chain", "tip of a chain", "pawn chain"),
)
def chain_heads(side: Side[Bits]) -> Bits:
    """Own pawns that an own pawn guards and that guard none: the front ends of pawn chains."""
    return defended_pawns(side) & complement(defending_pawns(side))


@layer(
    "Phalanx pawns",
    CHAINS,
    "own & (east(own) | west(own))",
    badge("PH"),
    source=_DUOS,
    words=("pawns side by side", "united pawns"),
)
def phalanx_pawns(side: Side[Bits]) -> Bits:
    """Own pawns with an own pawn beside them on their rank."""
    return side.pawns & _beside(side)


@layer(
    "Duos",
    CHAINS,
    "first = own & west(own) - east(own) - west(own, 2); first | east(first)",
    badge("DU"),
    source=_DUOS,
    words=("pawns side by side", "pair of pawns"),
)
def duos(side: Side[Bits]) -> Bits:
    """Own pawns that stand two side by side on their rank, with no third one beside them."""
    own = side.pawns
    western = west(own)
    first = own & western & complement(east(own) | west(western))
    return first | east(first)


@layer(
    "Connected pawns",
    CHAINS,
    "phalanx_pawns(own) | defended_pawns(own) | defending_pawns(own)",
    badge("CO"),
    words=("united pawns", "supported pawns"),
)
def connected_pawns(side: Side[Bits]) -> Bits:
    """Own pawns with an own pawn beside them, or that an own pawn guards, or that guard one."""
    return phalanx_pawns(side) | defended_pawns(side) | defending_pawns(side)


@layer(
    "Connected pawns (Stockfish)",
    CHAINS,
    "phalanx_pawns(own) | defended_pawns(own)",
    badge("SC"),
    source=STOCKFISH_PAWNS,
    words=("supported pawns",),
)
def connected_pawns_stockfish(side: Side[Bits]) -> Bits:
    """Own pawns with an own pawn beside them or that an own pawn guards; guarding alone does not count."""
    return phalanx_pawns(side) | defended_pawns(side)


def _beside(side: Side[Bits]) -> Bits:
    return east(side.pawns) | west(side.pawns)
