"""Edits of a game: moves played, variations promoted, demoted and deleted, comments, glyphs and drawings.

An edit is a value that names its changes with the values before, so that it can be made and taken back any number of
times; the nodes of the game stay the same ones.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import chess
import chess.pgn

from pawnviz.core.games.comments import Drawings, with_drawings, with_text
from pawnviz.core.games.line import board_at

MOVE_GLYPHS: Final = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""The glyphs that judge a move, of which it has one, by their numbers."""
POSITION_GLYPHS: Final = {10: "=", 13: "∞", 14: "+/=", 15: "=/+", 16: "±", 17: "∓", 18: "+-", 19: "-+"}
"""The glyphs that judge the position after a move, of which it has one, by their numbers."""
OTHER_GLYPHS: Final = {
    **{7: "□", 8: "□", 11: "=", 12: "=", 22: "⨀", 23: "⨀", 26: "○", 27: "○", 32: "⟳", 33: "⟳", 36: "↑", 37: "↑"},
    **{40: "→", 41: "→", 44: "=/∞", 45: "=/∞", 132: "⇆", 133: "⇆", 138: "⊕", 139: "⊕", 140: "∆", 141: "∇"},
    **{142: "⌓", 143: "≤", 146: "N", 220: "D"},
}
"""Further glyphs by their numbers."""
GLYPHS: Final = MOVE_GLYPHS | POSITION_GLYPHS | OTHER_GLYPHS  # The glyphs of numbers that people know.

_ONE_OF: Final = (frozenset(range(1, 7)), frozenset(range(10, 22)))
"""Sets of numbers of which a move has one at most."""


class Change(NamedTuple):
    """An attribute of a node by its name, with its value before and after an edit."""

    node: chess.pgn.GameNode
    name: str
    before: Any
    after: Any


class GameEdit(NamedTuple):
    """An edit: its title, its changes, and the node that one is at afterwards."""

    text: str
    changes: tuple[Change, ...]
    node: chess.pgn.GameNode

    def make(self) -> None:
        """Make the edit, or make it again."""
        for change in self.changes:
            setattr(change.node, change.name, _copied(change.after))

    def take_back(self) -> None:
        """Take the edit back."""
        for change in reversed(self.changes):
            setattr(change.node, change.name, _copied(change.before))


def _copied(value: Any) -> Any:
    """Return a copy of a list or a set, since python-chess changes those of a node."""
    return value.copy() if isinstance(value, list | set) else value


def move_text(node: chess.pgn.GameNode) -> str:
    """Return the move that leads to a node with its number, such as ``22...c4``; empty for the beginning of a game."""
    if not isinstance(node, chess.pgn.ChildNode):
        return ""
    board = board_at(node.parent)
    return f"{board.fullmove_number}{'.' if board.turn else '...'}{board.san(node.move)}"


def find_child(node: chess.pgn.GameNode, move: chess.Move) -> chess.pgn.ChildNode | None:
    """Return the node that a move leads to, or None where the game does not have it."""
    return next((child for child in node.variations if child.move == move), None)


def played(node: chess.pgn.GameNode, move: chess.Move) -> GameEdit:
    """Return the edit that adds a legal move: the next one of the line, or a variation where another one follows."""
    before = list(node.variations)
    child = node.add_variation(move)
    after = list(node.variations)
    node.variations = before
    return GameEdit(f"play {move_text(child)}", (Change(node, "variations", before, after),), child)


def variation_start(node: chess.pgn.GameNode) -> chess.pgn.ChildNode | None:
    """Return the first move of the variation that a node is in, or None where it is in the main line."""
    while isinstance(node, chess.pgn.ChildNode):
        if node is not node.parent.variations[0]:
            return node
        node = node.parent
    return None


def promoted(node: chess.pgn.GameNode) -> GameEdit | None:
    """Return the edit that puts the variation of a node one place up; the uppermost becomes the line itself."""
    return _moved(node, variation_start(node), -1, "promote")


def demoted(node: chess.pgn.GameNode) -> GameEdit | None:
    """Return the edit that puts a move with what follows, or else the variation that it is in, one place down."""
    choices = (node, variation_start(node))
    for choice in choices:
        if isinstance(choice, chess.pgn.ChildNode) and choice is not choice.parent.variations[-1]:
            return _moved(node, choice, 1, "demote")
    return None


