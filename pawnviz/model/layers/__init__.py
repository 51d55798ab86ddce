"""The layers of the window: their list, which are shown, their styles, user layers, and a tree of all.

It may import model.document, model.preferences and model.storage.
"""
