"""Where the program keeps what is the user's own, found without Qt: the command line needs it too."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def settings_folder() -> Path:
    """Return the folder of the settings, the session and the user's own layers; it need not be there yet.

    It is ``pawnviz`` in the place that ``QStandardPaths`` names for configuration: ``XDG_CONFIG_HOME`` or ``.config``
    in the home folder, on macOS ``Library/Preferences``, on Windows the local application data.
    """
    if sys.platform == "win32":
        place = os.environ.get("LOCALAPPDATA", "")
        return Path(place or Path.home() / "AppData" / "Local", "pawnviz")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Preferences" / "pawnviz"
    place = os.environ.get("XDG_CONFIG_HOME", "")
    # A relative path is to be taken for none: https://specifications.freedesktop.org/basedir/latest/
    return Path(place if place.startswith("/") else Path.home() / ".config", "pawnviz")
