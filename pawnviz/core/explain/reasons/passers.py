"""Why a pawn is open, passed, an outside passer or a candidate, and why its way is free or its king escorts it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pawnviz.core.board.bitboard import SQUARE_NAMES, east, mask_of, squares, west
from pawnviz.core.explain.reasons.chains import defended, is_safe, no_enemy_in_front, rear_twin
from pawnviz.core.explain.reasons.registry import Verdict, every, if_any, if_none, no_stop, reasoned, some
from pawnviz.core.explain.surroundings import Surroundings, are_several, files_text, guard_names
from pawnviz.core.words import count_text, listed, plural


@reasoned("open_pawns", "Unopposed", "No enemy pawn is in its way on the file.")
def open_pawn(view: Surroundings) -> Verdict:
    """Return whether no enemy pawn stands in front of a pawn on its file."""
    return no_enemy_in_front(view)


@reasoned(
    "passed_pawns",
    "Passed (wiki)",
    "Without capturing first, no enemy pawn can ever block or attack it on its way to the last rank.",
)
def passed(view: Surroundings) -> Verdict:
    """Return whether no enemy pawn stands in front of a pawn on its file and the files beside it."""
    stoppers = view.stoppers
    where = files_text(stoppers) if stoppers else view.three_names
    return if_none(stoppers, view.enemy_do(stoppers, "stands", f"in front of {view.name} on {where}"))


@reasoned(
    "passed_pawns_frontmost",
    "Passed (frontmost)",
    "Without capturing first, no enemy pawn can ever block or attack it on its way to the last rank, "
    "and no own pawn is in front on its file.",
)
def _passed_frontmost(view: Surroundings) -> Verdict:
    return every(passed(view), rear_twin(view).opposite())


@reasoned(
    "passed_pawns_stockfish",
    "Passed (Stockfish)",
    "By Stockfish's count the enemy pawns in front of it, if any, can be taken, outnumbered or levered away, "
    "and no own pawn is in front on its file.",
)
def _passed_stockfish(view: Surroundings) -> Verdict:
    return every(_few_stoppers(view), rear_twin(view).opposite())


def _few_stoppers(view: Surroundings) -> Verdict:
    """Return whether the enemy pawns in front are none, or few enough by one of Stockfish's three exceptions."""
    stoppers = view.stoppers
    if not stoppers:
        return passed(view)
    if stoppers & (view.east_target | view.west_target) == stoppers:
        return _decided_by(view, True, f"{view.name} attacks {'them' if are_several(stoppers) else 'it'}")
    if stoppers & view.at(view.stop).attackers == stoppers:
        return _outnumbered(view)
    if stoppers == view.stop:
        return _levered_away(view)
    names, stop = view.names(stoppers), view.names(view.stop)
    if are_several(stoppers):
        text = f"{view.name} does not attack all of them, nor do all of them attack {stop}"
    else:
        text = f"{view.name} does not attack {names}, nor does {names} attack {stop}"
    return _decided_by(view, False, text)


def _decided_by(view: Surroundings, holds: bool, text: str, named: int = 0) -> Verdict:
    stoppers = view.stoppers
    if holds:
        who = f"only {view.enemy_do(stoppers, 'stands', f'in front of {view.name} on {view.three_names}')}"
    else:
        who = view.enemy_do(stoppers, "stands", f"in front of {view.name} on {files_text(stoppers)}")
    return Verdict(holds, (who, text), stoppers | named)


def _outnumbered(view: Surroundings) -> Verdict:
    beside, count = view.own_beside, view.stoppers.bit_count()
    enough = beside.bit_count() >= count
    attack = f"{'they attack' if count > 1 else 'it attacks'} {view.names(view.stop)}"
    who = view.own_do(beside, "stands", f"beside {view.name}")
    return _decided_by(view, enough, f"{attack}, but {'only ' if beside and not enough else ''}{who}", beside)


