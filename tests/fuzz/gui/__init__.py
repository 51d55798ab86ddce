"""Works the real window at random: mouse, keys, drops, typing, layers, styles, docks, dialogs, themes and files.

After each event nothing may have been raised or complained about by Qt, and position, FEN line, picture and masks must
agree. Now and then every window is painted anew to compare, every panel and window is read anew to compare, everything
is undone and done again step by step, and the program is started a second time from what is kept. Neither memory nor
widgets may have grown at the end. The same seed gives the same events; only what timers do in between can differ.

To teach it a new window:

1. A control is worked and a dialog is compared without another line, once a command opens it: add the command's name to
   ``OPENING`` in ``windows.py``. A control of an own kind is added to ``CONTROLS`` in ``program.py``.
2. What only this window has gets a module of its own with a ``Part``: in ``events`` what is done there with a weight,
   such as writing texts that mean something to it; in ``checks`` what must agree, with how often it is looked at; in
   ``shown`` what has to look the same when it is read anew; in ``settle`` how it is put away.
3. Add the part to ``PARTS`` in ``fuzzer.py``, and break the window once on purpose to see that the check finds it, as
   ``tests/fuzz/test_gui.py`` does.
"""

from tests.fuzz.gui.fuzzer import run

__all__ = ["run"]
