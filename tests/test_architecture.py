"""The architecture as tests: rooms and their order, what may be imported where, names, sizes and docstrings."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

import pytest

import pawnviz
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.core.user_layers.file import write_layers
from tests.make_architecture import PATH, picture
from tests.rooms import FLOORS, ROOMS

PACKAGE = Path(pawnviz.__file__).parent
ROOT = PACKAGE.parent
FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"

WITH_NUMPY: Final = ("pawnviz.core.endings.queens",)
"""The modules that need NumPy from their first line, and are imported inside functions."""
_OF_COLLECTIONS: Final = ("answer", "collection", "listed_games", "replay", "sayings")
WITH_ARRAYS: Final = (
    *(f"pawnviz.core.collections.{name}" for name in _OF_COLLECTIONS),
    *("pawnviz.model.collections.explorer", "pawnviz.model.collections.piece_heat"),
)
"""Those that compute with arrays of games, and are needed when there is a list of games or a question to them."""

pytestmark = pytest.mark.usefixtures("no_garbage_collection")  # Which would look at all nodes of all trees.

MOST_LINES: Final = 700
MOST_METHODS: Final = 40


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


@cache
def imports(module: str, *, at_start: bool = False, for_types: bool = True) -> tuple[str, ...]:
    """Return the names of the modules that a module imports.

    With ``at_start`` this is only what is imported with it, not what its functions import when they run; without
    ``for_types`` what only type checkers import is left out.
    """
    waiting: list[ast.AST] = [tree_of(module)]
    found: list[str] = []
    while waiting:
        node = waiting.pop()
        if at_start and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if not for_types and isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting.extend(node.orelse)
            continue
        waiting.extend(statements_in(node))
        if isinstance(node, ast.Import):
            found += (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{module} has a relative import in line {node.lineno}"
            inner = [f"{node.module}.{name.name}" for name in node.names]
            found += (name if name in MODULES else node.module for name in inner)
    return tuple(found)


def statements_in(node: ast.AST) -> list[ast.AST]:
    """Return the statements right inside another one, and what holds statements."""
    return [
        part for part in ast.iter_child_nodes(node) if isinstance(part, ast.stmt | ast.excepthandler | ast.match_case)
    ]


@cache
def definitions() -> list[tuple[str, ast.ClassDef | ast.FunctionDef]]:
    """Return the classes and functions with their modules, nested ones too."""
    waiting: list[tuple[str, ast.AST]] = [(module, tree_of(module)) for module in MODULES]
    found = []
    while waiting:
        module, node = waiting.pop()
        waiting += [(module, part) for part in statements_in(node)]
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.append((module, node))
    return found


def is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def floor_of(module: str) -> str:
    """Return the floor of a module, empty for what stands on none."""
    return next((floor for floor in FLOORS if is_in(module, f"pawnviz.{floor}")), "")


def room_of(module: str) -> str:
    """Return the room of a module, empty for the package itself, for a floor, and for what is not pawnviz's."""
    if module not in MODULES:
        return ""
    parts = module.split(".")[1:]
    depth = 2 if floor_of(module) else 1
    return ".".join(parts[:depth]) if len(parts) >= depth else ""


def docstring_of(module: str) -> str:
    return ast.get_docstring(tree_of(module)) or ""


def rooms_named(module: str) -> set[str]:
    """Return the rooms of its own floor that a room's docstring names after “It may import”."""
    sentence = " ".join(docstring_of(module).partition("It may import")[2].split())
    return {name for name in re.findall(r"\b(?:core|model|view)\.\w+", sentence) if is_in(name, floor_of(module))}


ROOM_PACKAGES = [module for module, path in MODULES.items() if path.name == "__init__.py" and module.count(".") == 2]


def test_a_room_imports_only_rooms_before_it() -> None:
    rooms = {room_of(module) for module in MODULES} - {""}
    assert rooms == set(ROOMS), "give a new room its place in tests/rooms.py"
    assert [
        f"{module} imports {name}, whose room comes later"
        for module in MODULES
        for name in imports(module, for_types=False)
        if room_of(module) and room_of(name)
        if ROOMS.index(room_of(name)) > ROOMS.index(room_of(module))
    ] == []


def test_the_picture_of_the_rooms_shows_all_in_their_order() -> None:
    assert PATH.read_text(encoding="utf-8") == picture(), "draw it again: python -m tests.make_architecture"


def test_a_room_says_which_rooms_of_its_floor_it_may_import() -> None:
    for package in ROOM_PACKAGES:
        room, named = room_of(package), rooms_named(package)
        assert "It may import" in docstring_of(package), package
        used = {room_of(name) for module in MODULES if is_in(module, package) for name in imports(module)}
        used = {other for other in used if other.startswith(floor_of(package) + ".")} - {room}
        assert used <= named, f"name them in the docstring of {package}"
        assert max(map(ROOMS.index, named), default=-1) < ROOMS.index(room), f"{package} names a room that comes later"


def test_core_imports_no_qt_and_model_no_widgets() -> None:
    allowed = {"core": set[str](), "model": {"PySide6.QtCore", "PySide6.QtGui"}}
    assert [
        f"{module} imports {name}"
        for module in MODULES
        for name in imports(module)
        if floor_of(module) in allowed and is_in(name, "PySide6") and name not in allowed[floor_of(module)]
    ] == []


def test_of_qtgui_the_model_takes_the_undo_stack_only() -> None:
    for module in MODULES:
        if floor_of(module) == "model":
            for node in ast.walk(tree_of(module)):
                if isinstance(node, ast.ImportFrom) and node.module == "PySide6.QtGui":
                    assert {name.name for name in node.names} <= {"QUndoStack", "QUndoCommand", "QUndoGroup"}, module
                if isinstance(node, ast.Import):
                    assert "PySide6.QtGui" not in {name.name for name in node.names}, module


