"""What sentences on pawn moves and exchanges claim, looked up on boards of python-chess, and games to try it on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, NamedTuple

import chess
from hypothesis import strategies as st

from pawnviz.core.board.position import Position
from pawnviz.core.pawn_moves.changes import structure_names
from pawnviz.core.pawn_moves.moves import PawnMove, after_move
from tests.positions import chess960_games, positions
from tests.reference import LAYER_REFERENCES, NUMBER_REFERENCES, Square, Squares, View
from tests.reference.view import SQUARES, guardable
from tests.strategies import Board

COLORS: Final = {"White": True, "Black": False}


def name_of(square: Square) -> str:
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def place(square: int) -> Square:
    return square % 8, square // 8


class Case(NamedTuple):
    """Two positions, who moves (None for an exchange of both), and where pawns that moved stand in the end."""

    before: Position
    after: Position
    white: bool | None
    moved: dict[int, int]

    def views(self, white: bool) -> tuple[View, View]:
        """Return what a color sees before and after."""
        return view(self.before, white), view(self.after, white)

    def gained(self, layer: str, white: bool) -> Squares:
        """Return the pawns of a color, where they stand afterwards, that a layer holds only afterwards."""
        before, after = self.views(white)
        held = self.later(LAYER_REFERENCES[layer](before))
        return {pawn for pawn in LAYER_REFERENCES[layer](after) - held if pawn in self.survivors(white)}

    def lost(self, layer: str, white: bool) -> Squares:
        """Return the pawns of a color, where they stand afterwards, that a layer holds only beforehand."""
        before, after = self.views(white)
        held = self.later(LAYER_REFERENCES[layer](before))
        return {pawn for pawn in held - LAYER_REFERENCES[layer](after) if pawn in self.survivors(white)}

    def survivors(self, white: bool) -> Squares:
        """Return the pawns of a color that are there before and after, where they stand afterwards."""
        before, after = self.views(white)
        came = {place(target) for source, target in self.moved.items() if place(source) in before.own}
        left = {place(source) for source in self.moved}
        taken_over = {place(target) for target in self.moved.values()}
        stayed = {pawn for pawn in before.own if pawn in after.own and pawn not in left | taken_over}
        return (came & after.own) | stayed

    def later(self, pawns: Squares) -> Squares:
        """Return where pawns stand afterwards, without those that are taken."""
        left = {place(source): place(target) for source, target in self.moved.items()}
        return {left.get(pawn, pawn) for pawn in pawns if pawn in left or pawn not in left.values()}

    def guard_lost(self, white: bool) -> Squares:
        """Return the squares that a pawn of a color can guard on its file before, and none afterwards."""
        before, after = self.views(white)
        return {square for square in SQUARES if guardable(before, square) and not guardable(after, square)}


def view(position: Position, white: bool) -> View:
    """Return a position as a color sees it."""
    return Board(position.pieces()).views()[0 if white else 1]


def claimed_squares(text: str) -> tuple[set[str], int]:
    """Return the squares that a text names, and how many it speaks of in all."""
    names = set(re.findall(r"\b[a-h][1-8]\b", text))
    more = re.search(r"(\d+) more (?:squares|pawns)", text)
    return names, len(names) + (int(more[1]) if more else 0)


def squares_are(text: str, expected: Squares) -> bool:
    """Return whether a text names some of these squares, and counts all of them."""
    names, count = claimed_squares(text)
    return names <= {name_of(square) for square in expected} and count == len(expected) > 0


def pawns_in(text: str, expected: Squares) -> bool:
    """Return whether a text names pawns, all of which are among these, and counts no more than there are."""
    names, count = claimed_squares(text)
    return 0 < count <= len(expected) and names <= {name_of(square) for square in expected}


def files_are(text: str, expected: Squares) -> bool:
    """Return whether a text names exactly the files of these squares."""
    letters = set(re.findall(r"\b([a-h])-", text))
    return bool(letters) and letters == {"abcdefgh"[file] for file, _ in expected}


NO_LONGER: Final = {
    "a protected passed pawn": "protected_passed_pawns",
    "protected passed pawns": "protected_passed_pawns",
    "an outside passed pawn": "outside_passers",
    "outside passed pawns": "outside_passers",
    "a passed pawn": "passed_pawns",
    "passed pawns": "passed_pawns",
    "backward": "backward_pawns_not_isolated",
    "isolated": "isolated_pawns",
    "unopposed": "weak_unopposed_pawns",
    "a hanging pawn": "hanging_pawns",
    "hanging pawns": "hanging_pawns",
    "doubled": "doubled_pawns",
    "blockaded": "blockaded_passers",
    "a candidate": "candidate_pawns",
    "candidates": "candidate_pawns",
}
LABEL_WORDS: Final = {
    "isolates (.+)": "isolated_pawns",
    "opens the file against (.+)": "weak_unopposed_pawns",
    "doubles (.+)": "doubled_pawns",
    "lets (.+) be blockaded": "blockaded_passers",
    **{f"makes (.+) {words}": layer for words, layer in NO_LONGER.items()},
}


def is_true(text: str, case: Case, move: PawnMove | None = None) -> bool:
    """Return whether a clause holds; raises ``AssertionError`` for words that are not known here."""
    rules: list[tuple[str, Callable[[re.Match[str]], bool]]] = [
        ("attacks (.+)", lambda found: _attacks(found[1], case, move)),
        ("(White|Black) can take it en passant", lambda found: _is_taken_en_passant(found[1], case, move)),
        (
            "leaves (?:a hole|holes) on (.+)",
            lambda found: squares_are(found[1], _holes(case) - _new_outposts(case, not case.white)),
        ),
        ("(gives up) ([^o].*) for good", lambda found: _lost(found, case)),
        ("no (white|black) pawn can guard (.*) again", lambda found: _lost(found, case)),
        (
            "(gains|gives White|gives Black) outposts? on ([^o]+?)(?: for the (knight|bishop) (on ..|there))?",
            lambda found: _outposts(found, case, True) and _is_near(found, case),
        ),
        (
            "(gives up|takes from White|takes from Black) the outposts? on (.+)",
            lambda found: _outposts(found, case, False),
        ),
        ("now only pieces can guard (.+)", lambda found: _unguarded(found[1], case)),
        ("makes (.+?) (?:an? )?(isolated|backward) passed pawns?", lambda found: _weakens(found, case, "passed_pawns")),
        ("weakens (.+) \\((backward|isolated), unopposed\\)", lambda found: _weakens(found, case)),
        ("(.+) (?:is|are) no longer (.+)", lambda found: _is_no_longer(found, case)),
        (
            "opens (.+?-files?)(?: for (.+))?",
            lambda found: files_are(found[1], _files(case, "open_files", True)) and _users_are(found, case),
        ),
        (
            "look elsewhere: (.+) hangs?",
            lambda found: all(
                _hangs((kind, square), case, move)
                for kind, names in re.findall("the (\\w+?)s? on (..(?:(?:, | and )[a-h][1-8])*)", found[1])
                for square in _names(names)
            ),
        ),
        ("comes nearer to the king on (..)", lambda found: _storms(found[1], case, move)),
        ("prepares (..)", lambda found: _prepares(found[1], case, move)),
        ("prevents (.+)", lambda found: all(_is_taken_away(name, case, move) for name in _names(found[1]))),
        ("closes (.+)", lambda found: files_are(found[1], _files(case, "closed_files", True))),
        (
            "half-opens (.+) for (White|Black)(?:'s (.+))?",
            lambda found: (
                files_are(found[1], _files(case, "half_open_files", COLORS[found[2]]))
                and found[3] == _users(found[1], case, COLORS[found[2]])
            ),
        ),
        (
            "leaves (White|Black|both sides) with (\\d) pawn islands? instead of (\\d)",
            lambda found: _islands(found, case),
        ),
        ("(leads to|ends) the structures? (.+)", lambda found: _structure(found, case)),
        *((words, lambda found, layer=layer: _gains(found[1], layer, case)) for words, layer in LABEL_WORDS.items()),
    ]
    for words, rule in rules:
        found = re.fullmatch(words, text.replace("an outpost on", "outpost on"))
        if found:
            return rule(found)
    raise AssertionError(f"nobody has said what this claims: {text!r}")


def _attacks(names: str, case: Case, move: PawnMove | None) -> bool:
    assert move is not None
    file, rank = place(move.target)
    ahead = rank + (1 if move.white else -1)
    enemy = view(case.after, not move.white).own
    return squares_are(names, {square for square in ((file - 1, ahead), (file + 1, ahead)) if square in enemy})


def _is_taken_en_passant(color: str, case: Case, move: PawnMove | None) -> bool:
    assert move is not None
    board = chess.Board(case.after.fen())
    return board.turn == COLORS[color] != move.white and board.has_legal_en_passant()


def _prepares(name: str, case: Case, move: PawnMove | None) -> bool:
    """Return whether the pawn, on the named square which its next step can reach, would attack an enemy pawn."""
    assert move is not None
    square = chess.parse_square(name)
    pawns = {8 * rank + file for file, rank in view(case.after, not move.white).own}
    step = 8 if move.white else -8
    steps = (step, 2 * step) if move.target // 8 == (1 if move.white else 6) else (step,)
    return square - move.target in steps and bool(
        chess.BB_PAWN_ATTACKS[move.white][square] & sum(1 << pawn for pawn in pawns)
    )


def _given_up(case: Case, white: bool) -> Squares:
    """Return the squares that no pawn of a color can guard any longer and on which none of them stands."""
    return case.guard_lost(white) - set(case.views(white)[1].own)


def _holes(case: Case) -> Squares:
    """Return the squares given up that a knight or a bishop of the enemy is on, or at most two moves away from."""
    assert case.white is not None
    ranks = (2, 3) if case.white else (5, 4)
    board = chess_board(case.after, not case.white)
    pieces = board.occupied_co[not case.white] & (board.knights | board.bishops)
    reached = set(chess.SquareSet(pieces))
    for piece in chess.SquareSet(pieces):
        reached |= _within_two_moves(board, piece, not case.white)
    return {
        square for square in _given_up(case, case.white) if square[1] in ranks and 8 * square[1] + square[0] in reached
    }


def has_minor_piece(position: Position, white: bool) -> bool:
    """Return whether a color has a knight or a bishop, for which holes of the other and outposts are."""
    return bool(set(position.pieces()) & set("NB" if white else "nb"))


def _unguarded(names: str, case: Case) -> bool:
    """Return whether the named pawns are all that no pawn can guard any longer, the isolated and backward left out."""
    white = _whose(names, case)
    weak = case.gained("isolated_pawns", white) | case.gained("backward_pawns_not_isolated", white)
    return squares_are(names, (case.guard_lost(white) & set(case.views(white)[1].own)) - weak)


def _lost(found: re.Match[str], case: Case) -> bool:
    if found[1] == "gives up":
        assert case.white is not None
        outposts = _new_outposts(case, not case.white) if has_minor_piece(case.after, not case.white) else set()
        near = range(2, 7) if case.white else range(1, 6)
        given_up = {square for square in _given_up(case, case.white) if square[1] in near}
        return squares_are(found[2], given_up - _holes(case) - outposts)
    white = COLORS[found[1].capitalize()]
    ranks = (2, 3, 4) if white else (5, 4, 3)
    return squares_are(found[2], {square for square in _given_up(case, white) if square[1] in ranks})


def _outposts(found: re.Match[str], case: Case, gained: bool) -> bool:
    white = COLORS.get(found[1].split()[-1], case.white)
    assert white is not None
    first, last = case.views(white)
    if not has_minor_piece(case.after, white):
        return False
    before, after = LAYER_REFERENCES["outposts"](first), LAYER_REFERENCES["outposts"](last)
    lost = before - after - first.own - first.enemy - case.guard_lost(white)
    return squares_are(found[2], after - before - last.own - last.enemy if gained else lost)


def _new_outposts(case: Case, white: bool) -> Squares:
    """Return the squares without pawns that have become outposts of a color."""
    first, last = case.views(white)
    return LAYER_REFERENCES["outposts"](last) - LAYER_REFERENCES["outposts"](first) - last.own - last.enemy


def _is_near(found: re.Match[str], case: Case) -> bool:
    """Return whether the named piece is on the outpost or at most two moves away, or none is where none is named."""
    names = re.findall(r"\b[a-h][1-8]\b", found[2])
    white = COLORS.get(found[1].split()[-1], case.white)
    assert white is not None
    board = chess_board(case.after, white)
    pieces = board.occupied_co[white] & (board.knights | board.bishops)
    if len(names) > 1:
        return found[3] is None and bool(pieces)
    outpost = chess.parse_square(names[0])
    near = {piece for piece in chess.SquareSet(pieces) if outpost in _within_two_moves(board, piece, white)}
    if found[3] is None:
        return bool(pieces) and not near and not pieces >> outpost & 1
    piece = outpost if found[4] == "there" else chess.parse_square(found[4][3:])
    kind = chess.KNIGHT if found[3] == "knight" else chess.BISHOP
    return board.piece_at(piece) == chess.Piece(kind, white) and (piece == outpost or piece in near)


def _within_two_moves(board: chess.Board, piece: int, white: bool) -> set[int]:
    first = set(board.attacks(piece))
    reached = set(first)
    for way in first:
        if board.piece_at(way) is None and not _pawns_attack(board, way, not white):
            later = board.copy(stack=False)
            later.set_piece_at(way, later.remove_piece_at(piece))
            reached |= set(later.attacks(way))
    return reached


def _pawns_attack(board: chess.Board, square: int, white: bool) -> bool:
    return bool(board.attackers(white, square) & board.pawns)


def _users(files: str, case: Case, white: bool) -> str | None:
    """Return the rooks and queens on a file, else the rooks that can come there safely; None for none or two files."""
    letters = re.findall(r"\b([a-h])-", files)
    if len(letters) != 1:
        return None
    board = chess_board(case.after, white)
    file = chess.SquareSet(chess.BB_FILES["abcdefgh".index(letters[0])])
    heavy = chess.SquareSet(board.occupied_co[white] & (board.rooks | board.queens))
    users = set(heavy & file)
    lesser = board.pawns | board.knights | board.bishops
    if not users:
        for rook in heavy & board.rooks:
            targets = board.attacks(rook) & file & ~board.occupied
            if any(not board.attackers(not white, target) & lesser for target in targets):
                users.add(rook)
    if not users:
        return None
    rooks = [chess.square_name(square) for square in sorted(users) if not board.queens >> square & 1]
    if len(users) > 1 and len(rooks) == len(users):
        return f"rooks on {' and '.join([', '.join(rooks[:-1]), rooks[-1]])}"
    kinds = [
        f"{'queen' if board.queens >> square & 1 else 'rook'} on {chess.square_name(square)}"
        for square in sorted(users)
    ]
    named = [kinds[0], *(f"the {kind}" for kind in kinds[1:])]
    return named[0] if len(named) == 1 else " and ".join([", ".join(named[:-1]), named[-1]])


def _users_are(found: re.Match[str], case: Case) -> bool:
    users = {color: _users(found[1], case, white) for color, white in COLORS.items()}
    named = [f"{color}'s {text}" for color, text in users.items() if text]
    return found[2] == (None if not named else named[0] if len(named) == 1 else "both sides")


def _hangs(found: tuple[str, str], case: Case, move: PawnMove | None) -> bool:
    """Return whether the enemy of the mover wins more on a square after the move, before any answer, than before it."""
    assert case.white is not None and move is not None
    kind, square = found[0], chess.parse_square(found[1])
    boards = [chess_board(position, not case.white) for position in (case.before, after_move(case.before, move))]
    assert all(chess.piece_name(board.piece_type_at(square) or 0) == kind for board in boards)
    gains = [max([0, *(gain_of(board, move) for move in captures(board, square))]) for board in boards]
    return gains[1] > gains[0]


def _storms(king: str, case: Case, move: PawnMove | None) -> bool:
    assert move is not None
    is_king = case.after.piece_at(chess.parse_square(king)) == ("k" if move.white else "K")
    return is_king and place(move.target) in LAYER_REFERENCES["pawn_storm"](view(case.after, not move.white))


def _names(text: str) -> list[str]:
    return re.split(", | and ", text)


def _is_taken_away(name: str, case: Case, move: PawnMove | None) -> bool:
    """Return whether a push of the enemy keeps its pawn before the move, and is impossible or loses it afterwards."""
    assert move is not None
    square = chess.parse_square(name.removeprefix("…"))
    assert move.white == name.startswith("…")
    before, after = (chess_board(position, not move.white) for position in (case.before, case.after))
    return any(_costs(before, push) <= 0 for push in _pushes(before, square)) and all(
        _costs(after, push) > 0 for push in _pushes(after, square)
    )


def _pushes(board: chess.Board, square: int) -> list[chess.Move]:
    pawns = board.generate_legal_moves(board.pawns, chess.BB_SQUARES[square])
    return [push for push in pawns if not board.is_capture(push)]


def _costs(board: chess.Board, push: chess.Move) -> int:
    """Return the gain of the pusher's enemy by taking the pawn."""
    after = board.copy(stack=False)
    after.push(push)
    answers = [*captures(after, push.to_square), *(each for each in after.legal_moves if after.is_en_passant(each))]
    return max([0, *(gain_of(after, answer) for answer in answers)])


