from __future__ import annotations

import io
import random
from functools import cache
from statistics import median

import chess.pgn
import numpy
import pytest

from pawnviz.core.board.arrays import PawnBoards, boards_of
from pawnviz.core.board.position import Position
from pawnviz.core.collections.answer import (
    FEWEST,
    MOST_KEPT,
    Bundle,
    NextMove,
    answer,
    bundles_of,
    expectation,
    interval,
)
from pawnviz.core.collections.arrays import GameColumns, StructureRows
from pawnviz.core.collections.fields import read_fields
from pawnviz.core.collections.question import Question, spells
from pawnviz.core.collections.replay import PlayedGames, moves_of
from pawnviz.core.collections.sayings import Saying, measure, try_saying
from pawnviz.core.collections.store import arrays_of_games
from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.games.cutting import GameText
from pawnviz.core.structures.pattern import read_pattern
from pawnviz.core.structures.rule import Rule
from pawnviz.core.structures.structure import Structure
from pawnviz.core.structures.table import leading_structures, set_user_structures
from tests.core.games.sample import MASTERS, random_game, texts_of
from tests.core.structures.square_by_square import fulfills
from tests.data import rows_beside


@pytest.mark.parametrize(
    ("results", "usual"),
    [
        ({"1-0": 30, "0-1": 2}, 2),
        ({"0-1": 30, "1-0": 2}, 0),
        ({"1-0": 20, "1/2-1/2": 60, "0-1": 2}, 2),
        ({"1-0": 6, "1/2-1/2": 20, "0-1": 5}, 1),
        ({"1-0": 2, "1/2-1/2": 1}, 2),
    ],
)
def test_model_games_have_the_result_of_the_side_that_does_better_else_the_commonest(
    results: dict[str, int], usual: int
) -> None:
    games = [
        f'[WhiteElo "{2500 + number}"]\n[BlackElo "{2500 + number}"]\n[Result "{result}"]\n\n1. e4 e5 2. Nf3 {result}\n'
        for result, count in results.items()
        for number in range(count)
    ]
    rows, columns = arrays_of_games(texts_of("\n".join(games).encode()))
    found = answer(read_fields("pawns:8/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/8"), rows, columns, advantage=0.0)
    assert found.score.games == len(games)
    model_games = found.spells.game[found.model_games]
    assert set(columns.result[model_games].tolist()) == {usual}
    assert columns.white_elo[model_games].tolist() == sorted(columns.white_elo[model_games].tolist(), reverse=True)


def test_model_games_are_those_of_the_strongest_weaker_players_then_those_of_longer_spells() -> None:
    games = [
        f'[WhiteElo "{2500 + number}"]\n[BlackElo "{2900 - 2 * number}"]\n\n1. e4 e5 2. Nf3{moves} 1-0\n'
        for number in range(30)
        for moves in ("", " Nf6", " Nf6 3. Nc3")
    ]
    rows, columns = arrays_of_games(texts_of("\n".join(games).encode()))
    found = answer(read_fields("pawns:8/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/8"), rows, columns, advantage=0.0)
    model_games = found.spells.game[found.model_games]
    # The stronger player of the last games is the weakest of all stronger ones.
    assert columns.white_elo[model_games].tolist() == [rating for rating in range(2529, 2519, -1) for _ in range(2)]
    assert columns.plies[model_games].tolist() == [5, 4] * 10


def spells_of(pattern: str, game: chess.pgn.Game) -> list[tuple[int, int]]:
    """Return the first and the end of the first spell of a pattern in a game by python-chess, or nothing."""
    board = game.board()
    holding = []
    for move in [*game.mainline_moves(), None]:
        pawns = (frozenset(map(chess.square_name, board.pieces(chess.PAWN, color))) for color in (True, False))
        holding.append(fulfills(pattern, *pawns))
        if move is not None:
            board.push(move)
    if True not in holding:
        return []
    first = holding.index(True)
    return [(first, [*holding, False].index(False, first))]


