from __future__ import annotations

import random
from functools import cache

import numpy
import pytest

from pawnviz.core.collections import LONGEST_QUESTION
from pawnviz.core.collections.arrays import GameColumns
from pawnviz.core.collections.fields import (
    FIELDS,
    POSITION_FIELDS,
    FieldError,
    completions,
    read_fields,
    readable_parts,
    written_parts,
)
from pawnviz.core.collections.listed_games import GameFilter, ListedGames, ListedNames
from pawnviz.core.collections.question import (
    ConditionPart,
    EcoPart,
    EloPart,
    EventPart,
    LengthPart,
    MovesPart,
    NamePart,
    Part,
    PatternPart,
    PawnsPart,
    PlayerPart,
    Question,
    ResultPart,
    StructurePart,
    YearsPart,
)
from pawnviz.core.collections.store import arrays_of_games
from pawnviz.core.formula.names import set_user_layers
from pawnviz.core.games.cutting import GameText, cut
from pawnviz.core.games.game_list import GameList
from pawnviz.core.user_layers.collection import UserLayer, UserLayers

PARTS = (
    PlayerPart("karpov", True),
    PlayerPart('Karpov, "Tolya" \\ A', False),
    PlayerPart("van wely"),
    EloPart(2600),
    EloPart(0, 2400),
    YearsPart(1975, 1985),
    YearsPart(1990, 1990),
    ResultPart("1/2-1/2"),
    EcoPart("D30-D42"),
    EventPart("Candidates, final"),
    NamePart("tal"),
    NamePart("a:b, c"),
    StructurePart("carlsbad"),
    StructurePart("carlsbad", False),
    StructurePart("carlsbad", None, wide=True),
    StructurePart("carlsbad", True, wide=True),
    PatternPart("W d4 -c; B d5", either_color=True, mirrored=True),
    ConditionPart("popcount(isolated_pawns(own)) >= 1"),
    ConditionPart("island_count(own) >= 3", None),
    ConditionPart("island_count(own) >= 3", False),
    PawnsPart(0x1000, 0x10000000000000, "white", mirrored=True, either_color=True, at_most=2),
    LengthPart(15),
    MovesPart(10, 30),
    MovesPart(10),
)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.text)
def test_a_part_is_read_as_it_is_written(part: Part) -> None:
    assert read_fields(part.text).parts == (part,)


def test_parts_stand_side_by_side() -> None:
    question = Question(PARTS)
    assert read_fields(question.text) == question


def test_words_without_a_field_are_words_of_names() -> None:
    assert read_fields(' tal "san remo" ').parts == (NamePart("tal"), NamePart("san remo"))
    assert read_fields("karpov, o'kelly (a)").parts == (NamePart("karpov,"), NamePart("o'kelly"), NamePart("(a)"))
    assert read_fields("").parts == ()


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("elo:2600- wite:karpov", 11, "did you mean white"),
        ("elo:", 4, "nothing behind it; expected one such as elo:2600-"),
        ("elo:1990-1980", 5, "ends before it begins"),
        ("elo:x", 5, "is no range"),
        ("for:0", 5, "no number of moves"),
        ("for:-3", 5, "no number of moves"),
        ("result:2-0", 8, "is no result"),
        ("eco:Z9", 5, "no opening code"),
        ("structure:carlsbat", 11, "did you mean carlsbad"),
        ("structure:carlsbad,red", 11, "means nothing here; expected white, black, either or wide"),
        ('pattern:"W d9"', 12, "is no word of a pattern"),
        ('pattern:"W d4",red', 9, "means nothing here"),
        ('where:"1 +"', 10, "no operator"),
        ('white:"karpov', 1, "no closing quotation mark"),
        ("pawns:9/9", 7, ""),
        ("white:a,b", 7, "quotation marks"),
        ('tal ""', 5, "nothing between the quotation marks"),
    ],
)
def test_what_is_wrong_is_named_with_its_column(text: str, column: int, words: str) -> None:
    with pytest.raises(FieldError) as raised:
        read_fields(text)
    assert (raised.value.column, words in str(raised.value)) == (column, True), str(raised.value)


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        ("elo:2600- for:", ["elo:2600-"]),
        ('for:x elo:2600- "a"b year:1990', ["elo:2600-", "year:1990"]),
        ('elo:2600- white:"Karpov, A year:1990', ["elo:2600-"]),
        ("x" * (LONGEST_QUESTION + 1), []),
    ],
)
def test_the_parts_that_can_be_read_are_known_beside_faulty_ones(text: str, readable: list[str]) -> None:
    assert [written.part.text for written in readable_parts(text)] == readable
    with pytest.raises(FieldError, match="4096" if not readable else "."):
        written_parts(text)


