"""The layers of the window: which are on the board and how, user layers, and the rows of their list.

It may import model.document, model.preferences and model.storage.
"""
