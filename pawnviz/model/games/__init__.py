"""Files of games as they are read beside the window, and the open game.

It may import the core and model.storage, model.jobs, model.subjects, model.document, model.preferences,
model.kept and model.layers.
"""
