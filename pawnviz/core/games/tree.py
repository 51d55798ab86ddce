"""The tree of a game: lines of moves with their boards and positions, and edits."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

import chess
import chess.pgn

from pawnviz.core.board.bitboard import mask_of
from pawnviz.core.board.fen import HIGHEST_CLOCK
from pawnviz.core.board.position import Position, position_of_board
from pawnviz.core.games.annotations import (
    GLYPHS,
    MOVE_GLYPHS,
    POSITION_GLYPHS,
    Annotation,
    Drawings,
    comment_text,
    drawings_of,
    glyph_text,
    with_drawings,
    with_text,
)
from pawnviz.core.words import listed, quoted

_STANDARD: Final = ("standard", "chess", "orthodox", "normal", "from position", "")
_CHESS960: Final = ("chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random")


class UnreadableError(ValueError):
    """A game whose moves cannot be read: another kind of chess, or a wrong first position."""

    def __init__(self, tag: str, text: str) -> None:
        super().__init__(f"{text}; the moves are left out")
        self.tag = tag  # The name of the tag that says so.


def first_board(headers: chess.pgn.Headers) -> chess.Board:
    """Return the position that a game begins with; raises ``UnreadableError``.

    A tag FEN counts unless the tag SetUp is 0. Castling of Chess960 is allowed only if the tag Variant names it.
    """
    variant = headers.get("Variant", "").strip().lower()
    if variant not in (*_STANDARD, *_CHESS960):
        raise UnreadableError("Variant", f"the game is {quoted(headers['Variant'])}, not chess")
    fen = headers.get("FEN", "") if headers.get("SetUp") != "0" else ""
    if not fen:
        if variant in _CHESS960:
            raise UnreadableError("Variant", "a game of Chess960 needs a tag FEN with its first position")
        return chess.Board()
    try:
        Position.from_fen(fen)
        return chess.Board(fen, chess960=variant in _CHESS960)
    except ValueError as error:
        raise UnreadableError("FEN", f"the tag FEN is wrong: {error}") from None


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move of a line: its text with its number, such as ``22...c4``, and the squares that it changed, from 0 to 63.

    ``captured`` is the square of the captured piece, which en passant is not the target, or None. ``promotion`` is the
    letter of the new piece in upper case, or empty. A null move goes from a square to the same one.
    """

    san: str
    number: int
    white: bool
    source: int
    target: int
    captured: int | None = None
    promotion: str = ""

    @property
    def text(self) -> str:
        """The move with its number."""
        return f"{self.number}{'.' if self.white else '...'}{self.san}"


@dataclass(frozen=True)
class MoveLine:
    """A line of moves: ``positions`` has one more element than ``moves``, the first one being before all moves."""

    moves: tuple[PlayedMove, ...]
    positions: tuple[Position, ...]


def main_line(game: chess.pgn.Game) -> MoveLine:
    """Return the moves of a game without its variations; raises ``UnreadableError`` as ``line_to`` does."""
    return line_to(game.end())


def line_to(node: chess.pgn.GameNode) -> MoveLine:
    """Return the moves from the beginning of a game to a node, in linear time; raises as ``board_at`` does."""
    board = first_board(node.game().headers)
    moves = []
    positions = [position_of(board)]
    for child in nodes_to(node):
        moves.append(_played(board, child.move))
        _limit(board)
        positions.append(position_of(board))
    return MoveLine(tuple(moves), tuple(positions))


def node_at(game: chess.pgn.Game, way: Iterable[int]) -> chess.pgn.GameNode:
    """Return the node at the end of a way, the number of each choice, as far as a game has it."""
    node: chess.pgn.GameNode = game
    for number in way:
        if number >= len(node.variations):
            break
        node = node.variations[number]
    return node


def nodes_to(node: chess.pgn.GameNode) -> list[chess.pgn.ChildNode]:
    """Return the nodes from the first move of a game to a node."""
    nodes: list[chess.pgn.ChildNode] = []
    while isinstance(node, chess.pgn.ChildNode):
        nodes.append(node)
        node = node.parent
    return nodes[::-1]


class TextMove(NamedTuple):
    """A move in the text of a game: its node, the boards before and after it, and the depth of its variation."""

    node: chess.pgn.ChildNode
    before: chess.Board
    after: chess.Board
    depth: int
    is_numbered: bool


def moves_in_text(
    game: chess.pgn.Game, interrupts: Callable[[str], object] = bool
) -> Generator[TextMove | None, None, None]:
    """Yield the moves in the order of the text, and None after each variation; raises ``UnreadableError``."""
    board = first_board(game.headers)
    if game.variations:
        yield from _moves_from(game.variations[0], board, interrupts)


