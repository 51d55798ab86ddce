"""Files that come back at the next start: settings, session and user layers, and their autosave.

It may import core.board, core.data_files, core.user_layers, core.words, model.storage, model.document, model.subjects
and model.preferences.
"""
