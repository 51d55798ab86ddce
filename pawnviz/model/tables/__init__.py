"""Endgame tables on the document's position, read by a process of its own.

It may import model.jobs, model.document and model.preferences.
"""
