"""Each check of subjects, workspaces, games and single keys finds a window that was broken on purpose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import chess
import pytest
from pawnviz.view.board.single_keys import SingleKeys
from pawnviz.view.panel_width import PanelWidth
from pawnviz.view.workspaces.workspace_bar import WorkspaceBar
from PySide6.QtTest import QTest

from pawnviz.core.board.position import Position
from pawnviz.core.collections.question import PawnsPart
from pawnviz.model.document import Document
from pawnviz.model.games.game_subject import GameSubject
from pawnviz.model.games.games import Games
from pawnviz.model.games.open_game import OpenGame
from pawnviz.model.layers.shown_layers import TemporaryLayers
from pawnviz.model.preferences.choices import GamesPlace
from pawnviz.model.subjects.free_position import FreePosition
from pawnviz.model.subjects.opened_files import Place
from pawnviz.view.board.state import BoardState
from pawnviz.view.explore.pattern import PatternDrawing
from pawnviz.view.games.game_bar import GameBar
from pawnviz.view.workspaces.game_panels import GamePanels
from pawnviz.view.workspaces.workspaces import EXPLORE as EXPLORE_WORKSPACE
from pawnviz.view.workspaces.workspaces import Workspaces
from tests.fuzz.gui import fuzzer, run, storage
from tests.fuzz.gui.explore import ExplorePart
from tests.fuzz.gui.games import GamesPart
from tests.fuzz.gui.main_window import MainWindowPart
from tests.fuzz.gui.mask_bench import MaskBenchPart
from tests.fuzz.gui.part import Part, Step
from tests.fuzz.gui.single_keys import SingleKeysPart
from tests.fuzz.gui.storage import StoragePart
from tests.fuzz.gui.subjects import SubjectsPart
from tests.fuzz.gui.windows import WindowsPart
from tests.fuzz.gui.workspaces import WorkspacesPart


def do_nothing(*_: object, **__: object) -> None:
    """Stand for a method that has been forgotten."""


def edit_free(subject: GameSubject, position: Position, text: str, **_: object) -> bool:
    """Make an edit of a game one of the free position, which is not on the board."""
    games = subject.parent()
    assert isinstance(games, Games)
    games._document.free.edit(position, text)
    return True


def open_elsewhere(subject: GameSubject, position: Position, text: str, **_: object) -> bool:
    """Lose the file of the free position, which is not on the board."""
    games = subject.parent()
    assert isinstance(games, Games)
    games._document.free._place = Place("lost.fen")
    return True


def take_edit(subject: GameSubject, position: Position, text: str, **_: object) -> bool:
    """Take an edit as if the game led there."""
    subject._position = position
    subject.position_changed.emit()
    return True


def show_closed(games: Games) -> None:
    """Show the game even where there is none."""
    games._document.show(games.subject)


def forget_workspace(workspaces: Workspaces) -> None:
    """Go on with no workspace of the last time."""
    workspaces._kept = ""


class StillWorkspacesPart(WorkspacesPart):
    """The checks of the workspaces alone."""

    def events(self) -> list[tuple[int, Step]]:
        return []


def show_other_steps(document: Document) -> None:
    """Follow a subject, but leave the undo stack of the one before the active one."""
    subject = document.subject
    subject.position_changed.connect(document._follow)
    subject.drawings_changed.connect(document.drawings_changed)
    if not document.steps.stacks():
        document.steps.addStack(subject.undo_stack)
        document.steps.setActiveStack(subject.undo_stack)


def add_everywhere(keys: SingleKeys, action: Any, sequences: Any, panel: object = None) -> None:
    """Let single keys work in the whole window."""
    action.setShortcuts([*action.shortcuts(), *sequences])


def widen(width: PanelWidth, *_: object, **__: object) -> None:
    """Make the panels wider at each change of the workspace."""
    dock = width._dock_beside_board()
    if dock is not None:
        from PySide6.QtCore import Qt

        width._window.resizeDocks([dock], [dock.width() + 60], Qt.Orientation.Horizontal)


def resumed_with(**changes: Any) -> Callable[..., None]:
    """Return a method that goes on with another place in the games than the one that was kept."""
    resume = GamePanels.resume

    def go_on(panels: GamePanels, place: GamesPlace, *, shows: bool) -> None:
        resume(panels, place.replace(**changes), shows=shows)

    return go_on


class ElsewherePart(SingleKeysPart):
    """Typing in the list of games alone."""

    def events(self) -> list[tuple[int, Step]]:
        return [(5, self.type_elsewhere)]


class WalkedPart(GamesPart):
    """Games that are opened and gone through alone."""

    def events(self) -> list[tuple[int, Step]]:
        return [(1, self.open_games), (6, self.press_keys), (2, self.step_by_bar)]


ANSWER_WAITS: Final = 500
"""The times that an answer is waited for, each 10 ms."""


class ExploringPart(WorkspacesPart):
    """The workspace *Explore* alone."""

    def events(self) -> list[tuple[int, Step]]:
        return [(3, self.explore)]

    def explore(self) -> None:
        """Explore the first position, which has next moves in each game, and wait for the answer."""
        self.fuzzed.drop_games()  # What is unsaved would be asked for.
        self.window.files.open_path(next(path for path in self.fuzzed.paths if path.endswith("games.pgn")))
        self.show(EXPLORE_WORKSPACE.name)
        explorer = self.window.workspaces.explore.explorer
        explorer.set_draft(())
        explorer.set_parts((PawnsPart(0, 0),))
        self.document.set_fen(chess.STARTING_FEN)
        for _ in range(ANSWER_WAITS):
            if explorer.is_current and explorer.answer is not None and explorer.answer.next:
                return
            QTest.qWait(10)


GAMES: Final = (GamesPart,)
SUBJECTS: Final = (GamesPart, SubjectsPart)
BENCH: Final = (MaskBenchPart, WindowsPart)
SEEDS: Final = range(1, 11)
"""The runs of which one has to find a broken part."""
STILL: Final = (StillWorkspacesPart, GamesPart)
WORKSPACES: Final = (WorkspacesPart, GamesPart)
EXPLORE: Final = (ExplorePart, ExploringPart, GamesPart)
KEYS: Final = (SingleKeysPart, WorkspacesPart, GamesPart)
KEPT: Final = (StoragePart, GamesPart, WorkspacesPart)
WALKED: Final = (StoragePart, WalkedPart)


@pytest.mark.parametrize(
    ("parts", "owner", "name", "replacement", "found"),
    [
        (GAMES, GameSubject, "position", property(lambda subject: subject._position.cleared()), "but not its position"),
        (GAMES, GameSubject, "drawings", {(12, 28): 1}, "are not those of the game's comment"),
        (GAMES, GameBar, "follow", GameBar.hide, "the bar of the game is not shown"),
        (GAMES, GameSubject, "edit", take_edit, "a game takes an edit that is no move"),
        (GAMES, OpenGame, "go_to", do_nothing, "goes nowhere"),
        (GAMES, FreePosition, "set_up_from", do_nothing, "was not set up as the free one"),
        (GAMES, GamePanels, "can_return", False, "coming back to a game does not lead to the move"),
        (SUBJECTS, Document, "_take_up", show_other_steps, "the steps that can be undone are not those of the subject"),
        (SUBJECTS, GameSubject, "edit", edit_free, "while the game was shown"),
        (SUBJECTS, GameSubject, "edit", open_elsewhere, "the file of the free position"),
        ((SubjectsPart, GamesPart), Games, "show", show_closed, "the board shows a subject that is closed"),
        (BENCH, TemporaryLayers, "hide", do_nothing, "the windows are closed, but left"),
        (STILL, Workspaces, "_arrange", do_nothing, "a game is on the board in the workspace position"),
        (STILL, WorkspaceBar, "follow", do_nothing, "the switch does not say"),
        (WORKSPACES, PanelWidth, "begin", widen, "come back with"),
        ((*WORKSPACES, MainWindowPart), Workspaces, "_state", lambda _: b"", "are not as they were left"),
        (EXPLORE, BoardState, "set_next_moves", do_nothing, "the arrows on the board are not those of the answer"),
        (EXPLORE, PatternDrawing, "_take_mouse", lambda *_: False, "drawing a pattern has changed the position"),
        (KEYS, SingleKeys, "_follow", do_nothing, "single keys are off, but"),
        (KEYS, SingleKeys, "add", do_nothing, "after '"),
        ((ElsewherePart, GamesPart), SingleKeys, "add", add_everywhere, "in the list of games carries out a command"),
        (KEPT, Workspaces, "workspace_to_keep", "games", "the settings have the workspace games"),
        (KEPT, Workspaces, "resume", forget_workspace, "the second program has another workspace"),
        (WALKED, GamePanels, "resume", do_nothing, "the second program has another game on the board"),
        (WALKED, GamePanels, "resume", resumed_with(game=7), "the second program has another game"),
        (KEPT, GamePanels, "resume", resumed_with(search="nobody"), "another search for games"),
        (WALKED, GamePanels, "resume", resumed_with(way=()), "another move of the game"),
    ],
)
def test_what_is_broken_is_found(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    parts: tuple[type[Part], ...],
    owner: type,
    name: str,
    replacement: object,
    found: str,
) -> None:
    monkeypatch.setattr(fuzzer, "PARTS", parts)
    monkeypatch.setattr(storage, "CHECK_START", 20)
    monkeypatch.setattr(storage, "WAITS", 200)  # What is broken may never come.
    monkeypatch.setattr(owner, name, replacement)
    reports = []
    for seed in SEEDS:  # Another check may come first, or the broken part may not be met in one run.
        reports.append(capsys.readouterr().err if run(400, seed) == 1 else "")
        if found in reports[-1]:
            return
    pytest.fail(f"no report has {found!r}: {reports}")