def _moves_from(
    start: chess.pgn.ChildNode, board: chess.Board, interrupts: Callable[[str], object], *, is_alone: bool = False
) -> Generator[TextMove | None, None, None]:
    """Yield a move on a board, the other choices in its place unless it is alone, and the moves after it."""
    waiting: list[tuple[chess.pgn.ChildNode, chess.Board, int, bool] | None] = [(start, board, 0, True)]
    while waiting:
        part = waiting.pop()
        if part is None:
            yield None
            continue
        node, before, depth, is_numbered = part
        after = before.copy(stack=False)
        after.push(node.move)
        yield TextMove(node, before, after, depth, before.turn or is_numbered)
        has_others = node is node.parent.variations[0] and not (is_alone and node is start)
        others = node.parent.variations[1:] if has_others else []
        if node.variations:
            waiting.append((node.variations[0], after, depth, bool(others or interrupts(node.comment))))
        for other in reversed(others):
            waiting += (None, (other, before, depth + 1, True))


def annotations_to(node: chess.pgn.GameNode | None) -> tuple[Annotation, ...]:
    """Return the annotations from the beginning of a game to a node, one for each position; none for None.

    Raises ``UnreadableError``.
    """
    if node is None:
        return ()
    game = node.game()
    board = first_board(game.headers)
    annotations = [Annotation(comment=comment_text(game.comment), drawings=drawings_of(game.comment))]
    for child in nodes_to(node):
        if child.starting_comment:
            comment = f"{annotations[-1].comment} {comment_text(child.starting_comment)}".strip()
            annotations[-1] = annotations[-1]._replace(comment=comment)
        others = [other for other in child.parent.variations if other is not child]
        text = partial(_others_text, others, board.copy(stack=False)) if others else str
        glyphs, comment = glyph_text(child.nags), comment_text(child.comment)
        annotations.append(Annotation(glyphs, comment, text, drawings_of(child.comment)))
        board.push(child.move)
    return tuple(annotations)


def _others_text(others: list[chess.pgn.ChildNode], board: chess.Board) -> str:
    return " ".join(f"({_text_from(other, board)})" for other in others)


def _text_from(start: chess.pgn.ChildNode, board: chess.Board) -> str:
    """Return a variation as text, with its comments, and further ones in parentheses."""
    text = comment_text(start.starting_comment)
    for part in _moves_from(start, board, comment_text, is_alone=True):
        if part is None:
            text += ")"
            continue
        node, before = part.node, part.before
        is_first = node is not start and node is not node.parent.variations[0]
        number = f"{before.fullmove_number}{'.' if before.turn else '...'}" if part.is_numbered else ""
        move = f"{number}{before.san(node.move)}{glyph_text(node.nags)}"
        words = (comment_text(node.starting_comment) if is_first else "", move, comment_text(node.comment))
        text += f" {'(' * is_first}{' '.join(filter(None, words))}"
    return text.strip()


def way_to(node: chess.pgn.GameNode) -> tuple[int, ...]:
    """Return the number of each choice that leads to a node."""
    return tuple(
        next(number for number, other in enumerate(child.parent.variations) if other is child)
        for child in nodes_to(node)
    )


def board_at(node: chess.pgn.GameNode) -> chess.Board:
    """Return the board at a node, without its stack; raises ``UnreadableError`` without a first position."""
    board = first_board(node.game().headers)
    for child in nodes_to(node):
        board.push(child.move)
        _limit(board)
    return board


def _limit(board: chess.Board) -> None:
    """Stop the clocks of a board after a move at the highest ones of a position, and forget the moves before."""
    # The stack of moves is not needed, and is long in a long game.
    board.clear_stack()
    board.halfmove_clock = min(HIGHEST_CLOCK, board.halfmove_clock)
    board.fullmove_number = min(HIGHEST_CLOCK, board.fullmove_number)


def position_of(board: chess.Board) -> Position:
    """Return the position of a board; the en-passant square is kept only if a capture on it is legal."""
    en_passant = board.ep_square if board.ep_square is not None and board.has_legal_en_passant() else None
    return position_of_board(board, castling=board.clean_castling_rights(), en_passant=en_passant)


def _played(board: chess.Board, move: chess.Move) -> PlayedMove:
    number, is_white = board.fullmove_number, board.turn
    captured = move.to_square if move and board.is_capture(move) else None
    if board.is_en_passant(move):
        captured = move.to_square + (-8 if board.turn else 8)
    promotion = chess.piece_symbol(move.promotion).upper() if move.promotion else ""
    san = board.san_and_push(move)
    return PlayedMove(san, number, is_white, move.from_square, move.to_square, captured, promotion)


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
    return _played(board_at(node.parent), node.move).text if isinstance(node, chess.pgn.ChildNode) else ""


