"""Exports to other programs: pictures, sheets of positions, animations, print and links.

It may import the core, the model, view.widgets, view.board, view.export and view.position.
"""
