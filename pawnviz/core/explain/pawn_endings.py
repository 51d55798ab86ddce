"""Pawn endings in words: races, key squares, and proofs by a process of their own."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from time import monotonic, process_time
from typing import Final, NamedTuple

from pawnviz.core.board.attackers import king_attacks, queen_attacks
from pawnviz.core.board.bitboard import BOARD, SQUARE_NAMES, complement, flip_vertical, square_names, squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import player_name
from pawnviz.core.endings.king_pairs import places_among, row_of
from pawnviz.core.endings.outcome import (
    BestPlay,
    Ending,
    KingMap,
    Outcome,
    Solution,
    best_play,
    solve_within,
    solved_at_once,
    with_other_to_move,
)
from pawnviz.core.endings.search import solve_all
from pawnviz.core.endings.wins import rivals
from pawnviz.core.layers.attacks import single_pawn
from pawnviz.core.layers.passers import outside_kings_square, promotion_path_free
from pawnviz.core.words import capitalized, count_text, listed

_MOST_MOVES: Final = 5  # The number of moves that are named; more are counted.
_MOVES: Final = "Each move of the side to move was judged by what proves the outcome."
_LINE: Final = (
    "The winner takes the way that needs fewest moves to the next pawn move or capture that wins, the other side the "
    "longest. It ends with a promotion, or where it grows long."
)
_BREAKTHROUGH: Final = (
    "A pawn offers itself to a pawn while its side has no passed pawn. That it wins is proved for every reply."
)
_OTHER_TO_MOVE: Final = "Both outcomes are proved. The same kings and pawns, the other side to move."
_VERBS: Final = {
    Outcome.WHITE_WINS: "White would win",
    Outcome.BLACK_WINS: "Black would win",
    Outcome.DRAW: "it would be a draw",
}


def proof_facts(position: Position, solution: Solution) -> tuple[EndingFact, ...]:
    """Return the facts about moves in the proof of an outcome, none if the outcome is not decided."""
    play = best_play(position, solution)
    if play is None:
        return ()
    return tuple(_facts(position, solution, play))


def _facts(position: Position, solution: Solution, play: BestPlay) -> Iterator[EndingFact]:
    outcome = solution.ending.outcome
    if play.keeping:
        kind = "drawing" if outcome is Outcome.DRAW else "winning"
        yield _proof_moves(position, play, kind)
    if play.gives_pawn:
        yield EndingFact("Breakthrough", f"{moves_text(position, play.line[:1])} offers a pawn.", _BREAKTHROUGH)
    if len(play.line) > 1:
        yield EndingFact("Line", f"{moves_text(position, play.line)}.", _LINE)
    other = with_other_to_move(solution, position)
    if other not in (outcome, Outcome.NOT_DECIDED):
        mover = "Black" if position.white_to_move else "White"
        yield EndingFact(f"With {mover} to move", f"{_VERBS[other]}.", _OTHER_TO_MOVE, position.kings)


def _proof_moves(position: Position, play: BestPlay, kind: str) -> EndingFact:
    title, verb, no_other = (
        ("Drawing move", "draw", "any other loses") if kind == "drawing" else ("Winning move", "win", "no other wins")
    )
    if play.is_every and len(play.keeping) > 1:
        return EndingFact(f"{title}s", f"every move {verb}s.", _MOVES)
    if len(play.keeping) > _MOST_MOVES:
        return EndingFact(f"{title}s", f"{len(play.keeping)}.", _MOVES)
    number = f"{position.fullmove_number}{'.' if position.white_to_move else '...'}"
    moves = f"{number}{listed(play.keeping)}"
    if play.is_every:
        return EndingFact(title, f"{moves}, the only legal move.", _MOVES)
    if play.is_only and len(play.keeping) == 1:
        return EndingFact(f"The only {kind} move", f"{moves}.", _MOVES)
    others = no_other if play.is_only else f"other moves may {verb} too"
    return EndingFact(title if len(play.keeping) == 1 else f"{title}s", f"{moves}; {others}.", _MOVES)


def moves_text(position: Position, sans: tuple[str, ...]) -> str:
    """Return moves with their numbers: ``1.Kb1 Kb7 2.Kc1``."""
    first = 0 if position.white_to_move else 1
    parts = [
        san if place % 2 else f"{position.fullmove_number + place // 2}.{san}" for place, san in enumerate(sans, first)
    ]
    if first and parts:
        parts[0] = f"{position.fullmove_number}...{parts[0]}"
    return " ".join(parts)


def main(seconds: str, fen: str) -> None:
    """Solve the ending of a FEN within a number of seconds of the processor, the start of the process included."""
    due = 0.0

    def print_part(part: float) -> None:
        nonlocal due
        if monotonic() >= due:
            due = monotonic() + 0.1
            print(f"%{part:.3f}", flush=True)

    position = Position.from_fen(fen)
    solution = solve_within(position, max(0.1, float(seconds) - process_time()), print_part, process_time)
    ending, facts = solution.ending, proof_facts(position, solution)
    answer = {
        "outcome": ending.outcome.value,
        "white_king": asdict(ending.white_king),
        "black_king": asdict(ending.black_king),
        "facts": facts,
    }
    print(json.dumps(answer), flush=True)


def read_answer(line: str) -> tuple[Ending, tuple[EndingFact, ...]]:
    """Return the ending and the facts of the last line."""
    answer = json.loads(line)
    ending = Ending(Outcome(answer["outcome"]), KingMap(**answer["white_king"]), KingMap(**answer["black_king"]))
    return ending, tuple(EndingFact(*fact) for fact in answer["facts"])


_KEY_SQUARES: Final = (
    "With its own king on one of them the pawn wins, whoever is to move and wherever the enemy king stands, unless "
    "that takes the pawn at once. They are read from the table of king and pawn against king."
)
_OPPOSITION: Final = (
    "The kings stand on one file, rank or diagonal with an odd number of squares between. The side that is not to move "
    "has the opposition: the other king has to give way, unless its side has another move."
)
_RACE: Final = (
    "How many moves the passed pawn of each side that is nearest to promotion needs, with nothing in front of it, when "
    "both sides only push. What kings and other pawns may do meanwhile is left out, but for a king that stands in the "
    "square of the other side's pawn: it reaches the pawn or its promotion square in time if nothing is in its way."
)
_DISTANCES: Final = {2: "direct", 4: "distant", 6: "distant"}


class EndingFact(NamedTuple):
    """A fact of an ending: its name, a sentence without the name, the meaning of the name, and squares to show."""

    title: str
    text: str
    explanation: str
    squares: int = 0


class EndingWords(NamedTuple):
    """An ending of kings and pawns in words: its outcome as far as it was asked for, and further facts."""

    outcome: Outcome | None
    facts: tuple[EndingFact, ...]

    @property
    def verdict(self) -> str:
        """``White wins``, ``Black wins``, ``Draw``, ``Not decided``, or an empty text if nothing is known."""
        return "" if self.outcome is None else self.outcome.value

    @property
    def is_proved(self) -> bool:
        """Whether it is proved who wins, or that nobody does."""
        return self.outcome not in (None, Outcome.NOT_DECIDED)

    @property
    def sentence(self) -> str:
        """The verdict as a sentence: ``White wins, proved.``; empty if nothing is known."""
        if self.outcome is Outcome.NOT_DECIDED:
            return f"{self.verdict}."
        return f"{self.verdict}, proved." if self.verdict else ""


def ending_words(
    position: Position, outcome: Outcome | None = None, proved: tuple[EndingFact, ...] = ()
) -> EndingWords | None:
    """Return an ending in words, ``proved`` facts first, None for others; it is solved for milliseconds if need be."""
    solved = solved_at_once(position)
    if solved is None:
        return None
    at_once = None if solved.outcome is Outcome.NOT_DECIDED else solved.outcome
    return EndingWords(outcome or at_once, (*proved, *ending_facts(position)))


def ending_facts(position: Position) -> tuple[EndingFact, ...]:
    """Return the facts of a pawn ending besides who wins; the opposition only where it decides the outcome."""
    racers = runners(position)
    facts = (
        race(position) if len(racers) > 1 or not all(_may_be_caught(position, runner) for runner in racers) else None,
        opposition(position) if _turn_decides(position) else None,
        key_squares_of_only_pawn(position),
    )
    return tuple(fact for fact in facts if fact is not None)


def _turn_decides(position: Position) -> bool:
    outcomes = set()
    for white_to_move in (True, False):
        ending = solved_at_once(replace(position, white_to_move=white_to_move, en_passant=None))
        outcomes.add(Outcome.NOT_DECIDED if ending is None else ending.outcome)
    return len(outcomes) == 2 and Outcome.NOT_DECIDED not in outcomes


# Key squares


@lru_cache(maxsize=96)
def key_squares(color: bool, square: int) -> int:
    """Return the key squares of a pawn of a color on a square of ranks 2 to 7, with no other pawn on the board.

    With its king on a key square the side wins whoever is to move and wherever the enemy king stands, unless that takes
    the pawn at once. A rook pawn far from promotion has none.
    """
    if not color:
        return flip_vertical(key_squares(True, square ^ 56))
    pawn = 1 << square
    wins = solve_all(rivals(lambda: True)[0], pawn, 0)
    places = places_among(pawn, 0)
    keys = 0
    for king in squares(BOARD ^ pawn):
        lost = row_of(places.waiting, king) & (BOARD ^ row_of(wins.proved_waiting, king))
        if not king_attacks(1 << king) & pawn:
            lost &= BOARD ^ king_attacks(pawn)
        if not lost and not row_of(places.to_move, king) & (BOARD ^ row_of(wins.proved_to_move, king)):
            keys |= 1 << king
    return keys


def key_squares_of_only_pawn(position: Position) -> EndingFact | None:
    """Return the key squares of an ending's only pawn, None if there are more pawns or no key squares."""
    if position.pawns.bit_count() != 1:
        return None
    pawn = position.pawns.bit_length() - 1
    color = bool(position.pawns & position.white)
    keys = key_squares(color, pawn)
    if not keys:
        return None
    king = position.kings & (position.white if color else position.black)
    standing = f"; the {player_name(color).lower()} king is on one of them" if king & keys else ""
    names = square_names(keys).replace(" ", ", ")
    return EndingFact(f"Key squares of {SQUARE_NAMES[pawn]}", f"{names}{standing}.", _KEY_SQUARES, keys)


