"""The panel of an engine: it is chosen, started and stopped there, and says what it thinks of the position.

It may import view.widgets and view.board.
"""
