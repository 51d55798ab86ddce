"""Every layer and number again, square by square from its sentence: slow, without masks, shifts or formulas.

What the fast rules of ``pawnviz.core.layers`` say is compared with what these say. A chapter has the same name in both
packages, and each module here is imported by itself.
"""

import importlib
import pkgutil

from tests.reference.view import LAYER_REFERENCES, NUMBER_REFERENCES, SQUARES, Square, Squares, View, mask_of_squares

__all__ = ["LAYER_REFERENCES", "NUMBER_REFERENCES", "SQUARES", "Square", "Squares", "View", "mask_of_squares"]

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")