def _whose(names: str, case: Case) -> bool:
    """Return the color of named pawns: the mover's, unless another is named."""
    color = re.match("(White|Black)'s ", names)
    white = COLORS[color[1]] if color else case.white
    assert white is not None
    return white


def _gains(names: str, layer: str, case: Case) -> bool:
    return pawns_in(names, case.gained(layer, _whose(names, case)))


def _weakens(found: re.Match[str], case: Case, other: str = "weak_unopposed_pawns") -> bool:
    layer = {"backward": "backward_pawns_not_isolated", "isolated": "isolated_pawns"}[found[2]]
    white = _whose(found[1], case)
    return pawns_in(found[1], case.gained(layer, white) & case.gained(other, white))


def _is_no_longer(found: re.Match[str], case: Case) -> bool:
    return pawns_in(found[1], case.lost(NO_LONGER[found[2]], _whose(found[1], case)))


def _files(case: Case, layer: str, white: bool) -> Squares:
    before, after = case.views(white)
    return LAYER_REFERENCES[layer](after) - LAYER_REFERENCES[layer](before)


def _islands(found: re.Match[str], case: Case) -> bool:
    islands, claimed = NUMBER_REFERENCES["island_count"], (int(found[3]), int(found[2]))
    counts = {color: tuple(map(islands, case.views(white))) for color, white in COLORS.items()}
    if found[1] == "both sides":
        return set(counts.values()) == {claimed} and found[2] != found[3]
    return counts[found[1]] == claimed and len(set(counts.values())) == 2 and found[2] != found[3]


