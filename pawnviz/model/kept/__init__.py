"""What comes back at the next start: settings, session and own layers, each in a file of its own, and their autosave.

It may import core.board, core.user_layers, core.words, model.storage, model.document and model.preferences.
"""