# The opposition


def opposition(position: Position) -> EndingFact | None:
    """Return the side that has the opposition and its kind; None if neither side has it."""
    white = (position.kings & position.white).bit_length() - 1
    black = (position.kings & position.black).bit_length() - 1
    files, ranks = abs(white % 8 - black % 8), abs(white // 8 - black // 8)
    distance = max(files, ranks)
    if distance % 2 or min(files, ranks) not in (0, distance):
        return None
    if files == ranks:
        line, kind = "on a diagonal", "diagonal"
    else:
        line = f"on the {SQUARE_NAMES[white][0]}-file" if not files else f"on rank {white // 8 + 1}"
        kind = _DISTANCES[distance]
    between = count_text(distance - 1, "square")
    mover, owner = map(player_name, (position.white_to_move, not position.white_to_move))
    text = f"{owner} has it; the kings stand {line} with {between} between, and {mover} is to move."
    return EndingFact(f"{capitalized(kind)} opposition", text, _OPPOSITION, position.kings)


# The race


class Runner(NamedTuple):
    """The pawn of a side that promotes first when both sides only push: its square, and on which move of its side.

    ``gives_check`` and ``attacks_goal`` are whether the new queen then attacks the enemy king where it stands, and the
    square on which the other side's runner is to promote later.
    """

    color: bool
    pawn: int
    moves: int
    gives_check: bool
    attacks_goal: bool

    @property
    def goal(self) -> int:
        """The promotion square."""
        return self.pawn % 8 + (56 if self.color else 0)


def runners(position: Position) -> tuple[Runner, ...]:
    """Return the first pawn of each side to promote if free, the earlier one in front; none for a side without."""
    racers = []
    for color in (position.white_to_move, not position.white_to_move):
        free = list(squares(promotion_path_free(position.sides()[0 if color else 1])))
        if free:
            moves = {pawn: single_pawn(color, pawn).moves_to_promotion for pawn in free}
            least = min(moves.values())
            racers.append([Runner(color, pawn, least, False, False) for pawn in free if moves[pawn] == least])
    if not racers:
        return ()
    racers.sort(key=lambda pawns: pawns[0].moves)  # Stable: of equal ones the side to move is first.
    if len(racers) == 1:
        return (_first_with_check([_promoted(position, runner, 0, None) for runner in racers[0]]),)
    candidates, (last, *_) = racers
    moved = candidates[0].moves - (candidates[0].color == position.white_to_move)
    goal = _pushed(last, moved)
    first = _first_with_check([_promoted(position, runner, 1 << last.pawn ^ 1 << goal, last) for runner in candidates])
    return first, _promoted(position, last, 1 << first.pawn | 1 << first.goal, None)


def _first_with_check(pawns: Sequence[Runner]) -> Runner:
    return next((runner for runner in pawns if runner.gives_check), pawns[0])


def race(position: Position) -> EndingFact | None:
    """Return which side promotes on which move when both only push, None if no pawn is free to run."""
    racers = runners(position)
    if not racers:
        return None
    first = racers[0]
    text = f"{player_name(first.color)} queens {_promotes(first, racers[1:])}"
    if len(racers) == 2:
        text += f"; {player_name(not first.color)} {_promotes(racers[1], ())}"
    elif position.pawns & (position.black if first.color else position.white):
        text += f"; no {player_name(not first.color).lower()} pawn is free to run"
    goals = 0
    for runner in racers:
        goals |= 1 << runner.pawn | 1 << runner.goal
    text += "."
    for runner in racers:
        if _may_be_caught(position, runner):
            pawn = SQUARE_NAMES[runner.pawn]
            text += f" The {player_name(not runner.color).lower()} king is in the square of {pawn} and may catch it."
    return EndingFact("Race, both only pushing", text, _RACE, goals)


def _promotes(runner: Runner, others: Sequence[Runner]) -> str:
    """Return in words on which move a runner promotes, and the attacks of its queen."""
    check = " with check" if runner.gives_check else ""
    text = f"on move {runner.moves}{check} ({SQUARE_NAMES[runner.pawn]} to {SQUARE_NAMES[runner.goal]})"
    guarded = [SQUARE_NAMES[other.goal] for other in others if runner.attacks_goal]
    return f"{text} and then attacks {guarded[0]}" if guarded else text


def _may_be_caught(position: Position, runner: Runner) -> bool:
    return not outside_kings_square(position.sides()[0 if runner.color else 1]) >> runner.pawn & 1


def _pushed(runner: Runner, moves: int) -> int:
    home = runner.pawn // 8 == (1 if runner.color else 6)
    ranks = moves + (home and moves > 0)
    return runner.pawn + (8 * ranks if runner.color else -8 * ranks)


def _promoted(position: Position, runner: Runner, changed: int, other: Runner | None) -> Runner:
    """Return a runner with the attacks of its new queen; ``changed`` are the squares of the other side's pushes."""
    occupied = (position.white | position.black) ^ 1 << runner.pawn ^ changed
    attacked = queen_attacks(1 << runner.goal, complement(occupied))
    enemy = position.kings & (position.black if runner.color else position.white)
    return runner._replace(
        gives_check=bool(attacked & enemy), attacks_goal=other is not None and bool(attacked >> other.goal & 1)
    )


if __name__ == "__main__":
    main(*sys.argv[1:3])
