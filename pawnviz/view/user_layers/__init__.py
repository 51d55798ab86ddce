"""The windows of the user's own layers: the editor, the import and the export.

It may import view.widgets, view.board, view.layers and view.formula.
"""
