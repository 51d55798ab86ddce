"""The preferences: live values, each declared once with its name, type, default and range.

It may import core.board, core.labels, core.words and core.picture.
"""