PLAYERS = (
    ("Karpov, Anatoly", "Tal, Mihail", "Linares", "D42"),
    ("Karpov, Anatoly", "Kortschnoj, Viktor", "Linares", "D35"),
    ("Polugaevsky, Karpovich", "Karpov, Anatoly", "Tal memorial", "D42"),
    ("Tal, Mihail", "Karner, H", "Riga", ""),
)


@pytest.fixture
def source() -> ListedNames:
    games = GameList()
    for white, black, event, eco in PLAYERS:
        tags = {"White": white, "Black": black, "Event": event, "ECO": eco}
        head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
        (text,) = cut([f"{head}\n*\n".encode()])
        games.add(text)
    return ListedNames(games)


def offered(typed: str, source: ListedNames) -> list[str]:
    """Return the completions offered at the ``|`` of a text."""
    place = typed.index("|")
    return [offer.text for offer in completions(typed.replace("|", ""), place, source).offers]


def test_a_letter_offers_fields(source: ListedNames) -> None:
    assert offered("w|", source) == ["white:", "where:"]
    assert offered("tal E|", source) == ["elo:", "eco:", "event:"]
    assert offered("kasparov|", source) == [] and offered("|", source) == [] and offered("tal |", source) == []


def test_names_come_from_the_games_the_commonest_first_and_those_that_begin_so(source: ListedNames) -> None:
    assert offered("white:|", source)[0] == 'white:"Karpov, Anatoly"'
    assert offered("white:kar|", source) == ['white:"Karpov, Anatoly"', 'white:"Polugaevsky, Karpovich"']
    assert offered("black:kar|", source) == ['black:"Karpov, Anatoly"', 'black:"Karner, H"']
    assert offered('player:"karpov, a|"', source)[0] == 'player:"Karpov, Anatoly"'
    assert offered("event:tal|", source) == ['event:"Tal memorial"']
    assert offered("eco:D|", source) == ["eco:D42", "eco:D35"]
    about = completions("player:karpov", 13, source).offers[0].about
    assert about == "3 games"


def test_structures_are_offered_by_identifier_and_title_with_their_colors(source: ListedNames) -> None:
    assert "structure:carlsbad" in offered("structure:carl|", source)
    assert any("isolated" in text for text in offered("structure:isolated|", source))
    assert offered("structure:carlsbad,|", source) == [
        f"structure:carlsbad,{word}" for word in ("white", "black", "wide")
    ]
    assert offered("structure:carlsbad,black,|", source) == ["structure:carlsbad,black,wide"]
    assert offered("structure:carlsbad,wide,w|", source) == ["structure:carlsbad,wide,white"]
    assert offered("structure:carlsbad,b|", source) == ["structure:carlsbad,black"]


def test_a_word_without_a_field_offers_the_structures_that_have_it_in_their_names(source: ListedNames) -> None:
    assert "structure:carlsbad" in offered("carls|", source)
    assert "structure:isolated_queens_pawn" in offered("elo:2600- QUEEN|", source)
    assert offered("ca|", source) == [] and offered("arlsbad|", source) == []


def test_results_are_offered_and_of_other_fields_an_example(source: ListedNames) -> None:
    assert offered("result:|", source) == ["result:1-0", "result:0-1", "result:1/2-1/2", "result:*"]
    assert offered("result:1/|", source) == ["result:1/2-1/2"]
    assert offered("elo:|", source) == ["elo:2600-"] and offered("elo:2|", source) == []


def test_an_offer_takes_the_place_of_its_field_alone(source: ListedNames) -> None:
    text = 'tal white:"karpov, a" elo:2600-'
    offers = completions(text, text.index(", a") + 3, source)
    assert text[offers.start : offers.end] == 'white:"karpov, a"'


@pytest.mark.parametrize("name", FIELDS)
def test_every_example_can_be_read(name: str) -> None:
    (part,) = read_fields(f"{name}:{FIELDS[name].example}").parts
    assert part.text.startswith(f"{name}:")


