"""Games beside the board: the list of a file, the moves of one, and the lives of its pawns.

It may import the core, the model, view.widgets, view.commands, view.board, view.sharing and
view.chips.
"""
