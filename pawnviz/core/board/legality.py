"""The faults of a position that is not legal, as sentences with their squares and repairs if one helps.

The rules are those of python-chess's ``Board.status``, for Chess960 as well, and two more: a side's own kings are
counted, and so are the pieces that only promotions explain.

Source: https://python-chess.readthedocs.io/en/latest/core.html#chess.Board.status
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from pawnviz.core.board.attackers import Pieces, king_attacks, knight_attacks, line_through, queen_attacks
from pawnviz.core.board.bitboard import (
    BOARD,
    DARK_SQUARES,
    FILES,
    LIGHT_SQUARES,
    RANKS,
    SQUARE_NAMES,
    complement,
    mask_of,
    square_names,
    squares,
)
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side
from pawnviz.core.words import count_text, listed, plural

REMOVE_EN_PASSANT: Final = "Remove the en-passant square"


class Problem(NamedTuple):
    """A reason why a position is not legal.

    ``text`` is a sentence, ``squares`` the mask of the squares it is about. ``repair`` says what ``repaired``, another
    position, does about it; if nothing obvious helps they are empty and None.
    """

    text: str
    squares: int = 0
    repair: str = ""
    repaired: Position | None = None


def problems(position: Position) -> tuple[Problem, ...]:
    """Return why a position is not legal; none for a position that a game may reach by these rules."""
    if not position.white | position.black:
        return (Problem("The board is empty; a game needs a king of each color."),)
    return (
        *(problem for side in position.sides() for problem in _pieces_problems(side)),
        *_pawn_rank_problems(position),
        *(problem for side in position.sides() for problem in _castling_problems(position, side)),
        *_castling_file_problems(position),
        *_en_passant_problems(position),
        *_check_problems(position),
    )


def game_over(position: Position) -> str:
    """Return ``Checkmate: Black has won.`` or that it is stalemate, empty while a legal position has a legal move."""
    side = position.sides()[0 if position.white_to_move else 1]
    king, enemy = side.kings, Pieces.of(side.enemy)
    if king.bit_count() != 1:
        return ""
    # Most positions have a move of the king, or of a knight or a pawn on no line with it: python-chess is not needed.
    behind = enemy._replace(occupied=enemy.occupied & complement(king))
    if not all(map(behind.attackers, squares(king_attacks(king) & complement(side.pieces)))):
        return ""
    loose = complement(queen_attacks(king, BOARD))
    steps = knight_attacks(side.knights & loose) & complement(side.pieces)
    steps |= side.forward(side.pawns & loose) & complement(side.occupied)
    is_check = bool(enemy.attackers(king.bit_length() - 1))
    if (steps and not is_check) or problems(position):
        return ""
    import chess

    if any(chess.Board(position.fen(), chess960=True).generate_legal_moves()):
        return ""
    mover, other = ("White", "Black") if side.color else ("Black", "White")
    if is_check:
        return f"Checkmate: {other} has won."
    return f"Stalemate: {mover} has no legal move. The game is drawn."


def _pieces_problems(side: Side[int]) -> Iterator[Problem]:
    color = side.name
    kings, pawns, pieces = side.kings.bit_count(), side.pawns.bit_count(), side.pieces.bit_count()
    if not kings:
        yield Problem(f"{color} has no king.")
    if kings > 1:
        yield Problem(f"{color} has {kings} kings, on {_names(side.kings)}; a side has one.", side.kings)
    if pawns > 8:
        yield Problem(f"{color} has {pawns} pawns; a side has at most 8.", side.pawns)
    if pieces > 16:
        yield Problem(f"{color} has {pieces} pieces; a side has at most 16.", side.pieces)
    groups = (
        (side.knights, 2),
        (side.bishops & LIGHT_SQUARES, 1),
        (side.bishops & DARK_SQUARES, 1),
        (side.rooks, 2),
        (side.queens, 1),
    )
    extra = [(mask, mask.bit_count() - count) for mask, count in groups if mask.bit_count() > count]
    promoted = sum(count for _, count in extra)
    if pawns <= 8 < pawns + promoted and pieces <= 16:
        pieces_are = count_text(promoted, "piece is", "pieces are")
        yield Problem(
            f"{color} has {count_text(pawns, 'pawn')}, and at least {pieces_are} promoted; together these can be 8.",
            reduce(or_, (mask for mask, _ in extra), side.pawns),
        )


def _pawn_rank_problems(position: Position) -> Iterator[Problem]:
    wrong = position.pawns & (RANKS[0] | RANKS[7])
    if wrong:
        count = wrong.bit_count()
        repaired = position
        for square in squares(wrong):
            repaired = repaired.without_piece(square)
        yield Problem(
            f"A pawn cannot stand on rank 1 or 8: {_names(wrong)}.",
            wrong,
            f"Remove the pawn on {_names(wrong)}" if count == 1 else f"Remove the {count} pawns on ranks 1 and 8",
            repaired,
        )


def _castling_problems(position: Position, side: Side[int]) -> Iterator[Problem]:
    """Yield the faults of a side's castling rights: no rook, no king on its rank, a rook too many."""
    color = side.name
    rank = RANKS[0 if side.color else 7]
    king = side.kings & rank
    rights = position.castling & rank
    rookless = rights & (side.rooks ^ rank)
    if rookless:
        rooks = f"needs a {color.lower()} rook" if rookless.bit_count() == 1 else f"need {color.lower()} rooks"
        yield _castling_problem(position, rookless, f"{rooks} on {_names(rookless)}")
    rights &= side.rooks
    if rights and not king:
        need = plural(rights.bit_count(), "needs", "need")
        yield _castling_problem(position, rights, f"{need} the {color.lower()} king on rank {1 if side.color else 8}")
    elif rights:
        king = 1 << king.bit_length() - 1
        west, east = rights & (king - 1), rights & (king - 1 ^ BOARD)
        for wing, own, outermost in (("west", west, west & -west), ("east", east, 1 << east.bit_length() >> 1)):
            if own != outermost:
                yield Problem(
                    f"{color} has the {_rights(position, own)} {wing} of the king; there is one on each side of it.",
                    own,
                    *_drop_rights(position, own ^ outermost),
                )


