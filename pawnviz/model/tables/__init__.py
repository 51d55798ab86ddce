"""The tables that say who wins the document's position, read by a process of its own.

It may import model.jobs, model.document and model.preferences.
"""
