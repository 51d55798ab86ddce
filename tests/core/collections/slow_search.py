"""Random questions, and their answers by python-chess and by looking at each position square by square: slow.

Nothing of the program's search is used: the games are replayed by python-chess, the parts of a question are asked of
the names of squares, names of structures of one board after the other, and the text of the question is all that the
program gets to know.
"""

from __future__ import annotations

import operator
import random
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final, NamedTuple

import chess
import chess.pgn

from pawnviz.core.board.bitboard import parse_squares
from pawnviz.core.board.side import pawn_sides
from pawnviz.core.structures.table import StructureTable, built_in_structures
from pawnviz.folders import read_resource
from tests.core.structures.square_by_square import Squares, condition_holds, fulfills, turned
from tests.reference import LAYER_REFERENCES, NUMBER_REFERENCES, View

Pawns = tuple[Squares, Squares]
"""The names of the squares of White's and of Black's pawns."""
Spell = tuple[int, int, int]
"""The number of a game, the first position that fits, and the first one behind it that does not."""

_FILES: Final = "abcdefgh"
_STRUCTURES: Final = tomllib.loads(read_resource("structures.toml"))["structure"]
_COMPARISONS: Final = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}
_RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")


class Replayed(NamedTuple):
    """A game by python-chess: its tags, and the pawns of each position."""

    headers: dict[str, str]
    positions: list[Pawns]


@dataclass(frozen=True)
class Asked:
    """A part of a question: its text, and whether it holds for pawns or for a game's tags."""

    text: str
    of_pawns: Callable[[Pawns], bool] | None = None
    of_tags: Callable[[dict[str, str]], bool] | None = None
    least: int = 1  # The number of positions in a row.
    plies: tuple[int, int] = (0, 10**6)


def replayed(game: chess.pgn.Game) -> Replayed:
    """Return a game with the pawns of each position of its main line."""
    board = game.board()
    positions = [_pawns(board)]
    for move in game.mainline_moves():
        board.push(move)
        positions.append(_pawns(board))
    return Replayed(dict(game.headers), positions)


def _pawns(board: chess.Board) -> Pawns:
    white, black = (
        frozenset(map(chess.square_name, board.pieces(chess.PAWN, color))) for color in (chess.WHITE, chess.BLACK)
    )
    return white, black


def spells_of(question: Sequence[Asked], games: Iterable[Replayed]) -> list[Spell]:
    """Return the first spell of each game in which a question holds."""
    least = max((part.least for part in question), default=1)
    first, last = max(part.plies[0] for part in question), min(part.plies[1] for part in question)
    found: list[Spell] = []
    known: dict[Pawns, bool] = {}
    for number, (headers, positions) in enumerate(games):
        if not all(part.of_tags(headers) for part in question if part.of_tags):
            continue
        start = None
        for ply, pawns in enumerate((*positions, None)):
            fits = pawns is not None and first <= ply < last
            if fits and pawns is not None:
                if pawns not in known:
                    known[pawns] = all(part.of_pawns(pawns) for part in question if part.of_pawns)
                fits = known[pawns]
            if fits and start is None:
                start = ply
            elif not fits and start is not None:
                if ply - start >= least:
                    found.append((number, start, ply))
                    break
                start = None
    return found


def random_question(dice: random.Random, games: Sequence[Replayed]) -> tuple[Asked, ...]:
    """Return one to three parts, some of them as a game has them."""
    kinds = (_structure, _pattern, _pattern, _condition, _condition, _condition, _same_pawns, _tags, _moves, _length)
    game = dice.choice(games)
    return tuple(dice.choice(kinds)(dice, game) for _ in range(dice.choice((1, 1, 2, 2, 3))))


# Parts on pawns


def _turned(pawns: Pawns) -> Pawns:
    return turned(pawns[1]), turned(pawns[0])