def changes_of(game: chess.pgn.Game) -> list[str]:
    """Return how each move of a game changes the pawns, as it is written with its side, empty for those that do not."""
    board = game.board()
    changes = []
    for move in game.mainline_moves():
        origin, target = chess.square_name(move.from_square), chess.square_name(move.to_square)
        if board.piece_type_at(move.from_square) == chess.PAWN:
            change = f"{origin}{'x' if board.is_capture(move) else '-'}{target}"
        else:
            change = f"piece x{target}" if board.piece_type_at(move.to_square) == chess.PAWN else ""
        changes.append(f"{change} by {chess.COLOR_NAMES[board.turn]}" if change else "")
        board.push(move)
    return changes


def written(move: NextMove) -> str:
    """Return a move as ``changes_of`` does."""
    return f"{move.move.text} by {'white' if move.move.white else 'black'}"


@pytest.mark.parametrize("pattern", ["W d4", "W -d; B -d"])
def test_moves_next_and_in_the_meantime_are_those_by_python_chess(pattern: str) -> None:
    texts = list(texts_of(MASTERS.read_bytes()))
    games = [game for text in texts if (game := chess.pgn.read_game(io.StringIO(text.data.decode())))]
    expected = [(number, *spell) for number, game in enumerate(games) for spell in spells_of(pattern, game)]

    def counted(which: str) -> dict[str, tuple[int, float]]:
        delays: dict[str, list[float]] = {}
        for number, first, end in expected:
            changes = changes_of(games[number])
            plies = range(first + 1, end) if which == "kept" else range(end, min(end, len(changes)) + 1)
            seen: set[str] = set()
            for ply in plies:
                change = changes[ply - 1]
                if change and change not in seen and ply <= len(changes):
                    seen.add(change)
                    delays.setdefault(change, []).append((ply - first) / 2)
        return {change: (len(each), median(each)) for change, each in delays.items()}

    found = answer(read_fields(f'pattern:"{pattern}"'), *arrays_of_games(texts))
    assert len(found.spells) == len(expected) > 10
    assert {written(move): (move.score.games, move.median_delay) for move in found.next} == counted("next")
    kept = counted("kept")
    often = {change: each for change, each in kept.items() if each[0] >= max(1, 0.05 * len(expected))}
    assert len(found.kept) == min(MOST_KEPT, len(often))
    assert all(often[written(move)] == (move.score.games, move.median_delay) for move in found.kept)
    counts = sorted((count for count, _ in often.values()), reverse=True)
    assert [move.score.games for move in found.kept] == counts[:MOST_KEPT]
    assert not any(move.ends for move in found.kept)


CARLSBAD = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 exd5"
LINES = (
    f"{CARLSBAD} 5. Bg5 Be7 6. e3 c6 7. Bd3 O-O 8. Qc2 Nbd7 *",
    f"{CARLSBAD} 5. Bg5 c6 6. e3 Be7 7. Bd3 c5 8. dxc5 Bxc5 *",
    f"{CARLSBAD} 5. e3 c5 6. dxc5 *",
    "1. d4 e5 2. dxe5 *",
)
ROWS, GAMES = arrays_of_games(GameText(f'[Event "{line}"]\n\n{line}'.encode(), 1, 0) for line in LINES)


def bundled(text: str, moves: int, most: int = 5) -> tuple[Bundle, ...]:
    return bundles_of(spells(read_fields(text), ROWS, GAMES), ROWS, GAMES, moves, most)


def position_of(bundle: Bundle) -> Position:
    position = Position()
    for letter, mask in (("P", bundle.white), ("p", bundle.black)):
        for square in range(64):
            if mask >> square & 1:
                position = position.with_piece(square, letter)
    return position


