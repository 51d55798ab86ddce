"""Where the program keeps what is the user's own, found without Qt: the command line needs it too."""

from __future__ import annotations

from pathlib import Path


def settings_folder() -> Path:
    """Return the folder of the settings, the session and the user's own layers; it need not be there yet.

    It is ``pawnviz`` in the place that ``QStandardPaths`` names for configuration: ``XDG_CONFIG_HOME`` or ``.config``
    in the home folder, on macOS ``Library/Preferences``, on Windows the local application data.
    """
    from platformdirs import user_preference_path

    return user_preference_path("pawnviz", appauthor=False)