def _levered_away(view: Surroundings) -> Verdict:
    if view.rank < 5:
        return _decided_by(view, False, f"{view.name} is only on {view.rank_name}")
    steps = 0
    for guard in squares(view.guards):
        step = view.side.forward(1 << guard)
        steps |= step
        if not step & view.side.enemy.pawns and not are_several(view.at(step).attackers):
            place = f"{view.names(step)}, where no {view.enemy} pawn stands and at most one attacks,"
            lever = f"from {place} the {view.own} pawn {SQUARE_NAMES[guard]} would attack it"
            return _decided_by(view, True, lever, 1 << guard)
    if not steps:
        who = f"no {view.own} pawn that could step up and attack {view.names(view.stop)}"
        return _decided_by(view, False, f"{who} guards {view.name}")
    each = f"each of {view.names(steps)}" if are_several(steps) else view.names(steps)
    lever = f"{each}, from where it could be attacked, has a {view.enemy} pawn on it or is attacked by two"
    return _decided_by(view, False, lever)


@reasoned("blockaded_passers", "Blockaded", "A passed pawn with an enemy piece right in front of it.")
def _blockaded(view: Surroundings) -> Verdict:
    piece = view.stop & view.side.enemy.pieces
    if not view.stop:
        return every(passed(view), no_stop(view))
    who = f"the {view.piece_on(piece)} stands" if piece else f"no {view.enemy} piece stands"
    where = f"right in front of it on {view.names(view.stop)}"
    blockade = Verdict.of(bool(piece), f"{who} {where}", piece & view.side.enemy.pawns)
    return every(passed(view), blockade)


@reasoned("protected_passed_pawns", "Protected passed", "A passed pawn that an own pawn guards.")
def _protected_passed(view: Surroundings) -> Verdict:
    pieces = () if view.guards or view.stoppers else guard_names(view.side, view.square)
    if pieces:
        return Verdict.of(False, f"{view.name} is guarded by {listed(pieces)}, but by no {view.own} pawn")
    return every(passed(view), defended(view))


@reasoned("connected_passed_pawns", "Connected passed", "A passed pawn with another passed pawn on a file beside it.")
def _connected_passed(view: Surroundings) -> Verdict:
    beside = squares(view.files_beside & view.side.pawns)
    others = mask_of(square for square in beside if not view.at(1 << square).stoppers)
    who = f"the passed {view.own} {plural(others.bit_count(), 'pawn')} {view.names(others)}" if others else ""
    verb = "stand" if are_several(others) else "stands"
    where = files_text(others) if others else view.beside_names
    near = if_any(others, f"{who or f'no passed {view.own} pawn'} {verb} on {where}")
    return every(passed(view), near)


@reasoned(
    "outside_passers",
    "Outside passed",
    "A passed pawn on a wing, at least three files from every enemy pawn: a king that stops it is far from the others.",
)
def _outside(view: Surroundings) -> Verdict:
    if view.file_name in "de":
        return Verdict.of(False, f"{view.name} is on the {view.file_name}-file, in the center")
    enemy = view.side.enemy.pawns
    if not enemy:
        return Verdict.of(False, f"{view.enemy_color} has no pawn that it could be far from")
    file = view.square & 7
    distances = {square: abs((square & 7) - file) for square in squares(enemy)}
    distance = min(distances.values())
    nearest = mask_of(square for square, files in distances.items() if files == distance)
    verb = "are" if are_several(nearest) else "is"
    away = f"only {count_text(distance, 'file')}" if 0 < distance < 3 else f"{distance} files"
    where = f"{away} away" if distance else f"on the {view.file_name}-file too"
    far = Verdict.of(
        distance >= 3, f"the nearest {view.named_enemy(nearest).removeprefix('the ')} {verb} {where}", nearest
    )
    return every(passed(view), far)


@reasoned(
    "rook_backed_passers",
    "Backed by a rook",
    "A passed pawn with an own rook behind it: the rook guards it as it goes forward, and gains room.",
)
def _rook_backed(view: Surroundings) -> Verdict:
    return every(passed(view), _rook_behind(view, view.side.rooks, view.own))


