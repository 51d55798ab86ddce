"""The lives of pawns again, slow and by another way: boards compared square by square, labels from the references.

Nothing is known of a move but the boards before and after it and who made it. A pawn that is gone while another one of
its color has come has moved there; one of the mover's that is gone alone is promoted, one of the other color captured.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

import chess
import chess.pgn

from pawnviz.core.games.lives import CAPTURED, LIFE_LABELS, PROMOTED, SURVIVED, pawn_lives
from pawnviz.core.games.tree import main_line
from tests.reference import LAYER_REFERENCES, Square
from tests.strategies import Board


@dataclass
class FollowedPawn:
    """A pawn that is followed: its color, its square after each ply, and what it was there."""

    white: bool
    squares: list[int]
    fate: str = SURVIVED
    labels: list[set[str]] = field(default_factory=list)


def placements(game: chess.pgn.Game) -> Iterator[tuple[str, bool]]:
    """Yield the placement of each position of a game, and whether White is to move there."""
    board = game.board()
    yield board.board_fen(), board.turn
    for move in game.mainline_moves():
        board.push(move)
        yield board.board_fen(), board.turn


def followed(game: chess.pgn.Game) -> list[FollowedPawn]:
    """Return the pawns of a game with their squares and labels."""
    boards = list(placements(game))
    counts = [sum(letter.isalpha() for letter in placement) for placement, _ in boards]
    pieces = Board.of(boards[0][0]).pieces
    pawns = [FollowedPawn(piece == "P", [square]) for square, piece in enumerate(pieces) if piece in ("P", "p")]
    _label(pawns, boards[0][0])
    for ply, ((before, white_moved), (after, _)) in enumerate(itertools.pairwise(boards), 1):
        for white, letter in ((True, "P"), (False, "p")):
            mine = [pawn for pawn in pawns if pawn.white is white and pawn.fate == SURVIVED]
            _follow(mine, before, after, letter, is_mover=white is white_moved)
        if ply + 1 < len(boards) and counts[ply - 1] > counts[ply] > counts[ply + 1]:
            _keep_labels(pawns)
        else:
            _label(pawns, after)
    for pawn in pawns:
        for layer in ("target_pawns", "blockaded_passers"):
            _smooth(pawn.labels, layer)
    return pawns


def _smooth(labels: list[set[str]], layer: str) -> None:
    """Fill gaps of up to three plies in the times of a label, then take times of up to three away but the last."""
    text = "".join("+" if layer in held else "-" for held in labels)
    text = re.sub(r"(?<=\+)-{1,3}(?=\+)", lambda gap: "+" * len(gap[0]), text)
    text = re.sub(r"(?<!\+)\+{1,3}(?=-)", lambda time: "-" * len(time[0]), text)
    for held, mark in zip(labels, text, strict=True):
        held.discard(layer)
        held.update({layer} if mark == "+" else ())


def _keep_labels(pawns: list[FollowedPawn]) -> None:
    """Give each pawn on the board its words of before: captures come before and after the position."""
    for pawn in pawns:
        if pawn.fate == SURVIVED:
            pawn.labels.append(set(pawn.labels[-1]))


def _follow(pawns: list[FollowedPawn], before: str, after: str, letter: str, *, is_mover: bool) -> None:
    """Add to each living pawn of a color its square in the next position, or end it."""
    now = {square for square, piece in enumerate(Board.of(after).pieces) if piece == letter}
    here = {pawn.squares[-1] for pawn in pawns}
    assert here == {square for square, piece in enumerate(Board.of(before).pieces) if piece == letter}
    gone, come = here - now, now - here
    assert len(gone) <= 1 and len(come) <= len(gone)
    for pawn in pawns:
        square = pawn.squares[-1]
        if square not in gone:
            pawn.squares.append(square)
        elif come:
            assert is_mover
            pawn.squares.append(come.pop())
        else:
            pawn.fate = PROMOTED if is_mover else CAPTURED


def _label(pawns: list[FollowedPawn], placement: str) -> None:
    """Add the labels that the references give to the pawns that are on the board."""
    for white, held in zip((True, False), _held(placement), strict=True):
        for pawn in pawns:
            if pawn.white is white and pawn.fate == SURVIVED:
                here = (pawn.squares[-1] & 7, pawn.squares[-1] >> 3)
                pawn.labels.append({layer for layer, squares in held.items() if here in squares})


@lru_cache(maxsize=4096)
def _held(placement: str) -> tuple[dict[str, set[Square]], ...]:
    """Return the squares of each label of White's pawns and of Black's, by the references."""
    found = []
    for view in Board.of(placement).views():
        held = {layer: set(LAYER_REFERENCES[layer](view)) for layer in LIFE_LABELS}
        found.append(held)
    return tuple(found)


def differences(game: chess.pgn.Game) -> list[str]:
    """Return what the lives of a game have otherwise than the pawns that are followed, nothing where they agree."""
    lives = {(life.white, life.home): life for life in pawn_lives(main_line(game))}
    pawns = followed(game)
    if lives.keys() != {(pawn.white, pawn.squares[0]) for pawn in pawns}:
        return ["there are lives of other pawns"]
    found = []
    for pawn in pawns:
        life = lives[pawn.white, pawn.squares[0]]
        name = life.name_at(0)
        if (life.fate, life.end) != (pawn.fate, len(pawn.squares)):
            found.append(f"{name} is {life.fate} after {life.end} positions, not {pawn.fate} after {len(pawn.squares)}")
            continue
        for ply, (square, labels) in enumerate(zip(pawn.squares, pawn.labels, strict=True)):
            if life.square_at(ply) != square:
                found.append(f"{name} stands on {life.square_at(ply)} at ply {ply}, not on {square}")
            if (carried := {spell.layer for spell in life.spells_at(ply)}) != labels:
                found.append(f"{name} is {sorted(carried)} at ply {ply}, not {sorted(labels)}")
        if life.square_at(life.end) is not None:
            found.append(f"{name} stands somewhere after its end")
    return found
