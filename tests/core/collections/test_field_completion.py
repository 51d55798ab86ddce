"""What is offered while fields are typed."""

from __future__ import annotations

import pytest

from pawnviz.core.collections.fields import FIELDS, FieldError, completions, read_fields
from pawnviz.core.collections.listed_games import ListedGames, ListedTexts
from pawnviz.core.collections.listed_names import ListedNames
from pawnviz.core.collections.making import arrays_of_games
from pawnviz.core.collections.question import PlayerPart
from pawnviz.core.games.cutting import cut
from pawnviz.core.games.game_list import GameList

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


def test_a_field_without_a_value_is_told_what_would_be_right() -> None:
    with pytest.raises(FieldError, match="elo:2600-"):
        read_fields("elo:")


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
    found = part.holds(ListedGames(ListedTexts(games), 0, len(games)))
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
