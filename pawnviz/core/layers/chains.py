"""Pawns that guard each other in chains, and pawns side by side."""

from __future__ import annotations

from typing import Final

from pawnviz.core.layers.marks import badge
from pawnviz.core.layers.registry import CHAINS, STOCKFISH_PAWNS, WIKI, layer

_DUOS: Final = WIKI + "Duo_Trio_Quart_(Bitboards)"


defended_pawns = layer(
    "Defended pawns",
    CHAINS,
    badge("∧"),
    "own & attacks(own)",
    "Own pawns that an own pawn guards.",
    words=("guarded pawns", "supported pawns"),
)

defending_pawns = layer(
    "Defending pawns",
    CHAINS,
    badge("∨"),
    "own & backward(east(own) | west(own))",
    "Own pawns that guard an own pawn.",
    words=("guards", "supporting pawns"),
)

chain_bases = layer(
    "Chain bases",
    CHAINS,
    badge("CB"),
    "defending_pawns(own) - defended_pawns(own)",
    "Own pawns that guard an own pawn and that none guards: the rear ends of pawn chains.",
    words=("base of a chain", "pawn chain"),
)

chain_links = layer(
    "Chain links",
    CHAINS,
    badge("CL"),
    "defending_pawns(own) & defended_pawns(own)",
    "Own pawns that guard an own pawn and that an own pawn guards: the middle of pawn chains.",
    words=("pawn chain",),
    also_written=("defended_pawns(own) - chain_heads(own)",),
)

chain_heads = layer(
    "Chain heads",
    CHAINS,
    badge("CH"),
    "defended_pawns(own) - defending_pawns(own)",
    "Own pawns that an own pawn guards and that guard none: the front ends of pawn chains.",
    words=("head of a chain", "tip of a chain", "pawn chain"),
)

phalanx_pawns = layer(
    "Phalanx pawns",
    CHAINS,
    badge("PH"),
    "own & (east(own) | west(own))",
    "Own pawns with an own pawn beside them on their rank.",
    source=_DUOS,
    words=("pawns side by side", "united pawns"),
)

duos = layer(
    "Duos",
    CHAINS,
    badge("DU"),
    "first = own & west(own) - east(own) - west(own, 2); first | east(first)",
    "Own pawns that stand two side by side on their rank, with no third one beside them.",
    source=_DUOS,
    words=("pawns side by side", "pair of pawns"),
)

connected_pawns = layer(
    "Connected pawns",
    CHAINS,
    badge("CO"),
    "phalanx_pawns(own) | defended_pawns(own) | defending_pawns(own)",
    "Own pawns with an own pawn beside them, or that an own pawn guards, or that guard one.",
    words=("united pawns", "supported pawns"),
)

connected_pawns_stockfish = layer(
    "Connected pawns (Stockfish)",
    CHAINS,
    badge("SC"),
    "phalanx_pawns(own) | defended_pawns(own)",
    "Own pawns with an own pawn beside them or that an own pawn guards; guarding alone does not count.",
    source=STOCKFISH_PAWNS,
    words=("supported pawns",),
)
