"""Works the real window at random: board, commands, pages, typed texts, files, games, layers, *Explore* and the engine.

After each event nothing may have been raised, logged or reported by Qt, and what the window shows must agree with
what it holds. The same seed gives the same events; only the work of timers and other processes in between can differ.

A new page or command needs nothing: it is found in ``PAGES`` or ``COMMANDS``, and its controls are worked as any
others; a control of a new kind is added to ``CONTROLS`` in ``program.py``. What only one page has gets a ``Part``: in
``events`` its actions with their weights, in ``checks`` what must agree after each event. Add the part to ``PARTS`` in
``fuzzer.py``, and a planted fault to ``tests/fuzz/test_gui.py`` that the check finds.
"""

from tests.fuzz.gui.fuzzer import run

__all__ = ["run"]
