"""The windows of user layers: editor, import and export.

It may import view.widgets, view.board, view.layers and view.formula.
"""