def test_outside_the_floors_a_window_is_imported_inside_functions_only() -> None:
    assert [
        f"{module} imports {name}"
        for module in MODULES
        if not floor_of(module)
        for name in imports(module, at_start=True, for_types=False)
        if is_in(name, "PySide6") or floor_of(name) in ("model", "view")
    ] == []


def test_numpy_and_what_needs_python_chess_are_imported_inside_functions_only() -> None:
    def needs_chess(module: str) -> bool:
        return module in MODULES and any(
            is_in(name, "chess") for name in imports(module, at_start=True, for_types=False)
        )

    def is_about_games(module: str) -> bool:
        return bool({"games", "tablebases"} & set(module.split(".")[:-1])) or module.endswith("engine.host")

    # Games and tables are read by python-chess, and an engine is run by it in a process of its own.
    assert [
        f"{module} imports {name}"
        for module in MODULES
        if module not in (*WITH_NUMPY, *WITH_ARRAYS)
        for name in imports(module, at_start=True, for_types=False)
        if is_in(name, "numpy")
        or name in WITH_NUMPY
        or (not is_about_games(module) and (is_in(name, "chess") or needs_chess(name)))
    ] == []


def test_no_modules_import_one_another_in_a_circle_not_even_inside_functions() -> None:
    graph = {
        module: {name for name in imports(module, for_types=False) if name in MODULES and name != module}
        for module in MODULES
    }
    while leaves := {module for module, needed in graph.items() if not needed}:
        graph = {module: needed - leaves for module, needed in graph.items() if module not in leaves}
    assert graph == {}


def test_no_module_is_too_long() -> None:
    lines = {module: len(path.read_text(encoding="utf-8").splitlines()) for module, path in MODULES.items()}
    assert {module: count for module, count in lines.items() if count > MOST_LINES} == {}


def test_no_class_has_too_many_methods() -> None:
    assert [
        f"{module} {node.name}"
        for module, node in definitions()
        if isinstance(node, ast.ClassDef)
        if sum(isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) for part in node.body) > MOST_METHODS
    ] == []


def test_a_name_says_what_a_thing_is() -> None:
    vague = {"util", "utils", "helper", "helpers", "manager", "handler"}
    names = [(module, module.rpartition(".")[2]) for module in MODULES]
    names += [(module, node.name) for module, node in definitions()]
    assert [
        (module, name) for module, name in names if vague & {word.lower() for word in re.findall(r"[A-Z]?[a-z]+", name)}
    ] == []


def test_a_module_has_a_sentence_that_says_what_it_is() -> None:
    assert [module for module in MODULES if not docstring_of(module).partition("\n\n")[0].endswith(".")] == []


def loaded_after(statement: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded after a statement."""
    script = f"import sys\n{statement}\nprint('LOADED', *sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("LOADED ")[2].split())


def test_commands_on_positions_load_neither_qt_nor_numpy_nor_chess(tmp_path: Path) -> None:
    own, lines = tmp_path / "own.pawnviz-layers", tmp_path / "lines"
    own.write_text(write_layers([UserLayer("guarded", "Guarded", "own & attacks(own)")]), encoding="utf-8")
    lines.write_text(f"stops white {FEN} 0x0\n", encoding="utf-8")
    commands = [
        *(["masks", FEN], ["masks", FEN, "--format", "json"], ["masks", FEN, "--layers", str(own)], ["layers"]),
        *(["fixtures", FEN, "--layer", "stops"], ["check", str(lines)], ["formula", "nonsense(own)", FEN]),
        *(["formula", "passed_pawns(own)", FEN, "--steps"], ["formula", "passed_pawns(own)", "--code", "rust"]),
    ]
    loaded = loaded_after(f"from pawnviz.__main__ import main\nprint([main(words) for words in {commands!r}])")
    assert {"pawnviz.core.layers", "pawnviz.cli.formula", "pawnviz.cli.checking"} <= loaded
    assert not loaded & {"PySide6", "shiboken6", "numpy", "chess"}


def test_a_position_is_checked_without_python_chess() -> None:
    fen = "4k3/8/8/8/8/8/8/4RK2 b - - 0 1"
    loaded = loaded_after(
        "from pawnviz.core.board.position import Position; from pawnviz.core.board.legality import problems\n"
        f"assert not problems(Position.from_fen({fen!r}))"
    )
    assert "chess" not in loaded


def test_the_window_is_loaded_without_what_it_needs_later() -> None:
    loaded = loaded_after("import pawnviz.view.app, pawnviz.view.main_window")
    assert "PySide6.QtWidgets" in loaded
    later = {
        "numpy",
        "chess",
        "_hashlib",
        "secrets",
        "tomllib",
        "pawnviz.core.structures",
        "pawnviz.core.games.cutting",
    }
    assert not loaded & later
    assert "pawnviz.view.layers.layer_list" not in loaded_after("import pawnviz.view.inspector.position_page")


def test_a_separator_of_a_tool_bar_does_not_load_the_classes_of_all_widgets() -> None:
    names = loaded_after(
        "from PySide6.QtWidgets import QApplication, QWidget\n"
        "from pawnviz.view.widgets.bars import ToolBar\n"
        "application = QApplication(['test', '-platform', 'offscreen'])\n"
        "bar = ToolBar('Tools')\n"
        "bar.addSeparator().setVisible(False)\n"
        "sys.modules |= dict.fromkeys(kind.__name__ for kind in QWidget.__subclasses__())"
    )
    assert "QFrame" in names and "QDialog" not in names