@reasoned(
    "rook_held_passers",
    "Held by an enemy rook",
    "A passed pawn with an enemy rook behind it: the rook attacks it all the way.",
)
def _rook_held(view: Surroundings) -> Verdict:
    return every(passed(view), _rook_behind(view, view.side.enemy.rooks, view.enemy))


def _rook_behind(view: Surroundings, rooks: int, color: str) -> Verdict:
    behind = view.rear & view.side.occupied
    if not behind:
        return Verdict.of(False, f"no piece stands behind {view.name} on the {view.file_name}-file")
    nearest = 1 << (behind.bit_length() - 1) if view.side.color else behind & -behind
    name = view.names(nearest)
    if nearest & rooks:
        return Verdict.of(True, f"the {color} rook on {name} stands behind {view.name} with nothing between")
    text = f"the first piece behind it is the {view.piece_on(nearest)} on {name}"
    return Verdict.of(False, text, nearest & (view.side.pawns | view.side.enemy.pawns))


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
    """Yield whether an enemy king that is to move and stands beside a pawn can take it; nothing if none does."""
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
    "A square from which its own king escorts a passed pawn to promotion: the rule of books for king and pawn against "
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


def _contender(view: Surroundings) -> Verdict:
    if view.stoppers:
        return open_pawn(view)
    (clause,) = passed(view).clauses
    return Verdict.of(False, f"{clause}, so it is passed already")


def _weighed(view: Surroundings, *, enough: bool) -> Verdict:
    contender = _contender(view)
    if not contender.holds:
        return contender
    helpers, sentries = view.front_supporters, view.ever_attackers
    support = _counted(helpers, "helper", "helpers", view)
    text = f"{view.name} has {support} against {_counted(sentries, 'sentry', 'sentries', view)}"
    if sentries & (view.east_target | view.west_target):
        text += ", captures left out"
    balance = Verdict.of((helpers.bit_count() >= sentries.bit_count()) == enough, text, helpers | sentries)
    return every(contender, balance)


def _counted(mask: int, one: str, many: str, view: Surroundings) -> str:
    """Return a number of pawns with their names: ``2 helpers (c3 and e2)``."""
    return f"{count_text(mask.bit_count(), one, many)} ({view.names(mask)})" if mask else f"no {one}"


reasoned(
    "candidate_pawns",
    "Candidate (wiki)",
    "It may become a passed pawn: of the pawns on the files beside it at least as many own ones, one on "
    "each file, can help it forward as enemy ones can hold it back.",
)(partial(_weighed, enough=True))

reasoned(
    "fakers",
    "Faker (wiki)",
    "It looks like a candidate, but of the pawns on the files beside it more enemy ones can hold it back than own ones "
    "can help it forward; captures are left out.",
)(partial(_weighed, enough=False))


@reasoned(
    "candidates_on_fifth",
    "Candidate (fifth rank)",
    "On its fifth rank it may become a passed pawn: "
    "enemy pawns attack the square in front of it, and own pawns guard that square at least as often.",
)
def _candidate_on_fifth(view: Surroundings) -> Verdict:
    contender = _contender(view)
    if view.rank != 5:
        return every(Verdict.of(False, f"{view.name} is on {view.rank_name}, not on the fifth"), contender)
    stop = view.at(view.stop)
    if not stop.attackers:
        return every(contender, Verdict.of(False, f"no {view.enemy} pawn attacks {stop.name}"))
    return every(contender, is_safe(stop))


@reasoned(
    "candidates_with_safe_path",
    "Candidate (safe path)",
    "It may become a passed pawn: on no square in front of it do enemy pawns outnumber its guards.",
)
def _candidate_with_safe_path(view: Surroundings) -> Verdict:
    contender = _contender(view)
    if not contender.holds:
        return contender
    verdicts = (is_safe(view.at(1 << square)) for square in squares(view.front))
    unsafe = [verdict for verdict in verdicts if not verdict.holds]
    if unsafe:
        return unsafe[0 if view.side.color else -1]
    verb = "are" if are_several(view.front) else "is"
    return every(contender, Verdict.of(True, f"{view.run_names(view.front)} {verb} safe"))
