"""The layers of the window: which there are and which are shown, how they are drawn, the user's own, and a tree of all.

It may import model.document and model.storage.
"""
