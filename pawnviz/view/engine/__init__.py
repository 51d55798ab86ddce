"""The panel of an engine: its choice, start and stop, and its lines.

It may import view.widgets and view.board.
"""
