from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pawnviz

PACKAGE = Path(pawnviz.__file__).parent
ROOT = PACKAGE.parent
FLOORS = ("core", "model", "view")
FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imports(path: Path, *, at_start: bool = False) -> Iterator[str]:
    """Yield the modules that a file imports; with ``at_start`` only those imported when it is."""
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if at_start and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if at_start and isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        waiting.extend(ast.iter_child_nodes(node))
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{path} has a relative import in line {node.lineno}"
            inner = [f"{node.module}.{name.name}" for name in node.names]
            yield from (name if name in MODULES else node.module for name in inner)


def floor_of(module: str) -> str:
    match = re.match(r"pawnviz\.(core|model|view)\b", module)
    return match[1] if match else ""


def is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_its_own_floor_and_the_floors_below(module: str) -> None:
    floor = floor_of(module)
    for name in imports(MODULES[module]):
        if floor:
            assert floor_of(name) in ("", *FLOORS[: FLOORS.index(floor) + 1]), name
            assert not is_in(name, "pawnviz.cli.main") and not is_in(name, "pawnviz.__main__"), name
        if floor == "core":
            assert not is_in(name, "PySide6"), name
        if floor == "model":
            assert not is_in(name, "PySide6") or name in ("PySide6.QtCore", "PySide6.QtGui"), name


@pytest.mark.parametrize("module", [name for name in MODULES if floor_of(name) == "model"])
def test_of_qtgui_the_model_takes_the_undo_stack_only(module: str) -> None:
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "PySide6.QtGui":
            assert {name.name for name in node.names} <= {"QUndoStack", "QUndoCommand"}
        if isinstance(node, ast.Import):
            assert "PySide6.QtGui" not in {name.name for name in node.names}


@pytest.mark.parametrize("module", [name for name in MODULES if not floor_of(name)])
def test_outside_the_floors_a_window_is_imported_inside_functions_only(module: str) -> None:
    for name in imports(MODULES[module], at_start=True):
        assert not is_in(name, "PySide6") and floor_of(name) not in ("model", "view"), name


@pytest.mark.parametrize("module", MODULES)
def test_numpy_and_chess_are_imported_inside_functions_only(module: str) -> None:
    assert not {name.partition(".")[0] for name in imports(MODULES[module], at_start=True)} & {"numpy", "chess"}


def test_no_modules_import_one_another_in_a_circle() -> None:
    graph = {
        name: {other for other in imports(path, at_start=True) if other in MODULES and other != name}
        for name, path in MODULES.items()
    }
    while leaves := {name for name, needed in graph.items() if not needed}:
        graph = {name: needed - leaves for name, needed in graph.items() if name not in leaves}
    assert graph == {}


@pytest.mark.parametrize("module", MODULES)
def test_a_name_says_what_a_thing_is(module: str) -> None:
    names = [module.rpartition(".")[2]]
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names.append(node.name)
    for name in names:
        words = re.findall(r"[A-Z]?[a-z]+", name)
        assert not {word.lower() for word in words} & {"util", "utils", "helper", "helpers", "manager", "handler"}, name


@pytest.mark.parametrize("module", MODULES)
def test_a_module_has_a_sentence_that_says_what_it_is(module: str) -> None:
    docstring = ast.get_docstring(ast.parse(MODULES[module].read_text(encoding="utf-8")))
    assert docstring
    assert docstring.partition("\n\n")[0].endswith(".")


def loaded_after(statement: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded after a statement."""
    script = f"import sys\n{statement}\nprint('LOADED', *sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("LOADED ")[2].split())


def test_the_masks_command_loads_no_qt() -> None:
    loaded = loaded_after(f"from pawnviz.__main__ import main\nassert main(['masks', {FEN!r}]) == 0")
    assert "pawnviz.core.layers" in loaded
    assert not {name for name in loaded if name.startswith(("PySide6", "shiboken6"))}


def test_the_window_is_loaded_without_numpy_and_chess() -> None:
    loaded = loaded_after("import pawnviz.view.app, pawnviz.view.main_window")
    assert "PySide6.QtWidgets" in loaded
    assert not loaded & {"numpy", "chess"}
