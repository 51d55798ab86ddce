"""Work beside the window, in slices of its own turns, in a thread or in a process: progress, cancel and fault.

It may import model.storage.
"""
