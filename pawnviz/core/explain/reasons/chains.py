"""Reasons of chains, doubled pawns, islands, spans, levers, captures and pushes."""

from __future__ import annotations

from functools import partial

from pawnviz.core.board.bitboard import FILES, complement, squares
from pawnviz.core.explain.reasons.registry import Verdict, every, if_any, if_none, no_stop, reasoned, some
from pawnviz.core.explain.surroundings import Surroundings, files_text


@reasoned(
    "defended_pawns", "Defended", "An own pawn attacks its square, to take back what takes it; pins are not considered."
)
def defended(view: Surroundings) -> Verdict:
    """Return whether an own pawn guards the square."""
    return if_any(view.guards, view.own_do(view.guards, "guards", view.name))


@reasoned("defending_pawns", "Defending", "It guards an own pawn.")
def _defending(view: Surroundings) -> Verdict:
    guarded = (view.east_target | view.west_target) & view.side.pawns
    return if_any(guarded, f"{view.name} guards {view.named_own(guarded)}")


@reasoned("chain_bases", "Chain base", "The rear end of a pawn chain: it guards a pawn and no pawn guards it.")
def _chain_base(view: Surroundings) -> Verdict:
    return every(_defending(view), defended(view).opposite())


@reasoned("chain_links", "Chain link", "In the middle of a pawn chain: a pawn guards it, and it guards another.")
def _chain_link(view: Surroundings) -> Verdict:
    return every(defended(view), _defending(view))


@reasoned("chain_heads", "Chain head", "The front end of a pawn chain: a pawn guards it, and it guards none.")
def _chain_head(view: Surroundings) -> Verdict:
    return every(defended(view), _defending(view).opposite())


@reasoned(
    "phalanx_pawns", "In a phalanx", "An own pawn stands beside it: each guards the square in front of the other."
)
def _phalanx(view: Surroundings) -> Verdict:
    neighbors = view.own_beside
    return if_any(neighbors, view.own_do(neighbors, "stands", f"beside {view.name} on its rank"))


@reasoned("duos", "In a duo", "One of exactly two pawns side by side.")
def _duo(view: Surroundings) -> Verdict:
    count = view.row.bit_count()
    if count == 1:
        return _phalanx(view)
    if count == 2:
        return Verdict.of(
            True, f"{view.named_own(view.row)} stand side by side, with no third one beside them", view.row
        )
    return Verdict.of(
        False, f"{view.name} is one of {count} {view.own} pawns side by side, {view.names(view.row)}", view.row
    )


@reasoned("connected_pawns", "Connected", "An own pawn stands beside it, guards it or is guarded by it.")
def _connected(view: Surroundings) -> Verdict:
    return some(_phalanx(view), defended(view), _defending(view))


@reasoned("connected_pawns_stockfish", "Connected (Stockfish)", "An own pawn stands beside it or guards it.")
def _connected_stockfish(view: Surroundings) -> Verdict:
    return some(_phalanx(view), defended(view))


@reasoned("doubled_pawns", "Doubled (wiki)", "It shares its file with an own pawn.")
def _doubled(view: Surroundings) -> Verdict:
    twins = view.own_in_front | view.own_behind
    return if_any(twins, view.own_do(twins, "shares", f"the {view.file_name}-file with {view.name}"))


@reasoned("doubled_pawns_stockfish", "Doubled (Stockfish)", "An own pawn stands right behind it, and none guards it.")
def _doubled_stockfish(view: Surroundings) -> Verdict:
    square = view.side.backward(view.bit)
    if not square:
        return Verdict.of(False, f"{view.name} is on {view.rank_name}, with no square behind it")
    twin = square & view.side.pawns
    near = f"{'a' if twin else 'no'} {view.own} pawn stands right behind {view.name} on {view.names(square)}"
    return every(if_any(twin, near), defended(view).opposite())


@reasoned("tripled_pawns", "Tripled", "It shares its file with two or more own pawns.")
def _tripled(view: Surroundings) -> Verdict:
    verdict = _doubled(view)
    count = verdict.named.bit_count()
    return verdict._replace(holds=count > 1, clauses=(f"only {verdict.clauses[0]}",) if count == 1 else verdict.clauses)


@reasoned(
    "isolated_pawns",
    "Isolated",
    "There is no own pawn on the files beside it, so none can ever guard it without capturing.",
)
def isolated(view: Surroundings) -> Verdict:
    """Return whether no own pawn stands on the files beside a pawn."""
    neighbors = view.files_beside & view.side.pawns
    where = files_text(neighbors) if neighbors else view.beside_names
    return if_none(neighbors, view.own_do(neighbors, "stands", f"on {where}, beside the {view.file_name}-file"))


@reasoned("half_isolated_pawns", "Half-isolated", "There are own pawns on just one of the files beside it.")
def half_isolated(view: Surroundings) -> Verdict:
    """Return whether own pawns stand on just one of the files beside a pawn."""
    beside = view.files_beside & view.side.pawns
    file = view.square & 7
    adjacent = [other for other in (file - 1, file + 1) if 0 <= other < 8]
    occupied = [other for other in adjacent if beside & FILES[other]]
    if not occupied:
        return isolated(view).opposite()
    if len(occupied) == 2:
        return Verdict.of(
            False, view.own_do(beside, "stands", f"on both files beside the {view.file_name}-file"), beside
        )
    text = view.own_do(beside, "stands", f"on {files_text(beside)}")
    if len(adjacent) == 1:
        return Verdict.of(True, f"{text}, the only file beside the {view.file_name}-file", beside)
    return Verdict.of(True, f"{text}, but none on {files_text(FILES[sum(adjacent) - occupied[0]])}", beside)


