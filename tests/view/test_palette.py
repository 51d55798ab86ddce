"""The command palette in the window: what is typed finds the right entry first, and Enter does it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from pawnviz.core.catalog import errata, presets, samples
from pawnviz.core.games.cutting import GameText
from pawnviz.core.games.game_list import GameList
from pawnviz.core.layers import LAYERS
from pawnviz.core.structures import known_structures
from pawnviz.model.palette import Index, ranked
from pawnviz.view.commands import COMMANDS
from pawnviz.view.menus import Menus
from pawnviz.view.pages import PAGES
from pawnviz.view.palette import CommandPalette, fixed_entries, player_entries
from pawnviz.view.windows.help_page import help_articles
from tests.view.hands import LEFT
from tests.view.program import RunningProgram

PLAYERS: Final = (
    *("Karpov, Anatoly", "Kasparov, Garry", "Müller, Karsten", "Réti, Richard", "Nimzowitsch, Aron"),
    *("Capablanca, Jose Raul", "Carlsen, Magnus", "Fischer, Robert James", "Polgar, Judit", "Polgar, Sofia"),
    *("Van Wely, Loek", "Botvinnik, Mikhail", "Tal, Mikhail"),
)
FIRST: Final = {
    **{"flip": "Flip", "turn board": "Flip", "save as": "Save as", "open": "Open", "export": "Export picture"},
    **{"png": "Export picture", "gif": "Export the game as GIF", "print": "Print the board", "undo": "Undo"},
    **{"rado": "Redo", "swap colors": "Swap colors", "mirror": "Mirror left and right", "clear": "Clear board"},
    **{"start position": "Start position", "large marks": "Large marks", "dark": "Theme: dark"},
    **{"light theme": "Theme: light", "green board": "Board colors: green", "coordinates": "Coordinates"},
    **{"legend": "Legend", "engine": "Engine", "syzygy": "Choose endgame tables", "f1": "Keys and mouse"},
    **{"tablebase": "Choose endgame tables", "ctrl+e": "Export picture", "shortcuts": "Keys and mouse"},
    **{"manual": "Help", "glossary": "Help", "bench": "Mask bench", "compare": "Compare definitions"},
    **{"passed": "Passed pawns", "pased pawns": "Passed pawns", "passers": "Passers", "iqp": "Isolated queen's pawn"},
    **{"isolated": "Isolated pawns", "backwrd": "Backward pawns", "outpost": "Outposts", "holes": "Holes"},
    **{"islands": "Islands (filesets)", "carlsbad": "Carlsbad", "carslbad": "Carlsbad"},
    **{"maroczy": "Maroczy bind", "stonewal": "Stonewall", "benko": "Benko Gambit", "winawer": "French, Winawer"},
    **{"why not": "Why not", "set up": "Set up", "setup": "Set up", "side to move": "Switch side to move"},
    **{"switch turn": "Switch side to move", "fullscreen": "Presentation", "full screen": "Presentation"},
    **{"copy fen": "Copy FEN", "copy picture": "Copy picture", "new layer": "New layer", "quit": "Quit"},
    **{"exit": "Quit", "about": "About pawnviz", "explore": "Explore", "statistics": "Explore", "games": "Games"},
    **{"pawn moves": "Pawn moves", "levers": "Levers", "files and islands": "Files and islands"},
    **{"half open": "Half-open files", "london": "London System", "sheet": "Sheet of positions"},
    **{"lesson": "Sheet of positions", "programmers": "For programmers", "recover": "Recover unsaved edits"},
    **{"how do i export a picture": "Export picture", "go to position": "Position", "safe squares": "Safe squares"},
    **{"minority attack": "Minority attack", "beginning": "To the beginning", "telestop": "Telestops"},
}
"""What people type, and the title that must come first."""

HELD_BACK: Final = {
    **{"flp": "Flip", "quti": "Quit", "expot picture": "Export picture", "new posit": "New position"},
    **{"undoo": "Undo", "copy link": "Copy a link", "clear drawing": "Clear drawings"},
    **{"arrows capture": "Capture arrows", "hide all": "Hide all layers", "bring back": "Bring back layers"},
    **{"endgame tables": "Choose endgame tables", "next position": "Next position or game", "f11": "Presentation"},
    **{"overly advanced": "Overly advanced pawns", "front span": "Front spans", "double attack": "Double attacks"},
    **{"king indian attack": "King's Indian Attack", "queens gambit accepted": "Queen's Gambit Accepted center"},
    **{"najdrof": "Najdorf", "boleslavski wall": "Boleslavsky wall", "reti": "Réti", "leningrad": "Leningrad Dutch"},
    **{"marshal attack": "Marshall Attack", "ask engine": "Ask an engine", "theme system": "Theme: as the system"},
    **{"brown": "Board colors: brown", "blue colours": "Board colors: blue", "karpov": "Karpov, Anatoly"},
    **{"garry kasparov": "Kasparov, Garry", "capablnca": "Capablanca, Jose Raul", "van wely": "Van Wely, Loek"},
    **{"muller": "Müller, Karsten", "polgar j": "Polgar, Judit", "comparison": "Comparison"},
    **{"square page": "Square", "current layer": "Current layer", "french chain": "French chain"},
    **{"passed pawn each": "A passed pawn each"},
}
"""The same, written down before the ranking was seen on them."""


NATURAL: Final = {
    **{"own structure": "New structure", "new structure": "New structure", "my own structure": "New structure"},
    **{"draw a pattern": "New structure", "define a structure": "New structure", "own layer": "New layer"},
    **{"my own layer": "New layer", "write a formula": "New layer", "add layer": "New layer"},
    **{"create layer": "New layer", "new position": "New position", "empty position": "New position"},
    **{"start a new board": "New position", "set up a position": "Set up", "edit position": "Set up"},
    **{"castling rights": "Set up", "load a pgn": "Open", "open epd": "Open", "import games": "Open"},
    **{"sample games": "Sample games", "example games": "Sample games", "make a gif": "Export the game as GIF"},
    **{"animated gif": "Export the game as GIF", "export game": "Export the game as GIF"},
    **{"save picture": "Export picture", "save as image": "Export picture", "screenshot": "Export picture"},
    **{"worksheet": "Sheet of positions", "make a lesson": "Sheet of positions", "handout": "Sheet of positions"},
    **{"share a link": "Copy a link", "link to this position": "Copy a link"},
    **{"compare two layers": "Compare definitions", "difference of layers": "Compare definitions"},
    **{"compare positions": "Pin position for comparison", "pin this position": "Pin position for comparison"},
    **{"start the engine": "Engine", "evaluation": "Engine", "analyse": "Engine", "import layers": "Import layers"},
    **{"load layers": "Import layers", "share my layers": "Export user layers"},
    **{"export my layers": "Export user layers", "present": "Presentation", "projector": "Presentation"},
    **{"explore games": "Explore", "find games with this structure": "Explore"},
    **{"games with this structure": "Explore", "opening statistics": "Explore", "list of games": "Games"},
    **{"game list": "Games", "pgn": "Games", "list of positions": "Positions of the file"},
    **{"position in words": "Position", "plans": "Position", "summary": "Copy summary"},
    **{"explain this pawn": "Square", "show all layers": "Layers", "layer list": "Layers", "paste fen": "Paste"},
    **{"bitboard": "Mask bench", "keyboard shortcuts": "Keys and mouse"},
    **{"previous page": "Back to the page before"},
    **{"leave game": "Leave the game, or return", "copy of the game's position": "Set up this position"},
    **{"test a saying": "Explore", "own position": "Leave the game, or return", "go back": "Back to the page before"},
    **{"why is this pawn": "Why not", "white wants": "Position", "pgn file": "Open"},
}
"""What people call what they want to make or to open, and the title that is among the first three."""


def games_of(names: tuple[str, ...]) -> str:
    pairs = zip(names, (*names[1:], names[0]), strict=True)
    return "".join(f'[White "{white}"]\n[Black "{black}"]\n[Result "*"]\n\n1. e4 *\n\n' for white, black in pairs)


@pytest.fixture(scope="module")
def players() -> Index:
    games = GameList()
    for line, text in enumerate(games_of(PLAYERS).split("*\n\n")[:-1], 1):
        games.add(GameText(f"{text}*\n".encode(), line, 0))
    return Index(player_entries(games, print))


class Hands:
    """A person at the palette of a running program."""

    def __init__(self, program: RunningProgram) -> None:
        self.program = program
        program.press_keys("Ctrl+K")
        QApplication.processEvents()

    @property
    def palette(self) -> CommandPalette:
        return self.program.window.command_palette

    def titles(self) -> list[str]:
        return [entry.title for entry in self.palette.results]

    def row_text(self) -> str:
        """Return what a screen reader says of the chosen row."""
        item = self.palette.list.item(self.palette.list.currentRow())
        return str(item.data(Qt.ItemDataRole.AccessibleTextRole))

    def do(self, text: str) -> None:
        self.palette.field.insert(text)  # As pasted: what is typed is searched for letter by letter.
        QTest.keyClick(self.palette.field, Qt.Key.Key_Return)
        QApplication.processEvents()


def test_what_people_type_finds_the_right_entry_first_and_what_they_call_it_among_the_first_three(
    program: RunningProgram, players: Index
) -> None:
    indexes = [Index(fixed_entries(program.window)), players]
    found = {text: next(iter(ranked(indexes, text))).title for text in (*FIRST, *HELD_BACK)}
    assert found == FIRST | HELD_BACK
    assert len(FIRST) + len(HELD_BACK) > 100
    index = indexes[0]
    near = {text: [entry.title for entry in ranked([index], text)][:3] for text in NATURAL}
    assert {text: titles for text, titles in near.items() if NATURAL[text] not in titles} == {}


def test_everything_that_has_a_name_has_an_entry(program: RunningProgram) -> None:
    titles: dict[str, set[str]] = {}
    for entry in fixed_entries(program.window):
        titles.setdefault(entry.kind, set()).add(entry.title)
    switches = {command.title for command in COMMANDS.values() if command.preference}
    assert {command.title for command in COMMANDS.values()} <= titles["Command"] | titles["Page"] | titles["Setting"]
    assert switches <= titles["Setting"]
    assert {COMMANDS[page.command].title for page in PAGES.values()} <= titles["Page"]
    assert {layer.title for layer in LAYERS.values()} <= titles["Layer"]
    assert {preset.title for preset in presets()} == titles["Preset"]
    assert {structure.title for structure in known_structures().structures.values()} == titles["Structure"]
    assert {sample.title for sample in (*samples(), *errata())} == titles["Sample"] | {"Start position"}
    elsewhere = ("structure", "layer", "Keys and mouse", "About pawnviz")
    articles = [each for each in help_articles().values() if each.name.partition(":")[0] not in elsewhere]
    assert {article.title for article in articles} == titles["Help"]
    assert titles["Help"].isdisjoint(titles["Layer"] | titles["Structure"] | titles["Command"]), "each is there once"
    themes = {name for name in program.window.menus.actions_by_name if name.startswith(("theme_", "board_colors_"))}
    assert len([title for title in titles["Setting"] if title.startswith(("Theme:", "Board colors:"))]) == len(themes)


@pytest.mark.slow
def test_it_opens_over_the_upper_middle_stays_over_it_and_closes_with_its_focus(program: RunningProgram) -> None:
    QTest.mouseClick(program.window.menus.button("open_palette"), LEFT)
    palette = program.window.command_palette
    assert palette.isVisible() and palette.field.hasFocus()
    box = palette.field.parentWidget()
    assert box is not None
    assert abs(box.geometry().center().x() - program.window.width() // 2) <= 1
    assert box.geometry().top() < program.window.height() // 4
    program.press(Qt.Key.Key_Escape)
    assert not palette.isVisible()
    hands = Hands(program)
    program.window.resize(1366, 768)
    QApplication.processEvents()
    assert hands.palette.geometry() == program.window.rect()
    program.press(Qt.Key.Key_F2)
    QApplication.processEvents()
    assert not hands.palette.isVisible()


def test_closing_gives_the_focus_back(program: RunningProgram) -> None:
    program.window.navigator.show_layers()
    program.window.navigator.widgets.layers.focus_search()
    focus = program.focus_widget()
    for by_click in (False, True):
        hands = Hands(program)
        assert hands.palette.field.hasFocus()
        if by_click:
            QTest.mouseClick(hands.palette, LEFT, pos=QPoint(5, program.window.height() - 10))
        else:
            program.press(Qt.Key.Key_Escape)
        assert not hands.palette.isVisible()
        assert program.focus_widget() is focus
        assert program.window.navigator.is_shown("layers"), "the click went to nothing below"


def test_up_and_down_choose_tab_stays_and_a_text_without_a_result_says_so(program: RunningProgram) -> None:
    hands = Hands(program)
    QTest.keyClicks(hands.palette.field, "save")
    assert hands.titles()[:2] == ["Save", "Save as"]
    steps = [Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageDown]
    rows = []
    for key in steps:
        QTest.keyClick(hands.palette.field, key)
        rows.append(hands.palette.list.currentRow())
    last = len(hands.titles()) - 1
    assert rows == [1, 0, last, 0, min(11, last)]
    QTest.keyClick(hands.palette.field, Qt.Key.Key_Tab)
    assert hands.palette.field.hasFocus()
    hands.palette.field.clear()
    QTest.keyClicks(hands.palette.field, "zzqq")
    assert hands.titles() == [] and "zzqq" in hands.palette.nothing.text()
    QTest.keyClick(hands.palette.field, Qt.Key.Key_Return)
    assert hands.palette.isVisible()


def test_a_command_that_cannot_be_done_says_why_and_is_not_done(program: RunningProgram) -> None:
    hands = Hands(program)
    reasons = {
        "leave game": "no game is open",
        "undo": "nothing to undo",
        "next position": "no file of games or of several positions is open",
        "clear drawings": "nothing is drawn",
        "export user layers": "there is no user layer",
    }
    for text, reason in reasons.items():
        hands.palette.field.setText(text)
        assert f"Not now: {reason}" in hands.row_text(), text
        QTest.keyClick(hands.palette.field, Qt.Key.Key_Return)
        assert hands.palette.isVisible()
    for command in COMMANDS.values():
        assert command.when is None or command.when.otherwise


@pytest.mark.slow
def test_keys_states_and_the_description_of_the_chosen_row_are_seen(program: RunningProgram) -> None:
    hands = Hands(program)
    hands.palette.field.setText("export picture")
    assert hands.row_text().startswith("Export picture, Command, Ctrl+E, Export the board as PNG")
    hands.palette.field.setText("large marks")
    assert "Large marks, Setting, Off." in hands.row_text()
    hands.do("")
    assert program.window.preferences.large_marks.value
    Hands(program)
    hands.palette.field.setText("large marks")
    assert "Large marks, Setting, On." in hands.row_text()
    hands = Hands(program)
    for name in ("open_samples", "show_explore", "why_not"):
        hands.palette.field.setText(COMMANDS[name].title)
        remark = hands.palette.remark
        assert remark.isVisible() and remark.text() == COMMANDS[name].tip
        assert remark.heightForWidth(remark.width()) <= remark.height()
    QTest.keyClick(hands.palette.field, Qt.Key.Key_Down)
    assert hands.palette.remark.text() != COMMANDS["why_not"].tip


@pytest.mark.slow
def test_enter_runs_commands_settings_presets_and_samples_and_shows_layers_and_help(program: RunningProgram) -> None:
    Hands(program).do("flip")
    assert program.board.board_geometry.flipped
    Hands(program).do("theme dark")
    assert program.window.preferences.theme.value == "dark"
    preset = presets()[2]
    Hands(program).do(f"preset {preset.title}")
    assert set(program.layers.now.sides) == set(preset.layers)
    Hands(program).do("hedgehog sample")
    (sample,) = (sample for sample in samples() if sample.title == "Hedgehog")
    assert program.position_fen() == sample.fen
    assert sample.title in program.notice()
    Hands(program).do("telestops")
    assert program.layers.now.sides["telestops"] == (True, True)
    assert program.layers.current == "telestops"
    assert program.window.navigator.is_shown("layer")
    program.layers.set_shown("telestops", True, False)
    Hands(program).do("telestops")
    assert program.layers.now.sides["telestops"] == (True, False), "one that is shown stays as it is"
    help_page = program.window.navigator.widgets.help
    for text, name in (("carlsbad", "structure:carlsbad"), ("ask an engine", "Ask an engine")):
        Hands(program).do(text)
        assert help_page.isVisible() and help_page.shown == name
    Hands(program).do("own structure")
    bar = program.window.workspaces.explore.pattern_bar
    assert bar.field.hasFocus()
    QTest.keyClicks(bar.field, "W d4 -c")
    assert bar.keep_button.isVisible() and bar.keep_button.isEnabled()


@pytest.mark.slow
def test_enter_shows_every_page_and_never_closes_one(program: RunningProgram) -> None:
    for name, page in PAGES.items():
        if page.is_strip or name == "positions":
            continue
        command = COMMANDS[page.command]
        for _ in range(2):
            Hands(program).do(" ".join((command.title, *command.keys)))
            assert program.window.navigator.is_shown(name)


@pytest.mark.slow
def test_a_player_of_the_open_file_is_found_and_leads_to_the_games(program: RunningProgram, tmp_path: Path) -> None:
    path = tmp_path / "players.pgn"
    path.write_text(games_of(PLAYERS), encoding="utf-8")
    program.open_games(path)
    hands = Hands(program)
    QTest.keyClicks(hands.palette.field, "mikhal botvinik")
    assert hands.titles()[0] == "Botvinnik, Mikhail" and "2 games" in hands.row_text()
    QTest.keyClick(hands.palette.field, Qt.Key.Key_Return)
    game_list = program.games.list
    program.qtbot.waitUntil(lambda: game_list.model.rowCount() == 2)
    assert game_list.searched == 'player:"Botvinnik, Mikhail"'
    Hands(program).do("reti richard")
    program.qtbot.waitUntil(lambda: game_list.searched == 'player:"Réti, Richard"')


@pytest.mark.slow
def test_a_deleted_layer_of_the_users_own_is_not_listed_any_longer(program: RunningProgram) -> None:
    from pawnviz.core.user_layers.collection import UserLayer

    program.layers.user_layers.keep(UserLayer("mine", "Zebra crossing", "stops(own)"))
    hands = Hands(program)
    QTest.keyClicks(hands.palette.field, "zebra")
    assert hands.titles()[0] == "Zebra crossing"
    program.press(Qt.Key.Key_Escape)
    program.layers.delete("mine")
    Hands(program)
    QTest.keyClicks(hands.palette.field, "zebra")
    assert "Zebra crossing" not in hands.titles()


def test_the_bench_is_in_the_menu_for_programmers_alone_and_works_by_its_key_always(program: RunningProgram) -> None:
    menus: Menus = program.window.menus
    bench = program.action("open_bench")
    (layers,) = (menu for menu in program.window.menuBar().findChildren(QMenu) if menu.title() == "&Layers")
    assert bench not in layers.actions()
    program.press_keys("Ctrl+M")
    assert program.window.navigator.is_shown("bench")
    program.window.preferences.for_programmers.value = True
    listed = layers.actions()
    assert listed.index(bench) == listed.index(menus.actions_by_name["compare_definitions"]) + 1
    program.window.preferences.for_programmers.value = False
    assert bench not in layers.actions()
    program.press_keys("Ctrl+M")
    assert not program.window.navigator.is_shown("bench")


def test_words_typed_after_the_key_of_layers_search_them_and_leave_the_board(program: RunningProgram) -> None:
    before = program.document.position
    program.press_keys("Ctrl+Shift+Y")
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClicks(focused, "weak")
    assert program.document.position == before
    assert program.window.navigator.widgets.layers.search_field.text() == "weak"
