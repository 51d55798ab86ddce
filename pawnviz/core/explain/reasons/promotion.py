"""Why a passed pawn has a free way, why the enemy king is too late to catch it, and where its own king escorts it."""

from __future__ import annotations

from collections.abc import Iterator

from pawnviz.core.board.bitboard import SQUARE_NAMES, east, squares, west
from pawnviz.core.explain.reasons.passers import passed
from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.verdicts import Verdict, every, some
from pawnviz.core.explain.surroundings import Surroundings
from pawnviz.core.words import count_text, plural


@reasoned(
    "promotion_path_free",
    "Free path",
    "A passed pawn with nothing in front of it on its file; what attacks its way is not considered.",
)
def _free_path(view: Surroundings) -> Verdict:
    pieces = view.front & view.side.occupied
    if not view.front:
        free = Verdict.of(True, f"{view.name} is on {view.rank_name}")
    elif pieces:
        free = Verdict.of(False, f"a {view.piece_on(pieces & -pieces)} stands on {view.names(pieces & -pieces)}")
    else:
        free = Verdict.of(True, f"nothing stands on {view.run_names(view.front, 'or')}")
    return every(passed(view), free)


@reasoned(
    "outside_kings_square",
    "Outside the king's square",
    "By the rule of the square the enemy king is too late to catch it; enemy promotions and checks are not considered.",
)
def _outside_kings_square(view: Surroundings) -> Verdict:
    enemy = view.side.enemy
    pieces = enemy.knights | enemy.bishops | enemy.rooks | enemy.queens
    least = "king and pawns" if pieces or enemy.kings else "pawns"
    bare = Verdict.of(not pieces, f"{view.enemy_color} has {'more than' if pieces else 'only'} {least}")
    verdict = every(_free_path(view), bare, _is_late(view), *_taken_at_once(view))
    if not verdict.holds:
        return verdict
    return every(verdict, Verdict.of(True, "enemy promotions and checks are not considered"))


def _is_late(view: Surroundings) -> Verdict:
    goal = view.promotion_square
    goal_name = SQUARE_NAMES[goal]
    distances = [
        (max(abs(king % 8 - goal % 8), abs(king // 8 - goal // 8)), king) for king in squares(view.side.enemy.kings)
    ]
    if not distances:
        return Verdict.of(True, f"{view.enemy_color} has no king")
    needed, king = min(distances)
    moves = view.moves_to_promotion
    first = bool(view.side.enemy.to_move)
    needs = f"{view.name} needs {count_text(moves, 'move')} to {goal_name}"
    text = f"{needs} and the {view.enemy} king {SQUARE_NAMES[king]} {needed}"
    return Verdict.of(needed > moves + first, f"{text}, moving first" if first else text)


def _taken_at_once(view: Surroundings) -> Iterator[Verdict]:
    """Yield whether an enemy king that is to move and stands beside a pawn can take it; nothing where none does."""
    kings = view.side.enemy.kings & view.around & view.side.enemy.to_move
    if kings:
        guards = view.guards | view.side.kings & view.around
        king = f"the {view.enemy} king {SQUARE_NAMES[next(squares(kings))]}"
        verb = plural(guards.bit_count(), "guards", "guard")
        text = f"{king} cannot take {view.name}, which {view.names(guards)} {verb}"
        open_to_it = f"{king}, to move, is beside {view.name}, which no {view.own} pawn or king guards"
        yield Verdict.of(bool(guards), text if guards else open_to_it, view.guards)


@reasoned(
    "key_squares",
    "Key square",
    "A square from which the own king escorts a passed pawn to promotion: the rule of books for king and pawn against "
    "king.",
    of_pawns=False,
)
def _key_square(view: Surroundings) -> Verdict:
    holding, others = [], []
    for square in squares(view.side.pawns):
        pawn = Surroundings(view.side, square)
        if pawn.stoppers or not 2 <= pawn.rank <= 6:
            continue
        keys = _keys_of(pawn)
        if keys & view.bit:
            holding.append(Verdict.of(True, _where(view, pawn), pawn.bit))
        else:
            others.append(Verdict.of(False, f"the key squares of {pawn.name} are {view.names(keys)}", pawn.bit))
    if holding or others:
        return some(*holding, *others)
    return Verdict.of(False, f"{view.color} has no passed pawn on its second to sixth rank")


def _keys_of(pawn: Surroundings) -> int:
    if pawn.file_name in "ah":
        return pawn.files_beside & pawn.side.ranks(7, 8)
    ahead = pawn.side.forward(pawn.stop) | (pawn.stop if pawn.rank >= 5 else 0)
    return ahead | east(ahead) | west(ahead)


def _where(view: Surroundings, pawn: Surroundings) -> str:
    if pawn.file_name in "ah":
        corner = SQUARE_NAMES[pawn.promotion_square]
        return f"{view.name} is beside {corner}, where the passed {view.own} pawn {pawn.name} promotes"
    ranks = "two ranks" if view.rank - pawn.rank == 2 else "one rank"
    return f"{view.name} is {ranks} ahead of the passed {view.own} pawn {pawn.name}, on its file or one beside"
