"""Reads one game of PGN, its tags, moves, variations, comments and faults, and writes the moves of one.

The time is linear in the length of the text, whatever its lines, comments and variations look like, and the size of a
game is limited. A move that cannot be played ends its line of moves; all that stands before it is kept. Signs that are
no moves are passed over. The moves are checked by python-chess, and the game is one of its trees.

What is written is read back as the same game, but that it ends with a result if it had none. The head of a game in a
file stays as it is, byte for byte, and so does the result that its moves end with, whatever its tags say.

Source: http://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

import chess
import chess.pgn

from pawnviz.core.games.annotations import GLYPHS
from pawnviz.core.games.cutting import (
    LONGEST_GAME,
    LONGEST_HEAD,
    LONGEST_MOVES,
    GameText,
    decode,
    faulty_tag_lines,
    head_end,
    lead_end,
    read_headers,
    with_newlines,
)
from pawnviz.core.games.tree import UnreadableError, first_board, moves_in_text
from pawnviz.core.words import listed, quoted

MOST_PROBLEMS: Final = 20  # The number of problems that are named of one game.
MOST_MOVES: Final = 10_000  # The number of moves of a game that are read, with those of its variations.
LONGEST_LINE: Final = 1_000  # The number of moves of both sides up to which a line is read.
DEEPEST: Final = 1_000  # The number of variations that may stand in each other.
_TURN: Final = 256  # The number of words after which others have their turn.

_DASH: Final = "[-\u2010-\u2015\u2212]"
_FIGURINES: Final = "".join(map(chr, range(0x2654, 0x2660)))  # The pieces of White and those of Black, king first.
_PROMOTED: Final = f"[QRBN{_FIGURINES}]"
_CONTROLS: Final = r"\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"
_TOKEN: Final = re.compile(
    rf"""
    \s{{2,}}+
    |\{{(?P<comment>[^}}]*)(?P<closed>\}}?)
    |;(?P<line_comment>[^\n]*)
    |^%[^\n]*
    |<[^<>\n]*>
    |(?P<open>\()
    |(?P<close>\))
    |\$(?P<nag>[0-9]{{1,3}})(?!\w)
    |(?P<result>1{_DASH}0|0{_DASH}1|(?:1/2|½){_DASH}(?:1/2|½)|1/2|½|\*)(?![^\s{{}}();])
    |(?P<null>--|Z0|0000|@@@@)
    |(?P<castling>[0O]{_DASH}[0O](?:{_DASH}[0O])?(?:[A-Za-z+\#=/]|{_DASH})*)
    |(?P<number>[0-9]+)(?:\s*[.…]+|(?=\s|$))
    |[\u200b-\u200f\u2060\ufe0e\ufe0f\ufeff]+
    |(?P<glyph>[!?]{{1,2}}(?=\w)|(?:[^\s\w{{}}();$.…{_FIGURINES}{_CONTROLS}]|(?:[ND]|ch|ep|dbl|mate)(?!\w)){{1,100}}+(?!\w))
    |(?P<en_passant>e\.p\.)
    |(?P<move>
        (?:[a-h][1-8]?(?:x|{_DASH})?)?[a-h][18](?:\({_PROMOTED}\)|/{_PROMOTED})(?:[A-Za-z+\#=/]|{_DASH})*
        |[A-Za-z{_FIGURINES}](?:[A-Zabcdf-z0-9+\#:\u2010-\u2015\u2212\ufe0e\ufe0f{_FIGURINES}-]++|e(?:\.p\.)?|=(?!/?∞)|/(?!∞)){{,60}}+
    )
    |(?P<dots>[.…]+)
    |(?P<sign>\$[^\s{{}}();]*|[{_CONTROLS}]+)
    |(?P<unknown>[^\s{{}}();]+)
    """,
    re.VERBOSE | re.MULTILINE,
)
_PLAIN: Final = str.maketrans(
    {
        **{chr(dash): "-" for dash in (*range(0x2010, 0x2016), 0x2212)},
        **dict(zip(_FIGURINES, [*"KQRBN", ""] * 2, strict=True)),
        **{"½": "1/2", "\ufe0e": "", "\ufe0f": ""},
    }
)
"""Signs of typographers for a dash, a half and pieces, and the plain ones."""
_SIGNS: Final[dict[str, int | None]] = {
    **{sign: number for number, sign in reversed(GLYPHS.items())},
    **{"+=": 14, "⩲": 14, "=+": 15, "⩱": 15, "+/-": 16, "-/+": 17, "⊙": 22, "=∞": 44, "∞/=": 44, "⯹": 44},
    **{"⇄": 132, "⨁": 138, "Δ": 140, "‼": 3, "⁇": 4, "⁉": 5, "⁈": 6},
    **dict.fromkeys(("+", "++", "#", "##", "ch", "dbl", "mate", "ep", "e.p.")),
}
"""The numbers of the glyphs that stand behind moves; None for those of a check or a capture, which the move shows."""
_SIGNS_FROM_LONGEST: Final = sorted(_SIGNS, key=len, reverse=True)
_SIGN_OR_REST: Final = re.compile("|".join(map(re.escape, _SIGNS_FROM_LONGEST)))
_LONGEST_CHAIN: Final = 20  # The number of characters of glyphs without a blank between them that are read.
_PIECE_SAN: Final = r"[KQRBN][a-h]?[1-8]?[-x]?[a-h][1-8]|O-O(?:-O)?"
_PAWN_SAN: Final = r"(?:[a-h][1-8]?[-x]?)?[a-h](?:[2-7](?!=[QRBN])|[18](?:=?[QRBNqrbn]|[(/][QRBN]\)?)?)"
_MOVE_AND_SIGNS: Final = re.compile(rf"({_PIECE_SAN}|{_PAWN_SAN})(.*)")
_LETTERS: Final = {
    **{"German or Scandinavian": "S L T D K", "Dutch": "P L T D K", "French": "C F T D R", "Spanish": "C A T D R"},
    **{"Italian": "C A T D R", "Portuguese": "C B T D R", "Romanian": "C N T D R", "Polish": "S G W H K"},
    **{"Czech": "J S V D K", "Hungarian": "H F B V K", "Finnish": "R L T D K", "Russian": "К С Л Ф Кр"},
}
"""The letters of knight, bishop, rook, queen and king in other languages."""
_HINT_CHARACTERS: Final = 5_000  # The number of characters of a game in which letters of pieces are looked for.
_LETTER: Final = re.compile(r"(?<!\w)(Кр|[^\W\da-z_])[a-h]?[1-8]?x?[a-h][1-8]")


_RESULTS: Final = ("1-0", "0-1", "1/2-1/2")
Result = TypeVar("Result")


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


def result_of(steps: Generator[object, None, Result]) -> Result:
    """Go through all steps at once, and return their result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def read_game(text: GameText) -> ReadGame:
    """Return the game of a text of a file; no text raises an error."""
    return result_of(read_in_steps(text))


def read_in_steps(text: GameText) -> Generator[None, None, ReadGame]:
    """Yield each few milliseconds, and return the result of ``read_game``."""
    end = head_end(text.data)
    lead = lead_end(text.data)
    game = chess.pgn.Game(read_headers(text.data[:end], end))
    # The comments before the tags, and for these as many ends of lines.
    before = decode(text.data[:lead])[0] + "\n" * text.data.count(b"\n", lead, end) if lead else ""
    first_line = text.line if lead else text.line + text.data.count(b"\n", 0, end)
    reader = _Reader(before + decode(text.data[end:])[0], first_line)
    for number in faulty_tag_lines(text.data, end):
        reader.note(text.line + number, 'a tag has the form [Name "value"]')
    tags = text.data.rstrip()
    if end == len(text.data) and text.data.count(b"\n", len(tags)) < 2:
        reader.note(text.line + tags.count(b"\n"), "the game is cut behind its tags: no empty line follows")
    if text.too_long:
        reader.note(text.line, f"the game is longer than {LONGEST_GAME >> 20} MB; the rest is left out")
    if end - lead > LONGEST_HEAD:
        reader.note(text.line, f"the tags take more than {LONGEST_HEAD >> 10} KB; the rest of them is left out")
    try:
        yield from reader.read(game, first_board(game.headers))
    except UnreadableError as error:
        line = text.data.count(b"\n", 0, max(0, text.data.find(b"[" + error.tag.encode())))
        reader.note(text.line + line, str(error))
    return ReadGame(game, tuple(sorted(reader.problems)[:MOST_PROBLEMS]), reader.result)


class _TooMuchError(Exception):
    """A game beyond the limits of reading, with the words for it."""


@dataclass(slots=True)
class _Line:
    """A line of moves that is being read.

    ``node`` is the last node, ``board`` the position after it and ``before`` the one before its move, None if the
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

    def finish_node(self) -> None:
        if self.comments and self.has_node:
            self.node.comment = " ".join(self.comments)
            self.comments = []


class _Reader:
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
                    if match.end() - self._comment_length > LONGEST_MOVES:
                        raise _TooMuchError(f"{LONGEST_MOVES >> 10} KB of moves")
                    yield
            except _TooMuchError as error:
                del self.problems[MOST_PROBLEMS - 1 :]
                self._note_at(match, f"the game has more than {error}; the rest is left out")
                break
        else:
            for line in self._lines[1:]:
                self.note(line.opened, "a variation is not closed")
            if not self.result and (self._text.strip() or not game.headers.get("Result")):
                self.note(self._line_at(len(self._text.rstrip())), "the moves end without a result")
        for line in self._lines:
            line.finish_node()

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
        elif kind == "nag":
            self._add_signs(match, [int(match["nag"])], "")
        elif kind == "glyph":
            self._add_signs(match, *_signs_in(match[0].translate(_PLAIN)))
        elif kind == "sign":
            self._add_signs(match, [], match[0])
        elif kind == "unknown":
            self._cut(match, f"{quoted(match[0][:20])} is no move{self._hint(match[0])}")

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
            move, signs = (chess.Move.null(), []) if match.lastgroup == "null" else _move_and_signs(line.board, san)
        except chess.AmbiguousMoveError:
            self._cut(match, f"{_move_number(line.board)} {san} is ambiguous: several pieces can move there")
            return
        except chess.IllegalMoveError:
            self._cut(match, f"{_move_number(line.board)} {san} is not legal here{self._hint(san)}")
            return
        except (ValueError, IndexError, KeyError, AssertionError):
            self._cut(match, f"{quoted(san[:20])} is no move{self._hint(san)}")
            return
        line.finish_node()
        line.node = line.node.add_variation(move, starting_comment=" ".join(line.comments))
        line.has_node, line.comments = True, []
        line.node.nags.update(signs)
        line.before, line.board = line.board, line.board.copy(stack=False)
        line.board.push(move)

    def _cut(self, match: re.Match[str], text: str) -> None:
        self._note_at(match, text)
        self._lines[-1].is_cut = True

    def _open(self, match: re.Match[str]) -> None:
        if len(self._lines) > DEEPEST:
            raise _TooMuchError(f"{DEEPEST:,} variations in each other")
        line = self._lines[-1]
        opened = self._line_at(match.start())
        if line.before is not None and line.node.parent is not None and not line.is_cut:
            self._lines.append(_Line(line.node.parent, line.before, opened, has_node=False))
            return
        if not line.is_cut:
            self.note(opened, "a variation stands before the first move")
        self._lines.append(_Line(line.node, line.board, opened, has_node=False, is_cut=True))

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

    def _add_signs(self, match: re.Match[str], numbers: list[int], rest: str) -> None:
        """Give the last move glyphs by their numbers; other signs are reported, and stay as a comment."""
        line = self._lines[-1]
        if line.before is not None:
            line.node.nags.update(numbers)
        elif numbers:
            rest = match[0]
        if rest:
            is_glyph = numbers or rest.startswith("$")
            kept = "; it stays as a comment" if rest.isprintable() else ""
            self._note_at(match, f"{quoted(rest[:20])} is no {'glyph' if is_glyph else 'move'}{kept}")
            if kept:
                line.comments.append(rest)

    def _hint(self, san: str) -> str:
        """Return the end of a message that names the languages in whose letters a word is a legal move, or none."""
        languages: dict[str, list[str]] = {}
        found = set(_LETTER.findall(self._text, 0, _HINT_CHARACTERS))
        for language, letters in _LETTERS.items():
            pieces = dict(zip(letters.split(), "NBRQK", strict=True))
            letter = san[:2] if san[:2] in pieces else san[:1]
            if letter in pieces and letter not in "NBRQK" and found <= pieces.keys():
                with suppress(ValueError, IndexError, KeyError, AssertionError):
                    english = pieces[letter] + san[len(letter) :]
                    _move_and_signs(self._lines[-1].board, english)
                    languages.setdefault(english, []).append(language)
        meanings = [f"in {listed(names, 'or')} it is {english}" for english, names in languages.items()]
        return f"; {listed(meanings)}" if meanings else ""

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
        before, result, tag = self.result, _plain_result(match[0]), headers.get("Result", "")
        self.result = before or result
        if before:
            if result != before:
                self._note_at(match, f"{quoted(match[0])} stands after the result")
        elif tag in ("", "?"):
            headers["Result"] = result
        elif _plain_result(tag) != result:
            self._note_at(match, f"the moves end with {result}, the tag Result says {quoted(tag)}")

    def _note_at(self, match: re.Match[str], text: str) -> None:
        self.note(self._line_at(match.start()), text)

    def _line_at(self, place: int) -> int:
        """Return the number of the line of the file at a place of the text not before the last one asked for."""
        self._line += self._text.count("\n", self._place, place)
        self._place = place
        return self._line


def _move_number(board: chess.Board) -> str:
    return f"{board.fullmove_number}{'.' if board.turn else '...'}"


def _move_and_signs(board: chess.Board, san: str) -> tuple[chess.Move, list[int]]:
    """Return a legal move and the numbers of the glyphs that are glued to it; raises as ``Board.parse_san`` does."""
    try:
        return board.parse_san(san), []
    except chess.AmbiguousMoveError:
        raise
    except ValueError:
        match = _MOVE_AND_SIGNS.fullmatch(san)
        if match is None or len(match[2]) > _LONGEST_CHAIN:
            raise
        plain = re.sub("[()/]", "", match[1])
        move = board.parse_san(plain)
        text = match[2]
        if board.gives_check(move) and text.startswith("+") and _tiled(text[1:]) is not None:
            text = text[1:]
        signs, rest = _signs_in(text)
        if rest:
            raise
        return move, signs


@lru_cache(maxsize=1024)
def _tiled(text: str) -> tuple[str, ...] | None:
    """Return the known signs that a text consists of, None if there is something else."""
    for sign in _SIGNS_FROM_LONGEST:
        if text.startswith(sign) and (rest := _tiled(text[len(sign) :])) is not None:
            return (sign, *rest)
    return None if text else ()


def _signs_in(text: str) -> tuple[list[int], str]:
    """Return the numbers of the glyphs in a chain, and the rest that is no glyph."""
    signs, rest = _tiled(text) if len(text) <= _LONGEST_CHAIN else None, ""
    if signs is None:
        signs, rest = tuple(_SIGN_OR_REST.findall(text)), " ".join(_SIGN_OR_REST.sub(" ", text).split())
    return [number for sign in signs if (number := _SIGNS[sign]) is not None], rest


def _plain_result(text: str) -> str:
    """Return a result as PGN writes it: with a hyphen and halves as ``1/2``, a draw with both of them."""
    plain = text.translate(_PLAIN)
    return "1/2-1/2" if plain == "1/2" else plain


WRITTEN_LENGTH: Final = 79  # The number of characters of a written line, unless a single word is longer.
_NEVER_FIRST: Final = ("[", "%", ">")  # Signs that no line begins with: tags, lines passed over and quotations do.
_EMPTY_LINE_AT_END: Final = re.compile(rb"(?:\n|\r|\A)[ \t]*(?:\r\n|\n|\r)\Z")
_COMMENT_LINE: Final = re.compile(rb"\{[^}]*\}[ \t]*(?:\r\n|\n|\r)?|;[^\n\r]*(?:\r\n|\n|\r)|(%[^\n\r]*)")
"""A comment with the end of its line, or an escaped line."""


class _Parenthesis(str):
    """A parenthesis of a variation, which a comment may have as a word too."""


_OPEN: Final = _Parenthesis("(")
_CLOSE: Final = _Parenthesis(")")


def written_moves(game: chess.pgn.Game, result: str = "") -> str:
    """Return the moves of a game in lines with the result, by default from its tags; raises ``UnreadableError``."""
    words = _comment_words(game.comment)
    for part in moves_in_text(game):
        if part is None:
            words.append(_CLOSE)
            continue
        node, board = part.node, part.before
        words += [_OPEN] if node is not node.parent.variations[0] else []
        words += _comment_words(node.starting_comment)
        words += [_move_number(board)] if part.is_numbered or node.starting_comment else []
        words += (board.san(node.move), *(f"${nag}" for nag in sorted(node.nags)), *_comment_words(node.comment))
    of_tag = _plain_result(game.headers.get("Result", ""))
    words.append(result or (of_tag if of_tag in _RESULTS else "*"))
    return _in_lines(words)


def written_game(game: chess.pgn.Game, result: str = "") -> str:
    """Return a game with its tags, an empty line, and its moves, as ``written_moves`` does."""
    values = ((name, value.replace("\\", "\\\\").replace('"', '\\"')) for name, value in game.headers.items())
    tags = "".join(f'[{name} "{value}"]\n' for name, value in values)
    return f"{tags}\n{written_moves(game, result)}"


def _comment_words(comment: str) -> list[str]:
    """Return a comment in braces, or up to the end of the line if a brace in it would end it; none without a text."""
    text = comment.split()
    if "}" in comment:
        return [f";{' '.join(text)}\n"]
    return ["{", *text, "}"] if text else []


def _in_lines(words: list[str]) -> str:
    """Return words in lines; none begins as a tag or an escaped line does."""
    lines = [""]
    last = ""
    for word in words:
        line = lines[-1]
        is_glued = last is _OPEN or word is _CLOSE
        is_short = len(line) + 1 + len(word) <= WRITTEN_LENGTH
        if not line:
            lines[-1] = str(word)
        elif not line.endswith("\n") and (is_glued or is_short or word.startswith(_NEVER_FIRST)):
            lines[-1] = f"{line}{'' if is_glued else ' '}{word}"
        else:
            lines.append(str(word))
        last = word
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def rewritten(data: bytes, moves: str) -> bytes:
    """Return a game of a file with other moves: head, line ends, last empty lines and, if it can, encoding stay."""
    plain = b"".join(with_newlines((data,)))
    end = head_end(plain)
    body = data[end:]
    lead = body[: len(body) - len(body.lstrip())]
    # A byte order mark at the beginning of the line of the next game counts as blank.
    tail = data[len(plain.rstrip()) :] if body.strip() else b""
    newline = b"\r\n" if b"\r\n" in data else b"\r" if b"\r" in data and b"\n" not in data else b"\n"
    # Comments before the tags are among the moves.
    tags = lead_end(plain)
    head = _COMMENT_LINE.sub(lambda found: found[1] or b"", data[:tags]) + data[tags:end] + lead
    while head and not _EMPTY_LINE_AT_END.search(head):
        head += newline
    text = moves.rstrip("\n")
    written = text.encode("cp1252", "replace")
    if decode(data)[1] or decode(written)[0] != text:
        written = text.encode()
    return head + written.replace(b"\n", newline) + (tail or newline)
