"""The public API of ``import pawnviz`` for scripts and notebooks.

It may import the core, and view.export inside functions. Only ``pawnviz`` imports it, when a name is used.
"""