def _mirrored(pawns: Pawns) -> Pawns:
    white, black = (frozenset(_FILES[7 - _FILES.index(name[0])] + name[1] for name in side) for side in pawns)
    return white, black


def _structure(dice: random.Random, game: Replayed) -> Asked:
    entry = dice.choice(_STRUCTURES)
    color = dice.choice((True, False, None))
    is_wide = dice.random() < 0.5
    pattern, of_white = entry.get("pattern"), entry.get("color", "white") == "white"

    def holds(pawns: Pawns) -> bool:
        if min(map(len, pawns)) < entry.get("least_pawns", 0):
            return False
        is_there = "where" not in entry or condition_holds(entry["identifier"], *pawns)
        return is_there and (pattern is None or fulfills(pattern, *pawns))

    def of_pawns(pawns: Pawns) -> bool:
        if not is_wide:
            return color in _owners(entry["identifier"], pawns)
        if entry.get("color") == "both":
            return holds(pawns)
        return any(
            holds(pawns if side is of_white else _turned(pawns)) for side in (True, False) if color in (side, None)
        )

    word = {True: ",white", False: ",black", None: ""}[color]
    return Asked(f"structure:{entry['identifier']}{word}{',wide' if is_wide else ''}", of_pawns)


def _owners(identifier: str, pawns: Pawns) -> set[bool | None]:
    """Return the colors after whose structure a board is named, and ``None`` for either one."""
    white, black = (parse_squares(" ".join(side)) for side in pawns)
    found = _table_of(identifier).on_board(pawn_sides(white, black)[0])
    named = [each for each in found if each.structure.identifier == identifier and not each.is_implied]
    owners = {owner for each in named for owner in ((True, False) if each.color is None else (each.color,))}
    return {*owners, None} if named else set()


@cache
def _table_of(identifier: str) -> StructureTable:
    """Return the structures without what one of them demands of pieces, and so that others with demands are nowhere."""
    nowhere = "popcount(kings(own)) >= 1"
    return StructureTable(
        replace(each, pieces="" if each.identifier == identifier or not each.pieces else nowhere)
        for each in built_in_structures()
    )


def _pattern(dice: random.Random, game: Replayed) -> Asked:
    """Return words that hold on a board of the game, mostly, and flags."""
    board = dice.choice(game.positions)
    clauses = []
    for letter, pawns in zip("WB", board, strict=True):
        words: list[str] = []
        for file in dice.sample(_FILES, dice.randrange(3)):
            ranks = sorted(name[1] for name in pawns if name[0] == file)
            if not ranks:
                words.append(dice.choice((f"-{file}", f"-{file}{dice.randint(2, 7)}")))
            elif len(ranks) == 2:
                words.append(dice.choice((f"{file}+{file}", f"{file}{ranks[0]}+{file}", f"{file}{ranks[1]}+")))
            elif len(ranks) == 1:
                more = "".join(f"/{file}{rank}" for rank in dice.sample("234567", dice.randrange(3)))
                words.append(f"{file}{ranks[0]}{more}{dice.choice(('', '', '!', '?', '+'))}")
            else:
                words.append(file)
        if words:
            clauses.append(f"{letter} {' '.join(words)}")
    pattern = "; ".join(clauses) or "W e4"
    flags = [name for name in ("either", "mirrored") if dice.random() < 0.25]

    def of_pawns(pawns: Pawns) -> bool:
        boards = [pawns]
        boards += [_mirrored(each) for each in boards] if "mirrored" in flags else []
        boards += [_turned(each) for each in boards] if "either" in flags else []
        return any(fulfills(pattern, *each) for each in boards)

    return Asked(",".join((f'pattern:"{pattern}"', *flags)), of_pawns)