def _castling_problem(position: Position, rights: int, reason: str) -> Problem:
    return Problem(f"The {_rights(position, rights)} {reason}.", rights, *_drop_rights(position, rights))


def _castling_file_problems(position: Position) -> Iterator[Problem]:
    white, black = position.sides()
    able = [
        side.kings & rank
        for side, rank in ((white, RANKS[0]), (black, RANKS[7]))
        if side.rooks & rank & position.castling and side.kings.bit_count() == 1
    ]
    if len(able) == 2 and all(able) and able[0] << 56 != able[1]:
        names = [SQUARE_NAMES[king.bit_length() - 1] for king in able]
        drop = [rank for king, rank in zip(able, (RANKS[0], RANKS[7]), strict=True) if not king & FILES[4]]
        yield Problem(
            f"White castles with the king on {names[0]}, Black with the king on {names[1]}; both start on one file.",
            able[0] | able[1],
            *(_drop_rights(position, position.castling & drop[0]) if len(drop) == 1 else ("", None)),
        )


def _rights(position: Position, rights: int) -> str:
    """Return the letters of the rights of these rook squares, such as ``K and Q rights``."""
    letters = [letter for square, letter in position.castling_letters() if rights >> square & 1]
    return f"{listed(letters)} {plural(len(letters), 'right')}"


def _drop_rights(position: Position, rights: int) -> tuple[str, Position]:
    return f"Drop the {_rights(position, rights)}", position.with_castling(position.castling ^ rights)


def _en_passant_problems(position: Position) -> Iterator[Problem]:
    """Yield why nobody can have passed the en-passant square with a double step just now."""
    if position.en_passant is None:
        return
    square = 1 << position.en_passant
    stepper = position.sides()[0 if square & RANKS[2] else 1]
    before, beyond = stepper.backward(square), stepper.forward(square)
    if position.white_to_move == stepper.color:
        reason, illegal = f"is for {stepper.enemy.name} to move", square
    elif square & stepper.occupied:
        reason, illegal = "is occupied", square
    elif not beyond & stepper.pawns:
        reason, illegal = f"needs a {stepper.name.lower()} pawn on {_names(beyond)}", square | beyond
    elif before & stepper.occupied:
        reason, illegal = f"needs {_names(before)}, where the pawn came from, empty", square | before
    else:
        return
    yield Problem(
        f"The en-passant square {SQUARE_NAMES[position.en_passant]} {reason}.",
        illegal,
        REMOVE_EN_PASSANT,
        position.with_en_passant(None),
    )


def _check_problems(position: Position) -> Iterator[Problem]:
    white, black = position.sides()
    mover, waiter = (white, black) if position.white_to_move else (black, white)
    color = mover.name
    givers = _attackers_of_kings(waiter)
    if givers:
        in_check = mask_of(square for square in squares(waiter.kings) if Pieces.of(mover).attackers(square))
        repaired = None if _attackers_of_kings(mover) else position.with_white_to_move(waiter.color)
        yield Problem(
            f"{waiter.name} is in check from {_names(givers)} while it is {color}'s move.",
            givers | in_check,
            f"Give {waiter.name} the move" if repaired else "",
            repaired,
        )
    # Of several kings the last one counts, as in python-chess.
    checkers = Pieces.of(waiter).attackers(mover.kings.bit_length() - 1) if mover.kings else 0
    squares_of_check = checkers | mover.kings
    if checkers.bit_count() > 2:
        yield Problem(
            f"{checkers.bit_count()} pieces check {color}'s king, on {_names(checkers)}; a move gives at most 2.",
            squares_of_check,
        )
    elif position.en_passant is None or any(_en_passant_problems(position)):
        if checkers.bit_count() == 2 and line_through(checkers & -checkers, checkers & checkers - 1) & mover.kings:
            yield Problem(f"No single move gives both checks on one line, from {_names(checkers)}.", squares_of_check)
    elif _was_before_double_step(checkers, 1 << position.en_passant, mover):
        yield Problem(
            f"The check from {_names(checkers)} is not due to the double step that the en-passant square shows.",
            squares_of_check | 1 << position.en_passant,
            REMOVE_EN_PASSANT,
            position.with_en_passant(None),
        )


def _attackers_of_kings(side: Side[int], occupied: int | None = None) -> int:
    """Return the enemy pieces that attack a king of a side."""
    enemy = Pieces.of(side.enemy, occupied)
    return reduce(or_, map(enemy.attackers, squares(side.kings)), 0)


def _was_before_double_step(checkers: int, passed: int, mover: Side[int]) -> bool:
    """Return whether a check cannot come from the double step of an enemy pawn over a square."""
    source, target = mover.forward(passed), mover.backward(passed)
    if checkers.bit_count() > 1:
        return True
    occupied = mover.occupied & complement(target) | source
    return checkers not in (0, target) and bool(_attackers_of_kings(mover, occupied))


def _names(mask: int) -> str:
    """Return the squares of a mask in words, such as ``a1 and b8``; of more than eight, the first six."""
    names = square_names(mask).split()
    return listed(names if len(names) <= 8 else [*names[:6], f"{len(names) - 6} more"])