def played(node: chess.pgn.GameNode, move: chess.Move) -> GameEdit:
    """Return the edit that adds a legal move: the next one of the line, or a variation if another one follows."""
    before = list(node.variations)
    child = node.add_variation(move)
    after = list(node.variations)
    node.variations = before
    return GameEdit(f"play {move_text(child)}", (Change(node, "variations", before, after),), child)


def variation_start(node: chess.pgn.GameNode) -> chess.pgn.ChildNode | None:
    """Return the first move of the variation that a node is in, or None if it is in the main line."""
    return next((each for each in reversed(nodes_to(node)) if each is not each.parent.variations[0]), None)


def promoted(node: chess.pgn.GameNode) -> GameEdit | None:
    """Return the edit that puts the variation of a node one place up; the uppermost becomes the line itself."""
    return _moved(node, variation_start(node), -1, "promote")


def demoted(node: chess.pgn.GameNode) -> GameEdit | None:
    """Return the edit that puts a move with what follows, or else the variation that it is in, one place down."""
    for choice in (node, variation_start(node)):
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
    """Return the edit that makes the line to a node the main line of the game; None if it is that already."""
    changes: list[Change] = []
    text, parent = "", node
    while (start := variation_start(parent)) is not None:
        text, parent = move_text(start), start.parent
        choices = [start, *(choice for choice in parent.variations if choice is not start)]
        changes += _with_choices(parent, choices)
    return GameEdit(f"make {text} the main line", tuple(changes), node) if changes else None


def deleted_variation(node: chess.pgn.GameNode) -> GameEdit | None:
    """Return the edit that deletes the variation that a node is in; None in the main line."""
    start = variation_start(node)
    if start is None:
        return None
    changes = _with_choices(start.parent, [choice for choice in start.parent.variations if choice is not start])
    return GameEdit(f"delete the variation {move_text(start)}", changes, start.parent)


def deleted_rest(node: chess.pgn.GameNode) -> GameEdit | None:
    """Return the edit that deletes all moves after a node; None if there are none."""
    if not node.variations:
        return None
    move = move_text(node)
    return GameEdit(f"delete the moves after {move}" if move else "delete all moves", _with_choices(node, []), node)


def _with_choices(parent: chess.pgn.GameNode, choices: list[chess.pgn.ChildNode]) -> tuple[Change, ...]:
    """Return the changes that give a node other choices; a comment before its new main move goes behind the last."""
    change = Change(parent, "variations", list(parent.variations), choices)
    if not choices or not choices[0].starting_comment:
        return (change,)
    starting = choices[0].starting_comment
    behind = Change(parent, "comment", parent.comment, f"{parent.comment} {starting}".strip())
    return change, behind, Change(choices[0], "starting_comment", starting, "")


def comment_place(node: chess.pgn.GameNode, *, before: bool) -> tuple[chess.pgn.GameNode, str, str]:
    """Return the node and the attribute of a comment, and its place in words, such as ``after 3...Nf6``."""
    name = "comment"
    if before and isinstance(node, chess.pgn.ChildNode):
        is_first = node is node.parent.variations[0]
        name, node = ("comment", node.parent) if is_first else ("starting_comment", node)
    move = move_text(node)
    words = f"{'after' if name == 'comment' else 'before'} {move}" if move else "before the first move"
    return node, name, words


def commented(node: chess.pgn.GameNode, text: str, *, before: bool = False) -> GameEdit | None:
    """Return the edit that gives a move another comment before or after it; None if it stays the same."""
    holder, name, words = comment_place(node, before=before)
    comment = getattr(holder, name)
    changed = with_text(comment, text)
    if changed == " ".join(comment.split()):
        return None
    verb = "comment" if text.strip() else "delete the comment"
    return GameEdit(f"{verb} {words}", (Change(holder, name, comment, changed),), node)


def with_glyph(node: chess.pgn.GameNode, number: int) -> GameEdit | None:
    """Return the edit that gives a move a glyph in place of others of its kind, or takes it; None at the beginning."""
    if not isinstance(node, chess.pgn.ChildNode):
        return None
    # A move has at most one glyph that judges it, and one that judges the position.
    others = next((set(numbers) for numbers in (range(1, 7), range(10, 22)) if number in numbers), {number})
    after = node.nags - others if number in node.nags else (node.nags - others) | {number}
    sign = GLYPHS.get(number, f"${number}")
    return GameEdit(f"mark {move_text(node)} with {sign}", (Change(node, "nags", set(node.nags), after),), node)


