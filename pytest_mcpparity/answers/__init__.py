"""Recorded answers on disk: their files, the lock, and whether the folder is whole."""
