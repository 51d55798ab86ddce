"""Patterns of structures asked square by square, as a person checks a board: slow, and without the program's code."""

from __future__ import annotations

Squares = frozenset[str]
"""Names of squares."""


def fulfills(pattern: str, white: Squares, black: Squares) -> bool:
    """Return whether White's and Black's pawns on these squares fulfill a pattern."""
    clauses = [clause.split() for clause in pattern.split(";") if clause]
    return all(
        _says(word, *((white, black) if color == "W" else (black, white)), color == "W")
        for color, *words in clauses
        for word in words
    )


def is_mirror_image(white: Squares, black: Squares) -> bool:
    """Return whether each color has at least four pawns, the mirror image of the other's across the middle."""
    return len(white) >= 4 and white == turned(black)


def condition_holds(identifier: str, white: Squares, black: Squares) -> bool:
    """Return whether the condition of a built-in structure holds, as its explanation says it."""
    both = white | black

    def count(pawns: Squares, files: str) -> int:
        return sum(name[0] in files for name in pawns)

    is_one_wing = count(both, "abcd") == 0 or count(both, "efgh") == 0
    passed = [name for name in white if _is_passed(name, black, True)]
    enemy_passed = [name for name in black if _is_passed(name, white, False)]
    match identifier:
        case "symmetrical":
            return is_mirror_image(white, black)
        case "protected_passed_pawn_on_d5":
            return "d5" in passed and bool({"c4", "e4"} & white)
        case "four_against_three":
            return is_one_wing and (len(white), len(black)) == (4, 3)
        case "three_against_two":
            return is_one_wing and (len(white), len(black)) == (3, 2)
        case "equal_pawns_on_one_wing":
            return is_one_wing and len(white) == len(black) in (2, 3, 4)
        case "outside_passer":
            wings = (("abc", "d", "efgh"), ("fgh", "e", "abcd"))
            return (
                len(both) <= 11
                and not enemy_passed
                and any(
                    any(name[0] in wing for name in passed)
                    and not count(black, wing)
                    and count(white, wing) <= 2
                    and not count(both, between)
                    and count(white, other) > 0
                    and count(black, other) > 0
                    for wing, between, other in wings
                )
            )
        case "equal_wings":
            same = all(count(white, wing) == count(black, wing) > 0 for wing in ("abc", "fgh"))
            return same and not count(both, "de") and not passed and not enemy_passed
        case "majority_on_each_wing":
            larger = count(white, "abc") > count(black, "abc") and count(white, "efgh") < count(black, "efgh")
            both_there = count(black, "abc") > 0 and count(white, "efgh") > 0
            return larger and both_there and not count(both, "d") and len(both) <= 13
        case _:
            return _center_holds(identifier, white, black)


def _center_holds(identifier: str, white: Squares, black: Squares) -> bool:
    own, enemy = ({letter: any(name[0] == letter for name in pawns) for letter in "de"} for pawns in (white, black))
    center = [name for name in white if name[0] in "cde"]
    meets = {name[0] for name in center if f"{name[0]}{int(name[1]) + 1}" in black}
    takes = any(
        f"{chr(ord(name[0]) + step)}{int(name[1]) + 1}" in black and chr(ord(name[0]) + step) in "cde"
        for name in center
        for step in (-1, 1)
    )
    files = (own["d"], enemy["d"], own["e"], enemy["e"])
    match identifier:
        case "center_tension":
            return takes
        case "closed_center":
            return "d" in meets and bool({"c", "e"} & meets) and not takes
        case "open_center":
            return not any(files)
        case "general_open_d_file":
            return files == (False, False, True, True)
        case "general_open_e_file":
            return files == (True, True, False, False)
        case "half_open_d_file":
            return files == (False, True, True, True)
        case "half_open_e_file":
            return files == (True, True, False, True)
        case "d_pawn_against_e_pawn":
            return files == (True, False, False, True)
        case "two_center_pawns":
            return files == (True, False, True, False)
        case "pawn_center":
            return (own["d"] or own["e"]) and not enemy["d"] and not enemy["e"]
        case _:
            raise ValueError(identifier)


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
