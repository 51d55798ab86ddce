"""The indexes of files of games, the explorer of their structures, and the search among positions.

It may import the core, model.storage, model.jobs, model.document, model.preferences and model.games.
"""
