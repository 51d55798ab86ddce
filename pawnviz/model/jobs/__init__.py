"""Work beside the window, in slices, in a thread or in a process: progress, cancel and fault.

It may import model.storage.
"""
