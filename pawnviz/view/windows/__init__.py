"""The other windows: mask bench, check, differences, errata and keys.

It may import every room of the view.
"""
