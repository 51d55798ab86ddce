"""The indexes of files of games and the explorer of their structures.

It may import the core, model.storage, model.jobs, model.document, model.preferences and model.games.
"""
