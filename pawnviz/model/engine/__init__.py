"""The engine that analyses the document's position: its process, its protocol, and its lines.

It may import model.jobs, model.document and model.preferences.
"""
