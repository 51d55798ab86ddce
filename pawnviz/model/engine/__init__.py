"""The engine that thinks about the document's position: its process, what was agreed with it, and what it has found.

It may import model.jobs, model.document and model.preferences.
"""