def test_every_offer_can_be_read(source: ListedNames) -> None:
    for name in FIELDS:
        for offer in completions(f"{name}:", len(name) + 1, source).offers:
            read_fields(offer.text)


def test_a_structure_is_offered_of_the_color_that_menus_mean_and_of_either_and_says_so(source: ListedNames) -> None:
    for text in ("carls", "structure:carls"):
        offers = completions(text, len(text), source).offers
        assert [tuple(offer) for offer in offers if "carlsbad" in offer.text][:2] == [
            ("structure:carlsbad,white", "Carlsbad of White"),
            ("structure:carlsbad", "Carlsbad of either color"),
        ]


def test_names_that_are_short_for_another_one_are_offered_as_one_and_all_found() -> None:
    games, columns = GameList(), []
    names = ("Karpov,An", "Karpov, Anatoly", "Karpov, A.", "Karpov,Ana", "Karpov, Ivan", "Karpova, Anatolia", "Karpov")
    for name in names:
        (text,) = cut([f'[White "{name}"]\n[Black "Tal"]\n\n1. e4 *\n'.encode()])
        games.add(text)
        columns.append(text)
    typed = 'white:"karpov, an'
    offers = completions(typed, len(typed), ListedNames(games)).offers
    assert [tuple(offer) for offer in offers if "Karpova" not in offer.text and "Ivan" not in offer.text] == [
        ('white:"Karpov, Anatoly"', "4 games")
    ]
    part = read_fields(offers[0].text).parts[0]
    assert isinstance(part, PlayerPart)
    found = part.holds(ListedGames(games))
    assert [name for name, holds in zip(names, found, strict=True) if holds] == list(names[:4])
    _, columns_of_games = arrays_of_games(columns)
    assert part.holds(columns_of_games).tolist() == found.tolist()


def test_a_square_is_offered_as_a_pattern(source: ListedNames) -> None:
    assert offered("elo:2600- d4|", source) == ['pattern:"W d4"', 'pattern:"B d4"']
    assert offered("W d4|", source) == ['pattern:"W d4"'] and offered("b D4|", source) == ['pattern:"B d4"']
    offers = completions("elo:2600- W d4", 14, source)
    assert (offers.start, offers.end) == (10, 14)
    assert offered('pattern:"W c3 d4|"', source) == [] and offered("d4|5", source) == []
    assert offered("eco:D4|", source) == ["eco:D42"] and offered("xd4|", source) == []


TAGS = {
    "White": ("Karpov, Anatoly", "Tal, M", "van Wely, L", "Émile", "Müller, Karl", "Sørensen", ""),
    "WhiteElo": ("2600", "2599", "", "?", "99999"),
    "Black": ("Karpov,An", "tal", "Kortschnoj", "Łukasz", "Muller,K", ""),
    "BlackElo": ("2700", "2400", "", "0"),
    "Result": ("1-0", "0-1", "1/2-1/2", "*"),
    "Event": ("San Remo", "Großmeister", "Tal memorial", "Candidates, final"),
    "Date": ("1975", "1985", "1999", "????", ""),
    "ECO": ("D42", "D35", "A00", "", "E"),
}
QUESTIONS = (
    "white:karpov",
    'white:"Karpov, Anatoly"',
    "black:tal",
    "player:tal",
    "white:muller",
    "white:MÜLLER",
    "black:łukasz",
    "player:lukasz",
    "sorensen",
    "event:grossmeister",
    "GROSS",
    "emile",
    "elo:2600-",
    "elo:-2599",
    "year:1975-1985",
    "year:1985",
    "result:1-0",
    "result:1/2-1/2",
    "result:*",
    "eco:D",
    "eco:D35-D42",
    'event:"san remo"',
    "tal",
    "TAL memorial",
    "1985",
    "2600",
    "d4",
    "1/2",
    "white:karpov elo:2600- year:1975-1985 eco:D42-D99 result:1-0",
)


@cache
def texts(count: int, seed: int) -> list[GameText]:
    """Return games with tags at random, made once."""
    chance = random.Random(seed)
    games = []
    for _ in range(count):
        head = "".join(f'[{name} "{chance.choice(values)}"]\n' for name, values in TAGS.items())
        games.append(f"{head}\n1. e4 *\n\n".encode())
    return list(cut([b"".join(games)]))


