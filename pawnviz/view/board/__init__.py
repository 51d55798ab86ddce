"""The board on the screen: painting, gestures, geometry, legend, palette and what screen readers read.

It may import view.widgets and view.commands.
"""