def test_each_game_is_in_one_bundle_also_after_its_end() -> None:
    for moves in (0, 4, 12, 500):
        for most in (1, 2, 5):
            found = bundled('where:"popcount(own) >= 1"', moves, most)
            assert sorted(place for bundle in found for place in bundle.spells.tolist()) == [0, 1, 2, 3]
            assert sum(bool(bundle.heading) for bundle in found) <= most
            assert all(bundle.heading for bundle in found[:-1]), "the others come last"
            assert [bundle.score.games for bundle in found] == [len(bundle.spells) for bundle in found]


def test_a_bundle_has_the_name_of_the_leading_structure_of_its_pawns() -> None:
    found = [bundle for moves in (0, 4) for bundle in bundled('pattern:"W d4; B d5"', moves) if bundle.heading]
    assert len(found) >= 3
    for bundle in found:
        assert leading_structures(position_of(bundle).sides()[0])[0].heading == bundle.heading


def test_the_structure_of_now_is_marked_if_games_still_have_it() -> None:
    (first,) = (bundle for bundle in bundled("structure:carlsbad,white", 0) if bundle.is_same)
    assert first.heading == "Carlsbad of White" and len(first.spells) == len(
        spells(read_fields("structure:carlsbad,white"), ROWS, GAMES)
    )
    later = bundled("structure:carlsbad,white", 12)
    assert [bundle.heading for bundle in later if bundle.is_same] == ["Carlsbad of White"]
    assert any(not bundle.is_same for bundle in later)


def test_no_games_have_no_bundles() -> None:
    assert bundled('pattern:"W a2 b2 -h -g -f -e -d"', 12) == ()
    assert numpy.array_equal(bundled('pattern:"W d4; B d5"', 0)[0].spells, [0, 1, 2])


_TRIALS = 2_000


@pytest.mark.parametrize("effect", [0.0, 0.05])
@pytest.mark.parametrize("favor", [0, 450])
@pytest.mark.parametrize("draws", [0.1, 0.8])
@pytest.mark.parametrize("games", [5, 30, 200])
def test_the_interval_holds_a_known_effect_nineteen_times_of_twenty(
    games: int, draws: float, favor: int, effect: float
) -> None:
    """The ratings differ by ``favor`` on average, and ``draws`` are drawn of the games that may be."""
    generator = numpy.random.default_rng(games)
    expected = expectation(generator.normal(favor, 120, (_TRIALS, games)))
    mean = (expected + effect).clip(0.01, 0.99)
    drawn = 2 * draws * numpy.minimum(mean, 1 - mean)
    chance = generator.random((_TRIALS, games))
    points = numpy.where(chance < mean - drawn / 2, 1.0, numpy.where(chance < mean + drawn / 2, 0.5, 0.0))
    truth = float((mean - expected).mean())
    edges = numpy.array([interval(values) for values in points - expected])
    held = ((edges[:, 0] <= truth) & (truth <= edges[:, 1])).mean()
    assert held >= 0.95 - 3 * (0.05 * 0.95 / _TRIALS) ** 0.5


def test_equal_results_of_few_games_do_not_look_sure() -> None:
    for count in (5, 10):
        edges = interval(numpy.full(count, 0.1))
        assert edges is not None and edges[0] < 0 < 0.2 < edges[1]


def test_too_few_games_have_no_interval() -> None:
    assert interval(numpy.full(FEWEST - 1, 0.1)) is None and interval(numpy.full(FEWEST, 0.1)) is not None


def test_the_interval_of_many_games_is_that_of_their_own_spread() -> None:
    values = numpy.random.default_rng(1).choice([-0.5, 0.0, 0.5], 5_000)
    edges = interval(values)
    assert edges is not None
    assert edges[1] - edges[0] == pytest.approx(2 * 1.96 * values.std(ddof=1) / 5_000**0.5, rel=2e-3)