@cache
def columns_of(count: int, seed: int) -> GameColumns:
    """Return the columns of a collection of these games."""
    return arrays_of_games(texts(count, seed))[1]


@cache
def list_of(count: int, seed: int) -> GameList:
    """Return a list of these games."""
    listed = GameList()
    for game in texts(count, seed):
        listed.add(game)
    return listed


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_list_and_a_collection_have_the_same_games(question: str) -> None:
    parts = read_fields(question).game_parts
    holding = numpy.logical_and.reduce([part.holds(columns_of(6000, 1)) for part in parts])
    assert 0 < holding.sum() < 6000
    assert GameFilter(list_of(6000, 1), parts).matching(0, 6000).tolist() == numpy.flatnonzero(holding).tolist()


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("muller", "Müller, Karl"),
        ("Mu\N{COMBINING DIAERESIS}ller", "Müller, Karl"),
        ("lukasz", "Łukasz"),
        ("SORENSEN", "Sørensen"),
    ],
)
def test_names_are_found_and_completed_without_their_accents(written: str, name: str) -> None:
    (part,) = read_fields(f"player:{written}").game_parts
    games = columns_of(6000, 1)
    expected = [
        name in (games.texts[white], games.texts[black]) or (written.lower().startswith("mu") and "Muller,K" in pair)
        for white, black in zip(games.white, games.black, strict=True)
        for pair in [(games.texts[white], games.texts[black])]
    ]
    assert part.holds(games).tolist() == expected
    offers = completions(f"player:{written}", len(f"player:{written}"), ListedNames(list_of(6000, 1))).offers
    assert [offer.text for offer in offers] == [PlayerPart(name).text]


def test_names_that_are_short_for_others_are_found_with_other_accents() -> None:
    (part,) = read_fields('player:"Müller, K"').game_parts
    assert (
        part.holds(columns_of(6000, 1)).tolist()
        == read_fields("player:muller").game_parts[0].holds(columns_of(6000, 1)).tolist()
    )


def test_games_and_texts_may_be_added_between_the_pieces() -> None:
    games = texts(600, 1)
    parts = read_fields("karpov year:1975- elo:2500-").game_parts
    whole = GameFilter(list_of(600, 1), parts).matching(0, 600).tolist()
    listed = GameList()
    wanted = GameFilter(listed, parts)
    found: list[int] = []
    for first in range(0, 600, 50):
        for game in games[first : first + 50]:
            listed.add(game)
        found += wanted.matching(first, first + 50).tolist()
    assert found == whole and 0 < len(found) < 600


def test_only_games_among_those_that_are_known_fit() -> None:
    among = numpy.array([True, False, True, True])
    assert GameFilter(list_of(20, 2), (), among).matching(0, 20).tolist() == [0, 2, 3]
    assert GameFilter(list_of(20, 2), (), among).matching(2, 20).tolist() == [2, 3]
    assert GameFilter(list_of(20, 2), ()).matching(3, 6).tolist() == [3, 4, 5]


def test_questions_call_the_users_layers_and_those_to_games_only_layers_of_pawns() -> None:
    entries = [
        UserLayer("loose_pawns", "Loose pawns", "own - west_attacks(own) - east_attacks(own)"),
        UserLayer("good_knights", "Good knights", "knights(own) & outposts(own)"),
        UserLayer("best_knights", "Best knights", "good_knights(own) & ranks_5(own)"),
    ]
    set_user_layers(lambda: UserLayers(entries[:2]).layers)
    for fields in (FIELDS, POSITION_FIELDS):
        assert read_fields("layer:loose_pawns,black", fields).text == "layer:loose_pawns,black"
        assert read_fields('where:"popcount(loose_pawns(own)) >= 9"', fields).parts
    assert "layer:good_knights" in [
        offer.text for offer in completions("layer:good", 10, ListedNames(GameList())).offers
    ]
    assert read_fields("layer:good_knights", POSITION_FIELDS).parts
    for text in ("layer:good_knights", 'where:"popcount(good_knights(own)) >= 1"'):
        with pytest.raises(FieldError, match="knights in the formula of good_knights are not pawns alone"):
            read_fields(text)
    with pytest.raises(FieldError, match="'good_nights' is no layer; did you mean good_knights"):
        read_fields("layer:good_nights", POSITION_FIELDS)