def _same_pawns(dice: random.Random, game: Replayed) -> Asked:
    wanted = dice.choice(game.positions)
    side = dice.choice(("", "white", "black"))
    flags = [name for name in ("mirrored", "either") if dice.random() < 0.3]
    apart = dice.choice((0, 0, 1, 2, 4, 8))

    def differing(pawns: Pawns, other: Pawns) -> int:
        white, black = pawns[0] ^ other[0], pawns[1] ^ other[1]
        return len(white if side == "white" else black if side == "black" else white | black)

    def of_pawns(pawns: Pawns) -> bool:
        boards = [pawns]
        boards += [_mirrored(each) for each in boards] if "mirrored" in flags else []
        boards += [_turned(each) for each in boards] if "either" in flags else []
        return any(differing(each, wanted) <= apart for each in boards)

    board = chess.Board(None)
    for color, pawns in zip((True, False), wanted, strict=True):
        for name in pawns:
            board.set_piece_at(chess.parse_square(name), chess.Piece(chess.PAWN, color))
    words = ",".join((f"pawns:{board.board_fen()}", *filter(None, (side, *flags, str(apart) if apart else ""))))
    return Asked(words, of_pawns)


_Truth = Callable[[View], bool]
_Count = Callable[[View], int]


def _condition(dice: random.Random, game: Replayed) -> Asked:
    text, holds = _fact(dice)
    for _ in range(dice.choice((0, 0, 1, 2))):
        text, holds = _joined(dice.choice(("and", "or")), (text, holds), _fact(dice))
    color = dice.choice(("", "white", "black", "either"))

    def of_pawns(pawns: Pawns) -> bool:
        views = [_view(*pawns, 1)] if color != "black" else []
        views += [_view(pawns[1], pawns[0], -1)] if color in ("black", "either") else []
        return any(map(holds, views))

    return Asked(f'where:"{text}"{f",{color}" if color else ""}', of_pawns)


def _joined(word: str, first: tuple[str, _Truth], second: tuple[str, _Truth]) -> tuple[str, _Truth]:
    both = (first[1], second[1])
    joined = all if word == "and" else any
    return f"({first[0]}) {word} ({second[0]})", lambda view: joined(each(view) for each in both)


def _fact(dice: random.Random) -> tuple[str, _Truth]:
    left, first = _number(dice)
    symbol, compare = dice.choice(sorted(_COMPARISONS.items()))
    if dice.random() < 0.25:
        right, second = _number(dice)
        return f"{left} {symbol} {right}", lambda view: bool(compare(first(view), second(view)))
    number = dice.choice((0, 1, 1, 2, 2, 3, 4))
    if dice.random() < 0.15:
        return f"not {left} {symbol} {number}", lambda view: not compare(first(view), number)
    return f"{left} {symbol} {number}", lambda view: bool(compare(first(view), number))


def _number(dice: random.Random) -> tuple[str, _Count]:
    side = dice.choice(("own", "own", "enemy"))
    if dice.random() < 0.15:
        name = dice.choice(("island_count", "dispersion", "center_pawns", "west_majority", "east_majority"))
        return f"{name}({side})", lambda view: int(NUMBER_REFERENCES[name](_of_side(view, side)))
    name = dice.choice(sorted(LAYER_REFERENCES))
    kind, place = dice.choice(("", "", "file", "rank")), dice.randrange(8)
    text = f"{name}({side})"
    if kind:
        text += f" & file_{_FILES[place]}" if kind == "file" else f" & rank_{place + 1}"

    def count(view: View) -> int:
        found = _layer(name, _of_side(view, side))
        return sum(1 for file, rank in found if kind == "" or place == (file if kind == "file" else rank))

    return f"popcount({text})", count


def _of_side(view: View, side: str) -> View:
    return view if side == "own" else replace(view.turned(), to_move=False)  # On pawns alone nobody is to move.


@lru_cache(maxsize=50_000)
def _layer(name: str, view: View) -> frozenset[tuple[int, int]]:
    return frozenset(LAYER_REFERENCES[name](view))