def without_glyphs(node: chess.pgn.GameNode) -> GameEdit | None:
    """Return the edit that takes all glyphs from a move; None if it has none."""
    if not node.nags:
        return None
    return GameEdit(f"remove the glyphs of {move_text(node)}", (Change(node, "nags", set(node.nags), set()),), node)


def drawn(node: chess.pgn.GameNode, drawings: Drawings) -> GameEdit | None:
    """Return the edit that gives the position of a node other arrows and circles; None if they stay the same."""
    changed = with_drawings(node.comment, drawings)
    if changed == node.comment:
        return None
    _, _, words = comment_place(node, before=False)
    return GameEdit(f"draw {words}", (Change(node, "comment", node.comment, changed),), node)


JUDGEMENTS: Final = {sign: number for number, sign in MOVE_GLYPHS.items()}
_ALONE: Final = JUDGEMENTS | {sign: number for number, sign in POSITION_GLYPHS.items()}
_NUMBER: Final = re.compile(r"\A(?!0-0)(?:[0-9]+\.*|\.+)\s*")
_LONGEST: Final = 20


class TypedMoveError(ValueError):
    """A typed move that cannot be played, with a sentence on the reason, which may begin with the move."""


def typed_move(board: chess.Board, text: str) -> chess.Move:
    """Return a legal move typed as ``Nf3``, ``nf3``, ``0-0`` or ``g1f3``; raises ``TypedMoveError``."""
    san = _NUMBER.sub("", text.strip())
    if not san:
        raise TypedMoveError("Type a move such as Nf3")
    tried = [san.replace("0", "O") if san[0] == "0" else san]
    if san[0] in "nbrqk":
        tried.append(san[0].upper() + san[1:])
    if san.lower() in ("o-o", "o-o-o"):
        tried.append(san.upper())
    reason = ""
    for choice in tried:
        try:
            return board.parse_san(choice)
        except chess.AmbiguousMoveError:
            reason = f"{choice} is ambiguous: {listed(_meant(board, choice), 'or')}"
        except chess.IllegalMoveError:
            reason = reason or f"{choice[:_LONGEST]} is not legal here"
        except (ValueError, IndexError, KeyError, AssertionError):
            reason = reason or f"{quoted(choice[:_LONGEST])} is no move"
    raise TypedMoveError(reason)


def split_glyph(text: str) -> tuple[str, int | None]:
    """Return ``Nf3`` and 5 for ``Nf3!?``; a lone glyph has an empty move, a move without a known glyph None."""
    if text in _ALONE:
        return "", _ALONE[text]
    move = text.rstrip("!?")
    number = JUDGEMENTS.get(text[len(move) :])
    return (text, None) if number is None else (move, number)


def _meant(board: chess.Board, san: str) -> list[str]:
    piece = chess.Piece.from_symbol(san[0]).piece_type if san[0] in "NBRQK" else chess.PAWN
    squares = re.findall(r"[a-h][1-8]", san)
    target = chess.parse_square(squares[-1]) if squares else -1
    return sorted(
        board.san(move)
        for move in board.legal_moves
        if move.to_square == target and board.piece_type_at(move.from_square) == piece
    )


def moves_between(board: chess.Board, source: int, target: int) -> list[chess.Move]:
    """Return the legal moves between two squares, promotions queen first; castling goes to the rook's square too."""
    moves = [move for move in board.generate_legal_moves(chess.BB_SQUARES[source]) if target in _targets(board, move)]
    exact = [move for move in moves if move.to_square == target and not board.is_castling(move)]
    return sorted(exact or moves, key=lambda move: -(move.promotion or 0))


def targets_from(board: chess.Board, source: int) -> int:
    """Return the squares to which a piece can go by a legal move as ``moves_between`` has it."""
    moves = board.generate_legal_moves(chess.BB_SQUARES[source])
    return mask_of(target for move in moves for target in _targets(board, move))


def _targets(board: chess.Board, move: chess.Move) -> set[int]:
    """Return the squares by which a move can be named: its target, and those of king and rook in castling."""
    if not board.is_castling(move):
        return {move.to_square}
    is_kingside = board.is_kingside_castling(move)
    rank = chess.square_rank(move.from_square)
    rooks = board.clean_castling_rights() & chess.BB_RANKS[rank] & board.occupied_co[board.turn]
    rook = chess.msb(rooks) if is_kingside else chess.lsb(rooks)
    return {move.to_square, chess.square(6 if is_kingside else 2, rank), rook}