FENS = (
    "4k3/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/4K3 w - - 0 1",
    "4k3/p6p/1p1pp1p1/8/8/1P3P2/P1P3PP/4K3 b - - 0 1",
    "r3k2r/pp3ppp/2n1bn2/3p4/3P4/2N1BN2/PP3PPP/R3K2R w KQkq - 0 1",
)
PLAYED_GAMES = PlayedGames.of(
    [
        moves_of(GameText(words, 1, 0))[0]
        for words in (b"1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5", b"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6", b"1. e4 e5")
    ]
)


@pytest.mark.parametrize(
    "text",
    [
        "island_count",
        "isolated_pawns",
        "own & file_d",
        "own - attacks(own)",
        "island_count(own) > island_count(enemy)",
    ],
)
def test_a_saying_counts_for_white_minus_black(text: str) -> None:
    saying = Saying.of(text)
    positions = [Position.from_fen(fen) for fen in FENS]
    expected = []
    for position in positions:
        white, black = (saying.value(side) for side in position.sides())
        expected.append(int(white) - int(black))
    assert saying.differences(boards_of(positions)).tolist() == expected


def test_a_doubled_pair_is_one_and_a_tripled_one_two() -> None:
    saying = Saying.of("doubled_pawns")
    for pawns, count in (("P7/8/P7", 1), ("P1P5/8/P1P5", 2), ("P7/P7/P7", 2), ("P7/1P6/8", 0)):
        boards = boards_of([Position.from_fen(f"4k3/8/8/8/{pawns}/4K3 w - - 0 1")])
        assert saying.differences(boards).tolist() == [count]


@pytest.mark.parametrize("text", ["", "nothing_known", "own +", "island_count(own)", "popcount(own) >"])
def test_a_text_that_is_no_saying_has_an_error_with_its_column(text: str) -> None:
    with pytest.raises(FormulaError) as error:
        Saying.of(text)
    assert error.value.column >= 1


def test_games_are_measured_after_a_number_of_moves_and_at_equal_material_only_where_asked() -> None:
    def differences(ply: int, *, equal_material: bool) -> list[float]:
        *_, values = measure(Saying.of("pawns"), PLAYED_GAMES, ply, equal_material=equal_material)
        assert values is not None
        return [float(value) for value in values]

    numpy.testing.assert_equal(differences(3, equal_material=False), [1, 0, numpy.nan])
    numpy.testing.assert_equal(differences(3, equal_material=True), [numpy.nan, 0, numpy.nan])
    numpy.testing.assert_equal(differences(4, equal_material=True), [0, 0, numpy.nan])


def test_a_known_effect_is_measured() -> None:
    generator = numpy.random.default_rng(5)
    differences = generator.integers(-3, 4, 4000).astype(float)
    surplus = 0.05 * differences + generator.normal(0, 0.4, 4000)
    surplus[::7] = numpy.nan
    trial = try_saying(Saying.of("pawns"), differences, surplus)
    assert trial.has_effect
    assert [(point.least, point.most) for point in trial.points] == [(1, 1), (2, 2), (3, 3)]
    for point in trial.points:
        assert point.interval[0] - 0.02 < 0.05 * point.least < point.interval[1] + 0.02
    assert trial.whole is not None
    assert trial.whole.games + trial.equal_games == numpy.count_nonzero(~numpy.isnan(surplus))


def test_of_sayings_on_shuffled_results_about_one_in_twenty_succeeds() -> None:
    generator = numpy.random.default_rng(11)
    surplus = generator.choice([-0.5, 0.0, 0.5], 600)
    successes = 0
    for _ in range(400):
        differences = generator.integers(-2, 3, 600).astype(float)
        successes += try_saying(Saying.of("pawns"), differences, generator.permutation(surplus)).has_effect
    assert successes <= 0.05 * 400 + 3 * (400 * 0.05 * 0.95) ** 0.5


@pytest.mark.parametrize("games", [0, 1, 4, 5, 19])
def test_few_games_are_one_point_or_none(games: int) -> None:
    trial = try_saying(Saying.of("pawns"), numpy.arange(1.0, games + 1), numpy.full(games, 0.3))
    assert len(trial.points) == (games >= 5) and trial.unequal_games == games
    assert trial.has_effect == (games == 19)


