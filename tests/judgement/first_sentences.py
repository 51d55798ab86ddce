"""How often the first sentence about a position is one of those that a trainer says first, and is so.

``first_sentences.tsv`` has positions of games between masters: the FEN, the keys of the trainer's own statement, those
of others that are acceptable, and the statement or a reason in words, all written before the program's was seen. The
first 120 positions, at moves 12 to 25, were judged with the names of structures; the 200 others were judged without,
and have acceptable statements alone. Files are open or half-open, and a weak pawn is isolated, backward or held fast.
Each third position is held back from tuning.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final, NamedTuple

import chess

from pawnviz.core.board.position import Position
from pawnviz.core.explain.first_sentence import first_sentence, statements
from tests.data import rows_beside
from tests.judgement import Figure, is_held_back
from tests.judgement.structures import sampled_positions

GOAL: Final = 85


class JudgedPosition(NamedTuple):
    """A position by its FEN, the keys of the trainer's statement, those of all acceptable ones, and the reason."""

    fen: str
    own: frozenset[str]
    keys: frozenset[str]
    reason: str


def judged_positions() -> list[JudgedPosition]:
    """Return the positions in the order of the file."""
    found = []
    for fen, own, others, reason in rows_beside(__file__, "first_sentences.tsv"):
        own_keys, other_keys = (frozenset(filter(None, keys.split("; "))) for keys in (own, others))
        found.append(JudgedPosition(fen, own_keys, own_keys | other_keys, reason))
    return found


def is_agreed(judged: JudgedPosition) -> bool:
    """Return whether the program's first sentence says one of the acceptable statements."""
    return not judged.keys.isdisjoint(said_first(judged))


def said_first(judged: JudgedPosition) -> frozenset[str]:
    """Return the keys of the first sentence, and of the majorities, doubled pawns and files in a structure's words."""
    first = first_sentence(Position.from_fen(judged.fen))
    if first is None:
        return frozenset()
    name, _, plan = first.text.partition(": ")
    owners = re.findall("White|Black", name)[-1:] or ["White", "Black"]
    keys = [f"doubled {file} {color}" for color, file in re.findall(r"(White|Black)'s doubled (\w)-pawns", name)]
    keys += [f"file {file} {color}" for file in re.findall(r"^a rook .*?\b([a-h])-file", plan) for color in owners]
    keys += [f"passer {square}" for square in re.findall(r"passed pawn on (\w\d)", name)]
    for color, wing in re.findall(r"(White|Black)'s (?:on the )?(queenside|kingside)", name):
        keys.append(f"majority {wing} {color}")
        if "each wing" in name:
            keys.append(f"majority kingside {'Black' if color == 'White' else 'White'}")
    return frozenset((*first.keys, *keys))


def chance(judged: JudgedPosition) -> float:
    """Return the share of all that the program could say of a position that is acceptable."""
    found = statements(Position.from_fen(judged.fen))
    return sum(not judged.keys.isdisjoint(each.keys) for each in found) / len(found) if found else 0


def figures() -> list[Figure]:
    """Return the shares of agreement in both parts, and that of a statement by chance.

    Of positions judged without names, those with a named structure have a share without a goal: files are no more
    spoken of there.
    """
    positions = judged_positions()
    found = []
    for part in ("tuned", "held back"):
        chosen = [each for number, each in enumerate(positions) if is_held_back(number) == (part == "held back")]
        trained = [each for each in chosen if each.own]
        same = 100 * sum(not each.own.isdisjoint(said_first(each)) for each in trained) / len(trained)
        good = 100 * sum(map(is_agreed, trained)) / len(trained)
        found += [
            Figure(f"the trainer's sentence in {len(trained)} positions", same, "%", part, "at least 70", same >= 70),
            Figure("... or an acceptable one", good, "%", part, "at least 95", good >= 95),
        ]
        named = [each for each in chosen if not each.own and _is_named(each)]
        others = [each for each in chosen if not each.own and each not in named]
        share, beside = (100 * sum(map(is_agreed, each)) / len(each) for each in (others, named))
        name = f"first sentences of {len(others)} positions"
        found.append(Figure(name, share, "%", part, f"at least {GOAL}", share >= GOAL))
        found.append(Figure("any statement by chance", 100 * sum(map(chance, others)) / len(others), "%", part))
        found.append(Figure(f"beside the name of a structure, {len(named)} positions", beside, "%", part))
    return found


def truth() -> list[Figure]:
    """Return how often the center is called locked though a capture by a pawn opens it, in games between masters."""
    counts = {part: Counter[str]() for part in ("tuned", "held back")}
    for number, board in sampled_positions():
        count = counts["held back" if is_held_back(number) else "tuned"]
        if any("The center is locked" in each.text for each in statements(Position.from_fen(board.fen()))):
            count["locked"] += 1
            count["open"] += any(_opens_center(board, color) for color in (chess.WHITE, chess.BLACK))
    return [
        Figure(
            f"of {count['locked']} locked centers that a capture opens", count["open"], "", part, "0", not count["open"]
        )
        for part, count in counts.items()
    ]


def _is_named(judged: JudgedPosition) -> bool:
    first = first_sentence(Position.from_fen(judged.fen))
    return first is not None and first.keys[0].startswith("structure ")


def _opens_center(board: chess.Board, color: bool) -> bool:
    """Return whether a pawn of a color can take a pawn, and one of the two is blocked by a pawn on the d- or e-file."""
    pawns = board.pawns & (chess.BB_FILE_D | chess.BB_FILE_E)
    white, black = pawns & board.occupied_co[chess.WHITE], pawns & board.occupied_co[chess.BLACK]
    rams = white & black >> 8 | black & white << 8
    for pawn in chess.SquareSet(board.pawns & board.occupied_co[color]):
        taken = chess.BB_PAWN_ATTACKS[color][pawn] & board.pawns & board.occupied_co[not color]
        if taken & rams or (taken and rams >> pawn & 1):
            return True
    return False