def _moved(node: chess.pgn.GameNode, choice: chess.pgn.ChildNode | None, step: int, word: str) -> GameEdit | None:
    if choice is None:
        return None
    choices = list(choice.parent.variations)
    place = choices.index(choice)
    choices.insert(place + step, choices.pop(place))
    return GameEdit(f"{word} {move_text(choice)}", _with_choices(choice.parent, choices), node)


def made_main(node: chess.pgn.GameNode) -> GameEdit | None:
    """Return the edit that makes the line to a node the main line of the game; None where it is that already."""
    changes: list[Change] = []
    text = ""
    start = variation_start(node)
    while start is not None:
        text = move_text(start)
        choices = [start, *(choice for choice in start.parent.variations if choice is not start)]
        changes += _with_choices(start.parent, choices)
        start = variation_start(start.parent)
    return GameEdit(f"make {text} the main line", tuple(changes), node) if changes else None


def deleted_variation(node: chess.pgn.GameNode) -> GameEdit | None:
    """Return the edit that deletes the variation that a node is in; None in the main line."""
    start = variation_start(node)
    if start is None:
        return None
    choices = [choice for choice in start.parent.variations if choice is not start]
    parent = start.parent
    return GameEdit(f"delete the variation {move_text(start)}", _with_choices(parent, choices), parent)


def deleted_rest(node: chess.pgn.GameNode) -> GameEdit | None:
    """Return the edit that deletes all moves after a node; None where there are none."""
    if not node.variations:
        return None
    text = move_text(node)
    text = f"delete the moves after {text}" if text else "delete all moves"
    return GameEdit(text, _with_choices(node, []), node)


def _with_choices(parent: chess.pgn.GameNode, choices: list[chess.pgn.ChildNode]) -> tuple[Change, ...]:
    """Return the changes that give a node other choices; a comment before its new main move goes behind the last."""
    changes = [Change(parent, "variations", list(parent.variations), choices)]
    if choices and choices[0].starting_comment:
        first = choices[0]
        comment = f"{parent.comment} {first.starting_comment}".strip()
        changes.append(Change(parent, "comment", parent.comment, comment))
        changes.append(Change(first, "starting_comment", first.starting_comment, ""))
    return tuple(changes)


def comment_place(node: chess.pgn.GameNode, *, before: bool) -> tuple[chess.pgn.GameNode, str]:
    """Return the node and the attribute of a comment; before a move it is mostly the one after the last move."""
    if before and isinstance(node, chess.pgn.ChildNode):
        is_start = node is not node.parent.variations[0]
        return (node, "starting_comment") if is_start else (node.parent, "comment")
    return node, "comment"


def commented(node: chess.pgn.GameNode, text: str, *, before: bool = False) -> GameEdit | None:
    """Return the edit that gives a move another comment before or after it; None where it stays the same."""
    holder, name = comment_place(node, before=before)
    comment = getattr(holder, name)
    changed = with_text(comment, text)
    if changed == " ".join(comment.split()):
        return None
    where = move_text(holder)
    where = f"{'before' if name == 'starting_comment' else 'after'} {where}" if where else "before the first move"
    word = "comment" if text.strip() else "delete the comment"
    return GameEdit(f"{word} {where}", (Change(holder, name, comment, changed),), node)


def with_glyph(node: chess.pgn.GameNode, number: int) -> GameEdit | None:
    """Return the edit that gives a move a glyph in place of others of its kind, or takes it; None at the beginning."""
    if not isinstance(node, chess.pgn.ChildNode):
        return None
    others = next((numbers for numbers in _ONE_OF if number in numbers), frozenset({number}))
    after = node.nags - others if number in node.nags else (node.nags - others) | {number}
    sign = GLYPHS.get(number, f"${number}")
    return GameEdit(f"mark {move_text(node)} with {sign}", (Change(node, "nags", set(node.nags), after),), node)


def without_glyphs(node: chess.pgn.GameNode) -> GameEdit | None:
    """Return the edit that takes all glyphs from a move; None where it has none."""
    if not node.nags:
        return None
    return GameEdit(f"remove the glyphs of {move_text(node)}", (Change(node, "nags", set(node.nags), set()),), node)


def drawn(node: chess.pgn.GameNode, drawings: Drawings) -> GameEdit | None:
    """Return the edit that gives the position of a node other arrows and circles; None where they stay the same."""
    comment = node.comment
    changed = with_drawings(comment, drawings)
    if changed == comment:
        return None
    where = move_text(node)
    text = f"draw after {where}" if where else "draw before the first move"
    return GameEdit(text, (Change(node, "comment", comment, changed),), node)