def with_random_tags(game: chess.pgn.Game, dice: random.Random) -> chess.pgn.Game:
    """Return a game after giving it players, ratings, some of them unknown, a year, a result and an opening."""
    tags = {
        "White": dice.choice(("Karpov, Anatoly", "Kasparov, Garry", "Ångström, B")),
        "Black": dice.choice(("Karpov, Anatoly", "Short, Nigel", "?")),
        "WhiteElo": dice.choice(("", "2400", "2650")),
        "BlackElo": dice.choice(("2410", "2500")),
        "Date": f"{dice.randint(1970, 2000)}.??.??",
        "Result": dice.choice(("1-0", "0-1", "1/2-1/2", "*")),
        "ECO": dice.choice(("", "B90", "D35", "D37", "E97")),
    }
    game.headers.update({name: text for name, text in tags.items() if text})
    return game


@cache
def games() -> tuple[StructureRows, GameColumns]:
    """Return the games of masters and random ones, scanned."""
    dice = random.Random(1)
    made = [with_random_tags(random_game(seed, 70), dice) for seed in range(12)]
    return arrays_of_games(texts_of(MASTERS.read_bytes() + b"\n" + "\n\n".join(map(str, made)).encode()))


@pytest.mark.parametrize(("question", "answered"), rows_beside(__file__, "answers.tsv"))
def test_a_question_has_the_answer_that_python_chess_found(question: str, answered: str) -> None:
    """The answers were found by python-chess and square by square, to questions at random of all kinds."""
    result = spells(read_fields(question), *games())
    places = zip(result.game.tolist(), result.first.tolist(), result.end.tolist(), strict=True)
    assert " ".join(f"{game}:{first}-{end}" for game, first, end in places) == answered


BOARDS = (
    "8/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/8",  # Carlsbad.
    "8/p1p2ppp/1p6/3p4/3P4/4P3/PP3PPP/8",  # The Tartakower after the exchange on d5, which fulfills its rule too.
    "8/pp3ppp/2p5/3p4/3P1P2/4P3/PP4PP/8",  # A stonewall too, named beside it.
    "8/pp2pppp/4p3/3p4/3P4/2P5/PP3PPP/8",
)


def held(question: Question) -> list[bool]:
    """Return on which boards the only part of a question holds."""
    pawns = [tuple(side.pawns for side in Position.from_fen(board).sides()) for board in BOARDS]
    (part,) = question.position_parts
    return [bool(truth) for truth in part.holds(PawnBoards(*numpy.array(pawns, numpy.uint64).T))]


def test_a_structure_is_where_boards_are_named_after_it_and_wide_wherever_its_rule_holds() -> None:
    for color in ("", ",white"):
        assert held(read_fields(f"structure:carlsbad{color}")) == [True, False, True, False]
        assert held(read_fields(f"structure:carlsbad{color},wide")) == [True, True, True, False]
    assert held(read_fields("structure:tartakower_exchange")) == [False, True, False, False]
    found = [leading_structures(Position.from_fen(board).sides()[0]) for board in BOARDS]
    named = ["carlsbad" in [each.structure.identifier for each in structures] for structures in found]
    assert named == [True, False, True, False]


def test_a_structure_of_the_user_takes_the_name_of_a_less_specific_one_in_any_process() -> None:
    rule = Rule(read_pattern("W d4 e3 f2 -c; B c6 d5 -e"), least_pawns=6)
    set_user_structures(lambda: [Structure("own", "Own", rule, ((), ()))])
    try:
        portable = read_fields("structure:carlsbad").portable
        assert held(read_fields("structure:carlsbad")) == [False, False, True, False]
    finally:
        set_user_structures(tuple)
    assert held(portable) == [False, False, True, False]
    assert held(read_fields("structure:carlsbad")) == [True, False, True, False]