@reasoned("pawns", "Pawn", "A pawn of the side.")
def _pawn(view: Surroundings) -> Verdict:
    return Verdict.of(True, f"a {view.own} pawn stands on {view.name}", view.bit)


@reasoned("rear_twins", "Rear twin", "The rear one of two pawns on a file: an own pawn is in its way.")
def rear_twin(view: Surroundings) -> Verdict:
    """Return whether an own pawn stands in front of a pawn on its file."""
    twins = view.own_in_front
    return if_any(twins, view.own_do(twins, "stands", f"in front of {view.name} on the {view.file_name}-file"))


@reasoned("front_twins", "Front twin", "The front one of two pawns on a file: an own pawn stands behind it.")
def _front_twin(view: Surroundings) -> Verdict:
    twins = view.own_behind
    return if_any(twins, view.own_do(twins, "stands", f"behind {view.name} on the {view.file_name}-file"))


@reasoned("unfree_pawns", "Opposed", "An enemy pawn is in its way on the file.")
def _unfree(view: Surroundings) -> Verdict:
    return no_enemy_in_front(view).opposite()


def no_enemy_in_front(view: Surroundings) -> Verdict:
    """Return whether no enemy pawn stands in front of a pawn on its file."""
    enemies = view.enemy_in_front
    return if_none(enemies, view.enemy_do(enemies, "stands", f"in front of {view.name} on the {view.file_name}-file"))


def _lever(view: Surroundings, direction: str) -> Verdict:
    target = _target(view, direction)
    if not target:
        return _nothing_attacked(view, direction)
    enemy = target & view.side.enemy.pawns
    if enemy:
        return Verdict.of(True, f"{view.name} and {view.named_enemy(enemy)} attack each other", enemy)
    return Verdict.of(False, f"no {view.enemy} pawn stands on {view.names(target)}")


def _target(view: Surroundings, direction: str) -> int:
    return view.east_target if direction == "east" else view.west_target


@reasoned("levers", "Lever", "It and an enemy pawn attack each other.")
def _any_lever(view: Surroundings) -> Verdict:
    return some(_lever(view, "east"), _lever(view, "west"))


@reasoned(
    "inner_levers", "Inner lever", "Its lever leads towards the center: taking would bring it nearer to the middle."
)
def _inner_lever(view: Surroundings) -> Verdict:
    if view.file_name in "de":
        return Verdict.of(False, f"no file is nearer to the center than the {view.file_name}-file")
    return _lever(view, "east" if view.file_name in "abc" else "west")


@reasoned(
    "outer_levers", "Outer lever", "Its lever leads away from the center: taking would bring it nearer to the edge."
)
def _outer_lever(view: Surroundings) -> Verdict:
    return _lever(view, "west" if view.file_name in "abcd" else "east")


@reasoned("center_levers", "Center lever", "A lever between the d- and the e-file.")
def _center_lever(view: Surroundings) -> Verdict:
    if view.file_name not in "de":
        return Verdict.of(False, f"{view.name} is not on the d- or e-file")
    return _lever(view, "east" if view.file_name == "d" else "west")


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
    side, behind = view.side, view.side.backward(view.bit)
    if view.bit & side.occupied:
        return 0
    if behind & side.occupied or view.rank != 4:
        return behind & side.pawns
    return side.backward(behind) & side.pawns


def _nothing_attacked(view: Surroundings, direction: str) -> Verdict:
    if not view.stop:
        return Verdict.of(False, f"{view.name} is on {view.rank_name} and attacks nothing")
    return Verdict.of(False, f"no file lies {direction} of the {view.file_name}-file")


def _capture(view: Surroundings, direction: str) -> Verdict:
    target = _target(view, direction)
    if not target:
        return _nothing_attacked(view, direction)
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


for _direction, _edge in (("east", "h"), ("west", "a")):
    _where = f"on the next file towards the {_edge}-file"
    reasoned(
        f"{_direction}_levers",
        f"{_direction.capitalize()} lever",
        f"It and an enemy pawn {_where} attack each other.",
    )(partial(_lever, direction=_direction))
    reasoned(
        f"{_direction}_capturers",
        f"{_direction.capitalize()} capturer",
        f"It attacks an enemy piece, but no king, or the en-passant square, {_where}.",
    )(partial(_capture, direction=_direction))


@reasoned(
    "capturers",
    "Capturer",
    "It attacks an enemy piece, but no king, or the en-passant square; whether taking is legal is not considered.",
)
def _capturer(view: Surroundings) -> Verdict:
    return some(_capture(view, "east"), _capture(view, "west"))


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


@reasoned("safe_squares", "Safe", "Own pawns guard it at least as often as enemy pawns attack it.", of_pawns=False)
def is_safe(view: Surroundings) -> Verdict:
    """Return whether own pawns guard the square of the surroundings at least as often as enemy pawns attack it."""
    guards, attackers = view.guards, view.attackers
    if not attackers:
        return Verdict.of(True, f"no {view.enemy} pawn attacks {view.name}")
    enough = guards.bit_count() >= attackers.bit_count()
    only = "only " if guards and not enough else ""
    text = f"{view.enemy_do(attackers, 'attacks', view.name)}, but {only}{view.own_do(guards, 'guards', view.name)}"
    return Verdict.of(enough, text, guards | attackers)
