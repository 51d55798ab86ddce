"""Changes of pawns as clauses, the weightiest first, and as one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import FILES, SQUARE_NAMES, complement, mask_of, squares
from pawnviz.core.board.side import Side, color_name
from pawnviz.core.labels.order import labels_with
from pawnviz.core.labels.table import LABELS, Subject, Tone
from pawnviz.core.pawn_moves.breaks import CHANGE_LABELS, LabelChange, PawnChanges, SideChanges
from pawnviz.core.pawn_moves.price import file_text, has_minor_pieces, outpost_text
from pawnviz.core.words import capitalized, count_text, listed, plural, with_article

MOST_CLAUSES: Final = 4  # The most clauses of a sentence; the others are only listed.
MOST_NAMES: Final = 4  # The most squares that a clause names; further ones are counted.

_FEW: Final = 2  # The most squares that are worth a word where they lose their guard in an exchange.
SLIGHT: Final = 15  # The weight of a clause that is not worth a place in a short text.

GAIN: Final = 1
COST: Final = -1

_WEAK: Final = "weak_unopposed_pawns"
_PASSERS: Final = labels_with(
    lambda label: label.change and Subject.PASSER in (label.subject, LABELS.get(label.kind_of, label).subject)
)
_WEAKNESSES: Final = labels_with(lambda label: label.subject is Subject.WEAKNESS)


class Clause(NamedTuple):
    """A part of a sentence about a move.

    A statement is a sentence of its own, any other clause has the move as its subject. ``weight`` says how much it
    matters, from 1 to 100, and ``value`` whether it is a ``GAIN`` or a ``COST`` for the side that moves, or 0.
    ``is_structure`` says that it names structures.
    """

    text: str
    weight: int
    value: int = 0
    is_statement: bool = False
    is_structure: bool = False


def clauses(changes: PawnChanges, white: bool | None, fleeting: int = 0) -> tuple[Clause, ...]:
    """Return changes as clauses, the weightiest first, by White's or Black's move; None for an exchange of both.

    Of pawns on the ``fleeting`` squares, which may be taken next, no labels are named. Outposts are named only if there
    is a knight or a bishop for them, holes only if one can come there in two moves, and a square that is both as an
    outpost. Of the squares that lose the guard of a side that does not move those on its third to fifth rank are named.
    In an exchange many of them are ``SLIGHT``: each pawn that goes takes its files along.
    """
    parties: tuple[tuple[bool, bool, int], ...] = ((True, False, 0), (False, False, 0))
    if white is not None:
        parties = ((white, True, GAIN), (not white, False, COST))
    sides: list[Clause] = []
    for color, is_mover, factor in parties:
        side = changes.after.sides()[0 if color else 1]
        given = changes.of(not color).outposts_gained if has_minor_pieces(side.enemy) else 0
        sides += _side_clauses(changes.of(color), side, is_mover, factor, fleeting, given)
    parts = [*sides, *_file_clauses(changes), *_structure_clauses(changes)]
    return tuple(sorted(parts, key=lambda clause: -clause.weight))


def predicate(parts: Sequence[Clause], most: int = MOST_CLAUSES) -> str:
    """Return clauses as the rest of a sentence whose subject is a move: ``gives up d5 for good and isolates d4``.

    It begins with a colon where all of them are statements. Of more than ``most`` clauses the last ones are left out.
    """
    chosen = parts[:most]
    verbs = [clause.text for clause in chosen if not clause.is_statement]
    statements = "; ".join(clause.text for clause in chosen if clause.is_statement)
    if not verbs:
        return f": {statements}" if statements else " weakens no square and changes no pawn for good"
    verb = verbs[0].partition(" ")[0]
    if len(verbs) == 2 and verbs[1].startswith((f"{verb} White", f"{verb} Black", "half-opens")):
        # One verb is enough: ``isolates White's d4 and Black's d5``.
        verbs[1] = verbs[1].removeprefix(f"{verb} ")
    return f" {listed(verbs)}{f'; {statements}' if statements else ''}"


def sentence(subject: str, parts: Sequence[Clause], most: int = MOST_CLAUSES) -> str:
    """Return one sentence on a move, such as ``c4-c5 gives up d5 for good and makes d4 backward.``."""
    return f"{subject}{predicate(parts, most)}."


def said_alone(parts: Sequence[Clause], most: int = MOST_CLAUSES) -> str:
    """Return the sentence without its subject, which stands before it as a title."""
    text = predicate(parts, most).lstrip(": ")
    # The name of a square keeps its small letter.
    return f"{text if text[:2] in SQUARE_NAMES else capitalized(text)}."


def _side_clauses(
    side: SideChanges, after: Side[int], is_mover: bool, factor: int, fleeting: int, given_away: int
) -> Iterator[Clause]:
    """Yield the changes of a side, named unless it moves; ``after`` is the side afterwards.

    ``factor`` is ``GAIN`` where good for the side is good for the mover, ``COST`` where it is bad, else 0.
    ``given_away`` are outposts of the other side that its own clause names.
    """
    name = color_name(side.white).capitalize()
    # A square on which an own pawn stands is neither a hole nor given up.
    empty = complement(side.pawns)
    lost, taken = side.squares_lost & empty, side.outposts_lost & complement(side.squares_lost)
    holes = mask_of(square for square in squares(side.holes & empty) if outpost_text(after.enemy, square))
    given = side.outposts_gained
    if not has_minor_pieces(after):
        given = taken = 0
    unguarded = side.squares_lost & side.pawns & complement(_weakened(side))
    if is_mover:
        lost &= complement(holes | given_away)
        holes &= complement(given_away)
        if holes:
            yield Clause(f"leaves {plural(holes.bit_count(), 'a hole', 'holes')} on {_squares(holes)}", 66, -factor)
    else:
        lost &= after.ranks(3, 5)
    if lost:
        given_up = f"gives up {_squares(lost)} for good"
        unguardable = f"no {name.lower()} pawn can guard {_squares(lost)} again"
        is_slight = not factor and lost.bit_count() > _FEW
        weight = SLIGHT if is_slight else 50 + _central(lost)
        yield Clause(given_up if is_mover else unguardable, weight, -factor, is_statement=not is_mover)
    if given:
        verb = "gains" if is_mover else f"gives {name}"
        outposts = plural(given.bit_count(), "an outpost", "outposts")
        user = outpost_text(after, given.bit_length() - 1) if given & given - 1 == 0 else ""
        whom = f" for {user}" if user else ""
        yield Clause(f"{verb} {outposts} on {_squares(given)}{whom}", 48 if is_mover else 67, factor)
    if taken:
        verb = "gives up" if is_mover else f"takes from {name}"
        outposts = plural(taken.bit_count(), "the outpost", "the outposts")
        yield Clause(f"{verb} {outposts} on {_squares(taken)}", 47 if is_mover else 57, -factor)
    whose = "" if is_mover else f"{name}'s "
    if unguarded:
        yield Clause(f"now only pieces can guard {whose}{_pawns(unguarded)}", 33, -factor, is_statement=True)
    lasting = tuple(label for label in side.labels if not fleeting >> label.square & 1)
    yield from _label_clauses(lasting, whose, factor)
    if side.half_open_files:
        user = _users(after, side.half_open_files)
        whom = f"{name}'s {user}" if user else name
        yield Clause(f"half-opens {_files(side.half_open_files)} for {whom}", 45, factor)
    if side.islands_before != side.islands_after:
        count = count_text(side.islands_after, "pawn island")
        value = -factor if side.islands_after > side.islands_before else factor
        yield Clause(f"leaves {name} with {count} instead of {side.islands_before}", 36, value)


def _weakened(side: SideChanges) -> int:
    """Return the pawns that become isolated or backward, for which these labels are enough."""
    return mask_of(square for layer, square, gained in side.labels if gained and layer in _WEAKNESSES)


def _label_clauses(labels: Sequence[LabelChange], whose: str, factor: int) -> Iterator[Clause]:
    changed: dict[tuple[str, bool], int] = {}
    for layer, square, gained in labels:
        changed[layer, gained] = changed.get((layer, gained), 0) | 1 << square
    for kind in CHANGE_LABELS:
        general = LABELS[kind].kind_of
        # A gain is named as that of the kind, a loss as that of all that the pawn was.
        if (general, True) in changed:
            changed[general, True] &= complement(changed.get((kind, True), 0))
        if (kind, False) in changed:
            changed[kind, False] &= complement(changed.get((general, False), 0))
    yield from _weak_passers(changed, whose, factor)
    weak = changed.get((_WEAK, True), 0)
    for layer in _WEAKNESSES:
        new = changed.get((layer, True), 0) & weak
        if new:
            changed[layer, True] ^= new
            changed[_WEAK, True] &= complement(new)
            why = f"{LABELS[layer].adjective}, {LABELS[_WEAK].adjective}"
            yield Clause(f"weakens {whose}{_pawns(new)} ({why})", 74, -factor)
        # A pawn that is no longer backward needs no word on its file.
        if (_WEAK, False) in changed:
            changed[_WEAK, False] &= complement(changed.get((layer, False), 0))
    for (layer, gained), pawns in changed.items():
        if not pawns:
            continue
        label, names, count = LABELS[layer], f"{whose}{_pawns(pawns)}", pawns.bit_count()
        value = factor * (GAIN if label.tone is Tone.GOOD else COST)
        if gained:
            yield Clause(label.gained_by(names, count), label.gained_weight, value)
        elif label.change:
            text = f"{names} {plural(count, 'is', 'are')} no longer {label.state(count)}"
            yield Clause(text, label.change.lost, -value, is_statement=True)


def _weak_passers(changed: dict[tuple[str, bool], int], whose: str, factor: int) -> Iterator[Clause]:
    """Yield the new passed pawns that get a weakness too, and take from the changes all further words on new ones.

    Of a kind of passed pawns, such as an outside one, no weakness is said.
    """
    weak = {layer: changed.get((layer, True), 0) for layer in _WEAKNESSES}
    for passer in _PASSERS:
        passed = changed.get((passer, True), 0)
        for key in (*((layer, True) for layer in weak), (_WEAK, False)):
            changed[key] = changed.get(key, 0) & complement(passed)
        for layer, pawns in weak.items():
            pawns &= passed
            if pawns and not LABELS[passer].kind_of:
                changed[passer, True] &= complement(pawns)
                kind = f"{LABELS[layer].adjective} {LABELS[passer].adjective} pawn"
                text = plural(pawns.bit_count(), with_article(kind), f"{kind}s")
                yield Clause(f"makes {whose}{_pawns(pawns)} {text}", LABELS[passer].gained_weight, factor * GAIN)


def _file_clauses(changes: PawnChanges) -> Iterator[Clause]:
    if changes.opened_files:
        users = [(side, _users(side, changes.opened_files)) for side in changes.after.sides()]
        texts = [f"{color_name(side.color).capitalize()}'s {user}" for side, user in users if user]
        whom = f" for {texts[0]}" if len(texts) == 1 else " for both sides" if texts else ""
        yield Clause(f"opens {_files(changes.opened_files)}{whom}", 62)
    if changes.closed_files:
        yield Clause(f"closes {_files(changes.closed_files)}", 20)


def _users(side: Side[int], files: int) -> str:
    """Return the side's rooks and queens that have a file, or can come to it, without an article; empty for several.

    ``files`` is a mask of whole files.
    """
    masks = [number for number, file in enumerate(FILES) if files & file]
    return file_text(side, masks[0]).removeprefix("the ") if len(masks) == 1 else ""


def _structure_clauses(changes: PawnChanges) -> Iterator[Clause]:
    new = [name for name in changes.structures_after if name not in changes.structures_before]
    gone = [name for name in changes.structures_before if name not in changes.structures_after]
    if new:
        yield Clause(f"leads to the {plural(len(new), 'structure')} {listed(new)}", 64, is_structure=True)
    elif gone:
        yield Clause(f"ends the {plural(len(gone), 'structure')} {listed(gone)}", 34, is_structure=True)


def _squares(mask: int, several: str = "squares") -> str:
    """Return the names of squares, those nearest to the center first; of more than ``MOST_NAMES`` some are counted."""
    ordered = sorted(squares(mask), key=lambda square: (_distance(square), square))
    names = [SQUARE_NAMES[square] for square in ordered]
    if len(names) > MOST_NAMES:
        names = [*names[: MOST_NAMES - 1], f"{len(names) - MOST_NAMES + 1} more {several}"]
    return listed(names)


def _pawns(mask: int) -> str:
    return _squares(mask, "pawns")


def _files(mask: int) -> str:
    letters = [f"{letter}-" for letter, file in zip("abcdefgh", FILES, strict=True) if mask & file]
    return f"the {listed(letters)}{'file' if len(letters) == 1 else 'files'}"


def _distance(square: int) -> int:
    """Return how far a square is from the four in the middle of the board, 0 to 6."""
    return max(0, abs(2 * (square % 8) - 7) // 2) + max(0, abs(2 * (square // 8) - 7) // 2)


def _central(mask: int) -> int:
    """Return how much more squares matter the nearer the best of them is to the center, 0 to 6."""
    return 6 - min(map(_distance, squares(mask)))
