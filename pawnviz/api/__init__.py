"""The public API of ``import pawnviz`` for scripts and notebooks.

It may import the core, and view.export inside the functions that draw. Only ``pawnviz`` itself imports it, and only
when one of its names is used.
"""
