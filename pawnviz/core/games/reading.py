"""Reads one game: its tags, its moves with variations and comments, and its faults, line by line.

The time is linear in the length of the text, whatever its lines, comments and variations look like, and the size of a
game is limited. A move that cannot be played ends its line of moves; all that stands before it is kept. Signs that are
no moves are passed over. The moves are checked by python-chess, and the game is one of its trees.

Source: http://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import chess
import chess.pgn

from pawnviz.core.games.cutting import LONGEST_GAME, LONGEST_MOVES, GameText
from pawnviz.core.games.first_board import UnreadableError, first_board
from pawnviz.core.games.headers import LONGEST_HEAD, decode, faulty_tag_lines, head_end, read_headers
from pawnviz.core.words import quoted

MOST_PROBLEMS: Final = 20  # The number of problems that are named of one game.
MOST_MOVES: Final = 10_000  # The number of moves of a game that are read, with those of its variations.
LONGEST_LINE: Final = 1_000  # The number of moves of both sides up to which a line is read.
DEEPEST: Final = 1_000  # The number of variations that may stand in each other.
_TURN: Final = 256  # The number of words after which others have their turn.

_DASH: Final = "[-\u2010-\u2015\u2212]"
_TOKEN: Final = re.compile(
    rf"""
    \s{{2,}}+
    |\{{(?P<comment>[^}}]*)(?P<closed>\}}?)
    |;(?P<line_comment>[^\n]*)
    |^%[^\n]*
    |<[^<>\n]*>
    |(?P<open>\()
    |(?P<close>\))
    |\$(?P<nag>[0-9]{{1,3}})(?![^\s{{}}();])
    |(?P<result>1{_DASH}0|0{_DASH}1|(?:1/2|½){_DASH}(?:1/2|½)|1/2|½|\*)(?![^\s{{}}();])
    |(?P<null>--|Z0|0000|@@@@)
    |(?P<castling>[0O]{_DASH}[0O](?:{_DASH}[0O])?[+\#]?)
    |(?P<number>[0-9]+)(?:\s*[.…]+|(?=\s|$))
    |(?P<glyph>[!?]{{1,2}}|[=+\-/|∞⩲⩱±∓⟳→↑⇆□⨀N]{{1,5}}(?=[\s{{}}();]|$))
    |(?P<en_passant>e\.p\.)
    |(?P<move>[a-h]x[a-h][36](?=e\.p\.)|[A-Za-z](?:[A-Za-z0-9=+\#:]|{_DASH})*)
    |(?P<dots>[.…]+)
    |[\u200b-\u200f\u2060\ufeff]+
    |(?P<sign>\$[^\s{{}}();]*|[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]+|[^\s\w{{}}();]++(?!\w))
    |(?P<unknown>[^\s{{}}();]+)
    """,
    re.VERBOSE | re.MULTILINE,
)
_PLAIN: Final = str.maketrans({**{chr(dash): "-" for dash in (*range(0x2010, 0x2016), 0x2212)}, "½": "1/2"})
"""Signs of typographers for a dash and for a half, and the plain ones."""
_NAGS: Final = {
    **{"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "□": 7, "=": 10, "∞": 13, "⩲": 14, "+=": 14, "+/=": 14},
    **{"⩱": 15, "=+": 15, "=/+": 15, "±": 16, "+/-": 16, "∓": 17, "-/+": 17, "+-": 18, "-+": 19, "⨀": 22, "⟳": 32},
    **{"→": 36, "↑": 40, "⇆": 132, "N": 146},
}
"""The numbers of the glyphs that stand behind moves."""


_RESULTS: Final = ("1-0", "0-1", "1/2-1/2")


class Problem(NamedTuple):
    """A fault of a game, and the number of its line in the file."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game with its tags and playable moves, its faults, and the result behind its moves, empty for none."""

    game: chess.pgn.Game
    problems: tuple[Problem, ...]
    result: str = ""


def read_game(text: GameText) -> ReadGame:
    """Return the game of a text of a file; no text raises an error."""
    steps = read_in_steps(text)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            read: ReadGame = end.value
            return read


def read_in_steps(text: GameText) -> Generator[None, None, ReadGame]:
    """Yield each few milliseconds, and return the result of ``read_game``."""
    end = head_end(text.data)
    game = chess.pgn.Game(read_headers(text.data, end))
    reader = _Reader(decode(text.data[end:])[0], text.line + text.data.count(b"\n", 0, end))
    for number in faulty_tag_lines(text.data, end):
        reader.note(text.line + number, 'a tag has the form [Name "value"]')
    if text.too_long:
        reader.note(text.line, f"the game is longer than {LONGEST_GAME >> 20} MB; the rest is left out")
    if end > LONGEST_HEAD:
        reader.note(text.line, f"the tags take more than {LONGEST_HEAD >> 10} KB; the rest of them is left out")
    try:
        yield from reader.read(game, first_board(game.headers))
    except UnreadableError as error:
        line = text.data.count(b"\n", 0, max(0, text.data.find(b"[" + error.tag.encode())))
        reader.note(text.line + line, str(error))
    return ReadGame(game, tuple(sorted(reader.problems)[:MOST_PROBLEMS]), reader.result)


class _TooMuchError(Exception):
    """That a game has more than is read of one, with the words for it."""


@dataclass(slots=True)
class _Line:
    """A line of moves that is being read.

    ``node`` is the last node, ``board`` the position after it and ``before`` the one before its move, None where the
    line has no move yet. ``opened`` is the number of the line of the file where it begins. ``is_cut`` is true behind a
    move that cannot be played. ``comments`` belong to the node if it ``has_node`` of its own, else to its first move.
    """

    node: chess.pgn.GameNode
    board: chess.Board
    opened: int
    has_node: bool
    before: chess.Board | None = None
    is_cut: bool = False
    comments: list[str] = field(default_factory=list)

    def take_comments(self) -> str:
        """Return the comments as one text and forget them."""
        text = " ".join(self.comments)
        self.comments = []
        return text

    def finish_node(self) -> None:
        if self.comments and self.has_node:
            self.node.comment = self.take_comments()


class _Reader:
    """Reads the moves of one game."""

    def __init__(self, text: str, first_line: int) -> None:
        self.problems: list[Problem] = []
        self._text = text
        self._place = 0
        self._line = first_line
        self._lines: list[_Line] = []
        self.result = ""
        self._numbers_agree = True
        self._move_count = 0
        self._last_ply = LONGEST_LINE
        self._comment_length = 0

    def note(self, line: int, text: str) -> None:
        """Add a problem, up to the number of those that are named."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(line, text))

    def read(self, game: chess.pgn.Game, board: chess.Board) -> Iterator[None]:
        """Add the moves of the text, which begin on a board, to a game that has only tags yet; yield now and then."""
        tag = game.headers.get("Result", "")
        if not tag.isascii() and _plain_result(tag) in _RESULTS:
            game.headers["Result"] = _plain_result(tag)
        self._lines.append(_Line(game, board, self._line, has_node=True))
        self._last_ply = board.ply() + LONGEST_LINE
        for number, match in enumerate(_TOKEN.finditer(self._text), 1):
            try:
                self._read_token(match, game)
                if number % _TURN == 0:
                    self._check_length(match)
                    yield
            except _TooMuchError as error:
                del self.problems[MOST_PROBLEMS - 1 :]
                self._note_at(match, f"the game has more than {error}; the rest is left out")
                for line in self._lines:
                    line.finish_node()
                return
        self._finish(game)

    def _read_token(self, match: re.Match[str], game: chess.pgn.Game) -> None:
        kind = match.lastgroup
        if kind in ("closed", "line_comment"):
            self._read_comment(match)
        elif kind == "open":
            self._open(match)
        elif kind == "close":
            self._close(match)
        elif kind is None or (self._lines[-1].is_cut and kind != "result"):
            return
        elif self.result and kind in ("move", "castling", "null", "unknown"):
            self._cut(match, f"{quoted(match[0][:20])} stands after the result")
        elif kind in ("move", "castling", "null"):
            self._play(match)
        elif kind == "number":
            self._check_number(match)
        elif kind == "result":
            self._read_result(match, game.headers)
        elif kind in ("nag", "glyph"):
            self._add_nag(match)
        elif kind == "sign":
            self._note_at(match, f"{quoted(match[0][:20])} is no {'glyph' if match[0].startswith('$') else 'move'}")
        elif kind == "unknown":
            self._cut(match, f"{quoted(match[0][:20])} is no move")

    def _check_length(self, match: re.Match[str]) -> None:
        if match.end() - self._comment_length > LONGEST_MOVES:
            raise _TooMuchError(f"{LONGEST_MOVES >> 10} KB of moves")

    def _play(self, match: re.Match[str]) -> None:
        line = self._lines[-1]
        self._move_count += 1
        if self._move_count > MOST_MOVES:
            raise _TooMuchError(f"{MOST_MOVES:,} moves")
        if line.board.ply() >= self._last_ply:
            self._cut(match, f"the line has more than {LONGEST_LINE:,} moves; its rest is left out")
            return
        san = match[0] if match[0].isascii() else match[0].translate(_PLAIN)
        san = san.replace("0", "O") if match.lastgroup == "castling" else san
        try:
            move = line.board.parse_san("--" if match.lastgroup == "null" else san)
        except chess.AmbiguousMoveError:
            self._cut(match, f"{self._named(line)} {san} is ambiguous: several pieces can move there")
            return
        except chess.IllegalMoveError:
            self._cut(match, f"{self._named(line)} {san} is not legal here")
            return
        except (ValueError, IndexError, KeyError, AssertionError):
            self._cut(match, f"{quoted(san[:20])} is no move")
            return
        starting = "" if line.has_node else line.take_comments()
        line.finish_node()
        line.node = line.node.add_variation(move, starting_comment=starting)
        line.has_node = True
        line.before, line.board = line.board, line.board.copy(stack=False)
        line.board.push(move)

    def _cut(self, match: re.Match[str], text: str) -> None:
        """Name a move that cannot be played and leave out the rest of its line of moves."""
        self._note_at(match, text)
        self._lines[-1].is_cut = True

    def _open(self, match: re.Match[str]) -> None:
        if len(self._lines) > DEEPEST:
            raise _TooMuchError(f"{DEEPEST:,} variations in each other")
        line = self._lines[-1]
        opened = self._line_at(match.start())
        if line.before is None or line.is_cut:
            if not line.is_cut:
                self.note(opened, "a variation stands before the first move")
            self._lines.append(_Line(line.node, line.board, opened, has_node=False, is_cut=True))
        else:
            parent = line.node.parent
            assert parent is not None
            self._lines.append(_Line(parent, line.before, opened, has_node=False))

    def _close(self, match: re.Match[str]) -> None:
        if len(self._lines) == 1:
            self._note_at(match, "a parenthesis is closed that was not opened")
        else:
            self._lines.pop().finish_node()

    def _read_comment(self, match: re.Match[str]) -> None:
        self._comment_length += max(0, match.end() - match.start() - 2)
        if match["closed"] == "":
            self._note_at(match, "a comment is not closed")
        line = self._lines[-1]
        text = " ".join((match["comment"] or match["line_comment"] or "").split())
        if text and not line.is_cut:
            line.comments.append(text)

    def _add_nag(self, match: re.Match[str]) -> None:
        """Give the last move a glyph; other signs than the usual ones are left out."""
        line = self._lines[-1]
        nag = int(match["nag"]) if match["nag"] else _NAGS.get(match[0])
        if nag is not None and line.before is not None:
            line.node.nags.add(nag)

    def _check_number(self, match: re.Match[str]) -> None:
        """Name the first move of the game that has another number than it should, since moves may be missing there."""
        line = self._lines[-1]
        expected = line.board.fullmove_number
        if len(self._lines) == 1 and self._numbers_agree and match["number"].lstrip("0") != str(expected):
            self._numbers_agree = False
            self._note_at(match, f"move {expected} has the number {match['number'][:10]}")

    def _read_result(self, match: re.Match[str], headers: chess.pgn.Headers) -> None:
        if len(self._lines) > 1:
            return
        if self.result:
            if _plain_result(match[0]) != self.result:
                self._note_at(match, f"{quoted(match[0])} stands after the result")
            return
        self.result = _plain_result(match[0])
        tag = headers.get("Result", "")
        if tag in ("", "?"):
            headers["Result"] = self.result
        elif _plain_result(tag) != self.result:
            self._note_at(match, f"the moves end with {self.result}, the tag Result says {quoted(tag)}")

    def _finish(self, game: chess.pgn.Game) -> None:
        """Name everything that is open at the end of the text."""
        for line in self._lines[1:]:
            self.note(line.opened, "a variation is not closed")
        for line in self._lines:
            line.finish_node()
        if not self.result and (self._text.strip() or not game.headers.get("Result")):
            self.note(self._line_at(len(self._text.rstrip())), "the moves end without a result")

    def _named(self, line: _Line) -> str:
        return f"{line.board.fullmove_number}{'.' if line.board.turn else '...'}"

    def _note_at(self, match: re.Match[str], text: str) -> None:
        self.note(self._line_at(match.start()), text)

    def _line_at(self, place: int) -> int:
        """Return the number of the line of the file at a place of the text not before the last one asked for."""
        self._line += self._text.count("\n", self._place, place)
        self._place = place
        return self._line


def _plain_result(text: str) -> str:
    """Return a result as PGN writes it: with a hyphen and halves as ``1/2``, a draw with both of them."""
    plain = text.translate(_PLAIN)
    return "1/2-1/2" if plain == "1/2" else plain
