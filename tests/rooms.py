"""The rooms of pawnviz in their order, which ``tests/test_architecture.py`` checks and the picture of them shows."""

from __future__ import annotations

from typing import Final

FLOORS: Final = ("core", "model", "view")
"""The floors, from the ground up."""

ROOMS: Final = (
    *("override", "folders", "log", "display"),
    *(
        "core.words",
        "core.data_files",
        "core.board",
        "core.positions",
        "core.formula",
        "core.layers",
        "core.labels",
        "core.endings",
        "core.tablebases",
        "core.structures",
        "core.explain",
    ),
    *(
        "core.user_layers",
        "core.link",
        "core.pawn_moves",
        "core.games",
        "core.collections",
        "core.picture",
        "core.catalog",
        "core.checking",
    ),
    *("model.storage", "model.jobs", "model.subjects", "model.document"),
    *("model.preferences", "model.kept", "model.layers"),
    *(
        "model.endings",
        "model.reading",
        "model.palette",
        "model.games",
        "model.collections",
        "model.engine",
    ),
    *(
        "view.widgets",
        "view.commands",
        "view.board",
        "view.layers",
        "view.formula",
        "view.chips",
        "view.export",
        "view.position",
        "view.sharing",
    ),
    *(
        "view.inspector",
        "view.engine",
        "view.games",
        "view.explore",
        "view.pawn_moves",
        "view.user_layers",
        "view.windows",
        "view.pages",
        "view.navigator",
        "view.workspaces",
        "view.menus",
    ),
    *("view.palette", "view.main_window", "view.app"),
    *("api", "testing", "cli", "__main__"),
)
"""Every room, from the ground up: a package, or a module that stands alone. A room imports only those before it."""
