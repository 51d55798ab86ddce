"""Writes the moves of a game as PGN, and puts them in place of those of a game of a file.

The time is linear in the number of moves, however deep variations are nested. The text is read back as the same game,
but that it ends with a result where it had none. The head of a game in a file stays as it is, byte for byte, and so
does the result that its moves end with, whatever its tags say.

Source: http://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
"""

from __future__ import annotations

import re
from typing import Final

import chess
import chess.pgn

from pawnviz.core.games.cutting import with_newlines
from pawnviz.core.games.headers import decode, head_end, lead_end
from pawnviz.core.games.line import first_board

LONGEST_LINE: Final = 79  # The number of characters of a written line, unless a single word is longer.
_NEVER_FIRST: Final = ("[", "%")  # Signs that no line begins with: tags and lines that are passed over do.
_RESULTS: Final = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "1/2": "1/2-1/2"}
_EMPTY_LINE_AT_END: Final = re.compile(rb"(?:\n|\r|\A)[ \t]*(?:\r\n|\n|\r)\Z")


_COMMENT: Final = re.compile(rb"\{[^}]*\}[ \t]*(?:\r\n|\n|\r)?|;[^\n\r]*(?:\r\n|\n|\r)|(%[^\n\r]*)")
"""A comment with the end of its line, or an escaped line."""


class _Parenthesis(str):
    """A parenthesis of a variation, which a comment may have as a word too."""


_OPEN: Final = _Parenthesis("(")
_CLOSE: Final = _Parenthesis(")")


def written_moves(game: chess.pgn.Game, result: str = "") -> str:
    """Return the moves of a game with variations, comments, glyphs and result, in lines that end with a newline.

    The result is the one that is given, else that of the tags, and ``*`` where they name none. Raises
    ``UnreadableError`` where its tags name no first position.
    """
    words: list[str] = []
    board = first_board(game.headers)
    _add_comment(words, game.comment)
    # What is still to be written, the next last: a node with the board before it and whether its number is written; or
    # the end of a variation.
    waiting: list[tuple[chess.pgn.ChildNode, chess.Board, bool] | None] = []
    if game.variations:
        waiting.append((game.variations[0], board, True))
    while waiting:
        part = waiting.pop()
        if part is None:
            words.append(_CLOSE)
            continue
        node, before, numbered = part
        others = node.parent.variations[1:] if node is node.parent.variations[0] else []
        after = _add_move(words, node, before, numbered)
        if node.variations:
            waiting.append((node.variations[0], after, bool(node.comment or others)))
        for other in reversed(others):
            waiting.append(None)
            waiting.append((other, before, True))
    words.append(result or _RESULTS.get(game.headers.get("Result", ""), "*"))
    return _in_lines(words)


def written_game(game: chess.pgn.Game, result: str = "") -> str:
    """Return a game with its tags, an empty line, and its moves, as ``written_moves`` does."""
    values = ((name, value.replace("\\", "\\\\").replace('"', '\\"')) for name, value in game.headers.items())
    tags = "".join(f'[{name} "{value}"]\n' for name, value in values)
    return f"{tags}\n{written_moves(game, result)}"


def _add_move(words: list[str], node: chess.pgn.ChildNode, board: chess.Board, numbered: bool) -> chess.Board:
    is_variation = node is not node.parent.variations[0]
    if is_variation:
        words.append(_OPEN)
    _add_comment(words, node.starting_comment)
    if board.turn or numbered or node.starting_comment:
        words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
    words.append(board.san(node.move))
    words += (f"${nag}" for nag in sorted(node.nags))
    _add_comment(words, node.comment)
    after = board.copy(stack=False)
    after.push(node.move)
    return after


def _add_comment(words: list[str], comment: str) -> None:
    """Add a comment: in braces, or up to the end of the line where a brace in it would end it."""
    text = comment.split()
    if text and "}" in comment:
        words.append(f";{' '.join(text)}\n")
    elif text:
        words += ("{", *text, "}")


def _in_lines(words: list[str]) -> str:
    """Return words in lines; none begins as a tag or an escaped line does."""
    lines = [""]
    last = ""
    for word in words:
        line = lines[-1]
        is_glued = last is _OPEN or word is _CLOSE
        is_short = len(line) + 1 + len(word) <= LONGEST_LINE
        if not line:
            lines[-1] = str(word)
        elif not line.endswith("\n") and (is_glued or is_short or word.startswith(_NEVER_FIRST)):
            lines[-1] = f"{line}{'' if is_glued else ' '}{word}"
        else:
            lines.append(str(word))
        last = word
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def rewritten(data: bytes, moves: str) -> bytes:
    """Return a game of a file with other moves: head, line ends, last empty lines and, where it can, encoding stay."""
    plain = b"".join(with_newlines((data,)))
    end = head_end(plain)
    body = data[end:]
    lead = body[: len(body) - len(body.lstrip())]
    # A byte order mark at the beginning of the line of the next game counts as blank.
    tail = data[len(plain.rstrip()) :] if body.strip() else b""
    newline = b"\r\n" if b"\r\n" in data else b"\r" if b"\r" in data and b"\n" not in data else b"\n"
    # Comments before the tags are among the moves.
    tags = lead_end(plain)
    head = _COMMENT.sub(lambda found: found[1] or b"", data[:tags]) + data[tags:end] + lead
    while head and not _EMPTY_LINE_AT_END.search(head):
        head += newline
    text = moves.rstrip("\n").encode()
    if not decode(data)[1]:
        text = _in_windows_1252(moves.rstrip("\n"))
    return head + text.replace(b"\n", newline) + (tail or newline)


def _in_windows_1252(text: str) -> bytes:
    """Return a text in Windows-1252 if it is read back from there, else in UTF-8."""
    try:
        data = text.encode("cp1252")
    except UnicodeEncodeError:
        return text.encode()
    return data if decode(data)[0] == text else text.encode()
