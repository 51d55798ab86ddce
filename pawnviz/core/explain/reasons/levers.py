"""Reasons of levers, captures and pushes."""

from __future__ import annotations

from pawnviz.core.board.bitboard import complement, squares
from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.verdicts import Verdict, every, if_any, no_stop, some
from pawnviz.core.explain.surroundings import Surroundings


def _lever(view: Surroundings, target: int, direction: str) -> Verdict:
    if not target:
        return nothing_attacked(view, direction)
    enemy = target & view.side.enemy.pawns
    if enemy:
        return Verdict.of(True, f"{view.name} and {view.named_enemy(enemy)} attack each other", enemy)
    return Verdict.of(False, f"no {view.enemy} pawn stands on {view.names(target)}")


@reasoned("east_levers", "East lever", "It and an enemy pawn on the next file towards the h-file attack each other.")
def _east_lever(view: Surroundings) -> Verdict:
    return _lever(view, view.east_target, "east")


@reasoned("west_levers", "West lever", "It and an enemy pawn on the next file towards the a-file attack each other.")
def _west_lever(view: Surroundings) -> Verdict:
    return _lever(view, view.west_target, "west")


@reasoned("levers", "Lever", "It and an enemy pawn attack each other.")
def _any_lever(view: Surroundings) -> Verdict:
    return some(_east_lever(view), _west_lever(view))


@reasoned(
    "inner_levers", "Inner lever", "Its lever leads towards the center: taking would bring it nearer to the middle."
)
def _inner_lever(view: Surroundings) -> Verdict:
    if view.file_name in "de":
        return Verdict.of(False, f"no file is nearer to the center than the {view.file_name}-file")
    return _east_lever(view) if view.file_name in "abc" else _west_lever(view)


@reasoned(
    "outer_levers", "Outer lever", "Its lever leads away from the center: taking would bring it nearer to the edge."
)
def _outer_lever(view: Surroundings) -> Verdict:
    return _west_lever(view) if view.file_name in "abcd" else _east_lever(view)


@reasoned("center_levers", "Center lever", "A lever between the d- and the e-file.")
def _center_lever(view: Surroundings) -> Verdict:
    if view.file_name not in "de":
        return Verdict.of(False, f"{view.name} is not on the d- or e-file")
    return _east_lever(view) if view.file_name == "d" else _west_lever(view)


@reasoned("rams", "Rammed", "An enemy pawn stands right in front of it: neither of the two can step.")
def rammed(view: Surroundings) -> Verdict:
    """Return whether an enemy pawn stands right in front of a pawn."""
    if not view.stop:
        return no_stop(view)
    enemy = view.stop & view.side.enemy.pawns
    stop = view.names(view.stop)
    return if_any(enemy, f"{'a' if enemy else 'no'} {view.enemy} pawn stands right in front of it on {stop}")


@reasoned("break_pawns", "Break", "A step, single or double, would bring it to where it attacks an enemy pawn.")
def _break(view: Surroundings) -> Verdict:
    if not view.stop:
        return no_stop(view)
    occupied = view.side.occupied
    if view.stop & occupied:
        return Verdict.of(False, f"a {view.piece_on(view.stop)} stands right in front of it on {view.names(view.stop)}")
    second = view.side.forward(view.stop) & complement(occupied) if view.rank == 2 else 0
    places = attacked = 0
    for square in squares(view.stop | second):
        place = view.at(1 << square)
        targets = (place.east_target | place.west_target) & view.side.enemy.pawns
        places |= place.bit if targets else 0
        attacked |= targets
    steps = view.run_names(view.stop | second, "or")
    if not places:
        return Verdict.of(False, f"from {steps} it would attack no {view.enemy} pawn")
    return Verdict.of(
        True, f"from {view.run_names(places, 'or')} it would attack {view.named_enemy(attacked)}", attacked
    )