def _view(own: Squares, enemy: Squares, forward: int) -> View:
    first, second = (frozenset((_FILES.index(name[0]), int(name[1]) - 1) for name in pawns) for pawns in (own, enemy))
    nothing: frozenset[tuple[int, int]] = frozenset()
    return View(forward, first, second, first, second, *(nothing,) * 11, to_move=False)


# Parts on games and on lengths


def _moves(dice: random.Random, game: Replayed) -> Asked:
    first = dice.randint(1, 30)
    last = dice.choice((None, first + dice.randrange(20)))
    text = f"moves:{first}-{'' if last is None else last}"
    return Asked(text, plies=(2 * (first - 1), 10**6 if last is None else 2 * last))


def _length(dice: random.Random, game: Replayed) -> Asked:
    moves = dice.choice((1, 2, 3, 5, 8, 15))
    return Asked(f"for:{moves}", least=2 * moves)


def _tags(dice: random.Random, game: Replayed) -> Asked:
    kind = dice.choice(("white", "black", "player", "event", "name", "elo", "year", "result", "eco"))
    if kind == "result":
        result = dice.choice(_RESULTS)
        return Asked(f"result:{result}", of_tags=lambda tags: tags.get("Result", "*") == result)
    if kind == "eco":
        code = (game.headers.get("ECO") or "B90")[: dice.randint(1, 3)]
        return Asked(f"eco:{code}", of_tags=lambda tags: tags.get("ECO", "").startswith(code))
    if kind in ("elo", "year"):
        return _range(dice, kind, game)
    named = {"white": ("White",), "black": ("Black",), "player": ("White", "Black"), "event": ("Event",)}
    names = named.get(kind, ("White", "Black", "Event"))
    words = game.headers.get(dice.choice(names), "").replace('"', " ").replace(",", " ").split() or ["nobody"]
    word = dice.choice(words).lower()
    return Asked(
        f'"{word}"' if kind == "name" else f'{kind}:"{word}"',
        of_tags=lambda tags: any(word.casefold() in text.casefold() for text in _named(tags, names, kind)),
    )


def _named(tags: dict[str, str], names: tuple[str, ...], kind: str) -> list[str]:
    """Return the texts of a game that a word is looked for in: of these tags, without a field of the others too."""
    texts = [tags.get(name, "") for name in names]
    if kind == "name":
        numbers = [tags.get(name, "")[:4] for name in ("WhiteElo", "BlackElo", "Date")]
        texts += [tags.get("ECO", ""), tags.get("Result", "*"), *filter(str.isdecimal, numbers)]
    return texts


def _range(dice: random.Random, kind: str, game: Replayed) -> Asked:
    names = ("WhiteElo", "BlackElo") if kind == "elo" else ("Date",)
    least = int(game.headers.get(names[0], "")[:4] or 2400)
    most = least + dice.choice((0, 3, 100))

    def of_tags(tags: dict[str, str]) -> bool:
        numbers = [tags.get(name, "")[:4] for name in names]
        return all(number.isdigit() and max(least, 1) <= int(number) <= most for number in numbers)

    return Asked(f"{kind}:{least}-{most}", of_tags=of_tags)


def with_random_tags(game: chess.pgn.Game, dice: random.Random) -> chess.pgn.Game:
    """Return a game after giving it players, ratings, some of them unknown, a year, a result and an opening."""
    tags = {
        "White": dice.choice(("Karpov, Anatoly", "Kasparov, Garry", "Ångström, B")),
        "Black": dice.choice(("Karpov, Anatoly", "Short, Nigel", "?")),
        "WhiteElo": dice.choice(("", "2400", "2650")),
        "BlackElo": dice.choice(("2410", "2500")),
        "Date": f"{dice.randint(1970, 2000)}.??.??",
        "Result": dice.choice(_RESULTS),
        "ECO": dice.choice(("", "B90", "D35", "D37", "E97")),
    }
    game.headers.update({name: text for name, text in tags.items() if text})
    return game