def _structure(found: re.Match[str], case: Case) -> bool:
    # The rules of structures have tests of their own; here it is which of them come and go.
    before, after = structure_names(case.before), structure_names(case.after)
    first, last = (before, after) if found[1] == "leads to" else (after, before)
    expected = [name.replace(" structure", "") for name in last if name not in first]
    return bool(expected) and found[2] == " and ".join([", ".join(expected[:-1])] * (len(expected) > 1) + expected[-1:])


VALUES: Final = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}

Known = dict[tuple[int, int | None, bool], int]


def captures(board: chess.Board, square: int) -> Iterator[chess.Move]:
    """Yield the legal captures on a square but en passant; a pawn promotes to a queen."""
    if board.color_at(square) != (not board.turn) or board.piece_type_at(square) == chess.KING:
        return
    for move in board.generate_legal_moves(chess.BB_ALL, chess.BB_SQUARES[square]):
        if not board.is_castling(move) and move.promotion in (None, chess.QUEEN):
            yield move


def gain_of(board: chess.Board, move: chess.Move, known: Known | None = None) -> int:
    """Return the gain of a capture with the best play of both sides on its square, without any pruning."""
    known = {} if known is None else known
    taken = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    assert taken is not None
    gained = VALUES[taken] + (VALUES[chess.QUEEN] - VALUES[chess.PAWN] if move.promotion else 0)
    board.push(move)
    # Pieces leave their squares for one square only: what is left and what stands there tell all.
    key = (board.occupied, board.piece_type_at(move.to_square), board.turn)
    if key not in known:
        known[key] = max([0, *(gain_of(board, answer, known) for answer in captures(board, move.to_square))])
    board.pop()
    return gained - known[key]


@st.composite
def with_kings(draw: st.DrawFn) -> Position:
    """Return positions with one king of each color, which python-chess knows rules for."""
    position = draw(positions())
    places = draw(st.lists(st.integers(0, 63), min_size=2, max_size=2, unique=True))
    for square in range(64):
        if position.kings >> square & 1:
            position = position.without_piece(square)
    for square, king in zip(places, "Kk", strict=True):
        position = position.with_piece(square, king)
    return position.with_castling(0)


@cache
def _games() -> list[str]:
    return [board.fen() for board in chess960_games()]


def from_games() -> st.SearchStrategy[Position]:
    """Return positions of random games."""
    return st.integers(0, len(_games()) - 1).map(lambda number: Position.from_fen(_games()[number]))


def all_games() -> list[Position]:
    """Return every third position of the random games."""
    return [Position.from_fen(fen) for fen in _games()[::3]]


def chess_board(position: Position, white_to_move: bool) -> chess.Board:
    """Return a position as a board of python-chess with a side to move."""
    board = chess.Board(position.fen(), chess960=True)
    if board.turn != white_to_move:
        board.turn = white_to_move
        board.ep_square = None
    return board