@reasoned(
    "break_squares",
    "Break square",
    "An own pawn can step there, by one or two squares, and would then attack an enemy pawn; pins are not considered.",
    of_pawns=False,
)
def _break_square(view: Surroundings) -> Verdict:
    targets = (view.east_target | view.west_target) & view.side.enemy.pawns
    clause = f"from {view.name} it would attack {view.named_enemy(targets)}"
    stepper = _stepper(view)
    if stepper:
        step = Verdict.of(True, f"{view.named_own(stepper)} can step to {view.name}", stepper)
        return every(step, Verdict.of(bool(targets), clause, targets))
    if view.bit & view.side.occupied:
        return Verdict.of(False, f"a {view.piece_on(view.bit)} stands on {view.name}")
    return Verdict.of(False, f"no {view.own} pawn can step to {view.name}")


def _stepper(view: Surroundings) -> int:
    if view.bit & view.side.occupied:
        return 0
    behind = view.side.backward(view.bit)
    if behind & view.side.pawns:
        return behind
    if view.rank != 4 or behind & view.side.occupied:
        return 0
    return view.side.backward(behind) & view.side.pawns


def nothing_attacked(view: Surroundings, direction: str) -> Verdict:
    """Return why a pawn attacks no square in a direction."""
    if not view.stop:
        return Verdict.of(False, f"{view.name} is on {view.rank_name} and attacks nothing")
    return Verdict.of(False, f"no file lies {direction} of the {view.file_name}-file")


def _capture(view: Surroundings, target: int, direction: str) -> Verdict:
    if not target:
        return nothing_attacked(view, direction)
    name = view.names(target)
    kings = target & view.side.enemy.kings
    if target & view.side.enemy.pieces and not kings:
        piece = f"{view.name} attacks the {view.piece_on(target)} on {name}"
        return Verdict.of(True, piece, target & view.side.enemy.pawns)
    if target & view.side.en_passant:
        return Verdict.of(True, f"{view.name} attacks the en-passant square {name}")
    if kings:
        return Verdict.of(False, f"{view.name} gives check to the {view.enemy} king on {name}, which is never taken")
    return Verdict.of(False, f"there is nothing to take on {name}")


@reasoned(
    "east_capturers",
    "East capturer",
    "It attacks an enemy piece, but no king, or the en-passant square, on the next file towards the h-file.",
)
def _east_capturer(view: Surroundings) -> Verdict:
    return _capture(view, view.east_target, "east")


@reasoned(
    "west_capturers",
    "West capturer",
    "It attacks an enemy piece, but no king, or the en-passant square, on the next file towards the a-file.",
)
def _west_capturer(view: Surroundings) -> Verdict:
    return _capture(view, view.west_target, "west")


@reasoned(
    "capturers",
    "Capturer",
    "It attacks an enemy piece, but no king, or the en-passant square; whether taking is legal is not considered.",
)
def _capturer(view: Surroundings) -> Verdict:
    return some(_east_capturer(view), _west_capturer(view))


def _is_empty(view: Surroundings, square: int, name: str) -> Verdict:
    piece = view.piece_on(square)
    return Verdict.of(not piece, f"a {piece} stands on {name}" if piece else f"{name} is empty")


@reasoned("pushable_pawns", "Pushable", "Nothing stands right in front of it; whether it is pinned is not considered.")
def _pushable(view: Surroundings) -> Verdict:
    return _is_empty(view, view.stop, view.names(view.stop)) if view.stop else no_stop(view)


@reasoned("double_pushable_pawns", "Double-pushable", "On its second rank with two empty squares in front of it.")
def _double_pushable(view: Surroundings) -> Verdict:
    if view.rank != 2:
        return Verdict.of(False, f"{view.name} is on {view.rank_name}, not on the second")
    second = view.side.forward(view.stop)
    rank = Verdict.of(True, f"{view.name} is on {view.rank_name}")
    return every(rank, _pushable(view), _is_empty(view, second, view.names(second)))
