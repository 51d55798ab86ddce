"""The preferences: live values, each declared once with its name, type, default and range.

It may import core.board, core.words and core.picture.
"""
