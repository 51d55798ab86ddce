"""Patterns of structures asked square by square, as a person checks a board: slow, and without the program's code."""

from __future__ import annotations

Squares = frozenset[str]
"""Names of squares."""


def fulfills(pattern: str, white: Squares, black: Squares) -> bool:
    """Return whether White's and Black's pawns on these squares fulfill a pattern."""
    clauses = [clause.split() for clause in pattern.split(";")]
    return all(
        _says(word, *((white, black) if color == "W" else (black, white)), color == "W")
        for color, *words in clauses
        for word in words
    )


def is_mirror_image(white: Squares, black: Squares) -> bool:
    """Return whether each color has at least four pawns, the mirror image of the other's across the middle."""
    return len(white) >= 4 and white == turned(black)


def turned(places: Squares) -> Squares:
    """Return the squares of the board turned: a2 becomes a7."""
    return frozenset(f"{name[0]}{9 - int(name[1])}" for name in places)


def _says(word: str, own: Squares, enemy: Squares, is_white: bool) -> bool:
    def on_file(letter: str) -> list[str]:
        return [name for name in own if name[0] == letter]

    if word.startswith("-"):
        return not any(name in own or (len(name) == 1 and on_file(name)) for name in word[1:].split("/"))
    if len(word) == 1:
        return len(on_file(word)) > 0
    if word.endswith("+"):
        return any(name in own for name in word[:-1].split("/"))
    if "+" in word:
        return len(on_file(word[0])) == 2 and all(name in own for name in word.split("+") if len(name) == 2)
    names = word.rstrip("!?").split("/")
    there = on_file(names[0][0])
    if word.endswith("?") and not there:
        return True
    if len(there) != 1 or there[0] not in names:
        return False
    return not (word.endswith("!") and _is_passed(there[0], enemy, is_white))


def _is_passed(pawn: str, enemy: Squares, is_white: bool) -> bool:
    """Return whether no enemy pawn stands before a pawn on its file or on one beside it."""
    step = 1 if is_white else -1
    return not any(abs(ord(name[0]) - ord(pawn[0])) <= 1 and (int(name[1]) - int(pawn[1])) * step > 0 for name in enemy)
