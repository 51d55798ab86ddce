"""The public API: what ``import pawnviz`` offers to scripts and notebooks.

It may import the core. Only ``pawnviz`` itself imports it, and only when one of its names is used.
"""
