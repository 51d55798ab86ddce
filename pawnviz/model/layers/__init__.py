"""The layers of the window as Qt models: which are shown and how, and the user's own ones.

It may import model.document and model.storage.
"""
