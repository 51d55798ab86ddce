"""The pawn structures of a game one after another, an exchange as a single change."""

from __future__ import annotations

from dataclasses import dataclass

from pawnviz.core.games.line import MoveLine


@dataclass(frozen=True, slots=True)
class PawnSpell:
    """The time for which the same pawns stood, from the position of a ply up to, but without, that of another one.

    ``change`` is the ply of the first move that changed the pawns of the time before: that of ``first``, or of the
    first capture of an exchange. ``white`` and ``black`` are masks.
    """

    first: int
    end: int
    change: int
    white: int
    black: int


def pawn_spells(line: MoveLine) -> tuple[PawnSpell, ...]:
    """Return the pawn structures of a line of moves, without those between two captures of an exchange."""
    spells: list[PawnSpell] = []
    last: tuple[int, int] | None = None
    for ply, position in enumerate(line.positions):
        pawns = position.pawns & position.white, position.pawns & position.black
        if pawns == last:
            spells[-1] = _until(spells[-1], ply + 1)
        elif spells and all(is_between_captures(line, each) for each in range(spells[-1].first, ply)):
            spells[-1] = PawnSpell(ply, ply + 1, spells[-1].change, *pawns)
        else:
            spells.append(PawnSpell(ply, ply + 1, ply, *pawns))
        last = pawns
    return tuple(spells)


def change_text(spell: PawnSpell, line: MoveLine) -> str:
    """Return the moves that led to a structure, such as ``3.cxd5 exd5``; empty for that of the first position."""
    moves = line.moves[spell.change - 1 : spell.first] if spell.first else ()
    return " ".join(move.text if move.white or not place else move.san for place, move in enumerate(moves))


def is_between_captures(line: MoveLine, ply: int) -> bool:
    """Return whether the moves to and from the position of a ply are captures: it is in the middle of an exchange."""
    moves = line.moves[ply - 1 : ply + 1]
    return ply > 0 and len(moves) > 1 and all(move.captured is not None for move in moves)


def _until(spell: PawnSpell, end: int) -> PawnSpell:
    return PawnSpell(spell.first, end, spell.change, spell.white, spell.black)
