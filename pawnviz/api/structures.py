"""Named pawn structures on a board, with their rules and the plans of both sides."""

from __future__ import annotations

from dataclasses import dataclass

from pawnviz.api.boards import position_of
from pawnviz.api.values import ByColor
from pawnviz.core import structures as core
from pawnviz.core.board.bitboard import square_names
from pawnviz.core.board.chess_board import ChessBoard
from pawnviz.core.board.position import Position


@dataclass(frozen=True, slots=True)
class Structure:
    """A named pawn structure that a position has.

    ``color`` is True where it is White's, False where it is Black's, and None where it belongs to both colors alike.
    ``rule`` says exactly when a position has it, ``plans`` what each side usually plays for, ``pawns`` are the squares
    of the pawns that make it. It is ``implied`` where its rule follows from that of a structure named before it.
    """

    identifier: str
    title: str
    color: bool | None
    rule: str
    plans: ByColor[str]
    pawns: tuple[str, ...]
    implied: bool


def structures(position: str | Position | ChessBoard) -> tuple[Structure, ...]:
    """Return the named pawn structures of a position, the most specific first; raises ``TypeError`` as ``explain``."""
    return tuple(
        Structure(
            identifier=structure.structure.identifier,
            title=structure.title,
            color=structure.color,
            rule=structure.rule,
            plans=ByColor(structure.plans_for(True), structure.plans_for(False)),
            pawns=tuple(square_names(structure.squares).split()),
            implied=structure.is_implied,
        )
        for structure in core.structures(position_of(position).sides()[0])
    )
