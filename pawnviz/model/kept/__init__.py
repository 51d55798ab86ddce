"""What comes back at the next start: settings, session and own layers, each in a file of its own, and their autosave.

It may import core.board, core.labels, core.user_layers, core.words, model.storage and model.document.
"""
